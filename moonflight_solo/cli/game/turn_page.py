"""The screen shown once when the Turn has come: what has become of one's cards, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from moonflight_solo.cli.output.drawing import Brush
from moonflight_solo.cli.output.text_layout import flow, wrap
from moonflight_solo.cli.output.view import View
from moonflight_solo.rules.state import Card, Seat

TO_DO: Final = (
    "Only cards in hand at the End score. The End comes in a Reset that leaves somebody with no "
    "cards in Draw Deck and Discard Stack: so Trash cards that do not score, buy cards that do, "
    "and keep them in hand."
)
TO_DO_ALONE: Final = (
    "Only cards in hand at the End score, and the End comes with the last token of the End stack: "
    "so Trash cards that do not score, buy cards that do, and keep them in hand."
)
OFF: Final = 'Type "never turn page" and this page is not shown again.'


def turn_page(view: View, you: Seat, brush: Brush) -> list[Text]:
    """Return the lines of the page, seen by the player at ``you`` after the Turn."""
    me = view.you
    assert me is not None
    now = brush.theme.score
    cards = Counter([*you.hand, *you.draw_deck, *you.discard_stack])
    for placed in you.in_play:
        there = enumerate(placed.settled)
        cards.update(
            [placed.card, *(c for at, c in there if placed.owner_of(at, you) == you.number)]
        )
    scoring = sum(n for card, n in cards.items() if card.score)
    best_first = sorted(cards.items(), key=lambda each: (-each[0].score, each[0].name))
    lines = [
        Text(f" {brush.glyphs.after} The Turn: every card flips to its other end.", now),
        Text(),
        *_row("your Jack", [_became(me.character, 1, brush)], brush),
        *_row("your cards", (_became(card, n, brush) for card, n in best_first), brush),
        *_row(
            "your market", (_became(each.top, 1, brush) for each in me.market if each.top), brush
        ),
        Text(),
    ]
    said = [f"{scoring} of your {cards.total()} cards score, {me.points} in all."]
    said += [f"{seat.title}: {seat.points} in all." for seat in view.seats if not seat.you]
    for words in (" ".join(said), TO_DO if view.seats[1:] else TO_DO_ALONE, OFF):
        lines += [Text(" ") + row for row in wrap(words, brush.width - 2)]
    return lines


def _became(card: Card, count: int, brush: Brush) -> Text:
    """Return a card's other name, and what it is now."""
    before = card.flipped
    text = brush.dim(f"{before.name} {brush.glyphs.becomes} " if before.name != card.name else "")
    text.append(card.name, brush.suit_style(card.suit)).append_text(brush.end(card))
    text.append_text(brush.times(count))
    return text.append(f"  {card.words}" * (before.words != card.words), brush.theme.dim)


def _row(label: str, chips: Iterable[Text], brush: Brush) -> Iterator[Text]:
    """Yield a heading and the cards below it, side by side where they are short."""
    yield Text(f" {label}", brush.theme.title)
    for line in flow([*chips], brush.width - 4, 3):
        for row in wrap(line.plain, brush.width - 4) if line.cell_len > brush.width - 4 else [line]:
            yield Text("   ") + row

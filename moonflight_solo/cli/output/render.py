"""The table as a screen: pure layout from a view and a width, which decides nothing.

The table is laid out as it lies: opponents at the top, the generic Market Stacks between, one's
own cards at the bottom. Below 80 columns rows only wrap more; from 100 columns on, and on a tall
enough screen, cards in hand show their words; from 120 on a panel beside the table shows more.
A table too long for its screen is drawn with thrift, in three degrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.text import Text

from moonflight_solo.cli.output.paint import Theme, fit, flow, hang, theme, wrap
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.view import CardView, PileView, PlacedView, SeatView, View

T = TypeVar("T")

LABEL = 10
WIDE = 120
MIDDLE = 100
ROOMY = 30
THRIFT = 3


@dataclass(frozen=True)
class Brush:
    """What cards are drawn with: signs, colours, and each suit's place among them.

    ``since`` is the table as it was last seen: what has changed is marked. From ``thrift`` 1 on
    rows of nothing are left out, from 2 on what lies in the Stacks is only counted, and at 3
    every row but one's hand is cut to one line.
    """

    glyphs: Glyphs
    theme: Theme
    suits: tuple[str, ...]
    since: View | None = None
    thrift: int = 0

    def suit_style(self, suit: str) -> str:
        """Return the colour of a suit, or none."""
        if suit not in self.suits:
            return ""
        return self.theme.suits[self.suits.index(suit) % len(self.theme.suits)]

    def suit_sign(self, suit: str) -> str:
        """Return the sign of a suit."""
        return self.glyphs.suits[self.suits.index(suit) % len(self.glyphs.suits)]

    def mark(self, text: Text, new: bool) -> Text:
        """Return ``text`` marked if it is new since the table was last seen."""
        return Text().append(self.glyphs.new, self.theme.number).append_text(text) if new else text

    def changed(self, pile: PileView) -> bool:
        """Return whether a Stack shows another card than when the table was last seen."""
        if self.since is None or pile.top is None:
            return False
        before = next((old for old in self.since.piles() if old.title == pile.title), pile)
        return before.top != pile.top or len(before.cards) > len(pile.cards)

    def scores(self, card: CardView, space: str = " ") -> Text:
        """Return what a card scores now and after the Turn, or nothing."""
        text = Text()
        if card.score:
            text.append(f"{self.glyphs.scores}{card.score}", self.theme.score)
        if card.later:
            text.append(f"{self.glyphs.will_score}{card.later}", self.theme.later)
        return Text(space).append_text(text) if text else text

    def name(self, card: CardView, count: int = 1, space: str = " ") -> Text:
        """Return a card's name with its scores, and how many of it there are if several."""
        text = Text(card.name, self.suit_style(card.suit)).append_text(self.scores(card, space))
        if count > 1:
            text.append(f"{space}{self.glyphs.times}{count}", self.theme.dim)
        return text

    def priced(self, card: CardView, count: int = 1, space: str = " ") -> Text:
        """Return a card with its cost and scores, and how many lie in its Stack if several."""
        text = Text(card.name, self.suit_style(card.suit))
        text.append(f" {card.cost}{self.glyphs.coin}", self.theme.coin)
        text.append_text(self.scores(card, space))
        if count > 1:
            text.append(f"{space}{self.glyphs.times}{count}", self.theme.dim)
        return text


def brush(view: View, glyphs: Glyphs, since: View | None = None, thrift: int = 0) -> Brush:
    """Return what to draw this view with: dark colours before the Turn, light ones after.

    Across the Turn nothing is marked as new, because everything is.
    """
    if since is not None and since.turned != view.turned:
        since = None
    return Brush(glyphs, theme(view.turned), view.suits, since, thrift)


def render(
    view: View,
    width: int,
    glyphs: Glyphs,
    height: int = 1_000,
    *,
    since: View | None = None,
    thrift: int = 0,
) -> list[Text]:
    """Return the table in lines of exactly ``width`` columns.

    ``height`` is that of the screen: a low one gets no card texts under the hand. For ``since``
    and ``thrift`` see :class:`Brush`.
    """
    paint = brush(view, glyphs, since, thrift)
    side = width >= WIDE
    words = MIDDLE <= width < WIDE and height >= ROOMY and not thrift
    inner = width * 2 // 3 if side else width
    lines = [header(view, width, paint)]
    body = _table(view, inner, paint, words=words)
    if side:
        body = _beside(body, _panel(view, width - inner - 3, paint, len(body)), inner, paint)
    lines += body
    return [fit(line, width, glyphs) for line in lines]


def header(view: View, width: int, paint: Brush) -> Text:
    """Return the line on top: before or after the Turn, the round, one's character's words."""
    glyphs = paint.glyphs
    sign, when = (glyphs.after, "After") if view.turned else (glyphs.before, "Before")
    left = f" {sign} {when} the Turn, round {view.round}"
    if view.tokens is not None:
        left += f" {glyphs.dot} Turn {view.tokens[0]}, End {view.tokens[1]}"
    you = view.you
    right = f"{you.character.name}: {you.character.words} " if you else ""
    room = width - len(left) - 2
    if len(right) > room and you:
        right = f"{you.character.words} "
    if len(right) > room:
        right = ""
    text = Text(left.ljust(width - len(right)) + right)
    text = fit(text, width, glyphs)
    text.stylize(paint.theme.header)
    return text


def _table(view: View, width: int, paint: Brush, *, words: bool) -> list[Text]:
    lines: list[Text] = []
    others = [seat for seat in view.seats if not seat.you]
    for seat in others:
        lines.append(_title(seat, width, paint))
        if seat.hand is not None:
            lines += _row("hand", _hand(seat, view, paint), width, paint)
        lines += _piles(seat, width, paint)
        lines += _in_play(seat, width, paint)
        lines += _market("market", seat.market, width, paint)
    if others:
        lines.append(Text(paint.glyphs.line * width, paint.theme.rule))
    lines += _market("generic", view.generic, width, paint)
    if view.you is not None:
        lines += _own(view.you, view, width, paint, words=words)
    return lines


def _own(seat: SeatView, view: View, width: int, paint: Brush, *, words: bool) -> list[Text]:
    lines = [_title(seat, width, paint)]
    lines += _market("market", seat.market, width, paint)
    lines += _in_play(seat, width, paint)
    lines += _piles(seat, width, paint)
    hand = seat.hand or ()
    if not words or not hand:
        chips = _hand(seat, view, paint) or [Text(paint.glyphs.minus, paint.theme.dim)]
        return lines + hang("hand", _listed(chips, width, paint), LABEL, paint.theme.dim)
    chips = _hand(seat, view, paint)
    for chip, card in zip(chips, dict.fromkeys(hand), strict=True):
        if card.words:
            chip.pad_right(28 - chip.cell_len)
            chip.append(f"  {card.words}", paint.theme.dim)
    return lines + hang("hand", chips, LABEL, paint.theme.dim)


def _title(seat: SeatView, width: int, paint: Brush) -> Text:
    """Return the rule over a seat: who it is, whether first, and what is counted of it."""
    glyphs, colours = paint.glyphs, paint.theme
    line = glyphs.line
    text = Text().append(f"{line} ", colours.rule)
    style = f"{colours.title} {paint.suit_style(seat.jack)}"
    text.append(f"{paint.suit_sign(seat.jack)} {seat.title}", style)
    if seat.you:
        text.append(" (you)", colours.title)
    if seat.first:
        text.append(f" {glyphs.first}first", colours.score)
    text.append(" ")
    facts = []
    if seat.shopped:
        facts.append("shopped")
    if seat.built:
        facts.append("built")
    if paint.thrift > 1:
        facts += [f"discard {len(seat.discard.cards)}", f"trash {len(seat.trash.cards)}"]
    facts += [
        f"hand {seat.hand_count}",
        f"deck {seat.draw_count}",
        f"supply {seat.supply_count}",
    ]
    coins = f"{seat.coins}{glyphs.coin}"
    sep = f" {glyphs.dot} "
    while facts and text.cell_len + len(sep.join([*facts, coins])) + 4 > width:
        facts.pop(0)
    right = Text(" ").append(sep.join([*facts, ""]), colours.dim).append(coins, colours.coin)
    right.append(f" {line}", colours.rule)
    text.append(line * max(width - text.cell_len - right.cell_len, 0), colours.rule)
    return text.append_text(right)


def _piles(seat: SeatView, width: int, paint: Brush) -> list[Text]:
    empty = not seat.discard.cards and not seat.trash.cards
    if paint.thrift > 1 or (paint.thrift and empty):
        return []
    chips = []
    for name, pile in (("discard", seat.discard), ("trash", seat.trash)):
        chip = Text().append(f"{name} {len(pile.cards)}", "" if pile.cards else paint.theme.dim)
        if pile.top:
            chip.append(", top ", paint.theme.dim).append_text(paint.name(pile.top))
        chips.append(chip)
    return hang("stacks", flow(chips, width - LABEL - 1, 3), LABEL, paint.theme.dim)


def _in_play(seat: SeatView, width: int, paint: Brush) -> list[Text]:
    if paint.thrift and not seat.in_play:
        return []
    old = _seat_before(seat, paint)
    before = list(old.in_play) if old else list(seat.in_play)
    chips = []
    # Cards with others Set on them are not lumped together: each is one to Build on.
    apart = [(placed, at if placed.count else 0) for at, placed in enumerate(seat.in_play)]
    for (placed, _), count in _tally(apart).items():
        new = seat.in_play.count(placed) > before.count(placed)
        chips.append(paint.mark(_placed(placed, count, paint), new))
    return _row("in play", chips, width, paint)


def _seat_before(seat: SeatView, paint: Brush) -> SeatView | None:
    """Return a seat as it was when the table was last seen."""
    seats = paint.since.seats if paint.since else ()
    return next((each for each in seats if each.title == seat.title), None)


def _placed(placed: PlacedView, count: int, paint: Brush) -> Text:
    text = paint.name(placed.card, count)
    if placed.count:
        names = [card.name for card in placed.settled] if placed.settled else [str(placed.count)]
        text.append(f" {paint.glyphs.settled}{', '.join(names)}", paint.theme.dim)
    return text


def _tally(things: Sequence[T]) -> dict[T, int]:
    """Return each different thing once, in the order of the first of it, and how many it is."""
    return dict(Counter(things))


def _hand(seat: SeatView, view: View, paint: Brush) -> list[Text]:
    """Return the cards in hand; a new round's hand is all new and not marked."""
    hand = seat.hand or ()
    old = _seat_before(seat, paint)
    if old is None or paint.since is None or paint.since.round != view.round:
        before = _tally(hand)
    else:
        before = _tally(old.hand or ())
    return [
        paint.mark(paint.name(card, count), count > before.get(card, 0))
        for card, count in _tally(hand).items()
    ]


def _row(label: str, chips: Sequence[Text], width: int, paint: Brush) -> list[Text]:
    dim = paint.theme.dim
    lines = _listed(list(chips) or [Text(paint.glyphs.minus, dim)], width, paint)
    return _cut(hang(label, lines, LABEL, dim), width, paint)


def _listed(chips: Sequence[Text], width: int, paint: Brush) -> list[Text]:
    sep = Text(f" {paint.glyphs.dot} ", paint.theme.dim)
    joined = [Text().append_text(chip).append_text(sep) for chip in chips[:-1]] + [chips[-1]]
    return flow(joined, width - LABEL - 1, 0)


def _cut(lines: list[Text], width: int, paint: Brush) -> list[Text]:
    """Return a row as it is, or with the greatest thrift its first line only."""
    if paint.thrift < THRIFT or len(lines) < 2:
        return lines
    more = Text(f" {paint.glyphs.more}", paint.theme.dim)
    first = lines[0].copy()
    first.truncate(width - more.cell_len)
    return [first.append_text(more)]


def _market(label: str, piles: Sequence[PileView], width: int, paint: Brush) -> list[Text]:
    """Return a row of Market Stacks: in even columns if they fit, else closer and closer."""
    room = width - LABEL - 1
    airy, tight = ([_stack(pile, paint, space) for pile in piles] for space in (" ", ""))
    cell = room // len(piles)
    if all(chip.cell_len <= cell - 2 for chip in airy):
        line = Text()
        for chip in airy:
            line.append_text(chip).append(" " * (cell - chip.cell_len))
        return hang(label, [line], LABEL, paint.theme.dim)
    for chips, gap in ((airy, 3), (airy, 2), (tight, 2)):
        lines = flow(chips, room, gap)
        if len(lines) == 1:
            break
    return _cut(hang(label, lines, LABEL, paint.theme.dim), width, paint)


def _stack(pile: PileView, paint: Brush, space: str) -> Text:
    if pile.top is None:
        return Text(f"{pile.name} {paint.glyphs.minus}".strip(), paint.theme.dim)
    return paint.mark(paint.priced(pile.top, len(pile.cards), space), paint.changed(pile))


def _panel(view: View, width: int, paint: Brush, height: int) -> list[Text]:
    """Return what the cards say: those in hand, one's own in play, then the market's."""
    you = view.you
    cards: list[CardView] = []
    if you is not None:
        cards += [*(you.hand or ()), *(placed.card for placed in you.in_play)]
    for seat in reversed(view.seats):
        cards += [pile.top for pile in seat.market if pile.top]
    cards += [pile.top for pile in view.generic if pile.top]
    lines: list[Text] = []
    for card in dict.fromkeys(cards):
        if not card.words:
            continue
        entry = [paint.name(card)]
        said = wrap(card.words, width - 2)
        if entry[0].cell_len + 2 + len(card.words) <= width:
            entry[0].append(f"  {card.words}", paint.theme.dim)
        else:
            entry += [Text(f"  {line.plain}", paint.theme.dim) for line in said]
        if len(lines) + len(entry) > height:
            break
        lines += entry
    return lines


def _beside(left: Sequence[Text], right: Sequence[Text], width: int, paint: Brush) -> list[Text]:
    lines = []
    for at, line in enumerate(left):
        joined = fit(line, width, paint.glyphs)
        if at < len(right):
            joined.append("   ").append_text(right[at])
        lines.append(joined)
    return lines

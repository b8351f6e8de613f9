"""Layout of a view as a screen; it makes no decisions about the game.

The screen mirrors the table: opponents on top, generic Market Stacks in the middle, one's own cards
at the bottom, and the standing below. Spare lines show the texts of cards, one's own first; if
lines are short, the layout gets more compact step by step.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from msgspec import structs
from rich.text import Text

from moonflight_solo.cli.output.drawing import MOST_COMPACT, Brush, Chip
from moonflight_solo.cli.output.jacks import header, jack_row, own_jack_rows
from moonflight_solo.cli.output.standing import Standing
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.text_layout import fit, flow
from moonflight_solo.cli.output.view import ActView, PileView, PlacedView, SeatView, View
from moonflight_solo.numbers import plural
from moonflight_solo.rules.state import Card

T = TypeVar("T")
Draw = Callable[[str, T, Brush], list[Text]]

NEEDED: Final = ("hand", "own market")
"""Rows whose cards' texts are worth a more compact layout."""
YOURS: Final = (*NEEDED, "generic")
THEIRS: Final = ("market", "in play")
WORDED: Final = (*YOURS, "own in play", *THEIRS)
"""Rows that can show card texts, in order of priority; opponents' only if one's own all do."""
USUAL: Final = 1
FOR_MARKET: Final = 3
FOR_HAND: Final = 4
"""How compact a layout may become to show more texts: any, those of one's own market, of one's
hand."""


SHORTER: Final = (100, 16, 12, 9, 6)
"""How long names may be in an opponent's market that does not fit into its line."""
CLOSE: Final = 2
"""How many cards to the End are called to attention."""
WORDY: Final = 70
"""In how many columns there is room for words that a sign stands for."""


def render(
    view: View,
    width: int,
    glyphs: Glyphs,
    height: int = 1_000,
    *,
    since: View | None = None,
    acts: Mapping[Card | str, ActView] | None = None,
    choices: Mapping[Card | str, int] | None = None,
    free: tuple[int, int] = (0, 0),
    layouts: MutableMapping[object, Brush] | None = None,
) -> list[Text]:
    """Render the table in lines of exactly ``width`` columns.

    Tries to leave ``free`` of the screen's ``height`` lines: the first number before choosing a
    more compact layout, the second before showing card texts. Changes from ``since`` are marked,
    except across the Turn, when everything is new. ``layouts`` remembers those of the round: one
    that shows all that is needed is kept while it fits, so that cards do not jump; texts that are
    not needed leave it for good when there is no room for them.
    """
    if since is not None and since.turned != view.turned:
        since = None
    brush = Brush(view, width, glyphs, since, acts, choices or {})
    layouts = {} if layouts is None else layouts
    screen = view.round, view.turned, width, height, acts is None
    if screen in layouts and all(_needed(layouts[screen])):
        for kept in _ever_fewer_words(_laid_out_like(layouts[screen], brush)):
            lines = _table(kept)
            if len(lines) <= height - (free[1] if kept.worded else free[0]):
                layouts[screen] = kept
                return [fit(line, width, glyphs) for line in lines]
    laid: list[tuple[Brush, list[Text]]] = []
    for compact in range(MOST_COMPACT + 1):
        brush = replace(brush, compact=compact, named=compact < 4)
        lines = _table(brush)
        if len(lines) <= height - free[0] or compact == MOST_COMPACT:
            laid.append(_with_words(brush, lines, height - free[1]))
        if laid and compact >= _compact_enough(laid):
            break
    layouts[screen], lines = max(laid, key=lambda each: (_needed(each[0]), len(each[0].worded)))
    return [fit(line, width, glyphs) for line in lines]


def _laid_out_like(old: Brush, brush: Brush) -> Brush:
    more, worded, brief = old.compact, old.worded, old.brief
    return replace(brush, compact=more, named=old.named, worded=worded, brief=brief)


def _ever_fewer_words(brush: Brush) -> Iterator[Brush]:
    """Yield a layout, and then without the texts of one row after another, but for the needed."""
    yield brush
    for name in reversed(WORDED):
        if name in brush.worded:
            brush = replace(brush, worded=brush.worded - {name})
            yield brush


def _needed(brush: Brush) -> list[bool]:
    """Return which of the rows that matter most show the texts of their cards."""
    return [name in brush.brief for name in NEEDED]


def _compact_enough(laid: Sequence[tuple[Brush, list[Text]]]) -> int:
    """Return how compact a layout is worth trying after those ``laid`` already."""
    hand, market = max(_needed(brush) for brush, _ in laid)
    return FOR_HAND if not hand else FOR_MARKET if not market else USUAL


def _with_words(brush: Brush, lines: list[Text], most: int) -> tuple[Brush, list[Text]]:
    """Add card texts to as many rows as fit into ``most`` lines.

    What matters most comes first, if only briefly.
    """
    steps = [replace(brush, brief=frozenset({name})) for name in NEEDED]
    rows = WORDED if brush.compact < 2 else YOURS if brush.compact == 2 else ()
    steps += [replace(brush, worded=frozenset({name})) for name in rows]
    for step in steps:
        if step.worded.intersection(THEIRS) and not brush.worded.issuperset(YOURS):
            break
        more = replace(brush, brief=brush.brief | step.brief, worded=brush.worded | step.worded)
        longer = _table(more)
        if len(longer) <= most:
            brush, lines = more, longer
    return brush, lines


def _once(*levels: int) -> Callable[[Draw[T]], Draw[T]]:
    """Cache a row-drawing function across the layouts that are tried.

    ``levels`` are those of compactness from which on the row may look different.
    """

    def caching(draw: Draw[T]) -> Draw[T]:
        def drawn(name: str, cards: T, brush: Brush) -> list[Text]:
            looks = name in brush.worded, name in brush.brief, brush.named
            key = draw, name, id(cards), bisect(levels, brush.compact), looks
            if key not in brush.drawn:
                brush.drawn[key] = draw(name, cards, brush)
            return brush.drawn[key]

        return drawn

    return caching


def _table(brush: Brush) -> list[Text]:
    lines = [header(brush)]
    others = [seat for seat in brush.view.seats if not seat.you]
    for seat in others:
        lines += _title("title", seat, brush)
        if seat.hand is not None:
            held = [brush.mark(brush.name(c, n), new) for c, n, new in _held(seat, brush)]
            lines += brush.cut(brush.row("hand", held))
        lines += brush.cut(jack_row(seat, brush) if not brush.compact else [])
        lines += brush.cut(_piles("stacks", seat, brush))
        lines += brush.cut(_in_play("in play", seat, brush))
        lines += brush.cut(_market("market", seat.market, brush))
    if others and not brush.compact:
        lines.append(brush.rule())
    lines += _market("generic", brush.view.generic, brush)
    you = brush.view.you
    if you is not None:
        lines += [*_title("title", you, brush), *own_jack_rows(you, brush)]
        lines += _market("own market", you.market, brush)
        lines += [*brush.cut(_in_play("own in play", you, brush)), *_piles("stacks", you, brush)]
        lines += _hand("hand", you, brush)
    if brush.view.standing is not None:
        lines += _standing("so far", brush.view.standing, brush)
    return lines


@_once(1, 2)
def _title(name: str, seat: SeatView, brush: Brush) -> list[Text]:
    """Return a seat's title rule: the player, first-player mark, and counts."""
    glyphs, colours = brush.glyphs, brush.theme
    text = Text().append(f"{glyphs.line} ", colours.rule)
    style = f"{colours.title} {brush.suit_style(seat.jack)}"
    text.append(f"{brush.suit_sign(seat.jack)} {seat.title}", style)
    if seat.you:
        text.append(" (you)", colours.title)
    if seat.points:
        now = brush.view.turned
        sign = glyphs.scores if now else glyphs.will_score
        text.append(f" {sign}{seat.points}", colours.score if now else colours.later)
    if seat.first:
        word = "first" if brush.width >= WORDY else ""
        text.append(f" {glyphs.first}{word}", colours.score)
    text.append(" ")
    facts = [mark for mark in ("shopped", "built") if getattr(seat, mark)]
    if not _piles("stacks", seat, brush):
        facts += [f"discard {len(seat.discard.cards)}", f"trash {len(seat.trash.cards)}"]
    facts += [f"hand {seat.hand_count}", f"deck {seat.draw_count}", f"supply {seat.supply_count}"]
    coins = f"{seat.coins}{glyphs.coin}"
    sep = f" {glyphs.dot} "
    needless = ["trash", "supply", *(["hand"] if seat.you else []), "built", "shopped", "discard"]
    while facts and text.cell_len + len(sep.join([*facts, coins])) + 4 > brush.width:
        least = needless.pop(0) if needless else facts[0]
        facts = [fact for fact in facts if not fact.startswith(least)]
    right = Text(" ").append(sep.join([*facts, ""]), colours.dim).append(coins, colours.coin)
    right.append(f" {glyphs.line}", colours.rule)
    between = max(brush.width - text.cell_len - right.cell_len, 0)
    return [text.append(glyphs.line * between, colours.rule).append_text(right)]


@_once(1, 2)
def _piles(name: str, seat: SeatView, brush: Brush) -> list[Text]:
    empty = not seat.discard.cards and not seat.trash.cards
    if brush.compact > 1 or (brush.compact and empty):
        return []
    chips = []
    for stack, pile in (("discard", seat.discard), ("trash", seat.trash)):
        chip = Text().append(f"{stack} {len(pile.cards)}", "" if pile.cards else brush.theme.dim)
        if pile.top:
            chip.append(", top ", brush.theme.dim).append_text(brush.name(pile.top))
        chips.append(chip)
    return brush.labelled(name, flow(chips, brush.room, 3))


@_once(1)
def _in_play(name: str, seat: SeatView, brush: Brush) -> list[Text]:
    in_play, old = seat.in_play, _seat_before(seat, brush)
    if brush.compact and not in_play:
        return []
    before = old.in_play if old else in_play
    # Cards with others Set on them are kept apart: each is one to Build on.
    apart = [(placed, at if placed.count else 0) for at, placed in enumerate(in_play)]
    counted = Counter(apart).items()

    found = []
    for (placed, _), count in counted:
        behind, new = _behind(placed, count, brush), in_play.count(placed) > before.count(placed)
        found.append((placed.card, behind, new))
    if name in brush.worded and in_play:
        chips = [brush.chip(card, behind, new=new) for card, behind, new in found]
        return brush.cards(name, "in play", chips)
    marked = [brush.mark(brush.name(card), new) + behind for card, behind, new in found]
    return brush.row("in play", marked)


def _behind(placed: PlacedView, count: int, brush: Brush) -> Text:
    """Return the number of copies of a card in play and the cards Set on it."""
    text = brush.times(count)
    if placed.count:
        names = [card.name for card in placed.settled or ()] or [str(placed.count)]
        text.append(f" {brush.glyphs.settled}{', '.join(names)}", brush.theme.dim)
    return text


def _seat_before(seat: SeatView, brush: Brush) -> SeatView | None:
    """Return a seat as last shown, ``None`` for none."""
    seats = brush.since.seats if brush.since else ()
    return next((each for each in seats if each.title == seat.title), None)


def _held(seat: SeatView, brush: Brush) -> list[tuple[Card, int, bool]]:
    """Return the cards in hand in order of their numbers, how many, and whether they are new.

    Nothing is marked new in the first hand of a round.
    """
    hand = Counter(seat.hand or ())
    old = _seat_before(seat, brush)
    new_round = brush.since is None or brush.since.round != brush.view.round
    before = hand if old is None or new_round else Counter(old.hand or ())
    kinds = sorted(hand, key=lambda card: brush.number_of(card) or 0)
    return [(card, hand[card], hand[card] > before[card]) for card in kinds]


@_once()
def _hand(name: str, you: SeatView, brush: Brush) -> list[Text]:
    held = _held(you, brush)
    chips = [brush.chip(card, brush.times(n), on=card, new=new) for card, n, new in held]
    return brush.cards(name, "hand", chips)


@_once(3, MOST_COMPACT)
def _market(name: str, piles: Sequence[PileView], brush: Brush) -> list[Text]:
    label = name.split()[-1]
    if name == "market" and brush.compact > 2:
        brush = replace(brush, named=False)
    chips = [_stack(pile, brush) for pile in piles]
    if name == "market" and brush.compact == MOST_COMPACT:
        lines = brush.first_ends(label, chips)
        unasked = [structs.replace(pile, number=0) for pile in piles]
        for longest in SHORTER:  # better to lose the look-up numbers and part of names than a card
            if not lines[1:]:
                break
            brush = replace(brush, longest=longest)
            lines = brush.first_ends(label, [_stack(pile, brush) for pile in unasked])
        return lines
    return brush.cards(name, label, chips)


def _stack(pile: PileView, brush: Brush) -> Chip:
    """Return a Market Stack, marked if its top card or size has changed since last shown."""
    if pile.top is None:
        return Chip(brush.dim(f"{pile.name} {brush.glyphs.minus}".strip()))
    piles = brush.since.piles() if brush.since else ()
    before = next((old for old in piles if old.title == pile.title), pile)
    new = before.top != pile.top or len(before.cards) != len(pile.cards)
    count = len(pile.cards)
    deep = brush.times(count) if pile.name else brush.dim(f" +{count - 1}" if count > 1 else "")
    return brush.chip(pile.top, deep, on=pile.title, new=new, asked=pile.number)


# ------------------------------------------------------------------------------- standing


@_once(MOST_COMPACT)
def _standing(name: str, standing: Standing, brush: Brush) -> list[Text]:
    near = standing.turns or (standing.deals or 0) <= 1
    strong = f"bold {brush.theme.score}" if near else brush.theme.dim
    turn = [] if standing.deals is None else [Text(_turn(standing), strong)]
    rank, end = _rank(standing, brush), _end(standing, brush)
    quiet = [] if end else [brush.dim("no End yet")]
    parts = [_worth(standing, brush), *rank, *turn, *end, *quiet]
    spare = [*rank, *([] if near else turn), *quiet]
    row = brush.row(name, parts)
    while brush.compact == MOST_COMPACT and len(row) > 1 and spare:  # cards matter more
        parts.remove(spare.pop())
        row = brush.row(name, parts)
    return row


def _worth(standing: Standing, brush: Brush) -> Text:
    glyphs, colours = brush.glyphs, brush.theme
    text = brush.dim("hand ").append(f"{glyphs.scores}{standing.score}", colours.score)
    if standing.later is not None:
        text.append(", later ", colours.dim)
        text.append(f"{glyphs.will_score}{standing.later}", colours.later)
    return text


def _rank(standing: Standing, brush: Brush) -> list[Text]:
    if not standing.rank:
        return []
    higher = standing.next_rank
    more = f"; {higher.name} at {brush.glyphs.scores}{higher.least}" if higher else ""
    return [brush.dim(f"rank {standing.rank}{more}")]


def _turn(standing: Standing) -> str:
    if standing.turns:
        return "the Turn comes in this Reset"
    number = plural(standing.deals or 0, "deal")
    if standing.tokens:
        number += f" or {plural(standing.tokens, 'token')}"
    if standing.dealt:
        return f"Turn in {number}"
    return f"Turn in {number}, {'one' if standing.empty else 'none'} this Reset"


def _end(standing: Standing, brush: Brush) -> list[Text]:
    """Return how near the End is and who would win, empty while it is far."""
    strong, left = f"bold {brush.theme.score}", standing.left
    names = ["you", *(each.title for each in left[1:])]
    if not standing.ending:
        to_go = [each.cards - each.limit for each in left]
        if standing.deals is not None and min(to_go) > 2:
            return []
        told = [
            Text(f"{name} {cards}", strong if cards <= CLOSE else brush.theme.dim)
            for name, cards in zip(names, to_go, strict=True)
        ]
        return [brush.dim("cards to the End: ").append_text(told[0]), *told[1:]]
    said = ["the End comes in this Reset"]
    if standing.winner:
        said.append("you win" if standing.winner == left[0].title else f"{standing.winner} wins")
    else:
        for name, each in zip(names, left, strict=True):
            said.append(f"{name} {each.least}{f' to {each.most}' * (each.least != each.most)}")
        said += ["most coin tokens win a tie"] * standing.close
    return [Text(words, strong) for words in said]

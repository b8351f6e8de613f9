"""The table in lines of text; it makes no decisions about the game.

It mirrors the table: opponents on top, generic Market Stacks in the middle, one's own cards at the
bottom, and the standing below. Each row has the lines that its `frame` gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from moonflight_solo.cli.output.drawing import NO_LIMIT, SHORT, Brush, Chip, Detail
from moonflight_solo.cli.output.frame import THEIRS, Form, Frame, frame
from moonflight_solo.cli.output.standing import Standing
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.text_layout import fit, flow, wrap
from moonflight_solo.cli.output.view import PileView, PlacedView, SeatView, View
from moonflight_solo.numbers import plural
from moonflight_solo.rules.state import Card

CLOSE: Final = 2
"""How many cards to the End are called to attention."""
WORDY: Final = 76
"""In how many columns there is room for words and dots between the numbers of a player."""
WHOLE_ROW: Final = Form(Detail.TEXTS, NO_LIMIT, 0)
"""The form of a row that has all the lines it needs."""


def render(
    view: View, width: int, glyphs: Glyphs, height: int = NO_LIMIT, since: View | None = None
) -> list[Text]:
    """Render a table that nobody is to act at, in lines of exactly ``width`` columns.

    It has at most ``height`` lines where they suffice; without ``height`` nothing is left out.
    """
    brush = Brush(view, width, glyphs, since)
    rows: Frame = {} if height >= NO_LIMIT else frame(view, width, height + 4)
    return table_lines(brush, rows)


def table_lines(brush: Brush, rows: Frame) -> list[Text]:
    """Render the table in the ``rows`` of a frame; those not in it have all the lines they need."""
    return [fit(line, brush.width, brush.glyphs) for line in _table(brush, rows)]


def _table(brush: Brush, rows: Frame) -> Iterator[Text]:
    view, you = brush.view, brush.view.you

    def row(name: str, draw: object, *given: object) -> list[Text]:
        """Draw a row and fill its lines."""
        form = rows.get(name, WHOLE_ROW)
        if rows and (name not in rows or not form.lines):
            return []
        lines: list[Text] = draw(*given, brush, form)  # type: ignore[operator]
        missing = form.lines - len(lines) if form.lines < NO_LIMIT else 0
        return [*lines, *[Text()] * missing]

    yield header(brush)
    for seat in view.seats:
        if not seat.you:
            yield _title(seat, brush)
            if seat.hand is not None:
                yield from row(f"{THEIRS}hand", _open_hand, seat)
            yield from row(f"{THEIRS}jack", _jack, seat)
            yield from row(f"{THEIRS}stacks", _piles, seat)
            yield from row(f"{THEIRS}in play", _in_play, seat)
            yield from row(f"{THEIRS}market", _market, "market", seat.market)
    yield from row("generic", _market, "generic", view.generic)
    if you is not None:
        yield _title(you, brush)
        yield from row("jack", _jack, you)
        yield from row("market", _market, "market", you.market)
        yield from row("in play", _in_play, you)
        yield from row("stacks", _piles, you)
        yield from row("hand", _hand, you)
    if view.standing is not None:
        yield from row("so far", _standing, view.standing)


# ----------------------------------------------------------------------------- the Jacks


def header(brush: Brush) -> Text:
    """Return the top line: side of the Turn, round, and one's own Jack."""
    view, glyphs = brush.view, brush.glyphs
    sign, when = (glyphs.after, "After") if view.turned else (glyphs.before, "Before")
    side = f" {sign} {when} the Turn, round {view.round}"
    if view.tokens is not None:
        side += f" {glyphs.dot} tokens: Turn {view.tokens[0]}, End {view.tokens[1]}"
    right = ""
    if view.you is not None:
        # Every round has room for two digits, so that nothing changes with the tenth.
        jack, room = view.you.character, brush.width - len(side) - 1 - (view.round < 10)
        fitting = (f"{jack.name}: {jack.words} ", f"{jack.words} ", f"{jack.name} ")
        right = next((each for each in fitting if len(each) <= room), "")
    text = fit(Text(side.ljust(brush.width - len(right)) + right), brush.width, glyphs)
    text.stylize(brush.theme.header)
    return text


def _jack(seat: SeatView, brush: Brush, form: Form) -> list[Text]:
    """Return what a Jack is called and says: at both ends if the other one is still to come."""
    card, chips = seat.character, []
    both = not brush.view.turned or brush.view.turning
    for end in [card, card.flipped] if both else [card]:
        chip = brush.dim("" if end is card else f"{brush.glyphs.becomes} ")
        chips.append(chip.append(end.name, brush.suit_style(card.suit)).append(f": {end.words}"))
    whole = flow(chips, brush.room, 3)
    cut = [line for row in whole for line in wrap(row.plain, brush.room)]
    return brush.fullest("jack", [whole, cut], form.lines)


# ------------------------------------------------------------------------------ a player


def _title(seat: SeatView, brush: Brush) -> Text:
    """Return a seat's title rule: the player, first-player mark, and counts."""
    glyphs, colours, view = brush.glyphs, brush.theme, brush.view
    wordy = brush.width >= WORDY
    text = Text().append(f"{glyphs.line} ", colours.rule)
    style = f"{colours.title} {brush.suit_style(seat.jack)}"
    sign = glyphs.suits[view.suits.index(seat.jack) % len(glyphs.suits)]
    text.append(f"{sign} {seat.title}", style)
    text.append(" (you)" * seat.you, colours.title)
    if seat.points:
        sign = glyphs.scores if view.turned else glyphs.will_score
        text.append(f" {sign}{seat.points}", colours.score if view.turned else colours.later)
    text.append(f" {glyphs.first}{'first' * wordy} " if seat.first else " ", colours.score)
    facts = {
        "hand": seat.hand_count,
        "draw": seat.draw_count,
        "discard": len(seat.discard.cards),
        "trash": len(seat.trash.cards),
        "supply": seat.supply_count,
    }
    sep = f" {glyphs.dot} " if wordy else " "
    # What there is room for is measured as if every number had two digits, so that none comes and
    # goes.
    width_used = len(f"{glyphs.line} . {seat.title}{' (you)' * seat.you} .99 .{'first' * wordy} ")
    room = brush.width - width_used - len(f" 99. {glyphs.line}")
    for needless in ("supply", "trash", *(("hand", "discard") if seat.you else ("discard",))):
        if sum(len(f"{name} 99{sep}") for name in facts) <= room:
            break
        del facts[needless]
    counts = [f"{name} {number}" for name, number in facts.items()]
    marks = [mark for mark in ("shopped", "built") if getattr(seat, mark)]
    coins = f"{seat.coins}{glyphs.coin}"
    for shown in ([*marks, *counts], counts):
        right = Text(" ").append(sep.join([*shown, ""]), colours.dim).append(coins, colours.coin)
        right.append(f" {glyphs.line}", colours.rule)
        between = brush.width - text.cell_len - right.cell_len
        if between >= 0:
            break
    return text.append(glyphs.line * max(between, 0), colours.rule).append_text(right)


def _piles(seat: SeatView, brush: Brush, form: Form) -> list[Text]:
    def tops(longest: int) -> list[Text]:
        chips = []
        for stack, pile in (("discard", seat.discard), ("trash", seat.trash)):
            text = Text(f"{stack} {len(pile.cards)}", "" if pile.cards else brush.theme.dim)
            if pile.top:
                text.append(", top ", brush.theme.dim).append_text(brush.name(pile.top, 1, longest))
            chips.append(text)
        return flow(chips, brush.room, 3)

    return brush.fullest("stacks", map(tops, (NO_LIMIT, *SHORT)), form.lines)


def _in_play(seat: SeatView, brush: Brush, form: Form) -> list[Text]:
    in_play, old = seat.in_play, _seat_before(seat, brush)
    before = old.in_play if old else in_play
    if brush.since is not None and brush.since.round != brush.view.round:
        before = tuple(placed for placed in before if placed.count)  # the others have left play
    # Cards with others Set on them are kept apart: each is one to Build on.
    apart = [(placed, index if placed.count else 0) for index, placed in enumerate(in_play)]
    counts = Counter(apart).items()
    new = {placed: in_play.count(placed) > before.count(placed) for placed, _ in apart}

    def names(longest: int, *, settled: bool) -> list[Text]:
        return brush.listed(
            [
                brush.mark(brush.name(placed.card, 1, longest), new[placed])
                + _behind(placed, count, brush, named=settled)
                for (placed, _), count in counts
            ]
        )

    def forms() -> Iterator[Sequence[Text]]:
        if form.detail >= Detail.TEXT and in_play:
            chips = [
                brush.chip(placed.card, _behind(placed, count, brush), new=new[placed])
                for (placed, _), count in counts
            ]
            for detail in (Detail.TEXTS, Detail.TEXT)[form.detail is Detail.TEXT :]:
                yield [row[9:] for row in brush.cards("", chips, detail)]
        yield names(NO_LIMIT, settled=True)
        for longest in (NO_LIMIT, *SHORT):
            yield names(longest, settled=False)

    lines = brush.fullest("in play", forms(), form.lines)
    if len(lines) > form.lines:
        last = lines[form.lines - 1].copy()
        last.truncate(brush.width - 2)
        lines = [*lines[: form.lines - 1], last.append(f" {brush.glyphs.more}", brush.theme.dim)]
    return lines


def _behind(placed: PlacedView, count: int, brush: Brush, *, named: bool = True) -> Text:
    """Return the number of copies of a card in play and the cards Set on it."""
    text = brush.times(count)
    if placed.count:
        names = [card.name for card in (placed.settled or ()) if named] or [str(placed.count)]
        text.append(f" {brush.glyphs.settled}{', '.join(names)}", brush.theme.dim)
    return text


def _seat_before(seat: SeatView, brush: Brush) -> SeatView | None:
    """Return a seat as last shown, ``None`` for none."""
    seats = brush.since.seats if brush.since else ()
    return next((view for view in seats if view.title == seat.title), None)


def _hand_cards(seat: SeatView, brush: Brush) -> list[tuple[Card, int, bool]]:
    """Return the cards in hand, how many, and whether they are new.

    Nothing is marked new in the first hand of a round.
    """
    hand = Counter(seat.hand or ())
    old = _seat_before(seat, brush)
    new_round = brush.since is None or brush.since.round != brush.view.round
    before = hand if old is None or new_round else Counter(old.hand or ())
    return [(card, count, count > before[card]) for card, count in hand.items()]


def _hand(you: SeatView, brush: Brush, form: Form) -> list[Text]:
    hand = _hand_cards(you, brush)
    chips = [brush.chip(card, brush.times(n), on=card, new=new) for card, n, new in hand]
    return brush.cards("hand", chips, form.detail, form.lines)


def _open_hand(seat: SeatView, brush: Brush, form: Form) -> list[Text]:
    def names(longest: int) -> list[Text]:
        return brush.listed(
            [
                brush.mark(brush.name(card, n, longest), new)
                for card, n, new in _hand_cards(seat, brush)
            ]
        )

    return brush.fullest("hand", map(names, (NO_LIMIT, *SHORT)), form.lines)


def _market(label: str, piles: Sequence[PileView], brush: Brush, form: Form) -> list[Text]:
    return brush.cards(label, [_stack(pile, brush) for pile in piles], form.detail, form.lines)


def _stack(pile: PileView, brush: Brush) -> Chip:
    """Return a Market Stack, marked if its top card or size has changed since last shown."""
    if pile.top is None:
        return Chip(brush, None, Text(), empty=f"{pile.name} {brush.glyphs.minus}".strip())
    piles = brush.since.piles() if brush.since else ()
    before = next((old for old in piles if old.title == pile.title), pile)
    new = before.top != pile.top or len(before.cards) != len(pile.cards)
    count = len(pile.cards)
    deep = brush.times(count) if pile.name else brush.dim(f" +{count - 1}" if count > 1 else "")
    return brush.chip(pile.top, deep, on=pile.title, new=new, asked=pile.number)


def texts_in_reach(brush: Brush) -> list[Text]:
    """Return the texts of the cards in hand and in one's own market, each after its number."""
    you, chips = brush.view.you, []
    hand = [(card, brush.number_of(card)) for card, _, _ in _hand_cards(you, brush)] if you else []
    tops = {pile.top: pile.number for pile in reversed(you.market if you else ()) if pile.top}
    for card, number in [*hand, *reversed(tops.items())]:
        named = Text(f"{card.name}: ", brush.suit_style(card.suit))
        key = named if brush.acts is None else None if number is None else brush.number(number)
        if card.words and key is not None:
            chips.append(key.append(card.words, brush.theme.dim))
    return flow(chips, brush.width - 2, 2)


# ------------------------------------------------------------------------------- standing


def _standing(standing: Standing, brush: Brush, form: Form) -> list[Text]:
    """Return how the game stands, in shorter words where they do not fit into the lines."""
    near = standing.turns or (standing.deals or 0) <= 1
    strong = f"bold {brush.theme.score}" if near else brush.theme.dim

    def said(less: int) -> list[Text]:
        clock = [] if standing.deals is None else [Text(_turn(standing, less), strong)]
        end = _end(standing, brush, less) or [brush.dim("no End yet")] * (less < 3)
        return brush.listed(
            [_worth(standing, brush, less), *_rank(standing, brush, less), *clock, *end]
        )

    return brush.fullest("so far", map(said, range(6)), form.lines)


def _worth(standing: Standing, brush: Brush, less: int) -> Text:
    glyphs, colours = brush.glyphs, brush.theme
    text = brush.dim("hand " * (less < 4)).append(f"{glyphs.scores}{standing.score}", colours.score)
    if standing.later is not None:
        text.append(glyphs.becomes, colours.dim)
        text.append(f"{glyphs.will_score}{standing.later}", colours.later)
    return text


def _rank(standing: Standing, brush: Brush, less: int) -> list[Text]:
    if not standing.rank:
        return []
    higher = standing.next_rank
    more = f"{higher.name} at {brush.glyphs.scores}{higher.least}" if higher else ""
    words = [standing.rank, more] if less < 3 or not higher else [more]
    return [brush.dim("; ".join(filter(None, words)))]


def _turn(standing: Standing, less: int) -> str:
    if standing.turns:
        return "the Turn comes in this Reset" if less < 2 else "Turn this Reset"
    number = plural(standing.deals or 0, "deal")
    if standing.tokens:
        number += f"{' or' if less < 5 else ','} {plural(standing.tokens, 'token')}"
    if standing.dealt or less > 1:
        return f"Turn in {number}"
    return f"Turn in {number} ({'one' if standing.empty else 'none'} this Reset)"


def _end(standing: Standing, brush: Brush, less: int) -> list[Text]:
    """Return how near the End is and who would win, empty while it is far."""
    strong, left = f"bold {brush.theme.score}", standing.left
    names = ["you", *(each.title for each in left[1:])]
    if less > 0:
        names = [name.split()[0] + name[-4:] * name.endswith(")") for name in names]
    if not standing.ending:
        to_go = [each.cards - each.limit for each in left]
        if standing.deals is not None and min(to_go) > 2:
            return []
        if less > 4:
            return [Text(f"End in {plural(max(min(to_go), 0), 'card')}", strong)]
        lines = [
            Text(f"{name} {cards}", strong if cards <= CLOSE else brush.theme.dim)
            for name, cards in zip(names, to_go, strict=True)
        ]
        begins = "cards to the End: " if less < 2 else "to the End: " if less < 4 else "End: "
        return [brush.dim(begins).append_text(lines[0]), *lines[1:]]
    facts = ["the End comes in this Reset" if less < 2 else "End this Reset"]
    if less > 4:
        pass
    elif standing.winner:
        facts.append("you win" if standing.winner == left[0].title else f"{standing.winner} wins")
    else:
        for name, each in zip(names, left, strict=True):
            facts.append(f"{name} {each.least}{f' to {each.most}' * (each.least != each.most)}")
        facts += ["most coin tokens win a tie"] * (standing.close and less < 2)
    return [Text(words, strong) for words in facts]

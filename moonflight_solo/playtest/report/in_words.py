"""Numbers of a playtest in words, never saying more than they tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from moonflight_solo.numbers import plural, whole
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.comparing import (
    PairedSeat,
    PlayerCell,
    PlayersTable,
    TreatmentSummary,
    WinBounds,
)
from moonflight_solo.playtest.course import CourseSummary
from moonflight_solo.playtest.figures import ActShare, Margin, Share, Spread, WhatShare
from moonflight_solo.playtest.statistics import point_for, wilson
from moonflight_solo.playtest.tally import EXAMPLES_KEPT

FEW_GAMES: Final = 200
"""Of fewer than so many, a share is told in whole per cent."""

MANY_CARDS: Final = 3
"""From so many Settled cards on games are told of together."""

_PLAYERS: Final = {
    "ai": "AI card",
    "random": "random player",
    "greedy": "greedy player",
    "search": "searching player",
}


def decimal(number: float | None, places: int = 1) -> str:
    """Return a number with so many decimals, a dash for none."""
    return "–" if number is None else signed(number, places).removeprefix("+")


def percent(value: float | None, of: int) -> str:
    """Return a share of ``of`` things in per cent; what is not none or all does not look so."""
    if value is None:
        return "–"
    places = 0 if of < FEW_GAMES or value in (0, 1) else 1
    if 0 < value < 0.5 / 10 ** (places + 2):
        return f"<{1 / 10**places:.{places}f}%"
    if 1 > value > 1 - 0.5 / 10 ** (places + 2):
        return f">{100 - 1 / 10**places:.{places}f}%"
    return f"{100 * value:.{places}f}%"


def share_percent(share: Share) -> str:
    """Return a share in per cent, a dash for a share of nothing."""
    return percent(share.share, share.of)


def interval(share: Share) -> str:
    """Return the 95 % interval of a share, a dash for a share of nothing and of too few games."""
    if share.low is None:
        return "–"
    return f"{percent(share.low, share.of)} to {percent(share.high, share.of)}"


def count_of(share: Share) -> str:
    """Return how many of how many: "561 of 998"."""
    return f"{whole(share.count)} of {whole(share.of)}"


def beside(found: Share | Margin, value: float) -> int:
    """Return 1 or -1 if the interval lies above or below ``value``, 0 if it holds it."""
    if found.low is None or found.high is None:
        return 0
    return (found.low > value) - (found.high < value)


def against_even(bounds: WinBounds, seats: int) -> int:
    """Return 1 or -1 if one of ``seats`` wins more or less than an even share.

    0 if the games leave it open: that holds whoever had won what never ended, and for all seats at
    once. Of two, what one wins the other loses.
    """
    low, high = bounds.all_lost, bounds.all_won
    if not low.of:
        return 0
    z = point_for(seats if seats > 2 else 1)
    more = wilson(low.count, low.of, z).low > 1 / seats
    return more - (wilson(high.count, high.of, z).high < 1 / seats)


def share_words(share: Share) -> str:
    """Return a share in words: "561 of 998, 56.2% (53.1% to 59.3%)"; of acts that in a game."""
    if share.share is None:
        return "none to count"
    within = "" if share.low is None else f" ({interval(share)})"
    mean = "in a game " if isinstance(share, ActShare) else ""
    return f"{count_of(share)}, {mean}{share_percent(share)}{within}"


def together(shares: Sequence[Share]) -> Share:
    """Return the share of all that shares of different games are of."""
    count, of = sum(each.count for each in shares), sum(each.of for each in shares)
    examples = sorted((each for share in shares for each in share.examples), key=lambda e: e.seed)
    if not of:
        return Share(0, 0, None, None, None, ())
    found = wilson(count, of)
    return Share(count, of, found.value, found.low, found.high, tuple(examples[:EXAMPLES_KEPT]))


def part(count: int, of: int) -> Share:
    """Return a share of what is no sample of anything: it has no interval."""
    return Share(count, of, count / of, None, None, ())


def bounds_reach(bounds: WinBounds) -> str:
    """Return from where to where a share of wins could reach, unfinished games lost or won."""
    low, high = bounds.all_lost, bounds.all_won
    return f"{percent(low.low, low.of)} to {percent(high.high, high.of)}"


def from_to(low: float | None, high: float | None, places: int) -> str:
    """Return "1.25 to 1.75" with so many decimals, a dash if either end is not known."""
    if low is None or high is None:
        return "–"
    return f"{decimal(low, places)} to {decimal(high, places)}"


def signed(number: float | None, places: int = 1) -> str:
    """Return a number with its sign, a dash for none; what rounds to 0 has no sign."""
    if number is None:
        return "–"
    words = f"{number:+,.{places}f}"
    return (words if float(words.replace(",", "")) else words[1:]).replace("-", "−")


def in_points(found: Margin) -> str:
    """Return a difference of shares as a number in hundredths, for a column."""
    return signed(None if found.difference is None else 100 * found.difference)


def apart(found: Margin) -> str:
    """Return a difference of scores: "+0.31 (−0.10 to +0.72)"."""
    if found.difference is None:
        return "unknown"
    value = signed(found.difference, 2)
    if found.low is None:
        return f"{value} in every game" if found.difference else "the same in every game"
    return f"{value} ({signed(found.low, 2)} to {signed(found.high, 2)})"


def points(found: Margin) -> str:
    """Return a difference of shares alone: "+3.1 points", in hundredths."""
    return "unknown" if found.difference is None else f"{signed(100 * found.difference)} points"


def points_apart(found: Margin) -> str:
    """Return a difference of shares: "+3.1 points (−0.1 to +6.3)", in hundredths."""
    return points(found) if found.low is None else f"{points(found)} ({points_reach(found)})"


def points_alone(found: Margin) -> str:
    """Return a difference of shares without its unit, for a column."""
    return points_apart(found).replace(" points", "")


def points_reach(found: Margin) -> str:
    """Return the interval of a difference of shares: "−0.1 to +6.3", in hundredths."""
    low, high = (None if end is None else 100 * end for end in (found.low, found.high))
    return "unknown" if low is None else f"{signed(low)} to {signed(high)}"


def by_how_much(ways: Sequence[s.AlternativeSummary]) -> list[s.AlternativeSummary]:
    """Return other ways to follow a card that acted or ended otherwise, the most so first."""
    priced = ((way, way.price.came_out_otherwise.count if way.price else 0) for way in ways)
    found = [(way.acts.count, ends, way) for way, ends in priced]
    found.sort(key=lambda some: (-some[0], -some[1]))
    return [each for acts, ends, each in found if acts or ends]


def sooner_ended(others: Sequence[TreatmentSummary]) -> TreatmentSummary | None:
    """Return the treatment under which fewest games never end, if surely fewer than without."""
    sooner = [
        each
        for each in others
        if (each.unfinished_here.low or 0.0) > (each.unfinished_other.high or 0.0)
    ]
    return min(sooner, key=lambda each: each.unfinished_other.count, default=None)


def left_out_name(other: TreatmentSummary) -> str:
    """Return how a thing left out is called: a line without its words."""
    return other.label.partition(": ")[0] if other.what == "line" else other.label


def share_within(spread: Spread, least: int, most: int) -> str:
    """Return the share of those that had a value from ``least`` to ``most``."""
    count = sum(each.count for each in spread.histogram if least <= each.value <= most)
    return percent(count / spread.games, spread.games)


def by_what(shares: Sequence[WhatShare]) -> list[tuple[str, Share]]:
    """Return shares by what they are shares of."""
    return [(each.what, each) for each in shares]


def player_words(player: str) -> str:
    """Return what plays a seat: "searching player (50 games played out)" for "search=50"."""
    kind, _, rollouts = player.partition("=")
    words = _PLAYERS.get(kind, kind)
    return f"{words} ({rollouts} games played out)" if rollouts else words


def rollouts(player: str) -> int:
    """Return how many games a player plays out for an act, 0 for one that does not search."""
    return int(player.partition("=")[2] or 0)


def seat_words(seat: s.SeatName) -> str:
    """Return who sits in a seat: its number, its Jack and what plays it."""
    return f"Seat {seat.seat}, {seat.jack}, {player_words(seat.player)}"


def line_words(line: s.LineName | s.IdlePhrase) -> str:
    """Return how a line is called, such as "post-Turn 1" or "pre-Turn Reset 3"."""
    reset = " Reset" if isinstance(line, s.LineName) and line.section == "reset" else ""
    return f"{line.side}-Turn{reset} {line.number}"


def short_name(line: s.LineName | s.IdlePhrase) -> str:
    """Return how a line is called where there is little room, such as "post 1"."""
    return line_words(line).replace("-Turn", "")


def cell_name(cell: PlayerCell) -> str:
    """Return how a cell of a table of players is called."""
    return f"{cell.jack} ({cell.player}) against {cell.against} ({cell.rival})"


def other_name(way: s.AlternativeSummary) -> str:
    """Return how another way to follow a card is called; a line tells its seat by itself."""
    return way.label if way.line else f"seat {way.seat} {way.label}"


def whose(other: TreatmentSummary) -> PairedSeat:
    """Return the seat that a thing left out is told of: whose it is, or else the first."""
    own = [seat for seat in other.seats if other.label.startswith(seat.title)]
    return max(own, key=lambda seat: len(seat.title), default=other.seats[0])


def undecided(summary: s.Summary) -> list[s.SeatSummary]:
    """Return the seats of which the games leave open if they win more or less than others."""
    seats = summary.seats
    return [seat for seat in seats if not against_even(seat.bounds, len(seats))]


def by_gain(seat: s.SeatSummary) -> list[s.CardSummary]:
    """Return the cards with and without which a seat's wins are known, the surest gains first.

    The largest would be those of cards that were hardly ever bought, or nearly always.
    """
    cards = [card for card in seat.cards if card.gain.low is not None]
    return sorted(cards, key=lambda card: min(-(card.gain.low or 0.0), card.gain.high or 0.0))


def by_worth(others: Sequence[TreatmentSummary]) -> list[TreatmentSummary]:
    """Return those that came out otherwise at all, the largest difference of wins first."""
    some = [each for each in others if each.came_out_otherwise.count]
    return sorted(some, key=lambda each: -abs(whose(each).win_difference.difference or 0.0))


def freed(found: CourseSummary, seat: int) -> list[tuple[str, Share]]:
    """Return what a seat won by how many of its Settled cards the Turn set free, many as one."""
    own = [each for each in found.set_free if each.seat == seat]
    some: list[tuple[str, Share]] = [
        (plural(each.cards, "card"), each) for each in own if each.cards < MANY_CARDS
    ]
    many = [each for each in own if each.cards >= MANY_CARDS]
    return [*some, *([(f"{MANY_CARDS} cards or more", together(many))] if many else [])]


def alike(table: PlayersTable) -> list[PlayerCell]:
    """Return the cells of a table in which both seats have the same player."""
    return [each for each in table.cells if each.player == each.rival]


def by_print_words(by_print: tuple[int, int]) -> str:
    """Return how much of what its lines have to say an AI card says in print."""
    printed, every = by_print
    return (
        f"Of {plural(every, 'thing')} that must be known to follow it, the print says "
        f"{whole(printed)}; rulings fill in the other {whole(every - printed)}."
    )


_ENDINGS: Final = {
    "end": "Draw Deck and Discard Stack empty",
    "score-mode end": "last token of the End stack taken",
    "round limit": "limit of rounds, unfinished",
    "act limit": "limit of acts, unfinished",
}


def endings(summary: s.Summary) -> list[tuple[str, Share]]:
    """Return what ended the games, each with its share; the End also by whose cards brought it."""
    found: list[tuple[str, Share]] = []
    for each in summary.ended_by:
        found.append((_ENDINGS.get(each.what, each.what), each))
        if each.what == "end" and len(summary.seats) > 1:
            found += [(f"brought by {seat.title}", seat.brought_the_end) for seat in summary.seats]
    return found


def seeds_words(summary: s.Summary) -> str:
    """Return which seeds were played: "seeds 0 to 999", "seed 7", or that there are gaps."""
    seeds = summary.seeds
    if not seeds:
        return "no seed"
    first, last = seeds[0][0], sum(seeds[-1]) - 1
    if first == last:
        return f"seed {first}"
    gaps = ", some of them missing" if len(seeds) > 1 else ""
    return f"seeds {first} to {last}{gaps}"

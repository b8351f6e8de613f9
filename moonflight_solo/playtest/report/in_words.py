"""Formatting numbers of a playtest in words, without overstating their precision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from moonflight_solo.numbers import per_cent, whole
from moonflight_solo.playtest.round_robin import RoundRobin
from moonflight_solo.playtest.statistics import point_for, share_of
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.playtest.summaries.comparing import (
    PairedSeat,
    PlayerRating,
    TreatmentSummary,
    WinBounds,
)
from moonflight_solo.playtest.summaries.figures import ActShare, Margin, Share, Spread
from moonflight_solo.playtest.tally import EXAMPLES_KEPT

FEW_GAMES: Final = 200
"""Below this many games, shares are rounded to whole per cent."""


def decimal(number: float | None, places: int = 1) -> str:
    """Format a number with this many decimals, a dash for none."""
    return "–" if number is None else signed(number, places).removeprefix("+")


def in_quotation_marks(words: str) -> str:
    """Return words in quotation marks, as they are if they begin and end with one."""
    marks = [end for end in (words[:1], words[-1:]) if end and end in '"“”']
    if len(marks) > 1:
        return words
    return f"“{words}”" if marks in ([], ['"']) else f'"{words}"'


def percent(value: float | None, of: int) -> str:
    """Format a share of ``of`` things in per cent, a dash if unknown."""
    if value is None:
        return "–"
    return per_cent(value, 0 if of < FEW_GAMES or value in (0, 1) else 1)


def share_percent(share: Share) -> str:
    """Format a share in per cent, a dash if unknown."""
    return percent(share.share, share.of)


def interval(share: Share) -> str:
    """Format the 95% interval of a share, a dash if unknown."""
    if share.low is None:
        return "–"
    return f"{percent(share.low, share.of)} to {percent(share.high, share.of)}"


def count_of(share: Share) -> str:
    """Format the count of a share: "561 of 998"."""
    return f"{whole(share.count)} of {whole(share.of)}"


def beside(figure: Share | Margin, value: float) -> int:
    """Return 1 or -1 if the interval lies above or below ``value``, 0 if it contains it."""
    if figure.low is None or figure.high is None:
        return 0
    return (figure.low > value) - (figure.high < value)


def against_even(bounds: WinBounds, seats: int) -> int:
    """Return 1 or -1 if one of ``seats`` wins more or less than an even share, 0 if undecided.

    This holds whoever would have won the unfinished games, and for all seats simultaneously; with
    two seats there is only one comparison.
    """
    low, high = bounds.all_lost, bounds.all_won
    if not low.of:
        return 0
    z = point_for(seats if seats > 2 else 1)
    more = share_of(low.count, low.of, z).low > 1 / seats
    return more - (share_of(high.count, high.of, z).high < 1 / seats)


def share_words(share: Share) -> str:
    """Format a share: "561 of 998, 56.2% (53.1% to 59.3%)"; for acts, the mean per game."""
    if share.share is None:
        return "none to count"
    within = "" if share.low is None else f" ({interval(share)})"
    mean = "in a game " if isinstance(share, ActShare) else ""
    return f"{count_of(share)}, {mean}{share_percent(share)}{within}"


def together(shares: Sequence[Share]) -> Share:
    """Pool shares of different games."""
    count, of = sum(share.count for share in shares), sum(share.of for share in shares)
    examples = sorted((game for share in shares for game in share.examples), key=lambda e: e.seed)
    return Share.share_of(count, of, tuple(examples[:EXAMPLES_KEPT]))


def bounds_reach(bounds: WinBounds) -> str:
    """Format the range of a share of wins with unfinished games counted as lost or won."""
    low, high = bounds.all_lost, bounds.all_won
    return f"{percent(low.low, low.of)} to {percent(high.high, high.of)}"


def from_to(low: float | None, high: float | None, places: int) -> str:
    """Format "1.25 to 1.75" with this many decimals, a dash if either end is unknown."""
    if low is None or high is None:
        return "–"
    return f"{decimal(low, places)} to {decimal(high, places)}"


def signed(number: float | None, places: int = 1) -> str:
    """Format a number with its sign, a dash for none; what rounds to 0 has no sign."""
    if number is None:
        return "–"
    words = f"{number:+,.{places}f}"
    return (words if float(words.replace(",", "")) else words[1:]).replace("-", "−")


def strength_reach(rating: PlayerRating) -> str:
    """Format the interval of a strength: "−60 to +75", "+406 or more", "−406 or less"."""
    least, most = signed(rating.least, 0), signed(rating.most, 0)
    if rating.most is None:
        return f"{least} or more"
    return f"{most} or less" if rating.least is None else f"{least} to {most}"


def in_points(margin: Margin) -> str:
    """Format a difference of shares as a number in points, for a column."""
    return signed(None if margin.difference is None else 100 * margin.difference)


def apart(margin: Margin) -> str:
    """Format a difference of scores: "+0.31 (−0.10 to +0.72)"."""
    if margin.difference is None:
        return "unknown"
    value = signed(margin.difference, 2)
    if margin.low is None:
        return f"{value} in every game" if margin.difference else "the same in every game"
    return f"{value} ({_reach(margin, 1, 2)})"


def points(margin: Margin, unit: str = " percentage points") -> str:
    """Format a difference of shares without its interval: "+3.1 percentage points"."""
    return "unknown" if margin.difference is None else f"{in_points(margin)}{unit}"


def points_apart(margin: Margin, unit: str = " percentage points") -> str:
    """Format a difference of shares: "+3.1 percentage points (−0.1 to +6.3)"."""
    words = points(margin, unit)
    return words if margin.low is None else f"{words} ({points_reach(margin)})"


def points_reach(margin: Margin) -> str:
    """Format the interval of a difference of shares in points: "−0.1 to +6.3"."""
    return "unknown" if margin.low is None else _reach(margin, 100, 1)


def _reach(margin: Margin, by: int, places: int) -> str:
    """Format a known interval; an end near 0 has more decimals, so that its side is seen."""
    ends = [by * (end or 0.0) for end in (margin.low, margin.high)]
    more = [
        next((each for each in range(places, places + 3) if round(end, each)), places)
        for end in ends
    ]
    return " to ".join(map(signed, ends, more))


def change_of(seat: PairedSeat, other: TreatmentSummary | None) -> Margin:
    """Return what a seat's wins change by, or its score if it is alone."""
    return seat.score_difference if other and len(other.seats) == 1 else seat.bounds


def change_words(seat: PairedSeat, other: TreatmentSummary | None) -> str:
    """Format by how much a treatment changes a seat's wins, or its score if it is alone."""
    margin = change_of(seat, other)
    return apart(margin) if margin is seat.score_difference else points_apart(margin)


def left_out_name(other: TreatmentSummary) -> str:
    """Return the name of a thing left out: for a line without its words."""
    return other.label.partition(": ")[0] if other.what == "line" else other.label


def share_within(spread: Spread, least: int, most: int) -> str:
    """Format the share of games with a value from ``least`` to ``most``."""
    count = sum(each.count for each in spread.histogram if least <= each.value <= most)
    return percent(count / spread.games, spread.games)


def line_words(line: s.LineName | s.IdlePhrase) -> str:
    """Return a line's name, such as "post-Turn 1" or "pre-Turn Reset 3"."""
    reset = " Reset" if isinstance(line, s.LineName) and line.section == "reset" else ""
    return f"{line.side}-Turn{reset} {line.number}"


def short_name(line: s.LineName | s.IdlePhrase) -> str:
    """Return a line's short name, such as "post 1"."""
    return line_words(line).replace("-Turn", "")


def other_name(way: s.AlternativeSummary) -> str:
    """Return the name of an alternative, with its seat if it is a ruling on one card alone."""
    one = len(way.seats) == 1 and not way.seats[0].line
    return f"seat {way.seats[0].seat} {way.label}" if one else way.label


def whose(other: TreatmentSummary) -> PairedSeat:
    """Return the seat that a thing left out belongs to, by default the first."""
    own = [seat for seat in other.seats if other.label.startswith(seat.title)]
    return max(own, key=lambda seat: len(seat.title), default=other.seats[0])


def seeds_words(summary: s.Summary | RoundRobin) -> str:
    """Describe the seeds played: "seeds 0 to 999", "seed 7", or that some are missing."""
    seeds = summary.seeds
    if not seeds:
        return "no seed"
    first, last = seeds[0][0], sum(seeds[-1]) - 1
    if first == last:
        return f"seed {first}"
    gaps = ", some of them missing" if len(seeds) > 1 else ""
    return f"seeds {first} to {last}{gaps}"

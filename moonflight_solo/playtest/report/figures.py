"""Numbers of a playtest in words, never saying more than they tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from moonflight_solo.check.finding import Finding
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.statistics import wilson
from moonflight_solo.playtest.tally import KEPT

FEW: Final = 200
"""Of fewer than so many, a share is told in whole per cent."""

_PLAYERS: Final = {
    "ai": "AI card",
    "random": "random player",
    "greedy": "greedy player",
    "search": "searching player",
}


def whole(number: int) -> str:
    """Return a whole number with a comma at every thousand."""
    return f"{number:,}"


def decimal(number: float | None, places: int = 1) -> str:
    """Return a number with so many decimals, a dash for none."""
    return "–" if number is None else signed(number, places).removeprefix("+")


def percent(value: float | None, of: int) -> str:
    """Return a share of ``of`` things in per cent; what is not none or all does not look so."""
    if value is None:
        return "–"
    places = 0 if of < FEW or value in (0, 1) else 1
    if 0 < value < 0.5 / 10 ** (places + 2):
        return f"<{1 / 10**places:.{places}f}%"
    if 1 > value > 1 - 0.5 / 10 ** (places + 2):
        return f">{100 - 1 / 10**places:.{places}f}%"
    return f"{100 * value:.{places}f}%"


def share_percent(share: s.Share) -> str:
    """Return a share in per cent, a dash for a share of nothing."""
    return percent(share.share, share.of)


def interval(share: s.Share) -> str:
    """Return the 95 % interval of a share, a dash for a share of nothing and of too few games."""
    if share.low is None:
        return "–"
    return f"{percent(share.low, share.of)} to {percent(share.high, share.of)}"


def count_of(share: s.Share) -> str:
    """Return how many of how many: "561 of 998"."""
    return f"{whole(share.count)} of {whole(share.of)}"


def beside(found: s.Share | s.Change, value: float) -> int:
    """Return 1 or -1 if the interval lies above or below ``value``, 0 if it holds it."""
    if found.low is None or found.high is None:
        return 0
    return (found.low > value) - (found.high < value)


def against_even(bounds: s.WinBounds, even: float) -> int:
    """Return 1 or -1 if a seat wins more or less than ``even``, whoever had won what never ended.

    0 if the games leave it open.
    """
    if bounds.all_lost.low is None or bounds.all_won.high is None:
        return 0
    return (bounds.all_lost.low > even) - (bounds.all_won.high < even)


def share_words(share: s.Share) -> str:
    """Return a share in words: "561 of 998, 56.2% (53.1% to 59.3%)"; of acts that in a game."""
    if share.share is None:
        return "none to count"
    within = "" if share.low is None else f" ({interval(share)})"
    mean = "in a game " if isinstance(share, s.ActShare) else ""
    return f"{count_of(share)}, {mean}{share_percent(share)}{within}"


def wins_words(seat: s.SeatSummary, unfinished: int) -> str:
    """Return what a seat won of the finished games, and what the unfinished ones leave open."""
    wins = seat.wins
    if wins.share is None:
        return "no game came to its End"
    words = f"{count_of(wins)} finished games, {share_percent(wins)} ({interval(wins)})"
    return f"{words}; {bounds_words(seat.bounds, unfinished)}" if unfinished else words


def bounds_words(bounds: s.WinBounds, unfinished: int) -> str:
    """Return how far the unfinished games could carry a share of wins."""
    which = (
        "the one that never ended"
        if unfinished == 1
        else f"the {whole(unfinished)} that never ended"
    )
    low, high = bounds.all_lost, bounds.all_won
    return (
        f"with {which} lost or won, {share_percent(low)} to {share_percent(high)} of all "
        f"({percent(low.low, low.of)} to {percent(high.high, high.of)})"
    )


def together(shares: Sequence[s.Share]) -> s.Share:
    """Return the share of all that shares of different games are of."""
    count, of = sum(each.count for each in shares), sum(each.of for each in shares)
    examples = sorted((each for share in shares for each in share.examples), key=lambda e: e.seed)
    if not of:
        return s.Share(0, 0, None, None, None, ())
    found = wilson(count, of)
    return s.Share(count, of, found.value, found.low, found.high, tuple(examples[:KEPT]))


def signed(number: float | None, places: int = 1) -> str:
    """Return a number with its sign, a dash for none; what rounds to 0 has no sign."""
    if number is None:
        return "–"
    words = f"{number:+,.{places}f}"
    return (words if float(words.replace(",", "")) else words[1:]).replace("-", "−")


def apart(found: s.Change) -> str:
    """Return a difference of scores: "+0.31 (−0.10 to +0.72)"."""
    if found.difference is None:
        return "unknown"
    value = signed(found.difference, 2)
    if found.low is None:
        return f"{value} in every game" if found.difference else "the same in every game"
    return f"{value} ({signed(found.low, 2)} to {signed(found.high, 2)})"


def points(found: s.Change) -> str:
    """Return a difference of shares alone: "+3.1 points", in hundredths."""
    return "unknown" if found.difference is None else f"{signed(100 * found.difference)} points"


def points_apart(found: s.Change) -> str:
    """Return a difference of shares: "+3.1 points (−0.1 to +6.3)", in hundredths."""
    return points(found) if found.low is None else f"{points(found)} ({reach(found)})"


def reach(found: s.Change) -> str:
    """Return the interval of a difference of shares: "−0.1 to +6.3", in hundredths."""
    low, high = (None if end is None else 100 * end for end in (found.low, found.high))
    return "unknown" if low is None else f"{signed(low)} to {signed(high)}"


def open_words(seat: s.PairedSeat, other: s.TreatmentSummary) -> str:
    """Return how far a difference could reach if games never ended either way, else ""."""
    if not (other.unfinished_here.count or other.unfinished_other.count):
        return ""
    return f" ({reach(seat.bounds)} whoever had won the games that never ended)"


def is_otherwise(each: s.AlternativeSummary) -> bool:
    """Whether another way to follow a card was seen to act otherwise, or to end otherwise."""
    return bool(each.acts.count or (each.price and each.price.came_out_otherwise.count))


def player_words(player: str) -> str:
    """Return what plays a seat: "searching player (50 games played out)" for "search=50"."""
    kind, _, rollouts = player.partition("=")
    words = _PLAYERS.get(kind, kind)
    return f"{words} ({rollouts} games played out)" if rollouts else words


def seat_words(seat: s.SeatName) -> str:
    """Return who sits in a seat: its number, its Jack and what plays it."""
    return f"Seat {seat.seat}, {seat.jack}, {player_words(seat.player)}"


def line_words(line: s.LineName) -> str:
    """Return how a line is called, such as "post-Turn 1" or "pre-Turn Reset 3"."""
    reset = " Reset" if line.section == "reset" else ""
    return f"{line.side}-Turn{reset} {line.number}"


def plural(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 game", "2 games"."""
    return f"{whole(number)} {one if number == 1 else several or f'{one}s'}"


def by_print_words(by_print: tuple[int, int]) -> str:
    """Return how much of what its lines have to say an AI card says in print."""
    printed, every = by_print
    return (
        f"Of {plural(every, 'thing')} that must be known to follow it, the print says "
        f"{whole(printed)}; rulings fill in the other {whole(every - printed)}."
    )


def place_words(finding: Finding) -> str:
    """Return file, line and column of a finding; in which folder is nobody's business."""
    return re.split(r"[/\\]", finding.place)[-1]


def balance_words(summary: s.Summary) -> Iterator[str]:
    """Yield what the wins say about the seats, a sentence each; nothing for one seat alone.

    A seat is said to win more or less than an even share only if its interval leaves that share
    out, whoever had won the games that never ended.
    """
    seats, unfinished = summary.seats, summary.unfinished.count
    if len(seats) < 2 or not summary.finished.count:
        return
    even = 1 / len(seats)
    fair = percent(even, len(seats))
    undecided = []
    for seat in seats:
        side = against_even(seat.bounds, even)
        if side:
            more = "more" if side > 0 else "less"
            yield (
                f"{seat_words(seat)}, won {more} often than an even share of {fair}: "
                f"{wins_words(seat, unfinished)}."
            )
        else:
            undecided.append(seat)
    if len(undecided) == len(seats):
        widest = max(undecided, key=lambda seat: seat.bounds.all_won.high or 0.0)
        yield (
            f"The games do not show that any seat wins more often than an even share of {fair}; "
            f"they leave room for {percent(widest.bounds.all_won.high, summary.games)} "
            f"({seat_words(widest)})."
        )
    elif undecided:
        names = "; ".join(map(seat_words, undecided))
        yield f"No difference from an even share of {fair} is seen for: {names}."
    hidden = [seat for seat in undecided if beside(seat.wins, even)]
    if hidden:
        names = "; ".join(f"{seat_words(seat)}: {wins_words(seat, unfinished)}" for seat in hidden)
        yield f"Of the finished games alone it would look otherwise. {names}."


def first_player_words(summary: s.Summary) -> str:
    """Return what the wins say about going first, "" where nothing can be said.

    It is judged by the advantage, in which every seat weighs alike, and not by how often the
    First Player won: that depends on who was it how often.
    """
    first = summary.first_player
    if first is None or first.wins.share is None:
        return ""
    won, advantage = f"The First Player won {share_words(first.wins)}", first.advantage
    if advantage.difference is None:
        return f"{won}; not every seat went first, so nothing can be said about going first."
    verdict = {
        1: "going first is an advantage",
        0: "the games show neither an advantage nor a disadvantage in going first",
        -1: "going first is a disadvantage",
    }[beside(first.bounds, 0)]
    apart_words = f"{points_apart(advantage)} beside an even share"
    open_ = ""
    if summary.unfinished.count:
        low, high = (
            signed(None if end is None else 100 * end)
            for end in (first.bounds.low, first.bounds.high)
        )
        open_ = f", {low} to {high} whoever had won the games that never ended"
    return f"{won}; every seat weighed alike, {apart_words}{open_}: {verdict}."


_ENDINGS: Final = {
    "end": "Draw Deck and Discard Stack empty",
    "score-mode end": "last token of the End stack taken",
    "round limit": "limit of rounds, unfinished",
    "act limit": "limit of acts, unfinished",
}


def endings(summary: s.Summary) -> list[tuple[str, s.Share]]:
    """Return what ended the games, each with its share; the End also by whose cards brought it."""
    found: list[tuple[str, s.Share]] = []
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


def unfinished_words(summary: s.Summary) -> str:
    """Return how many games never came to their End."""
    unfinished, games = summary.unfinished, summary.games
    if not games:
        return "No game was played."
    if not unfinished.count:
        return (
            "The one game came to its End."
            if games == 1
            else (f"Every one of {plural(games, 'game')} came to its End.")
        )
    count, some = unfinished.count, unfinished.examples
    seeds = ", ".join(str(each.seed) for each in some)
    which = "for example seeds" if len(some) < count else "seed" if count == 1 else "seeds"
    their = "its" if count == 1 else "their"
    return (
        f"{plural(count, 'game')} of {whole(games)}, {share_percent(unfinished)}, never came to "
        f"{their} End ({which} {seeds})."
    )


_GOING_ON: Final = 3
"""Of the lines that go on for ever so many are named."""


def endless_words(summary: s.Summary) -> Iterator[str]:
    """Yield what goes on in games that never ended, and since when."""
    for game in summary.endless:
        acts = sum(line.acts for line in game.lines)
        named = ", ".join(
            f"seat {line.seat} {line.side} {line.number} ({percent(line.acts / acts, FEW)})"
            if line.number
            else f"seat {line.seat} by no line ({percent(line.acts / acts, FEW)})"
            for line in game.lines[:_GOING_ON]
        )
        rest = len(game.lines) - _GOING_ON
        others = f" and {plural(rest, 'other')}" if rest > 0 else ""
        yield (
            f"Seed {game.seed}: from round {game.since} to {game.rounds} nothing was followed but "
            f"{named}{others}. {_ends_without(game)}"
        )


def _ends_without(game: s.EndlessGame) -> str:
    if not game.ends_without:
        return (
            f"Leaving out one of {plural(game.tried, 'item or line', 'items and lines')} of these "
            "does not end it."
        )
    named = "; ".join(each.partition(": ")[0] for each in game.ends_without[:_GOING_ON])
    rest = len(game.ends_without) - _GOING_ON
    others = f"; or {plural(rest, 'other')}" if rest > 0 else ""
    return f"Smallest change that ends it, leaving out one of: {named}{others}."


def acts_words(summary: s.Summary) -> str:
    """Return how many acts a game took, the finished ones apart from those broken off."""
    finished, every = summary.acts_a_finished_game, summary.acts_a_game
    if finished is None:
        return f"A game took {decimal(every, 0)} acts on average before it was broken off."
    words = f"A finished game took {decimal(finished, 0)} acts on average"
    if summary.unfinished.count:
        words += f"; with those that were broken off, {decimal(every, 0)}"
    return f"{words}."

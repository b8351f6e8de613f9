"""What made a finished game, in a few lines: who took the lead, the Turn, what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from moonflight_solo.cli.game.replay_view import Film, Moment
from moonflight_solo.cli.output.view import LogLine
from moonflight_solo.numbers import plural
from moonflight_solo.scoremode import next_rank

LOST: Final = 2
"""How many points gone at a stroke are worth telling."""


class _Told(NamedTuple):
    """One line of the story, with how much it matters: the Turn most."""

    at: int
    weight: int
    words: str


def story(film: Film, most: int) -> list[str]:
    """Return up to ``most`` lines on what made the game, in the order it happened.

    What counts is the hand at the End, so players are compared by what a hand of theirs would score
    on average after the Turn.
    """
    found = [*_leads(film), *_losses(film), *_turn(film)]
    first = sorted(found, key=lambda each: (-each.weight, -each.at))[:most]
    return [each.words for each in sorted(first)]


def lines_followed(film: Film) -> list[str]:
    """Return, for every AI card, the line that it followed most often."""
    acted: dict[int, Counter[tuple[str, str]]] = {}
    for moment in film.moments:
        if moment.line and moment.seat is not None:
            words = (told.printed for told in moment.news if told.seat == moment.seat)
            line = moment.line, next(filter(None, words), "")
            acted.setdefault(moment.seat, Counter())[line] += 1
    return [
        f"{film.titles[seat]} most often followed [{line}], in {times} of "
        f"{plural(lines.total(), 'act')}: {words}"
        for seat, lines in acted.items()
        for (line, words), times in lines.most_common(1)
    ]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The moment from which average hands decided the game without a break.

    ``before`` and ``after`` are what they score around it. ``line`` is the log line of the act,
    or in Reset that of the seat whose deck changed most.
    """

    round: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    line: LogLine


def turning_point(
    moments: Sequence[Moment], decided: Callable[[Sequence[float]], bool]
) -> TurningPoint | None:
    """Return the moment from which ``decided`` holds for the average hands without a break.

    ``None`` if it held from the start, or does not hold at the end.
    """
    stood = [decided(moment.hands) for moment in moments]
    if not stood or not stood[-1] or all(stood):
        return None
    at = len(stood) - stood[::-1].index(False)
    before, moment = moments[at - 1], moments[at]
    line = line_of_change(before, moment)
    return TurningPoint(before.view.round, before.hands, moment.hands, line)


def next_time(film: Film) -> str:
    """Return what cost the player most points, and what to do about it.

    "" if they won, or have the highest rank, or the Turn never came.
    """
    outcome, me = film.outcome, film.viewer
    if outcome is None or outcome.winner is None or me is None or not outcome.turned:
        return ""
    alone = not film.titles[1:]
    higher = next_rank(outcome.scores[me]) if alone else None
    content = higher is None if alone else outcome.winner == me
    if content:
        return ""
    then = next(moment.points for moment in film.moments if moment.view.turned)
    held, goal = film.moments[-1].points[me], higher.least if higher else max(then)
    beside = f"{higher.name} needs {goal}" if higher else f"the best deck {goal}"
    ways = [
        (
            held - outcome.scores[me],
            "get rid of more cards that score nothing after the Turn. Of the "
            f"{plural(held, 'point')} in your deck, "
            f"{outcome.scores[me] or 'none'} counted in hand.",
        ),
        (
            then[me] - held,
            "watch which of your cards you Trash. Your deck held "
            f"{plural(then[me], 'point')} at the Turn, and {held or 'none'} at the End.",
        ),
        (
            goal - then[me],
            "buy more scoring cards before the Turn comes. Your deck held "
            f"{plural(then[me], 'point')} then, and {beside}.",
        ),
    ]
    most, words = max(ways, key=lambda way: way[0])
    return f"Next time, {words}" if most > 0 else ""


def line_of_change(before: Moment, moment: Moment) -> LogLine:
    """Return the log line of the act between two moments, or in Reset of the seat whose points
    changed most.
    """
    change = [abs(new - old) for new, old in zip(moment.points, before.points, strict=True)]
    most = change.index(max(change))
    reset = [line for line in moment.news if line.kind == "reset"]
    told = [line for line in reset if line.seat == most] or list(moment.news)
    return told[0]


def _leads(film: Film) -> Iterator[_Told]:
    """Yield every moment from which another player leads at the end of a round."""
    leading: int | None = None
    steps = enumerate(pairwise(film.moments))
    for _, found in groupby(steps, key=lambda step: step[1][0].view.round):
        taken = None
        for at, (before, moment) in found:
            hands = [round(each, 1) for each in moment.hands]  # as they are shown
            best, *rest = sorted(hands, reverse=True)
            leader = hands.index(best) if rest and best > rest[0] else leading
            if leader == leading:
                taken = None
            elif taken is None or taken[0] != leader:
                by = f"{best:.1f} to {rest[0]:.1f}"
                assert leader is not None  # who leads now differs from who led
                leads = "lead" if leader == film.viewer else "leads"
                taken = leader, at, before, moment, f"{_name(film, leader)} {leads}, {by}"
        if taken is not None:
            leading, at, before, moment, what = taken
            yield _told(film, at, before, moment, what, 2)


def _losses(film: Film) -> Iterator[_Told]:
    """Yield each player's greatest loss of points."""
    for seat in range(len(film.titles)):
        steps = enumerate(pairwise(film.moments))
        lost = [(before.points[seat] - after.points[seat], at) for at, (before, after) in steps]
        gone, at = max(lost, default=(0, 0))
        if gone >= LOST:
            before, moment = film.moments[at], film.moments[at + 1]
            yield _told(film, at, before, moment, f"{plural(gone, 'point')} gone", 3)


def _turn(film: Film) -> Iterator[_Told]:
    for at, (before, moment) in enumerate(pairwise(film.moments)):
        if moment.turns:
            hands = enumerate(moment.hands)
            held = ", ".join(f"{_name(film, seat)} {score:.1f}" for seat, score in hands)
            yield _Told(at, 4, f"Round {before.view.round}: the Turn. An average hand: {held}.")


def _told(film: Film, at: int, before: Moment, moment: Moment, what: str, weight: int) -> _Told:
    done = line_of_change(before, moment).words.rstrip(".")
    return _Told(at, weight, f"Round {before.view.round}: {done}; {what}.")


def _name(film: Film, seat: int) -> str:
    return "you" if seat == film.viewer else film.titles[seat]

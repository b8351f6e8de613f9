"""Games that never come to their End: what goes on and on in them, and since when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.plan import Treatment
from moonflight_solo.playtest.run import Run, run_of, side_name
from moonflight_solo.playtest.ways.worth import Of, left_out
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Event

_Followed = tuple[int, str, str]
"""A seat, from 1, and the side and number of the line it followed; "" for none."""

_SMALLEST_FIRST: Final[tuple[Of, ...]] = ("items", "lines")


def endless(run: Run, seed: int) -> s.EndlessGame:
    """Play a game that never ended again, and return what went on in it and what ends it.

    Of the lines followed in its second half it is asked since when there were no others. They
    stand with their acts from then on, the most first.
    """
    settings = run.plan.settings(seed)
    table = run.set_up(settings, run.players(settings))
    rounds: dict[int, Counter[_Followed]] = {}

    def listen(event: Event) -> None:
        if event.kind == "act":
            line = event.seat + 1, side_name(table.turned), event.line
            rounds.setdefault(table.round, Counter())[line] += 1

    table.listener = listen
    played = play(table, settings).rounds
    going_on = {line for number in rounds if number > played // 2 for line in rounds[number]}
    since = played
    while since > 1 and rounds.get(since - 1, Counter()).keys() <= going_on:
        since -= 1
    acts: Counter[_Followed] = Counter()
    for number, counts in rounds.items():
        if number >= since:
            acts.update(counts)
    lines = sorted(acts.items(), key=lambda each: (-each[1], each[0]))
    told = tuple(s.GoingOn(*line, number) for line, number in lines)
    return s.EndlessGame(seed, since, played, told, *_ended_without(run, seed, acts.keys()))


def _ended_without(run: Run, seed: int, lines: Set[_Followed]) -> tuple[tuple[str, ...], int]:
    """Return what ends a game by being left out, and how many things were tried.

    Items of the lists in the ``lines`` that go on and on are tried first: if leaving out one of
    them is enough, no whole line is tried.
    """
    tried = 0
    for of in _SMALLEST_FIRST:
        ways = [each for each in left_out(run, of) if _line_of(run, each) in lines]
        tried += len(ways)
        runs = ((each.label, run_of(run.plan.treated(each))) for each in ways)
        ended = tuple(label for label, other in runs if other.played(seed).finished)
        if ended:
            return ended, tried
    return (), tried


def _line_of(run: Run, treatment: Treatment) -> _Followed:
    """Return the line that a treatment leaves out, or an item of it."""
    (*_, omitted) = treatment.omitted or ()
    card = run.ai_cards[omitted.seat]
    assert card is not None
    line = card.lines[omitted.line]
    return omitted.seat + 1, side_name(line.printed.turned), line.number

"""Games that never come to their End: what goes on and on in them, and since when."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from moonflight_solo.playtest.run import Run, side_name
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Event


class Followed(NamedTuple):
    """A line that a seat followed, by seat from 1; without an AI card or a line it is ""."""

    seat: int
    side: str
    line: str


class Endless(NamedTuple):
    """A game without an End. From round ``since`` to ``rounds`` no other line was followed than
    these, each with its acts from then on, the most first.
    """

    seed: int
    since: int
    rounds: int
    lines: tuple[tuple[Followed, int], ...]


def endless(run: Run, seed: int) -> Endless:
    """Play a game that never ended again, and return what went on in it.

    Of the lines followed in its second half it is asked since when there were no others.
    """
    settings = run.plan.settings(seed)
    table = run.set_up(settings, run.players(settings))
    rounds: dict[int, Counter[Followed]] = {}

    def listen(event: Event) -> None:
        if event.kind == "act":
            line = Followed(event.seat + 1, side_name(table.turned), event.line)
            rounds.setdefault(table.round, Counter())[line] += 1

    table.listener = listen
    played = play(table, settings).rounds
    going_on = {line for number in rounds if number > played // 2 for line in rounds[number]}
    since = played
    while since > 1 and rounds.get(since - 1, Counter()).keys() <= going_on:
        since -= 1
    acts: Counter[Followed] = Counter()
    for number, counts in rounds.items():
        if number >= since:
            acts.update(counts)
    lines = sorted(acts.items(), key=lambda each: (-each[1], each[0]))
    return Endless(seed, since, played, tuple(lines))

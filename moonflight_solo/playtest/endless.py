"""Games that never come to their End: what goes on and on in them, and since when."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from moonflight_solo.playtest.plan import Treatment
from moonflight_solo.playtest.run import Run, run_of, side_name
from moonflight_solo.playtest.ways.worth import Of, left_out
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

    def ended_without(self, run: Run) -> tuple[tuple[str, ...], int]:
        """Return what ends the game by being left out, and how many things were tried.

        Items of the lists in the lines that go on and on are tried first: if leaving out one of
        them is enough, no whole line is tried.
        """
        going_on, tried = {line for line, _ in self.lines}, 0
        for of in _SMALLEST_FIRST:
            ways = [each for each in left_out(run, of) if _line_of(run, each) in going_on]
            tried += len(ways)
            ended = [
                each for each in ways if run_of(run.plan.treated(each)).played(self.seed).finished
            ]
            if ended:
                return tuple(each.label for each in ended), tried
        return (), tried


_SMALLEST_FIRST: Final[tuple[Of, ...]] = ("items", "lines")


def _line_of(run: Run, treatment: Treatment) -> Followed:
    """Return the line that a treatment leaves out, or an item of it."""
    (*_, omitted) = treatment.omitted or ()
    card = run.ai_cards[omitted.seat]
    assert card is not None
    line = card.lines[omitted.line]
    return Followed(omitted.seat + 1, side_name(line.printed.turned), line.number)


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

"""A game looked at again: what each act of a person cost, and what was luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random

from moonflight_solo.coach.advice import NO_GAIN, best_two, compare, is_sure
from moonflight_solo.playtest.players.rollout import RolloutPolicy
from moonflight_solo.playtest.players.search import ActSearch
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Seat, Table

SHARE = 0.4
"""How much less an act is looked into than for a hint: a game has a hundred of them."""

FINAL = 100
"""How often the act taken and the best one are played on far."""

A_MISTAKE = 0.02
"""An act that costs less of the games than this is no mistake."""

A_MISTAKE_ALONE = 0.3
"""In Score Mode, one that costs fewer points."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """An act of a person: what it cost beside the best act found, of 95 %, and why.

    ``worth`` is the share of games won after it, or in Score Mode the points, and ``usual`` that
    after what the person's own AI card would do. ``given`` is how many answers had been given
    before, and ``offered`` every act that was weighed.
    """

    round: int
    turned: bool
    given: int
    act: str
    best: str
    worth: float
    usual: float
    cost: Estimate
    reason: str
    alone: bool
    offered: tuple[str, ...] = ()

    @property
    def mistake(self) -> bool:
        """Whether it surely cost something worth speaking of."""
        least = A_MISTAKE_ALONE if self.alone else A_MISTAKE
        return is_sure(self.cost, alone=self.alone) and self.cost.value >= least


@dataclass(frozen=True, slots=True)
class Balance:
    """What a game came to: ``start`` + ``skill`` + ``luck`` = ``result``.

    All is measured from what the person's own AI card would do, as AIVAT does (Burch et al., 2018):
    ``skill`` is what the acts taken gain over its acts, and all else, the shuffles and what the
    others did, is ``luck``. It is nothing on average against others who play as they are thought
    to, however well the person plays.
    """

    start: float
    skill: float
    luck: float
    result: float


@dataclass(frozen=True, slots=True)
class Moment:
    """How the game stood at an act of a person: the chance of winning, or in Score Mode the points.

    ``before`` it, were it the act of one's AI card, and ``after`` the one that was taken. ``luck``
    and ``skill`` are what has come of each up to then: ``start + luck + skill = before``.
    """

    act: Reviewed
    before: float
    after: float
    luck: float
    skill: float


def course(acts: Sequence[Reviewed]) -> list[Moment]:
    """Return how a game went, act by act; all that lies between two acts is luck."""
    found: list[Moment] = []
    luck = skill = 0.0
    for act in acts:
        if found:
            luck += act.usual - found[-1].after
        found.append(Moment(act, act.usual, act.worth, luck, skill))
        skill += act.worth - act.usual
    return found


def review(
    table: Table,
    seat: Seat,
    act: Act,
    given: int,
    policies: Sequence[RolloutPolicy],
    seed: int,
) -> Reviewed:
    """Return what ``act`` cost that ``seat`` is about to take, by what it can see then."""
    lots = Random(seed)
    alone = not table.opponents(seat)
    search = ActSearch(policies, table, seat, lots.getrandbits(64))
    acts = candidate_acts(table, seat)
    offered = tuple([notation(each, table, seat) for each in acts])
    best = best_two(search, acts, alone=alone, share=SHARE)[0].act
    usual = policies[seat.number]().act(table, seat)
    weighed = [best]
    for each in (act, usual):
        if each not in weighed:
            weighed.append(each)
    found = compare(table, seat, policies, lots.getrandbits(64), weighed, FINAL)
    worth, as_usual = (found.worths[weighed.index(each)] for each in (act, usual))
    cost, why = NO_GAIN, ""
    # Where what was taken did as well in the games played on far, it is the best.
    if best != act and found.gain.value > 0:
        cost, why = found.gain, found.reasons[0]
    better = notation(best if cost.value else act, table, seat)
    told = notation(act, table, seat)
    return Reviewed(
        table.round, table.turned, given, told, better, worth, as_usual, cost, why, alone, offered
    )


def charged(acts: Sequence[Reviewed]) -> list[Reviewed]:
    """Return the acts of a game with what was only put off forgiven.

    Whoever plays a card first, or passes while others act, can do what was better a moment later:
    it costs something where it could be done for the last time in its round.
    """
    found = []
    for act, following in zip_longest(acts, acts[1:]):
        here = following is not None and following.round == act.round
        if here and act.best.split(", ")[0] in following.offered:
            act = replace(act, best=act.act, cost=NO_GAIN, reason="")
        found.append(act)
    return found


def balance(acts: Sequence[Reviewed], result: float) -> Balance:
    """Return what a game came to, of at least one act; ``result`` is 1 for a win, or the points."""
    start = acts[0].usual
    skill = sum(each.worth - each.usual for each in acts)
    return Balance(start, skill, result - start - skill, result)

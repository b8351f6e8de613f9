"""What the decisions of a whole game come to: their average cost, and skill and luck."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from moonflight_solo.coach.review import ReviewedDecision
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.values import Value


class Balance(Value):
    """The result of a game, decomposed: ``start`` + ``skill`` + ``luck`` = ``result``.

    The baseline is the Jack's AI card, as in AIVAT (Burch et al., 2018): ``start`` is the share of
    games it wins from the first decision on, ``skill`` the gain of the decisions over its own, and
    everything else, shuffles and opponents' decisions, is ``luck``. Luck averages zero against
    opponents who play as predicted, however well the person plays. All have 95% intervals.
    """

    start: Estimate
    skill: Estimate
    luck: Estimate
    result: float


class CoursePoint(Value):
    """The standing at an act: the chance of winning, or the points in Score Mode.

    ``before`` assumes the AI card's act, and ``after`` is with the act taken. ``luck`` and
    ``skill`` are the totals so far: ``start + luck + skill = before``.
    """

    act: ReviewedDecision
    before: float
    after: float
    luck: float
    skill: float


def course(acts: Sequence[ReviewedDecision]) -> list[CoursePoint]:
    """Return the course of a game, act by act; all changes between acts count as luck."""
    found: list[CoursePoint] = []
    luck = skill = 0.0
    for act in acts:
        if found:
            luck += act.usual.value - found[-1].after
        found.append(CoursePoint(act, act.usual.value, act.worth.value, luck, skill))
        skill += act.skill.value
    return found


def average_cost(acts: Sequence[ReviewedDecision]) -> Estimate:
    """Return what one of the decisions cost on average, counting the mistakes."""
    summed = combined([each.cost for each in acts if each.mistake])
    return Estimate(*[end / len(acts) for end in (summed.value, summed.low, summed.high)])


def balance(acts: Sequence[ReviewedDecision], result: float) -> Balance:
    """Return the balance of a game with at least one act; ``result`` is 1 for a win, or the
    score.
    """
    start = acts[0].usual
    skill = combined([each.skill for each in acts])
    luck = combined([Estimate(-each.value, -each.high, -each.low) for each in (start, skill)])
    shifted = [each + result for each in (luck.value, luck.low, luck.high)]
    return Balance(start, skill, Estimate(*shifted), result)


def combined(parts: Sequence[Estimate]) -> Estimate:
    """Return the sum of independent estimates (method of variance estimates recovery)."""
    value = sum(each.value for each in parts)
    down = sqrt(sum((each.value - each.low) ** 2 for each in parts))
    up = sqrt(sum((each.high - each.value) ** 2 for each in parts))
    return Estimate(value, value - down, value + up)

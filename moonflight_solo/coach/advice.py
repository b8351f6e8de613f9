"""The best act a seat can take now, what it gains over the next best, and why; and what an AI card
may do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Final

import msgspec

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.playtest.players.evaluate import final_score
from moonflight_solo.playtest.players.rollout import ROUNDS_FAR, RolloutPolicy, determinize
from moonflight_solo.playtest.players.search import (
    ActSearch,
    Candidate,
    RolloutSearch,
    T,
    Tried,
    gain_over,
)
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.players.value import LATER, POINTS, Weights, features, names, weights
from moonflight_solo.playtest.statistics import Estimate, Z
from moonflight_solo.rules.state import Act, Seat, Table
from moonflight_solo.values import Value

NO_GAIN = Estimate(0, 0, 0)

Onlooker = Callable[[Tried, Table, Seat], None]
"""Is shown how each game lies that was played on from something tried out."""

_GAMES = 1200
"""How many games are played on to find the best acts, all together."""

GAMES_ALONE = 300
"""How many are where nobody else plays, as these are played on further."""

LEAST = 6
"""Each act is played on at least so often."""

_FINAL = 200
"""How often the best acts are played on once more, to tell what one gains over the other."""

WORTH_TELLING = 0.005
"""A gain below this share of wins is none to a person."""

POINTS_WORTH_TELLING = 0.05
"""Nor is one below this in points, in Score Mode."""


class Advice(Value):
    """The best act found, and the next best, ``None`` if there is no other.

    ``worth`` is the share of games that ``seat`` is thought to win after it, or in Score Mode the
    score to expect, and ``gain`` how much more that is than after the next best. ``reason`` is what
    speaks most for it, "" if nothing stands out. ``alone``: it is Score Mode.
    """

    best: Act
    next_best: Act | None
    worth: float
    gain: Estimate
    reason: str
    alone: bool

    @property
    def sure(self) -> bool:
        """Whether the best act is better than the next best by more than chance may do."""
        return is_sure(self.gain, alone=self.alone)


def is_sure(gain: Estimate, *, alone: bool) -> bool:
    """Return whether a gain is above 0 by more than chance may do, and worth telling."""
    return gain.low > 0 and gain.value >= (POINTS_WORTH_TELLING if alone else WORTH_TELLING)


def advise(table: Table, seat: Seat, policies: Sequence[RolloutPolicy], seed: int) -> Advice:
    """Return advice to ``seat``, which is to act, by what it can see. It takes about a second.

    ``policies`` are for every seat how it is thought to play. The same ``seed`` gives the same
    advice. What one act gains is told by games that had no part in choosing it.
    """
    lots = Random(seed)
    alone = not seat.opponents
    search = ActSearch(policies, table, seat, lots.getrandbits(64))
    going = [Candidate(act) for act in candidate_acts(table, seat)]
    acts = [each.act for each in best_two(search, going, alone=alone)]
    found = compare_acts(table, seat, policies, lots.getrandbits(64), acts, (_FINAL,))
    if len(acts) < 2:
        return Advice(acts[0], None, found.worths[0], found.gain, "", alone)
    if found.gain.value < 0:
        found, acts = found.turned(), acts[::-1]
    return Advice(acts[0], acts[1], found.worths[0], found.gain, found.reasons[0], alone)


def best_two(
    search: RolloutSearch[T], going: Sequence[T], *, alone: bool, share: float = 1.0
) -> Sequence[T]:
    """Return the two best of some, or the one there is: after each stage the better half goes on.

    ``share`` is how many of the usual number of games are played on.
    """
    games = int(share * (GAMES_ALONE if alone else _GAMES))
    while len(going) > 2:
        stages = (len(going) - 1).bit_length()
        more = max(LEAST, (games - search.games) // (len(going) * stages))
        for candidate in going:
            search.play_out(candidate, len(candidate.rollouts) + more)
        going = sorted(going, key=lambda each: -each.mean)[: max(2, (len(going) + 1) // 2)]
    return going


class Weighing(Value):
    """What each of some acts is worth, how much better the first is than the second, and what
    speaks for either of the two.
    """

    worths: tuple[float, ...]
    gain: Estimate = NO_GAIN
    reasons: tuple[str, str] = ("", "")

    def turned(self) -> Weighing:
        """Return the comparison of the second of two acts with the first."""
        gain = Estimate(-self.gain.value, -self.gain.high, -self.gain.low)
        return Weighing(self.worths[::-1], gain, self.reasons[::-1])


def compare_acts(
    table: Table,
    seat: Seat,
    policies: Sequence[RolloutPolicy],
    seed: int,
    acts: Sequence[Act],
    games: Sequence[int],
) -> Weighing:
    """Return how some acts do in so many games played on far, each on the same tables.

    Of several numbers the next is only played up to while some act did otherwise than another.
    """
    searching = partial(ActSearch, policies, table, seat, seed, rounds=ROUNDS_FAR)
    return compared_choices(searching, [Candidate(act) for act in acts], table, seat, games)


def compared_choices(
    searching: Callable[[Onlooker], RolloutSearch[T]],
    candidates: Sequence[T],
    table: Table,
    seat: Seat,
    games: Sequence[int],
) -> Weighing:
    """Return how some things do that ``seat`` could do now, as :func:`compare_acts` does."""
    found: dict[int, list[Measures]] = {}
    alone = not seat.opponents

    def look(candidate: Tried, table: Table, seat: Seat) -> None:
        measures = measured_factors(table, seat)
        found.setdefault(id(candidate), []).append(measures)
        if alone:
            candidate.rollouts[-1] = measures["score"][0]

    search = searching(look)
    for number in games:
        for candidate in candidates:
            search.play_out(candidate, number)
        if all(each.rollouts == candidates[0].rollouts for each in candidates):
            break
    worths = tuple([each.mean for each in candidates])
    if len(candidates) < 2:
        return Weighing(worths)
    first, second, *_ = candidates
    mean, error = gain_over(second, first)
    gain = Estimate(mean, mean - Z * error, mean + Z * error)
    these, those = found[id(first)], found[id(second)]
    other = _rival(table, seat)
    return Weighing(worths, gain, (reason(these, those, other), reason(those, these, other)))


def _rival(table: Table, seat: Seat) -> str:
    others = seat.opponents
    return table.title(others[0].number) if len(others) == 1 else "the best of the others"


# ------------------------------------------------------------------------ what speaks for an act


TELLING = 0.02
"""Less than this share of the whole difference is not worth a word."""

_END = 0.5
"""What the End with a lead counts for, or against, beside the lead itself."""


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that differs between two tables: in words, if there is more of it or less.

    ``features`` are those of a seat that it stands for; the first one is the amount. Without any it
    is no seat's own.
    """

    more: str
    less: str
    features: tuple[str, ...] = ()


@cache
def factors() -> dict[str, Factor]:
    """Return all factors by name."""
    return convert(read_document(data_folder("guide") / "factors.yaml"), dict[str, Factor])


Measures = Mapping[str, tuple[float, float]]
"""Each factor: how much of it there is, and what that is worth to the seat."""


def measured_factors(table: Table, seat: Seat) -> Measures:
    """Return every factor at a table as it lies, for ``seat``."""
    others = seat.opponents
    if table.ended_by or not others:
        return _scored(table, seat)
    win = weights(table.turned, "win")
    found = _weighed(seat, table.turned, win)
    against = [_weighed(other, table.turned, win) for other in others]
    worst = max(against, key=lambda each: sum(worth for _, worth in each.values()))
    amount, worth = worst.pop("hand")
    rest = sum(worth for _, worth in worst.values())
    return found | {"their hand": (amount, -worth), "their deck": (rest, -rest)}


def _scored(table: Table, seat: Seat) -> Measures:
    own = final_score(table, seat)
    best = max([final_score(table, other) for other in seat.opponents], default=0.0)
    ended = float(bool(table.ended_by))
    return {
        "score": (own, own / POINTS),
        "their score": (best, -best / POINTS),
        "end": (ended, ended * _END * ((own > best) - (own < best))),
    }


def _weighed(seat: Seat, turned: bool, by: Weights) -> dict[str, tuple[float, float]]:
    told = dict(zip(names(turned), features(seat, turned), strict=True))
    found = {}
    for name, factor in factors().items():
        if factor.features:
            ends = [each + end for each in factor.features for end in ("", LATER)]
            worth = sum(by[each] * told[each] for each in ends if each in told)
            found[name] = told[factor.features[0]], worth
    return found


def reason(these: Sequence[Measures], those: Sequence[Measures], other: str) -> str:
    """Return what speaks most for ``these`` tables over ``those``, "" if nothing stands out.

    They are tables played on from two acts, an equal number of each; ``other`` is what to call the
    opponent who does best.
    """
    gains: dict[str, tuple[float, float]] = {}
    for name in factors():
        amount = _mean(these, name, 0) - _mean(those, name, 0)
        gains[name] = _mean(these, name, 1) - _mean(those, name, 1), amount
    whole = sum(abs(gain) for gain, _ in gains.values())
    name, (gain, amount) = max(gains.items(), key=lambda each: each[1][0])
    if gain <= TELLING * whole or gain <= 0:
        return ""
    factor = factors()[name]
    words = factor.more if amount > 0 else factor.less
    told = f"{abs(amount):.1f}"
    if "{amount}" in words and told == "0.0":
        told = "a little"
    return words.format(amount=told, other=other)


def _mean(tables: Sequence[Measures], name: str, part: int) -> float:
    return sum([each[name][part] for each in tables if name in each]) / len(tables)


# --------------------------------------------------------------------- what an AI card may do next


DEALS: Final = 100
"""So many ways in which the hidden cards may lie are looked at."""


class ForeseenAct(Value):
    """An act that an AI card may take next, the line it would follow, and how likely it is."""

    act: str
    line: str
    words: str
    share: float


def forecast(table: Table, seat: Seat, other: Seat, player: AICardPlayer) -> list[ForeseenAct]:
    """Return what ``player`` would do now in the seat of ``other``, the likeliest first.

    All that ``seat`` cannot see is dealt anew each time, as its cards may lie by all that it knows.
    """
    found: Counter[tuple[str, str, str]] = Counter()
    for number in range(DEALS):
        dealt = table.copied((), Random(number))
        determinize(dealt, dealt.seats[seat.number], Random(number))
        why = player.explain(dealt, dealt.seats[other.number])
        found[why.notation, why.line, why.words] += 1
    return [ForeseenAct(*which, many / DEALS) for which, many in found.most_common()]

"""The best act for a seat, its gain over the next best and why; and forecasts of AI cards' acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import inf
from random import Random
from typing import Final

import msgspec

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.playtest.players.evaluate import final_score
from moonflight_solo.playtest.players.rollout import ROUNDS_FAR, RolloutPolicy
from moonflight_solo.playtest.players.search import (
    ActSearch,
    Candidate,
    RolloutSearch,
    T,
    Tried,
)
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.players.value import LATER, POINTS, Weights, features, names, weights
from moonflight_solo.playtest.statistics import Estimate, mean_gain
from moonflight_solo.rules.redealing import determinize
from moonflight_solo.rules.state import Act, Seat, Table
from moonflight_solo.values import Value

NO_GAIN = Estimate(0, 0, 0)

Onlooker = Callable[[Tried, Table, Seat], None]
"""Sees the table at the end of each rollout of a candidate."""

_GAMES = 1200
"""Total number of rollouts to find the best acts."""

GAMES_ALONE = 300
"""The same in Score Mode, where rollouts are longer."""

LEAST = 6
"""Minimum number of rollouts per act."""

_FINAL = 200
"""Further rollouts of the best two acts, to measure the gain."""

WORTH_TELLING = 0.005
"""Smallest gain worth reporting, as a share of wins."""

POINTS_WORTH_TELLING = 0.05
"""Smallest gain worth reporting in Score Mode, in points."""


class Advice(Value):
    """The best act found, and the next best, ``None`` if there is no other.

    ``worth`` is the share of games that ``seat`` is expected to win after it, or in Score Mode the
    expected score; ``gain`` is the difference to the next best. ``reason`` is the main reason for
    it, "" if nothing stands out. ``alone`` means Score Mode.
    """

    best: Act
    next_best: Act | None
    worth: float
    gain: Estimate
    reason: str
    alone: bool

    @property
    def sure(self) -> bool:
        """Whether the best act beats the next best by more than chance."""
        return is_sure(self.gain, alone=self.alone)


def is_sure(gain: Estimate, *, alone: bool) -> bool:
    """Return whether a gain is positive by more than chance, and worth reporting."""
    return gain.low > 0 and gain.value >= (POINTS_WORTH_TELLING if alone else WORTH_TELLING)


def advise(table: Table, seat: Seat, policies: Sequence[RolloutPolicy], seed: int) -> Advice:
    """Return advice for the acting ``seat``, using only what it can see. Takes about a second.

    ``policies`` predict each seat. Deterministic for a given ``seed``. The gain is measured in
    rollouts other than those that selected the acts.
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
    """Return the best two candidates, or the only one, by successive halving.

    ``share`` scales the usual number of rollouts.
    """
    games = int(share * (GAMES_ALONE if alone else _GAMES))
    while len(going) > 2:
        stages = (len(going) - 1).bit_length()
        more = max(LEAST, (games - search.games) // (len(going) * stages))
        for candidate in going:
            search.play_out(candidate, len(candidate.rollouts) + more)
        going = sorted(going, key=lambda each: -each.mean)[: max(2, (len(going) + 1) // 2)]
    return going


class ActComparison(Value):
    """The worths of some acts, the gain of the first over the second, and a reason for either."""

    worths: tuple[float, ...]
    gain: Estimate = NO_GAIN
    reasons: tuple[str, str] = ("", "")

    def turned(self) -> ActComparison:
        """Return the comparison of the second act with the first."""
        gain = Estimate(-self.gain.value, -self.gain.high, -self.gain.low)
        return ActComparison(self.worths[::-1], gain, self.reasons[::-1])


def compare_acts(
    table: Table,
    seat: Seat,
    policies: Sequence[RolloutPolicy],
    seed: int,
    acts: Sequence[Act],
    games: Sequence[int],
) -> ActComparison:
    """Compare acts by long rollouts on the same tables.

    ``games`` are increasing numbers of rollouts; stops early if all acts have the same results.
    """
    searching = partial(ActSearch, policies, table, seat, seed, rounds=ROUNDS_FAR)
    return compared_choices(searching, [Candidate(act) for act in acts], table, seat, games)


def compared_choices(
    searching: Callable[[Onlooker], RolloutSearch[T]],
    candidates: Sequence[T],
    table: Table,
    seat: Seat,
    games: Sequence[int],
) -> ActComparison:
    """Compare candidates; see :func:`compare_acts`."""
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
        return ActComparison(worths)
    first, second, *_ = candidates
    pairs = zip(first.rollouts, second.rollouts, strict=True)
    gained = mean_gain([one - other for one, other in pairs])
    most = inf if alone else 1.0  # a seat cannot win more than every game
    gain = Estimate(gained.value, max(-most, gained.low), min(most, gained.high))
    these, those = found[id(first)], found[id(second)]
    other = _rival(table, seat)
    return ActComparison(worths, gain, (reason(these, those, other), reason(those, these, other)))


def _rival(table: Table, seat: Seat) -> str:
    others = seat.opponents
    return table.title(others[0].number) if len(others) == 1 else "the best of the others"


# --------------------------------------------------------------------------------------- reasons


TELLING = 0.02
"""Smallest share of the total difference worth mentioning."""

_END = 0.5
"""Weight of an End with a lead, or a deficit, besides the lead itself."""


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that differs between tables, with phrases for more and less of it.

    ``features`` are the seat features it consists of; the first one is the amount. Without any it
    is not a property of one seat.
    """

    more: str
    less: str
    features: tuple[str, ...] = ()


@cache
def factors() -> dict[str, Factor]:
    """Return all factors by name."""
    return convert(read_document(data_folder("guide") / "factors.yaml"), dict[str, Factor])


Measures = Mapping[str, tuple[float, float]]
"""The amount of each factor, and its value to the seat."""


def measured_factors(table: Table, seat: Seat) -> Measures:
    """Measure every factor at a table for ``seat``."""
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
    """Return the main reason for ``these`` tables over ``those``, "" if nothing stands out.

    They are the final tables of equally many rollouts of two acts; ``other`` names the best
    opponent.
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


# --------------------------------------------------------------------------------------- forecasts


DEALS: Final = 100
"""Number of deals of the hidden cards to look at."""


class ForeseenAct(Value):
    """An act that an AI card may take next, the line it would follow, and its probability."""

    act: str
    line: str
    words: str
    share: float


def forecast(table: Table, seat: Seat, other: Seat, player: AICardPlayer) -> list[ForeseenAct]:
    """Return what ``player`` might do now in the seat of ``other``, the likeliest first.

    Redeals everything that ``seat`` cannot see, consistent with what it knows.
    """
    found: Counter[tuple[str, str, str]] = Counter()
    for number in range(DEALS):
        dealt = table.copied((), Random(number))
        determinize(dealt, dealt.seats[seat.number], Random(number))
        why = player.explain(dealt, dealt.seats[other.number])
        found[why.notation, why.line, why.words] += 1
    return [ForeseenAct(*which, many / DEALS) for which, many in found.most_common()]

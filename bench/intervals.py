"""How often the lab's intervals hold, measured on real games: python bench/intervals.py [GAMES].

It plays GAMES games between the printed AI cards, all looked at in detail, takes them for all
games there are, and draws playtests from them. docs/playtest.md has what came of 4,000.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.playtest.batch import play_batch
from moonflight_solo.playtest.paired import FARED, Fared
from moonflight_solo.playtest.plan import Plan, SeatPlan, Treatment
from moonflight_solo.playtest.sequential import PAIRS, Until
from moonflight_solo.playtest.statistics import (
    Estimate,
    GameSums,
    Moments,
    bounded_mean,
    clustered,
    wilson,
)
from moonflight_solo.playtest.tally import Key, Tally, whole_of
from moonflight_solo.rules.catalogue import catalogue

JACKS = tuple(load_ai_card(path, catalogue()).jack for path in ai_card_files().values())
TRIED = {"rounds": 300, "shares": 60, "reruns": 1000, "stopped": 200}
EVERY = 4
"""Of the shares of acts, only every fourth is looked at."""

PEEKS = 40
Pair = tuple[str, str]


def main() -> None:
    """Measure, and print a line for each figure."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    ruling = Treatment(label="B", what="ruling", rulings={"A-exact": "at-least"})
    plan = Plan(seats=tuple(map(SeatPlan, JACKS)), detail_every=1, others=(ruling,))
    played = [play_batch(plan, seed, 1) for seed in range(games)]
    _shares(played)
    _rounds(played)
    _sequences(played)


# -------------------------------------------------------------------------- shares of acts


def _shares(played: Sequence[Tally]) -> None:
    keys = {(key, seat) for tally in played for key in tally for seat in (0, 1) if _is(key, seat)}
    for number in (400, 1000):
        rates: dict[str, list[float]] = {"over games": [], "Wilson on acts": []}
        for key, seat in sorted(keys, key=str)[::EVERY]:
            whole = whole_of(key, seat)
            assert whole is not None
            counts = [(tally[key], tally[whole]) for tally in played]
            for name, held in _held(counts, number).items():
                rates[name].append(held)
        for name, found in rates.items():
            low = sum(each < 0.9 for each in found)
            mean = sum(found) / len(found)
            print(
                f"{len(found)} shares of acts, {number} games, {name}: {mean:.1%} on average, "
                f"{min(found):.0%} at worst, {low} below 90%"
            )


def _is(key: Key, seat: int) -> bool:
    whole = whole_of(key, seat)
    return whole is not None and (key[0] == "otherwise" or seat in key[1:2])


def _held(counts: Sequence[tuple[int, int]], number: int) -> dict[str, float]:
    rng, of = Random(f"shares {number}"), sum(of for _, of in counts)
    truth = sum(count for count, _ in counts) / of
    held: Counter[str] = Counter()
    for _ in range(TRIED["shares"]):
        drawn = [pair for pair in rng.choices(counts, k=number) if pair[1]]
        if not drawn:
            held.update(("over games", "Wilson on acts"))  # nothing is said
            continue
        sums = GameSums(
            sum(count for count, _ in drawn),
            sum(of for _, of in drawn),
            sum(count * count for count, _ in drawn),
            sum(count * of for count, of in drawn),
            sum(of * of for _, of in drawn),
        )
        held["over games"] += _holds(clustered(sums), truth)
        held["Wilson on acts"] += _holds(wilson(sums.count, sums.of), truth)
    return {name: times / TRIED["shares"] for name, times in held.items()}


def _holds(found: Estimate | None, truth: float) -> bool:
    return found is not None and found.low <= truth <= found.high


# ----------------------------------------------------------------------------- mean of rounds


def _rounds(played: Sequence[Tally]) -> None:
    rounds = [value for tally in played for value in tally.histogram("rounds")]
    truth, rng = sum(rounds) / len(rounds), Random("rounds")
    ways: dict[str, Callable[[Counter[int]], Estimate | None]] = {
        "bounded": lambda drawn: bounded_mean(drawn, 1, 200),
        "Student": lambda drawn: Moments.of(drawn).mean(),
    }
    for number in (100, 1000):
        samples = [Counter(rng.choices(rounds, k=number)) for _ in range(TRIED["rounds"])]
        for name, way in ways.items():
            held = sum(_holds(way(drawn), truth) for drawn in samples) / len(samples)
            print(f"mean of rounds, {number} games, {name}: {held:.1%}")


# ---------------------------------------------------------------------- stopping by itself


def _sequences(played: Sequence[Tally]) -> None:
    """Print false alarms of A against A, and how often the interval at the end holds.

    A against A are games with seeds of their own; of real pairs, A and B by a coin's lot.
    """
    outcomes = [_fared(tally) for tally in played]
    rng = Random("A against A")
    here = [pair[0] for pair in outcomes]
    unrelated = [(rng.choice(here), rng.choice(here)) for _ in range(20 * len(here))]
    either = [*outcomes, *((b, a) for a, b in outcomes)]
    for name, pool in (("seeds of their own", unrelated), ("the same seeds", either)):
        alarms = sum(_alarm(pool, Random(f"{name} {each}")) for each in range(TRIED["reruns"]))
        looks = f"{PEEKS} looks over {PEEKS * PAIRS} pairs"
        print(f"A against A, {name}, {looks}: {alarms / TRIED['reruns']:.1%} false alarms")
    _stopped(outcomes)


def _fared(tally: Tally) -> Pair:
    at: Key = ("other", 0, "seat", 0)
    return next((a, b) for a in FARED for b in FARED if tally[(*at, a, b)])


def _looks(pool: Sequence[Pair], rng: Random, most: int) -> Iterator[Fared]:
    counts: Counter[Pair] = Counter()
    for _ in range(most):
        counts.update(rng.choices(pool, k=PAIRS))
        yield Fared(counts)


def _alarm(pool: Sequence[Pair], rng: Random) -> bool:
    return any(fared.differs() for fared in _looks(pool, rng, PEEKS))


def _stopped(outcomes: Sequence[Pair]) -> None:
    """Print how often the interval at the end holds the difference that all pairs have."""
    ended = [pair for pair in outcomes if "unfinished" not in pair]
    wins = [sum(pair[at] == "won" for pair in ended) / len(ended) for at in (0, 1)]
    truth, until, held, pairs = wins[1] - wins[0], Until(5), 0, []
    for each in range(TRIED["stopped"]):
        counts: Counter[Pair] = Counter()
        for found in _looks(ended, Random(f"stopped {each}"), 400):
            counts = Counter(dict(found.pairs))
            if until.decides(found) != "open":
                break
        held += _holds(Fared(counts).sequence(), truth)
        pairs.append(sum(counts.values()))
    number = len(pairs)
    print(
        f"stopped when decided to 5 points: {held / number:.1%} hold {truth:+.3f}, after "
        f"{sum(pairs) / number:.0f} pairs on average"
    )


if __name__ == "__main__":
    main()

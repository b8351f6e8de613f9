"""Coverage of the lab's intervals, measured on real games: python bench/intervals.py [GAMES].

Plays GAMES games between the printed AI cards, all looked at in detail, treats them as the whole
population, and draws playtests from them. docs/playtest-methods.md has the results for 4,000.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.playtest.paired import AGAIN, PAIRS, PairedResults, StopRule
from moonflight_solo.playtest.plan import Plan, SeatPlan, Treatment
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.playtest.statistics import (
    PARTS,
    Estimate,
    Moments,
    bounded_mean,
    mean_of_shares,
    too_small,
    wilson,
)
from moonflight_solo.playtest.tally import Tally, TallyKey, whole_of
from moonflight_solo.rules.catalogue import catalogue

JACKS = tuple(load_ai_card(path, catalogue()).jack for path in ai_card_files().values())
TRIED = {"rounds": 300, "shares": 200, "reruns": 1000, "stopped": 200}
EVERY = 1
"""One in this many shares of acts is examined."""

PEEKS = 40
Pair = tuple[int, int]


def main() -> None:
    """Measure, and print a line per figure."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    ruling = Treatment(label="B", what="ruling", rulings={"A-exact": "at-least"})
    seats = tuple(map(SeatPlan, JACKS))
    plan = Plan(seats=seats, detail_every=1, others=(ruling,), again=AGAIN)
    played = [play_batch(plan, seed, 1) for seed in range(games)]
    _shares(played)
    _rounds(played)
    _sequences(played)


# -------------------------------------------------------------------------- shares of acts


def _shares(played: Sequence[Tally]) -> None:
    keys = {(key, seat) for tally in played for key in tally for seat in (0, 1) if _is(key, seat)}
    for number in (100, 500, 1000):
        rates: dict[str, list[float]] = {"over games": [], "Wilson on acts": []}
        for key, seat in sorted(keys, key=str)[::EVERY]:
            whole = whole_of(key, seat)
            assert whole is not None
            counts = [(tally[key], tally[whole]) for tally in played if tally[whole]]
            for name, held in _held(counts, len(played), number).items():
                rates[name].append(held)
        for name, found in rates.items():
            low = sum(each < 0.93 for each in found)
            mean = sum(found) / len(found)
            print(
                f"{len(found)} shares of acts, {number} games, {name}: {mean:.1%} on average, "
                f"{min(found):.1%} at worst, {low} below 93%"
            )


def _is(key: TallyKey, seat: int) -> bool:
    whole = whole_of(key, seat)
    return whole is not None and (key[0] == "otherwise" or seat in key[1:2])


def _held(counts: Sequence[tuple[int, int]], games: int, number: int) -> dict[str, float]:
    """Return how often intervals cover the truth of ``games``, some of which have these counts."""
    rng, of = Random(f"shares {number}"), sum(of for _, of in counts)
    parts = [(count * PARTS + of // 2) // of for count, of in counts]
    mean, whole = sum(parts) / len(parts) / PARTS, sum(count for count, _ in counts) / of
    rows = [(each, each * each, *pair) for each, pair in zip(parts, counts, strict=True)]
    held: Counter[str] = Counter()
    for _ in range(TRIED["shares"]):
        several = round(number * len(counts) / games)
        totals = [sum(column) for column in zip(*rng.choices(rows, k=several), strict=True)]
        held["over games"] += _holds(mean_of_shares(several, *totals[:2]), mean)
        held["Wilson on acts"] += _holds(wilson(*totals[2:]), whole)
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


# ----------------------------------------------------------------------- optional stopping


def _sequences(played: Sequence[Tally]) -> None:
    """Print false alarms if B equals A, and how often the final interval covers the truth.

    From real pairs, with A and B swapped at random: as played, and replayed from where they
    diverge.
    """
    at: TallyKey = ("other", 0, "seat", 0)
    for times, told in ((0, "as they are"), (AGAIN, "played on")):
        pairs = [_values(PairedResults.of(tally, at, times)) for tally in played]
        either = [*pairs, *((-high, -low) for low, high in pairs)]
        alarms = sum(_alarm(either, times, Random(each)) for each in range(TRIED["reruns"]))
        looks = f"{PEEKS} looks over {PEEKS * PAIRS} pairs"
        print(f"A against A, {told}, {looks}: {alarms / TRIED['reruns']:.1%} false alarms")
        _stopped([pair for pair in pairs if pair[0] == pair[1]], times, told)


def _values(fared: PairedResults) -> Pair:
    """Return the difference in one pair, with its unfinished games against B and for it."""
    ((found, _),) = fared.won().items()
    return found


def _looks(pool: Sequence[Pair], again: int, rng: Random, most: int) -> Iterator[PairedResults]:
    counts: Counter[Pair] = Counter()
    for _ in range(most):
        counts.update(rng.choices(pool, k=PAIRS))
        yield PairedResults({}, counts, again + 1)


def _alarm(pool: Sequence[Pair], again: int, rng: Random) -> bool:
    return any(differs(fared) for fared in _looks(pool, again, rng, PEEKS))


def differs(fared: PairedResults) -> bool:
    """Return whether the confidence sequence of ``fared`` excludes 0, computed much faster."""
    won, times = fared.won().items(), fared.times
    above = [((times + low) / (2 * times), count) for (low, _), count in won]
    below = [((times - high) / (2 * times), count) for (_, high), count in won]
    return too_small(0.5, above) or too_small(0.5, below)


def _stopped(pool: Sequence[Pair], again: int, told: str) -> None:
    """Print how often the final interval covers the difference over all pairs."""
    truth = sum(low for low, _ in pool) / len(pool) / (again + 1)
    until, held, pairs = StopRule(5), 0, []
    for each in range(TRIED["stopped"]):
        for found in _looks(pool, again, Random(each), 400):
            if until.decides(found) != "open":
                break
        held += _holds(found.sequence(), truth)
        pairs.append(sum(found.again.values()))
    number = len(pairs)
    print(
        f"stopped when decided to 5 points, {told}: {held / number:.1%} hold {truth:+.3f}, after "
        f"{sum(pairs) / number:.0f} pairs on average"
    )


if __name__ == "__main__":
    main()

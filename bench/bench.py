"""Games a second in one process, beside a fixed loop of plain Python timed in the same run.

The loop does a fixed mixture of what a game does (list pops and appends, attribute reads, calls,
comparisons), so that the ratio of the two figures can be compared between machines and days. The
games are AI card against AI card, with every line's coverage counted. The playtest lab plays the
same games and counts all that `moonflight playtest` tells of, once without and once with the games
that it looks at in detail.
"""

from __future__ import annotations

import argparse
import resource
import time

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.policy import ActCounts
from moonflight_solo.playtest.plan import DETAIL_EVERY, Plan, SeatPlan
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.rules import game
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up

LOOP_STEPS = 200_000
Counts = list[ActCounts]


class _Thing:
    __slots__ = ("cost", "name")

    def __init__(self, name: str, cost: int) -> None:
        self.name = name
        self.cost = cost


def _first_dear(things: list[_Thing], cost: int) -> _Thing | None:
    for thing in things:
        if thing.cost >= cost:
            return thing
    return None


def plain_loop(steps: int = LOOP_STEPS) -> float:
    """Return the CPU seconds for ``steps`` rounds of the fixed loop."""
    things = [_Thing(f"thing {n}", n % 7) for n in range(10)]
    pile: list[_Thing] = []
    found = 0
    start = time.process_time()
    for step in range(steps):
        if not things:
            things, pile = pile, things
        thing = things.pop()
        pile.append(thing)
        if _first_dear(things, step % 8) is not None:
            found += 1
        if len(pile) > 5 and thing in pile:
            found += 1
    return time.process_time() - start


def games(jacks: tuple[str, ...], number: int, edition: str) -> tuple[float, int, Counts]:
    """Play ``number`` games; return the CPU seconds, the number of acts, and their counts.

    Counting the results of every line of the AI cards is included in the time.
    """
    cards = catalogue(edition)
    ai_cards = [load_ai_card(jack, cards) for jack in jacks]
    counts = [AICardPlayer(card, cards).counts for card in ai_cards]
    acts = 0
    start = time.process_time()
    for seed in range(number):
        settings = Settings(jacks, seed=seed, edition=edition)
        players = [
            AICardPlayer(card, cards, counts=each)
            for card, each in zip(ai_cards, counts, strict=True)
        ]
        acts += play(set_up(settings, cards, players), settings).acts
    return time.process_time() - start, acts, counts


def in_the_lab(jacks: tuple[str, ...], number: int, edition: str, detail: int) -> float:
    """Return the CPU seconds the lab takes for ``number`` games and all their counts."""
    seats = tuple(SeatPlan(jack) for jack in jacks)
    plan = Plan(seats=seats, edition=edition, detail_every=detail)
    play_batch(plan, 0, 1)  # compiles its cards before the clock starts
    start = time.process_time()
    play_batch(plan, 0, number)
    return time.process_time() - start


def followed(counts: Counts) -> int:
    """Return how many acts came from a line."""
    return sum(line.followed for each in counts for line in each.coverage().values())


def median(figures: list[float]) -> float:
    """Return the median."""
    return sorted(figures)[len(figures) // 2]


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games in each run")
    parser.add_argument("--repeat", type=int, default=9, help="runs; the middle figure is told")
    parser.add_argument("--edition", default="prototype")
    parser.add_argument("jacks", nargs="*")
    chosen = parser.parse_args()
    jacks = tuple(chosen.jacks) or tuple(catalogue(chosen.edition).suits)
    games(jacks, 10, chosen.edition)  # warm caches before the clock starts
    before = peak()
    loops, rates, ratios = [], [], []
    lab: dict[int, list[float]] = {0: [], DETAIL_EVERY: []}
    for _ in range(chosen.repeat):
        loop = LOOP_STEPS / plain_loop()
        seconds, acts, counts = games(jacks, chosen.games, chosen.edition)
        loop = (loop + LOOP_STEPS / plain_loop()) / 2
        loops.append(loop)
        rates.append(chosen.games / seconds)
        ratios.append(1000 * acts / seconds / loop)
        for detail, figures in lab.items():
            figures.append(chosen.games / in_the_lab(jacks, chosen.games, chosen.edition, detail))
    print(f"{' against '.join(jacks)}, {chosen.edition} edition, {chosen.repeat} x {chosen.games}")
    print(f"made of            {'compiled modules' if compiled() else 'plain Python':>20}")
    print(f"games a second     {median(rates):20.0f}")
    print(f"  per million loops{1e6 * median(rates) / median(loops):20.0f}")
    print(f"  in the lab       {median(lab[0]):20.0f}")
    print(f"  per million loops{1e6 * median(lab[0]) / median(loops):20.0f}")
    print(f"  and 1 in {DETAIL_EVERY} in detail{median(lab[DETAIL_EVERY]):17.0f}")
    print(f"  per million loops{1e6 * median(lab[DETAIL_EVERY]) / median(loops):20.0f}")
    print(f"acts in a game     {acts / chosen.games:20.1f}")
    print(f"  from a line      {followed(counts) / chosen.games:20.1f}")
    print(f"plain loop a second{median(loops):20.0f}")
    print(f"acts per 1000 loops{median(ratios):20.1f}")
    print(f"peak memory, MB    {peak():20.1f}")
    print(f"  more than after 10 games{peak() - before:13.1f}")


def peak() -> float:
    """Return the peak memory of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def compiled() -> bool:
    """Return whether the game itself is a compiled module (``make fast``)."""
    return not str(game.__file__).endswith(".py")


if __name__ == "__main__":
    main()

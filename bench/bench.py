"""Games a second in one process, beside a fixed loop of plain Python timed in the same run.

The loop does a fixed mixture of what a game does (list pops and appends, attribute reads, calls,
comparisons), so that the ratio of the two figures can be compared between machines and days.
"""

from __future__ import annotations

import argparse
import resource
import time

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.follower import Follower
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up

LOOP_STEPS = 200_000


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
    """Return the processor seconds that ``steps`` rounds of the fixed loop take."""
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


def games(jacks: tuple[str, ...], number: int, edition: str) -> tuple[float, int]:
    """Play ``number`` games; return the processor seconds they took and the acts played."""
    cards = catalogue(edition)
    ai_cards = [load_ai_card(jack, cards) for jack in jacks]
    [Follower(card, cards) for card in ai_cards]  # compile before the clock starts
    acts = 0
    start = time.process_time()
    for seed in range(number):
        settings = Settings(jacks, seed=seed, edition=edition)
        players = [Follower(card, cards) for card in ai_cards]
        acts += play(set_up(settings, cards, players), settings).acts
    return time.process_time() - start, acts


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--edition", default="prototype")
    parser.add_argument("jacks", nargs="*")
    chosen = parser.parse_args()
    jacks = tuple(chosen.jacks) or tuple(catalogue(chosen.edition).suits)
    loops, rates = [], []
    for _ in range(chosen.repeat):
        loops.append(LOOP_STEPS / plain_loop())
        seconds, acts = games(jacks, chosen.games, chosen.edition)
        rates.append((chosen.games / seconds, acts / seconds))
    loop = sorted(loops)[len(loops) // 2]
    game_rate, act_rate = sorted(rates)[len(rates) // 2]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{' against '.join(jacks)}, {chosen.edition} edition, {chosen.games} games")
    print(f"games a second     {game_rate:10.0f}")
    print(f"acts a second      {act_rate:10.0f}")
    print(f"plain loop a second{loop:10.0f}")
    print(f"acts per 1000 plain loops {1000 * act_rate / loop:.1f}")
    print(f"peak memory        {peak:10.0f} MB")


if __name__ == "__main__":
    main()

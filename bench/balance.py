"""Whether `moonflight balance` keeps its word.

    python bench/balance.py claimed            # 10,000 fresh games of each row of the front
    python bench/balance.py undone --only cost --most 1 --plant 60 --least 3

`claimed` searches the printed pair and plays what was found on seeds that the search never saw.
`undone` plants disturbances, one after the other, and searches for what brings the printed share
back: some costs two lower, or each single change whose words contain those of `--change`; only
where that moves the wins by `--least` percentage points. Seconds are computing time of all
processes.
"""

from __future__ import annotations

import argparse
import re
import resource
from functools import partial

from msgspec.structs import replace

from moonflight_solo.playtest.balance_search import BalanceSearch
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.racing import Combination, PlayedGames, play_games
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import workers
from moonflight_solo.playtest.single_changes import SingleChange, single_changes
from moonflight_solo.rules.catalogue import catalogue

FIRST_SEED = 50_000_000
"""No search plays seeds from here on."""


def fresh_share(plan: Plan, chosen: argparse.Namespace, *changes: SingleChange) -> float:
    """Return what the first seat wins in fresh games with some changes, in percent.

    An unfinished game counts as half won.
    """
    found: dict[Combination, PlayedGames] = {}
    seeds = range(FIRST_SEED, FIRST_SEED + chosen.fresh)
    with workers(chosen.jobs, partial(run_of, plan)) as share_out:
        for _ in play_games(found, plan, {(): changes}, seeds, share_out):
            pass
    return 50 * sum(found[()].won) / len(found[()].won)


def seconds() -> float:
    """Return the computing time of all processes until now."""
    both = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(resource.getrusage(who).ru_utime for who in both)


def searched(plan: Plan, target: float, chosen: argparse.Namespace) -> BalanceSearch:
    """Search, and print how many games and how much computing time that took."""
    before = seconds()
    search = BalanceSearch(plan, target, chosen.games, chosen.only, most=chosen.most)
    games = sum(search.search(chosen.jobs))
    print(f"{games} games, {seconds() - before:.0f} seconds of computing", flush=True)
    return search


def named(search: BalanceSearch, each: Combination) -> str:
    """Return the words of a combination."""
    return "; ".join(search.singles[number].label for number in each)


def claimed(plan: Plan, chosen: argparse.Namespace) -> None:
    """Print what the front claims beside fresh games."""
    search = searched(plan, 0.5, chosen)
    found = search.results()
    for row, each in zip((found.today, *found.front), ((), *search.best), strict=True):
        fresh = fresh_share(plan, chosen, *(search.singles[number] for number in each))
        claim = 100 * (row.wins.share or 0)
        nearer = ", nearer" if row.nearer else ""
        print(
            f"{named(search, each)}: claimed {claim:.1f}, fresh {fresh:.1f}{nearer}, "
            f"{row.alike} alike",
            flush=True,
        )


def opposite(one: SingleChange, other: SingleChange) -> bool:
    """Return whether the second change takes the first back."""
    numbers, back = (re.findall(r"\d+", each.label) for each in (one, other))
    return one.touches == other.touches and numbers == back[::-1]


def undone(plan: Plan, chosen: argparse.Namespace) -> None:
    """Print for planted changes how far down the list of results their opposite is."""
    target = fresh_share(plan, chosen) / 100
    for change in disturbances(plan, chosen):
        disturbed = replace(plan, changes=change.cards)
        moved = fresh_share(disturbed, chosen)
        print(f"planted: {change.label}: {100 * target:.1f} → {moved:.1f}", flush=True)
        if abs(moved - 100 * target) < chosen.least:
            continue
        search = searched(disturbed, target, chosen)
        listed = [*search.finalists(1)[:1], *search.alike(1)]
        places = [
            at for at, (number,) in enumerate(listed) if opposite(change, search.singles[number])
        ]
        place = f"place {places[0] + 1}" if places else "not there"
        print(f"  undone: {place} of {len(listed)}; best: {named(search, listed[0])}", flush=True)


def disturbances(plan: Plan, chosen: argparse.Namespace) -> list[SingleChange]:
    """Return the changes to plant: those that are named, or some of the costs two lower."""
    every = single_changes(run_of(plan), ["cards"])
    if chosen.change:
        return [each for each in every if any(words in each.label for words in chosen.change)]
    costs = [each for each in every if each.kind == "cost"]
    numbers = [[int(number) for number in re.findall(r"\d+", each.label)] for each in costs]
    cheaper = [each for each, (old, new) in zip(costs, numbers, strict=True) if new == old - 2]
    return cheaper[:: max(1, len(cheaper) // chosen.plant)][: chosen.plant]


def main() -> None:
    """Search, and play what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["claimed", "undone"])
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--fresh", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--most", type=int, default=3)
    parser.add_argument("--plant", type=int, default=1)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--change", action="append", default=[])
    chosen = parser.parse_args()
    plan = Plan(seats=tuple(map(SeatPlan, list(catalogue().suits)[:2])), detail_every=0)
    {"claimed": claimed, "undone": undone}[chosen.what](plan, chosen)


if __name__ == "__main__":
    main()

"""Whether `moonflight balance` keeps its word.

    python bench/balance.py claimed            # 10,000 fresh games of each row of the front
    python bench/balance.py undone --games 20000 --only cost

`claimed` searches the printed pair and plays what was found on seeds that the search never saw.
`undone` makes the cost cheaper by two that changes the wins most, and looks for what brings the
printed share back. Seconds are computing time of all processes.
"""

from __future__ import annotations

import argparse
import re
import resource
from collections.abc import Iterator

from msgspec.structs import replace

from moonflight_solo.playtest.balance_search import BalanceSearch, Combination, tallies_of
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.single_changes import SingleChange, single_changes
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.catalogue import catalogue

FIRST_SEED = 50_000_000
"""No search plays seeds from here on."""


Ways = dict[Combination, tuple[SingleChange, ...]]


def fresh_games(plan: Plan, ways: Ways, games: int, jobs: int) -> dict[Combination, Tally]:
    """Play fresh games of a plan with each of some changes."""

    def play() -> Iterator[int]:
        found.update((yield from tallies_of(plan, ways, FIRST_SEED, games, jobs)))

    found: dict[Combination, Tally] = {}
    for _ in play():
        pass
    return found


def share(tally: Tally) -> float:
    """Return what the first seat won of the finished games, in percent."""
    return 100 * tally["seat", 0, "won"] / tally["finished",]


def searched(plan: Plan, target: float, chosen: argparse.Namespace) -> BalanceSearch:
    """Search, and print the front and the computing time."""
    search = BalanceSearch(plan, target, chosen.games, chosen.only, [])
    games = sum(search.search(chosen.jobs))
    spent = sum(
        resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"{games} games, {spent:.0f} seconds of computing", flush=True)
    return search


def step(change: SingleChange) -> int:
    """Return by how much a change raises a cost, 0 for other changes."""
    before, after = re.findall(r"\d+", change.label)[-2:] if change.kind == "cost" else (0, 0)
    return int(after) - int(before)


def named(search: BalanceSearch, each: Combination) -> str:
    """Return the words of a combination."""
    return "; ".join(search.singles[number].label for number in each)


def claimed(plan: Plan, chosen: argparse.Namespace) -> None:
    """Print what the front claims beside fresh games."""
    search = searched(plan, 0.5, chosen)
    found = search.results(stopped=False, plans={})
    for number, row in enumerate((found.today, *found.front)):
        best = search.finalists(number)[0] if number else ()
        changes = tuple(search.singles[each] for each in best)
        fresh = share(fresh_games(plan, {(): changes}, chosen.fresh, chosen.jobs)[()])
        claim = 100 * (row.wins.share or 0)
        print(f"{named(search, best)}: claimed {claim:.1f}, fresh {fresh:.1f}", flush=True)


def undone(plan: Plan, chosen: argparse.Namespace) -> None:
    """Print what is found for a planted cost, and how many finalists take it back."""
    cheaper = [each for each in single_changes(run_of(plan), ["cost"]) if step(each) == -2]
    ways: Ways = {(): ()} | {(at,): (each,) for at, each in enumerate(cheaper)}
    found = {way: share(tally) for way, tally in fresh_games(plan, ways, 400, chosen.jobs).items()}
    (at,) = max((way for way in found if way), key=lambda way: abs(found[way] - found[()]))
    planted = cheaper[at]
    target = share(fresh_games(plan, {(): ()}, chosen.fresh, chosen.jobs)[()])
    print(f"planted: {planted.label}; printed {target:.1f}", flush=True)
    disturbed = replace(plan, changes=planted.cards)
    search = searched(disturbed, target / 100, chosen)
    for each in search.finalists(1):
        changes = tuple(search.singles[number] for number in each)
        back = changes[0].touches == planted.touches and step(changes[0]) == 2
        fresh = share(fresh_games(disturbed, {(): changes}, chosen.fresh, chosen.jobs)[()])
        print(f"{named(search, each)}: fresh {fresh:.1f}{', undone' if back else ''}", flush=True)


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
    chosen = parser.parse_args()
    plan = Plan(seats=tuple(map(SeatPlan, list(catalogue().suits)[:2])), detail_every=0)
    {"claimed": claimed, "undone": undone}[chosen.what](plan, chosen)


if __name__ == "__main__":
    main()

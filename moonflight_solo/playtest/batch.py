"""A number of games played one after the other: the unit of work of a playtest."""

from __future__ import annotations

from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.comparing import count_pair
from moonflight_solo.playtest.counting import count_game
from moonflight_solo.playtest.coverage import Coverage, coverage_of
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.run import Lab, lab_of
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play


def play_batch(plan: Plan, first_seed: int, games: int) -> Tally:
    """Play the games with the seeds from ``first_seed`` on, and return what was counted.

    The result depends on nothing but the arguments. Raises what
    :class:`~moonflight_solo.playtest.run.Lab` does, and :class:`MoonflightError` with the seed
    for a game in which a player did what is not allowed.
    """
    lab = lab_of(plan)
    others = [lab_of(plan.played(other)) for other in plan.others]
    coverage = coverage_of(lab)
    tally = Tally()
    for seed in range(first_seed, first_seed + games):
        try:
            ending = _counted(lab, seed, coverage, tally)
            for number, other in enumerate(others):
                count_pair(tally, seed, number, ending, _ending(other, seed))
        except MoonflightError as error:
            raise MoonflightError(f"the game with seed {seed}: {error}") from error
    return tally


def _counted(lab: Lab, seed: int, coverage: Coverage, tally: Tally) -> Outcome:
    """Play one game and count all there is to count of it."""
    settings = lab.plan.settings(seed)
    watched = coverage.watch(seed, lab.players(settings))
    game = lab.game(settings, watched.players)
    first = game.table.first
    outcome = play(game.table, settings)
    count_game(tally, seed, first, game.table, outcome)
    watched.count(tally)
    return outcome


def _ending(lab: Lab, seed: int) -> Outcome:
    """Play one game and return how it ended."""
    settings = lab.plan.settings(seed)
    game = lab.game(settings, lab.players(settings))
    return play(game.table, settings)

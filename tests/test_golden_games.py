"""Games go as recorded in digests of everything that happens.

The first game of every set-up is also run against the compiled copy (`make fast-test`). If a test
here fails, games have changed, by mistake or on purpose; in the latter case `make golden` records
the new ones.
"""

from __future__ import annotations

import os

import pytest
from golden import games
from golden.adapter import is_compiled, play_unwatched
from golden.setups import SetUp, setups
from helpers import at_least

EXPECT_COMPILED = "MOONFLIGHT_EXPECT_COMPILED"
SETUPS = setups()
# So many games of each set-up are played again with nobody listening, which must change nothing.
UNWATCHED = 1
# The plain modules have played them all; where compiled ones part, they part soon.
MOST = at_least(3, 100) if is_compiled() else 100


def test_the_modules_under_test_are_those_that_are_meant() -> None:
    """`make fast-test` would prove nothing if the plain modules were found first."""
    assert is_compiled() or os.environ.get(EXPECT_COMPILED) != "1", "these are plain Python modules"


def test_the_kept_games_are_those_that_are_played() -> None:
    kept = games.kept()
    assert {name: len(seeds) for name, seeds in kept.items()} == {
        name: setup.games for name, setup in SETUPS.items()
    }, "run `make golden`"
    assert sum(map(len, kept.values())) >= 500
    finished = [line for seeds in kept.values() for line in seeds.values() if "nobody" not in line]
    assert len(finished) >= 250


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_games_go_as_they_went(setup: SetUp) -> None:
    kept = games.kept().get(setup.name, {})
    parted: list[str] = []
    for seed in range(min(setup.games, MOST)):
        line, end = games.golden_game(setup, seed)
        if seed not in kept:
            parted.append(f"seed {seed}: not kept")
        elif line != kept[seed]:
            parted.append(f"seed {seed}: {', '.join(games.parted(kept[seed], line))}")
        if seed < UNWATCHED:
            result = line.rpartition(" | ")[2]
            assert play_unwatched(setup, seed) == (end, result), f"seed {seed}, unwatched"
    if parted:
        pytest.fail(
            "\n".join(
                [
                    f"{setup.name}: {len(parted)} of {setup.games} games are not as they were",
                    *parted,
                    f"To see one: python tools/renew_golden.py --trace {setup.name!r} SEED",
                    "with the code as it was and as it is, and compare the two with diff.",
                    "To keep them as they are now, on purpose: make golden",
                ]
            ),
            pytrace=False,
        )


def test_what_is_not_the_same_is_named() -> None:
    """A failure says in which of the things told a game parted; and a trace holds all of them."""
    setup = SETUPS["prototype/clay words"]
    line, _ = games.golden_game(setup, 0)
    name, seed, digests, result = line.split(" | ")
    acts, _, *rest = digests.split()
    other = f"{name} | {seed} | {' '.join([acts, 'x', *rest])} | {result}"
    assert games.parted(line, line) == []
    assert games.parted(other, line) == ["answers"]
    assert games.parted(f"{line}!", line) == [f'result, "{result}!" is now "{result}"']
    kinds = {row.split(" ", 1)[0] for row in games.trace(setup, 0).splitlines()}
    assert kinds == {*games.KINDS, "result"}

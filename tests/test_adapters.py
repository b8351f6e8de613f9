"""The PettingZoo and OpenSpiel adapters, by the tests of those libraries."""

from __future__ import annotations

import random
import re
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import moonflight_solo as moonflight

pytest.importorskip("numpy", reason="NumPy is not installed")

from moonflight_solo.numbered_game import NumberedGame


def played(numbered: NumberedGame, lot: Random) -> list[int]:
    given = []
    while numbered.game.decision is not None:
        given.append(lot.choice(numbered.legal))
        numbered.push(given[-1])
    return given


def test_numbers_mean_the_same_in_every_game() -> None:
    first, other = (NumberedGame(moonflight.new_game("clay", "words", seed=s)) for s in (1, 2))
    assert first.steps == other.steps
    assert 300 <= len(first.steps) <= 500
    given = played(first, Random(1))
    assert {*map(first.steps.__getitem__, given)} & {("more",), ("all",), ("pass",)}
    again = NumberedGame(moonflight.new_game("clay", "words", seed=1))
    half = None
    for at, number in enumerate(given):
        assert number in again.legal
        again.push(number)
        half = deepcopy(again) if at == len(given) // 2 else half
    assert again.game.outcome == first.game.outcome
    assert half is not None
    for number in given[len(given) // 2 + 1 :]:
        half.push(number)
    assert half.game.outcome == first.game.outcome
    with pytest.raises(moonflight.UsageError, match="is not one of the numbers"):
        half.push(0)


def test_somebody_has_to_decide() -> None:
    with pytest.raises(moonflight.UsageError, match="every seat plays by itself"):
        NumberedGame(moonflight.new_game("clay:ai", "words:ai"))


def run_of_the_page(adapter: str) -> dict[str, Any]:
    """Run the example of an adapter in docs/library.md, and return its names."""
    page = (Path(__file__).parent.parent / "docs" / "library.md").read_text("utf-8")
    (example,) = (
        each for each in re.findall(r"```python\n(.*?)```", page, re.S) if adapter in each
    )
    names: dict[str, Any] = {}
    exec(example, names)
    return names


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from pettingzoo.test import api_test, seed_test

    from moonflight_solo.pettingzoo_env import MoonflightEnv

    api_test(MoonflightEnv("clay", "words"), num_cycles=300)
    seed_test(lambda: MoonflightEnv("clay", "words", "clay"), num_cycles=30)
    env = run_of_the_page("pettingzoo_env")["env"]
    assert sum(env.numbered.rewards()) == 0
    assert MoonflightEnv("clay", "words:ai").possible_agents == ["seat_0"]
    assert MoonflightEnv("clay:ai", "words").agent_selection == "seat_1"


@pytest.mark.filterwarnings("ignore")
def test_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    from moonflight_solo.open_spiel_game import open_spiel_game

    state = run_of_the_page("open_spiel_game")["state"]
    assert not state.is_terminal()
    assert len(state.history()) == 4
    game = open_spiel_game("clay", "words")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    lot = np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, lot)
    searching = mcts.MCTSBot(game, 2, 2, rollout, random_state=lot)
    informed = ismcts.ISMCTSBot(game, rollout, 2, 2, random_state=lot)
    random.seed(1)
    state = game.new_initial_state()
    with pytest.raises(moonflight.UsageError, match="5000 is not a deal: deals go from 0 to 999"):
        state.apply_action(5000)
    state.apply_action(4)
    assert "play Coin" in map(state.action_to_string, state.legal_actions())
    assert any(" 0: " in state.action_to_string(move) for move in state.legal_actions())
    assert len(state.observation_tensor(0)) > len(state.information_state_tensor(0)) == 0
    seen = [state.information_state_string(0)]
    moves = 0
    while not state.is_terminal():
        moves += 1
        bots = (searching, informed)
        few = moves % 120 == 1  # a search plays whole games
        move = (
            bots[state.current_player()].step(state) if few else lot.choice(state.legal_actions())
        )
        state.apply_action(move)
        seen.append(state.information_state_string(0))
    assert sum(state.returns()) == 0
    assert len(seen) > 100

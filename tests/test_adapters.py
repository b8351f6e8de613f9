"""The PettingZoo and OpenSpiel adapters, by the tests of those libraries."""

from __future__ import annotations

import random
from copy import deepcopy
from random import Random

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


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from pettingzoo.test import api_test, seed_test

    from moonflight_solo.pettingzoo_env import MoonflightEnv

    api_test(MoonflightEnv("clay", "words"), num_cycles=300)
    seed_test(lambda: MoonflightEnv("clay", "words", "clay"), num_cycles=30)
    env = MoonflightEnv("clay", "words")
    env.reset(seed=4)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert sum(env.numbered.rewards()) == 0


@pytest.mark.filterwarnings("ignore")
def test_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    from moonflight_solo.open_spiel_game import open_spiel_game

    game = open_spiel_game("clay", "words")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    lot = np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, lot)
    searching = mcts.MCTSBot(game, 2, 2, rollout, random_state=lot)
    informed = ismcts.ISMCTSBot(game, rollout, 2, 2, random_state=lot)
    random.seed(1)
    state = game.new_initial_state()
    state.apply_action(4)
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

"""Moonflight as an OpenSpiel game, with the extra ``open-spiel``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel

from moonflight_solo.library import UsageError, new_game
from moonflight_solo.numbered_game import NumberedGame

SAMPLED_DEALS = 1000
"""The first chance node picks one of so many deals."""


def open_spiel_game(*jacks: str, **options: Any) -> Any:
    """Return the game of these Jacks as an OpenSpiel game; ``options`` as for `new_game`."""
    jacks = jacks or ("clay", "words")
    number, start = len(jacks), NumberedGame(new_game(*jacks, **options))
    kind = pyspiel.GameType(
        short_name="python_moonflight",
        long_name="Moonflight",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=number,
        min_num_players=number,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )
    limit = 1000.0 if number == 1 else 1.0
    info = pyspiel.GameInfo(len(start.steps), SAMPLED_DEALS, number, -limit, limit, None, 100_000)

    class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return OpenSpielState(self, lambda seed: new_game(*jacks, seed=seed, **options))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            recall = iig_obs_type is not None and iig_obs_type.perfect_recall
            return OpenSpielObserver(recall, len(start.observation(start.game.view(0))))

    return OpenSpielGame()


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A game; ``None`` before the deal."""

    def __init__(self, game: Any, make: Callable[[int], Any]) -> None:
        super().__init__(game)
        self.make = make
        self.numbered: NumberedGame | None = None

    def current_player(self) -> int:
        """Return the seat to decide."""
        if self.numbered is None:
            return int(pyspiel.PlayerId.CHANCE)
        decider = self.numbered.game.decider
        return int(pyspiel.PlayerId.TERMINAL) if decider is None else decider

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, all equally likely."""
        return [(seed, 1 / SAMPLED_DEALS) for seed in range(SAMPLED_DEALS)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.numbered.legal if self.numbered else []

    def _apply_action(self, action: int) -> None:
        if self.numbered is None:
            if not 0 <= action < SAMPLED_DEALS:
                raise UsageError(f"{action} is not a deal: deals go from 0 to {SAMPLED_DEALS - 1}.")
            self.numbered = NumberedGame(self.make(action))
        else:
            self.numbered.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.numbered is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.numbered.words(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.numbered is not None and self.numbered.game.decision is None

    def returns(self) -> list[float]:
        """Return every seat's reward."""
        if self.numbered is None:
            return [0.0] * self.get_game().num_players()
        return self.numbered.rewards()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """Return a state that ``player`` cannot tell from this one."""
        new = self.clone()
        new.numbered = self.numbered and self.numbered.redealt(player, Random(sampler()))
        return new

    def __str__(self) -> str:
        return "before the deal" if self.numbered is None else repr(self.numbered.game)


class OpenSpielObserver:
    """What a player sees, as a string and a tensor; with ``recall`` all it has seen, as a string.

    There is no tensor of all it has seen, because a history can have any length.
    """

    def __init__(self, recall: bool, size: int) -> None:
        self.recall = recall
        self.tensor = None if recall else np.zeros(size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Set the tensor to what ``player`` sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.numbered is not None:
            self.tensor[:] = state.numbered.observation(state.numbered.game.view(player))

    def string_from(self, state: Any, player: int) -> str:
        """Return what ``player`` sees."""
        if state.numbered is None:
            return "before the deal"
        view = state.numbered.game.view(player)
        steps = state.numbered.given if state.numbered.game.decider == player else ()
        history = "\n".join(map(str, view.history)) if self.recall else ""
        return f"{view}\n{history}\n{steps}"

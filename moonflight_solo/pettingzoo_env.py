"""Moonflight as a PettingZoo environment, with the extra ``pettingzoo``."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from moonflight_solo.library import new_game
from moonflight_solo.numbered_game import NumberedGame


class MoonflightEnv(AECEnv):  # type: ignore[misc]
    """An agent for each Jack whose decisions you make, by the number of its seat.

    An observation has the ``action_mask`` of what it may do now; ``numbered`` says what actions and
    observations mean. ``options`` are those of :func:`~moonflight_solo.library.new_game`. The
    reward is that of :meth:`~moonflight_solo.numbered_game.NumberedGame.rewards`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "moonflight_v0",
        "is_parallelizable": False,
        "render_modes": [],
    }

    def __init__(self, *jacks: str, **options: Any) -> None:
        self.render_mode = None
        self.jacks, self.options = jacks or ("clay", "words"), options
        self.seats = {f"seat_{seat}": seat for seat in new_game(*self.jacks, **options).asked}
        self.possible_agents = [*self.seats]
        self.reset(seed=0)
        seen, number = self.observe(self.agent_selection), len(self.numbered.steps)
        size = len(seen["observation"])
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-1e4, 1e4, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (number,), np.int8),
        }
        self.action_spaces = {agent: spaces.Discrete(number) for agent in self.agents}
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.agents}
        self.action_space = self.action_spaces.__getitem__
        self.observation_space = self.observation_spaces.__getitem__

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Set up a new game; without a ``seed`` a random one."""
        seed = int(np.random.default_rng().integers(1 << 30)) if seed is None else seed
        self.numbered = NumberedGame(new_game(*self.jacks, seed=seed, **self.options))
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may do if it is its turn."""
        seat = self.seats[agent]
        mask = np.zeros(len(self.numbered.steps), np.int8)
        if self.numbered.game.decider == seat:
            mask[self.numbered.legal] = 1
        observation = self.numbered.observation(self.numbered.game.view(seat))
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take the selected agent's action, a number of `NumberedGame`."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game, agent = self.numbered.game, self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.numbered.push(action)
        rewards = self.numbered.rewards()
        self.rewards = {agent: rewards[seat] for agent, seat in self.seats.items()}
        self.terminations = dict.fromkeys(self.agents, game.decision is None)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the agent to decide, if there still is one."""
        decider = self.numbered.game.decider
        if decider is not None:
            self.agent_selection = f"seat_{decider}"

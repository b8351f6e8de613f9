"""Moonflight as a PettingZoo environment: ``pip install moonflight-solo[pettingzoo]``."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from moonflight_solo.library import new_game
from moonflight_solo.numbered_game import NumberedGame


class MoonflightEnv(AECEnv):  # type: ignore[misc]
    """An agent for each Jack. An observation has the ``action_mask`` of what it may do now.

    ``options`` are those of :func:`~moonflight_solo.library.new_game`. The reward is that of
    :meth:`~moonflight_solo.numbered_game.NumberedGame.rewards`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "moonflight_v0",
        "is_parallelizable": False,
        "render_modes": ["ansi"],
    }

    def __init__(self, *jacks: str, **options: Any) -> None:
        self.render_mode = None
        self.jacks, self.options = jacks or ("clay", "words"), options
        self.possible_agents = [f"seat_{seat}" for seat in range(len(self.jacks))]
        self.reset(seed=0)
        size, number = len(self.observe("seat_0")["observation"]), len(self.numbered.steps)
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-1e4, 1e4, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (number,), np.int8),
        }
        self.action_spaces = {each: spaces.Discrete(number) for each in self.agents}
        self.observation_spaces = {each: spaces.Dict(parts) for each in self.agents}
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
        self.agent_selection = self.possible_agents[self.numbered.game.decider or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may do if it is its turn."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.numbered.steps), np.int8)
        if self.numbered.game.decider == seat:
            mask[self.numbered.legal] = 1
        observation = self.numbered.observation(self.numbered.game.view(seat))
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Give the selected agent's next number."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game, agent = self.numbered.game, self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.numbered.push(action)
        self.rewards = dict(zip(self.possible_agents, self.numbered.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, game.decision is None)
        if game.decider is not None:
            self.agent_selection = self.possible_agents[game.decider]
        self._accumulate_rewards()

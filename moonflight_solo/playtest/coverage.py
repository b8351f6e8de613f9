"""How the lines of the AI cards fare: what is looked at, what holds, what decides, what would not.

Cheap counts are kept of all games. In games whose seed a plan's ``detail_every`` divides, each AI
player is also observed: its lines and phrases are taken apart at every act, and every other way
its card could be followed is asked for its own act and answers on the same table. Observing
changes nothing in the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from moonflight_solo.ai_cards.follower import Follower
from moonflight_solo.playtest.lab import Lab
from moonflight_solo.playtest.observer import Observed, Observer
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.variants import variants
from moonflight_solo.rules.players import Player


class Coverage:
    """What is looked at in the games of a lab, made ready once."""

    def __init__(self, lab: Lab) -> None:
        found = variants(lab)
        self._every = lab.plan.detail_every
        self._observed = [
            None if card is None else Observed(lab, seat, card, found)
            for seat, card in enumerate(lab.ai_cards)
        ]

    def watch(self, seed: int, players: Sequence[Player]) -> WatchedGame:
        """Return the players of the game of ``seed``, watched as closely as is due."""
        detailed = bool(self._every) and seed % self._every == 0
        return WatchedGame(seed, players, self._observed if detailed else ())


@lru_cache(maxsize=4)
def coverage_of(lab: Lab) -> Coverage:
    """Return what is looked at in the games of ``lab``, the same for all its batches."""
    return Coverage(lab)


class WatchedGame:
    """One game that is watched. Play it with ``players``, then count it."""

    def __init__(
        self, seed: int, players: Sequence[Player], observed: Sequence[Observed | None]
    ) -> None:
        self._seed = seed
        self._detailed = bool(observed)
        self.players: list[Player] = list(players)
        self._observers: list[Observer] = []
        for number, each in enumerate(observed):
            player = players[number]
            if each is not None:
                assert isinstance(player, Follower)
                observer = Observer(each, player)
                self.players[number] = observer
                self._observers.append(observer)

    def count(self, tally: Tally) -> None:
        """Add to ``tally`` what was seen, once the game is over."""
        if self._detailed:
            tally.add(("detailed",), self._seed)
        for observer in self._observers:
            for key, number in observer.counts.items():
                tally.add(key, self._seed, number)
                if key[0] == "otherwise":
                    tally.add((*key[:2], "games"), self._seed)
                elif key[-2:] == ("status", "followed"):
                    tally.add((*key[:-2], "followed in"), self._seed)

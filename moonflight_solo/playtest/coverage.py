"""How the lines of the AI cards fare: what is looked at, what holds, what decides, what would not.

Cheap counts are kept of all games. In games whose seed a plan's ``detail_every`` divides, each AI
player is also observed: its lines and phrases are taken apart at every act, and every other way
its card could be followed is asked for its own act and answers on the same table. Observing
changes nothing in the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.playtest.alternatives import alternatives
from moonflight_solo.playtest.observer import Observed, Observer
from moonflight_solo.playtest.run import Run
from moonflight_solo.playtest.tally import Key, Tally
from moonflight_solo.rules.state import Player

Lines = dict[tuple[bool, str], Key]
"""The beginning of the keys of each action line of an AI card, by its side and its number."""


class Instruments:
    """What is looked at in the games of a run, made ready once."""

    def __init__(self, run: Run) -> None:
        ways = alternatives(run)
        cards = [(seat, card) for seat, card in enumerate(run.ai_cards) if card is not None]
        self._every = run.plan.detail_every
        self._observed = {seat: Observed(run, seat, card, ways) for seat, card in cards}
        self._lines: dict[int, Lines] = {
            seat: {
                (line.printed.turned, line.number): ("line", seat, place)
                for place, line in enumerate(card.lines)
                if line.printed.section == "action"
            }
            for seat, card in cards
        }

    def watch(self, seed: int, players: Sequence[Player]) -> InstrumentedGame:
        """Return the players of the game of ``seed``, watched as closely as is due."""
        detailed = bool(self._every) and seed % self._every == 0
        return InstrumentedGame(seed, players, self._lines, self._observed if detailed else None)


@lru_cache(maxsize=4)
def instruments_of(run: Run) -> Instruments:
    """Return what is looked at in the games of ``run``, the same for all its batches."""
    return Instruments(run)


class InstrumentedGame:
    """One game that is watched. Play it with ``players``, then count it."""

    def __init__(
        self,
        seed: int,
        players: Sequence[Player],
        lines: dict[int, Lines],
        observed: dict[int, Observed] | None,
    ) -> None:
        self.players = list(players)
        self._seed = seed
        self._detailed = observed is not None
        self._followers: list[tuple[AICardPlayer, Lines]] = []
        self._observers: list[Observer] = []
        for seat, keys in lines.items():
            player = players[seat]
            assert isinstance(player, AICardPlayer)
            self._followers.append((player, keys))
            if observed is not None:
                self.players[seat] = observer = Observer(observed[seat], player)
                self._observers.append(observer)

    def count(self, tally: Tally) -> None:
        """Add to ``tally`` what was seen, once the game is over."""
        seed = self._seed
        for player, keys in self._followers:
            for line, found in player.counts.coverage().items():
                key = keys[line]
                tally.add((*key, "looked at"), seed, found.looked_at)
                tally.add((*key, "true"), seed, found.condition_true)
                tally.add((*key, "followed"), seed, found.followed)
                tally.add((*key, "followed in"), seed, int(found.followed > 0))
        if self._detailed:
            tally.add(("detailed",), seed)
        for observer in self._observers:
            for key, number in observer.counts.counted().items():
                tally.add(key, seed, number)
                if key[0] == "otherwise":
                    tally.add((*key[:2], "games"), seed)
                elif key[-2:] == ("status", "followed"):
                    tally.add((*key[:-2], "followed in"), seed)

"""How the lines of the AI cards fare: what is looked at, what holds, what decides, what would not.

Cheap counts are kept of all games. In games whose seed a plan's ``detail_every`` divides, each AI
player is also observed: its lines and phrases are taken apart at every act, and every other way
its card could be followed is asked for its own act and answers on the same table. Observing
changes nothing in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.follower import Follower
from moonflight_solo.playtest.lab import Lab
from moonflight_solo.playtest.observer import Observed, Observer
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.variants import variants
from moonflight_solo.rules.acts import Act
from moonflight_solo.rules.players import Player
from moonflight_solo.rules.table import Seat, Table


class Coverage:
    """What is looked at in the games of a lab, made ready once."""

    def __init__(self, lab: Lab) -> None:
        found = variants(lab)
        self._every = lab.plan.detail_every
        self._lines = [
            None if card is None else Lines(card, seat) for seat, card in enumerate(lab.ai_cards)
        ]
        self._observed = [
            None if card is None else Observed(lab, seat, card, found)
            for seat, card in enumerate(lab.ai_cards)
        ]

    def watch(self, seed: int, players: Sequence[Player]) -> WatchedGame:
        """Return the players of the game of ``seed``, watched as closely as is due."""
        detailed = bool(self._every) and seed % self._every == 0
        return WatchedGame(seed, players, self._lines, self._observed if detailed else ())


@lru_cache(maxsize=4)
def coverage_of(lab: Lab) -> Coverage:
    """Return what is looked at in the games of ``lab``, the same for all its batches."""
    return Coverage(lab)


class WatchedGame:
    """One game that is watched. Play it with ``players``, then count it."""

    def __init__(
        self,
        seed: int,
        players: Sequence[Player],
        lines: Sequence[Lines | None],
        observed: Sequence[Observed | None],
    ) -> None:
        self._seed = seed
        self._detailed = bool(observed)
        self._lines = lines
        self.players: list[Player] = list(players)
        self._counted: list[tuple[Lines, CountedPlayer]] = []
        self._observers: list[Observer] = []
        for number, each in enumerate(lines):
            player = players[number]
            if each is None:
                continue
            assert isinstance(player, Follower)
            inner: Player = player
            if observed:
                ready = observed[number]
                assert ready is not None
                inner = observer = Observer(ready, player)
                self._observers.append(observer)
            counted = CountedPlayer(inner, player)
            self._counted.append((each, counted))
            self.players[number] = counted

    def count(self, tally: Tally) -> None:
        """Add to ``tally`` what was seen, once the game is over."""
        seed = self._seed
        for lines, player in self._counted:
            lines.count(tally, seed, player.times)
        if self._detailed:
            tally.add(("detailed",), seed)
        for observer in self._observers:
            for key, number in observer.counts.items():
                tally.add(key, seed, number)
                if key[0] == "otherwise":
                    tally.add((*key[:2], "games"), seed)
                elif key[-2:] == ("status", "followed"):
                    tally.add((*key[:-2], "followed in"), seed)


class CountedPlayer:
    """Plays as ``player`` does, and counts how often ``follower`` followed each line.

    ``times`` counts by the side that was up and the line's number, "" where no line could be
    followed.
    """

    __slots__ = ("_act", "_follower", "choose", "times")

    def __init__(self, player: Player, follower: Follower) -> None:
        self._act = player.act
        self.choose = player.choose
        self._follower = follower
        self.times: dict[tuple[bool, str], int] = {}

    def act(self, table: Table, seat: Seat) -> Act:
        """Act, and count the line followed."""
        act = self._act(table, seat)
        key = (table.turned, self._follower.followed)
        self.times[key] = self.times.get(key, 0) + 1
        return act


class Lines:
    """The action lines of the AI card in a seat, in order, and the keys they are counted under."""

    def __init__(self, card: AICard, seat: int) -> None:
        self._sides = [
            [
                (line.number, ("line", seat, card.lines.index(line)))
                for line in card.side(turned)
                if not line.printed.parent
            ]
            for turned in (False, True)
        ]

    def count(self, tally: Tally, seed: int, times: Mapping[tuple[bool, str], int]) -> None:
        """Count one game. A line is looked at whenever none before it was followed."""
        for turned in (False, True):
            looked_at = times.get((turned, ""), 0)
            for number, key in reversed(self._sides[turned]):
                followed = times.get((turned, number), 0)
                looked_at += followed
                tally.add((*key, "looked at"), seed, looked_at)
                if followed:
                    tally.add((*key, "followed"), seed, followed)
                    tally.add((*key, "followed in"), seed)

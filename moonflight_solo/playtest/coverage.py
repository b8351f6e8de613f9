"""How the lines of the AI cards fare: what is looked at, what holds, what decides, what would not.

Cheap counts are kept of all games. In games whose seed a plan's ``detail_every`` divides, each AI
player is also observed: its lines and phrases are taken apart at every act, and every other way
its card could be followed is asked for its own act and answers on the same table. Observing
changes nothing in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.line_counts import ActCounts, first_bit
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.playtest.observer import Observed, Observer
from moonflight_solo.playtest.run import Lab
from moonflight_solo.playtest.tally import Key, Tally
from moonflight_solo.playtest.variants import variants
from moonflight_solo.rules.state import Player


class Coverage:
    """What is looked at in the games of a lab, made ready once."""

    def __init__(self, lab: Lab) -> None:
        found = variants(lab)
        self._every = lab.plan.detail_every
        self._lines = [
            None if card is None else Lines(lab, card, seat)
            for seat, card in enumerate(lab.ai_cards)
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
        self._counted: list[tuple[Lines, AICardPlayer]] = []
        self._observers: list[Observer] = []
        for number, each in enumerate(lines):
            player = players[number]
            if each is None:
                continue
            assert isinstance(player, AICardPlayer)
            self._counted.append((each, player))
            if observed:
                ready = observed[number]
                assert ready is not None
                self.players[number] = observer = Observer(ready, player)
                self._observers.append(observer)

    def count(self, tally: Tally) -> None:
        """Add to ``tally`` what was seen, once the game is over."""
        seed = self._seed
        for lines, player in self._counted:
            lines.count(tally, seed, player.counts)
        if self._detailed:
            tally.add(("detailed",), seed)
        for observer in self._observers:
            for key, number in observer.counts.counted().items():
                tally.add(key, seed, number)
                if key[0] == "otherwise":
                    tally.add((*key[:2], "games"), seed)
                elif key[-2:] == ("status", "followed"):
                    tally.add((*key[:-2], "followed in"), seed)


class Lines:
    """The action lines of the AI card in a seat, and the keys they are counted under."""

    def __init__(self, lab: Lab, card: AICard, seat: int) -> None:
        self._sides = [
            _Side(
                [
                    _LineKeys.of(("line", seat, card.lines.index(line.line)), line)
                    for line in lab.lines(card)
                    if line.line.printed.turned == turned
                ]
            )
            for turned in (False, True)
        ]

    def count(self, tally: Tally, seed: int, counts: ActCounts) -> None:
        """Count the acts of one game."""
        for side, seen in zip(self._sides, counts.seen, strict=True):
            side.count(tally, seed, seen)


@dataclass(frozen=True, slots=True)
class _LineKeys:
    """The keys of one line; ``conditional``: whether it says "If"."""

    looked_at: Key
    true: Key
    followed: Key
    followed_in: Key
    conditional: bool

    @classmethod
    def of(cls, at: Key, line: CompiledLine) -> _LineKeys:
        conditional = line.line.meaning.condition is not None
        return cls(
            (*at, "looked at"), (*at, "true"), (*at, "followed"), (*at, "followed in"), conditional
        )


class _Side:
    """One side. ``_bits`` remembers which conditions a noted number says held."""

    def __init__(self, lines: Sequence[_LineKeys]) -> None:
        self._lines = lines
        self._first = first_bit(len(lines))
        self._bits: dict[int, tuple[int, tuple[int, ...]]] = {}

    def count(self, tally: Tally, seed: int, seen: Mapping[int, int]) -> None:
        """Count the acts noted in one game."""
        if not seen:
            return
        number = len(self._lines)
        true, followed = [0] * number, [0] * (number + 1)
        for noted, times in seen.items():
            at, held = self._bits.get(noted) or self._read(noted)
            followed[at] += times
            for place in held:
                true[place] += times
        looked_at = followed[number]
        add = tally.add
        for place in range(number - 1, -1, -1):
            line, times = self._lines[place], followed[place]
            looked_at += times
            add(line.looked_at, seed, looked_at)
            add(line.true, seed, true[place] if line.conditional else looked_at)
            if times:
                add(line.followed, seed, times)
                add(line.followed_in, seed)

    def _read(self, noted: int) -> tuple[int, tuple[int, ...]]:
        """Return the place of the line followed, and the places of the conditions that held."""
        conditions = noted >> self._first
        held = tuple([place for place in range(len(self._lines)) if conditions >> place & 1])
        found = self._bits[noted] = (noted & (1 << self._first) - 1, held)
        return found

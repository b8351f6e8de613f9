"""The counts from a number of games: integers, and a few seeds as examples.

Merging adds counts and keeps the smallest seeds. So the order of merging does not matter, and a
tally's size does not grow with the number of games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import compress, count
from math import inf
from operator import mul
from struct import unpack
from typing import Final

import msgspec

from moonflight_solo.playtest.statistics import PARTS
from moonflight_solo.rules.state import Card

TallyKey = tuple[str | int, ...]
"""What is counted, from the general to the particular. Seats, lines and phrases count from 0.

Of all games:

- ``"games"``, ``"finished"``, ``"unfinished"``, ``"acts"``, ``"acts, finished"`` (of finished
  games); ``"ended by"`` what, ``"turn"`` the round it came in; of finished ones ``"rounds"`` how
  many, ``"won by"`` what, ``"rank"`` its name
- ``"seat"`` number, then ``"won"``, ``"first"`` (it began), ``"first won"``, ``"later won"``,
  ``"first, unfinished"``, ``"brought the End"``, ``"score"`` points; or of the card named after it
  (by its end before the Turn) ``"bought"``, ``"bought in"`` (games), ``"bought, finished"``,
  ``"bought, won"``, ``"held"`` and ``"points"`` at the End
- ``"line"`` seat, line, then ``"looked at"``, ``"true"``, ``"followed"``, ``"followed in"``
  (games), ``"followed, unfinished"`` (in games that never ended)
- ``"other"`` number of the treatment, then ``"games"``, ``"pairs"`` (both finished),
  ``"otherwise"`` (with another result), ``"unfinished"`` ``"here"`` or ``"there"``, or ``"seat"``
  number with a pair of ``"won"``, ``"lost"`` and ``"unfinished"``, here and there, or with
  ``"score"`` difference, or with ``"again"`` and what was won there less here over all times that
  a pair was played on, the unfinished games thought against the treatment, and for it; ``"acts"``
  of both games, and ``"acts, again"`` of playing on

Of ``"detailed"`` games:

- ``"seat"`` number, then ``"acts"``, ``"answers"``
- ``"course"``, then ``"choices"`` how many acts there were to choose among, of some acts;
  ``"emptied"`` what emptied a Market Stack; and of finished games ``"games"``, ``"changes"`` how
  often the lead changed, ``"clear"`` since which tenth the winner led, ``"ahead"`` seat, tenth
  (that seat was) and ``"ahead, won"``, ``"set free"`` seat, how many of its Settled cards the Turn
  set free, and ``"set free, won"``; ``"bought"`` seat, card, the first round it was bought in, and
  ``"bought, won"``
- ``"detail"`` seat, line, then ``"looked at"``, ``"followed in"``, ``"ties"``, ``"defaults"``,
  ``"status"`` its result, or ``"phrase"`` number with ``"looked at"``, ``"true"``,
  ``"decisive"``
- ``"decided"`` seat, then ``"words"``, ``"gap"``, ``"tie"`` or ``"default"``, then the ruling
- ``"otherwise"`` number of the alternative, then ``"acts"``, ``"games"``
- ``"games with"``, then the key of what shares are of: in how many games it was counted at all;
  ``"parts"`` and ``"squares"``, then the key of a share: the sum over the games of the share that
  each had, in parts of ``statistics.PARTS``, and of its square
"""


class _Numbers(dict[TallyKey, int]):
    """A number for each key counted at acts and answers, valid within this process."""

    def __missing__(self, key: TallyKey) -> int:
        number = self.setdefault(key, next(_next_number))
        NUMBERED_KEYS[number] = key
        return number


_next_number = count()
KEY_NUMBERS: Final = _Numbers()
NUMBERED_KEYS: Final[dict[int, TallyKey]] = {}
"""The key of each number; numbers are quicker to look up than keys."""

Counts = defaultdict[int, int]
"""Counts from one game, by the number of the tally key."""

_BITS: Final = 32
"""The bits of each count where those of a game are packed into one integer, which C adds up."""


def packed(counts: Mapping[int, int]) -> int:
    """Return counts by the numbers of their keys as one integer."""
    return sum([times << _BITS * number for number, times in counts.items()])


def unpacked(counts: int) -> tuple[int, ...]:
    """Return such counts, 0 included, in the order of the numbers of their keys."""
    number = len(NUMBERED_KEYS)
    return unpack(f"<{number}I", counts.to_bytes(number * _BITS // 8, "little"))


def counts_by_key(counts: int) -> dict[TallyKey, int]:
    """Return such counts by their keys, without those that are 0."""
    pairs = zip(NUMBERED_KEYS.values(), unpacked(counts), strict=True)
    return {key: times for key, times in pairs if times}


@cache
def whole_of(key: TallyKey, seat: int) -> TallyKey | None:
    """Return the key whose count is the denominator of a seat's ``key``, ``None`` for none."""
    match key:
        case ("detail", _, _, "status", _):
            return (*key[:3], "looked at")
        case ("detail", _, _, "phrase", _, "true" | "decisive"):
            return (*key[:5], "looked at")
        case ("decided", _, what, _):
            return "seat", seat, "answers" if what == "default" else "acts"
        case ("otherwise", _, "acts"):
            return "seat", seat, "acts"
    return None


_WHOLES: Final = frozenset({"looked at", "acts", "answers"})
"""The last steps of denominators."""

_GAMES_KEPT: Final = 256
"""Games whose packed counts are kept, to be counted key by key."""


EXAMPLES_KEPT: Final = 3
MORE_KEPT: Final[dict[TallyKey, int]] = {("unfinished",): 20}
"""Seeds kept as examples of each key."""


class _Occurrence:
    """A count, with the smallest seeds of games in which it occurred.

    Seeds from ``last`` on are not kept.
    """

    __slots__ = ("count", "kept", "last", "seeds")

    def __init__(self, kept: int) -> None:
        self.count, self.kept = 0, kept
        self.seeds: tuple[int, ...] = ()
        self.last: float = inf

    def keep(self, seeds: tuple[int, ...]) -> None:
        """Keep the smallest of these seeds."""
        self.seeds = tuple(sorted(set(seeds))[: self.kept])
        self.last = self.seeds[-1] if len(self.seeds) == self.kept else inf

    def add(self, number: int, seeds: tuple[int, ...]) -> None:
        """Add a number counted in the games with these seeds, which ascend."""
        self.count += number
        # Seeds of a batch ascend, so this is nearly always decided by the first test.
        if seeds[0] < self.last:
            self.keep((*self.seeds, *seeds[: self.kept]))


class _Things(dict[TallyKey, _Occurrence]):
    """What was counted, by key, and ``under`` all but the last step of the keys."""

    def __init__(self) -> None:
        self.under: defaultdict[TallyKey, dict[str | int, _Occurrence]] = defaultdict(dict)

    def __missing__(self, key: TallyKey) -> _Occurrence:
        thing = self[key] = _Occurrence(MORE_KEPT.get(key, EXAMPLES_KEPT))
        self.under[key[:-1]][key[-1]] = thing
        return thing


class Tally:
    """Counts by key, with the smallest seeds of games in which each occurred.

    Tallies are equal if they hold the same counts and seeds.
    """

    def __init__(self) -> None:
        self._counted = _Things()
        # The packed counts of games not yet among them, by seat, with the seeds.
        self._games: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)

    def __reduce__(self) -> tuple[object, ...]:
        """Leave out what holds in this process only: another numbers its keys differently."""
        rows = [(key, thing.count, thing.seeds) for key, thing in self._things.items()]
        return _tally_of, (rows,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, key: TallyKey) -> int:
        """Return the count of ``key``."""
        thing = self._things.get(key)
        return thing.count if thing else 0

    def __iter__(self) -> Iterator[TallyKey]:
        return iter(self._things)

    def seeds(self, key: TallyKey) -> tuple[int, ...]:
        """Return the smallest seeds of games in which ``key`` was counted, ascending."""
        thing = self._things.get(key)
        return thing.seeds if thing else ()

    def below(self, *key: str | int) -> dict[str | int, int]:
        """Return the counts of all keys one step longer than ``key``, by that step."""
        return {step: thing.count for step, thing in self._things.under.get(key, {}).items()}

    def histogram(self, *key: str | int) -> dict[int, int]:
        """Return the counts one step below ``key``, whose steps are integers."""
        return {int(step): count for step, count in self.below(*key).items()}

    def add(self, key: TallyKey, seed: int, number: int = 1) -> None:
        """Add ``number`` to ``key`` for the game of ``seed``; 0 adds nothing."""
        if number:
            self._counted[key].add(number, (seed,))

    def add_game(self, seed: int, counts: int, seat: int) -> None:
        """Add a seat's `packed` counts from one game, and its shares, each game with equal weight.

        Of a line that was followed it also counts in how many games it was.
        """
        self._games[seat].append((seed, counts))
        if len(self._games[seat]) >= _GAMES_KEPT:
            self.count_games()

    @property
    def _things(self) -> _Things:
        """What was counted of all games."""
        if self._games:
            self.count_games()
        return self._counted

    def count_games(self) -> None:
        """Count the games kept, each key in all of them at once.

        Call it before another thread may read the tally: reading would count them too.
        """
        things = self._counted
        for seat, games in self._games.items():
            seeds, counts = zip(*sorted(games), strict=True)
            columns = list(zip(*map(unpacked, counts), strict=True))
            for key, column in zip(NUMBERED_KEYS.values(), columns, strict=True):
                there = tuple(compress(seeds, column))
                if not there:
                    continue
                things[key].add(sum(column), there)
                if key[0] == "otherwise":
                    things[(*key[:2], "games")].add(len(there), there)
                elif key[-1] == "followed":
                    things[(*key[:3], "followed in")].add(len(there), there)
                whole = whole_of(key, seat)
                if whole is not None:
                    pairs = zip(column, columns[KEY_NUMBERS[whole]], strict=True)
                    parts = [(each * PARTS + of // 2) // of for each, of in pairs if each]
                    things["parts", *key].count += sum(parts)
                    things["squares", *key].count += sum(map(mul, parts, parts))
                elif key[-1] in _WHOLES and key[0] != "line":
                    things["games with", *key].count += len(there)
        self._games.clear()

    def merge(self, other: Tally) -> None:
        """Add the counts of ``other``, which must be of other games and is not modified."""
        for key, thing in other._things.items():
            mine = self._things[key]
            mine.count += thing.count
            if thing.seeds and thing.seeds[0] < mine.last:
                mine.keep(mine.seeds + thing.seeds)

    def to_json(self) -> list[list[object]]:
        """Return the tally as JSON-ready rows of key, count and seeds."""
        things = self._things
        keys = sorted(things, key=lambda key: [(str(part), str(type(part))) for part in key])
        return [[list(key), things[key].count, list(things[key].seeds)] for key in keys]

    @classmethod
    def from_json(cls, data: object) -> Tally:
        """Load what :meth:`to_json` returned; raises :class:`ValueError` for anything else."""
        try:
            rows = msgspec.convert(data, list[tuple[TallyKey, int, tuple[int, ...]]])
        except msgspec.ValidationError:
            raise ValueError("this is not a tally") from None
        tally = _tally_of(rows)
        if len(tally._things) < len(rows):
            raise ValueError("this is not a tally")
        # Only points can be negative, of a card that scores less than 0.
        if any(count < 1 and key[2:3] != ("points",) for key, count, _ in rows):
            raise ValueError("a count is below 1")
        return tally


def _tally_of(rows: Iterable[tuple[TallyKey, int, tuple[int, ...]]]) -> Tally:
    """Return a tally of these keys, counts and seeds."""
    tally = Tally()
    for key, number, seeds in rows:
        thing = tally._counted[key]
        thing.count = number
        thing.keep(seeds)
    return tally


def name_before(card: Card) -> str:
    """Return the pre-Turn name of a card, under which both its ends are counted."""
    return card.flipped.name if card.turned else card.name

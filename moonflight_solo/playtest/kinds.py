"""The players made of program, by the words that mean them, and how strong they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final

import msgspec

from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.values import Value

AI: Final = "ai"
"""What plays a seat that is played by its AI card."""
_KINDS = ("random", "greedy", "search")
ROLLOUTS = 50
MOST_ROLLOUTS = 100_000


class PlayerKind(Value):
    """A kind of player, and for a searching one how many games it plays out for an act."""

    name: str
    rollouts: int = 0

    def __str__(self) -> str:
        return f"{self.name}={self.rollouts}" if self.rollouts else self.name


def kind_of(word: str) -> PlayerKind:
    """Return the kind of player that ``word`` means, such as "greedy" or "search=200".

    Raises :class:`UsageError` for any other word.
    """
    name, equals, number = word.partition("=")
    if name == "search":
        if not equals:
            return PlayerKind(name, ROLLOUTS)
        rollouts = counting_number(number)
        if rollouts is not None and 1 <= rollouts <= MOST_ROLLOUTS:
            return PlayerKind(name, rollouts)
        raise UsageError(
            f'"{word}": a searching player plays out 1 to {MOST_ROLLOUTS} games for an act; '
            'write for example "search=200".'
        )
    if word not in _KINDS:
        raise UsageError(f'no player is called "{word}"; choose one of: {", ".join(_KINDS)}.')
    return PlayerKind(name)


def split_seat(words: str) -> tuple[str, str]:
    """Return the Jack and the player that a seat such as "clay:greedy" means.

    Raises :class:`UsageError` for a player there is not.
    """
    jack, colon, player = words.rpartition(":")
    if not colon or "/" in player or "\\" in player:
        return words, AI
    name = plain(player)
    return jack, AI if name == AI else str(kind_of(name))


# ------------------------------------------------------------------------------ strength


class Level(Value):
    """A player, "ai" for an AI card, and its strength: 100 more wins 64 games of 100.

    ``strength`` is counted from the AI card's, after Elo, and ``give`` is how far its interval of
    95 % reaches to either side. ``docs/playtest.md`` has the games it was measured by.
    """

    player: str
    strength: int
    give: int


_SCALE_FILE: Final = Path(__file__).with_name("levels.json")


@cache
def _measured() -> dict[str, dict[str, dict[str, int]]]:
    """Return what ``bench/ladder.py`` has measured and written."""
    measured: dict[str, dict[str, dict[str, int]]] = msgspec.json.decode(_SCALE_FILE.read_bytes())
    return measured


LEVELS: Final = tuple(Level(name, **told) for name, told in _measured()["levels"].items())
"""The levels, the first one 1."""

AI_LEVEL: Final = 3
ELO: Final = 400 / log(10)
"""So many points of strength are worth odds of e to 1."""


def level_of(player: str) -> int | None:
    """Return the level, from 1, of a player, ``None`` for one that is no level."""
    return next((at for at, each in enumerate(LEVELS, 1) if each.player == player), None)


def expected(own: float, other: float) -> float:
    """Return the share of games that a player of one strength wins against another."""
    return 1 / (1 + exp((other - own) / ELO))


def strength_faced(player: str, jack: str, own: str) -> float | None:
    """Return how strong an opponent with the deck of ``jack`` is to whoever has that of ``own``.

    That is the strength of the ``player``, the AI card's by its Jack, with what the one deck is
    worth more than the other; nothing is known of decks that are not printed. ``None`` for a player
    that is no level.
    """
    level = level_of(player)
    if level is None:
        return None
    measured = _measured()
    of_card = measured["ai_cards"].get(jack, {}).get("strength", 0) if player == AI else 0
    decks = [measured["decks"].get(each, {}).get("strength", 0) for each in (jack, own)]
    return LEVELS[level - 1].strength + of_card + decks[0] - decks[1]


def even_level(games: Sequence[tuple[float, bool]]) -> int:
    """Return the level that would be beaten half of the time with decks that are alike.

    Each game is how strong the opponent was (:func:`strength_faced`), and whether it was won. Two
    drawn games against an AI card are thought beside them, so that few games do not lead far.
    """
    results = [(strength, float(won)) for strength, won in games]
    results += [(LEVELS[AI_LEVEL - 1].strength, 0.5)] * 2
    low, high = -2000.0, 2000.0
    for _ in range(40):  # what is won less what was to be expected falls with one's own strength
        own = (low + high) / 2
        if sum(won - expected(own, other) for other, won in results) > 0:
            low = own
        else:
            high = own
    nearest = min(LEVELS, key=lambda level: abs(level.strength - low))
    return LEVELS.index(nearest) + 1

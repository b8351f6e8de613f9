"""The programs that can play a seat, by name, and their strengths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import exp, hypot, log
from pathlib import Path
from typing import Final

import msgspec

from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.playtest.own_players import bot_named, jack_said_by, named_in_file
from moonflight_solo.playtest.statistics import Estimate, largest
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.values import Value

AI: Final = "ai"
"""The player name for an AI card."""
_KINDS = ("random", "greedy", "search")
ROLLOUTS = 50
MOST_ROLLOUTS = 100_000


def kind_of(word: str, *others: str) -> str:
    """Return a kind of player in full, such as "greedy" or "search=50", as "search" alone means.

    Raises :class:`UsageError` for any other word, which names the ``others`` that may stand there.
    """
    name, equals, number = word.partition("=")
    if name == "search":
        rollouts = counting_number(number) if equals else ROLLOUTS
        if rollouts is not None and 1 <= rollouts <= MOST_ROLLOUTS:
            return f"{name}={rollouts}"
        raise UsageError(
            f'"{word}": a searching player tries each act in 1 to {MOST_ROLLOUTS} simulated '
            'games; write for example "search=200".'
        )
    if named_in_file(word):
        bot_named(word)
    elif word not in _KINDS:
        names = ", ".join((*others, *_KINDS))
        raise UsageError(
            f'no player is called "{word}"; choose one of: {names}, or a class in a file, such as '
            "bot.py:Bot."
        )
    return word


def rollouts_of(player: str) -> int:
    """Return in how many simulated games a searching player tries each act, 0 for any other."""
    return int(player.partition("=")[2]) if player.startswith("search=") else 0


def split_seat(words: str) -> tuple[str, str]:
    """Split a seat such as "clay:greedy" or "clay:bot.py:Bot" into Jack and player.

    A player in a file may say itself which Jack it plays. Raises :class:`UsageError` for an unknown
    player.
    """
    file, _, bot = words.rpartition(":")
    if named_in_file(words) and file:
        jack, colon, rest = file.partition(":")
        if colon and len(jack) > 1:  # a single letter is a drive
            return jack, f"{rest}:{bot}"
        return jack_said_by(words), words
    jack, colon, player = words.rpartition(":")
    if not colon or "/" in player or "\\" in player:
        return words, AI
    name = plain(player)
    return jack, AI if name == AI else kind_of(name, AI)


class Level(Value):
    """A player, "ai" for an AI card, and its strength: 100 more wins 64 games of 100.

    ``strength`` is Elo relative to the AI card, and ``give`` the half-width of its 95% interval.
    ``level`` counts from 1: players that are not surely apart share one.
    ``docs/playtest-methods.md`` lists the games it was measured by.
    """

    player: str
    strength: int
    give: int
    level: int


_SCALE_FILE: Final = Path(__file__).with_name("levels.json")


@cache
def _measures() -> dict[str, dict[str, dict[str, int]]]:
    """Return the measurements written by ``bench/ladder.py``."""
    measured: dict[str, dict[str, dict[str, int]]] = msgspec.json.decode(_SCALE_FILE.read_bytes())
    return measured


LADDER: Final = tuple(Level(name, **told) for name, told in _measures()["levels"].items())
"""Every player that was measured, the weakest first."""

_MEASURED: Final = {each.player: each for each in LADDER}
_OF_AI_CARD: Final = _MEASURED[AI]
AI_LEVEL: Final = _OF_AI_CARD.level
LEVELS: Final = tuple(
    {each.level: each for each in (*reversed(LADDER), _OF_AI_CARD)}[at]
    for at in range(1, LADDER[-1].level + 1)
)
"""The player of each level: the AI card, or else the first that shares it."""

ELO: Final = 400 / log(10)
"""Points of strength per factor e in the odds."""


def level_of(player: str) -> int | None:
    """Return the level, from 1, of a player, ``None`` for one that was not measured."""
    return _MEASURED[player].level if player in _MEASURED else None


def expected_share(own: float, other: float) -> float:
    """Return the share of games one strength is expected to win against another."""
    return 1 / (1 + exp((other - own) / ELO))


def ladder_steps() -> Iterator[tuple[str, str, Estimate]]:
    """Yield each player of a level, the weakest first, with the one on the step below.

    Also what it wins against that with even decks.
    """
    for weaker, each in pairwise(LEVELS):
        give = hypot(weaker.give, each.give)
        wins = [expected_share(each.strength + end, weaker.strength) for end in (0.0, -give, give)]
        yield each.player, weaker.player, Estimate(*wins)


def strength_faced(player: str, jack: str, own: str) -> float | None:
    """Return an opponent's strength, playing ``jack``, to a player of ``own``.

    Adds the player's strength (for an AI card, adjusted to its Jack) and the advantage of one deck
    over the other, 0 for decks that are not printed. ``None`` for a player that was not measured.
    """
    if player not in _MEASURED:
        return None
    measured, strength = _measures(), _MEASURED[player].strength
    of_card = measured["ai_cards"].get(jack, {}).get("strength", 0) if player == AI else 0
    decks = [measured["decks"].get(each, {}).get("strength", 0) for each in (jack, own)]
    return strength + of_card + decks[0] - decks[1]


def even_level(games: Sequence[tuple[float, bool]]) -> int:
    """Return the level that would be beaten half the time with equal decks.

    Each game is the opponent's strength (:func:`strength_faced`) and whether it was won. Two
    virtual draws against an AI card keep few games from leading far.
    """
    results = [(strength, float(won)) for strength, won in games]
    results += [(LEVELS[AI_LEVEL - 1].strength, 0.5)] * 2

    def wins_more(own: float) -> bool:
        return sum(won - expected_share(own, other) for other, won in results) > 0

    even = largest(wins_more, -2000.0, 2000.0, 6)
    nearest = min(LEVELS, key=lambda level: abs(level.strength - even))
    return LEVELS.index(nearest) + 1

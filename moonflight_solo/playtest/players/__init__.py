"""The players made of program: which one a word on the command line means, and making it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.playtest.players.rollout import RolloutPolicy
from moonflight_solo.playtest.players.search import SearchingPlayer
from moonflight_solo.playtest.players.simple import GreedyPlayer, RandomPlayer
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, stream
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Player

KINDS = ("random", "greedy", "search")
ROLLOUTS = 50
MOST_ROLLOUTS = 100_000


@dataclass(frozen=True, slots=True)
class PlayerKind:
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
    if word not in KINDS:
        raise UsageError(f'no player is called "{word}"; choose one of: {", ".join(KINDS)}.')
    return PlayerKind(name)


def player_of(
    word: str,
    number: int,
    settings: Settings,
    catalogue: Catalogue,
    ai_cards: Sequence[AICard | None] = (),
    rulings: Rulings | None = None,
) -> Player:
    """Return the player ``word`` means for seat ``number`` (from 0) of one game.

    Its randomness is a stream of its own, made from the seed. ``ai_cards`` are those that seats
    play by, which lie open on the table. A searching player foresees by them, read by ``rulings``,
    what each seat will do, itself too: by the Jack's printed AI card where there is none, and by a
    greedy player's ways where none is printed. Raises :class:`UsageError` for a word that means no
    player.
    """
    kind = kind_of(word)
    if kind.name == "greedy":
        return GreedyPlayer()
    rng = stream(settings.seed, f"player {number}")
    if kind.name == "random":
        return RandomPlayer(rng)
    return SearchingPlayer(
        policies(settings.jacks, catalogue, ai_cards, rulings), kind.rollouts, rng
    )


def policies(
    jacks: Sequence[str],
    catalogue: Catalogue,
    ai_cards: Sequence[AICard | None] = (),
    rulings: Rulings | None = None,
) -> list[RolloutPolicy]:
    """Return how each seat is thought to play by who looks ahead, see :func:`player_of`."""
    found: list[RolloutPolicy] = []
    for at, jack in enumerate(jacks):
        card = ai_cards[at] if at < len(ai_cards) else None
        if card is None:
            with suppress(UsageError):  # no AI card is printed for the Jack
                card = load_ai_card(jack, catalogue)
        player = AICardPlayer(card, catalogue, rulings) if card else GreedyPlayer()
        found.append(partial(copy, player))
    return found

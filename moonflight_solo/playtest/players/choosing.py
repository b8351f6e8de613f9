"""Which player a word on the command line means, and making that player for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.players.greedy import GreedyPlayer
from moonflight_solo.playtest.players.random_player import RandomPlayer
from moonflight_solo.playtest.players.searching import SearchingPlayer, by_copying
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, stream
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Player

KINDS = ("random", "greedy", "search")
ROLLOUTS = 50
MOST_ROLLOUTS = 100_000


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player, and for a searching one how many games it plays out for an act."""

    name: str
    rollouts: int = 0

    def __str__(self) -> str:
        return f"{self.name}={self.rollouts}" if self.rollouts else self.name


def kind_of(word: str) -> Kind:
    """Return the kind of player that ``word`` means, such as "greedy" or "search=200".

    Raises :class:`UsageError` for any other word.
    """
    name, equals, number = word.partition("=")
    if name == "search":
        if not equals:
            return Kind(name, ROLLOUTS)
        if number.isdecimal() and 1 <= int(number) <= MOST_ROLLOUTS:
            return Kind(name, int(number))
        raise UsageError(
            f'"{word}": a searching player plays out 1 to {MOST_ROLLOUTS} games for an act; '
            'write for example "search=200".'
        )
    if word not in KINDS:
        raise UsageError(f'no player is called "{word}"; choose one of: {", ".join(KINDS)}.')
    return Kind(name)


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
    lot = stream(settings.seed, f"player {number}")
    if kind.name == "random":
        return RandomPlayer(lot)
    cards = [*ai_cards, *[None] * (len(settings.jacks) - len(ai_cards))]
    habits = []
    for jack, given in zip(settings.jacks, cards, strict=True):
        card = given or _printed(jack, catalogue)
        player = AICardPlayer(card, catalogue, rulings) if card else GreedyPlayer()
        habits.append(by_copying(player))
    return SearchingPlayer(habits, kind.rollouts, lot)


def _printed(jack: str, catalogue: Catalogue) -> AICard | None:
    """Return a Jack's printed AI card, if there is one."""
    try:
        return load_ai_card(jack, catalogue)
    except UsageError:
        return None

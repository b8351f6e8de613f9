"""The players made of program: which one a word on the command line means, and making it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.playtest.kinds import kind_of
from moonflight_solo.playtest.players.rollout import RolloutPolicy
from moonflight_solo.playtest.players.search import SearchingPlayer
from moonflight_solo.playtest.players.simple import GreedyPlayer, RandomPlayer
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, stream
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Player


def player_of(
    word: str,
    number: int,
    settings: Settings,
    catalogue: Catalogue,
    ai_cards: Sequence[AICard | None] = (),
    rulings: Rulings | None = None,
) -> RandomPlayer | GreedyPlayer | SearchingPlayer:
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
        if card is None:
            found.append(GreedyPlayer)
        else:  # nobody looks at what all these players count, so they count together
            counts = AICardPlayer(card, catalogue, rulings).counts
            found.append(partial(AICardPlayer, card, catalogue, rulings, counts))
    return found

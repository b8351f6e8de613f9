"""Creating players from their names on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.playtest.own_players import OwnPlayer, bot_named, named_in_file
from moonflight_solo.playtest.player_kinds import kind_of, rollouts_of
from moonflight_solo.playtest.players.search import RolloutPolicy, SearchingPlayer
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
) -> RandomPlayer | GreedyPlayer | SearchingPlayer | OwnPlayer:
    """Return the player named ``word`` for seat ``number`` (from 0) of one game.

    Its randomness is a separate stream derived from the seed. ``ai_cards`` are those that seats
    play by, which are public. A searching player predicts every seat, its own too, by its AI card
    as read by ``rulings``: the Jack's printed one if none is given, or greedy play if none is
    printed. Raises :class:`UsageError` for an unknown player.
    """
    word = kind_of(word)
    if word == "greedy":
        return GreedyPlayer()
    if named_in_file(word):
        return OwnPlayer(bot_named(word), word, f"moonflight {settings.seed} player {number}")
    rng = stream(settings.seed, f"player {number}")
    if word == "random":
        return RandomPlayer(rng)
    predicted = policies(settings.jacks, catalogue, ai_cards, rulings)
    return SearchingPlayer(predicted, rollouts_of(word), rng)


def policies(
    jacks: Sequence[str],
    catalogue: Catalogue,
    ai_cards: Sequence[AICard | None] = (),
    rulings: Rulings | None = None,
) -> list[RolloutPolicy]:
    """Return a factory of each seat's predicted player; see :func:`player_of`."""
    policies: list[RolloutPolicy] = []
    for index, jack in enumerate(jacks):
        card = ai_cards[index] if index < len(ai_cards) else None
        if card is None:
            with suppress(UsageError):  # no AI card is printed for the Jack
                card = load_ai_card(jack, catalogue)
        if card is None:
            policies.append(GreedyPlayer)
        else:  # nobody reads the counts of these players, so they share them
            counts = AICardPlayer(card, catalogue, rulings).counts
            policies.append(partial(AICardPlayer, card, catalogue, rulings, counts))
    return policies

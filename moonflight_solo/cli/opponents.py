"""The AI cards and rulings in force in a game, and parsing seats as typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from moonflight_solo.ai_cards.card import AICard, load_ai_card, rulings_for
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.loading import Collection, GivenGame
from moonflight_solo.cli.output.terminal import warn
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import whole_number
from moonflight_solo.playtest.player_kinds import AI, split_seat
from moonflight_solo.rules.catalogue import Catalogue, plain
from moonflight_solo.rules.game import ROUND_LIMIT, Settings
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Player
from moonflight_solo.values import IdentityValue, Value

SEEDS: Final = 1_000_000


class AIDeck(IdentityValue):
    """The AI cards in a game, by Jack, and the rulings they follow.

    ``cards`` were given for this game; ``own`` maps user-made Jacks to their AI-card files.
    """

    catalogue: Catalogue
    cards: Mapping[str, AICard]
    rulings: Rulings
    own: Mapping[str, Path] = msgspec.field(default_factory=dict)
    _printed: dict[str, AICard] = msgspec.field(default_factory=dict)

    def card(self, jack: str) -> AICard:
        """Return a Jack's AI card; raises :class:`UsageError` if there is none."""
        return self.cards.get(jack) or self._printed_card(jack)

    def follower(self, jack: str) -> AICardPlayer:
        """Return a player following a Jack's AI card; raises like :meth:`card`."""
        return AICardPlayer(self.card(jack), self.catalogue, self.rulings)

    def adviser(self, jack: str) -> AICardPlayer | None:
        """Return a player following a Jack's default AI card, ``None`` if it cannot be followed."""
        with suppress(MoonflightError):
            return AICardPlayer(self._printed_card(jack), self.catalogue, self.rulings)
        return None

    def foreseen(self, jack: str) -> AICard | None:
        """Return the AI card a Jack is expected to play by, ``None`` if it has none."""
        with suppress(UsageError):
            return self.card(jack)
        return None

    def policies(self, jacks: Sequence[str], own: int = 0) -> Sequence[Callable[[], Player]]:
        """Return a player factory per seat, for lookahead: its AI card, the default one for seat
        ``own``.

        A seat without an AI card plays greedily.
        """
        from moonflight_solo.playtest.players import policies

        adviser = self.adviser(jacks[own])
        cards = [self.foreseen(jack) for jack in jacks]
        cards[own] = adviser.card if adviser else None
        return policies(jacks, self.catalogue, cards, self.rulings)

    def refuse_unused(self, followed: Iterable[str]) -> None:
        """Raise :class:`UsageError` for a given AI card whose Jack is not in ``followed``."""
        unused = [jack for jack in self.cards if jack not in set(followed)]
        if unused:
            raise UsageError(f"no seat uses the AI card given for {unused[0]}.")

    def file(self, jack: str) -> str:
        """Return the file of a Jack's AI card, "" for a printed one of this collection."""
        own_file = self.cards.get(jack)
        return own_file.file if own_file else str(self.own.get(jack, ""))

    def _printed_card(self, jack: str) -> AICard:
        """Return a Jack's default AI card, parsing it only once because that is slow."""
        if jack not in self._printed:
            self._printed[jack] = load_ai_card(self.own.get(jack, jack), self.catalogue)
        return self._printed[jack]


def ai_deck(
    catalogue: Catalogue,
    files: Sequence[str],
    switched: Mapping[str, str],
    own: Mapping[str, Path] | None = None,
) -> AIDeck:
    """Load the AI cards in ``files``; all other Jacks use ``own`` or the printed ones.

    Raises :class:`UsageError` for two cards of one Jack, or an unknown ruling or choice.
    """
    cards: dict[str, AICard] = {}
    for file in files:
        card = load_checked(Path(file), catalogue)
        if card.jack in cards:
            raise UsageError(f"two of the AI cards given are for {card.jack}; give one.")
        cards[card.jack] = card
    return AIDeck(catalogue, cards, rulings_for(cards.values(), switched), own or {})


def load_checked(source: str | Path, catalogue: Catalogue) -> AICard:
    """Load an AI card and warn about its stale rulings; see :func:`warn_of_stale`."""
    card = load_ai_card(source, catalogue)
    warn_of_stale(card)
    return card


def warn_of_stale(card: AICard) -> None:
    """Warn on standard error about rulings whose words no longer occur on the card."""
    for ruling in card.stale:
        warn(
            f"{card.file}: ruling {ruling.id} is about words that no line has any more, so it has "
            "no effect; correct its words or remove it."
        )


class SeatsAsTyped(Value):
    """The seats as typed: each seat's Jack and its player, `AI` for its AI card."""

    loaded: Collection
    deck: AIDeck
    jacks: tuple[str, ...]
    players: tuple[str, ...]

    @property
    def by(self) -> dict[int, str]:
        """The players other than AI cards, by seat number."""
        return {index: player for index, player in enumerate(self.players) if player != AI}

    @property
    def by_card(self) -> list[str]:
        """The Jacks played by their AI cards."""
        return [jack for jack, player in zip(self.jacks, self.players, strict=True) if player == AI]


def seats_as_typed(seats: Sequence[str], given: GivenGame) -> SeatsAsTyped:
    """Parse seats such as "clay" or "clay:greedy" and load their cards.

    Applies the changes in ``given``. Raises :class:`UsageError` for an unknown Jack or player, and
    for an AI card that no seat uses.
    """
    split = [split_seat(words) for words in seats]
    loaded = given.load([jack for jack, _ in split])
    jacks = tuple(loaded.jack(jack) for jack, _ in split)
    cards = loaded.with_changes(jacks, given.changes)
    deck = ai_deck(cards, given.ai_files, given.ruling_choices, loaded.ai_cards)
    result = SeatsAsTyped(loaded, deck, jacks, tuple(player for _, player in split))
    deck.refuse_unused(result.by_card)
    return result


def seat_number(first: str | None, jacks: Sequence[str], catalogue: Catalogue) -> int | None:
    """Return the seat, from 0, that ``--first`` names; ``None`` to draw lots.

    Accepts a seat number from 1, "me" (the first seat), "ai" (the second), "random" or a Jack's
    name. Raises :class:`UsageError` for anything else.
    """
    if first is None or plain(first) == "random":
        return None
    word = plain(first)
    number = whole_number(word)
    if number is not None:
        if not 1 <= number <= len(jacks):
            raise UsageError(f"there is no seat {first}; they go from 1 to {len(jacks)}.")
        return number - 1
    if word == "me":
        return 0
    if word == "ai":
        if len(jacks) < 2:
            raise UsageError("there is no AI player to go first.")
        return 1
    jack = catalogue.jack(first)
    if jack not in jacks:
        raise UsageError(f"{jack} is not in this game, so it cannot go first.")
    return list(jacks).index(jack)


def settings_given(
    given: GivenGame, jacks: Sequence[str], catalogue: Catalogue, *, score_mode: bool = False
) -> Settings:
    """Return the settings of a game of these Jacks; raises as :func:`seat_number` does."""
    return Settings(
        tuple(jacks),
        seed_or_random(given.seed),
        given.edition,
        seat_number(given.first, jacks, catalogue),
        given.ruling_choices,
        given.rounds or ROUND_LIMIT,
        score_mode=score_mode,
    )


def seed_or_random(given: int | None) -> int:
    """Return the given seed, or a random one short enough to retype."""
    return int.from_bytes(os.urandom(8)) % SEEDS if given is None else given

"""The AI cards and rulings in force in a game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from moonflight_solo.ai_cards.card import AICard, load_ai_card, rulings_for
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Player
from moonflight_solo.values import IdentityValue
from moonflight_solo.warning import warn

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


def seed_or_random(given: int | None) -> int:
    """Return the given seed, or a random one short enough to retype."""
    return int.from_bytes(os.urandom(8)) % SEEDS if given is None else given

"""The AI cards of a game and the rulings they are followed by; who sits at a table as typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.loading import Collection, GivenCards
from moonflight_solo.cli.output.terminal import warn
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import whole_number
from moonflight_solo.playtest.kinds import AI, split_seat
from moonflight_solo.rules.catalogue import Catalogue, plain
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Player
from moonflight_solo.values import Thing, Value

SEEDS: Final = 1_000_000


class AIDeck(Thing):
    """The AI cards of a game, by Jack, and the rulings they are followed by.

    ``cards`` are those given for this game, ``own`` the files of Jacks of one's own, who have no
    printed one.
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
        """Return a player who follows a Jack's AI card; raises as :meth:`card` does."""
        return AICardPlayer(self.card(jack), self.catalogue, self.rulings)

    def adviser(self, jack: str) -> AICardPlayer | None:
        """Return a player who follows a Jack's own AI card, ``None`` if it cannot be followed."""
        with suppress(MoonflightError):
            return AICardPlayer(self._printed_card(jack), self.catalogue, self.rulings)
        return None

    def foreseen(self, jack: str) -> AICard | None:
        """Return the AI card by which a Jack is thought to play, ``None`` if it has none."""
        with suppress(UsageError):
            return self.card(jack)
        return None

    def policies(self, jacks: Sequence[str], own: int = 0) -> Sequence[Callable[[], Player]]:
        """Return how each seat is thought to play: by its AI card, seat ``own`` by its printed one.

        One without an AI card by what is worth most now.
        """
        from moonflight_solo.playtest.players import policies

        adviser = self.adviser(jacks[own])
        cards = [self.foreseen(jack) for jack in jacks]
        cards[own] = adviser.card if adviser else None
        return policies(jacks, self.catalogue, cards, self.rulings)

    def refuse_unused(self, followed: Iterable[str]) -> None:
        """Raise :class:`UsageError` for an AI card given that is none of those ``followed``."""
        unused = [jack for jack in self.cards if jack not in set(followed)]
        if unused:
            raise UsageError(f"the AI card given for {unused[0]} has no seat that is played by it.")

    def file(self, jack: str) -> str:
        """Return the file of a Jack's AI card, or "" if it is a printed one of this collection."""
        given = self.cards.get(jack)
        return given.file if given else str(self.own.get(jack, ""))

    def _printed_card(self, jack: str) -> AICard:
        """Return a Jack's own AI card, read once: reading its words takes its time."""
        if jack not in self._printed:
            self._printed[jack] = load_ai_card(self.own.get(jack, jack), self.catalogue)
        return self._printed[jack]


def ai_deck(
    catalogue: Catalogue,
    files: Sequence[str],
    switched: Mapping[str, str],
    own: Mapping[str, Path] | None = None,
) -> AIDeck:
    """Return the AI cards in ``files`` and, for all other Jacks, those in ``own`` or printed.

    Raises :class:`UsageError` for two cards of one Jack, or a ruling or choice there is not.
    """
    cards: dict[str, AICard] = {}
    rulings = printed_rulings()
    for file in files:
        card = load_checked(Path(file), catalogue)
        if card.jack in cards:
            raise UsageError(f"two of the AI cards given are for {card.jack}; give one.")
        cards[card.jack] = card
        rulings = rulings.with_more(list(card.rulings))
    return AIDeck(catalogue, cards, rulings.switch(switched), own or {})


def load_checked(source: str | Path, catalogue: Catalogue) -> AICard:
    """Return what `load_ai_card` does, with a warning of rulings whose words are on no line."""
    card = load_ai_card(source, catalogue)
    warn_of_stale(card)
    return card


def warn_of_stale(card: AICard) -> None:
    """Warn on standard error of rulings whose words stand on no line of the card any more."""
    for ruling in card.stale:
        warn(
            f"{card.file}: ruling {ruling.id} rules on words that stand on no line any more, so "
            "it rules on nothing; mend its words or take it out."
        )


class Seated(Value):
    """Who sits where, as it was typed: Jacks, and what plays each, `AI` for its AI card."""

    loaded: Collection
    deck: AIDeck
    jacks: tuple[str, ...]
    players: tuple[str, ...]

    @property
    def by(self) -> dict[int, str]:
        """What plays a seat in place of its AI card, by the seat's number."""
        return {at: player for at, player in enumerate(self.players) if player != AI}

    @property
    def by_card(self) -> list[str]:
        """The Jacks whose seats are played by their AI cards."""
        return [jack for jack, each in zip(self.jacks, self.players, strict=True) if each == AI]


def seated(seats: Sequence[str], given: GivenCards) -> Seated:
    """Return who sits at a table, of words such as "clay" or "clay:greedy".

    The cards are those of a game of these Jacks, with the changes that were typed. Raises
    :class:`UsageError` for a Jack or a player that there is not, and an AI card without a seat.
    """
    split = [split_seat(words) for words in seats]
    loaded = given.load([jack for jack, _ in split])
    jacks = tuple(loaded.jack(jack) for jack, _ in split)
    cards = loaded.with_changes(jacks, given.changes)
    deck = ai_deck(cards, given.ai_files, given.switched, loaded.ai_cards)
    found = Seated(loaded, deck, jacks, tuple(player for _, player in split))
    deck.refuse_unused(found.by_card)
    return found


def seat_number(first: str | None, jacks: Sequence[str], catalogue: Catalogue) -> int | None:
    """Return the seat, from 0, that ``--first`` names; ``None`` for drawing lots.

    A seat number from 1, "me" (the first seat), "ai" (the second), "random" or a Jack's name.
    Raises :class:`UsageError` for anything else.
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
        raise UsageError(f"{jack} does not play, and cannot go first.")
    return list(jacks).index(jack)


def a_seed(given: int | None) -> int:
    """Return the seed given, or pick one that is easy to type again."""
    return int.from_bytes(os.urandom(8)) % SEEDS if given is None else given

"""The catalogue: every card of the game by either end's name, read from the card files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import msgspec

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.rules.editions import Edition, edition_named
from moonflight_solo.rules.effects import compile_card
from moonflight_solo.rules.selectors import CannotDo
from moonflight_solo.rules.state import Card, GameCards, join
from moonflight_solo.rules.supply import conditions
from moonflight_solo.wording.ast import CardText
from moonflight_solo.wording.disambiguation import Reading, disambiguate
from moonflight_solo.wording.text import Text, printed


class PrintedEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One end of a card as printed; ``corner`` is the "Stability/Score" corner."""

    name: str
    cost: int
    corner: str = msgspec.field(name="stability/score")
    text: str = ""


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a card file: its copies and both ends."""

    copies: int
    before: PrintedEnd
    after: PrintedEnd


class CharacterEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One end of a character card."""

    name: str
    text: str


class PrintedCharacter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character card."""

    before: CharacterEnd
    after: CharacterEnd


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card file: a Jack's suit with its character card, or the starter or generic cards."""

    jack: str = ""
    group: str = ""
    character: PrintedCharacter | None = None
    cards: list[PrintedCard]


# More than any suit or pool has, and few enough to be read in a moment.
MOST_KINDS = 200
_SIGNS = re.compile('["“”„,;/]')


class UnknownName(UsageError):
    """A name that no card or Jack has."""


def plain(name: str) -> str:
    """Return ``name`` as it is compared: small letters, one kind of apostrophe and space."""
    return " ".join(name.replace("’", "'").replace("_", " ").casefold().split())


class Suit:
    """A Jack's character card and the 24 cards of its suit, every copy listed."""

    def __init__(self, jack: str, character: Card, cards: Sequence[Card], file: str) -> None:
        self.jack = jack
        self.character = character
        self.kinds = tuple(cards)
        self.file = file

    def stack(self) -> list[Card]:
        """Return every copy of the suit's cards, unshuffled."""
        return [card for card in self.kinds for _ in range(card.copies)]


class Catalogue:
    """All cards of one edition. Cards are found by the name at either end.

    There is nothing wrong in the files of a catalogue to play with: the first mistake is raised.
    Whoever wants to hear of all of them overrides :meth:`wrong`, :meth:`add` and :meth:`read_text`.
    """

    def __init__(self, edition: Edition, files: Iterable[Path | Document]) -> None:
        self.edition = edition
        self.suits: dict[str, Suit] = {}
        self.starter: tuple[Card, ...] = ()
        self.generic: tuple[Card, ...] = ()
        self._by_name: dict[str, list[Card]] = {}
        self._suit_names: dict[str, str] = {}
        self._unread: list[Card] = []
        self._game_cards: dict[tuple[str, ...], GameCards] = {}
        for file in files:
            self.add(file if isinstance(file, Document) else read_document(file))
        # Only now is every name known that a card's text may say.
        for card in self._unread:
            self.read_text(card)

    # -- finding

    def card(self, name: str, turned: bool) -> Card:
        """Return the card with ``name`` at the end up before or after the Turn.

        Raises :class:`UnknownName`, with the nearest names, or saying that the name is the
        other end's.
        """
        for card in self._by_name.get(plain(name), ()):
            if card.turned == turned:
                return card
        found = self.either_end(name)
        when, other = ("after", "before") if turned else ("before", "after")
        raise UnknownName(
            f'"{name}" is the end up {other} the Turn; {when} it that card is '
            f'"{found[0].flipped.name}".'
        )

    def either_end(self, name: str) -> list[Card]:
        """Return the cards with ``name`` at one end or both, that end up."""
        found = self._by_name.get(plain(name))
        if found:
            return found
        near = get_close_matches(plain(name), self._by_name, 3, 0.6)
        known = [self._by_name[n][0].name for n in near]
        hint = f" Did you mean {' or '.join(known)}?" if known else ""
        raise UnknownName(f'no card is called "{name}".{hint}')

    def jack(self, name: str) -> str:
        """Return the Jack meant by ``name``: whole, without "Jack o'", or a unique beginning."""
        wanted = plain(name).removeprefix("jack o' ")
        known = {plain(jack): jack for jack in self.suits}
        if wanted in known:
            return known[wanted]
        starting = [jack for key, jack in known.items() if key.startswith(wanted)]
        if len(starting) == 1 and wanted:
            return starting[0]
        raise UnknownName(f'no Jack is called "{name}"; these are known: {", ".join(self.suits)}.')

    def suit(self, name: str) -> str:
        """Return the Jack whose suit a printed name means, its possessive however printed.

        A letter s more or less at the end of a word, with or without apostrophe, is let pass.
        """
        known = self._suit_names.get(name)
        if known is not None:
            return known
        wanted = _without_s(name)
        for jack in self.suits:
            if _without_s(jack) == wanted:
                self._suit_names[name] = jack
                return jack
        near = get_close_matches(wanted, [_without_s(j) for j in self.suits], 1, 0.6)
        hint = "".join(f" Did you mean {j}?" for j in self.suits if _without_s(j) in near)
        raise UnknownName(f'no Jack has the suit "{name}".{hint}')

    def cards_for(self, jacks: Iterable[str]) -> list[Card]:
        """Return one of every kind of card in a game of these Jacks, character cards too."""
        cards = [*self.starter, *self.generic]
        for jack in dict.fromkeys(jacks):
            cards += [*self.suits[jack].kinds, self.suits[jack].character]
        return cards

    def kinds(self, turned: bool) -> list[Card]:
        """Return every kind of card but characters, at the end up before or after the Turn."""
        named = (card for cards in self._by_name.values() for card in cards)
        return [card for card in named if card.turned == turned]

    def game_cards(self, jacks: Iterable[str]) -> GameCards:
        """Return the cards of a game of these Jacks; the same for the same Jacks."""
        seated = tuple(jacks)
        known = self._game_cards.get(seated)
        if known is None:
            known = GameCards(self.edition, self.cards_for(seated), self)
            self._game_cards[seated] = known
        return known

    def any_returns(self, turned: bool) -> bool:
        """Return whether any card's end can only come straight back to hand (ruling A-return)."""
        cards = (card for found in self._by_name.values() for card in found)
        return any(card.returns is not None and card.turned == turned for card in cards)

    def names(self) -> list[str]:
        """Return every card name of either end."""
        return sorted({card.name for cards in self._by_name.values() for card in cards})

    # -- reading the files

    def wrong(self, error: DataError) -> None:
        """Raise what is wrong with a card file. If it is kept instead, the reading goes on."""
        raise error

    def add(self, document: Document) -> list[Card]:
        """Add the cards of a card file, and return both ends of each, their texts still unread."""
        before = len(self._unread)
        self._add_file(document)
        return self._unread[before:]

    def read_text(self, card: Card) -> None:
        """Carry out the text of one end; raises a :class:`MoonflightError` with its place."""
        try:
            carry_out(card, self)
        except UnknownName as error:
            raise DataError(
                card.text.place(0),
                f'"{card.words}" on {card.name}: ' + str(error).rstrip("."),
                "mend the name",
            ) from None
        except CannotDo as error:
            raise DataError(
                card.text.place(0),
                f'"{card.words}" on {card.name} can be read but not done: '
                + str(error).rstrip("."),
                "say it as the rulebook's keywords allow",
            ) from None

    def _add_file(self, document: Document) -> None:
        file = convert(document, CardFile)
        if len(file.cards) > MOST_KINDS:
            raise DataError(
                document.place("cards", MOST_KINDS),
                f"{len(file.cards)} kinds of cards are more than {MOST_KINDS}, the most in a file",
                "give every suit a file of its own",
            )
        if bool(file.jack) == bool(file.group) or file.group not in ("", "starter", "generic"):
            self.wrong(
                DataError(
                    document.place(),
                    "this is neither a Jack's suit nor the starter or generic cards",
                    'give either "jack: NAME" or "group: starter" or "group: generic"',
                )
            )
        kinds = [
            self._read_card(document, index, card, file) for index, card in enumerate(file.cards)
        ]
        if file.group == "starter":
            self.starter += tuple(kinds)
        elif file.group == "generic":
            self.generic += tuple(kinds)
        else:
            self._add_suit(document, file, kinds)

    def _add_suit(self, document: Document, file: CardFile, kinds: list[Card]) -> None:
        if file.character is None:
            self.wrong(
                DataError(
                    document.place("jack"),
                    f"{file.jack} has no character card",
                    'add "character:" with both ends\' names and texts',
                )
            )
        if file.jack in self.suits:
            self.wrong(
                DataError(
                    document.place("jack"),
                    f"there is already a Jack called {file.jack}, in {self.suits[file.jack].file}",
                    "give this one another name",
                )
            )
        self._check_suit(document, kinds)
        if file.character is None:
            return
        ends = [
            Card(end.name, suit=file.jack, is_character=True, text=printed(document, *path, "text"))
            for end, path in (
                (file.character.before, ("character", "before")),
                (file.character.after, ("character", "after")),
            )
        ]
        join(*ends)
        self._unread += ends
        self.suits[file.jack] = Suit(file.jack, ends[0], kinds, str(document.file))

    def _check_suit(self, document: Document, kinds: Sequence[Card]) -> None:
        """Check a suit against "Building The Market"."""
        unmet = [
            f"{each.found} {each.what} where {each.due} are due"
            for each in conditions({card: card.copies for card in kinds})
            if not each.met
        ]
        if unmet:
            self.wrong(
                DataError(
                    document.place("cards"),
                    f"this suit has {' and '.join(unmet)}",
                    'a Supply Stack must meet the conditions of "Building The Market"',
                )
            )

    def _read_card(self, document: Document, index: int, card: PrintedCard, file: CardFile) -> Card:
        if card.copies < 1:
            self.wrong(
                DataError(
                    document.place("cards", index, "copies"),
                    f"{card.copies} copies of {card.before.name}",
                    "give the number of copies printed, at least 1",
                )
            )
        ends = [
            self._read_end(document, ("cards", index, side), end, card.copies, file)
            for side, end in (("before", card.before), ("after", card.after))
        ]
        join(*ends)
        self._unread += ends
        for end in ends:
            self._name(document, index, end)
        return ends[0]

    def _read_end(
        self,
        document: Document,
        path: tuple[str | int, ...],
        end: PrintedEnd,
        copies: int,
        file: CardFile,
    ) -> Card:
        corner = _corner(end.corner)
        if corner is None:
            self.wrong(
                DataError(
                    document.place(*path, "stability/score"),
                    f'"{end.corner}" is no Stability/Score corner',
                    'write it as printed, such as "-/2" or "1/-"',
                )
            )
        if end.cost < 0:
            place = document.place(*path, "cost")
            self.wrong(
                DataError(place, f"a cost of {end.cost} coin tokens", "give the cost printed")
            )
        stability, score = corner or (0, 0)
        return Card(
            self.edition.names.get(end.name, end.name),
            cost=end.cost,
            stability=stability,
            score=score,
            suit=file.jack or None,
            copies=copies,
            is_starter=file.group == "starter",
            text=self._text(document, path, end.name),
        )

    def _text(self, document: Document, path: tuple[str | int, ...], name: str = "") -> Text:
        changed = self.edition.texts.get(name)
        if changed is not None:
            return Text(changed, f"the {self.edition.edition} edition's text of {name}")
        return printed(document, *path, "text")

    def _name(self, document: Document, index: int, card: Card) -> None:
        if not card.name.strip() or _SIGNS.search(card.name):
            self.wrong(
                DataError(
                    document.place("cards", index, "after" if card.turned else "before", "name"),
                    f'a card cannot be called "{card.name}"',
                    "Write the name without quotation marks, commas and slashes, which stand "
                    "between names in what is printed and typed",
                )
            )
        others = self._by_name.setdefault(plain(card.name), [])
        if any(other is not card.flipped for other in others):
            self.wrong(
                DataError(
                    document.place("cards", index),
                    f'two different cards are called "{card.name}"',
                    "card names tell cards apart: rename one of them",
                )
            )
        others.append(card)


def carry_out(card: Card, names: Catalogue) -> Reading:
    """Read the text of one end of a card, compile it into the card, and return the reading.

    Raises :class:`~moonflight_solo.wording.errors.WordingError` for words that are not read in one
    way, :class:`UnknownName` for a name among them that nothing has, and :class:`CannotDo` for
    what the rules give no way to do.
    """
    reading = disambiguate(card.text, "effect")
    assert isinstance(reading.meaning, CardText)
    compile_card(card, reading.meaning, names)
    return reading


def _corner(corner: str) -> tuple[int, int] | None:
    """Return stability and score as printed in a corner, or ``None`` if it is none."""
    parts = [re.sub("[‐‑–—−]", "-", part.strip()) for part in corner.split("/")]
    if len(parts) != 2 or not all(part == "-" or part.isdigit() for part in parts):
        return None
    stability, score = (0 if part == "-" else int(part) for part in parts)
    return stability, score


def _without_s(name: str) -> str:
    words = plain(name).replace("'s", "").replace("'", "").split()
    return " ".join(word.removesuffix("s") for word in words)


def catalogue(edition: str = "prototype", more: tuple[Path, ...] = ()) -> Catalogue:
    """Return the catalogue of an edition, with the card files in ``more`` added.

    The same catalogue for the same arguments. Raises :class:`MoonflightError` (with file, line
    and column) for data that cannot be read.
    """
    return _catalogue(edition, more)


@cache
def _catalogue(edition: str, more: tuple[Path, ...]) -> Catalogue:
    return Catalogue(edition_named(edition), [*data_files("cards"), *more])


__all__ = ["Catalogue", "MoonflightError", "Suit", "UnknownName", "catalogue", "plain"]

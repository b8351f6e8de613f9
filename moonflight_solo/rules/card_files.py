"""The format of card files, and the cards built from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from moonflight_solo.documents import Document, convert
from moonflight_solo.errors import DataError
from moonflight_solo.numbers import counting_number, plural
from moonflight_solo.rules.editions import Edition
from moonflight_solo.rules.state import Card, join
from moonflight_solo.values import Value
from moonflight_solo.wording.text import Text, text_at

# More than any suit or pool has, and few enough to load in a moment.
MOST_KINDS = 200
MOST_COPIES = 100
MOST_PRINTED = 999
_SIGNS = frozenset('"“”„,;/')
_DASHES = str.maketrans("‐‑–—−", "-----")
_NO_SIGNS = (
    "Write the name without quotation marks, commas and slashes, which separate names where they "
    "are printed or typed"
)


class CharacterEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One end of a character card as printed."""

    name: str
    text: str


class PrintedEnd(CharacterEnd, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One end of a card as printed; ``corner`` is the "Stability/Score" corner."""

    cost: int
    corner: str = msgspec.field(name="stability/score")
    text: str = ""


class PrintedCharacter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character card, with both ends."""

    before: CharacterEnd
    after: CharacterEnd


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a card file: number of copies and both ends."""

    copies: int
    before: PrintedEnd
    after: PrintedEnd


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card file: a Jack's suit with its character card, or the starter or generic cards."""

    jack: str = ""
    style: str = ""
    group: str = ""
    character: PrintedCharacter | None = None
    cards: list[PrintedCard]


class JackSuit:
    """A Jack's character card and the kinds of cards of its suit.

    ``style`` describes in a line how to play the Jack, "" if its file does not. Kinds ``left_out``
    are not in its Supply Stack.
    """

    def __init__(
        self, jack: str, character: Card, cards: Sequence[Card], file: str, style: str = ""
    ) -> None:
        self.jack = jack
        self.style = style
        self.character = character
        self.kinds = tuple(cards)
        self.left_out = frozenset[Card]()
        self.file = file

    def stack(self) -> list[Card]:
        """Return every copy of the suit's cards, unshuffled."""
        kinds = [card for card in self.kinds if card not in self.left_out]
        return [card for card in kinds for _ in range(card.copies)]


class StackCondition(Value):
    """A condition on a Supply Stack: what is counted, how many are due and how many were found."""

    what: str
    due: int
    found: int

    @property
    def met(self) -> bool:
        """Whether exactly as many were found as are due."""
        return self.due == self.found

    def __str__(self) -> str:
        single = self.what.replace("s", "", 1)  # "kind of cards", "point on ..."
        return f"{plural(self.found, single, self.what)} instead of {self.due}"


def conditions(copies: Mapping[Card, int]) -> tuple[StackCondition, ...]:
    """Return the four conditions on a Supply Stack with these ``copies`` of each kind of card.

    Cards are given at their pre-Turn ends; those with no copies do not count.
    """
    numbers = {card: number for card, number in copies.items() if number}
    before = sum(card.score * number for card, number in numbers.items())
    after = sum(card.flipped.score * number for card, number in numbers.items())
    return (
        StackCondition("cards", 24, sum(numbers.values())),
        StackCondition("kinds of cards by name", 8, len(numbers)),
        StackCondition("points on the post-Turn ends", 13, after),
        StackCondition("points on the pre-Turn ends", 2, before),
    )


class CardReader:
    """Builds the cards of a card file, with the suit of ``jack``, without parsing their texts.

    Reports problems to ``wrong``, and continues if that does not raise. Raises :class:`DataError`
    for a problem it cannot continue after.
    """

    def __init__(
        self,
        document: Document,
        edition: Edition,
        wrong: Callable[[DataError], None],
        jack: str = "",
    ) -> None:
        self._document = document
        self.jack = jack
        self._edition = edition
        self._wrong = wrong
        self.file = file = convert(document, CardFile)
        if len(file.cards) > MOST_KINDS:
            raise DataError(
                document.place("cards", MOST_KINDS),
                f"{len(file.cards)} kinds of cards are more than {MOST_KINDS}, the most in a file",
                "give every suit a file of its own",
            )
        if bool(file.jack) == bool(file.group) or file.group not in ("", "starter", "generic"):
            problem = "this is neither a Jack's suit nor the starter or generic cards"
            remedy = 'give either "jack: NAME" or "group: starter" or "group: generic"'
            wrong(DataError(document.place(), problem, remedy))

    def kinds(self) -> Iterator[Card]:
        """Yield every kind of card, with the end before the Turn up; report wrong values."""
        for index, card in enumerate(self.file.cards):
            if not 1 <= card.copies <= MOST_COPIES:
                problem = f"{card.copies} copies of {card.before.name}"
                remedy = f"give the number of copies printed, at least 1 and at most {MOST_COPIES}"
                self._wrong_at(problem, remedy, "cards", index, "copies")
            before, after = (
                self._end(end, card.copies, "cards", index, side)
                for side, end in (("before", card.before), ("after", card.after))
            )
            join(before, after)
            for end in (before, after):
                if not end.name.strip() or not _SIGNS.isdisjoint(end.name):
                    problem = f'a card cannot be called "{end.name}"'
                    side = "after" if end.turned else "before"
                    self._wrong_at(problem, _NO_SIGNS, "cards", index, side, "name")
            yield before

    def character(self) -> Card | None:
        """Return the Jack's character card, ``None`` if there is none."""
        character = self.file.character
        if character is None:
            remedy = 'add "character:" with both ends\' names and texts'
            self._wrong_at(f"{self.jack} has no character card", remedy, "jack")
            return None
        before, after = (
            Card(
                end.name,
                suit=self.jack,
                is_character=True,
                text=text_at(self._document, "character", side, "text"),
            )
            for side, end in (("before", character.before), ("after", character.after))
        )
        join(before, after)
        return before

    def _end(self, end: PrintedEnd, copies: int, *path: str | int) -> Card:
        """Return an end of a printed card, with the edition's own name and text if it has any."""
        corner = _corner(end.corner)
        if corner is None:
            problem = f'"{end.corner}" is not a Stability/Score corner'
            remedy = 'write it as printed, such as "-/2" or "1/-"'
            self._wrong_at(problem, remedy, *path, "stability/score")
        if not 0 <= end.cost <= MOST_PRINTED:
            problem = f"a cost of {end.cost} coin tokens"
            self._wrong_at(problem, "give the cost printed", *path, "cost")
        stability, score = corner or (0, 0)
        edition = self._edition
        edition_words = edition.texts.get(end.name)
        if edition_words is None:
            text = text_at(self._document, *path, "text")
        else:
            text = Text(edition_words, f"the {edition.edition} edition's text of {end.name}")
        return Card(
            edition.names.get(end.name, end.name),
            cost=end.cost,
            stability=stability,
            score=score,
            suit=self.jack or None,
            copies=copies,
            is_starter=self.file.group == "starter",
            text=text,
        )

    def _wrong_at(self, problem: str, remedy: str, *path: str | int) -> None:
        self._wrong(DataError(self._document.place(*path), problem, remedy))


def _corner(corner: str) -> tuple[int, int] | None:
    """Parse a printed corner into Stability and score; return ``None`` if it is none."""
    parts = [part.strip().translate(_DASHES) for part in corner.split("/")]
    numbers = [0 if part == "-" else counting_number(part) for part in parts]
    if len(numbers) != 2 or any(n is None or n > MOST_PRINTED for n in numbers):
        return None
    return numbers[0] or 0, numbers[1] or 0

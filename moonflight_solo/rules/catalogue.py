"""The catalogue: every card by either end's name, read from the card files; and pools of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from operator import sub
from pathlib import Path

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, read_document
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.rules.card_files import CardReader, JackSuit, conditions
from moonflight_solo.rules.editions import Edition, edition_named
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, GameCards
from moonflight_solo.rules.texts.card_text import compile_card
from moonflight_solo.wording.ast import CardText
from moonflight_solo.wording.disambiguation import Reading, disambiguate


class UnknownName(UsageError):
    """A name that no card or Jack has."""


@lru_cache(4096)
def plain(name: str) -> str:
    """Return ``name`` as it is compared: small letters, one kind of apostrophe and space."""
    return " ".join(name.replace("’", "'").replace("_", " ").casefold().split())


class Catalogue:
    """All cards of one edition. Cards are found by the name at either end.

    There is nothing wrong in the files of a catalogue to play with: the first mistake is raised.
    Whoever wants to hear of all of them overrides :meth:`wrong`, :meth:`add` and :meth:`read_text`.
    A file of a printed Jack's suit takes the place of the printed one: ``revised`` has the file's
    name for each such Jack. ``turning``: a text of theirs Turns cards outside the Turn.
    """

    def __init__(self, edition: Edition, files: Iterable[Path | Document]) -> None:
        self.edition = edition
        self.suits: dict[str, JackSuit] = {}
        self.starter: tuple[Card, ...] = ()
        self.generic: tuple[Card, ...] = ()
        self._by_name: dict[str, list[Card]] = {}
        self._suit_names: dict[str, str] = {}
        self._unread: list[Card] = []
        self._game_cards: dict[tuple[str, ...], GameCards] = {}
        self._restrains: dict[bool, bool] = {}
        given = [each if isinstance(each, Document) else read_document(each) for each in files]
        documents = list({str(each.file): each for each in given}.values())
        self.revised = _revised(documents)
        for document in documents:
            if not (_is_printed(document) and _jack_of(document) in self.revised):
                self.add(document)
        self.turning = any(map(_may_turn, self._unread))
        # Only now is every name known that a card's text may say.
        for card in self._unread:
            self.read_text(card)

    # -- finding

    def card(self, name: str, turned: bool) -> Card:
        """Return the card with ``name`` at the end up before or after the Turn.

        Where cards Turn at other times too, the other end is found by its name as well. Raises
        :class:`UnknownName`, with the nearest names, or saying that the name is the
        other end's.
        """
        for card in self._by_name.get(plain(name), ()):
            if card.turned == turned:
                return card
        found = self.either_end(name)
        if self.turning:
            return found[0]
        when, other = ("after", "before") if turned else ("before", "after")
        raise UnknownName(
            f'"{name}" is the end up {other} the Turn; {when} it that card is '
            f'"{found[0].flipped.name}".'
        )

    def ends(self, name: str, turned: bool) -> Sequence[Card]:
        """Return the same card, at each end that bears the name where either may be up."""
        return self.either_end(name) if self.turning else (self.card(name, turned),)

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
        """Return every kind of card but characters, at the end up before or after the Turn.

        Where cards Turn at other times too: at each end.
        """
        named = (card for cards in self._by_name.values() for card in cards)
        return [card for card in named if self.turning or card.turned == turned]

    def restrains(self, turned: bool) -> bool:
        """Return whether a card keeps players from anything, or changes what cards cost them."""
        known = self._restrains.get(turned)
        if known is None:
            cards = self.game_cards(self.suits)
            known = self._restrains[turned] = bool(cards.changed[turned]) or cards.timed
        return known

    def game_cards(self, jacks: Iterable[str]) -> GameCards:
        """Return the cards of a game of these Jacks; the same for the same Jacks."""
        seated = tuple(jacks)
        known = self._game_cards.get(seated)
        if known is None:
            known = GameCards(self.edition, self.cards_for(seated), self)
            self._game_cards[seated] = known
        return known

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
        reader = CardReader(document, self.edition, self.wrong)
        kinds: list[Card] = []
        for card in reader.kinds():
            self._unread += (card, card.flipped)
            self._name(document, len(kinds), card)
            kinds.append(card)
        if reader.file.group == "starter":
            self.starter += tuple(kinds)
        elif reader.file.group == "generic":
            self.generic += tuple(kinds)
        else:
            self._add_suit(document, reader, kinds)
        return self._unread[before:]

    def read_text(self, card: Card) -> None:
        """Carry out the text of one end; raises a :class:`MoonflightError` with its place."""
        try:
            compile_end(card, self)
        except (UnknownName, CannotDo) as error:
            unknown = isinstance(error, UnknownName)
            cannot = "" if unknown else " can be read but not done"
            problem = f'"{card.words}" on {card.name}{cannot}: {str(error).rstrip(".")}'
            remedy = "mend the name" if unknown else "say it as the rulebook's keywords allow"
            raise DataError(card.text.place(0), problem, remedy) from None

    def _add_suit(self, document: Document, reader: CardReader, kinds: Sequence[Card]) -> None:
        jack, character = reader.file.jack, reader.character()
        if jack in self.suits:
            problem = f"there is already a Jack called {jack}, in {self.suits[jack].file}"
            place = document.place("jack")
            self.wrong(DataError(place, problem, "give this one another name"))
        self.check_suit(document, kinds)
        if character is not None:
            self._unread += (character, character.flipped)
            self.suits[jack] = JackSuit(
                jack, character, kinds, str(document.file), reader.file.style
            )

    def check_suit(self, document: Document, kinds: Sequence[Card]) -> None:
        """Check a suit against "Building The Market"; :meth:`wrong` is told what is wrong."""
        unmet = [
            f"{each.found} {each.what} where {each.due} are due"
            for each in conditions({card: card.copies for card in kinds})
            if not each.met
        ]
        if unmet:
            problem = f"this suit has {' and '.join(unmet)}"
            remedy = 'a Supply Stack must meet the conditions of "Building The Market"'
            self.wrong(DataError(document.place("cards"), problem, remedy))

    def _name(self, document: Document, index: int, card: Card) -> None:
        for end in (card, card.flipped):
            others = self._by_name.setdefault(plain(end.name), [])
            if any(other is not end.flipped for other in others):
                problem = f'two different cards are called "{end.name}"'
                remedy = "card names tell cards apart: rename one of them"
                self.wrong(DataError(document.place("cards", index), problem, remedy))
            others.append(end)


def compile_end(card: Card, names: Catalogue) -> Reading:
    """Read the text of one end of a card, compile it into the card, and return the reading.

    Raises :class:`~moonflight_solo.wording.text.WordingError` for words that are not read in one
    way, :class:`UnknownName` for a name among them that nothing has, and :class:`CannotDo` for
    what the rules give no way to do.
    """
    reading = disambiguate(card.text, "effect")
    assert isinstance(reading.meaning, CardText)
    compile_card(card, reading.meaning, names)
    return reading


def _may_turn(card: Card) -> bool:
    """Return whether the words of one end, as yet unread, Turn cards."""
    if "turn" not in card.words.casefold():
        return False
    try:
        meaning = disambiguate(card.text, "effect").meaning
    except MoonflightError:
        return False  # it is told where it is read
    return isinstance(meaning, CardText) and Card("", meaning=meaning).turns


def _is_printed(document: Document) -> bool:
    return any(str(document.file) == str(path) for path in data_files("cards"))


def _jack_of(document: Document) -> str:
    jack = document.fields.get("jack")
    return jack if isinstance(jack, str) else ""


def _revised(documents: Sequence[Document]) -> dict[str, str]:
    """Return the printed Jacks whose suit is in another of these files too, and which that is."""
    printed = {_jack_of(each) for each in documents if _is_printed(each)} - {""}
    others = [each for each in documents if not _is_printed(each)]
    return {jack: str(each.file) for each in others if (jack := _jack_of(each)) in printed}


def _without_s(name: str) -> str:
    words = plain(name).replace("'s", "").replace("'", "").split()
    return " ".join(word.removesuffix("s") for word in words)


def catalogue(edition: str = "prototype", more: tuple[Path, ...] = ()) -> Catalogue:
    """Return the catalogue of an edition, with the card files in ``more`` added.

    The same catalogue for the same arguments, while the files stay as they are. Raises
    :class:`MoonflightError` (with file, line and column) for data that cannot be read.
    """
    return _catalogue(edition, more, tuple(map(_written, more)))


@lru_cache(64)
def _catalogue(edition: str, more: tuple[Path, ...], _when: tuple[object, ...]) -> Catalogue:
    return Catalogue(edition_named(edition), [*data_files("cards"), *more])


def _written(path: Path) -> object:
    """Return what changes when a file is written anew."""
    try:
        now = path.stat()
    except (OSError, ValueError):
        return None
    return now.st_mtime_ns, now.st_size, now.st_ino


# --------------------------------------------------- a Supply Stack from a pool of cards


class _Unbuilt(Catalogue):
    """A catalogue whose suits need not be Supply Stacks yet."""

    def check_suit(self, document: Document, kinds: Sequence[Card]) -> None:
        """Leave the suit as it is."""


class _Unread(_Unbuilt):
    """A catalogue whose texts are left alone."""

    def read_text(self, card: Card) -> None:
        """Leave the text as it is."""


def pool(path: Path, edition: str = "prototype") -> JackSuit:
    """Return the suit in a card file with as many cards as one owns, all of them.

    Raises :class:`DataError` for cards that cannot be read and a file that holds no suit.
    """
    return _suit(_Unbuilt(edition_named(edition), [*_shared_files(), path]), path)


def untried(path: Path, edition: str = "prototype") -> JackSuit:
    """Return what :func:`pool` does of cards whose texts need not be understood yet."""
    return _suit(_Unread(edition_named(edition), [*_shared_files(), path]), path)


def _suit(cards: Catalogue, path: Path) -> JackSuit:
    suits = cards.suits
    if not suits:
        raise DataError(path, "this holds no Jack's suit", 'Begin it with "jack: NAME"')
    return next(iter(suits.values()))


def _shared_files() -> list[Path]:
    """Return the card files of the collection that are nobody's suit."""
    return [path for path in data_files("cards") if "group" in read_document(path).fields]


def completion(available: Mapping[Card, int], taken: Mapping[Card, int]) -> dict[Card, int] | None:
    """Return a Supply Stack that meets every condition, with at least the cards ``taken``.

    No more copies of a card are in it than are ``available``. The earliest cards of the pool are
    preferred, and as many copies of each; ``None`` if no such Supply Stack can be made.
    """
    due = tuple(condition.due for condition in conditions({}))
    kinds = list(available)
    dead: set[tuple[int, tuple[int, ...]]] = set()

    def rest(index: int, left: tuple[int, ...]) -> dict[Card, int] | None:
        if min(left) < 0 or (index, left) in dead:
            return None
        if index == len(kinds):
            return None if any(left) else {}
        card = kinds[index]
        for copies in range(min(available[card], left[0]), taken.get(card, 0) - 1, -1):
            used = (copies, 1 if copies else 0, card.flipped.score * copies, card.score * copies)
            found = rest(index + 1, tuple(map(sub, left, used)))
            if found is not None:
                return {card: copies, **found} if copies else found
        dead.add((index, left))
        return None

    return rest(0, due)

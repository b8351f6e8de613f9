"""The catalogue of all cards, by the name at either end; and Supply Stacks from pools of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import sub
from pathlib import Path
from typing import Final

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


QUOTATION: Final = str.maketrans("", "", '"“”„‟«»')
_SIGNS: Final = QUOTATION | {ord("’"): "'", ord("_"): " "}


@lru_cache(4096)
def plain(name: str) -> str:
    """Return ``name`` normalized for comparison.

    It is in lower case, with one kind of apostrophe and space, and without quotation marks.
    """
    return " ".join(name.translate(_SIGNS).casefold().split())


class Catalogue:
    """All cards of one edition. Cards are found by the name at either end.

    The first mistake in a file is raised. Override :meth:`wrong`, :meth:`add` and :meth:`read_text`
    to collect all mistakes.

    A file for a printed Jack replaces the printed suit; ``revised`` maps each such Jack to its
    file. ``own_files`` are those that are not printed. ``turning``: some card Turns cards outside
    the Turn.
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
        sources = [file if isinstance(file, Document) else read_document(file) for file in files]
        documents = list({str(source.file): source for source in sources}.values())
        self.own_files = [Path(each.file) for each in documents if not _is_printed(each)]
        printed = {jack_of(each) for each in documents if _is_printed(each)} - {""}
        own_suits = ((jack_of(each), each) for each in documents if not _is_printed(each))
        self.revised = {jack: str(each.file) for jack, each in own_suits if jack in printed}
        for document in documents:
            if not (_is_printed(document) and jack_of(document) in self.revised):
                self.add(document)
        self.turning = any(map(_may_turn, self._unread))
        # Texts may name any card, so they are compiled after all cards are known.
        for card in self._unread:
            self.read_text(card)

    # -- lookup

    def card(self, name: str, turned: bool) -> Card:
        """Return the card called ``name`` at the end that is up before or after the Turn.

        If cards Turn at other times too, the other end's name also works. Raises
        :class:`UnknownName`, with the nearest names or saying that it is the other end's name.
        """
        for card in self._by_name.get(plain(name), ()):
            if card.turned == turned:
                return card
        ends = self.either_end(name)
        if self.turning:
            return ends[0]
        this_side, other_side = ("after", "before") if turned else ("before", "after")
        raise UnknownName(
            f'"{name}" is the end up {other_side} the Turn; {this_side} it that card is '
            f'"{ends[0].flipped.name}".'
        )

    def ends(self, name: str, turned: bool) -> Sequence[Card]:
        """Return the card called ``name``, at each end with that name if either may be up."""
        return self.either_end(name) if self.turning else (self.card(name, turned),)

    def either_end(self, name: str) -> list[Card]:
        """Return the ends called ``name``: one, or both of a card. Raises :class:`UnknownName`."""
        ends = self._by_name.get(plain(name))
        if ends:
            return ends
        from difflib import get_close_matches  # only a misspelled name needs it

        keys = get_close_matches(plain(name), self._by_name, 3, 0.6)
        names = [self._by_name[n][0].name for n in keys]
        every = '"moonflight cards" lists them all.'
        hint = f"Did you mean {' or '.join(names)}?" if names else every
        raise UnknownName(f'no card is called "{name}". {hint}')

    def jack(self, name: str) -> str:
        """Return the Jack called ``name``, in full, without "Jack o'", or by a unique prefix."""
        if name in self.suits:
            return name
        query = plain(name).removeprefix("jack o' ")
        jacks = {plain(jack): jack for jack in self.suits}
        if query in jacks:
            return jacks[query]
        starting = [jack for key, jack in jacks.items() if key.startswith(query)]
        if len(starting) == 1 and query:
            return starting[0]
        raise UnknownName(f'no Jack is called "{name}"; these are known: {", ".join(self.suits)}.')

    def suit(self, name: str) -> str:
        """Return the Jack whose suit a printed name means, however its possessive is spelled.

        An s at the end of a word, with or without an apostrophe, is ignored.
        """
        jack_of_suit = self._suit_names.get(name)
        if jack_of_suit is not None:
            return jack_of_suit
        key = _without_s(name)
        for jack in self.suits:
            if _without_s(jack) == key:
                self._suit_names[name] = jack
                return jack
        from difflib import get_close_matches

        nearest = get_close_matches(key, [_without_s(j) for j in self.suits], 1, 0.6)
        hint = "".join(f" Did you mean {j}?" for j in self.suits if _without_s(j) in nearest)
        raise UnknownName(f'no Jack has the suit "{name}".{hint}')

    def files_for(self, jacks: Iterable[str]) -> tuple[Path, ...]:
        """Return the files that are not printed of which a game of these Jacks takes cards."""
        suits = [Path(self.suits[jack].file) for jack in dict.fromkeys(jacks)]
        every = {Path(suit.file) for suit in self.suits.values()}
        shared = [file for file in self.own_files if file not in every]
        return (*shared, *(file for file in suits if file in self.own_files))

    def cards_for(self, jacks: Iterable[str]) -> list[Card]:
        """Return one of every kind of card in a game of these Jacks, including character cards."""
        cards = [*self.starter, *self.generic]
        for jack in dict.fromkeys(jacks):
            cards += [*self.suits[jack].kinds, self.suits[jack].character]
        return cards

    def kinds(self, turned: bool) -> list[Card]:
        """Return every kind of card except characters, at the end up before or after the Turn.

        If cards Turn at other times too: at both ends.
        """
        ends = (card for cards in self._by_name.values() for card in cards)
        return [card for card in ends if self.turning or card.turned == turned]

    def restrains(self, turned: bool) -> bool:
        """Return whether any card bars players from anything or changes prices."""
        cards = self.game_cards(self.suits)
        return bool(cards.changed[turned]) or cards.timed

    def game_cards(self, jacks: Iterable[str]) -> GameCards:
        """Return the cards of a game of these Jacks, cached by Jacks."""
        seated = tuple(jacks)
        game_cards = self._game_cards.get(seated)
        if game_cards is None:
            game_cards = GameCards(self.edition, self.cards_for(seated), self)
            self._game_cards[seated] = game_cards
        return game_cards

    def names(self) -> list[str]:
        """Return the names of all cards at both ends, sorted."""
        return sorted({card.name for cards in self._by_name.values() for card in cards})

    # -- loading

    def wrong(self, error: DataError) -> None:
        """Handle a mistake in a card file by raising it; an override may record it and continue."""
        raise error

    def add(self, document: Document) -> list[Card]:
        """Add the cards of a card file; return both ends of each, their texts not yet compiled."""
        before = len(self._unread)
        reader = CardReader(document, self.edition, self.wrong, jack_of(document))
        kinds: list[Card] = []
        for index, card in enumerate(reader.kinds()):
            kinds.append(card)
            self._unread += (card, card.flipped)
            for end in (card, card.flipped):
                namesakes = self._by_name.setdefault(plain(end.name), [])
                if any(other is not end.flipped for other in namesakes):
                    problem = f'two different cards are called "{end.name}"'
                    remedy = "card names have to differ: rename one of them"
                    self.wrong(DataError(document.place("cards", index), problem, remedy))
                namesakes.append(end)
        if reader.file.group == "starter":
            self.starter += tuple(kinds)
        elif reader.file.group == "generic":
            self.generic += tuple(kinds)
        else:
            self._add_suit(document, reader, kinds)
        return self._unread[before:]

    def read_text(self, card: Card) -> None:
        """Compile the text of one end; raises a :class:`MoonflightError` with its place."""
        try:
            compile_end(card, self)
        except (UnknownName, CannotDo) as error:
            unknown = isinstance(error, UnknownName)
            outcome = "" if unknown else " can be read but not carried out"
            problem = f'"{card.words}" on {card.name}{outcome}: {str(error).rstrip(".")}'
            remedy = "fix the name" if unknown else "say it as the rulebook's keywords allow"
            raise DataError(card.text.place(0), problem, remedy) from None

    def _add_suit(self, document: Document, reader: CardReader, kinds: Sequence[Card]) -> None:
        """Add the suit of a file; report a Jack that is there already, and take the later one."""
        jack, character = reader.jack, reader.character()
        for namesake in (suit for name, suit in self.suits.items() if plain(name) == plain(jack)):
            problem = f"there is already a Jack called {jack}, in {namesake.file}"
            place = document.place("jack")
            self.wrong(DataError(place, problem, "give this one another name"))
        self.check_suit(document, kinds)
        if character is not None:
            self._unread += (character, character.flipped)
            self.suits[jack] = JackSuit(
                jack, character, kinds, str(document.file), reader.file.style
            )

    def check_suit(self, document: Document, kinds: Sequence[Card]) -> None:
        """Check a suit against "Building The Market"; report failures to :meth:`wrong`."""
        stack = conditions({card: card.copies for card in kinds})
        if unmet := [str(condition) for condition in stack if not condition.met]:
            problem = f"this suit has {' and '.join(unmet)}"
            remedy = 'a Supply Stack must meet the conditions of "Building The Market"'
            self.wrong(DataError(document.place("cards"), problem, remedy))


def compile_end(card: Card, names: Catalogue) -> Reading:
    """Parse and compile the text of one end of a card, and return the reading.

    Raises :class:`~moonflight_solo.wording.text.WordingError` for words without a single settled
    reading, :class:`UnknownName` for an unknown name in them, and :class:`CannotDo` for what the
    rules cannot do.
    """
    reading = disambiguate(card.text, "effect")
    assert isinstance(reading.meaning, CardText)
    compile_card(card, reading.meaning, names)
    return reading


def _may_turn(card: Card) -> bool:
    """Return whether the text of one end, not yet compiled, Turns cards."""
    if "turn" not in card.words.casefold():
        return False
    try:
        meaning = disambiguate(card.text, "effect").meaning
    except MoonflightError:
        return False  # reported when the text is compiled
    return isinstance(meaning, CardText) and Card("", meaning=meaning).turns


def _is_printed(document: Document) -> bool:
    return any(str(document.file) == str(path) for path in data_files("cards"))


def jack_of(document: Document) -> str:
    """Return the Jack whose suit a document holds, "" for none; spelled as printed, if it is."""
    jack = document.fields.get("jack")
    return _spelling(jack, tuple(data_files("cards"))) if isinstance(jack, str) else ""


@lru_cache
def _spelling(jack: str, printed: tuple[Path, ...]) -> str:
    names = (str(read_document(path).fields.get("jack", "")) for path in printed)
    return next((name for name in names if plain(name) == plain(jack)), jack)


def _without_s(name: str) -> str:
    words = plain(name).replace("'s", "").replace("'", "").split()
    return " ".join(word.removesuffix("s") for word in words)


def catalogue(edition: str = "prototype", more: tuple[Path, ...] = ()) -> Catalogue:
    """Return the catalogue of an edition, plus the card files in ``more``.

    Cached until a file in ``more`` changes. Raises :class:`MoonflightError` (with file, line and
    column) for data that cannot be read.
    """
    return _catalogue(edition, more, tuple(map(_file_version, more)))


@lru_cache(64)
def _catalogue(edition: str, more: tuple[Path, ...], _when: tuple[object, ...]) -> Catalogue:
    return Catalogue(edition_named(edition), [*data_files("cards"), *more])


def _file_version(path: Path) -> object:
    """Return a value that changes when a file is written."""
    try:
        now = path.stat()
    except (OSError, ValueError):
        return None
    return now.st_mtime_ns, now.st_size, now.st_ino


class _Unbuilt(Catalogue):
    """A catalogue whose suits need not form Supply Stacks."""

    def check_suit(self, document: Document, kinds: Sequence[Card]) -> None:
        """Accept the suit as it is."""


class _Unread(_Unbuilt):
    """A catalogue that does not compile texts."""

    def read_text(self, card: Card) -> None:
        """Leave the text alone."""


def pool(path: Path, edition: str = "prototype", *, untried: bool = False) -> JackSuit:
    """Return the suit in a card file as a pool of cards, of any number.

    Texts of ``untried`` cards need not be understood. Raises :class:`DataError` for cards that
    cannot be read and a file without a suit.
    """
    shared = [file for file in data_files("cards") if "group" in read_document(file).fields]
    suits = (_Unread if untried else _Unbuilt)(edition_named(edition), [*shared, path]).suits
    if not suits:
        raise DataError(path, "this holds no Jack's suit", 'Begin it with "jack: NAME"')
    return next(iter(suits.values()))


def completion(available: Mapping[Card, int], chosen: Mapping[Card, int]) -> dict[Card, int] | None:
    """Return a Supply Stack that meets every condition and includes the cards ``chosen``.

    It has no more copies of a card than are ``available``, and prefers the earliest cards of the
    pool, with as many copies as possible. Returns ``None`` if there is no such Supply Stack.
    """
    kinds = list(available)
    dead_ends: set[tuple[int, tuple[int, ...]]] = set()

    def stack_from(index: int, due: tuple[int, ...]) -> dict[Card, int] | None:
        """Return a Stack of the kinds from ``index`` on that adds what is ``due`` by condition."""
        if min(due) < 0 or (index, due) in dead_ends:
            return None
        if index == len(kinds):
            return None if any(due) else {}
        card = kinds[index]
        for copies in range(min(available[card], due[0]), chosen.get(card, 0) - 1, -1):
            adds = (copies, 1 if copies else 0, card.flipped.score * copies, card.score * copies)
            rest = stack_from(index + 1, tuple(map(sub, due, adds)))
            if rest is not None:
                return {card: copies, **rest} if copies else rest
        dead_ends.add((index, due))
        return None

    return stack_from(0, tuple(condition.due for condition in conditions({})))

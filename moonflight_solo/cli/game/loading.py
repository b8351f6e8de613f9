"""The cards a command knows: the printed ones, those given with it, and Jacks of one's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click

from moonflight_solo.cli.output.terminal import warn
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import read_document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.own_jacks import ENDINGS, OwnJack, kept_jacks, own_jack
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue, plain
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Card
from moonflight_solo.values import Value

_LEFT_OUT = "moonflight.left_out"


class Collection(Value):
    """All that can be named. ``own`` are the Jacks of one's own by name, ``pointed`` those that a
    file or folder was named for, by what was typed.
    """

    cards: Catalogue
    own: Mapping[str, OwnJack]
    pointed: Mapping[str, str]
    given: tuple[Path, ...]

    def jack(self, words: str) -> str:
        """Return the Jack meant by a name, or by a file or folder that was gathered.

        Raises :class:`~moonflight_solo.errors.UsageError` for a name that no Jack has.
        """
        return self.pointed.get(words) or self.cards.jack(words)

    def ai_card(self, words: str) -> str | Path:
        """Return where the AI card is that a Jack's name, a folder or a file of it means."""
        if words.endswith(ENDINGS) or os.path.isfile(words):
            return Path(words)
        if is_folder(words):
            # Two folders may each have an AI card of one Jack, to be told apart.
            return own_jack(Path(words)).ai or self.jack(words)
        jack = self.jack(words)
        return self.ai_cards.get(jack, jack)

    def as_typed(self, jack: str, typed: str = "") -> str:
        """Return what to type: a Jack's file or folder, else what was ``typed``, or its name."""
        pointed = (words for words, name in self.pointed.items() if name == jack)
        return typed if typed in self.pointed else next(pointed, typed or jack)

    def card_files(self, jacks: Iterable[str]) -> tuple[Path, ...]:
        """Return the card files that a game of these Jacks is played with, beside the printed."""
        suits = [self.own[jack].cards for jack in dict.fromkeys(jacks) if jack in self.own]
        return (*self.given, *suits)

    def with_changes(self, jacks: Sequence[str], changes: Sequence[str]) -> Catalogue:
        """Return the cards of a game of these Jacks, with the changes that were typed."""
        if not changes:
            return self.cards
        from moonflight_solo.playtest.changes import changed_catalogue  # no other game waits for it

        files = [*data_files("cards"), *self.card_files(jacks)]
        revised = [read_document(Path(each)) for each in changes if is_revised_suit(each)]
        values = [each for each in changes if not is_revised_suit(each)]
        return changed_catalogue(self.cards.edition, map(read_document, files), revised, values)

    @property
    def ai_cards(self) -> dict[str, Path]:
        """The AI-card files of the Jacks of one's own, by Jack."""
        return {jack: own.ai for jack, own in self.own.items() if own.ai is not None}


class GivenCards(Value):
    """What was typed of cards and rulings: --edition, --cards, --ai, --ruling and --change."""

    edition: str = "prototype"
    card_files: Sequence[Path] = ()
    ai_files: Sequence[str] = ()
    rulings: Sequence[str] = ()
    changes: Sequence[str] = ()

    @property
    def switched(self) -> dict[str, str]:
        """The choices given as ID=CHOICE; raises :class:`UsageError` for other words."""
        found: dict[str, str] = {}
        for words in self.rulings:
            name, sign, choice = words.partition("=")
            if not sign:
                wanted = "--ruling takes ID=CHOICE, such as A-exact=at-least"
                raise UsageError(f'{wanted}, not "{words}".')
            found[name.strip()] = choice.strip()
        return found

    @property
    def in_force(self) -> Rulings:
        """The printed rulings, with those choices."""
        return printed_rulings().switch(self.switched)

    def load(self, named: Sequence[str] = ()) -> Collection:
        """Return the cards of the edition, with those in files, those of the Jacks whose file or
        folder is ``named``, and those of the Jacks that are kept. A folder among the files is a
        Jack of one's own as well.

        Raises an error with its place for what was given and is wrong; a Jack who is kept and is
        wrong is left out, with a warning on standard error.
        """
        own: dict[str, OwnJack] = {}
        pointed: dict[str, str] = {}
        folders = [path for path in self.card_files if os.path.isdir(path)]
        for words in (*filter(is_path, named), *map(str, folders)):
            jack = own_jack(Path(words))
            known = own.setdefault(jack.name, jack)
            if known.cards.absolute() != jack.cards.absolute():
                raise UsageError(
                    f"{known.cards} and {jack.cards} each have a Jack called {jack.name}; give "
                    "one of them another name."
                )
            pointed.setdefault(words, jack.name)
        whole = {jack.cards.absolute() for jack in own.values()}
        files = [path for path in self.card_files if path not in folders]
        given = tuple(path for path in files if path.absolute() not in whole)
        cards, kept = _with_kept(
            self.edition, (*given, *(jack.cards for jack in own.values())), own
        )
        for name, file in cards.revised.items():
            _say_once(file, f"the cards of {name} are those in {file}, not the printed ones.")
        return Collection(cards, {**kept, **own}, pointed, given)

    def load_for_ai(self, words: Sequence[str]) -> Collection:
        """Return what :meth:`load` does where an AI card is named: a file is one, not a suit.

        An AI card that lies in a folder beside its suit needs no word about the suit. Of two
        folders with AI cards of one Jack the suit in the first is meant.
        """
        given = {path.absolute() for path in self.card_files}
        found: dict[str, str] = {}
        for each in words:
            path, folder, file = Path(each), is_folder(each), os.path.isfile(each)
            jack = own_jack(path) if folder else _suit_beside(path) if file else None
            if jack is not None and jack.cards.absolute() not in given:
                found.setdefault(jack.name, str(jack.cards.parent))
        return self.load(list(found.values()))


def _suit_beside(file: Path) -> OwnJack | None:
    """Return the Jack in the folder of an AI card's file, if it is a Jack's folder."""
    try:
        jack = own_jack(file.parent)
    except (MoonflightError, OSError):
        return None
    return jack if jack.ai is not None and jack.ai.absolute() == file.absolute() else None


def is_path(name: str) -> bool:
    """Whether ``name`` points to a file or a folder rather than naming a Jack."""
    return name.endswith(ENDINGS) or "/" in name or "\\" in name or is_folder(name)


def is_folder(name: str) -> bool:
    """Whether ``name`` means a Jack's folder.

    A bare name does only if there are YAML files in it: a folder that happens to be called "words"
    must not hide a printed Jack.
    """
    if not os.path.isdir(name):
        return False
    if os.path.basename(name) != name or name in (os.curdir, os.pardir):
        return True
    try:
        return any(entry.endswith(ENDINGS) for entry in os.listdir(name))
    except OSError:
        return True  # whoever reads it says why it cannot be read


def is_revised_suit(words: str) -> bool:
    """Whether a change is the file of a suit, rather than a value of a card."""
    return words.endswith(ENDINGS) or os.path.isfile(words)


def _with_kept(
    edition: str, files: tuple[Path, ...], own: Mapping[str, OwnJack]
) -> tuple[Catalogue, dict[str, OwnJack]]:
    kept: dict[str, OwnJack] = {}
    for path in kept_jacks():
        try:
            jack = own_jack(path)
        except MoonflightError as error:
            _leave_out(path, error)
            continue
        if jack.name in catalogue(edition).suits:
            _leave_out(path, f"{jack.name} is printed; to play these cards, name their folder.")
        elif jack.name in kept:
            _leave_out(path, f"{kept[jack.name].cards} has a Jack called {jack.name} too.")
        elif jack.name not in own:
            kept[jack.name] = jack
    try:
        return catalogue(edition, (*files, *(jack.cards for jack in kept.values()))), kept
    except MoonflightError:
        cards = catalogue(edition, files)
    # One by one, without those whose cards cannot be read.
    for name, jack in list(kept.items()):
        try:
            cards = catalogue(edition, (*files, jack.cards))
            files = (*files, jack.cards)
        except MoonflightError as error:
            _leave_out(jack.cards, error)
            del kept[name]
    return cards, kept


def _leave_out(path: Path, why: object) -> None:
    _say_once(path, f"the Jack kept in {path} is left out. {why}")


def _say_once(path: object, words: str) -> None:
    context = click.get_current_context(silent=True)
    said = context.find_root().meta.setdefault(_LEFT_OUT, set()) if context else set()
    if path not in said:
        said.add(path)
        warn(words)


def find_card(name: str, catalogue: Catalogue) -> Card:
    """Return the card called ``name`` at either end, or whose name alone begins so.

    When no name begins so, the one that has these words further on is meant. The end up before
    the Turn is returned; characters count as cards. Raises :class:`UnknownName` if there is none
    or more than one.
    """
    wanted = plain(name)
    ends = [end for card in all_cards(catalogue) for end in (card, card.flipped)]
    found: list[Card] = []
    fitting = (str.__eq__, str.startswith, lambda name, words: f" {words}" in name)
    for fits in fitting if wanted else ():
        found = found or [end for end in ends if fits(plain(end.name), wanted)]
    found = found or catalogue.either_end(name)
    kinds = list(dict.fromkeys(end.flipped if end.turned else end for end in found))
    if len(kinds) > 1:
        names = " or ".join(dict.fromkeys(end.name for end in found))
        raise UnknownName(f'"{name}" could be {names}.')
    return kinds[0]


def all_cards(catalogue: Catalogue) -> list[Card]:
    """Return one of every kind of card: starter, generic, then each suit with its character."""
    return catalogue.cards_for(catalogue.suits)

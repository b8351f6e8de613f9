"""The cards a command works with: printed, given on the command line, and user-made Jacks."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import read_document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.own_jacks import ENDINGS, OwnJack, kept_jacks, own_jack
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue, plain
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Card
from moonflight_solo.values import Value
from moonflight_solo.warning import warn

_LEFT_OUT = "moonflight.left_out"


class Collection(Value):
    """Everything a command can name.

    ``own`` holds user-made Jacks by name; ``pointed`` maps each file or folder, as typed, to its
    Jack; ``given`` are the other card files.
    """

    cards: Catalogue
    own: Mapping[str, OwnJack]
    pointed: Mapping[str, str]
    given: tuple[Path, ...]

    def jack(self, words: str) -> str:
        """Return the Jack with this name, or from a file or folder loaded for it.

        Raises :class:`~moonflight_solo.errors.UsageError` for an unknown name, or one of a folder
        without a Jack.
        """
        try:
            return self.pointed.get(words) or self.cards.jack(words)
        except UnknownName:
            if os.path.isdir(words):
                own_jack(Path(words))
            raise

    def ai_card(self, words: str) -> str | Path:
        """Return the AI card of a Jack, a folder or a file; the Jack's name if it is a
        printed one.
        """
        if is_folder(words):
            # Two folders may each hold an AI card of the same Jack; this one is meant.
            return own_jack(Path(words)).ai or self.jack(words)
        if is_path(words):
            return Path(words)
        jack = self.jack(words)
        return self.ai_cards.get(jack, jack)

    def as_typed(self, jack: str, typed: str = "") -> str:
        """Return what to type for a Jack: its file or folder, else what was ``typed``, or its
        name.
        """
        pointed = (words for words, name in self.pointed.items() if name == jack)
        return typed if typed in self.pointed else next(pointed, typed or jack)

    def with_changes(self, jacks: Sequence[str], changes: Sequence[str]) -> Catalogue:
        """Return the cards for a game of these Jacks with changes applied."""
        if not changes:
            return self.cards
        from moonflight_solo.playtest.changes import changed_catalogue  # slow to import

        files = [*data_files("cards"), *self.cards.files_for(jacks)]
        revised = [read_document(Path(change)) for change in changes if names_file(change)]
        values = [change for change in changes if not names_file(change)]
        return changed_catalogue(self.cards.edition, map(read_document, files), revised, values)

    @property
    def ai_cards(self) -> dict[str, Path]:
        """The AI-card files of user-made Jacks, by Jack."""
        return {jack: own.ai for jack, own in self.own.items() if own.ai is not None}


class GivenGame(Value):
    """The options for a game and its cards: --edition, --cards, --ai, --ruling and --change.

    Also --seed, --first and --rounds, ``None`` if not given.
    """

    edition: str = "prototype"
    card_files: Sequence[Path] = ()
    ai_files: Sequence[str] = ()
    rulings: Sequence[str] = ()
    changes: Sequence[str] = ()
    seed: int | None = None
    first: str | None = None
    rounds: int | None = None

    @property
    def ruling_choices(self) -> dict[str, str]:
        """The ruling choices given as ID=CHOICE; raises :class:`UsageError` for anything else."""
        choices: dict[str, str] = {}
        for words in self.rulings:
            name, sign, choice = words.partition("=")
            if not sign:
                remedy = "--ruling takes ID=CHOICE, such as A-exact=at-least"
                raise UsageError(f'{remedy}, not "{words}".')
            choices[name.strip()] = choice.strip()
        return choices

    @property
    def in_force(self) -> Rulings:
        """The printed rulings, with the given choices applied."""
        return printed_rulings().switch(self.ruling_choices)

    def load(self, named: Sequence[str] = ()) -> Collection:
        """Load the edition's cards together with those given and those of user-made Jacks.

        User-made Jacks are those kept in the data folder, and any whose file or folder is ``named``
        or, for a folder, among the card files. Raises an error with its place for a faulty file
        that was given; a faulty kept Jack is left out, with a warning on standard error.
        """
        own: dict[str, OwnJack] = {}
        pointed: dict[str, str] = {}
        folders = [path for path in self.card_files if os.path.isdir(path)]
        for words in (*filter(is_path, named), *map(str, folders)):
            jack = own_jack(Path(words))
            first = own.setdefault(jack.name, jack)
            if first.cards.absolute() != jack.cards.absolute():
                raise UsageError(
                    f"{first.cards} and {jack.cards} each have a Jack called {jack.name}; give "
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
        """Do the same as :meth:`load`, but read a file in ``words`` as an AI card, not as a suit.

        The suit beside such an AI card is loaded too, unless its Jack is printed. If two folders
        hold AI cards of the same Jack, the first folder's suit is used.
        """
        given = {path.absolute() for path in self.card_files}
        folders: dict[str, str] = {}
        for word in words:
            path = Path(word)
            beside = is_path(word) and path.is_file()
            jack = own_jack(path) if is_folder(word) else _suit_beside(path) if beside else None
            if jack is not None and jack.cards.absolute() not in given:
                folders.setdefault(jack.name, os.path.join(jack.cards.parent, ""))
        return self.load(list(folders.values()))


def _suit_beside(file: Path) -> OwnJack | None:
    """Return the Jack of the folder an AI-card file is in, if the file is that Jack's AI card."""
    try:
        jack = own_jack(file.parent)
    except (MoonflightError, OSError):
        return None
    alone = jack.ai is not None and jack.ai.absolute() == file.absolute()
    return jack if alone and printed_jack(jack.name) is None else None


def printed_jack(words: str, edition: str = "prototype") -> str | None:
    """Return the printed Jack that ``words`` name, in full or in part, ``None`` for none."""
    try:
        return catalogue(edition).jack(words)
    except UnknownName:
        return None


def is_path(name: str) -> bool:
    """Return whether ``name`` points to a file or a folder rather than naming a Jack.

    It does if written as one, with a slash or the ending of a card file.
    """
    return name.endswith(ENDINGS) or not _is_bare(name) or is_folder(name)


def _is_bare(name: str) -> bool:
    return "/" not in name and "\\" not in name and name not in (os.curdir, os.pardir)


def is_folder(name: str) -> bool:
    """Return whether ``name`` means a Jack's folder.

    A bare name does only if there are YAML files in it and no printed Jack has that name.
    """
    if not os.path.isdir(name):
        return False
    if not _is_bare(name):
        return True
    if printed_jack(name) is not None:
        return False
    try:
        return any(entry.endswith(ENDINGS) for entry in os.listdir(name))
    except OSError:
        return True  # whoever reads it says why it cannot be read


def names_file(words: str) -> bool:
    """Return whether a change, or a thing to compare, is a file rather than a value."""
    return words.endswith(ENDINGS) or (not _is_bare(words) and os.path.isfile(words))


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
        if printed := printed_jack(jack.name, edition):
            why = f"{printed} is printed; to play the cards of {jack.name}, name their folder."
            _leave_out(path, why)
        elif jack.name in kept:
            _leave_out(path, f"{kept[jack.name].cards} has a Jack called {jack.name} too.")
        elif jack.name not in own:
            kept[jack.name] = jack
    try:
        return catalogue(edition, (*files, *(jack.cards for jack in kept.values()))), kept
    except MoonflightError:
        cards = catalogue(edition, files)
    # One by one, leaving out those with faulty cards.
    for name, jack in list(kept.items()):
        try:
            cards = catalogue(edition, (*files, jack.cards))
            files = (*files, jack.cards)
        except MoonflightError as error:
            _leave_out(jack.cards, error)
            del kept[name]
    return cards, kept


def _leave_out(path: Path, why: object) -> None:
    _say_once(path, f"the Jack in {path} is left out. {why}")


def _say_once(path: object, words: str) -> None:
    context = click.get_current_context(silent=True)
    paths = context.find_root().meta.setdefault(_LEFT_OUT, set()) if context else set()
    if path not in paths:
        paths.add(path)
        warn(words)


def find_card(name: str, catalogue: Catalogue) -> Card:
    """Return the card with this name at either end, or the only one whose name starts with it.

    If none starts with it, a name that contains it after a space counts. Characters count as cards.
    Returns the pre-Turn end; raises :class:`UnknownName` for no match or several.
    """
    query = plain(name)
    ends = [end for card in all_cards(catalogue) for end in (card, card.flipped)]
    matches: list[Card] = []
    fitting = (str.__eq__, str.startswith, lambda name, words: f" {words}" in name)
    for fits in fitting if query else ():
        matches = matches or [end for end in ends if fits(plain(end.name), query)]
    matches = matches or catalogue.either_end(name)
    kinds = list(dict.fromkeys(end.flipped if end.turned else end for end in matches))
    if len(kinds) > 1:
        names = " or ".join(dict.fromkeys(end.name for end in matches))
        raise UnknownName(f'"{name}" could be {names}.')
    return kinds[0]


def all_cards(catalogue: Catalogue) -> list[Card]:
    """Return one card of each kind: starter, generic, then each suit with its character."""
    return catalogue.cards_for(catalogue.suits)

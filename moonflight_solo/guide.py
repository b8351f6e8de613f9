"""The guide: the game explained topic by topic in the project's own words (`guide/topics.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final, Literal, get_args

import msgspec

from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.rules.editions import Deed, Edition, edition_named, editions
from moonflight_solo.rules.rulings import Ruling, printed_rulings

Phase = Literal[
    "start",
    "action",
    "play",
    "spend",
    "shop",
    "build",
    "pass",
    "reset",
    "retain",
    "draw",
    "deal",
    "cover",
    "turn",
    "after turn",
    "settled",
    "end",
    "score mode",
    "ai act",
]
"""What a game may come to for the first time, each explained by one topic."""

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
ITEM: Final = "- "
MOST_NAMED: Final = 5

_DEEDS: Final[tuple[Deed, ...]] = get_args(Deed)
_BLANK: Final = re.compile(r"\{([a-z]+):([^{}@]+)(?:@([a-z]+))?\}")


class UnknownTopic(UsageError):
    """Words that name no topic, or more than one."""


class PrintedTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A topic as its file has it, with blanks such as ``{step:deal}`` still to be filled."""

    name: str
    title: str
    group: str
    also: list[str] = []
    phase: Phase | None = None
    short: str = ""
    text: str
    rulings: list[str] = []
    see: list[str] = []


class TopicsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of topics."""

    topics: list[PrintedTopic]


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing explained, in the words of an edition.

    ``also`` are other names it may be asked for by. ``text`` is its paragraphs; one that begins
    with `ITEM` is an item of a list. ``short`` is for the first time that its ``phase`` comes
    up. ``see`` names the topics beside it.
    """

    name: str
    title: str
    group: str
    also: tuple[str, ...]
    phase: Phase | None
    short: str
    text: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    see: tuple[str, ...]


class Guide:
    """Every topic in the words of one edition, in the order of the files."""

    def __init__(self, topics: Iterable[Topic]) -> None:
        self.topics = tuple(topics)
        self._by_phase = {topic.phase: topic for topic in self.topics if topic.phase}
        self._by_name = {
            plain(name): topic for topic in self.topics for name in (topic.name, *topic.also)
        }

    def groups(self) -> dict[str, list[Topic]]:
        """Return the topics by the group they are in."""
        found: dict[str, list[Topic]] = {}
        for topic in self.topics:
            found.setdefault(topic.group, []).append(topic)
        return found

    def phase(self, name: Phase) -> Topic:
        """Return the topic that explains a phase."""
        return self._by_phase[name]

    def topic(self, words: str) -> Topic:
        """Return the topic called so by a name of its own, or by the beginning of one.

        Case, hyphens and a "the" in front do not matter. Raises :class:`UnknownTopic`, with the
        nearest topics, for words that mean none or could mean several.
        """
        wanted = plain(words)
        if wanted in self._by_name:
            return self._by_name[wanted]
        found = self._names(lambda name: bool(wanted) and name.startswith(wanted))
        if len(found) == 1:
            return found[0][1]
        if found:
            raise UnknownTopic(f'"{words}" could be {_either(found)}.')
        near = self._names(lambda name: bool(wanted) and f" {wanted}" in name)
        if not near:
            close = get_close_matches(wanted, self._by_name, 3, 0.6)
            near = self._names(lambda name: name in close)
        hint = f"did you mean {_either(near)}?" if near else '"moonflight rules" lists them all.'
        raise UnknownTopic(f'no topic is called "{words}"; {hint}')

    def _names(self, fits: Callable[[str], bool]) -> list[tuple[str, Topic]]:
        """Return the topics with a name that fits, each by the first such name."""
        found: dict[str, tuple[str, Topic]] = {}
        for name, topic in self._by_name.items():
            if fits(name):
                found.setdefault(topic.name, (name, topic))
        return list(found.values())


@cache
def guide(edition: str = "prototype") -> Guide:
    """Return the guide in the words of an edition.

    Raises :class:`UsageError` for an edition there is not, and `DataError` (with file, line and
    column) for topics that cannot be read.
    """
    chosen = edition_named(edition)
    return Guide(read_topics(read_document(data_folder("guide") / "topics.yaml"), chosen))


def read_topics(document: Document, edition: Edition) -> list[Topic]:
    """Return a file's topics with their blanks filled from an edition.

    Raises `DataError` for a name or a phase that two topics have, for a ruling, a topic to see
    or a blank that there is not, and for a phase without a short text.
    """
    printed = convert(document, TopicsFile).topics
    _check_names(document, printed)
    rulings = printed_rulings().by_id
    topics = []
    for number, topic in enumerate(printed):
        for at, ruling in enumerate(topic.rulings):
            if ruling not in rulings:
                place = document.place("topics", number, "rulings", at)
                raise DataError(place, f"there is no ruling {ruling}", "Name one there is")
        fill = _Filler(document, number, edition)
        topics.append(
            Topic(
                name=topic.name,
                title=topic.title,
                group=topic.group,
                also=tuple(topic.also),
                phase=topic.phase,
                short=fill("short", topic.short),
                text=tuple(paragraphs(fill("text", topic.text))),
                rulings=tuple(rulings[ruling] for ruling in topic.rulings),
                see=tuple(topic.see),
            )
        )
    return topics


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs that empty lines part, each on one line.

    >>> paragraphs("Do\\nthis.\\n\\n- or that")
    ['Do this.', '- or that']
    """
    parts = (" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", text))
    return [part for part in parts if part]


def plain(words: str) -> str:
    """Return words as the names of topics are compared.

    >>> plain("The  Set-Up")
    'set up'
    """
    spaced = re.sub(r"[-_\s]+", " ", words.casefold()).strip()
    return re.sub(r"^the\b ?", "", spaced)


def _either(found: Sequence[tuple[str, Topic]]) -> str:
    names = [name for name, _ in found[:MOST_NAMED]]
    return " or ".join([*names, "something else"] if len(found) > MOST_NAMED else names)


def _check_names(document: Document, topics: Sequence[PrintedTopic]) -> None:
    names: dict[str, int] = {}
    phases: dict[Phase, int] = {}
    for number, topic in enumerate(topics):
        for name in (topic.name, *topic.also):
            other = names.setdefault(plain(name), number)
            if other != number:
                place = document.place("topics", number)
                problem = f"“{name}” already names the topic {topics[other].name}"
                raise DataError(place, problem, "Use another name")
        if topic.phase is not None:
            other = phases.setdefault(topic.phase, number)
            if other != number:
                place = document.place("topics", number, "phase")
                problem = f"the topic {topics[other].name} explains “{topic.phase}” too"
                raise DataError(place, problem, "Leave it to one")
        if bool(topic.short) != (topic.phase is not None):
            place = document.place("topics", number)
            raise DataError(
                place, f"{topic.name} has only one of a phase and a short text", "Give it both"
            )
    known = {topic.name for topic in topics}
    for number, topic in enumerate(topics):
        for at, name in enumerate(topic.see):
            if name not in known or name == topic.name:
                place = document.place("topics", number, "see", at)
                raise DataError(place, f"there is no other topic “{name}”", "Name one there is")


class _Filler:
    """Fills the blanks of one topic from an edition, or from the one a blank asks for."""

    def __init__(self, document: Document, number: int, edition: Edition) -> None:
        self._document = document
        self._number = number
        self._edition = edition

    def __call__(self, key: str, words: str) -> str:
        """Return the words under a key with every blank filled."""

        def filled(match: re.Match[str]) -> str:
            kind, what, asked_for = match.groups()
            of = editions().get(asked_for) if asked_for else self._edition
            found = _looked_up(kind, what, of) if of else None
            if found is None:
                raise self._fault(key, match[0])
            return found

        text = _BLANK.sub(filled, words)
        if brace := re.search(r"[{}].{,20}", text):
            raise self._fault(key, brace[0])
        return text

    def _fault(self, key: str, blank: str) -> DataError:
        place = self._document.place("topics", self._number, key)
        return DataError(
            place,
            f"“{blank}” cannot be filled",
            "Write {step:...}, {term:...}, {name:...}, {stack:dealt for} or {edition:name}, with "
            "@EDITION if need be",
        )


def _looked_up(kind: str, what: str, edition: Edition) -> str | None:
    if kind == "step":
        return next((edition.step(deed) for deed in _DEEDS if deed == what), None)
    if kind == "term":
        return edition.terms.get(what)
    if kind == "name":
        return edition.names.get(what, what)
    if (kind, what) == ("stack", "dealt for"):  # ruling G-empty
        of_a_jack = edition.deal_when_empty == "jack"
        return "Market Stack of a Jack's suit" if of_a_jack else "Market Stack"
    return edition.edition if (kind, what) == ("edition", "name") else None

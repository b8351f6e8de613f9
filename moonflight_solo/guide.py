"""The guide: the game explained topic by topic in the project's own words (`guide/topics.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache, partial
from typing import Final, Literal, get_args

import msgspec

from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.rules.editions import Edition, ResetDeed, edition_named, editions
from moonflight_solo.rules.rulings import printed_rulings

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

_DEEDS: Final[tuple[ResetDeed, ...]] = get_args(ResetDeed)
_BLANK: Final = re.compile(r"\{([a-z]+):([^{}@]+)(?:@([a-z]+))?\}")


class UnknownTopic(UsageError):
    """Words that name no topic, or more than one."""


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing explained, in the words of an edition.

    ``also`` are other names it may be asked for by. ``text`` is its paragraphs (:func:`paragraphs`
    parts them); one that begins with `ITEM` is an item of a list. ``short`` is for the first time
    that its ``phase`` comes up. ``rulings`` are the ids of those that touch it, and ``see`` names
    the topics beside it. In their file texts have blanks such as ``{step:deal}`` to be filled.
    """

    name: str
    title: str
    group: str
    also: tuple[str, ...] = ()
    phase: Phase | None = None
    short: str = ""
    text: str
    rulings: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


class TopicsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of topics."""

    topics: list[Topic]


class Guide:
    """Every topic in the words of one edition, in the order of the files."""

    def __init__(self, topics: Iterable[Topic]) -> None:
        self.topics = tuple(topics)
        self._by_phase = {topic.phase: topic for topic in self.topics if topic.phase}
        self._by_name = {
            topic_key(name): topic for topic in self.topics for name in (topic.name, *topic.also)
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
        wanted = topic_key(words)
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
    topics = convert(document, TopicsFile).topics
    _check(document, topics)

    def filled(number: int, key: str, words: str) -> str:
        place = document.place("topics", number, key)
        text = _BLANK.sub(lambda match: _looked_up(match, edition) or match[0], words)
        if left := re.search(r"[{}].{,20}", text):
            blank = _BLANK.match(text, left.start()) or left
            raise DataError(
                place,
                f"“{blank[0]}” cannot be filled",
                "Write {step:...}, {term:...}, {name:...}, {stack:dealt for} or {edition:name}, "
                "with @EDITION if need be",
            )
        return text

    return [
        msgspec.structs.replace(
            topic,
            short=filled(number, "short", topic.short),
            text=filled(number, "text", topic.text),
        )
        for number, topic in enumerate(topics)
    ]


def _check(document: Document, topics: Sequence[Topic]) -> None:
    """Raise `DataError` for topics that do not go together, or speak of what there is not."""
    names: dict[str, int] = {}
    phases: dict[Phase, int] = {}
    rulings, known = printed_rulings().by_id, {topic.name for topic in topics}
    for number, topic in enumerate(topics):
        place = partial(document.place, "topics", number)
        for name in (topic.name, *topic.also):
            if (other := names.setdefault(topic_key(name), number)) != number:
                problem = f"“{name}” already names the topic {topics[other].name}"
                raise DataError(place(), problem, "Use another name")
        if topic.phase and (other := phases.setdefault(topic.phase, number)) != number:
            problem = f"the topic {topics[other].name} explains “{topic.phase}” too"
            raise DataError(place("phase"), problem, "Leave it to one")
        if bool(topic.short) != (topic.phase is not None):
            problem = f"{topic.name} has only one of a phase and a short text"
            raise DataError(place(), problem, "Give it both")
        for at, name in enumerate(topic.rulings):
            if name not in rulings:
                raise DataError(
                    place("rulings", at), f"there is no ruling {name}", "Name one there is"
                )
        for at, name in enumerate(topic.see):
            if name not in known - {topic.name}:
                problem = f"there is no other topic “{name}”"
                raise DataError(place("see", at), problem, "Name one there is")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs that empty lines part, each on one line.

    >>> paragraphs("Do\\nthis.\\n\\n- or that")
    ['Do this.', '- or that']
    """
    parts = (" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", text))
    return [part for part in parts if part]


def topic_key(words: str) -> str:
    """Return words as the names of topics are compared.

    >>> plain("The  Set-Up")
    'set up'
    """
    spaced = re.sub(r"[-_\s]+", " ", words.casefold()).strip()
    return re.sub(r"^the\b ?", "", spaced)


def _either(found: Sequence[tuple[str, Topic]]) -> str:
    names = [name for name, _ in found[:MOST_NAMED]]
    return " or ".join([*names, "something else"] if len(found) > MOST_NAMED else names)


def _looked_up(blank: re.Match[str], edition: Edition) -> str | None:
    """Return what a blank stands for in an edition, or in the one that it asks for."""
    kind, what, asked_for = blank.groups()
    if asked_for:
        if asked_for not in editions():
            return None
        edition = editions()[asked_for]
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

"""The guide: the game explained by topic, in the project's own words (`guide/topics.yaml`)."""

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
"""What can come up for the first time in a game; one topic explains each."""

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
ITEM: Final = "- "
MOST_NAMED: Final = 5

_DEEDS: Final[tuple[ResetDeed, ...]] = get_args(ResetDeed)
_BLANK: Final = re.compile(r"\{([a-z]+):([^{}@]+)(?:@([a-z]+))?\}")


class UnknownTopic(UsageError):
    """A query that matches no topic, or several."""


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One topic of the guide, in the terms of an edition.

    ``also`` are other names for it. ``text`` is split by :func:`paragraphs`; a paragraph that
    begins with `ITEM` is a list item. ``short`` is shown the first time its ``phase`` comes up.
    ``rulings`` are the ids of related rulings, and ``see`` names related topics. In the file, texts
    have blanks such as ``{step:deal}``.
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
    """The contents of a topics file."""

    topics: list[Topic]


class Guide:
    """All topics in the terms of one edition, in file order."""

    def __init__(self, topics: Iterable[Topic]) -> None:
        self.topics = tuple(topics)
        self._by_phase = {topic.phase: topic for topic in self.topics if topic.phase}
        self._by_name = {
            topic_key(name): topic for topic in self.topics for name in (topic.name, *topic.also)
        }

    def groups(self) -> dict[str, list[Topic]]:
        """Return the topics by group."""
        groups: dict[str, list[Topic]] = {}
        for topic in self.topics:
            groups.setdefault(topic.group, []).append(topic)
        return groups

    def phase(self, name: Phase) -> Topic:
        """Return the topic that explains a phase."""
        return self._by_phase[name]

    def topic(self, words: str) -> Topic:
        """Return the topic that ``words`` name, in full or by an unambiguous prefix.

        Case, hyphens and a leading "the" are ignored. Raises :class:`UnknownTopic`, suggesting the
        nearest topics, if nothing or more than one topic matches.
        """
        key = topic_key(words)
        if key in self._by_name:
            return self._by_name[key]
        fitting = self._names(lambda name: bool(key) and name.startswith(key))
        if len(fitting) == 1:
            return fitting[0][1]
        if fitting:
            raise UnknownTopic(f'"{words}" could be {_either(fitting)}.')
        nearest = self._names(lambda name: bool(key) and f" {key}" in name)
        if not nearest:
            close = get_close_matches(key, self._by_name, 3, 0.6)
            nearest = self._names(lambda name: name in close)
        hint = '"moonflight rules" lists them all.'
        hint = f"did you mean {_either(nearest)}?" if nearest else hint
        raise UnknownTopic(f'no topic is called "{words}"; {hint}')

    def _names(self, fits: Callable[[str], bool]) -> list[tuple[str, Topic]]:
        """Return each topic with a name that ``fits``, with the first such name."""
        names: dict[str, tuple[str, Topic]] = {}
        for name, topic in self._by_name.items():
            if fits(name):
                names.setdefault(topic.name, (name, topic))
        return list(names.values())


@cache
def guide(edition: str = "prototype") -> Guide:
    """Return the guide in the terms of an edition.

    Raises :class:`UsageError` for an unknown edition and `DataError` (with file, line and column)
    for topics that cannot be read.
    """
    chosen_edition = edition_named(edition)
    return Guide(read_topics(read_document(data_folder("guide") / "topics.yaml"), chosen_edition))


def read_topics(document: Document, edition: Edition) -> list[Topic]:
    """Return the topics of a file, with their blanks filled in from an edition.

    Raises `DataError` for a name or phase that two topics share, for an unknown ruling, topic or
    blank, and for a topic with only one of a phase and a short text.
    """
    topics = convert(document, TopicsFile).topics
    _check(document, topics)

    def fill(number: int, key: str, words: str) -> str:
        place = document.place("topics", number, key)
        text = _BLANK.sub(lambda match: _text_for(match, edition) or match[0], words)
        if unfilled := re.search(r"[{}].{,20}", text):
            blank = _BLANK.match(text, unfilled.start()) or unfilled
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
            short=fill(number, "short", topic.short),
            text=fill(number, "text", topic.text),
        )
        for number, topic in enumerate(topics)
    ]


def _check(document: Document, topics: Sequence[Topic]) -> None:
    """Raise `DataError` for duplicate names or phases and for unknown rulings or topics."""
    topics_by_name: dict[str, int] = {}
    phases: dict[Phase, int] = {}
    rulings, names = printed_rulings().by_id, {topic.name for topic in topics}
    for topic_number, topic in enumerate(topics):
        place = partial(document.place, "topics", topic_number)
        for name in (topic.name, *topic.also):
            if (other := topics_by_name.setdefault(topic_key(name), topic_number)) != topic_number:
                problem = f"“{name}” already names the topic {topics[other].name}"
                raise DataError(place(), problem, "Use another name")
        if topic.phase and (other := phases.setdefault(topic.phase, topic_number)) != topic_number:
            problem = f"the topic {topics[other].name} explains “{topic.phase}” too"
            raise DataError(place("phase"), problem, "Keep it in one")
        if bool(topic.short) != (topic.phase is not None):
            problem = f"{topic.name} has only one of a phase and a short text"
            raise DataError(place(), problem, "Give it both")
        for number, name in enumerate(topic.rulings):
            if name not in rulings:
                raise DataError(
                    place("rulings", number), f"there is no ruling {name}", "Name an existing one"
                )
        for number, name in enumerate(topic.see):
            if name not in names - {topic.name}:
                problem = f"there is no other topic “{name}”"
                raise DataError(place("see", number), problem, "Name an existing one")


def paragraphs(text: str) -> list[str]:
    """Split text into paragraphs at empty lines, each joined into one line.

    >>> paragraphs("Do\\nthis.\\n\\n- or that")
    ['Do this.', '- or that']
    """
    parts = (" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", text))
    return [part for part in parts if part]


def topic_key(words: str) -> str:
    """Return ``words`` normalized for comparing topic names.

    >>> topic_key("The  Set-Up")
    'set up'
    """
    spaced = re.sub(r"[-_\s]+", " ", words.casefold()).strip()
    return re.sub(r"^the\b ?", "", spaced)


def _either(matches: Sequence[tuple[str, Topic]]) -> str:
    names = [name for name, _ in matches[:MOST_NAMED]]
    return " or ".join([*names, "something else"] if len(matches) > MOST_NAMED else names)


def _text_for(blank: re.Match[str], edition: Edition) -> str | None:
    """Return the text for a blank, in ``edition`` or the one it names; ``None`` if unknown."""
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

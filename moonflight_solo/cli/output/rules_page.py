"""A rule explained: a topic of the guide, or a ruling by its id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.text import Text

from moonflight_solo.cli.output.paint import wrap
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.guide import ITEM, Guide, Topic, guide
from moonflight_solo.rules.rulings import Ruling, printed_rulings


class _RulingsOfAICard(msgspec.Struct, frozen=True):
    """The part of an AI-card file looked at here; its lines need not be read for that."""

    rulings: list[Ruling] = []


MOST_COLUMNS: Final = 88
LABEL: Final = 15


def show_rule(words: str, edition: str, screen: Terminal) -> None:
    """Put out the topic or the ruling that ``words`` name; raises `UsageError` for neither."""
    ruling = ruling_named(words)
    if ruling is None:
        show_topic(guide(edition).topic(words), screen)
    elif screen.plain:
        for sentence in _ruling_sentences(ruling):
            screen.say(sentence)
    else:
        for line in _ruling_lines(ruling, _width(screen)):
            screen.show(line)


def ruling_named(words: str) -> Ruling | None:
    """Return the ruling with an id, also one on the words of a built-in AI card."""
    wanted = words.casefold()
    if wanted[1:2] != "-":
        return None
    for ruling in printed_rulings().by_id.values():
        if ruling.id.casefold() == wanted:
            return ruling
    for path in data_files("ai"):
        for ruling in convert(read_document(path), _RulingsOfAICard).rulings:
            if ruling.id.casefold() == wanted:
                return ruling
    return None


def show_topics(known: Guide, screen: Terminal) -> None:
    """Put out the names of all topics by group."""
    for group, topics in known.groups().items():
        names = ", ".join(topic.name for topic in topics)
        if screen.plain:
            screen.say(f"{group}: {names}")
            continue
        lines = wrap(names, _width(screen) - LABEL)
        for line in _labelled(group.ljust(LABEL), lines, "bold"):
            screen.show(line)
    screen.say("To read one: moonflight rules TOPIC", "dim")


def show_topic(topic: Topic, screen: Terminal) -> None:
    """Put out a topic: its text, then the rulings that touch it, then the topics beside it."""
    if screen.plain:
        for sentence in _sentences(topic):
            screen.say(sentence)
        return
    for line in _lines(topic, _width(screen)):
        screen.show(line)


def _width(screen: Terminal) -> int:
    return min(screen.width, MOST_COLUMNS)


def _sentences(topic: Topic) -> Iterator[str]:
    yield f"{topic.title}:"
    for paragraph in topic.text:
        yield paragraph.removeprefix(ITEM)
    for ruling in topic.rulings:
        yield from _ruling_sentences(ruling)
    if topic.see:
        yield f"See also: {', '.join(topic.see)}."


def _ruling_sentences(ruling: Ruling) -> Iterator[str]:
    yield f"Ruling {ruling.id}, question: {ruling.question}"
    for said in (ruling.ruling, ruling.reads):
        if said:
            yield f"Ruling {ruling.id}: {said}"
    for choice in _choices(ruling):
        yield f"Ruling {ruling.id}, choice {choice}"
    yield f"Ruling {ruling.id}, why: {ruling.why}"


def _lines(topic: Topic, width: int) -> Iterator[Text]:
    yield Text(topic.title, "bold")
    item = False
    for paragraph in topic.text:
        was_item, item = item, paragraph.startswith(ITEM)
        if not (item and was_item):
            yield Text()
        if item:
            lines = wrap(paragraph.removeprefix(ITEM), width - 2 - len(ITEM))
            yield from _labelled(f"  {ITEM}", lines, "dim")
        else:
            yield from wrap(paragraph, width)
    if topic.rulings:
        yield Text()
        yield Text("Rulings", "bold")
    for ruling in topic.rulings:
        yield Text()
        yield from _ruling_lines(ruling, width)
    if topic.see:
        yield Text()
        yield from wrap(f"See also: {', '.join(topic.see)}", width, "dim")


def _ruling_lines(ruling: Ruling, width: int) -> Iterator[Text]:
    lines = wrap(f"{ruling.id}: {ruling.question}", width - 2, "bold")
    below = wrap(ruling.ruling or ruling.reads, width - 4)
    for choice in _choices(ruling):
        below += wrap(choice, width - 4)
    below += wrap(f"Why: {ruling.why}", width - 4, "dim")
    for line in lines:
        yield Text("  ").append_text(line)
    for line in below:
        yield Text("    ").append_text(line)


def _labelled(label: str, lines: Sequence[Text], style: str) -> Iterator[Text]:
    for number, line in enumerate(lines):
        first = label if number == 0 else " " * len(label)
        yield Text().append(first, style).append_text(line)


def _choices(ruling: Ruling) -> Iterator[str]:
    """Yield each choice of a ruling that has choices, the one in force marked."""
    for name, meaning in ruling.choices.items():
        mark = " (in force)" if name == ruling.chosen else f" (--ruling {ruling.id}={name})"
        yield f"{name}{mark}: {meaning}"

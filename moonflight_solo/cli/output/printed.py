"""What is printed, looked up: a card with both its ends, a topic of the guide, a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

import msgspec
from rich.text import Text

from moonflight_solo.cli.output.paint import beside, wrap
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.guide import ITEM, Guide, Topic, guide, paragraphs
from moonflight_solo.rules.rulings import Ruling, printed_rulings
from moonflight_solo.rules.state import Card
from moonflight_solo.wording.english import english


def belongs(card: Card) -> str:
    """Return what group or suit a card is of."""
    if card.is_character:
        return f"character of {card.suit}"
    return card.suit or _group(card)


def numbers(card: Card) -> list[str]:
    """Return the numbers printed on an end, in words."""
    printed = {"Stability": card.stability, "scores": card.score}
    return [
        f"cost {card.cost}",
        *(f"{what} {number}" for what, number in printed.items() if number),
    ]


def meant(card: Card) -> str:
    """Return what a card's words are read to mean, "" if it has none."""
    return english(card.meaning) if card.words else ""


def card_json(card: Card) -> dict[str, Any]:
    """Return both ends of a card as plain data."""
    group = "character" if card.is_character else "suit" if card.suit else _group(card)
    return {
        "suit": card.suit,
        "group": group,
        "copies": card.copies,
        "before": _end_json(card),
        "after": _end_json(card.flipped),
    }


def _group(card: Card) -> str:
    return "starter" if card.is_starter else "generic"


def _end_json(card: Card) -> dict[str, Any]:
    printed = {"cost": card.cost, "stability": card.stability, "score": card.score}
    return {
        "name": card.name,
        **({} if card.is_character else printed),
        "text": card.words,
        "means": meant(card),
    }


def show_card(card: Card, terminal: Terminal) -> None:
    """Put out a card: which it is, then each end with its numbers and words."""
    heading = f"{belongs(card)}, {_copies(card)}"
    ends = (("Before", card), ("After", card.flipped))
    if terminal.plain:
        terminal.say(f"{card.name} / {card.flipped.name}: {heading}.")
        for when, end in ends:
            terminal.say(f"{when} the Turn: {_end_row(end)}.")
            if meant(end) != end.words:
                terminal.say(f"{end.name} means: {meant(end)}.")
        return
    terminal.show(Text(heading, "dim"))
    for when, end in ends:
        line = Text(f"  {when.lower()} the Turn  ".ljust(20), "dim")
        line.append(end.name, "bold").append(_numbered(end), "yellow")
        terminal.show(line)
        room = max(terminal.width - 20, 20)
        terminal.say_all(beside(" " * 20, wrap(end.words or "(no text)", room), ""))
        if meant(end) != end.words:
            terminal.say_all(beside(" " * 20, wrap(f"= {meant(end)}", room, "dim"), ""))


def list_cards(cards: Iterable[Card], screen: Terminal) -> None:
    """Put out cards by the suit or group they belong to."""
    group = ""
    for each in cards:
        heading = each.suit or belongs(each).capitalize()
        if heading != group:
            group = heading
            screen.say(f"{heading}:" if screen.plain else heading, "bold")
        list_card(each, screen)


def list_card(card: Card, screen: Terminal) -> None:
    """Put out a card as one of many: both its ends, under each other or on one line."""
    if screen.plain:
        screen.say(f"{_end_row(card)} / {_end_row(card.flipped)} ({_copies(card)})")
        return
    count = f"{1 if card.is_character else card.copies}{screen.glyphs.times}"
    for end, copies in ((card, count), (card.flipped, "  ")):
        line = Text(f"  {copies} ".rjust(6), "dim").append(end.name.ljust(20))
        corner = "        " if card.is_character else f"{end.cost:>2}  {end.corner:<4}"
        line.append(corner, "yellow")
        rows = wrap(end.words, max(screen.width - line.cell_len, 20)) or [Text()]
        screen.show(line + rows[0])
        screen.say_all(Text(" " * line.cell_len) + row for row in rows[1:])


def _end_row(card: Card) -> str:
    words = f'"{card.words}"' if card.words else "no text"
    return f"{card.name}{_numbered(card)}: {words}"


def _numbered(card: Card) -> str:
    return "" if card.is_character else "".join(f", {number}" for number in numbers(card))


def _copies(card: Card) -> str:
    if card.is_character:
        return "1 copy"
    number = f"{card.copies} cop{'y' if card.copies == 1 else 'ies'}"
    return number if card.suit else f"{number} per player"


# ------------------------------------------------------------------- a rule or a ruling


class _RulingsOfAICard(msgspec.Struct, frozen=True):
    """The part of an AI-card file looked at here; its lines need not be read for that."""

    rulings: list[Ruling] = []


MOST_COLUMNS: Final = 88
LABEL: Final = 15


def show_rule(
    words: str, edition: str, screen: Terminal, switched: Mapping[str, str] | None = None
) -> None:
    """Put out the topic or the ruling that ``words`` name; raises `UsageError` for neither.

    ``switched`` are the choices in force where one differs from the data.
    """
    ruling = ruling_named(words)
    if ruling is None:
        show_topic(guide(edition).topic(words), screen, switched)
        return
    ruling = _in_force(ruling, switched)
    if screen.plain:
        screen.say_all(_ruling_sentences(ruling))
    else:
        screen.say_all(_ruling_lines(ruling, _width(screen)))


def _in_force(ruling: Ruling, switched: Mapping[str, str] | None) -> Ruling:
    """Return a ruling as it is in force in a game."""
    chosen = (switched or {}).get(ruling.id, ruling.chosen)
    return msgspec.structs.replace(ruling, chosen=chosen)


def ruling_named(words: str) -> Ruling | None:
    """Return the ruling with an id, also one on the words of a built-in AI card."""
    wanted = words.casefold()
    if wanted[1:2] != "-":
        return None
    on_lines = (convert(read_document(path), _RulingsOfAICard).rulings for path in data_files("ai"))
    every = chain(printed_rulings().by_id.values(), chain.from_iterable(on_lines))
    return next((ruling for ruling in every if ruling.id.casefold() == wanted), None)


def show_topics(known: Guide, screen: Terminal, how: str = "moonflight rules TOPIC") -> None:
    """Put out the names of all topics by group, and how to read one."""
    for group, topics in known.groups().items():
        names = ", ".join(topic.name for topic in topics)
        if screen.plain:
            screen.say(f"{group}: {names}")
        else:
            lines = wrap(names, _width(screen) - LABEL)
            screen.say_all(beside(group.ljust(LABEL), lines, "bold"))
    screen.say(f"To read one: {how}", "dim")


def show_topic(topic: Topic, screen: Terminal, switched: Mapping[str, str] | None = None) -> None:
    """Put out a topic: its text, then the rulings that touch it, then the topics beside it."""
    text = paragraphs(topic.text)
    rulings = [_in_force(printed_rulings().by_id[each], switched) for each in topic.rulings]
    see = f"See also: {', '.join(topic.see)}" if topic.see else ""
    if screen.plain:
        screen.say(f"{topic.title}:")
        screen.say_all(paragraph.removeprefix(ITEM) for paragraph in text)
        for ruling in rulings:
            screen.say_all(_ruling_sentences(ruling))
        if see:
            screen.say(f"{see}.")
        return
    width, item = _width(screen), False
    screen.say(topic.title, "bold")
    for paragraph in text:
        was_item, item = item, paragraph.startswith(ITEM)
        if not (item and was_item):
            screen.say()
        words = wrap(paragraph.removeprefix(ITEM), width - (2 + len(ITEM)) * item)
        screen.say_all(beside(f"  {ITEM}" * item, words, "dim"))
    if rulings:
        screen.say_all(("", Text("Rulings", "bold")))
    for ruling in rulings:
        screen.say_all(("", *_ruling_lines(ruling, width)))
    if see:
        screen.say_all(("", *wrap(see, width, "dim")))


def _width(screen: Terminal) -> int:
    return min(screen.width, MOST_COLUMNS)


def _ruling_sentences(ruling: Ruling) -> Iterator[str]:
    yield f"Ruling {ruling.id}, question: {ruling.question}"
    for said in filter(None, (ruling.ruling, ruling.reads)):
        yield f"Ruling {ruling.id}: {said}"
    for choice in _choices(ruling):
        yield f"Ruling {ruling.id}, choice {choice}"
    yield f"Ruling {ruling.id}, why: {ruling.why}"


def _ruling_lines(ruling: Ruling, width: int) -> Iterator[Text]:
    yield from beside("  ", wrap(f"{ruling.id}: {ruling.question}", width - 2, "bold"), "")
    for said in (ruling.ruling or ruling.reads, *_choices(ruling)):
        yield from beside("    ", wrap(said, width - 4), "")
    yield from beside("    ", wrap(f"Why: {ruling.why}", width - 4, "dim"), "")


def _choices(ruling: Ruling) -> Iterator[str]:
    """Yield each choice of a ruling that has choices, the one in force marked."""
    for name, meaning in ruling.choices.items():
        mark = " (in force)" if name == ruling.chosen else f" (--ruling {ruling.id}={name})"
        yield f"{name}{mark}: {meaning}"

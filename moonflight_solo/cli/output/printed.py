"""Output of printed matter: cards with both ends, guide topics and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from rich.text import Text

from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.cli.output.markup import Page, put_page
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import with_label, wrap
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.guide import ITEM, Guide, Topic, guide, paragraphs
from moonflight_solo.numbers import plural
from moonflight_solo.rules.rulings import Ruling, printed_rulings
from moonflight_solo.rules.state import Card
from moonflight_solo.wording.english import english


def belongs(card: Card) -> str:
    """Return the suit or group of a card, or whose character it is."""
    if card.is_character:
        return f"character of {card.suit}"
    return card.suit or card_group(card)


def numbers(card: Card) -> list[str]:
    """Return the numbers printed on an end, in words."""
    printed = {"Stability": card.stability, "scores": card.score}
    return [
        f"cost {card.cost}",
        *(f"{what} {number}" for what, number in printed.items() if number),
    ]


def reading(card: Card) -> str:
    """Return the parsed meaning of a card's text, "" for none."""
    return english(card.meaning) if card.words else ""


def card_group(card: Card) -> str:
    """Return the group of a card of no suit."""
    return "starter" if card.is_starter else "generic"


def show_card(card: Card, terminal: Terminal) -> None:
    """Print a card's group and copies, then each end with its numbers and text."""
    heading = f"{belongs(card)}, {_copies(card)}"
    ends = (("Before", card), ("After", card.flipped))
    if terminal.plain:
        terminal.say(f"{card.name} / {card.flipped.name}: {heading}.")
        for when, end in ends:
            terminal.say(f"{when} the Turn: {_end_row(end)}.")
            if reading(end) != end.words:
                terminal.say(f"{end.name} means: {reading(end)}.")
        return
    terminal.show(Text(heading, "dim"))
    for when, end in ends:
        line = Text(f"  {when.lower()} the Turn  ".ljust(20), "dim")
        line.append(end.name, "bold").append(_numbers_after_name(end), "magenta")
        terminal.show(line)
        room = max(terminal.width - 20, 20)
        terminal.say_all(with_label(" " * 20, wrap(end.words or "(no text)", room), ""))
        if reading(end) != end.words:
            terminal.say_all(with_label(" " * 20, wrap(f"= {reading(end)}", room, "dim"), ""))


def list_cards(cards: Iterable[Card], screen: Terminal) -> None:
    """Print cards grouped by suit or group."""
    group = ""
    for card in cards:
        heading = card.suit or belongs(card).capitalize()
        if heading != group:
            group = heading
            screen.say(f"{heading}:" if screen.plain else heading, "bold")
        list_card(card, screen)


def list_card(card: Card, screen: Terminal) -> None:
    """Print a card as a list entry: both ends, one below the other or, if plain, on one line."""
    if screen.plain:
        screen.say(f"{_end_row(card)} / {_end_row(card.flipped)} ({_copies(card)})")
        return
    count = f"{1 if card.is_character else card.copies}{screen.glyphs.times}"
    for end, copies in ((card, count), (card.flipped, "  ")):
        line = Text(f"  {copies} ".rjust(6), "dim").append(end.name.ljust(20))
        corner = "        " if card.is_character else f"{end.cost:>2}  {end.corner:<4}"
        line.append(corner, "magenta")
        rows = wrap(end.words, max(screen.width - line.cell_len, 20)) or [Text()]
        screen.show(line + rows[0])
        screen.say_all(Text(" " * line.cell_len) + row for row in rows[1:])


def _end_row(card: Card) -> str:
    words = f'"{card.words}"' if card.words else "no text"
    return f"{card.name}{_numbers_after_name(card)}: {words}"


def _numbers_after_name(card: Card) -> str:
    return "" if card.is_character else "".join(f", {number}" for number in numbers(card))


def _copies(card: Card) -> str:
    if card.is_character:
        return "1 copy"
    number = plural(card.copies, "copy", "copies")
    return number if card.suit else f"{number} per player"


# --------------------------------------------------------------------------- as answers


class EndAnswer(JSONAnswer, kw_only=True):
    """One end of a card; `means` is its parsed meaning. A character has no numbers."""

    name: str
    cost: int | UnsetType = UNSET
    stability: int | UnsetType = UNSET
    score: int | UnsetType = UNSET
    text: str
    means: str


class CardAnswer(JSONAnswer):
    """A card at both ends: `moonflight card`, and `moonflight cards` a list of them."""

    suit: str | None
    group: str
    copies: int
    before: EndAnswer
    after: EndAnswer


def card_answer(card: Card) -> CardAnswer:
    """Return both ends of a card as an answer."""
    group = "character" if card.is_character else "suit" if card.suit else card_group(card)
    return CardAnswer.of(card, group=group, before=_end(card), after=_end(card.flipped))


def _end(card: Card) -> EndAnswer:
    end = EndAnswer.of(card, text=card.words, means=reading(card))
    if card.is_character:
        return msgspec.structs.replace(end, cost=UNSET, stability=UNSET, score=UNSET)
    return end


class RankAnswer(JSONAnswer):
    """The rank a score earns: `moonflight rank`."""

    score: int
    rank: str
    saying: str
    scores: str


# ------------------------------------------------------------------- a rule or a ruling


class _RulingsOfAICard(msgspec.Struct, frozen=True):
    """The part of an AI-card file with the rulings, readable without parsing the lines."""

    rulings: list[Ruling] = []


MOST_COLUMNS: Final = 88


def show_rule(
    words: str, edition: str, screen: Terminal, switched: Mapping[str, str] | None = None
) -> None:
    """Print the topic or ruling named by ``words``; raises `UsageError` for neither.

    ``switched`` holds the choices in force that differ from the data.
    """
    ruling = ruling_named(words)
    if ruling is None:
        show_topic(guide(edition).topic(words), screen, switched)
        return
    put_page("ruling", Page(screen, MOST_COLUMNS), ruling=_in_force(ruling, switched))


def _in_force(ruling: Ruling, switched: Mapping[str, str] | None) -> Ruling:
    """Return a ruling with the choice in force."""
    choice = (switched or {}).get(ruling.id, ruling.chosen)
    return msgspec.structs.replace(ruling, chosen=choice)


def ruling_named(words: str) -> Ruling | None:
    """Return the ruling with this id, including those on built-in AI cards; ``None`` for none."""
    query = words.casefold()
    if query[1:2] != "-":
        return None
    on_lines = (convert(read_document(path), _RulingsOfAICard).rulings for path in data_files("ai"))
    every = chain(printed_rulings().by_id.values(), chain.from_iterable(on_lines))
    return next((ruling for ruling in every if ruling.id.casefold() == query), None)


def show_topics(rules: Guide, screen: Terminal, how: str = "moonflight rules TOPIC") -> None:
    """Print the topic names by group, and how to read one."""
    put_page("topics", Page(screen, MOST_COLUMNS), groups=rules.groups().items(), how=how)


def show_topic(topic: Topic, screen: Terminal, switched: Mapping[str, str] | None = None) -> None:
    """Print a topic's text, its rulings and related topics."""
    put_page(
        "topic",
        Page(screen, MOST_COLUMNS),
        topic=topic,
        paragraphs=paragraphs(topic.text),
        ITEM=ITEM,
        rulings=[_in_force(printed_rulings().by_id[ruling], switched) for ruling in topic.rulings],
    )

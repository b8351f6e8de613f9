"""A printed card with both its ends, found by a name and described."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from moonflight_solo.cli.output.paint import beside, wrap
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, plain
from moonflight_solo.rules.state import Card
from moonflight_solo.wording.english import english


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

"""A printed card with both its ends, found by a name and described."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

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
    for fits in (str.__eq__, str.startswith, _has_words) if wanted else ():
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


def _has_words(name: str, wanted: str) -> bool:
    return f" {wanted}" in name


def belongs(card: Card) -> str:
    """Return what group or suit a card is of."""
    if card.is_character:
        return f"character of {card.suit}"
    return card.suit or ("starter" if card.is_starter else "generic")


def copies(card: Card) -> str:
    """Return how many copies of a card there are."""
    if card.is_character:
        return "1 copy"
    number = f"{card.copies} cop{'y' if card.copies == 1 else 'ies'}"
    return number if card.suit else f"{number} per player"


def card_json(card: Card) -> dict[str, Any]:
    """Return both ends of a card as plain data."""
    return {
        "suit": card.suit,
        "group": "character"
        if card.is_character
        else "suit"
        if card.suit
        else "starter"
        if card.is_starter
        else "generic",
        "copies": card.copies,
        "before": _end_json(card),
        "after": _end_json(card.flipped),
    }


def _end_json(card: Card) -> dict[str, Any]:
    if card.is_character:
        return {"name": card.name, "text": card.words, "means": meant(card)}
    return {
        "name": card.name,
        "cost": card.cost,
        "stability": card.stability,
        "score": card.score,
        "text": card.words,
        "means": meant(card),
    }


def show_card(card: Card, terminal: Terminal) -> None:
    """Put out a card: which it is, then each end with its numbers and words."""
    heading = f"{belongs(card)}, {copies(card)}"
    if terminal.plain:
        terminal.say(f"{card.name} / {card.flipped.name}: {heading}.")
        for when, end in _ends(card):
            terminal.say(f"{when} the Turn: {end.name}{_numbers(end)}: {_quoted(end)}.")
            if meant(end) != end.words:
                terminal.say(f"{end.name} means: {meant(end)}.")
        return
    terminal.show(Text(heading, "dim"))
    for when, end in _ends(card):
        line = Text(f"  {when.lower()} the Turn  ".ljust(20), "dim")
        line.append(end.name, "bold").append(_numbers(end), "yellow")
        terminal.show(line)
        terminal.show(Text(" " * 20 + (end.words or "(no text)")))
        if meant(end) != end.words:
            terminal.show(Text(f"{' ' * 20}= {meant(end)}", "dim"))


def meant(card: Card) -> str:
    """Return what a card's words are read to mean, "" if it has none."""
    return english(card.meaning) if card.words else ""


def card_row(card: Card) -> str:
    """Return a card on one line, with both its ends."""
    ends = " / ".join(f"{end.name}{_numbers(end)}: {_quoted(end)}" for _, end in _ends(card))
    return f"{ends} ({copies(card)})"


def _ends(card: Card) -> Iterable[tuple[str, Card]]:
    return (("Before", card), ("After", card.flipped))


def _numbers(card: Card) -> str:
    if card.is_character:
        return ""
    numbers = f", cost {card.cost}"
    if card.stability:
        numbers += f", Stability {card.stability}"
    if card.score:
        numbers += f", scores {card.score}"
    return numbers


def _quoted(card: Card) -> str:
    return f'"{card.words}"' if card.words else "no text"


def list_card(card: Card, screen: Terminal) -> None:
    """Put out a card in a row, or in two under each other: both its ends."""
    if screen.plain:
        screen.say(card_row(card))
        return
    for end in (card, card.flipped):
        count = (
            "  "
            if end is not card
            else f"{1 if card.is_character else card.copies}{screen.glyphs.times}"
        )
        line = Text(f"  {count} ".rjust(6), "dim").append(end.name.ljust(20))
        corner = "        " if card.is_character else f"{end.cost:>2}  {end.corner:<4}"
        line.append(corner, "yellow").append(f"{end.words}")
        screen.show(line)

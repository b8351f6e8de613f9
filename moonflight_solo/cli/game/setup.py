"""Prompts before a game: which Jack, which opponents, and another game with edited AI cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click
from msgspec.structs import replace
from rich.text import Text

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.lessons import first_game
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import wrap
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.recorded_games.decks import AIDeck, warn_of_stale
from moonflight_solo.rules.card_files import JackSuit
from moonflight_solo.rules.catalogue import UnknownName

ANOTHER: Final = "Enter: another game, with the AI cards as they are now. q: leave. > "
GAMES_COMPARED: Final = 5
_MOST_SEATS: Final = 1_000
FIRST: Final = "first"
RESUME: Final = "resume"
WHICH: Final = "Which Jack do you play?"
GUIDED: Final = "a guided first game, with advice on your first ten or so decisions."


# --------------------------------------------------------------------------------- prompts


def ask_names(
    prompt: str,
    names: Sequence[str],
    keyboard: Keyboard,
    notes: Mapping[str, str] = MappingProxyType({}),
    default: str = "",
    most: int = 1,
) -> list[str]:
    """Let the person pick up to ``most`` of ``names``, separated by commas.

    ``notes`` describe names. Enter picks ``default``, or else the first. Raises `EOFError` when the
    input ends, and exits on q.
    """
    usual, screen = default or names[0], keyboard.terminal
    while True:
        screen.say(prompt, "bold")
        for number, name in enumerate(names, 1):
            note = notes.get(name, "")
            if screen.plain:
                screen.say(f"{number}: {name}. {note}" if note else f"{number}: {name}")
                continue
            screen.say(f"  {number}  {name}")
            for line in wrap(note, screen.width - 7, "dim"):
                screen.show(Text("     ").append_text(line))
        words = keyboard.read(f"[Enter: {usual}] > ", lambda: Offer(answers=names))
        if not words:
            return [usual]
        try:
            return [_name(part.strip(), names) for part in words.split(",", most - 1)]
        except UnknownName as error:
            screen.say(str(error), "red")


def _name(words: str, names: Sequence[str]) -> str:
    if words.casefold() in ("q", "quit", "exit"):
        raise click.exceptions.Exit(0)
    if words == "?":
        raise UnknownName(
            "A Jack is a character with a suit of its own, which fills three Market Stacks; "
            "moonflight cards lists the suits. Type its number, or the first letters of its name."
        )
    number = counting_number(words)
    if number is not None:
        if 1 <= number <= len(names):
            return names[number - 1]
        raise UnknownName(f"Type a number from 1 to {len(names)}.")
    begun = [name for name in names if name.casefold().startswith(words.casefold())]
    matches = [name for name in begun if len(name) == len(words)] or begun
    if len(matches) != 1:
        what = "could be several Jacks" if matches else "is not a Jack in this game"
        raise UnknownName(f'"{words}" {what}. Choose from: {", ".join(names)}.')
    return matches[0]


def ask_jack(
    suits: Mapping[str, JackSuit],
    keyboard: Keyboard,
    more: Mapping[str, str] = MappingProxyType({}),
    default: str = "",
) -> str:
    """Let the person pick a Jack, described by its style, or a name of ``more``."""
    notes = {**{jack: suit.style for jack, suit in suits.items()}, **more}
    return ask_names(WHICH, list(notes), keyboard, notes, default)[0]


def ask_jack_or_game(suits: Mapping[str, JackSuit], keyboard: Keyboard) -> str:
    """Let the person pick a Jack, `FIRST` for the guided game, or `RESUME`.

    Someone without any saved game is told what wins and offered the guided game by default; someone
    whose last game is unfinished is offered to resume it.
    """
    from moonflight_solo.records.saved_games import last_save  # slow to import

    last = last_save()
    if last is None:
        keyboard.terminal.say_all([*first_game().what_wins, ""])
        return ask_jack(suits, keyboard, {FIRST: GUIDED}, FIRST)
    record = last.record
    if record is None or record.ended or record.untouched or not record.header.persons:
        return ask_jack(suits, keyboard, {FIRST: GUIDED})
    game = f"continue the game you left: {record.header.told}."
    return ask_jack(suits, keyboard, {RESUME: game, FIRST: GUIDED}, RESUME)


def ask_opponents(mine: str, deck: AIDeck, keyboard: Keyboard) -> list[str]:
    """Let the person pick opponents; prints which Jacks' AI cards cannot be followed."""
    jacks: list[str] = []
    for jack in deck.catalogue.suits:
        try:
            deck.follower(jack)
        except UsageError:
            continue  # it has none
        except MoonflightError as error:
            keyboard.terminal.say(f"You cannot play against {jack}: {error}", "magenta")
            continue
        jacks.append(jack)
    if not jacks:
        raise UsageError("no Jack has an AI card; give one with --ai FILE.")
    jacks.sort(key=lambda name: name == mine)
    prompt = "Who do you want to play against? Name one, or several with commas."
    return ask_names(prompt, jacks, keyboard, most=_MOST_SEATS)


# ------------------------------------------------------------- AI cards edited between games


def watched_files(deck: AIDeck, jacks: Sequence[str]) -> dict[str, str]:
    """Return the files of these Jacks' AI cards, to be re-read between games.

    Raises :class:`UsageError` if there are none.
    """
    files = {jack: deck.file(jack) for jack in jacks if deck.file(jack)}
    if not files:
        raise UsageError(
            "--watch-file has nothing to watch: give an AI card of your own with --ai FILE, or "
            "play against a Jack of your own."
        )
    return files


def another_deck(deck: AIDeck, files: Mapping[str, str], keyboard: Keyboard) -> AIDeck | None:
    """Re-read edited AI cards for the next game and print what changed; ``None`` to leave.

    After an error in a card, prints it and prompts again.
    """
    while True:
        words = "q"
        with suppress(EOFError):
            words = keyboard.read(ANOTHER)
        if words.casefold() in ("q", "quit"):
            return None
        try:
            return _read_anew(deck, files, keyboard.terminal)
        except MoonflightError as error:
            keyboard.terminal.say(f"{error} Fix it, then press Enter.", "red")


def _read_anew(deck: AIDeck, files: Mapping[str, str], screen: Terminal) -> AIDeck:
    # Slow to import.
    from moonflight_solo.check.diff.comparison import difference
    from moonflight_solo.cli.output.check_page import show_difference

    cards, rulings = dict(deck.cards), deck.rulings
    for jack, file in files.items():
        old, new = deck.card(jack), load_ai_card(Path(file), deck.catalogue)
        cards[jack] = new
        if (old.printed, old.rulings) != (new.printed, new.rulings):
            warn_of_stale(new)
            changes = difference(old, new, Basis(deck.catalogue, deck.rulings), GAMES_COMPARED)
            show_difference(changes, GAMES_COMPARED, screen)
    for card in cards.values():
        rulings = rulings.with_more(list(card.rulings))
    changed = replace(deck, cards=cards, rulings=rulings)
    for jack in files:
        changed.follower(jack)  # fail here, not during the game
    return changed

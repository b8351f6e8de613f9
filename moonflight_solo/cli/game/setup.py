"""Who sits at the table: Jacks by name, their AI cards, the seed and who goes first."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click
import msgspec
from msgspec.structs import replace
from rich.text import Text

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.lessons import first_game
from moonflight_solo.cli.output.paint import wrap
from moonflight_solo.cli.output.terminal import Terminal, warn
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import counting_number, whole_number
from moonflight_solo.rules.card_files import JackSuit
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, plain
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Player
from moonflight_solo.values import Thing

SEEDS: Final = 1_000_000
ANOTHER: Final = "Enter: another game, with the AI cards as they are now. q: leave. > "
GAMES_COMPARED: Final = 5
MOST_SEATS: Final = 1_000
FIRST: Final = "first"
WHICH: Final = "Which Jack do you play?"
GUIDED: Final = "a guided first game: it speaks of the cards you hold for some ten decisions."


def a_seed(given: int | None) -> int:
    """Return the seed given, or pick one that is easy to type again."""
    return int.from_bytes(os.urandom(8)) % SEEDS if given is None else given


class AIDeck(Thing):
    """The AI cards of a game, by Jack, and the rulings they are followed by.

    ``cards`` are those given for this game, ``own`` the files of Jacks of one's own, who have no
    printed one.
    """

    catalogue: Catalogue
    cards: Mapping[str, AICard]
    rulings: Rulings
    own: Mapping[str, Path] = msgspec.field(default_factory=dict)
    _printed: dict[str, AICard] = msgspec.field(default_factory=dict)

    def card(self, jack: str) -> AICard:
        """Return a Jack's AI card; raises :class:`UsageError` if there is none."""
        return self.cards.get(jack) or self._printed_card(jack)

    def follower(self, jack: str) -> AICardPlayer:
        """Return a player who follows a Jack's AI card; raises as :meth:`card` does."""
        return AICardPlayer(self.card(jack), self.catalogue, self.rulings)

    def adviser(self, jack: str) -> AICardPlayer | None:
        """Return a player who follows a Jack's own AI card, ``None`` if it cannot be followed."""
        with suppress(MoonflightError):
            return AICardPlayer(self._printed_card(jack), self.catalogue, self.rulings)
        return None

    def foreseen(self, jack: str) -> AICard | None:
        """Return the AI card by which a Jack is thought to play, ``None`` if it has none."""
        with suppress(UsageError):
            return self.card(jack)
        return None

    def policies(self, jacks: Sequence[str], own: int = 0) -> Sequence[Callable[[], Player]]:
        """Return how each seat is thought to play: by its AI card, seat ``own`` by its printed one.

        One without an AI card by what is worth most now.
        """
        from moonflight_solo.playtest.players import policies

        adviser = self.adviser(jacks[own])
        cards = [self.foreseen(jack) for jack in jacks]
        cards[own] = adviser.card if adviser else None
        return policies(jacks, self.catalogue, cards, self.rulings)

    def file(self, jack: str) -> str:
        """Return the file of a Jack's AI card, or "" if it is a printed one of this collection."""
        given = self.cards.get(jack)
        return given.file if given else str(self.own.get(jack, ""))

    def _printed_card(self, jack: str) -> AICard:
        """Return a Jack's own AI card, read once: reading its words takes its time."""
        if jack not in self._printed:
            self._printed[jack] = load_ai_card(self.own.get(jack, jack), self.catalogue)
        return self._printed[jack]


def ai_deck(
    catalogue: Catalogue,
    files: Sequence[str],
    switched: Mapping[str, str],
    own: Mapping[str, Path] | None = None,
) -> AIDeck:
    """Return the AI cards in ``files`` and, for all other Jacks, those in ``own`` or printed.

    Raises :class:`UsageError` for two cards of one Jack, or a ruling or choice there is not.
    """
    cards: dict[str, AICard] = {}
    rulings = printed_rulings()
    for file in files:
        card = load_checked(Path(file), catalogue)
        if card.jack in cards:
            raise UsageError(f"two of the AI cards given are for {card.jack}; give one.")
        cards[card.jack] = card
        rulings = rulings.with_more(list(card.rulings))
    return AIDeck(catalogue, cards, rulings.switch(switched), own or {})


def load_checked(source: str | Path, catalogue: Catalogue) -> AICard:
    """Return what `load_ai_card` does, with a warning of rulings whose words are on no line."""
    card = load_ai_card(source, catalogue)
    warn_of_stale(card)
    return card


def warn_of_stale(card: AICard) -> None:
    """Warn on standard error of rulings whose words stand on no line of the card any more."""
    for ruling in card.stale:
        warn(
            f"{card.file}: ruling {ruling.id} rules on words that stand on no line any more, so "
            "it rules on nothing; mend its words or take it out."
        )


def seat_number(first: str | None, jacks: Sequence[str], catalogue: Catalogue) -> int | None:
    """Return the seat, from 0, that ``--first`` names; ``None`` for drawing lots.

    A seat number from 1, "me" (the first seat), "ai" (the second), "random" or a Jack's name.
    Raises :class:`UsageError` for anything else.
    """
    if first is None or plain(first) == "random":
        return None
    word = plain(first)
    number = whole_number(word)
    if number is not None:
        if not 1 <= number <= len(jacks):
            raise UsageError(f"there is no seat {first}; they go from 1 to {len(jacks)}.")
        return number - 1
    if word == "me":
        return 0
    if word == "ai":
        if len(jacks) < 2:
            raise UsageError("there is no AI player to go first.")
        return 1
    jack = catalogue.jack(first)
    if jack not in jacks:
        raise UsageError(f"{jack} does not play, and cannot go first.")
    return list(jacks).index(jack)


# ------------------------------------------------------------------ what a person is asked


def ask_names(
    prompt: str,
    known: Sequence[str],
    screen: Terminal,
    keyboard: Keyboard,
    notes: Mapping[str, str] = MappingProxyType({}),
    default: str = "",
    most: int = 1,
) -> list[str]:
    """Return what of ``known`` the person picks, up to ``most`` of it with commas between.

    ``notes`` are said beside a name. Enter picks the ``default``, or else the first. Raises
    `EOFError` when the input ends.
    """
    usual = default or known[0]
    while True:
        screen.say(prompt, "bold")
        for number, name in enumerate(known, 1):
            note = notes.get(name, "")
            if screen.plain:
                screen.say(f"{number}: {name}. {note}" if note else f"{number}: {name}")
                continue
            screen.say(f"  {number}  {name}")
            for line in wrap(note, screen.width - 7, "dim"):
                screen.show(Text("     ").append_text(line))
        words = keyboard.read(f"[Enter: {usual}] > ", lambda: Offer(answers=known))
        if not words:
            return [usual]
        try:
            return [_name(part.strip(), known) for part in words.split(",", most - 1)]
        except UnknownName as error:
            screen.say(str(error), "red")


def _name(words: str, known: Sequence[str]) -> str:
    if words.casefold() in ("q", "quit", "exit"):
        raise click.exceptions.Exit(0)
    if words == "?":
        raise UnknownName(
            "A Jack is a character with a suit of its own, which fills three Market Stacks; "
            "moonflight cards lists the suits. Pick by number or by the beginning of the name."
        )
    number = counting_number(words)
    if number is not None:
        if 1 <= number <= len(known):
            return known[number - 1]
        raise UnknownName(f"There is no choice {words}; they go from 1 to {len(known)}.")
    begun = [name for name in known if name.casefold().startswith(words.casefold())]
    found = [name for name in begun if len(name) == len(words)] or begun
    if len(found) != 1:
        what = "could be several Jacks" if found else "is no Jack here"
        raise UnknownName(f'"{words}" {what}; there are: {", ".join(known)}.')
    return found[0]


def ask_jack(
    suits: Mapping[str, JackSuit],
    screen: Terminal,
    keyboard: Keyboard,
    more: Mapping[str, str] = MappingProxyType({}),
    default: str = "",
) -> str:
    """Return the Jack that the person picks, each told with its style, or a name of ``more``."""
    notes = {**{jack: suit.style for jack, suit in suits.items()}, **more}
    return ask_names(WHICH, list(notes), screen, keyboard, notes, default)[0]


def ask_jack_or_first_game(
    suits: Mapping[str, JackSuit], screen: Terminal, keyboard: Keyboard
) -> str:
    """Return the Jack that the person picks, or `FIRST` for the guided first game.

    Who has no game yet is told what wins, and is offered the guided game first of all.
    """
    from moonflight_solo.records.saves import any_kept  # who watches waits for no record

    new = not any_kept()
    if new:
        screen.say_all([*first_game().what_wins, ""])
    return ask_jack(suits, screen, keyboard, {FIRST: GUIDED}, FIRST if new else "")


def ask_opponents(mine: str, deck: AIDeck, screen: Terminal, keyboard: Keyboard) -> list[str]:
    """Return whom the person wants to face; says which Jacks' AI cards cannot be followed."""
    known: list[str] = []
    for jack in deck.catalogue.suits:
        try:
            deck.follower(jack)
        except UsageError:
            continue  # it has none
        except MoonflightError as error:
            screen.say(f"{jack} cannot be faced: {error}", "yellow")
            continue
        known.append(jack)
    if not known:
        raise UsageError("no Jack has an AI card; give one with --ai FILE.")
    known.sort(key=lambda name: name == mine)
    prompt = "Whom do you face? One, or several with commas between."
    return ask_names(prompt, known, screen, keyboard, most=MOST_SEATS)


# ---------------------------------------------------- AI cards that are written while played


def watched_files(deck: AIDeck, jacks: Sequence[str]) -> dict[str, str]:
    """Return the files that AI cards of these Jacks are in, which may change between games.

    Raises :class:`UsageError` if there are none.
    """
    files = {jack: deck.file(jack) for jack in jacks if deck.file(jack)}
    if not files:
        raise UsageError(
            "--watch-file has nothing to watch: give an AI card of your own with --ai FILE, or "
            "face a Jack of your own."
        )
    return files


def another_deck(
    deck: AIDeck, files: Mapping[str, str], screen: Terminal, keyboard: Keyboard
) -> AIDeck | None:
    """Return the AI cards for the next game, having said what changed; ``None`` to leave.

    A card that cannot be read is told of, and waited for.
    """
    while True:
        words = "q"
        with suppress(EOFError):
            words = keyboard.read(ANOTHER)
        if words.casefold() in ("q", "quit"):
            return None
        try:
            return _read_anew(deck, files, screen)
        except MoonflightError as error:
            screen.say(f"{error} Mend it, then go on.", "red")


def _read_anew(deck: AIDeck, files: Mapping[str, str], screen: Terminal) -> AIDeck:
    # Only who changes a card between games waits for what compares two of them.
    from moonflight_solo.check.diff.comparison import difference
    from moonflight_solo.cli.output.versions_page import show_difference

    cards, rulings = dict(deck.cards), deck.rulings
    for jack, file in files.items():
        old, new = deck.card(jack), load_ai_card(Path(file), deck.catalogue)
        cards[jack] = new
        if (old.printed, old.rulings) != (new.printed, new.rulings):
            warn_of_stale(new)
            found = difference(old, new, deck.catalogue, GAMES_COMPARED, deck.rulings)
            show_difference(found, GAMES_COMPARED, screen)
    for card in cards.values():
        rulings = rulings.with_more(list(card.rulings))
    changed = replace(deck, cards=cards, rulings=rulings)
    for jack in files:
        changed.follower(jack)  # what cannot be followed is told here, not in the game
    return changed

"""First contact: what wins, the Jacks and their styles, and a guided first game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from moonflight_solo.cli.evening.start import Start
from moonflight_solo.cli.game.first_game import first_game
from moonflight_solo.cli.game.header import header
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.setup import ai_deck, ask_jack
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.records.saves import any_kept
from moonflight_solo.rules.card_files import Suit
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings

FIRST: Final = "first"
WHICH: Final = "Which Jack do you play?"
_GUIDED: Final = "a guided first game: it speaks of the cards you hold for some ten decisions."


def which_jack(suits: Mapping[str, Suit], screen: Terminal, keyboard: Keyboard) -> str:
    """Return the Jack that the person picks, each told with its style."""
    return ask_jack(WHICH, list(suits), screen, keyboard, styles(suits))


def jack_or_first_game(suits: Mapping[str, Suit], screen: Terminal, keyboard: Keyboard) -> str:
    """Return the Jack that the person picks, or `FIRST` for the guided first game.

    Who has no game yet is told what wins, and is offered the guided game first of all.
    """
    notes = {**styles(suits), FIRST: _GUIDED}
    new = not any_kept()
    if new:
        screen.say_all(first_game().what_wins)
        screen.say()
    known = [*suits, FIRST]
    return ask_jack(WHICH, known, screen, keyboard, notes, FIRST if new else "")


def styles(suits: Mapping[str, Suit]) -> dict[str, str]:
    """Return how each Jack is played, in a line, as far as its file says it."""
    return {jack: suit.style for jack, suit in suits.items() if suit.style}


def guided_start() -> Start:
    """Return the guided first game, about to begin."""
    game = first_game().game
    settings = Settings((game.jack, *game.against), game.seed, game.edition, first=game.first - 1)
    deck = ai_deck(catalogue(game.edition), (), {})
    return Start(header(settings, deck, person=True), deck)

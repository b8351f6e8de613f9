"""AI-card files that are written while they are played: read anew between games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.setup import AIDeck, warn_of_stale
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError, UsageError

_GAMES = 5
_ASK = "Enter: another game, with the AI cards as they are now. q: leave. > "


class Reloader:
    """The AI cards of one's opponents that are in files of one's own, and may change.

    Raises :class:`UsageError` if there are none.
    """

    def __init__(
        self, deck: AIDeck, jacks: Sequence[str], screen: Terminal, keyboard: Keyboard
    ) -> None:
        self._deck = deck
        self._files = {jack: deck.file(jack) for jack in dict.fromkeys(jacks) if deck.file(jack)}
        self._screen = screen
        self._keyboard = keyboard
        if not self._files:
            raise UsageError(
                "--watch-file has nothing to watch: give an AI card of your own with --ai FILE, "
                "or face a Jack of your own."
            )

    def another(self) -> AIDeck | None:
        """Return the AI cards for the next game, having said what changed; ``None`` to leave.

        A card that cannot be read is told of, and waited for.
        """
        while True:
            try:
                words = self._keyboard.read(_ASK)
            except EOFError:
                return None
            if words.casefold() in ("q", "quit"):
                return None
            try:
                self._deck = self._read_anew()
                return self._deck
            except MoonflightError as error:
                self._screen.say(f"{error} Mend it, then go on.", "red")

    def _read_anew(self) -> AIDeck:
        # Only who changes a card between games waits for what compares two of them.
        from moonflight_solo.check.diff.comparison import difference
        from moonflight_solo.cli.output.diff_page import show_difference

        deck = self._deck
        cards = dict(deck.cards)
        for jack, file in self._files.items():
            old, new = deck.card(jack), load_ai_card(Path(file), deck.catalogue)
            cards[jack] = new
            if (old.printed, old.rulings) == (new.printed, new.rulings):
                continue
            warn_of_stale(new)
            show_difference(
                difference(old, new, deck.catalogue, _GAMES, deck.rulings), _GAMES, self._screen
            )
        rulings = deck.rulings
        for card in cards.values():
            rulings = rulings.with_more(list(card.rulings))
        changed = replace(deck, cards=cards, rulings=rulings)
        for jack in self._files:
            changed.follower(jack)  # what cannot be followed is told here, not in the game
        return changed

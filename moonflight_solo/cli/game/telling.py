"""Telling a game act by act while it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from moonflight_solo.cli.game.narrator import STYLES, Narrator
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.recorded_games.replayed_game import ReplayedGame
from moonflight_solo.records import Answer
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Event, Table
from moonflight_solo.scoremode import rank_in_words

START: Final = (1, 1)
"""The (round, act) a game begins with."""


class Telling:
    """Prints the log and the notes of a game while it is played, with AI cards' reasons if ``why``.

    Prints from act ``begins`` to round ``last``.
    """

    def __init__(
        self,
        game: ReplayedGame,
        screen: Terminal,
        why: bool,
        open_hands: bool = False,
        begins: tuple[int, int] = START,
        last: int | None = None,
    ) -> None:
        self.game, self.screen, self.last = game, screen, last
        self._explained = game.followers if why else {}
        open_hands = open_hands or game.record.header.open_hands
        self._narrator = Narrator(game.viewer, self._explained, open_hands=open_hands)
        self._reached = belonging(game.table, begins)

    def play(self) -> Outcome | None:
        """Play the game; return its outcome, ``None`` if it does not reach its End."""
        game, screen, header = self.game, self.screen, self.game.record.header
        self._narrator.listen(game.table)
        game.table.listener, game.before = self._hear, self._tell_notes
        you = "".join(f" You are {game.titles[number]}." for number in header.persons)
        screen.say(f"{', '.join(game.titles)}. Seed {header.seed}.{you}")
        try:
            outcome = game.play()
        finally:
            self._show()
        if outcome is None:
            if self.last is None or game.table.round <= self.last:
                screen.say(f"The record ends here, in round {game.table.round}.", "bold")
        elif header.score_mode and outcome.finished:
            who = "You are" if header.persons else f"{game.titles[0]} is"
            screen.say(rank_in_words(outcome.scores[0], who), "bold")
        return outcome

    def _show(self) -> None:
        for line in self._narrator.take():
            self.screen.say(line.words, STYLES[line.kind])

    def _tell_notes(self, _: Answer | None) -> None:
        """Print the notes made before the next answer."""
        answers = sum(self.game.given)
        due = [note for note in self.game.record.standing if note.answers == answers]
        if due:
            self._show()
        for note in due:
            self.screen.say(note.told, "bold italic")

    def _hear(self, event: Event) -> None:
        if self.last is not None and event.kind == "round" and event.number > self.last:
            raise GameStop
        if not self._reached(event):
            self._narrator(event)
            self._narrator.take()
            return
        if event.kind == "act":
            self._show()
        self._narrator(event)
        if event.kind == "act" and event.seat in self._explained:
            # Slow to import.
            from moonflight_solo.cli.output.why import show_why

            reason = self._narrator.reasons[event.seat]
            heading = f"{reason.title}: {reason.explanation.notation}"
            show_why(reason.explanation, heading, self.screen, whole=self.screen.plain)


def belonging(table: Table, begins: tuple[int, int]) -> Callable[[Event], bool]:
    """Return a predicate for events: whether they belong to act ``begins`` or come after it."""
    at = (0, 0)

    def reached(event: Event) -> bool:
        nonlocal at
        if event.kind == "act":
            at = table.round, table.acted + 1
        return begins == START or at >= begins or event.kind == "end"

    return reached

"""Replaying recorded games, or playing AI cards against each other, and logging every act."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from moonflight_solo.cli.game.narrator import STYLES, Narrator
from moonflight_solo.cli.game.start import GameStart
from moonflight_solo.cli.opponents import AIDeck
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.records import Answer, Record, RecordedPlayer, ReplayMismatch
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.scripted import GameStop, Stopping
from moonflight_solo.rules.state import Event, Player, Table
from moonflight_solo.scoremode import rank_in_words

START: Final = (1, 1)
"""The (round, act) a game begins with."""


class ReplayedGame:
    """A game replayed on its own table.

    Persons answer as recorded. AI cards decide for themselves, and must match their recorded acts
    if there are any. With ``keep`` a new game is played instead, and ``keep`` receives every
    answer. Set a listener on ``table``, then call `play`. ``given`` counts the recorded answers of
    each seat; ``before`` is called before each answer of a person, and with ``None`` where the
    record ends.
    """

    def __init__(
        self, record: Record, deck: AIDeck, keep: Callable[[Answer], None] | None = None
    ) -> None:
        header, self.record = record.header, record
        self.start = GameStart(header, deck)
        self.given = [0] * len(header.seats)
        self.before: Callable[[Answer | None], None] = lambda answer: None
        self.viewer = next(iter(header.persons), None)
        self.followers = self.start.opponents()
        theirs = deque(each for each in record.answers if each.seat - 1 in header.persons)
        watched = [each for each in record.answers if each.seat - 1 not in header.persons]
        self._due = iter(watched)
        self._keep = keep

        def player(seat: int) -> Player:
            follower = self.followers.get(seat)
            if follower is None:
                return RecordedPlayer(Stopping(), theirs, self._check, self._again)
            kept = watched or keep is not None
            return RecordedPlayer(follower, deque(), self._check) if kept else follower

        self.table = self.start.table(player)
        self.titles = tuple(map(self.table.title, range(len(header.seats))))

    def play(self) -> Outcome | None:
        """Play to the End and return the outcome, ``None`` if the record or a listener stops
        earlier.

        Raises :class:`ReplayMismatch` for a record that does not fit the game.
        """
        try:
            return play(self.table, self.record.header.settings())
        except GameStop:
            self.before(None)
            return None

    def _again(self, answer: Answer) -> None:
        self.before(answer)
        self.given[answer.seat - 1] += 1

    def _check(self, answer: Answer) -> None:
        """Pass an AI card's answer to ``keep``, or compare it with the record."""
        due = answer if self._keep is not None else next(self._due, None)
        if due is None:
            raise GameStop
        keys = ("seat", "round", "ask", "answer")
        if any(getattr(due, key) != getattr(answer, key) for key in keys):
            raise ReplayMismatch(
                f'the record says "{due.answer}" in round {due.round}, and the AI card of seat '
                f'{answer.seat} "{answer.answer}" in round {answer.round}.',
                due,
            )
        if self._keep is not None:
            self._keep(answer)
        self.given[answer.seat - 1] += 1


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

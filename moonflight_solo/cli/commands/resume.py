"""`moonflight resume` and `moonflight replay`: a recorded game gone on with, or told again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.commands.saves import note_line
from moonflight_solo.cli.game.header import UNRECORDED, deck_of
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.narrator import Narrator, tell_aloud
from moonflight_solo.cli.game.session import Session, say_rank
from moonflight_solo.cli.game.setup import AIDeck
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.cli.types import Count
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import (
    Answer,
    CannotRecord,
    InUse,
    Record,
    RecordedPlayer,
    RecordFile,
    ReplayMismatch,
    read_record,
)
from moonflight_solo.records.saves import find, name_of
from moonflight_solo.rules.game import play, set_up
from moonflight_solo.rules.state import Act, Event, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode


@click.command()
@options.saved_game
@options.person_screen
def resume(game: str | None, screen: Terminal) -> None:
    """Go on with a game: the unfinished one last played, or the one named.

    Names are those that moonflight saves lists, and may be cut short.
    """
    path = find(game, unfinished=True)
    warning = ""
    try:
        file = RecordFile.open(path)
    except InUse:
        raise
    except CannotRecord as error:
        file, warning = RecordFile(read_record(path), path), f" {error} {UNRECORDED}"
    with file:
        record, name = file.record, name_of(path)
        again = shlex.join(["moonflight", "replay", name])
        if not record.header.persons:
            raise MoonflightError(f"nobody plays in {name}, it was watched; {again} tells it.")
        if record.ended is not None:
            raise MoonflightError(f"{name} is finished; {again} tells it.")
        deck = deck_of(record.header, path)
        given = sum(not answer.auto for answer in record.answers)
        greeting = f"You are back in {name}, after {plural(given, 'decision')}."
        if record.undone:
            greeting += " Those you took back wait for redo."
        Session(
            screen,
            Keyboard(screen),
            record.header.settings(),
            deck,
            file,
            open_hands=record.header.open_hands,
            greeting=greeting + warning,
        ).play()


@click.command()
@options.saved_game
@click.option("--why", is_flag=True, help="Say for each act of an AI card why it was taken.")
@click.option(
    "--to",
    "last",
    type=Count(min=1),
    metavar="ROUND",
    help="Stop at the end of this round.",
)
@click.option("--open-hands", is_flag=True, help="Name everybody's hidden cards too.")
@options.screen
def replay(
    game: str | None, why: bool, last: int | None, open_hands: bool, screen: Terminal
) -> None:
    """Tell a recorded game act by act, finished or not, with its notes.

    The game last played, or the one named: a name that moonflight saves lists, which may be cut
    short, or a file, also one made by moonflight watch --record.
    """
    path = find(game)
    record = read_record(path)
    told = _Replay(record, deck_of(record.header, path), screen, why, open_hands)
    try:
        scores = told.tell(last)
    except ReplayMismatch as error:
        place = f"{path}{record.place(error.answer)}"
        raise MoonflightError(f"{place}: {error}") from None
    if record.ended is not None and scores not in (None, record.ended.scores):
        words = ", ".join(map(str, record.ended.scores))
        raise MoonflightError(f"{path}: the scores on record are others: {words}.")


class _Enough(Exception):
    """All that was wanted, or all there is, has been told."""


class _Absent:
    """Sits where the record of a person ends."""

    def act(self, table: Table, seat: Seat) -> Act:
        raise _Enough

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        raise _Enough


class _Replay:
    """A recorded game on a table of its own, told to a screen.

    A person answers as recorded. So does an AI card of itself, and if its acts are on record too
    they have to be the same again.
    """

    def __init__(
        self, record: Record, deck: AIDeck, screen: Terminal, why: bool, open_hands: bool
    ) -> None:
        self._header = header = record.header
        self._settings = header.settings()
        self._screen = screen
        standing = [note for at, note in enumerate(record.notes) if record.stands(at)]
        self._notes = sorted(standing, key=lambda note: note.answers)
        self._given = 0
        theirs = iter([each for each in record.answers if each.seat - 1 in header.persons])
        watched = [each for each in record.answers if each.seat - 1 not in header.persons]
        self._due = iter(watched)
        followers = {
            number: deck.follower(seat.jack)
            for number, seat in enumerate(header.seats)
            if seat.player == "ai"
        }
        players: list[Player] = []
        for number in range(len(header.seats)):
            player: Player | None = followers.get(number)
            if player is None:
                player = RecordedPlayer(_Absent(), theirs, self._check, self._tell_notes)
            elif watched:
                player = RecordedPlayer(player, iter(()), self._check)
            players.append(player)
        self._table = set_up(self._settings, deck.catalogue, players)
        if header.score_mode:
            self._table.variant = ScoreMode(self._table)
        viewer = header.persons[0] if header.persons else None
        seen = open_hands or header.open_hands
        narrator = Narrator(viewer, followers if why else {}, open_hands=seen)
        self._show = tell_aloud(self._table, narrator, screen)

    def tell(self, last: int | None) -> list[int] | None:
        """Tell the game up to round ``last``; return the scores if it comes to its end."""
        header, screen, table = self._header, self._screen, self._table
        titles = [table.title(number) for number in range(len(header.seats))]
        you = "".join(f" You are {titles[number]}." for number in header.persons)
        screen.say(f"{', '.join(titles)}. Seed {header.seed}.{you}")
        if last is not None:
            _stop_after(table, last)
        try:
            outcome = play(table, self._settings)
        except _Enough:
            if last is None or table.round <= last:
                self._tell_notes()
                self._show()
                screen.say(f"The record ends here, in round {table.round}.", "bold")
            return None
        finally:
            self._show()
        if header.score_mode:
            say_rank(outcome, screen)
        return list(outcome.scores)

    def _tell_notes(self, answer: Answer | None = None) -> None:
        """Tell the notes made since the answer before the next one."""
        due = [note_line(note) for note in self._notes if note.answers == self._given]
        self._given += 1
        if due:
            self._show()
        for words in due:
            self._screen.say(words, "bold italic")

    def _check(self, answer: Answer) -> None:
        """Compare what an AI card does with what is on record."""
        due = next(self._due, None)
        if due is None:
            raise _Enough
        keys = ("seat", "round", "ask", "answer")
        if any(getattr(due, key) != getattr(answer, key) for key in keys):
            raise ReplayMismatch(
                f'the record says "{due.answer}" in round {due.round}, and the AI card of seat '
                f'{answer.seat} "{answer.answer}" in round {answer.round}.',
                due,
            )


def _stop_after(table: Table, last: int) -> None:
    listen = table.listener

    def limited(event: Event) -> None:
        if event.kind == "round" and event.number > last:
            raise _Enough
        assert listen is not None
        listen(event)

    table.listener = limited

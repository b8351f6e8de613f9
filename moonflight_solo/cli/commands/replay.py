"""`moonflight replay`: a recorded game told again, act by act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.commands.notes import note_line
from moonflight_solo.cli.game.gamefile import deck_of
from moonflight_solo.cli.game.log import tell_aloud
from moonflight_solo.cli.game.narrator import Teller
from moonflight_solo.cli.game.setup import AIDeck
from moonflight_solo.cli.game.witness import Witness
from moonflight_solo.cli.output.terminal import Terminal, terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import Answer, Record, RecordedPlayer, ReplayMismatch, read_record
from moonflight_solo.records.saves import find
from moonflight_solo.rules.game import play, set_up
from moonflight_solo.rules.state import Act, Event, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode, rank


class _Enough(Exception):
    """All that was wanted, or all there is, has been told."""


@click.command()
@click.argument("game", required=False, metavar="[NAME | FILE]")
@click.option("--why", is_flag=True, help="Say for each act of an AI card why it was taken.")
@click.option(
    "--to",
    "last",
    type=click.IntRange(min=1),
    metavar="ROUND",
    help="Stop at the end of this round.",
)
@click.option("--open-hands", is_flag=True, help="Name everybody's hidden cards too.")
@options.look
def command(
    game: str | None, why: bool, last: int | None, open_hands: bool, plain: bool, no_color: bool
) -> None:
    """Tell a recorded game act by act, finished or not, with its notes.

    The game last played, or the one named: a name that moonflight saves lists, which may be cut
    short, or a file, also one made by moonflight watch --record.
    """
    path = find(game)
    record = read_record(path)
    deck = deck_of(record.header, path)
    replay = _Replay(record, deck, terminal(plain=plain, color=not no_color), why, open_hands)
    try:
        scores = replay.tell(last)
    except ReplayMismatch as error:
        place = f"{path}{record.place(error.answer)}"
        raise MoonflightError(f"{place}: {error}") from None
    if record.ended is not None and scores not in (None, record.ended.scores):
        told = ", ".join(map(str, record.ended.scores))
        raise MoonflightError(f"{path}: the scores on record are others: {told}.")


class _Replay:
    """A recorded game on a table of its own, told to a screen."""

    def __init__(
        self, record: Record, deck: AIDeck, screen: Terminal, why: bool, open_hands: bool
    ) -> None:
        header = record.header
        self._header = header
        self._settings = header.settings()
        self._screen = screen
        self._notes = _Notes(record)
        witnesses = {
            number: Witness(deck.follower(seat.jack), explaining=why)
            for number, seat in enumerate(header.seats)
            if seat.player == "ai"
        }
        teller = Teller(
            header.persons[0] if header.persons else None,
            open_hands=open_hands or header.open_hands,
            followed=lambda number: witnesses[number].followed if number in witnesses else "",
        )
        players = self._players(record, witnesses)
        self._table = set_up(self._settings, deck.catalogue, players)
        if header.score_mode:
            self._table.variant = ScoreMode(self._table)
        self._show = tell_aloud(self._table, teller, screen, witnesses if why else {})

    def _players(self, record: Record, witnesses: Mapping[int, Witness]) -> list[Player]:
        """Return persons who answer as recorded, and AI players, checked if they are on record."""
        persons = self._header.persons
        theirs = iter([answer for answer in record.answers if answer.seat - 1 in persons])
        watched = [answer for answer in record.answers if answer.seat - 1 not in persons]
        checked: Mapping[int, Player] = witnesses
        if watched:
            due = iter(watched)
            checked = {number: _Checked(each, due) for number, each in witnesses.items()}
        person = RecordedPlayer(_Absent(), theirs, _never, self._tell_notes)
        return [checked.get(number, person) for number in range(len(self._header.seats))]

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
        if header.score_mode and outcome.finished:
            earned = rank(outcome.scores[0])
            screen.say(f"You are a {earned.name}. {earned.saying}", "bold")
        return list(outcome.scores)

    def _tell_notes(self, answer: Answer | None = None) -> None:
        due = self._notes.before_next_answer()
        if due:
            self._show()
        for words in due:
            self._screen.say(words, "bold italic")


class _Notes:
    """The notes of a record, each to be told before the answer that it was made at."""

    def __init__(self, record: Record) -> None:
        standing = [note for at, note in enumerate(record.notes) if record.stands(at)]
        self._notes = sorted(standing, key=lambda note: note.answers)
        self._given = 0

    def before_next_answer(self) -> list[str]:
        """Return the notes made since the answer before the next one."""
        due = [note_line(note) for note in self._notes if note.answers == self._given]
        self._given += 1
        return due


class _Absent:
    """Sits where the record of a person ends."""

    def act(self, table: Table, seat: Seat) -> Act:
        raise _Enough

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        raise _Enough


class _Checked(RecordedPlayer):
    """An AI player whose acts and answers are on record too, and have to be the same again."""

    def __init__(self, inner: Player, answers: Iterator[Answer]) -> None:
        super().__init__(inner, iter(()), self._check)
        self._due = answers

    def _check(self, answer: Answer) -> None:
        due = next(self._due, None)
        if due is None:
            raise _Enough
        if (due.seat, due.round, due.ask, due.answer) != (
            answer.seat,
            answer.round,
            answer.ask,
            answer.answer,
        ):
            raise ReplayMismatch(
                f'the record says "{due.answer}" in round {due.round}, and the AI card of seat '
                f'{answer.seat} "{answer.answer}" in round {answer.round}.',
                due,
            )


def _never(answer: Answer) -> None:
    raise AssertionError("nobody is there to answer")


def _stop_after(table: Table, last: int) -> None:
    listen = table.listener

    def limited(event: Event) -> None:
        if event.kind == "round" and event.number > last:
            raise _Enough
        assert listen is not None
        listen(event)

    table.listener = limited

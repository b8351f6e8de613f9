"""Players of your own: a class or a function in Python that sees what its seat may see."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from functools import cache, partial
from inspect import isclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from moonflight_solo.ai_cards.player import Explanation
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.decision import Decision, TablePosition
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.possible_answers import Beginning, Choice
from moonflight_solo.rules.state import Act, Event, Question, Seat, Table
from moonflight_solo.rules.table_view import SeenEvent, seen_by, table_view

_ENDING: Final = ".py"
_OTHERS: Final = (str(Path(__file__).parent.parent), "<frozen importlib")
Bot = Callable[..., Any]
"""A class with ``act`` and ``choose``, or a function, of a
:class:`~moonflight_solo.rules.table_view.TableView`.

With ``cheats = True`` it gets the whole table too. A class is created anew for each game.
"""

GIVEN_PLAYERS: dict[str, Bot] = {}
"""Players given as classes or functions to this process, by name."""


def named_in_file(words: str) -> bool:
    """Return whether ``words`` name a player of your own, as "FILE.py:NAME" or by `given_name`."""
    return words in GIVEN_PLAYERS or words.rpartition(":")[0].casefold().endswith(_ENDING)


def given_name(bot: Bot) -> str:
    """Return a name by which this process knows ``bot`` from now on.

    Raises :class:`UsageError` for anything that cannot play.
    """
    title: str = getattr(bot, "__name__", type(bot).__name__)
    _refuse_other(bot, repr(bot))
    names = (name for name, each in GIVEN_PLAYERS.items() if each is bot)
    free = (f"{title} {number}" if number > 1 else title for number in count(1))
    name = next(names, None) or next(each for each in free if each not in GIVEN_PLAYERS)
    GIVEN_PLAYERS[name] = bot
    return name


def _refuse_other(bot: object, subject: str) -> None:
    """Raise :class:`UsageError` for anything that cannot play."""
    if not (callable(getattr(bot, "act", None)) or (callable(bot) and not isclass(bot))):
        raise UsageError(f"{subject} cannot play: {_WANTED}.")


_WANTED: Final = 'give a class with "act" and "choose", or a function of the view'


@cache
def bot_named(words: str) -> Bot:
    """Return the class or function that ``words`` name; see `named_in_file`.

    Raises :class:`UsageError` if it is not there or cannot play.
    """
    if words in GIVEN_PLAYERS:
        return GIVEN_PLAYERS[words]
    file, _, name = words.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise UsageError(f'there is no file "{file}" with a player in it.')
    spec = importlib.util.spec_from_file_location(f"moonflight_player_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        with _prints_of(words):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UsageError(f"{file} cannot be imported: {_fault(error)}.") from error
    bot: Bot | None = getattr(module, name, None)
    if bot is None:
        raise UsageError(f'{file} has no player called "{name}"; {_WANTED}.')
    _refuse_other(bot, words)
    return bot


def absolute(words: str) -> str:
    """Return the name of a player with the whole path of its file, if it has one."""
    file, _, name = words.rpartition(":")
    return f"{Path(file).absolute()}:{name}" if file and named_in_file(words) else words


def jack_said_by(words: str) -> str:
    """Return the ``jack`` that a player of your own says it plays; raises :class:`UsageError`."""
    jack = getattr(bot_named(words), "jack", None)
    if not isinstance(jack, str):
        raise UsageError(f'say which Jack {words} plays, such as "clay:{words}".')
    return jack


def _prints_of(name: str) -> AbstractContextManager[object]:
    """Return a context in which a player from a file prints to stderr: stdout is for answers."""
    return nullcontext() if name in GIVEN_PLAYERS else redirect_stdout(sys.stderr)


def _fault(error: BaseException) -> str:
    """Return an error with the last line of the player's own code that it passed, if any."""
    stack = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in stack if not frame.filename.startswith(_OTHERS)]
    problem = f"{type(error).__name__}: {error}".rstrip(": .")
    return f"{problem} (line {lines[-1]})" if lines else problem


class OwnPlayer:
    """A player of your own in a seat; raises :class:`MoonflightError` for its errors.

    ``lot`` names its random numbers. ``past`` returns what a seat has seen before the table
    at which the player begins to listen.
    """

    def __init__(self, bot: Bot, name: str, lot: str) -> None:
        self.name = name
        self._cheats = bool(getattr(bot, "cheats", False))
        try:
            with _prints_of(name):
                player: Any = bot() if isclass(bot) else bot
        except (Exception, SystemExit) as error:
            raise MoonflightError(f"{name} cannot be made: {_fault(error)}.") from error
        self._acting: Bot = getattr(player, "act", player)
        self._choosing: Bot = getattr(player, "choose", self._acting)
        self._lot = lot
        self._number = 0
        self._act: Act = PASS
        self._heard: list[Event] = []
        self._table: Table | None = None
        self.past: Callable[[int], Iterable[SeenEvent]] = lambda _: ()

    def begin(self, table: Table) -> None:
        """Listen to the table from now on."""
        self._table, before = table, table.listener

        def listen(event: Event) -> None:
            self._heard.append(event)
            if before is not None:
                before(event)

        table.listener = listen

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that the class or function chooses."""
        answer = self._answer(self._acting, table, seat, None)
        assert not isinstance(answer, Choice)
        self._act = answer
        return answer

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the indexes that the class or function chooses."""
        answer = self._answer(self._choosing, table, seat, question)
        assert isinstance(answer, Choice)
        return answer.indexes

    def explain(self, table: Table, seat: Seat) -> Explanation:
        """Return the last act; nothing is known about the reasons."""
        because = f"{self.name} chose it."
        return Explanation("", self._act, notation(self._act, table, seat), (), because)

    def _answer(
        self, ask: Bot, table: Table, seat: Seat, question: Question | None
    ) -> Act | Choice:
        """Ask until the answer is whole: it may be given a part at a time."""
        if self._table is not table:
            self.begin(table)
        begun: Act | Choice | None = None
        while True:
            self._number += 1
            lot = f"{self._lot} {table.round} {table.acts + table.acted} {self._number}"
            decision = Decision(TablePosition(table, question), seat.number, begun)
            past = partial(self._events, seat.number)
            view = table_view(table, seat, question, begun, lot, past)
            try:
                with _prints_of(self.name):
                    answer = ask(view, table) if self._cheats else ask(view)
            except MoonflightError:
                raise
            except (Exception, SystemExit) as error:
                raise MoonflightError(f"{self.name}: {_fault(error)}.") from error
            try:
                if isinstance(answer, str):
                    answer = decision.read(answer)
                elif isinstance(answer, list | tuple | range):
                    answer = Choice(tuple(answer))
                elif type(answer) is int and question is not None:
                    answer = Choice((answer,))
                decision.refuse(answer)
            except MoonflightError as error:
                problem = f"{self.name} answers {answer!r}, which is not one of view.legal"
                why = "" if repr(answer) in str(error) else f": {str(error).rstrip('.')}"
                raise MoonflightError(f"{problem}{why}.") from error
            if not isinstance(answer, Beginning):
                return answer  # type: ignore[no-any-return]
            begun = answer.answer

    def _events(self, seat: int) -> Iterable[SeenEvent]:
        yield from self.past(seat)
        yield from filter(None, (seen_by(seat, event) for event in self._heard))

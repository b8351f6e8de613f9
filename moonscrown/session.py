"""A person's game of Moonscrown: input, recording, undo and resuming."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from rich.text import Text

from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.menu import (
    NOTHING_TO_LEAVE,
    Command,
    Menu,
    Steps,
    back_and_forth,
    last_of,
)
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.cli.output.text_layout import flow
from moonflight_solo.errors import DataError, MoonflightError
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Answer, CannotRecord, Ended, Entry, OtherAnswers, RecordFile
from moonflight_solo.records.saved_games import (
    RECORDED_NOW,
    UNRECORDED,
    forget_untouched,
    resume_command,
)
from moonscrown.decktet import Card, named, rules
from moonscrown.game import (
    DRAWING,
    FOLD,
    SHELF,
    Action,
    GreedyPlayer,
    IllegalAction,
    Player,
    Round,
    Seat,
    Standing,
    Told,
    parse_action,
    play,
)
from moonscrown.narrator import Narrator, asked_for, face, table_lines

ACTIONS: Final = (
    ("NUMBER", "the action with that number, which it keeps all round; 0 folds"),
    ("add CARD", "to your display, which must then meet one condition of the pile"),
    ("pile CARD", "and your display must meet all conditions of that card"),
    ("pile CARD, add CARD", "both; names may be cut short"),
    ("fold", "leave the round"),
)
ANY_WIDTH: Final = 10_000
AFTER: Final = ("again", "undo", "replay", "quit")
"""The choices after a game."""

T = TypeVar("T")


class Left(Exception):
    """Raised when the person leaves."""


class Another(Exception):
    """Raised when the person wants another game."""


class Session:
    """One game with a person in the first seat, continued from the end of its record.

    It is the player in that seat: it replays the recorded answers, then prompts for more.
    ``invites`` says whether to prompt for a choice after the end.
    """

    def __init__(self, keyboard: Keyboard, file: RecordFile, *, invites: bool = False) -> None:
        self.screen = screen = keyboard.terminal
        self.keyboard = keyboard
        self.file = file
        self._invites = invites
        self._greeting = ""
        self._numbers = ActionNumbers()
        self._menu = Menu(
            screen,
            Command(
                "suits",
                "what every suit asks for on the pile",
                lambda rest: screen.say_all(asked_for()),
            ),
            Command("table", "the table and the choices again", lambda rest: self._show()),
            Command("hint", "what a greedy player would do in your place", self._hint),
            Command("log [NUMBER]", "what has happened so far", self._log),
            *back_and_forth(file.record, self._keep),
            Command("rules", "how the game is played", lambda rest: screen.say_all(rules())),
            Command("save", "how the game is kept", lambda rest: screen.say(self._how_again())),
            Command("help", "this list; also ?", lambda rest: self._menu.help(ACTIONS)),
            Command("quit", "leave the game, which is kept", self._quit),
        )

    def play(self, greeting: str = "") -> Standing | None:
        """Play to the end, and offer choices then; return ``None`` if the person left.

        Raises :class:`Another` for another game, and :class:`MoonflightError` if the input ends
        first or the record does not fit.
        """
        self._greeting = greeting
        with self.file:
            while True:
                try:
                    return self._played()
                except OtherAnswers as back:
                    self._greeting = str(back)
                except Left:
                    nothing = "You left before your first decision; nothing is kept."
                    untouched = self.file.record.untouched
                    self.screen.say(nothing if untouched else f"You left. {self._how_again()}")
                    forget_untouched(self.file, SHELF)
                    return None
                except EOFError:
                    raise MoonflightError(
                        f"the input has ended before the game was over. {self._how_again()}"
                    ) from None

    def moments(self) -> list[Moment]:
        """Replay the record to moments; raises if it does not fit the game."""
        found: list[Moment] = []
        nowhere = terminal(plain=True, file=io.StringIO())
        known = RecordFile(self.file.record, self.file.path)
        player = Session(_NoKeyboard(nowhere), known)
        narrator = Narrator(nowhere, you=0)

        def keep(*table: tuple[str, str]) -> None:
            found.append(Moment(player._round, tuple(narrator.history), table))
            narrator.history.clear()

        def tell(told: Told) -> None:
            narrator.tell(told)
            keep(*table_lines(told.table, told.table.seats[0]))

        with suppress(Left):
            narrator.end(player._run(narrator, tell))
            keep()
        return found

    def _how_again(self) -> str:
        """Return how to resume the game."""
        if not self.file.catch_up() or self.file.path is None:
            return "The game is not kept: it could not be written."
        again = resume_command(self.file.path, SHELF)
        return f"Every answer is kept. The game goes on with: {again}"

    def _keep(self, entry: Entry) -> None:
        """Record an entry; if that fails, the game goes on unrecorded."""
        if isinstance(entry, Ended) and self.file.record.ended is not None:
            return
        recorded = self.file.recording
        try:
            self.file.write(entry)
        except CannotRecord as error:
            self.screen.say(f"{error} {UNRECORDED}", "red")
        if self.file.recording and not recorded:
            self.screen.say(RECORDED_NOW)

    def _played(self) -> Standing:
        narrator = Narrator(self.screen, you=0)
        narrator.quiet = bool(self.file.record.answers)
        standing = self._run(narrator, narrator.tell)
        narrator.quiet = False
        narrator.end(standing)
        self._keep(Ended("end", self._round, standing.scores(), standing.winners()[0] + 1))
        if self._invites:
            self._ask_what_now()
        return standing

    def _run(self, narrator: Narrator, tell: Callable[[Told], None]) -> Standing:
        """Play the recorded game from the start, logging events with ``tell``."""
        start = self.file.record.header
        self._given = list(self.file.record.answers)
        self._round = 1
        self._narrator = narrator

        def hear(told: Told) -> None:
            self._round = told.number
            tell(told)

        players: list[Player] = [self, *(GreedyPlayer() for _ in start.seats[1:])]
        return play(players, start.seed, drawing=start.edition == DRAWING, listener=hear)

    def _ask_what_now(self) -> None:
        """Prompt until the person leaves; other choices raise."""
        while True:
            try:
                words = self.keyboard.read(
                    f"{', '.join(AFTER)}? [Enter: leave] > ", lambda: Offer(answers=AFTER)
                ).casefold()
            except EOFError:
                return
            if words in ("", "q", "exit") or "quit".startswith(words):
                return
            if "again".startswith(words):
                raise Another
            if "undo".startswith(words):
                self.file.record.undo("", self._keep)
            if "replay".startswith(words):
                Stepper(self.moments(), self.keyboard).run()
            else:
                self.screen.say(f'"{words}" is none of these.', "red")

    # -- the player

    def act(self, table: Round, seat: Seat) -> Action:
        """Return the recorded action, or prompt until a legal one is typed."""

        def meant(words: str) -> Action:
            action = parse_action(words, seat.hand)
            fault = table.fault(seat, action)
            if fault is not None:
                raise IllegalAction(f"That cannot be done: {fault}.")
            return action

        actions = list(table.actions(seat))
        numbered = self._numbers.of(actions, self._round)
        again = self._again("act", meant)
        if again is not None:
            return again
        self._table, self._seat = table, seat
        self._offer = partial(self._list, numbered)
        self._show()
        return self._typed("act", numbered, list(map(str, actions)), meant)

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card to put aside, from the record or typed."""

        def meant(words: str) -> Card:
            return named(words, cards)

        again = self._again("prize", meant)
        if again is not None:
            return again
        self._table, self._seat = table, seat
        self._offer = partial(self._list_prizes, cards)
        self._offer()
        return self._typed("prize", dict(enumerate(cards, 1)), [c.name for c in cards], meant)

    def _again(self, ask: str, meant: Callable[[str], T]) -> T | None:
        """Return the next recorded answer, parsed; at the end of the record print the greeting."""
        if not self._given:
            self._narrator.quiet = False
            if self._greeting:
                self.screen.say(self._greeting, "bold")
                self._greeting = ""
            return None
        answer = self._given.pop(0)
        try:
            if (answer.ask, answer.round) != (ask, self._round):
                raise IllegalAction("something else is asked there")
            return meant(answer.answer)
        except MoonflightError as error:
            raise DataError(
                f"{self.file.path}{self.file.record.place(answer)}",
                f'"{answer.answer}" in round {answer.round} does not fit the game: {error}',
                "play it with the release that made it",
            ) from None

    # -- input

    def _typed(
        self, ask: str, choices: Mapping[int, T], names: Sequence[str], meant: Callable[[str], T]
    ) -> T:
        """Prompt for a choice by number or name, and record it."""
        while True:
            words = self._read(names)
            number = counting_number(words)
            try:
                if number is not None and number not in choices:
                    raise IllegalAction(f"Nothing you can do now has the number {words}.")
                chosen = meant(words) if number is None else choices[number]
            except MoonflightError as error:
                self._menu.complain(str(error))
                continue
            self._keep(Answer(1, self._round, names[list(choices.values()).index(chosen)], ask))
            return chosen

    def _read(self, names: Sequence[str]) -> str:
        """Return the next line that is not a command."""
        while True:
            words = self.keyboard.read("> ", lambda: Offer(self._menu.lines(), names))
            first, _, rest = words.partition(" ")
            name = self._menu.SHORT.get(first.casefold(), first.casefold())
            if not words:
                self.screen.say("Type the number of an action, or help.")
            elif name == "back":
                self.screen.say(NOTHING_TO_LEAVE)
            elif name in self._menu.known:
                self._menu.carry_out(name, rest)
            else:
                return words

    def _hint(self, rest: str) -> None:
        table, seat, greedy = self._table, self._seat, GreedyPlayer()
        if table.winner() is seat:
            would = greedy.prize(table, seat, table.prizes(seat)).name
        else:
            act = greedy.act(table, seat)
            (number,) = self._numbers.of([act], self._round)
            would = f"{act} ({number})"
        self.screen.say(f"A greedy player would: {would}")

    def _log(self, rest: str) -> None:
        self.screen.say_all(last_of(self._narrator.history, rest))

    def _quit(self, rest: str) -> None:
        raise Left

    # -- output

    def _list(self, actions: Mapping[int, Action]) -> None:
        """List the actions by number, grouped by the card put on the pile."""
        groups: dict[str, list[str]] = {}
        for number, action in actions.items():
            pile, add = action.pile, action.add
            group = (f"pile {pile.name}, add" if pile else "add") if add else "pile" if pile else ""
            card = add or pile
            groups.setdefault(group, []).append(f"{number} {card.name if card else action}")
        width = ANY_WIDTH if self.screen.plain else self.screen.width - 4
        for group, found in groups.items():
            chips = [f"{group}:"] * bool(group) + [f"{each}," for each in found[:-1]] + found[-1:]
            # Keep a number on one line with its card.
            for at, row in enumerate(flow([Text(each) for each in chips], width, 1)):
                self.screen.say(f"{'    ' if at else '  '}{row.plain}")

    def _list_prizes(self, cards: Sequence[Card]) -> None:
        self.screen.say("You are the only one left. Which card do you put aside?", "bold")
        for number, card in enumerate(cards, 1):
            self.screen.say(f"  {number:>2}  {face(card)} for {card.rank}")

    def _show(self) -> None:
        for words, style in table_lines(self._table, self._seat):
            self.screen.say(words, style)
        self._offer()


class ActionNumbers:
    """Numbers actions: each keeps its own as long as a round lasts, and to fold is always 0."""

    def __init__(self) -> None:
        self._round = 0
        self._known: dict[str, int] = {}

    def of(self, actions: Sequence[Action], number: int) -> dict[int, Action]:
        """Return the actions of round ``number`` by their numbers."""
        if number != self._round:
            self._round, self._known = number, {str(FOLD): 0}
        for action in actions:
            self._known.setdefault(str(action), len(self._known))
        return {self._known[str(action)]: action for action in actions}


class _NoKeyboard(Keyboard):
    """A keyboard without a person, who leaves where the record ends."""

    def read(self, *_: object) -> str:
        """Raise `Left`."""
        raise Left


# ---------------------------------------------------------------------------------- stepping


@dataclass(frozen=True)
class Moment:
    """What was logged about one event, and the table after it."""

    round: int
    told: tuple[str, ...]
    table: tuple[tuple[str, str], ...]


class Stepper(Steps):
    """Steps through the moments of a game from the keyboard."""

    def __init__(self, moments: Sequence[Moment], keyboard: Keyboard) -> None:
        super().__init__(keyboard, [moment.round for moment in moments])
        self._moments = moments

    def show(self) -> None:
        """Show the log of the moment, and the table after it."""
        moment = self._moments[self.at]
        self.terminal.clear()
        self.terminal.say_all(moment.told)
        for words, style in moment.table:
            self.terminal.say(words, style)

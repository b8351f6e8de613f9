"""A person's game of Moonscrown: what she types, kept as it is given, taken back, gone on with."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from moonflight_solo.cli.game.history import History, OtherAnswers
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.output.terminal import Terminal, terminal
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Answer, CannotRecord, Ended, Entry, RecordFile
from moonscrown.decktet import Card, named, rules
from moonscrown.game import Standing, Told, play
from moonscrown.kept import DRAWING
from moonscrown.narrator import Narrator, asked_for, face, table_lines
from moonscrown.players import GreedyPlayer, Player
from moonscrown.round import Action, IllegalAction, Round, Seat, parse_action
from moonscrown.stepper import Moment, Stepper

HELP: Final = (
    ("NUMBER", "the action with that number"),
    ("add CARD", "to your display, which must then meet one condition of the pile"),
    ("pile CARD", "and your display must meet all conditions of that card"),
    ("pile CARD, add CARD", "both; names may be cut short"),
    ("fold", "leave the round"),
    ("suits", "what every suit asks for on the pile"),
    ("table", "the table again"),
    ("hint", "what a greedy player would do in your place"),
    ("log [NUMBER]", "what has happened so far"),
    ("undo [NUMBER | round]", "take back decisions"),
    ("redo [NUMBER | all]", "make them again"),
    ("rules", "how the game is played"),
    ("save", "how the game is kept"),
    ("quit", "leave the game, which is kept"),
)
SHORT: Final = {"?": "help", "h": "help", "exit": "quit", "q": "back"}
NOTHING_TO_LEAVE: Final = "There is nothing to go back from; quit leaves the game."
AFTER: Final = ("again", "undo", "replay", "quit")
"""What may be done after a game."""
LOG_LINES: Final = 20

T = TypeVar("T")


class Left(Exception):
    """The person has had enough for now."""


class Another(Exception):
    """The person wants another game after this one."""


class Session:
    """One game with a person in the first seat, gone on with where its record ends.

    ``again`` is the command that goes on with it, "" for a game that is not kept. ``invites`` says
    whether there is anybody to ask what is to come after its end.
    """

    def __init__(
        self,
        screen: Terminal,
        keyboard: Keyboard,
        file: RecordFile,
        again: str,
        *,
        invites: bool = False,
    ) -> None:
        self.invites = invites
        self.screen = screen
        self.keyboard = keyboard
        self.file = file
        self.again = again

    def play(self, greeting: str = "") -> Standing | None:
        """Play to the end, tell it, and ask what is wanted then; ``None`` if the person left.

        Raises :class:`Another` if that is another game, and :class:`MoonflightError` when the
        input ends first, or for a record that does not fit.
        """
        with self.file:
            while True:
                try:
                    standing = self._play(greeting)
                    if self.invites:
                        self._ask_what_now()
                    return standing
                except OtherAnswers as back:
                    greeting = back.words
                except Left:
                    path = self.file.path
                    if path is not None and self.file.record.untouched:
                        path.unlink(missing_ok=True)
                        self.screen.say("You left before your first decision; nothing is kept.")
                    else:
                        self.screen.say(f"You left. {self.how_again()}")
                    return None
                except EOFError:
                    raise MoonflightError(
                        f"the input has ended before the game was over. {self.how_again()}"
                    ) from None

    def person(self, narrator: Narrator, greeting: str = "") -> Person:
        """Return the person as a player, who first gives the answers on record again."""
        return Person(self, narrator, greeting)

    def how_again(self) -> str:
        """Return how the game can be gone on with."""
        if not self.again:
            return "The game is not kept: it could not be written."
        return f"Every answer is kept. The game goes on with: {self.again}"

    def _play(self, greeting: str) -> Standing:
        start = self.file.record.header
        narrator = Narrator(self.screen, you=0)
        person = self.person(narrator, greeting)
        players: list[Player] = [person, *(GreedyPlayer() for _ in start.seats[1:])]
        narrator.quiet = bool(person.given)

        def tell(told: Told) -> None:
            person.round = told.number
            narrator.tell(told)

        standing = play(players, start.seed, drawing=start.edition == DRAWING, listener=tell)
        narrator.quiet = False
        narrator.end(standing)
        scores = standing.scores()
        winners = standing.winners()
        self.keep(Ended("end", person.round, scores, winners[0] + 1))
        return standing

    def _ask_what_now(self) -> None:
        """Ask until the person leaves; what else she wants is raised."""
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
                self.history.undo()
            if "replay".startswith(words):
                Stepper(self.moments(), self.screen, self.keyboard).run()
            else:
                self.screen.say(f'"{words}" is none of these.', "red")

    @property
    def history(self) -> History:
        """The answers, to take back and make again."""
        return History(self.file.record, self.keep)

    def moments(self) -> list[Moment]:
        """Return the game as far as its record goes; raises if that does not fit the game."""
        found: list[Moment] = []
        nowhere = terminal(plain=True, file=io.StringIO())
        narrator = Narrator(nowhere, you=0)
        known = RecordFile(self.file.record, self.file.path)
        person = Session(nowhere, _NoKeyboard(nowhere), known, "").person(narrator)
        start = self.file.record.header

        def tell(told: Told) -> None:
            person.round, before = told.number, len(narrator.history)
            narrator.tell(told)
            table = table_lines(told.table, told.table.seats[0])
            found.append(Moment(told.number, tuple(narrator.history[before:]), tuple(table)))

        players: list[Player] = [person, *(GreedyPlayer() for _ in start.seats[1:])]
        with suppress(Left):
            standing = play(players, start.seed, drawing=start.edition == DRAWING, listener=tell)
            before = len(narrator.history)
            narrator.end(standing)
            found.append(Moment(person.round, tuple(narrator.history[before:]), ()))
        return found

    def keep(self, entry: Entry) -> None:
        """Put an entry on record; if it cannot be written the game goes on unrecorded."""
        if isinstance(entry, Ended) and self.file.record.ended is not None:
            return
        try:
            self.file.write(entry)
        except CannotRecord as error:
            self.again = ""
            self.screen.say(f"{error} The game goes on, but is not kept.", "red")


class _NoKeyboard(Keyboard):
    """Nobody types: where the record ends, the person leaves."""

    def read(self, *_: object) -> str:
        """Leave."""
        raise Left


class Person:
    """Gives the answers on record again, then asks for each; ``given`` are those still to come."""

    def __init__(self, session: Session, narrator: Narrator, greeting: str) -> None:
        self.given = list(session.file.record.answers)
        self.round = 1
        self._session = session
        self._screen = session.screen
        self._narrator = narrator
        self._greeting = greeting

    def act(self, table: Round, seat: Seat) -> Action:
        """Return the action on record, or the one typed; asks again until it is possible."""
        again = self._again("act")
        if again is not None:
            return self._fitting(again, lambda: parse_action(again.answer, seat.hand))
        self._welcome()
        self._show(table, seat)
        actions = list(table.actions(seat))
        self._list(actions)

        def meant(words: str) -> Action:
            number = counting_number(words)
            if number is not None and 1 <= number <= len(actions):
                return actions[number - 1]
            action = parse_action(words, seat.hand)
            fault = table.fault(seat, action)
            if fault is not None:
                raise IllegalAction(f"That cannot be done: {fault}.")
            return action

        names = [str(action) for action in actions]
        while True:
            words = self._read(names, table, seat)
            try:
                action = meant(words)
            except (UsageError, IllegalAction) as error:
                self._screen.say(str(error), "red")
                continue
            self._session.keep(Answer(1, self.round, str(action)))
            return action

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card on record or typed, to be put aside."""
        again = self._again("prize")
        if again is not None:
            return self._fitting(again, lambda: named(again.answer, cards))
        self._welcome()
        self._screen.say("You are the only one left. Which card do you put aside?", "bold")
        for number, card in enumerate(cards, 1):
            self._screen.say(f"  {number:>2}  {face(card)} for {card.points}")
        while True:
            words = self._read([card.name for card in cards], table, seat)
            number_typed = counting_number(words)
            try:
                if number_typed is not None and 1 <= number_typed <= len(cards):
                    card = cards[number_typed - 1]
                else:
                    card = named(words, cards)
            except UsageError as error:
                self._screen.say(str(error), "red")
                continue
            self._session.keep(Answer(1, self.round, card.name, "prize"))
            return card

    # -- the record

    def _again(self, ask: str) -> Answer | None:
        if not self.given:
            return None
        answer = self.given.pop(0)
        if (answer.ask, answer.round) != (ask, self.round):
            raise self._misfit(answer, "something else is asked there")
        return answer

    def _fitting(self, answer: Answer, read: Callable[[], T]) -> T:
        try:
            return read()
        except MoonflightError as error:
            raise self._misfit(answer, str(error)) from None

    def _misfit(self, answer: Answer, why: str) -> DataError:
        place = f"{self._session.file.path}{self._session.file.record.place(answer)}"
        problem = f'"{answer.answer}" in round {answer.round} does not fit the game: {why}'
        return DataError(place, problem, "play it with the release that made it")

    def _welcome(self) -> None:
        """Say what has still to be said once the answers on record have all been given."""
        if self._narrator.quiet:
            self._narrator.quiet = False
        if self._greeting:
            self._screen.say(self._greeting, "bold")
            self._greeting = ""

    # -- what is typed

    def _read(self, answers: list[str], table: Round, seat: Seat) -> str:
        """Return the next line that is no command."""
        commands: dict[str, Callable[[str], None]] = {
            "help": lambda rest: self._help(),
            "suits": lambda rest: self._screen.say_all(asked_for()),
            "table": lambda rest: self._show(table, seat),
            "hint": lambda rest: self._hint(table, seat),
            "log": self._log,
            "undo": self._session.history.undo,
            "redo": self._session.history.redo,
            "rules": lambda rest: self._screen.say_all(rules()),
            "save": lambda rest: self._screen.say(self._session.how_again()),
            "back": lambda rest: self._screen.say(NOTHING_TO_LEAVE),
            "quit": self._quit,
        }
        offered = [*answers, *commands]
        while True:
            words = self._session.keyboard.read("> ", lambda: Offer(answers=offered))
            first, _, rest = words.partition(" ")
            name = SHORT.get(first.casefold(), first.casefold())
            if not words:
                self._screen.say("Type the number of an action, or help.")
            elif name in commands:
                try:
                    commands[name](rest.strip())
                except MoonflightError as error:
                    self._screen.say(str(error), "red")
            else:
                return words

    def _help(self) -> None:
        for usage, words in HELP:
            plain = self._screen.plain
            self._screen.say(f"{usage}: {words}" if plain else f"  {usage:<23}{words}")

    def _hint(self, table: Round, seat: Seat) -> None:
        winner = table.winner() is seat
        greedy = GreedyPlayer()
        would = greedy.prize(table, seat, table.prizes(seat)) if winner else greedy.act(table, seat)
        self._screen.say(f"A greedy player would: {getattr(would, 'name', would)}")

    def _log(self, rest: str) -> None:
        number = counting_number(rest) if rest else LOG_LINES
        if not number:
            raise UsageError("say log, or log and how many lines.")
        self._screen.say_all(self._narrator.history[-number:])

    def _quit(self, rest: str) -> None:
        try:
            words = self._session.keyboard.read("Leave the game, which is kept? [Enter: yes] > ")
        except EOFError:
            words = ""
        if words.casefold() in ("", "y", "yes", "q", "quit"):
            raise Left

    # -- what is shown

    def _list(self, actions: Sequence[Action]) -> None:
        """List the actions by number, those that put the same card on the pile together."""
        groups: dict[str, list[str]] = {}
        for number, action in enumerate(actions, 1):
            group, what = _grouped(action)
            groups.setdefault(group, []).append(f"{number} {what}")
        for group, found in groups.items():
            self._screen.say(f"  {group + ': ' if group else ''}{', '.join(found)}")

    def _show(self, table: Round, seat: Seat) -> None:
        for words, style in table_lines(table, seat):
            self._screen.say(words, style)


def _grouped(action: Action) -> tuple[str, str]:
    """Return what an action is listed under, and what it is called there."""
    if action.add is not None:
        return f"pile {action.pile.name}, add" if action.pile else "add", action.add.name
    return ("pile", action.pile.name) if action.pile else ("", str(action))

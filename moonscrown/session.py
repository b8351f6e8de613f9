"""A person's game of Moonscrown: input, recording, undo and resuming."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from rich.text import Text

from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.menu import (
    NOTHING_TO_LEAVE,
    Command,
    Menu,
    back_and_forth,
    help_lines,
    last_of,
    read_answer,
)
from moonflight_solo.cli.output.text_layout import flow, wrap
from moonflight_solo.errors import DataError, MoonflightError, with_capital
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Answer, CannotRecord, Ended, Entry, OtherAnswers, RecordFile
from moonflight_solo.records.saved_games import (
    RECORDED_NOW,
    UNRECORDED,
    forget_untouched,
    resume_command,
)
from moonflight_solo.values import Value
from moonscrown.decktet import Card, card_named, rules
from moonscrown.game import (
    DRAWING,
    FOLD,
    SHELF,
    Action,
    GameEvent,
    GreedyPlayer,
    IllegalAction,
    Player,
    Round,
    Seat,
    Standing,
    parse_action,
    play,
)
from moonscrown.narrator import (
    CardNumbers,
    Moment,
    Narrator,
    Stepper,
    conditions_in_words,
    table_lines,
)

ACTS: Final = (
    ("NUMBER", "the card with that number (numbers stay the same all round); 0 folds"),
    ("add CARD", "add a card to your display, which must then meet one condition of the pile"),
    ("pile CARD", "put a card on the pile; your display must meet all its conditions"),
    ("pile CARD, add CARD", "do both; names may be shortened"),
    ("fold", "leave the round"),
)
NEWS: Final = 5
"""How many lines of the log stand on the screen."""
PILE: Final = "Which card do you put on the pile? 0 folds."
ADD: Final = "Which card do you add to your display? back: choose the pile again."
PRIZE: Final = "You are the only player left. Which card do you put aside?"
AFTER: Final = ("again", "undo", "replay", "quit")
"""The choices after a game."""

Parse = Callable[[str], Action | Card]
"""Reads an answer in words; raises :class:`MoonflightError` for what is none."""


class Question(Value):
    """What is asked for: one of some cards, each with what it stands for.

    That is an answer, or the question for another card. ``usual`` is what Enter stands for, and
    ``before`` returns the question to go back to; ``None`` for nothing.
    """

    words: str
    answers: Mapping[Card, Any]
    usual: Any = None
    before: Callable[[], Question] | None = None


def pile_question(actions: Sequence[Action]) -> Question:
    """Return the question for one of these actions: for a card for the pile, then one to add."""

    def question_to_add(pile: Card | None) -> Question:
        cards = {action.add: action for action in actions if action.add and action.pile is pile}
        alone = Action(pile)
        usual = alone if pile and alone in actions else None
        return Question(ADD, cards, usual, lambda: pile_question(actions))

    piles = {action.pile: question_to_add(action.pile) for action in actions if action.pile}
    return Question(PILE, piles, question_to_add(None))


class PersonLeft(Exception):
    """Raised when the person leaves."""


class Session:
    """One game with a person in the first seat, continued from the end of its record.

    It is the player in that seat: it replays the recorded answers, then prompts for more.
    ``invites`` says whether to prompt for a choice after the end.
    """

    _question: Question

    def __init__(self, keyboard: Keyboard, file: RecordFile, *, invites: bool = False) -> None:
        self.keyboard, self.screen, self.file = keyboard, keyboard.terminal, file
        self._invites = invites
        self._greeting = ""
        self._numbers = CardNumbers()
        self._replays = False
        self._message = ""
        self._menu = Menu(
            self.screen,
            Command(
                "suits",
                "the condition that each suit sets on the pile",
                lambda rest: self._look(conditions_in_words()),
            ),
            Command("table", "the table and the choices again", lambda rest: self._show()),
            Command("hint", "what a greedy player would do in your place", self._hint),
            Command(
                "log [NUMBER]",
                "what has happened so far",
                lambda rest: self._look(last_of(self._narrator.history, rest)),
            ),
            *back_and_forth(file.record, self._keep),
            Command("rules", "how the game is played", lambda rest: self._look(rules())),
            Command("save", "where the game is saved", lambda rest: self._tell(self._how_again())),
            Command("help", "this list; also ?", lambda rest: self._help()),
            Command("quit", "leave the game; it is saved", self._quit),
        )

    def play(self, greeting: str = "") -> bool:
        """Play to the end, and offer choices then; return whether to play another game.

        Raises :class:`MoonflightError` if the input ends first or the record does not fit.
        """
        self._greeting = greeting
        with self.file:
            while True:
                try:
                    return self._play_to_end()
                except OtherAnswers as back:
                    self._greeting = str(back)
                except PersonLeft:
                    nothing = "You left before your first decision; nothing is saved."
                    untouched = self.file.record.untouched
                    self.screen.say(nothing if untouched else f"You left. {self._how_again()}")
                    forget_untouched(self.file, SHELF)
                    return False
                except EOFError:
                    raise MoonflightError(
                        f"the input ended before the game was over. {self._how_again()}"
                    ) from None

    def moments(self) -> list[Moment]:
        """Replay the record to moments; raises if it does not fit the game."""
        moments: list[Moment] = []
        narrator = Narrator(self.screen, you=0, quiet=True)

        def tell(event: GameEvent) -> None:
            narrator.tell(event)
            table = tuple(table_lines(event.table, event.table.seats[0]))
            moments.append(Moment(self._round, narrator.take(), table))

        self._replays = True
        with suppress(PersonLeft):
            narrator.end(self._replay(narrator, tell))
            moments.append(Moment(self._round, narrator.take(), ()))
        self._replays = False
        return moments

    def _how_again(self) -> str:
        """Return how to resume the game."""
        if not self.file.catch_up() or self.file.path is None:
            return "The game is not saved: it could not be written."
        command = resume_command(self.file.path, SHELF)
        return f"Every answer is saved. Continue the game with: {command}"

    def _keep(self, entry: Entry) -> None:
        """Record an entry; if that fails, the game goes on unrecorded."""
        recorded = self.file.recording
        try:
            self.file.write(entry)
        except CannotRecord as error:
            self.screen.say(f"{error} {UNRECORDED}", "red")
        if self.file.recording and not recorded:
            self.screen.say(RECORDED_NOW)

    def _play_to_end(self) -> bool:
        """Play and record the game to its end; return whether to play another."""
        quiet = bool(self.file.record.answers) or not self.screen.plain
        narrator = Narrator(self.screen, you=0, quiet=quiet)
        standing = self._replay(narrator, narrator.tell)
        narrator.quiet = False
        narrator.end(standing)
        if self.file.record.ended is None:
            scores, winner = standing.scores(), standing.winners()[0]
            self._keep(Ended("end", self._round, scores, winner + 1))
        return self._invites and self._wants_another()

    def _replay(self, narrator: Narrator, tell: Callable[[GameEvent], None]) -> Standing:
        """Play the recorded game from the start, logging events with ``tell``."""
        start = self.file.record.header
        self._answers = list(self.file.record.answers)
        self._narrator = narrator

        def hear(event: GameEvent) -> None:
            self._round = event.number
            tell(event)

        players: list[Player] = [self, *(GreedyPlayer() for _ in start.seats[1:])]
        return play(players, start.seed, drawing=start.edition == DRAWING, listener=hear)

    def _wants_another(self) -> bool:
        """Prompt until the person leaves or wants another game; an undo step raises."""
        asked = f"{', '.join(AFTER)}? > "
        while True:
            try:
                words = self.keyboard.read(asked, lambda: Offer(answers=AFTER)).casefold()
            except EOFError:
                return False
            if not words:
                continue
            if words in ("q", "exit") or "quit".startswith(words):
                return False
            if "again".startswith(words):
                return True
            if "undo".startswith(words):
                self.file.record.undo("", self._keep)
            if "replay".startswith(words):
                Stepper(self.moments(), self.keyboard).step_through()
            else:
                self.screen.say(f'"{words}" is not one of the choices.', "red")

    # -- the player

    def act(self, table: Round, seat: Seat) -> Action:
        """Return the recorded action, or prompt until a legal one is typed."""

        def parse(words: str) -> Action:
            action = parse_action(words, seat.hand)
            why = table.why_illegal(seat, action)
            if why is not None:
                raise IllegalAction(f"That is not possible: {why}.")
            return action

        action: Action = self._answer(table, seat, pile_question([*table.actions(seat)]), parse)
        return action

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card to put aside, from the record or typed."""
        question = Question(PRIZE, {card: card for card in cards})
        card: Card = self._answer(table, seat, question, lambda name: card_named(name, cards))
        return card

    def _answer(self, table: Round, seat: Seat, first: Question, parse: Parse) -> Any:
        """Return the next recorded answer; at the end of the record greet, ask, and record."""
        kind, cards = ("prize", first.answers) if first.words == PRIZE else ("act", seat.hand)
        self._numbers.see(cards, self._round)
        if self._answers:
            return self._recorded(self._answers.pop(0), kind, parse)
        if self._replays:
            raise PersonLeft
        self._table, self._seat, self._narrator.quiet = table, seat, not self.screen.plain
        greeting, self._greeting = self._greeting, ""
        if greeting:
            self._tell(greeting)
        question = first
        while isinstance(answer := self._typed(question, parse), Question):
            question = answer
            if not question.answers and question.usual is None:
                self._tell("None of your cards can be added: put one on the pile.")
                question = first
        self._keep(Answer(1, self._round, str(answer), kind))
        return answer

    def _recorded(self, recorded: Answer, kind: str, parse: Parse) -> Action | Card:
        """Return what a record has, which must answer this ``kind``; raises :class:`DataError`."""
        try:
            if (recorded.ask, recorded.round) != (kind, self._round):
                raise IllegalAction("something else is asked there")
            return parse(recorded.answer)
        except MoonflightError as error:
            raise DataError(
                f"{self.file.path}{self.file.record.place(recorded)}",
                f'"{recorded.answer}" in round {recorded.round} does not fit the game: {error}',
                "play it with the release that made it",
            ) from None

    # -- input

    def _typed(self, question: Question, parse: Parse) -> Any:
        """Ask until there is an answer, in words read by ``parse``; return what it stands for."""
        self._question = question
        while True:
            self._show()
            words = self._read_line()
            try:
                if words == "back":
                    if question.before is None:
                        raise IllegalAction(NOTHING_TO_LEAVE)
                    return question.before()
                if not words:
                    if question.usual is None:
                        raise IllegalAction("Type a number or a name.")
                    return question.usual
                if words == "0" and question.words == PILE:
                    return FOLD
                number = counting_number(words)
                if number is not None:
                    for card, answer in question.answers.items():
                        if self._numbers.of(card) == number:
                            return answer
                    raise IllegalAction(f"No card that you can choose now has the number {words}.")
                if words.split()[0] in ("add", "pile", "fold"):
                    return parse(words)
                return question.answers[card_named(words, [*question.answers])]
            except MoonflightError as error:
                self._tell(with_capital(str(error)))

    def _read_line(self) -> str:
        """Return the next line that is not a command."""
        names = [card.name for card in self._question.answers]
        prompt = "> " if self._question.usual is None else "[Enter: none] > "
        while True:
            words = self.keyboard.read(
                prompt, lambda: Offer(self._menu.offer().lines, names), self._show
            )
            first, _, rest = words.partition(" ")
            name = self._menu.SHORT.get(first.casefold(), first.casefold())
            if name not in self._menu.commands:
                return "back" if name == "back" else words
            self._menu.carry_out(name, rest)
            if not self.screen.plain:
                self._show()

    def _hint(self, rest: str) -> None:
        """Say what a greedy player would do: the prize it would take, or its action."""
        table, seat, greedy = self._table, self._seat, GreedyPlayer()
        prizes = table.prizes(seat) if table.winner() is seat else ()
        would = greedy.prize(table, seat, prizes) if prizes else greedy.act(table, seat)
        self._tell(f"A greedy player would: {would}")

    def _quit(self, rest: str) -> None:
        raise PersonLeft

    # -- output

    def _tell(self, words: str) -> None:
        """Say something: on a screen, above the question."""
        self._message = words
        if self.screen.plain:
            self.screen.say(words)

    def _look(self, lines: Iterable[str]) -> None:
        """Show what was looked up, page by page."""
        read_answer(self.keyboard, lambda out: out.say_all(lines))

    def _help(self) -> None:
        rows = [*ACTS, *((command.usage, command.help) for command in self._menu.commands.values())]
        read_answer(self.keyboard, lambda out: out.say_all(help_lines(rows, out)))

    def _show(self) -> None:
        """Show the table and the question; a screen also shows the latest of the log."""
        screen, question = self.screen, self._question
        table = [*table_lines(self._table, self._seat)]
        cards = sorted(question.answers, key=self._numbers.of)
        chips = [f"{self._numbers.of(card)}) {card.name}" for card in cards]
        chips = chips or ["none of your cards can be"]
        if screen.plain:
            prompt = question.words, f"  {'  '.join(chips)}"
            screen.say_all([*(words for words, _ in table), *prompt])
            return
        width = screen.width - 1
        above = [row for words, style in table for row in wrap(words, width, style)]
        below = [*wrap(self._message, width, "red"), *wrap(question.words, width, "bold")]
        below += [Text("  ") + row for row in flow([Text(chip) for chip in chips], width - 2, 2)]
        latest = self._narrator.history[-NEWS:]
        news = [row for words in latest for row in wrap(words, width, "dim")]
        room = screen.height - 1 - len(above) - len(below)
        rows = news[-room:] if room > 0 else []
        self._message = ""
        screen.clear()
        screen.say_all([*above, *rows, *[Text()] * (room - len(rows)), *below])

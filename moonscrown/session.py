"""A person's game of Moonscrown: input, recording, undo and resuming."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

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
from moonflight_solo.cli.output.terminal import terminal
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
from moonscrown.decktet import Card, named, rules
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
    Question,
    Stepper,
    asked_for,
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

BACK: Final = "back"

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
        self.keyboard, self.screen, self.file = keyboard, keyboard.terminal, file
        self._invites = invites
        self._greeting = ""
        self._numbers = CardNumbers()
        self._question: Question | None = None
        self._message = ""
        self._menu = Menu(
            self.screen,
            Command(
                "suits",
                "the condition that each suit sets on the pile",
                lambda rest: self._look(asked_for()),
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

    def play(self, greeting: str = "") -> Standing | None:
        """Play to the end, and offer choices then; return ``None`` if the person left.

        Raises :class:`Another` for another game, and :class:`MoonflightError` if the input ends
        first or the record does not fit.
        """
        self._greeting = greeting
        with self.file:
            while True:
                try:
                    return self._play_to_end()
                except OtherAnswers as back:
                    self._greeting = str(back)
                except Left:
                    nothing = "You left before your first decision; nothing is saved."
                    untouched = self.file.record.untouched
                    self.screen.say(nothing if untouched else f"You left. {self._how_again()}")
                    forget_untouched(self.file, SHELF)
                    return None
                except EOFError:
                    raise MoonflightError(
                        f"the input ended before the game was over. {self._how_again()}"
                    ) from None

    def moments(self) -> list[Moment]:
        """Replay the record to moments; raises if it does not fit the game."""
        moments: list[Moment] = []
        nowhere = terminal(plain=True, file=io.StringIO())
        record = RecordFile(self.file.record, self.file.path)
        player = Session(_NoKeyboard(nowhere), record)
        narrator = Narrator(nowhere, you=0)

        def keep(*table: tuple[str, str]) -> None:
            moments.append(Moment(player._round, tuple(narrator.history), table))
            narrator.history.clear()

        def tell(event: GameEvent) -> None:
            narrator.tell(event)
            keep(*table_lines(event.table, event.table.seats[0]))

        with suppress(Left):
            narrator.end(player._run(narrator, tell))
            keep()
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

    def _play_to_end(self) -> Standing:
        narrator = Narrator(self.screen, you=0)
        narrator.quiet = bool(self.file.record.answers) or not self.screen.plain
        result = self._run(narrator, narrator.tell)
        narrator.quiet = False
        narrator.end(result)
        if self.file.record.ended is None:
            self._keep(Ended("end", self._round, result.scores(), result.winners()[0] + 1))
        if self._invites:
            self._ask_what_now()
        return result

    def _run(self, narrator: Narrator, tell: Callable[[GameEvent], None]) -> Standing:
        """Play the recorded game from the start, logging events with ``tell``."""
        start = self.file.record.header
        self._recorded = list(self.file.record.answers)
        self._round = 1
        self._narrator = narrator

        def hear(event: GameEvent) -> None:
            self._round = event.number
            tell(event)

        players: list[Player] = [self, *(GreedyPlayer() for _ in start.seats[1:])]
        return play(players, start.seed, drawing=start.edition == DRAWING, listener=hear)

    def _ask_what_now(self) -> None:
        """Prompt until the person leaves; other choices raise."""
        asked = f"{', '.join(AFTER)}? > "
        while True:
            try:
                words = self.keyboard.read(asked, lambda: Offer(answers=AFTER)).casefold()
            except EOFError:
                return
            if not words:
                continue
            if words in ("q", "exit") or "quit".startswith(words):
                return
            if "again".startswith(words):
                raise Another
            if "undo".startswith(words):
                self.file.record.undo("", self._keep)
            if "replay".startswith(words):
                Stepper(self.moments(), self.keyboard).run()
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

        self._numbers.see(seat.hand, self._round)
        recorded = self._replayed("act", parse)
        if recorded is not None:
            return recorded
        self._table, self._seat, acts = table, seat, list(table.actions(seat))
        while True:
            piles = {act.pile.name: act.pile for act in acts if act.pile is not None}
            pile = self._ask_for(Question(PILE, tuple(piles.values()), "none"), parse)
            cards = {act.add.name: act.add for act in acts if act.add and act.pile is pile}
            act: Any
            if isinstance(pile, Action):
                act = pile
            elif pile is None and not cards:
                self._tell("None of your cards can be added: put one on the pile.")
                continue
            else:
                pile_only = Action(pile) in acts and pile is not None
                adding = Question(ADD, tuple(cards.values()), "none" if pile_only else "")
                card = self._ask_for(adding, parse)
                act = card if card is BACK or isinstance(card, Action) else Action(pile, card)
            if act is not BACK:
                self._keep(Answer(1, self._round, str(act), "act"))
                return act  # type: ignore[no-any-return]

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card to put aside, from the record or typed."""
        self._numbers.see(cards, self._round)
        recorded = self._replayed("prize", lambda words: named(words, cards))
        if recorded is not None:
            return recorded
        self._table, self._seat = table, seat
        card: Card = self._ask_for(Question(PRIZE, tuple(cards), ""))
        self._keep(Answer(1, self._round, card.name, "prize"))
        return card

    def _replayed(self, ask: str, parse: Callable[[str], T]) -> T | None:
        """Return the next recorded answer, parsed; at the end of the record print the greeting."""
        if not self._recorded:
            self._narrator.quiet = not self.screen.plain
            greeting, self._greeting = self._greeting, ""
            if greeting:
                self._tell(greeting)
            return None
        answer = self._recorded.pop(0)
        try:
            if (answer.ask, answer.round) != (ask, self._round):
                raise IllegalAction("something else is asked there")
            return parse(answer.answer)
        except MoonflightError as error:
            raise DataError(
                f"{self.file.path}{self.file.record.place(answer)}",
                f'"{answer.answer}" in round {answer.round} does not fit the game: {error}',
                "play it with the release that made it",
            ) from None

    # -- input

    def _ask_for(self, question: Question, parse: Callable[[str], Action] | None = None) -> Any:
        """Ask for a card until there is an answer: the card, ``None`` for Enter's choice, `BACK`,
        or what ``parse`` makes of other words.
        """
        self._question = question
        while True:
            self._show()
            words = self._read([card.name for card in question.cards])
            try:
                if words in ("", "back"):
                    if words and question.words == ADD:
                        return BACK
                    if words:
                        raise IllegalAction(NOTHING_TO_LEAVE)
                    if not question.usual:
                        raise IllegalAction("Type a number or a name.")
                    return None
                if words == "0" and question.words == PILE:
                    return FOLD
                number = counting_number(words)
                if number is None and parse and words.split()[0] in ("add", "pile", "fold"):
                    return parse(words)
                by_number = {self._numbers.of(card): card for card in question.cards}
                if number is not None and number not in by_number:
                    raise IllegalAction(f"No card that you can choose now has the number {words}.")
                return by_number[number] if number is not None else named(words, question.cards)
            except MoonflightError as error:
                self._tell(with_capital(str(error)))

    def _read(self, names: Sequence[str]) -> str:
        """Return the next line that is not a command."""
        assert self._question is not None
        prompt = f"[Enter: {self._question.usual}] > " if self._question.usual else "> "
        while True:
            words = self.keyboard.read(
                prompt, lambda: Offer(self._menu.offer().lines, names), self._show
            )
            first, _, rest = words.partition(" ")
            name = self._menu.SHORT.get(first.casefold(), first.casefold())
            if name not in self._menu.known:
                return "back" if name == "back" else words
            self._menu.carry_out(name, rest)
            if not self.screen.plain:
                self._show()

    def _hint(self, rest: str) -> None:
        table, seat, greedy = self._table, self._seat, GreedyPlayer()
        prizes = table.prizes(seat) if table.winner() is seat else ()
        would = greedy.prize(table, seat, prizes).name if prizes else greedy.act(table, seat)
        self._tell(f"A greedy player would: {would}")

    def _quit(self, rest: str) -> None:
        raise Left

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
        rows = [*ACTS, *((each.usage, each.help) for each in self._menu.known.values())]
        read_answer(self.keyboard, lambda out: out.say_all(help_lines(rows, out)))

    def _show(self) -> None:
        """Show the table and the question; a screen also shows the latest of the log."""
        screen, question = self.screen, self._question
        assert question is not None
        table = [*table_lines(self._table, self._seat)]
        cards = sorted(question.cards, key=self._numbers.of)
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
        shown = news[-room:] if room > 0 else []
        self._message = ""
        screen.clear()
        screen.say_all([*above, *shown, *[Text()] * (room - len(shown)), *below])


class _NoKeyboard(Keyboard):
    """A keyboard without a person, who leaves where the record ends."""

    def read(self, *_: object) -> str:
        """Raise `Left`."""
        raise Left

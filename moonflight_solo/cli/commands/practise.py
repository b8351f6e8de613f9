"""`moonflight practise`: positions in which one act is surely the best, as screens of a game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Final

from msgspec.structs import replace

from moonflight_solo.cli import args
from moonflight_solo.cli.game.coaching import reviews_at, rounds_for
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.menu import Command
from moonflight_solo.cli.game.person import Person
from moonflight_solo.cli.game.session import sit_down
from moonflight_solo.cli.game.table_commands import Quit
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.why import gain_in_words
from moonflight_solo.coach.kept_reviews import kept_reviews
from moonflight_solo.coach.practice import OwnPosition, Position, Practice
from moonflight_solo.coach.review import decision_in_words
from moonflight_solo.errors import MoonflightError, with_capital
from moonflight_solo.recorded_games.decks import AIDeck, ai_deck
from moonflight_solo.recorded_games.replayed_game import ReplayedGame
from moonflight_solo.recorded_games.start import PERSON, GameStart, open_record
from moonflight_solo.records import Answer, Record
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.values import IdentityValue
from moonflight_solo.warning import warn

BEST_ACT: Final = "What is your best act?"


class Exercise(IdentityValue):
    """A game up to a decision of its person, who gave ``answers`` before; ``what`` is looked for.

    ``judge`` returns of a decision whether it is right, and in sentences what it costs and why.
    """

    what: str
    start: GameStart
    answers: Sequence[Answer]
    judge: Callable[[str], tuple[bool, str]]

    def decide(self, keyboard: Keyboard, greeting: str) -> tuple[str, Person]:
        """Ask for the decision as in a game; return it in words, and who can be told about it.

        Raises `EOFError` at the end of the input, :class:`table_commands.Quit`, and
        :class:`MoonflightError` for a game that ends before the decision.
        """
        decided: list[Answer] = []

        def keep(answer: Answer) -> None:
            if not answer.auto:
                decided.append(answer)
                raise GameStop

        person, table = sit_down(self.start, keyboard, deque(self.answers), keep)
        person.commands.add(Command("hint", "comes after your decision", _hint))
        del person.commands.commands["save"]
        person.greet(greeting)
        with suppress(GameStop):
            play(table, self.start.header.settings())
        if not decided:
            raise MoonflightError("this game ends before the decision.")
        return decision_in_words(decided[0].ask, decided[0].answer), person


def _hint(_: str) -> None:
    raise MoonflightError("decide first; then you see the best act.")


def exercise(position: Position | OwnPosition) -> Exercise:
    """Return a position as it is asked; raises `MoonflightError` if its game cannot be replayed."""
    if isinstance(position, Position):
        settings, deck = Settings(position.jacks, position.seed), ai_deck(catalogue(), (), {})
        start, before = (GameStart.new(settings, deck, by) for by in ({0: PERSON}, {}))
        given = _answers_before(position.act, before)
        return Exercise(BEST_ACT, start, given, partial(_judge, position))
    decision, (record, deck, _) = position.decision, open_record(position.game)
    judge = partial(_review, position, record, deck)
    what = BEST_ACT if decision.ask == "act" else "What is your best answer?"
    return Exercise(what, GameStart(record.header, deck), record.answers[: decision.given], judge)


def _answers_before(act: int, start: GameStart) -> list[Answer]:
    """Return what the first seat's AI card answers before its act number ``act``, from 0."""
    answers: list[Answer] = []

    def keep(answer: Answer) -> None:
        if answer.seat == 1:
            if answer.ask == "act" and sum(each.ask == "act" for each in answers) == act:
                raise GameStop
            answers.append(answer)

    ReplayedGame(Record(start.header), start.deck, keep).play()
    return answers


def _judge(position: Position, choice: str) -> tuple[bool, str]:
    """Judge a choice by what the simulated games of the position say it costs, if it was tried."""
    (best, _), (other, cost) = list(position.costs.items())[:2]
    if choice == best:
        verdict = f"Right. The next best, {other}, costs {gain_in_words(cost, alone=False)}."
    elif choice in position.costs:
        cost = position.costs[choice]
        verdict = f"{choice} costs {gain_in_words(cost, alone=False)}: {best} is the best act."
    else:
        verdict = f"{choice} was not simulated; {best} is the best act."
    return choice == best, with_capital(verdict + _why(position.reason))


def _review(position: OwnPosition, record: Record, deck: AIDeck, choice: str) -> tuple[bool, str]:
    """Judge a choice by a review of the game in which it is made."""
    made, at = position.decision, position.decision.given
    yours = f"In your game {made.act} cost {gain_in_words(made.cost, alone=made.alone)}."
    if choice == made.best:
        return True, f"Right. {yours}{_why(made.reason)}"
    reviews = [made]
    if choice != made.act:
        noted = choice.removeprefix(decision_in_words(made.ask, ""))
        answer = replace(record.answers[at], answer=noted)
        there = Record(record.header, [*record.answers[:at], answer])
        reviews = reviews_at(there, deck, rounds_for(len(record.answers)), (at,))
    for review in reviews:
        if review.mistake:
            cost = gain_in_words(review.cost, alone=review.alone)
            verdict = f"{choice} costs {cost}: {review.best} is better.{_why(review.reason)}"
            return False, with_capital(verdict)
    return True, f"Right: nothing is surely better than {choice}. {yours}"


def _why(reason: str) -> str:
    return f" Why: {reason}." if reason else ""


@args.command()
def practise(
    number: int | None = args.number("How many positions to practise with (10 by default)."),
    screen: Terminal = args.person_screen,
) -> None:
    """Find the best act in positions where one is surely best, or where you missed it in a game.

    Mistakes that the coach found in your saved games come first, then positions of the program,
    measured in 4,000 simulated games. A position you miss comes back tomorrow, one you solve after
    3, 7, 21 and 60 days. quit ends it.
    """
    practice, keyboard = Practice.read(kept_reviews()), Keyboard(screen)
    due = practice.due(date.today())[: number or 10]
    for at, position in enumerate(due, 1):
        try:
            task = exercise(position)
            choice, person = task.decide(keyboard, f"Position {at} of {len(due)}. {task.what}")
            right, verdict = task.judge(choice)
            practice.keep_answer(position, date.today(), right=right)
            person.tell(verdict)
        except MoonflightError as error:
            warn(error)
        except (EOFError, Quit):
            break
    verdict = practice.progress(date.today())
    screen.say(verdict if due else f"Nothing is due today. {verdict}", "bold")

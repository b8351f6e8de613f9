"""A position to practise with as it is asked: the table, the choices, and what an answer costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from moonflight_solo.cli.game.coaching import ROUNDS_IN_ALL, replayed
from moonflight_solo.cli.game.prompts import prompt_for
from moonflight_solo.cli.game.start import deck_of
from moonflight_solo.cli.output.view import View, view
from moonflight_solo.cli.output.why import gain_in_words
from moonflight_solo.coach.practice import OwnPosition, Position
from moonflight_solo.coach.review import ROUNDS_EACH, ReviewedDecision, Reviewer
from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.records import ReplayMismatch, read_record
from moonflight_solo.records.saved_games import find
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Question, Table
from moonflight_solo.values import IdentityValue

ACT = "Your best act?"


class Exercise(IdentityValue):
    """The table of a position, what is asked there, and the choices.

    ``judge`` returns of a choice whether it is right, and in sentences what it costs and why.
    """

    seen: View
    asks: str
    choices: Sequence[str]
    judge: Callable[[str], tuple[bool, str]]


def exercise(position: Position | OwnPosition) -> Exercise | None:
    """Return a position as it is asked, ``None`` if its game cannot be played again."""
    if isinstance(position, OwnPosition):
        try:
            return _own_exercise(position)
        except (MoonflightError, ReplayMismatch):
            return None

    def judge(answer: str) -> tuple[bool, str]:
        (best, _), (other, cost) = list(position.costs.items())[:2]
        if answer == best:
            told = f"Right. The next best, {other}, costs {_cost(cost)}."
        else:
            told = f"{answer} costs {_cost(position.costs[answer])}: {best} is the best act."
        return answer == best, told + _why(position.reason)

    return Exercise(view(position.table(catalogue()), 0), ACT, _in_order(position.costs), judge)


def _own_exercise(position: OwnPosition) -> Exercise:
    path, made = find(position.game), position.decision
    record = read_record(path)
    rounds = min(ROUNDS_EACH, ROUNDS_IN_ALL / max(1, len(record.answers)))

    def wanted(number: int, _: Table) -> bool:
        return number == made.given

    game, again = replayed(record, deck_of(record.header, path), wanted, _Stopping)
    game.play()

    def judge(answer: str) -> tuple[bool, str]:
        yours = f"In your game {made.act} cost {_cost(made.cost, made.alone)}."
        if answer == made.best:
            return True, f"Right. {yours}{_why(made.reason)}"
        found = made if answer == made.act else again.reviewed(answer, rounds)
        if found is None or not found.mistake:
            return True, f"Right: nothing is surely better than {answer}. {yours}"
        cost = _cost(found.cost, found.alone)
        return False, f"{answer} costs {cost}: {found.best} is better.{_why(found.reason)}"

    table = game.table
    seat, question = table.seats[record.header.persons[0]], again.question
    asks = ACT if question is None else prompt_for(question, table, seat).words
    return Exercise(view(table, seat.number), asks, _in_order(again.choices), judge)


class _Stopping(Reviewer):
    """Stops the game at one decision, where any other can be reviewed."""

    choices: Mapping[str, object]
    question: Question | None

    def _decided(
        self,
        look: Callable[..., ReviewedDecision | None],
        decision: object,
        tried: Callable[[], Mapping[str, object]],
        question: Question | None = None,
    ) -> None:
        given = self._given()
        if given is not None:
            self.choices, self.question = tried(), question
            self._look = look
            self._at = given
            raise GameStop

    def reviewed(self, choice: str, rounds: float) -> ReviewedDecision | None:
        """Return the review of a choice there."""
        return self._look(self.choices[choice], self._at, self._policies, rounds)


def _in_order(choices: Mapping[str, object]) -> list[str]:
    return sorted(choices, key=lambda each: (each == "pass", each))


def _why(reason: str) -> str:
    return f" Why: {reason}." if reason else ""


def _cost(cost: Estimate, alone: bool = False) -> str:
    return gain_in_words(cost, alone=alone)

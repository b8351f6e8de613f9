"""A position to practise with: the table, the choices there, and what each costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from moonflight_solo.cli.game.coaching import reviewed, reviews_at, rounds_for
from moonflight_solo.cli.game.start import deck_of
from moonflight_solo.cli.opponents import AIDeck
from moonflight_solo.cli.output.view import View, view
from moonflight_solo.cli.output.why import gain_in_words
from moonflight_solo.coach.practice import OwnPosition, Position
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.records import Record, read_record
from moonflight_solo.records.saved_games import find
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Table
from moonflight_solo.values import IdentityValue


class Exercise(IdentityValue):
    """The table of a position, what to choose, an act or an answer, and the choices.

    ``judge`` returns of a choice whether it is right, and in sentences what it costs and why.
    """

    seen: View
    what: str
    choices: Sequence[str]
    judge: Callable[[str], tuple[bool, str]]


def exercise(position: Position | OwnPosition) -> Exercise:
    """Return a position as it is asked; raises `MoonflightError` if its game cannot be replayed."""
    if isinstance(position, Position):
        seen = view(position.table(catalogue()), 0)
        return Exercise(seen, "act", [*position.costs], partial(_judged, position))
    path, made, tables = find(position.game), position.decision, list[View]()
    record = read_record(path)
    deck, own = deck_of(record.header, path), record.header.persons[0]

    def stopped(number: int, table: Table) -> bool:
        if number == made.given:
            tables.append(view(table, own))
            raise GameStop
        return False

    reviewed(record, deck, stopped)
    what = "act" if made.ask == "act" else "answer"
    return Exercise(tables[0], what, made.offered, partial(_reviewed, position, record, deck))


def _judged(position: Position, choice: str) -> tuple[bool, str]:
    (best, _), (other, cost) = list(position.costs.items())[:2]
    if choice == best:
        told = f"Right. The next best, {other}, costs {_cost(cost)}."
    else:
        told = f"{choice} costs {_cost(position.costs[choice])}: {best} is the best act."
    return choice == best, told + _why(position.reason)


def _reviewed(position: OwnPosition, record: Record, deck: AIDeck, choice: str) -> tuple[bool, str]:
    """Judge a choice by a review of the game in which it is made."""
    made, at = position.decision, position.decision.given
    yours = f"In your game {made.act} cost {_cost(made.cost, made.alone)}."
    if choice == made.best:
        return True, f"Right. {yours}{_why(made.reason)}"
    found = [made]
    if choice != made.act:
        answer = replace(record.answers[at], answer=choice.removeprefix(f"{made.ask} "))
        there = Record(record.header, [*record.answers[:at], answer])
        found = reviews_at(there, deck, rounds_for(len(record.answers)), (at,))
    for each in found:
        if each.mistake:
            cost = _cost(each.cost, each.alone)
            return False, f"{choice} costs {cost}: {each.best} is better.{_why(each.reason)}"
    return True, f"Right: nothing is surely better than {choice}. {yours}"


def _why(reason: str) -> str:
    return f" Why: {reason}." if reason else ""


def _cost(cost: Estimate, alone: bool = False) -> str:
    return gain_in_words(cost, alone=alone)

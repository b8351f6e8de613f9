"""Where readings of a line part: the smallest table on which they do different things."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

from moonflight_solo.ai_cards.card import AICard, AILine, read_otherwise
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.underspecified.cards import stack_named
from moonflight_solo.check.small_tables.generator import small_tables
from moonflight_solo.check.small_tables.of_games import game_tables
from moonflight_solo.check.small_tables.outcomes import (
    Outcome,
    alone,
    outcome,
    plans,
    reset_outcome,
)
from moonflight_solo.check.small_tables.shrink import shrunk
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.scenario import Scenario
from moonflight_solo.wording.ast import Line, PlayAct
from moonflight_solo.wording.canonical import canonical

_MOST_TABLES = 1_500
_GAMES = 6


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A table on which readings of a line part, and what the card does there by each of them.

    ``does`` says it in words and ``outcomes`` as data, in the order of the readings; a reading
    that cannot be followed at all has no outcome.
    """

    scenario: Scenario
    does: tuple[str, ...]
    outcomes: tuple[Outcome | None, ...]

    @property
    def pairs(self) -> int:
        """How many pairs of the readings do different things here."""
        return _pairs([each and each.deed for each in self.outcomes])


def disagreement(
    card: AICard,
    line: AILine,
    meanings: Sequence[Line],
    catalogue: Catalogue,
    rulings: Rulings | None = None,
) -> Disagreement | None:
    """Return the smallest table on which as many as can be of the readings of ``line`` disagree.

    ``meanings`` are readings of ``line``, one of the lines of ``card``. ``None`` if no table was
    found on which the card does different things.
    """
    return Readings(card, line, meanings, catalogue, rulings).most_apart()


class Readings:
    """Several readings of one line of a card, each played by the card as it would then be."""

    def __init__(
        self,
        card: AICard,
        line: AILine,
        meanings: Sequence[Line],
        catalogue: Catalogue,
        rulings: Rulings | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._line = line
        self._card = card
        self._rulings = rulings
        self._followers: list[AICardPlayer | None] = []
        self._problems: list[str] = []
        self._alone: list[AICardPlayer] = []
        single: list[AICard] = []
        for meaning in meanings:
            otherwise = read_otherwise(card, line, meaning)
            try:
                self._followers.append(AICardPlayer(otherwise, catalogue, rulings))
            except DataError as error:
                self._followers.append(None)
                self._problems.append(error.problem)
                continue
            self._problems.append("")
            single.append(alone(otherwise, _same_place(otherwise, line)))
            self._alone.append(AICardPlayer(single[-1], catalogue, rulings))
        self._aims_differ = len({aim(meaning) for meaning in meanings}) > 1
        self._rows = self._look(self._tables(single))

    def most_apart(self) -> Disagreement | None:
        """Return the smallest table on which as many pairs of readings as can be disagree."""
        best = max((_pairs(keys) for _, keys in self._rows), default=0)
        if best == 0:
            return None
        scenario = next(scenario for scenario, keys in self._rows if _pairs(keys) == best)
        return self._shown(shrunk(scenario, lambda less: _pairs(self._keys(less)) >= best))

    def between(self, one: int, other: int) -> Disagreement | None:
        """Return the smallest table on which two of the readings, by number, disagree."""
        for scenario, keys in self._rows:
            if _apart(keys, one, other):
                return self._shown(shrunk(scenario, lambda s: _apart(self._keys(s), one, other)))
        return None

    def _tables(self, single: Sequence[AICard]) -> list[Scenario]:
        if not single:
            return []
        return small_tables(single, self._catalogue, self._followed, _MOST_TABLES)

    def _look(self, tables: Sequence[Scenario]) -> list[tuple[Scenario, Sequence[Hashable]]]:
        """Return what the readings do on each table, with tables of games if all do the same."""
        rows = [(scenario, self._keys(scenario)) for scenario in tables]
        if not self._alone or self._reset or any(_pairs(keys) for _, keys in rows):
            return rows
        more = game_tables(self._card_of_first(), self._catalogue, _GAMES, self._rulings)
        turned = self._line.printed.turned
        more = sorted((s for s in more if s.turned == turned), key=lambda scenario: scenario.size)
        return rows + [(scenario, self._keys(scenario)) for scenario in more]

    def _card_of_first(self) -> AICard:
        return next(each.card for each in self._followers if each is not None)

    @property
    def _reset(self) -> bool:
        return self._line.printed.section == "reset"

    def _followed(self, scenario: Scenario) -> bool:
        if self._reset:
            return any(
                reset_outcome(each, scenario, self._catalogue).notation != "retain nothing"
                for each in self._alone
            )
        return any(each.line for each in plans(self._alone, scenario, self._catalogue))

    def _outcomes(self, scenario: Scenario) -> list[Outcome | None]:
        see = reset_outcome if self._reset else outcome
        return [
            None if each is None else see(each, scenario, self._catalogue)
            for each in self._followers
        ]

    def _keys(self, scenario: Scenario) -> Sequence[Hashable]:
        """Return what is done by each reading, alike for those that do the same."""
        if self._reset or self._aims_differ:
            return [each and each.deed for each in self._outcomes(scenario)]
        able = [each for each in self._followers if each is not None]
        done = iter(plans(able, scenario, self._catalogue))
        return [None if each is None else next(done).deed for each in self._followers]

    def _shown(self, scenario: Scenario) -> Disagreement:
        outcomes = self._outcomes(scenario)
        number = self._line.printed.main
        does = [
            f"cannot be followed: {problem}" if each is None else in_words(each, number)
            for each, problem in zip(outcomes, self._problems, strict=True)
        ]
        return Disagreement(scenario, tuple(does), tuple(outcomes))


def in_words(done: Outcome, number: str) -> str:
    """Return what is done as seen from line ``number``: by it, or by a line after or before it."""
    if done.line == number or done.notation.startswith("retain"):
        return str(done)
    if not done.line:
        return "passes it over, and no line can be followed: pass"
    if _order(done.line) < _order(number):
        return f"line {done.line}, before it: {done}"
    return f"passes it over, then line {done.line}: {done}"


def _order(number: str) -> list[int]:
    return [int(part) for part in number.split(".")]


def _same_place(card: AICard, line: AILine) -> AILine:
    """Return the line of ``card`` to be looked at alone: ``line``, or the one it is a part of."""
    printed = line.printed
    return next(
        each
        for each in card.lines
        if each.number == printed.main
        and each.printed.turned == printed.turned
        and each.printed.section == printed.section
    )


def aim(line: Line) -> Hashable:
    """Return what decides the act and the cards chosen for it: all but the condition.

    A condition that names a Stack says what a card without a target is aimed at (ruling A-same).
    """
    plays = isinstance(line.act, PlayAct) and line.act.target is None
    return canonical(line.act), stack_named(line.condition) if plays else None


def _pairs(keys: Sequence[Hashable]) -> int:
    """Return how many pairs of readings differ; one that cannot be followed is in no pair."""
    able = [key for key in keys if key is not None]
    return sum(1 for one, other in combinations(able, 2) if one != other)


def _apart(keys: Sequence[Hashable], one: int, other: int) -> bool:
    return keys[one] is not None and keys[other] is not None and keys[one] != keys[other]

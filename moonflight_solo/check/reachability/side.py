"""One side of an AI card, and what is proved of all tables it can be looked at against."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.ai_cards.play_line import chosen
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.target_reach import targeted
from moonflight_solo.check.reachability.count_model import CountModel, number_empty
from moonflight_solo.check.reachability.solver import Model, Undecided, model, smallest_model
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording import ast

_STEPS = 4_000
_RULED = {"would-do-nothing": "A-return", "no-target": "A-follow"}
"""The rulings by which a line is passed over though its card is there, by what is missing."""

Read = Callable[[r.Requirement], r.Requirement]
"""How a requirement is taken in a proof."""


def as_it_is(needs: r.Requirement) -> r.Requirement:
    """Return a requirement as it is."""
    return needs


_STEPS_TO_SMALLEST = 1_200


class Side:
    """The action lines of one side, in order, and what is proved of what they need.

    The card must be one that can be followed: names and words are taken to be right.
    """

    def __init__(self, card: AICard, turned: bool, catalogue: Catalogue, rulings: Rulings) -> None:
        self.card = card
        self.context = CompileContext(catalogue, turned, rulings, card.jack)
        self.counts = CountModel(self.context)
        self.lines = compile_side(card, turned, catalogue, rulings)
        self.of = {line.line: line for line in self.lines}

    def before(self, line: CompiledLine) -> tuple[CompiledLine, ...]:
        """Return the lines before a line."""
        return self.lines[: self.lines.index(line)]

    def looked_at(self, line: CompiledLine) -> r.Requirement:
        """Return when a line is looked at: no line before it can be followed."""
        return none_of(self.before(line))

    def below(self, line: CompiledLine) -> list[tuple[AILine, r.Requirement]]:
        """Return the lines below a line, and when each says what its card is aimed at (A-sub)."""
        act, context = line.line.meaning.act, self.context
        found: list[tuple[AILine, r.Requirement]] = []
        for sub in line.sublines:
            assert isinstance(act, ast.PlayAct)
            aimed = targeted(sub.aim.target, sub.card, context)
            needs = r.both(line.requirement, chosen(act, sub.card, context), aimed)
            found.append((sub.line, needs))
        return found

    # -- proofs

    def model(self, requirement: r.Requirement) -> Model | None:
        """Return a table, as counts, on which ``requirement`` holds; ``None`` if there is none.

        Raises :class:`Undecided`.
        """
        known = self.counts.with_invariants(self.counts.formula(requirement))
        return model(known, self.counts.copies(), _STEPS)

    def smallest(self, requirement: r.Requirement) -> Model | None:
        """Return a small table, as counts, with one opponent at most, on which it holds.

        Raises :class:`Undecided`.
        """
        free = (number_empty(self.card.jack)[0],)
        known = self.counts.with_invariants(self.counts.formula(requirement), opponents=1)
        return smallest_model(known, self.counts.copies(opponents=1), _STEPS_TO_SMALLEST, free)

    def never(self, *requirements: r.Requirement) -> bool:
        """Return whether it is proved that all these hold together on no table."""
        try:
            return self.model(r.both(*requirements)) is None
        except Undecided:
            return False

    def leaning(self, proved: Callable[[Read], bool]) -> list[str]:
        """Return the rulings that a proof leans on: those without which it cannot be made.

        ``proved`` tries it with every requirement read in another way, in which nothing is known
        of what is there, or missing, by a ruling alone.
        """

        def without(status: str) -> Read:
            return lambda needs: _loosened(needs, status)

        return [ruling for status, ruling in _RULED.items() if not proved(without(status))]

    def shadowing(self, line: CompiledLine, requirement: r.Requirement) -> tuple[CompiledLine, ...]:
        """Return which lines before ``line`` suffice for ``requirement`` to hold nowhere.

        One line if one is enough, else two, else a set of which none can be left out; none if it
        holds nowhere anyway. It must be proved that it never holds after all of them.
        """
        if self.never(requirement):
            return ()
        before = self.before(line)
        for number in (1, 2):
            for some in combinations(before, number):
                if self.never(requirement, none_of(some)):
                    return some
        needed = before
        for each in before:
            fewer = tuple(other for other in needed if other is not each)
            if self.never(requirement, none_of(fewer)):
                needed = fewer
        return needed


def sides_of(card: AICard, catalogue: Catalogue, rulings: Rulings) -> tuple[Side, Side]:
    """Return both sides of an AI card, that before the Turn first.

    Raises :class:`DataError` for one that cannot be followed.
    """
    AICardPlayer(card, catalogue, rulings)  # its Reset lines too
    return Side(card, False, catalogue, rulings), Side(card, True, catalogue, rulings)


def none_of(lines: Iterable[CompiledLine]) -> r.Requirement:
    """Return that none of these lines can be followed."""
    return r.both(*(r.Not(line.requirement) for line in lines))


def _loosened(needs: r.Requirement, status: str) -> r.Requirement:
    """Return a requirement of which nothing is known where a leaf of that status stands."""
    match needs:
        case r.AllOf(parts):
            return r.both(*(_loosened(part, status) for part in parts))
        case r.AnyOf(parts):
            return r.either(*(_loosened(part, status) for part in parts))
        case r.Not(part):
            return r.Not(_loosened(part, status))
    if getattr(needs, "status", "") != status:
        return needs
    return r.Opaque(("loose", needs), as_test(needs), needs=r.TRUE, enough=r.FALSE)

"""One side of an AI card as statements about counts, and what follows from all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.ai_cards.play_line import chosen, sub_aim
from moonflight_solo.ai_cards.target_reach import targeted
from moonflight_solo.check.reachability.count_model import World, empty_stacks
from moonflight_solo.check.reachability.formulas import formula
from moonflight_solo.check.reachability.solver import (
    And,
    Formula,
    Model,
    Not,
    Undecided,
    model,
    smallest_model,
)
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.requirement import TRUE, Requirement, both
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording import ast

_STEPS = 4_000
_STEPS_TO_SMALLEST = 1_200


class Side:
    """The action lines of one side, in order, and when each of them can be followed.

    The card must be one that can be followed: names and words are taken to be right.
    """

    def __init__(self, card: AICard, turned: bool, catalogue: Catalogue, rulings: Rulings) -> None:
        self.card = card
        self.turned = turned
        context = CompileContext(catalogue, turned, rulings, card.jack)
        self.world = World(context)
        self.compiled = compile_side(card, turned, catalogue, rulings)
        self.lines = [compiled.line for compiled in self.compiled]
        self.bounds = [self.formula(compiled.requirement) for compiled in self.compiled]
        self.conditions = [self.formula(compiled.condition) for compiled in self.compiled]

    def formula(self, requirement: Requirement) -> Formula:
        """Return a requirement as a statement about counts."""
        return formula(requirement, self.world)

    def act_of(self, line: AILine) -> Formula:
        """Return when the act of a line can be done, whatever its condition."""
        return self.formula(self.compiled[self.lines.index(line)].possible)

    def below(self, index: int) -> list[tuple[AILine, Formula]]:
        """Return the lines below a line, and when each says what its card is aimed at (A-sub)."""
        act, context = self.lines[index].meaning.act, self.world.context
        found: list[tuple[AILine, Formula]] = []
        for sub in self.compiled[index].sublines:
            assert isinstance(act, ast.PlayAct)
            card, aim = sub_aim(sub, context)
            aimed = both(chosen(act, card, context), targeted(aim.target, card, context))
            found.append((sub, And((self.bounds[index], self.formula(aimed)))))
        return found

    def looked_at(self, index: int) -> Formula:
        """Return when the line at ``index`` is looked at: no line before it can be followed."""
        return And(tuple(Not(bounds) for bounds in self.bounds[:index]))

    def model(self, formula: Formula) -> Model | None:
        """Return a table, as counts, on which ``formula`` holds; ``None`` if there is none.

        Raises :class:`Undecided`.
        """
        return model(self.world.with_invariants(formula), self.world.copies(), _STEPS)

    def smallest(self, formula: Formula) -> Model | None:
        """Return a small table, as counts, with one opponent at most, on which it holds.

        Raises :class:`Undecided`.
        """
        free = (empty_stacks(self.card.jack)[0],)
        known = self.world.with_invariants(formula, opponents=1)
        copies = self.world.copies(opponents=1)
        return smallest_model(known, copies, _STEPS_TO_SMALLEST, free)

    def never(self, formula: Formula) -> bool:
        """Return whether it is proved that ``formula`` holds on no table."""
        try:
            return self.model(formula) is None
        except Undecided:
            return False

    def implies(self, one: ast.Condition | None, other: ast.Condition | None) -> bool:
        """Return whether ``other`` is proved to hold on every table on which ``one`` does.

        ``None`` is no condition.
        """
        lower = self.world.context.lower
        holds, does = (
            self.formula(TRUE if each is None else lower.condition(each)) for each in (one, other)
        )
        return self.never(And((holds, Not(does))))

    def shadowing(self, index: int, formula: Formula) -> tuple[int, ...]:
        """Return which lines before ``index`` suffice for ``formula`` to hold nowhere.

        One line if one is enough, else two, else a set of which none can be left out; none if it
        holds nowhere anyway. It must be proved that it never holds after all of them.
        """
        if self.never(formula):
            return ()
        for number in (1, 2):
            for some in combinations(range(index), number):
                if self._never_after(some, formula):
                    return some
        needed = list(range(index))
        for line in range(index):
            fewer = [each for each in needed if each != line]
            if self._never_after(fewer, formula):
                needed = fewer
        return tuple(needed)

    def _never_after(self, lines: Sequence[int], formula: Formula) -> bool:
        return self.never(And((formula, *(Not(self.bounds[line]) for line in lines))))

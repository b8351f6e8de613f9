"""A decision procedure for formulas over counts of cards.

Formulas combine, with and and or, bounds on weighted sums of counts, and facts that are true or
false. The search is complete: it finds a model, proves that there is none, or reports that it gave
up.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from moonflight_solo.check.reachability.formulas import (
    ENDLESS,
    And,
    Bounds,
    Formula,
    Or,
    Sum,
    Unknown,
    Variable,
    atoms,
    negation,
)
from moonflight_solo.values import Value

MOST_STEPS = 20_000
_SIZES = 20


class Undecided(Exception):
    """The search exceeded its step limit, so the answer is unknown."""


Copies = Mapping[Hashable, int]
"""The total number of cards of each kind over all places; unlimited for other kinds."""


class Model(Value):
    """An assignment that satisfies a formula; anything omitted is 0 or irrelevant."""

    counts: Mapping[Variable, int]
    facts: Mapping[Hashable, bool]


def model(formula: Formula, copies: Copies | None = None, steps: int = MOST_STEPS) -> Model | None:
    """Return a model within ``copies``, or ``None``; raises :class:`Undecided` after ``steps``."""
    return _Search(_Problem(formula, copies or {})).first(steps)


def smallest_model(
    formula: Formula,
    copies: Copies | None = None,
    steps: int = MOST_STEPS,
    free: Collection[Hashable] = (),
) -> Model | None:
    """Return the model with the smallest total of all counts not in ``free`` places.

    ``None`` if there is no model. Raises :class:`Undecided` if not even one is found in ``steps``
    steps; each size then gets a share of them, and undecided sizes are skipped.
    """
    search = _Search(_Problem(formula, copies or {}, free))
    best = search.first(steps)
    if best is None:
        return None
    largest = sum(n for (place, _), n in best.counts.items() if place not in free)
    for size in range(search.least, largest):
        try:
            model = search.first(steps // _SIZES, size)
        except Undecided:
            continue
        if model is not None:
            return model
    return best


class _Problem:
    """A formula prepared for the search, with its sums and facts numbered.

    Kinds that no sum distinguishes are merged, with all their copies. Cells are the remaining
    variables, and ``forms`` the sums over them: those of the formula, then the total of each
    limited kind, and last the total outside ``free`` places if any are given.
    """

    def __init__(
        self, formula: Formula, copies: Copies, free: Collection[Hashable] | None = None
    ) -> None:
        self.formula = formula
        self.facts: dict[Hashable, int] = {}
        self._answers: dict[Sum, int] = {}
        for atom in atoms(formula):
            if isinstance(atom, Unknown):
                self.facts.setdefault(atom.name, len(self.facts))
            else:  # note the largest bound on every sum
                most = atom.least if atom.most == ENDLESS else atom.most + 1
                self._answers[atom.sum] = max(self._answers.get(atom.sum, 0), atom.least, most)
        self.form = {sum_: number for number, sum_ in enumerate(self._answers)}
        self.forms: list[list[tuple[int, int]]] = [[] for _ in self.form]
        self.most: list[int] = []
        self._copies = copies
        self._cells: list[tuple[Hashable, list[Hashable]]] = []
        stocks = self._lay_cells()
        self.limits = [ENDLESS] * len(self.forms)
        for cells, number in stocks:
            self.forms.append([(cell, 1) for cell in cells])
            self.limits.append(number)
        if free is not None:
            everything = [at for at, (place, _) in enumerate(self._cells) if place not in free]
            self.forms.append([(cell, 1) for cell in everything])
            self.limits.append(ENDLESS)
        self.uses: list[list[int]] = [[] for _ in self.most]
        for form, terms in enumerate(self.forms):
            for cell, _ in terms:
                self.uses[cell].append(form)

    def _lay_cells(self) -> list[tuple[list[int], int]]:
        """Merge indistinguishable kinds into cells; return the cells and copies of each.

        As weights are at least 1, no cell needs more cards than the largest bound on its sums.
        """
        where: dict[Hashable, list[tuple[Sum, Hashable, int]]] = {}
        for sum_ in self.form:
            for (place, kind), weight in sum_.terms:
                where.setdefault(kind, []).append((sum_, place, weight))
        alike: dict[tuple[tuple[Sum, Hashable, int], ...], list[Hashable]] = {}
        for kind, uses in where.items():
            alike.setdefault(tuple(uses), []).append(kind)
        stocks = []
        for together, kinds in alike.items():
            copies = sum(self._copies.get(kind, ENDLESS) for kind in kinds)
            cells: dict[Hashable, int] = {}
            for sum_, place, weight in together:
                cell = cells.setdefault(place, len(self.most))
                if cell == len(self.most):
                    self._cells.append((place, kinds))
                    self.most.append(0)
                self.most[cell] = max(self.most[cell], min(copies, self._answers[sum_]))
                self.forms[self.form[sum_]].append((cell, weight))
            if copies < ENDLESS and len(cells) > 1:
                stocks.append((list(cells.values()), copies))
        return stocks

    def model_of(self, state: _State) -> Model:
        """Translate a solution back, distributing cells among their kinds."""
        copies_left = dict(self._copies)
        counts: dict[Variable, int] = {}
        for (place, kinds), need in zip(self._cells, state.low, strict=True):
            for kind in kinds:
                number = min(need, copies_left.get(kind, ENDLESS))
                if number:
                    counts[place, kind] = number
                    need -= number
                    if kind in copies_left:
                        copies_left[kind] -= number
        truths = zip(self.facts, state.truths, strict=True)
        return Model(counts, {name: truth == 1 for name, truth in truths if truth >= 0})


class _Clash(Exception):
    """The current constraints are contradictory."""


@dataclass(slots=True)
class _State:
    """The search state: bounds of cells and forms, facts, and open disjunctions."""

    low: list[int]
    high: list[int]
    least: list[int]
    most: list[int]
    truths: list[int]
    open: list[Or]
    dirty: dict[int, None] = field(default_factory=dict)

    def copy(self) -> _State:
        """Return an independent copy."""
        bounds = self.low.copy(), self.high.copy(), self.least.copy(), self.most.copy()
        return _State(*bounds, self.truths.copy(), self.open.copy())


class _Search:
    """Depth-first search with constraint propagation, branching on the smallest disjunction."""

    def __init__(self, problem: _Problem) -> None:
        self._problem = problem
        self._steps_left = 0
        cells, forms = len(problem.most), len(problem.forms)
        unknown = [0] * cells, problem.most[:], [0] * forms, problem.limits[:]
        state = _State(*unknown, [-1] * len(problem.facts), [], dict.fromkeys(range(forms)))
        self._root: _State | None = state
        try:
            self._hold(state, problem.formula)
            self._deduce(state)
        except _Clash:
            self._root = None

    @property
    def least(self) -> int:
        """A lower bound on the total of counts outside the free places."""
        return self._root.least[-1] if self._root else 0

    def first(self, steps: int, size: int = ENDLESS) -> Model | None:
        """Return a model with at most ``size`` outside free places; raises :class:`Undecided`."""
        if self._root is None:
            return None
        self._steps_left = steps
        state = self._root.copy()
        if size != ENDLESS:
            state.most[-1] = size
            state.dirty = {len(state.most) - 1: None}
        try:
            solution = self._solve(state)
        except _Clash:
            return None
        return None if solution is None else self._problem.model_of(solution)

    # -- propagation

    def _hold(self, state: _State, node: Formula) -> None:
        """Make a formula hold; raises :class:`_Clash` if it cannot. Disjunctions stay open."""
        if isinstance(node, Bounds):
            form = self._problem.form[node.sum]
            if node.least > state.least[form] or node.most < state.most[form]:
                least = state.least[form] = max(state.least[form], node.least)
                most = state.most[form] = min(state.most[form], node.most)
                if least > most:
                    raise _Clash
                state.dirty[form] = None
        elif isinstance(node, Unknown):
            fact = self._problem.facts[node.name]
            if state.truths[fact] == 1 - node.truth:
                raise _Clash
            state.truths[fact] = int(node.truth)
        elif isinstance(node, And):
            for part in node.parts:
                self._hold(state, part)
        else:
            state.open.append(node)

    def _truth(self, state: _State, formula: Formula) -> bool | None:
        """Return whether a formula is already decided true or false, ``None`` if it is open."""
        if isinstance(formula, Bounds):
            form = self._problem.form[formula.sum]
            least, most = state.least[form], state.most[form]
            if most < formula.least or least > formula.most:
                return False
            return True if formula.least <= least and most <= formula.most else None
        if isinstance(formula, Unknown):
            truth = state.truths[self._problem.facts[formula.name]]
            return None if truth < 0 else truth == formula.truth
        stops = isinstance(formula, Or)
        unsure = False
        for part in formula.parts:
            seen = self._truth(state, part)
            if seen is stops:
                return stops
            unsure = unsure or seen is None
        return None if unsure else not stops

    def _deduce(self, state: _State) -> None:
        """Propagate until nothing more follows; a disjunction with one part left open holds it."""
        has_held = True
        while has_held or state.dirty:
            self._propagate(state)
            has_held = False
            open_parts: list[Or] = []
            choices, state.open = state.open, []
            for choice in choices:
                truth = self._truth(state, choice)
                if truth is False:
                    raise _Clash
                if truth is None:
                    parts = [part for part in choice.parts if self._truth(state, part) is None]
                    if len(parts) == 1:
                        self._hold(state, parts[0])
                        has_held = True
                    else:
                        open_parts.append(Or(tuple(parts)))
            state.open = open_parts + state.open

    def _propagate(self, state: _State) -> None:
        """Propagate bounds between cells and the forms containing them."""
        forms, uses, low, high = self._problem.forms, self._problem.uses, state.low, state.high
        while state.dirty:
            form = next(iter(state.dirty))
            del state.dirty[form]
            terms = forms[form]
            lowest = highest = 0
            for cell, weight in terms:
                lowest += weight * low[cell]
                highest += weight * high[cell]
            least = state.least[form] = max(state.least[form], lowest)
            most = state.most[form] = min(state.most[form], highest)
            if least > most:
                raise _Clash
            if most == highest and least == lowest:
                continue
            above, below = most - lowest, highest - least
            for cell, weight in terms:
                down, up = low[cell], high[cell]
                room = weight * (up - down)
                if room <= above and room <= below:
                    continue
                new_up = min(up, down + above // weight)
                new_down = max(down, up - below // weight)
                low[cell], high[cell] = new_down, new_up
                above -= weight * (new_down - down)
                below -= weight * (up - new_up)
                for each in uses[cell]:
                    state.dirty[each] = None

    # -- search

    def _solve(self, state: _State) -> _State | None:
        """Return a state whose lower bounds satisfy everything, ``None`` if there is none."""
        self._steps_left -= 1
        if self._steps_left < 0:
            raise Undecided
        self._deduce(state)
        short = None if state.open else self._short_cell(state)
        if not state.open and short is None:
            return state
        for branch in self._branches(state) if short is None else self._bisected(state, short):
            with suppress(_Clash):
                solution = self._solve(branch)
                if solution is not None:
                    return solution
        return None

    def _branches(self, state: _State) -> Iterator[_State]:
        """Yield a state for each part of the smallest disjunction, with all earlier parts false."""
        choice = min(state.open, key=lambda choice: len(choice.parts))
        state.open.remove(choice)
        for index, part in enumerate(choice.parts):
            branch = state.copy()
            with suppress(_Clash):
                for node in (part, *map(negation, choice.parts[:index])):
                    self._hold(branch, node)
                yield branch

    def _bisected(self, state: _State, cell: int) -> Iterator[_State]:
        """Yield a state in which a cell has more cards, and one in which it does not."""
        low, high = state.low[cell], state.high[cell]
        for bounds in ((low + 1, high), (low, low)):
            branch = state.copy()
            branch.low[cell], branch.high[cell] = bounds
            branch.dirty = dict.fromkeys(self._problem.uses[cell])
            yield branch

    def _short_cell(self, state: _State) -> int | None:
        """Return a cell to raise so that its form has enough, ``None`` if every form has."""
        for form, terms in enumerate(self._problem.forms):
            lowest = sum(weight * state.low[cell] for cell, weight in terms)
            if lowest < state.least[form]:
                return next(cell for cell, _ in terms if state.low[cell] < state.high[cell])
        return None

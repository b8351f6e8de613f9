"""A small decision procedure: can these statements about counts of cards all be true at once?

A statement is built with and, or and not from counts (so many to so many cards of some kinds in
some places, each weighing what it is worth to that count) and from facts that are true or false
and nothing more. The search is complete: it finds a model, or there is none, or it gives up and
says so. It never guesses.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass

Variable = tuple[Hashable, Hashable]
"""How many cards of a kind lie in a place: ``(place, kind)``."""

MOST_STEPS = 20_000
_SIZES = 20
_ENDLESS = 1 << 40


class Undecided(Exception):
    """The search took more steps than it may: nothing is known."""


@dataclass(frozen=True, slots=True)
class Count:
    """``least <= sum(weight * number) <= most`` over ``terms``; no upper bound if ``None``.

    Every weight is at least 1, and no variable stands there twice.
    """

    terms: tuple[tuple[Variable, int], ...]
    least: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true or false, of which no more is known than its name."""

    name: Hashable


@dataclass(frozen=True, slots=True)
class And:
    """Every part is true; without parts, always."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part is true; without parts, never."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part is false."""

    part: Formula


Formula = Count | Fact | And | Or | Not

TRUE = And(())
FALSE = Or(())


Copies = Mapping[Hashable, int]
"""How many cards of each kind there are in all places together; of others, without end."""


@dataclass(frozen=True, slots=True)
class Model:
    """Counts and facts under which a formula is true; what is left out is 0 or does not matter."""

    counts: Mapping[Variable, int]
    facts: Mapping[Hashable, bool]


def model(formula: Formula, copies: Copies | None = None, steps: int = MOST_STEPS) -> Model | None:
    """Return a model of ``formula`` that keeps to ``copies``, or ``None`` if it has none.

    Raises :class:`Undecided` after ``steps`` steps without an answer.
    """
    problem = _Problem(formula, copies or {})
    return _Search(problem, steps).first(())


def smallest_model(
    formula: Formula,
    copies: Copies | None = None,
    steps: int = MOST_STEPS,
    free: Collection[Hashable] = (),
) -> Model | None:
    """Return a model in which all counts, but those in ``free`` places, add up to the least.

    ``None`` if there is no model at all. Raises :class:`Undecided` if not even the first one is
    found in ``steps`` steps; each size has a part of them, and one that cannot be settled with
    those is passed over.
    """
    problem = _Problem(formula, copies or {}, free)
    best = _Search(problem, steps).first(())
    if best is None:
        return None
    for size in range(sum(n for (place, _), n in best.counts.items() if place not in free)):
        try:
            found = _Search(problem, steps // _SIZES).first((problem.all_at_most(size),))
        except Undecided:
            continue
        if found is not None:
            return found
    return best


# --------------------------------------------------------------- statements made simpler
# Inside the search a statement is one of: ("count", form, least, most), ("fact", number, truth),
# ("and", parts), ("or", parts). Nothing is denied: a count denied is one of two other counts.

_Node = tuple[str, object, int, int]


def _count(form: int, least: int, most: int) -> _Node:
    return ("count", form, least, most)


def _either(nodes: Sequence[_Node]) -> _Node:
    return nodes[0] if len(nodes) == 1 else ("or", tuple(nodes), 0, 0)


def _both(nodes: Sequence[_Node]) -> _Node:
    return nodes[0] if len(nodes) == 1 else ("and", tuple(nodes), 0, 0)


def _denied(node: _Node) -> _Node:
    what, of, least, most = node
    if what == "fact":
        return ("fact", of, 1 - least, 0)
    if what == "count":
        assert isinstance(of, int)
        outside = [_count(of, 0, least - 1)] if least > 0 else []
        if most < _ENDLESS:
            outside.append(_count(of, most + 1, _ENDLESS))
        return _either(outside)
    assert isinstance(of, tuple)
    parts = [_denied(part) for part in of]
    return _either(parts) if what == "and" else _both(parts)


class _Problem:
    """A formula in the search's own terms.

    Kinds that no count tells apart are one kind with all their copies; ``cells`` are the
    variables left, ``forms`` the sums of them that are counted.
    """

    def __init__(self, formula: Formula, copies: Copies, free: Collection[Hashable] = ()) -> None:
        self._copies = copies
        self._free = free
        self._forms: dict[tuple[tuple[Variable, int], ...], int] = {}
        self._facts: dict[Hashable, int] = {}
        self._bounds: list[int] = []
        self.start = self._node(formula)
        self._gather()

    def _node(self, formula: Formula) -> _Node:
        if isinstance(formula, Count):
            form = self._forms.setdefault(formula.terms, len(self._forms))
            if form == len(self._bounds):
                self._bounds.append(0)
            most = _ENDLESS if formula.most is None else formula.most
            beyond = formula.least if formula.most is None else formula.most + 1
            self._bounds[form] = max(self._bounds[form], formula.least, beyond)
            return _count(form, max(0, formula.least), most)
        if isinstance(formula, Fact):
            return ("fact", self._facts.setdefault(formula.name, len(self._facts)), 1, 0)
        if isinstance(formula, Not):
            return _denied(self._node(formula.part))
        nodes = [self._node(part) for part in formula.parts]
        return _both(nodes) if isinstance(formula, And) else _either(nodes)

    def _gather(self) -> None:
        """Lay kinds that no count tells apart together, and bound every cell.

        Weights are 1 and more, so beyond the largest number that a count asks about, more cards
        of a cell change nothing: that many are enough.
        """
        where: dict[Hashable, list[tuple[int, Hashable, int]]] = {}
        for terms, form in self._forms.items():
            for (place, kind), weight in terms:
                where.setdefault(kind, []).append((form, place, weight))
        alike: dict[tuple[tuple[int, Hashable, int], ...], list[Hashable]] = {}
        for kind, uses in where.items():
            alike.setdefault(tuple(uses), []).append(kind)
        self._members: list[tuple[Hashable, list[Hashable]]] = []
        self.most: list[int] = []
        self.forms: list[list[tuple[int, int]]] = [[] for _ in self._forms]
        self._stocked: list[tuple[list[int], int]] = []
        for together, kinds in alike.items():
            self._lay(together, kinds)
        self.counted = len(self.forms)
        for cells, _ in self._stocked:
            self.forms.append([(cell, 1) for cell in cells])
        self.total = len(self.forms)
        self.forms.append(
            [(cell, 1) for cell, (place, _) in enumerate(self._members) if place not in self._free]
        )
        self.uses: list[list[int]] = [[] for _ in self.most]
        for form, cells_ in enumerate(self.forms):
            for cell, _ in cells_:
                self.uses[cell].append(form)

    def _lay(self, uses: Sequence[tuple[int, Hashable, int]], kinds: list[Hashable]) -> None:
        asked: dict[Hashable, int] = {}
        for form, place, _ in uses:
            asked[place] = max(asked.get(place, 0), self._bounds[form])
        copies = sum(self._copies.get(kind, _ENDLESS) for kind in kinds)
        cells: dict[Hashable, int] = {}
        for form, place, weight in uses:
            cell = cells.get(place)
            if cell is None:
                cell = cells[place] = len(self.most)
                self._members.append((place, kinds))
                self.most.append(min(copies, asked[place]))
            self.forms[form].append((cell, weight))
        if copies < _ENDLESS and len(cells) > 1:
            self._stocked.append((list(cells.values()), copies))

    def limits(self) -> list[int]:
        """Return the upper bound of every form: its stock, or none."""
        return [
            *([_ENDLESS] * self.counted),
            *(copies for _, copies in self._stocked),
            _ENDLESS,
        ]

    def all_at_most(self, size: int) -> _Node:
        """Return the statement that all counts but free ones come to no more than ``size``."""
        return _count(self.total, 0, size)

    def facts(self) -> int:
        """Return how many facts there are."""
        return len(self._facts)

    def told(self, numbers: Sequence[int], truths: Sequence[int]) -> Model:
        """Return a model in the words of the formula, cells dealt out again among their kinds."""
        left = dict(self._copies)
        counts: dict[Variable, int] = {}
        for (place, kinds), need in zip(self._members, numbers, strict=True):
            for kind in kinds:
                taken = min(need, left.get(kind, _ENDLESS))
                if taken:
                    counts[place, kind] = taken
                    need -= taken
                    if kind in left:
                        left[kind] -= taken
        names = list(self._facts)
        facts = {names[i]: truth == 1 for i, truth in enumerate(truths) if truth >= 0}
        return Model(counts, facts)


class _Clash(Exception):
    """What is asked for cannot be."""


class _State:
    """What is known so far: bounds of every cell and form, facts, and choices still open."""

    __slots__ = ("dirty", "high", "least", "low", "most", "open", "truths")

    def __init__(
        self,
        low: list[int],
        high: list[int],
        least: list[int],
        most: list[int],
        truths: list[int],
        choices: list[tuple[_Node, ...]],
    ) -> None:
        self.low, self.high = low, high
        self.least, self.most = least, most
        self.truths = truths
        self.open = choices
        self.dirty: dict[int, None] = {}

    def copy(self) -> _State:
        """Return a state of its own to go on from."""
        return _State(
            self.low.copy(),
            self.high.copy(),
            self.least.copy(),
            self.most.copy(),
            self.truths.copy(),
            self.open.copy(),
        )


class _Search:
    """Depth first: what must hold is drawn first, then the smallest choice is tried out."""

    def __init__(self, problem: _Problem, steps: int) -> None:
        self._problem = problem
        self._left = steps

    def first(self, more: Sequence[_Node]) -> Model | None:
        """Return the first model found of the formula and ``more``."""
        problem = self._problem
        number = len(problem.most)
        forms = len(problem.forms)
        state = _State(
            [0] * number,
            list(problem.most),
            [0] * forms,
            problem.limits(),
            [-1] * problem.facts(),
            [],
        )
        state.dirty = dict.fromkeys(range(forms))
        try:
            for node in (problem.start, *more):
                self._hold(state, node)
            found = self._solve(state)
        except _Clash:
            return None
        return None if found is None else problem.told(found.low, found.truths)

    # -- what follows

    def _hold(self, state: _State, node: _Node) -> None:
        what, of, least, most = node
        if what == "count":
            assert isinstance(of, int)
            if least > state.least[of] or most < state.most[of]:
                state.least[of] = max(state.least[of], least)
                state.most[of] = min(state.most[of], most)
                if state.least[of] > state.most[of]:
                    raise _Clash
                state.dirty[of] = None
        elif what == "fact":
            assert isinstance(of, int)
            if state.truths[of] == 1 - least:
                raise _Clash
            state.truths[of] = least
        elif what == "and":
            assert isinstance(of, tuple)
            for part in of:
                self._hold(state, part)
        else:
            assert isinstance(of, tuple)
            state.open.append(of)

    def _seen(self, state: _State, node: _Node) -> bool | None:
        """Return whether a statement is true or false already, ``None`` if it may yet be both."""
        what, of, least, most = node
        if what == "count":
            assert isinstance(of, int)
            if state.most[of] < least or state.least[of] > most:
                return False
            return True if least <= state.least[of] and state.most[of] <= most else None
        if what == "fact":
            assert isinstance(of, int)
            return None if state.truths[of] < 0 else state.truths[of] == least
        assert isinstance(of, tuple)
        stops = what == "or"
        unsure = False
        for part in of:
            seen = self._seen(state, part)
            if seen is stops:
                return stops
            unsure = unsure or seen is None
        return None if unsure else not stops

    def _follow(self, state: _State) -> None:
        """Draw what must hold, until nothing more follows."""
        while True:
            self._bound(state)
            left: list[tuple[_Node, ...]] = []
            drawn = False
            choices, state.open = state.open, []
            for choice in choices:
                parts = self._still(state, choice)
                if parts is None:
                    continue
                if not parts:
                    raise _Clash
                if len(parts) == 1:
                    self._hold(state, parts[0])
                    drawn = True
                else:
                    left.append(parts)
            state.open = left + state.open
            if not drawn and not state.dirty:
                return

    def _still(self, state: _State, choice: tuple[_Node, ...]) -> tuple[_Node, ...] | None:
        """Return the parts of a choice that may still be true, ``None`` if one is."""
        parts = []
        for part in choice:
            seen = self._seen(state, part)
            if seen:
                return None
            if seen is None:
                parts.append(part)
        return tuple(parts)

    def _bound(self, state: _State) -> None:
        """Narrow the bounds of cells by those of the forms they are in, and the other way."""
        forms, uses, low, high = self._problem.forms, self._problem.uses, state.low, state.high
        while state.dirty:
            form = next(iter(state.dirty))
            del state.dirty[form]
            terms = forms[form]
            lowest = sum(weight * low[cell] for cell, weight in terms)
            highest = sum(weight * high[cell] for cell, weight in terms)
            least = state.least[form] = max(state.least[form], lowest)
            most = state.most[form] = min(state.most[form], highest)
            if least > most:
                raise _Clash
            if most == highest and least == lowest:
                continue
            for cell, weight in terms:
                down, up = low[cell], high[cell]
                new_up = min(up, down + (most - lowest) // weight)
                new_down = max(down, up - (highest - least) // weight)
                if new_up == up and new_down == down:
                    continue
                low[cell], high[cell] = new_down, new_up
                lowest += weight * (new_down - down)
                highest += weight * (new_up - up)
                for each in uses[cell]:
                    state.dirty[each] = None

    # -- trying out

    def _solve(self, state: _State) -> _State | None:
        """Return a state in which everything holds with every cell at its lower bound."""
        self._left -= 1
        if self._left < 0:
            raise Undecided
        self._follow(state)
        if state.open:
            choice = min(state.open, key=len)
            rest = state.open.index(choice)
            del state.open[rest]
            tries = self._parts_in_turn(choice)
        else:
            cell = self._loose(state)
            if cell is None:
                return state
            tries = self._numbers_of(state, cell)
        for held in tries:
            branch = state.copy()
            try:
                if isinstance(held, list):
                    for node in held:
                        self._hold(branch, node)
                else:
                    cell, branch.low[cell], branch.high[cell] = held
                    branch.dirty = dict.fromkeys(self._problem.uses[cell])
                found = self._solve(branch)
            except _Clash:
                continue
            if found is not None:
                return found
        return None

    @staticmethod
    def _parts_in_turn(choice: tuple[_Node, ...]) -> list[list[_Node] | tuple[int, int, int]]:
        """Return the ways to make a choice true: each part with those before it false."""
        return [
            [part, *(_denied(before) for before in choice[:index])]
            for index, part in enumerate(choice)
        ]

    def _loose(self, state: _State) -> int | None:
        """Return a cell of a form that does not hold yet with every cell at its lower bound."""
        for form, terms in enumerate(self._problem.forms):
            lowest = sum(weight * state.low[cell] for cell, weight in terms)
            if lowest < state.least[form]:
                return next(cell for cell, _ in terms if state.low[cell] < state.high[cell])
        return None

    @staticmethod
    def _numbers_of(state: _State, cell: int) -> list[list[_Node] | tuple[int, int, int]]:
        low, high = state.low[cell], state.high[cell]
        return [(cell, low + 1, high), (cell, low, low)]

"""The solver compared with exhaustive enumeration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moonflight_solo.check.reachability.formulas import (
    ALWAYS,
    ENDLESS,
    NEVER,
    And,
    Bounds,
    Formula,
    Or,
    Sum,
    Unknown,
    Variable,
    negation,
)
from moonflight_solo.check.reachability.solver import (
    Copies,
    Model,
    Undecided,
    model,
    smallest_model,
)

PLACES = ("hand", "shown")
KINDS = ("a", "b", "c")
VARIABLES = tuple(product(PLACES, KINDS))
COPIES = 2


def holds(formula: Formula, counts: Mapping[Variable, int], facts: Mapping[object, bool]) -> bool:
    if isinstance(formula, Bounds):
        value = sum(weight * counts.get(variable, 0) for variable, weight in formula.sum.terms)
        return formula.least <= value <= formula.most
    if isinstance(formula, Unknown):
        return facts.get(formula.name, False) == formula.truth
    parts = [holds(part, counts, facts) for part in formula.parts]
    return all(parts) if isinstance(formula, And) else any(parts)


def worlds(copies_of: Copies) -> Iterator[tuple[dict[Variable, int], dict[object, bool]]]:
    """Yield every assignment of counts and facts."""
    ways = []
    for kind in KINDS:
        ways.append(
            [
                numbers
                for numbers in product(range(COPIES + 1), repeat=len(PLACES))
                if sum(numbers) <= copies_of[kind]
            ]
        )
    for chosen in product(*ways):
        counts: dict[Variable, int] = {
            (place, kind): number
            for kind, numbers in zip(KINDS, chosen, strict=True)
            for place, number in zip(PLACES, numbers, strict=True)
        }
        for truths in product((False, True), repeat=2):
            yield counts, dict(zip("pq", truths, strict=True))


terms = st.lists(
    st.tuples(st.sampled_from(VARIABLES), st.integers(1, 3)),
    unique_by=lambda term: term[0],
    max_size=4,
).map(lambda found: tuple(sorted(found)))
counts = st.builds(
    lambda terms, least, more: Bounds(Sum(terms), least, ENDLESS if more is None else least + more),
    terms,
    st.integers(0, 5),
    st.none() | st.integers(0, 3),
)
formulas = st.recursive(
    counts | st.sampled_from([Unknown("p"), Unknown("q")]),
    lambda inner: st.one_of(
        st.builds(negation, inner),
        st.lists(inner, max_size=3).map(lambda parts: And(tuple(parts))),
        st.lists(inner, max_size=3).map(lambda parts: Or(tuple(parts))),
    ),
    max_leaves=8,
)
some_copies = st.tuples(*[st.integers(0, COPIES)] * len(KINDS)).map(
    lambda copies: dict(zip(KINDS, copies, strict=True))
)


def allowed(found: Model, copies_of: Copies) -> bool:
    return all(
        sum(found.counts.get((place, kind), 0) for place in PLACES) <= copies_of[kind]
        for kind in KINDS
    )


@settings(max_examples=150, deadline=None)
@given(formulas, some_copies)
def test_the_search_finds_what_looking_everywhere_finds(
    formula: Formula, copies_of: Copies
) -> None:
    true = [counts for counts, facts in worlds(copies_of) if holds(formula, counts, facts)]
    found = model(formula, copies_of)
    assert (found is not None) == bool(true)
    least = smallest_model(formula, copies_of)
    if found is None or least is None:
        assert least is None
        return
    assert sum(least.counts.values()) == min(sum(counts.values()) for counts in true)
    for each in (found, least):
        assert allowed(each, copies_of)
        assert holds(formula, each.counts, each.facts)


@given(formulas, some_copies)
def test_what_is_denied_holds_where_the_other_does_not(formula: Formula, copies: Copies) -> None:
    for counts, facts in islice(worlds(copies), 20):
        assert holds(negation(formula), counts, facts) is not holds(formula, counts, facts)


def test_what_is_always_and_never_true() -> None:
    assert model(ALWAYS) == Model({}, {})
    assert model(NEVER) is None
    assert model(negation(NEVER)) is not None
    assert smallest_model(negation(ALWAYS)) is None


def test_counts_without_end_and_weights() -> None:
    """Nine cards worth 2 in all, of which one kind is worth 2 and another 1."""
    hand = tuple((("hand", kind), 1) for kind in KINDS)
    worth = ((("hand", "a"), 2), (("hand", "b"), 1))
    nine = And((Bounds(Sum(hand), 9, 9), Bounds(Sum(worth), 2, 2)))
    found = smallest_model(nine, {"a": 1, "b": 2})
    assert found is not None
    assert sum(found.counts.values()) == 9
    assert model(nine, {"a": 1, "b": 2, "c": 6}) is None
    assert model(nine, {"a": 1, "b": 2, "c": 7}) is not None


def test_it_gives_up_and_says_so_rather_than_guess() -> None:
    """Pigeons and holes: true nowhere, and many steps to see that."""
    pigeons, holes = range(7), range(6)
    somewhere = [Or(tuple(Unknown((pigeon, hole)) for hole in holes)) for pigeon in pigeons]
    alone = [
        negation(And((Unknown((one, hole)), Unknown((other, hole)))))
        for hole in holes
        for one in pigeons
        for other in pigeons
        if one < other
    ]
    crowded = And((*somewhere, *alone))
    with pytest.raises(Undecided):
        model(crowded, steps=50)
    with pytest.raises(Undecided):
        smallest_model(crowded, steps=50)

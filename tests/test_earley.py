"""The parser by itself: which parses it finds, in which order, their extents, where it stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from inspect import signature
from itertools import product

import pytest
from lark import Token, Tree

from moonflight_solo.wording.builder.quantities import NumberRules
from moonflight_solo.wording.builder.transformer import Builder
from moonflight_solo.wording.earley import ParseTree, Stuck, grammar
from moonflight_solo.wording.expanded_grammar import Rule
from moonflight_solo.wording.text import NotRead, Text


def nodes(tree: Tree[Token]) -> Iterator[ParseTree]:
    """Yield the nodes of a parse, a whole before its parts."""
    if isinstance(tree, ParseTree):
        yield tree
    for child in tree.children:
        if isinstance(child, Tree):
            yield from nodes(child)


def extents(words: str) -> dict[str, str]:
    """Return the words of each node of the only parse of a line, by its name."""
    (tree,) = grammar().parse(Text(words), "line")
    return {str(node.data): words[slice(*node.extent)] for node in nodes(tree) if node.extent}


def how_many_kept(parts: Sequence[str], deep: int = 3) -> set[int]:
    """Return how many children a parse of these parts may have; "_" marks those it leaves out."""
    each: list[set[int]] = []
    for part in parts:
        inner = RULES.get(part, []) if part.startswith("_") else []
        if inner and deep:
            each.append({n for rule in inner for n in how_many_kept(rule.parts, deep - 1)})
        else:
            each.append({int(not part.startswith("_"))})
    return {sum(counts) for counts in product(*each)}


RULES: dict[str, list[Rule]] = {}
for _rule in grammar().rules:
    RULES.setdefault(_rule.symbol, []).append(_rule)


def test_what_builds_a_rule_takes_as_many_parts_as_the_rule_has() -> None:
    builder = Builder("")
    for rule in grammar().rules:
        for count in how_many_kept(rule.parts) - ({1} if rule.few else set()):
            if not rule.symbol.startswith("_"):
                build = getattr(builder, rule.name, None) or NumberRules.rows[rule.name]
                signature(build).bind(*range(count))  # raises if it does not


def test_a_node_stands_where_all_of_its_words_do_with_the_brackets_around_it() -> None:
    there = extents("If (2 cards in hand) play “Bury”.")
    assert there["verbless"] == "(2 cards in hand)"
    assert there["so_many_such"] == "2 cards"
    assert there["here"] == "in hand"
    assert there["line"] == "If (2 cards in hand) play “Bury”."


def test_every_parse_is_found_once_in_the_order_of_the_rules() -> None:
    trees = grammar().parse(Text("If “Bury” or “Dig” and “Waste” in hand play “Bury”."), "line")
    joined = [
        next(str(node.data) for node in nodes(tree) if node.data in ("some_of", "all_of"))
        for tree in trees
    ]
    order = [rule.name for rule in grammar().rules if rule.name in joined]
    assert joined == list(dict.fromkeys(order))


@pytest.mark.parametrize(
    ("words", "stuck", "expected"),
    [
        ("Play play", "play", "NAME"),
        ("Play “Bury” hand", "hand", "TARGETING"),
        ("Play", None, "NAME"),
        ("If 2 cards in hand", None, "PLAY"),
    ],
)
def test_it_says_where_no_parse_goes_on_and_what_could_stand_there(
    words: str, stuck: str | None, expected: str
) -> None:
    with pytest.raises(Stuck):
        grammar().parse(Text(words), "line")
    found = grammar().stuck(Text(words), "line")
    assert (found.span and words[slice(*found.span)]) == stuck
    assert any(expected in kind for kind in found.expected), found.expected


def test_a_word_of_no_kind_is_named() -> None:
    with pytest.raises(NotRead, match='"Paly" is not understood'):
        grammar().parse(Text("Paly “Bury”."), "line")
    with pytest.raises(NotRead, match='"Paly" is not understood'):
        grammar().stuck(Text("Paly “Bury”."), "line")


def test_of_two_parses_by_one_rule_that_with_the_longest_last_part_comes_first() -> None:
    words = "Play the highest cost card in hand, if tied the first of them."
    said = [
        words[slice(*node.extent)]
        for tree in grammar().parse(Text(words), "line")
        for node in nodes(tree)
        if node.data == "first_of_tied" and node.extent
    ]
    assert said == [", if tied the first of them", ", if tied the first"]

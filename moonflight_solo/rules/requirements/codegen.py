"""Generate Python source from requirements: expressions, and the objects they refer to by name."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from operator import attrgetter

from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.requirements.places import PILES
from moonflight_solo.rules.requirements.selectors import kinds_in_order
from moonflight_solo.wording import ast

_Maker = Callable[..., Callable[..., typing.Any]]


# The factories of functions compiled ahead of time, by their source: `tools/written_words.py`
# generates them for the printed texts; they are absent without a compiler.
_COMPILED: typing.Final[dict[str, _Maker]] = {}
with suppress(ImportError):
    _COMPILED.update(import_module("moonflight_solo.rules.requirements.written").MADE)


class Code:
    """The objects that one piece of generated code refers to, each under a unique name.

    Names derive from what the objects are called, so that the code reads well when printed.
    """

    def __init__(self) -> None:
        self.things: dict[str, typing.Any] = {}
        self._names: dict[int, str] = {}

    def name(self, thing: object, label: str) -> str:
        """Return the name of ``thing``; a new one is ``label`` turned into an identifier."""
        name_before = self._names.get(id(thing))
        if name_before is not None:
            return name_before
        # No name that the generated code itself uses begins with "the".
        stem = "the_" + (re.sub(r"[^a-z0-9]+", "_", label.casefold()).strip("_") or "cards")
        name, number = stem, 1
        while name in self.things:
            number += 1
            name = f"{stem}_{number}"
        self.things[name] = thing
        self._names[id(thing)] = name
        return name

    def function(
        self, name: str, parameters: str, body: Iterable[str]
    ) -> Callable[..., typing.Any]:
        """Return the function with this body; if compiled here, its ``source`` can be printed."""
        lines = [f"def {name}({parameters}):", *indent(body)]
        source = "\n".join(lines) + "\n"
        if source in _COMPILED:
            return _COMPILED[source](**self.things)
        namespace: dict[str, typing.Any] = {}
        exec(compile(source, f"<written: {name}>", "exec"), dict(self.things), namespace)
        function: Callable[..., typing.Any] = namespace[name]
        function.source = source  # type: ignore[attr-defined]
        return function


def comment(words: str) -> str:
    """Return printed words as a comment of one line."""
    return f"# {' '.join(words.split())}"


def indent(lines: Iterable[str]) -> list[str]:
    """Indent lines of Python by one level."""
    return [f"    {line}" for line in lines]


# The player's own cards in plain lists, as expressions.
_STACKS = ("draw deck", "discard stack", "trash stack")
_LISTS = {"hand": "hand"} | {zone: f"seat.{PILES[zone]}" for zone in _STACKS}
_IN_PLAY = ast.Place(("in play",))
_SEEN = frozenset[str]({*_LISTS, "in play"})
_SEAT = re.compile(r"\bseat\b")


def expression(requirement: r.Requirement, code: Code) -> str:
    """Return ``requirement`` as an expression of ``table``, ``seat``, its ``hand`` and ``held``.

    ``held`` is the hand as a frozen set. The expression is equivalent to :func:`as_test`, and calls
    it where there is no short form.
    """
    if isinstance(requirement, r.AllOf | r.AnyOf | r.Not):
        return joined(requirement, lambda part: expression(part, code))
    if isinstance(requirement, r.CoinCount):
        return _within("seat.coins", requirement.range)
    if requirement == BUILT:
        return "seat.built"
    if isinstance(requirement, r.EmptyStackCount) and requirement.range.most == 0:
        suit = requirement.place.suit
        if requirement.place == ast.Place(
            ("market stack",), suit=suit, owner=requirement.place.owner
        ):
            stacks = "seat.market" if suit is None and requirement.place.owner == "your" else ""
            if suit is not None and suit == ast.Suit("named", suit.name):
                stacks = f"seat.by_suit.get({code.name(suit.name, f'suit of {suit.name}')}, ())"
            if stacks:
                return f"([] not in [stack.cards for stack in {stacks}])"
    if isinstance(requirement, r.SomeOpponent):
        opponents_part = expression(requirement.part, code)
        if not re.search(r"\b(hand|held)\b", opponents_part):  # those are the player's own
            return f"(True in [{_SEAT.sub('other', opponents_part)} for other in seat.opponents])"
    if isinstance(requirement, r.Count) and requirement.range == ast.Range(1) and requirement.kinds:
        zones = requirement.place.zones
        if requirement.place == ast.Place(zones) and len(zones) > 1 and _SEEN.issuperset(zones):
            kinds = code.name(requirement.kinds, requirement.says)
            piles = [_LISTS.get(zone) or _in_play(code) for zone in zones]
            return f"({' or '.join(f'not {kinds}.isdisjoint({cards})' for cards in piles)})"
    if isinstance(requirement, r.Count | r.Total) and requirement.place.owner == "your":
        zones = requirement.place.zones
        cards = _LISTS.get(zones[0]) if len(zones) == 1 else None
        if requirement.place == _IN_PLAY and requirement.kinds is not None:
            cards = _in_play(code)
        written = None if cards is None else _counting_expression(requirement, cards, code)
        if written is not None:
            return written
    return f"{code.name(as_test(requirement), r.wording(requirement))}(table, seat)"


def joined(whole: r.AllOf | r.AnyOf | r.Not, written: Callable[[r.Requirement], str]) -> str:
    """Return an expression of a requirement, whose parts are ``written`` so."""
    if isinstance(whole, r.Not):
        return f"(not {written(whole.part)})"
    word = " and " if isinstance(whole, r.AllOf) else " or "
    parts = word.join(map(written, whole.parts))
    return f"({parts})" if parts else str(isinstance(whole, r.AllOf))


_CARD_OF = attrgetter("card")


def _in_play(code: Code) -> str:
    """Return the player's own cards in play as an expression; no list is made of them."""
    return f"map({code.name(_CARD_OF, 'card of')}, seat.in_play)"


_MOST_NAMED = 4


def quick_check(requirement: r.Requirement, code: Code) -> str:
    """Return a quick necessary check for ``requirement``, as such an expression; "" for none.

    It saves evaluating requirements that cannot hold, as most lines' do not most of the time.
    """
    if isinstance(requirement, r.Opaque):
        return quick_check(requirement.needs, code)
    if isinstance(requirement, r.AllOf):
        checks = dict.fromkeys(quick_check(part, code) for part in requirement.parts)
        return " and ".join(filter(None, checks))
    if isinstance(requirement, r.AnyOf):
        ways = list(dict.fromkeys(quick_check(part, code) for part in requirement.parts))
        return f"({' or '.join(ways)})" if all(ways) and 0 < len(ways) <= _MOST_NAMED else ""
    if isinstance(requirement, r.CoinCount) or requirement == r.Not(BUILT):
        return expression(requirement, code)
    if isinstance(requirement, r.ForSale) and requirement.kinds and requirement.terms == "payable":
        cheapest = min(card.cost for card in requirement.kinds)
        return f"(seat.coins >= {cheapest} or table.changed)"
    if not isinstance(requirement, r.Count) or not requirement.range.least:
        return ""
    if requirement.place == _IN_PLAY:
        return "seat.in_play"
    if requirement.place != ast.Place(("hand",)):
        return ""
    if requirement.kinds is None:
        return f"len(hand) >= {requirement.range.least}"
    kinds = kinds_in_order(requirement.kinds)
    if not 0 < len(kinds) <= _MOST_NAMED:
        return "hand"
    return f"({' or '.join(f'{code.name(card, card.name)} in held' for card in kinds)})"


def _counting_expression(leaf: r.Count | r.Total, cards: str, code: Code) -> str | None:
    """Return an expression for the player's own cards in a plain list, if there is a short one."""
    if isinstance(leaf, r.Total):
        if leaf.kinds is not None or leaf.place.top:
            return None
        number = _within(f"len({cards})", leaf.range)
        total = _within(f"sum(map({code.name(leaf.of, 'score')}, {cards}))", leaf.total)
        return f"({number} and {total})"
    some, none = ast.Range(1), ast.Range(0, 0)
    if leaf.kinds is None:
        return None if leaf.place.top else _within(f"len({cards})", leaf.range)
    if cards == "hand" and leaf.range == some and len(leaf.kinds) == 1:
        (card,) = leaf.kinds
        return f"{code.name(card, card.name)} in held"
    kinds = code.name(leaf.kinds, leaf.says)
    if leaf.place.top and cards != "hand":
        on_top = f"({cards} and {cards}[-1] in {kinds})"
        if leaf.range == some:
            return on_top
        return f"(not {on_top})" if leaf.range == none else None
    if leaf.range == some:
        return f"(not {kinds}.isdisjoint({cards}))"
    if leaf.range == none:
        return f"{kinds}.isdisjoint({cards})"
    return _within(f"sum(map({kinds}.__contains__, {cards}))", leaf.range)


def _within(number: str, range_: ast.Range) -> str:
    """Return an expression for whether the expression ``number`` is within ``range_``."""
    least, most = range_.least, range_.most
    if most is None:
        return f"{number} >= {least}"
    if least == most:
        return f"{number} == {least}"
    if least == 0:
        return f"{number} <= {most}"
    return f"{least} <= {number} <= {most}"

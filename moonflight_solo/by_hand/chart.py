"""A side of an AI card as a table of conditions and acts, proved equivalent to its lines.

A decision table and a flowchart are two drawings of these rows: the first row whose conditions hold
is followed.
"""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import SOME, Basis
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.by_hand.questions import act_in_words, in_third_person, kinds_in_words
from moonflight_solo.check.reachability.side import SideProver
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.requirements.selectors import Kinds
from moonflight_solo.values import Value
from moonflight_solo.wording.english import say


class ChartRow(Value):
    """One row: its line, the conditions (all must hold), and the act.

    ``needs`` is the requirement expressed by ``when``. ``below`` has the words of the sublines.
    """

    number: str
    when: tuple[str, ...]
    does: str
    below: tuple[str, ...]
    needs: r.Requirement


class Chart(Value):
    """The rows for one side. ``proved`` says whether they provably follow the same lines.

    ``left_out`` lists the lines that are proved never to be followed.
    """

    title: str
    turned: bool
    rows: tuple[ChartRow, ...]
    left_out: tuple[str, ...]
    reset: tuple[str, ...]
    proved: bool


def chart(card: AICard, turned: bool, basis: Basis) -> Chart:
    """Return the rows for a side of an AI card, without conditions that earlier rows settle.

    Raises :class:`DataError` for a card that cannot be followed.
    """
    side = SideProver(card, turned, basis)
    every = side.context.all_of(None)
    rows: list[ChartRow] = []
    left_out: list[str] = []
    proved = True
    for line in side.lines:
        reach = side.looked_at(line)
        if side.never(reach, line.requirement):
            left_out.append(line.number)
            continue
        parts = _parts_of(side, line, reach)
        needs = r.both(*parts)
        proved = proved and side.never(reach, r.exactly_one(line.requirement, needs))
        when = tuple(_condition_in_words(part, line, every) for part in parts)
        below = tuple(subline.words for subline in line.context.below)
        rows.append(ChartRow(line.number, when, act_in_words(line), below, needs))
    reset = tuple(in_third_person(reset_line.words) for reset_line in card.reset_lines(turned))
    return Chart(card.title, turned, tuple(rows), tuple(left_out), reset, proved)


def _parts_of(side: SideProver, line: CompiledLine, reach: r.Requirement) -> list[r.Requirement]:
    """Return the parts of a line's requirement, without those that have no effect there."""
    parts = list(_parts(line.requirement))
    for part in sorted(parts, key=_size, reverse=True):
        rest = [other for other in parts if other is not part]
        if side.never(reach, r.exactly_one(line.requirement, r.both(*rest))):
            parts = rest
    return parts


def _parts(requirement: r.Requirement) -> Iterator[r.Requirement]:
    """Yield all that must hold for a requirement to hold, unless it is a single thing."""
    if isinstance(requirement, r.AllOf):
        for part in requirement.parts:
            yield from _parts(part)
    elif isinstance(requirement, r.Opaque) and requirement.only_needs:
        yield from _parts(requirement.needs)
    else:
        yield requirement


def _size(part: r.Requirement) -> int:
    """Return the size of a part; larger ones are dropped first."""
    return sum(1 for _ in r.leaves(part)) + isinstance(part, r.Opaque)


def _condition_in_words(part: r.Requirement, line: CompiledLine, every: Kinds) -> str:
    """Return a part as the heading of a column: in its own words, if they fit and it has any."""
    match part:
        case r.AllOf(parts):
            return " and ".join(_part_in_words(inner, line, every) for inner in parts)
        case r.AnyOf(parts):
            return " or ".join(dict.fromkeys(_part_in_words(inner, line, every) for inner in parts))
        case r.Not(built) if built == BUILT:
            return "it has not built this round"
        case r.Not(denied) if getattr(denied, "denied", ""):
            return in_third_person(r.wording(part))
        case r.Not(denied):
            return f"not: {_condition_in_words(denied, line, every)}"
        case r.ForSale(says=stack):
            deal = "the top card of one of these stacks" if stack else "one of these cards"
            return f"it can buy {deal}"
        case r.Opaque(status=status) if status != "condition-false":
            has_target = getattr(line.line.meaning.act, "target", None) is not None
            return _SPECIAL.get("no-target" if has_target else status, "that can be done")
        case r.CoinCount(range_):
            return f"{say(range_)} coin tokens"
        case r.Count() if part.status != "condition-false":
            return _count_in_words(part, every)
    phrase = in_third_person(r.wording(part))
    if phrase[:1].isdigit() and isinstance(part, r.Count | r.Total | r.EmptyStackCount):
        number, _, rest = phrase.partition(" ")
        phrase = f"{say(part.range) if number.isdigit() else number} {rest}"
    return phrase or "that can be done"


_SPECIAL = {
    "no-target": "that target is there",
    "would-do-nothing": "it would not come straight back",
}


def _count_in_words(leaf: r.Count, every: Kinds) -> str:
    """Return how many cards are to be in a place, and which unless ``every`` kind will do."""
    place = in_third_person(say(leaf.place))
    if leaf.kinds is None or leaf.kinds >= every:
        return f"{say(leaf.range)} {'card' if leaf.range == SOME else 'cards'} in {place}"
    names = kinds_in_words(leaf.kinds, every)
    return f"{'' if leaf.range == SOME else f'{say(leaf.range)} of '}{names} in {place}"


def _part_in_words(part: r.Requirement, line: CompiledLine, every: Kinds) -> str:
    """Return a part of a condition, in brackets if it has parts itself."""
    words = _condition_in_words(part, line, every)
    return f"({words})" if isinstance(part, r.AllOf | r.AnyOf) else words

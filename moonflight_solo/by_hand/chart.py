"""A side of an AI card as a table of conditions and acts, proved equivalent to its lines.

A decision table and a flowchart are two drawings of these rows: the first row whose conditions hold
is followed.
"""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import SOME, Basis
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.by_hand.questions import kinds_in_words, theirs
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
        looked_at = side.looked_at(line)
        if side.never(looked_at, line.requirement):
            left_out.append(line.number)
            continue
        parts = _shortened(side, line, looked_at)
        needs = r.both(*parts)
        proved = proved and side.never(looked_at, r.exactly_one(line.requirement, needs))
        when = tuple(_words(part, line, every) for part in parts)
        below = tuple(each.words for each in line.context.below)
        rows.append(ChartRow(line.number, when, theirs(say(line.line.meaning.act)), below, needs))
    reset = tuple(theirs(each.words) for each in card.reset_lines(turned))
    return Chart(card.title, turned, tuple(rows), tuple(left_out), reset, proved)


def _shortened(
    side: SideProver, line: CompiledLine, looked_at: r.Requirement
) -> list[r.Requirement]:
    """Return the parts of a line's requirement, without those that have no effect there."""
    parts = list(_parts(line.requirement))
    for part in sorted(parts, key=_heavy, reverse=True):
        rest = [each for each in parts if each is not part]
        if side.never(looked_at, r.exactly_one(line.requirement, r.both(*rest))):
            parts = rest
    return parts


def _parts(requirement: r.Requirement) -> Iterator[r.Requirement]:
    if isinstance(requirement, r.AllOf):
        for part in requirement.parts:
            yield from _parts(part)
    elif isinstance(requirement, r.Opaque) and requirement.only_needs:
        yield from _parts(requirement.needs)
    else:
        yield requirement


def _heavy(part: r.Requirement) -> int:
    """Return the size of a part; larger ones are dropped first."""
    return sum(1 for _ in r.leaves(part)) + isinstance(part, r.Opaque)


def _words(part: r.Requirement, line: CompiledLine, every: Kinds) -> str:
    match part:
        case r.AllOf(parts):
            return " and ".join(_inner(each, line, every) for each in parts)
        case r.AnyOf(parts):
            return " or ".join(dict.fromkeys(_inner(each, line, every) for each in parts))
        case r.Not(built) if built == BUILT:
            return "it has not built this round"
        case r.Not(denied) if getattr(denied, "denied", ""):
            return theirs(r.said(part))
        case r.Not(denied):
            return f"not: {_words(denied, line, every)}"
        case r.ForSale(says=stack):
            return (
                "it can buy the top card of one of these stacks"
                if stack
                else "it can buy one of these cards"
            )
        case r.Opaque(status=status) if status != "condition-false":
            aimed = getattr(line.line.meaning.act, "target", None) is not None
            return _SPECIAL.get("no-target" if aimed else status, "that can be done")
        case r.CoinCount(range_):
            return f"{say(range_)} coin tokens"
        case r.Count() if part.status != "condition-false":
            return _counted(part, every)
    said = theirs(r.said(part))
    if said[:1].isdigit() and isinstance(part, r.Count | r.Total | r.EmptyStackCount):
        number, _, rest = said.partition(" ")
        said = f"{say(part.range) if number.isdigit() else number} {rest}"
    return said or "that can be done"


_SPECIAL = {
    "no-target": "that target is there",
    "would-do-nothing": "it would not come straight back",
}


def _counted(leaf: r.Count, every: Kinds) -> str:
    where = theirs(say(leaf.place))
    if leaf.kinds is None or leaf.kinds >= every:
        return f"{say(leaf.range)} {'card' if leaf.range == SOME else 'cards'} in {where}"
    named = kinds_in_words(leaf.kinds, every)
    return (
        f"{named} in {where}" if leaf.range == SOME else f"{say(leaf.range)} of {named} in {where}"
    )


def _inner(part: r.Requirement, line: CompiledLine, every: Kinds) -> str:
    words = _words(part, line, every)
    return f"({words})" if isinstance(part, r.AllOf | r.AnyOf) else words

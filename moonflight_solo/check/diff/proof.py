"""Whether a rewording does the same on every table, proved, and the rulings the proof leans on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from moonflight_solo.ai_cards.card import CannotFollow
from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, CompileContext
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.ai_cards.spend_line import spend_line
from moonflight_solo.ai_cards.underspecified.slot import stack_named
from moonflight_solo.check.diff.line_diff import Unit, aim
from moonflight_solo.check.reachability.side import Read, Side, as_it_is
from moonflight_solo.rules import requirement as r
from moonflight_solo.rules.selectors import CannotDo
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.walk import nodes_of

_Normal = Callable[[ast.Line, CompileContext], ast.Line]


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proved of a line beside what it was, and the rulings without which it would not be.

    ``here``: only where the line is looked at, which is all that matters for what the card does.
    """

    verdict: Literal["same", "narrower", "wider"]
    leans_on: tuple[str, ...] = ()
    here: bool = False

    @property
    def certainty(self) -> str:
        """How it is known, in words."""
        return f"proved, by {' and '.join(self.leans_on)}" if self.leans_on else "proved"


class Prover:
    """What is proved of single lines of one side, that of either card."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def proof(self, old: Unit, new: Unit, before: r.Requirement) -> Proof | None:
        """Return what is proved of ``new`` beside ``old``, ``None`` if nothing is.

        ``before``: when the line is looked at on both cards; always, if that is not the same.
        """
        if old.meant == new.meant:
            return Proof("same", tuple(self._exact(old, new)))
        leans = self._alike(old, new)
        if leans is None:
            return None
        was, is_ = (self._compiled(each) for each in (old, new))
        if was is None or is_ is None or len(was.options) != len(is_.options):
            return None
        leans += [*self._exact(old, new)]
        for looked_at in (r.TRUE, before):
            if self._same(was, is_, looked_at):
                leans += self._side.leaning(partial(self._same, was, is_, looked_at))
                return Proof("same", tuple(dict.fromkeys(leans)), looked_at != r.TRUE)
        if self._side.never(is_.requirement, r.Not(was.requirement)):
            return Proof("narrower", tuple(leans))
        if self._side.never(was.requirement, r.Not(is_.requirement)):
            return Proof("wider", tuple(leans))
        return None

    def _compiled(self, unit: Unit) -> CompiledLine | None:
        """Return a line ready to be followed, in the form that its act has for all wordings.

        What a card is aimed at is left as printed: it decides when the line can be followed.
        """
        meaning = _built(unit.line.meaning)
        for ruling, normal in _NORMAL.items():
            if ruling != "A-same":
                meaning = normal(meaning, self._side.context)
        line = replace(unit.line, reading=replace(unit.line.reading, meaning=meaning))
        try:
            return compile_line(line, unit.below, self._side.context)
        except CannotFollow:
            return None

    # -- the act

    def _alike(self, old: Unit, new: Unit) -> list[str] | None:
        """Return the rulings by which two acts and their aims are the same; ``None`` if not."""
        if canonical(old.plain[1:]) != canonical(new.plain[1:]):
            return None
        was, is_ = old.plain[0], new.plain[0]
        if not self._same_act(was, is_, ()):
            return None
        return [ruling for ruling in _NORMAL if not self._same_act(was, is_, (ruling,))]

    def _same_act(self, one: ast.Line, other: ast.Line, without: tuple[str, ...]) -> bool:
        one, other = _built(one), _built(other)
        for ruling, normal in _NORMAL.items():
            if ruling not in without:
                one, other = (normal(each, self._side.context) for each in (one, other))
        return aim(one) == aim(other)

    # -- when it can be followed

    def _same(
        self,
        was: CompiledLine,
        is_: CompiledLine,
        looked_at: r.Requirement,
        read: Read = as_it_is,
    ) -> bool:
        """Return whether each way to do what two lines say is open on the same tables."""
        pairs = zip(was.options, is_.options, strict=True)
        return all(
            self._side.never(read(looked_at), r.parted(read(one), read(other)))
            for one, other in (
                (r.both(was.condition, a.needs), r.both(is_.condition, b.needs)) for a, b in pairs
            )
        )

    def _exact(self, old: Unit, new: Unit) -> Iterator[str]:
        """Yield the ruling on bare numbers if only one of two lines has one."""
        bare = [sum(each.bare for each in _ranges(unit)) for unit in (old, new)]
        if bare[0] != bare[1]:
            yield "A-exact"


def _ranges(unit: Unit) -> Iterator[ast.Range]:
    for line in (unit.line, *unit.below):
        yield from nodes_of(line.meaning.condition, ast.Range)


# ------------------------------------------------------- what is carried out alike, by a ruling


def _in_hand(cards: ast.Cards) -> ast.Cards:
    return cards if cards.place is not None else replace(cards, place=IN_HAND)


def _available(line: ast.Line, context: CompileContext) -> ast.Line:
    act = line.act
    if not isinstance(act, ast.ShopAct) or act.cards is None:
        return line
    options = tuple(replace(each, available=False) for each in act.cards.options)
    return replace(line, act=replace(act, cards=ast.FirstOf(options)))


def _from_hand(line: ast.Line, context: CompileContext) -> ast.Line:
    act = line.act
    if isinstance(act, ast.SpendAct) and act.cards is not None:
        return replace(line, act=replace(act, cards=_in_hand(act.cards)))
    return line


def _built(line: ast.Line) -> ast.Line:
    """Return a Build whose places are said, as the rulebooks have them: from hand, onto play."""
    act = line.act
    if not isinstance(act, ast.BuildAct):
        return line
    onto = act.onto if act.onto.place is not None else replace(act.onto, place=IN_PLAY)
    return replace(line, act=replace(act, cards=_in_hand(act.cards), onto=onto))


def as_many(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a Build of several cards that says to fill the places (A-set-many)."""
    act = line.act
    filled = context.rulings.choice("A-many") != "ties-only"
    if isinstance(act, ast.BuildAct) and act.cards.number == "some" and filled:
        return replace(line, act=replace(act, cards=replace(act.cards, number="many")))
    return line


def paid(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a Spend with the number of cards its one ability costs."""
    act = line.act
    if not isinstance(act, ast.SpendAct) or act.cards is None or act.user is None:
        return line
    if act.cards.number not in ("any", "some"):
        return line
    user = context.names.card(act.user, context.turned)
    costs = {ability.cards for ability in user.abilities}
    if len(costs) != 1:
        return line
    return replace(line, act=replace(act, cards=replace(act.cards, number=costs.pop())))


def _aimed(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line aimed in so many words at what its condition names."""
    act, named = line.act, stack_named(line.condition)
    if not isinstance(act, ast.PlayAct) or act.target is not None or named is None:
        return line
    return replace(line, act=replace(act, target=ast.FirstOf((named,))))


def used(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a Spend that says whose ability it uses, if there is only one that would do."""
    act = line.act
    if not isinstance(act, ast.SpendAct) or act.user is not None or act.of_character:
        return line
    if _character_only(act, context):
        return replace(line, act=replace(act, of_character=True))
    return line


def _character_only(act: ast.SpendAct, context: CompileContext) -> bool:
    """Return whether no card in play but the character can have the ability that is meant."""
    able = [card for card in context.names.kinds(context.turned) if card.abilities]
    return not any(_fits(replace(act, user=card.name), context) for card in able) and _fits(
        replace(act, of_character=True), context
    )


def _fits(act: ast.SpendAct, context: CompileContext) -> bool:
    try:
        spend_line(act, context)
    except CannotDo:
        return False
    return True


_NORMAL: dict[str, _Normal] = {
    "A-available": _available,
    "G-spend": _from_hand,
    "A-set-many": as_many,
    "A-partial": paid,
    "A-same": _aimed,
    "A-purpose": used,
}
"""What makes wordings of an act alike, by the ruling that says so."""

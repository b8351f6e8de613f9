"""Whether a rewording does the same on every table, proved, and the rulings the proof leans on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import CannotFollow
from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, CompileContext
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.ai_cards.spend_line import spend_line
from moonflight_solo.ai_cards.targeting import GIVING, TAKING
from moonflight_solo.ai_cards.underspecified.slot import is_open, stack_named
from moonflight_solo.check.diff.line_diff import Unit, aim
from moonflight_solo.check.reachability.side import Read, Side, as_it_is
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.walk import nodes_of, rewritten

_Normal = Callable[[ast.Line, CompileContext], ast.Line]


def _in_hand(cards: ast.Cards) -> ast.Cards:
    return cards if cards.place is not None else replace(cards, place=IN_HAND)


def _from_hand(line: ast.Line, context: CompileContext) -> ast.Line:
    act = line.act
    if isinstance(act, ast.SpendAct) and act.cards is not None:
        return replace(line, act=replace(act, cards=_in_hand(act.cards)))
    return line


def built(line: ast.Line) -> ast.Line:
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


def playing(context: CompileContext) -> ast.Ties:
    """Return what is played where nothing is said: after the Turn what scores is kept (A-play)."""
    return (GIVING[0], TAKING[1]) if context.turned else TAKING


def _of_cards(change: Callable[[ast.Cards, CompileContext], ast.Cards]) -> _Normal:
    """Return what makes wordings of cards alike, wherever in a line they stand."""

    def normal(line: ast.Line, context: CompileContext) -> ast.Line:
        changed: ast.Line = rewritten(
            line, lambda part: change(part, context) if isinstance(part, ast.Cards) else part
        )
        return changed

    return normal


def _unsaid(kind: type[Any], slot: str, *, in_act: bool = True) -> _Normal:
    """Return what leaves out of a line, or its act, what a ruling says of every such part of it."""

    def less(part: Any) -> Any:
        return replace(part, **{slot: False}) if isinstance(part, kind) else part

    def normal(line: ast.Line, context: CompileContext) -> ast.Line:
        changed: ast.Line = rewritten(line, less)
        return replace(line, act=changed.act) if in_act else changed

    return normal


def _first_of_tied(cards: ast.Cards, context: CompileContext) -> ast.Cards:
    if cards.ties[-1:] == ("first",) and (cards.extreme or len(cards.ties) > 1):
        return replace(cards, ties=cards.ties[:-1])
    return cards


def judged_by(cards: ast.Cards) -> set[str]:
    """Return what of cards a phrase goes by: "cost", "score", "stability"."""
    extremes = [each.of for each in (cards.extreme, *cards.ties) if isinstance(each, ast.Extreme)]
    ranges = (("cost", cards.cost), ("score", cards.score), ("stability", cards.stability))
    return {of for of, amount in ranges if amount is not None}.union(extremes)


def _cost_now(cards: ast.Cards, context: CompileContext) -> ast.Cards:
    now = "after" if context.turned else "before"
    alike = cards.side == now and judged_by(cards) == {"cost"}
    return replace(cards, side=None) if alike else cards


def _higher_end(cards: ast.Cards, context: CompileContext) -> ast.Cards:
    alike = cards.side == "higher" and judged_by(cards) <= {"score"}
    return replace(cards, side=None) if alike else cards


def _chosen(cards: ast.FirstOf, by: ast.Ties) -> ast.FirstOf:
    return ast.FirstOf(
        tuple(replace(each, ties=by) if is_open(each) else each for each in cards.options)
    )


def _bought(line: ast.Line, context: CompileContext) -> ast.Line:
    act = line.act
    if isinstance(act, ast.ShopAct) and act.cards is not None:
        return replace(line, act=replace(act, cards=_chosen(act.cards, TAKING)))
    return line


def _played(line: ast.Line, context: CompileContext) -> ast.Line:
    act = line.act
    if isinstance(act, ast.PlayAct) and not isinstance(line.condition, ast.Played):
        return replace(line, act=replace(act, cards=_chosen(act.cards, playing(context))))
    return line


def in_order(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a Build of as many as there are places that says in which order (A-many)."""
    act = line.act
    if not isinstance(act, ast.BuildAct) or context.rulings.choice("A-many") != "in-order":
        return line
    extreme = act.cards.extreme
    if act.cards.number != "many" or extreme is None:
        return line
    cards = replace(act.cards, extreme=None, ties=(extreme, *act.cards.ties))
    if extreme == TAKING[0] and cards.score is None:  # none that scores nothing (A-highest)
        cards = replace(cards, score=ast.Range(1))
    return replace(line, act=replace(act, cards=cards))


def silent(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line that says by what it Spends, not by what else is given up and taken."""
    act = line.act
    if isinstance(act, ast.PlayAct):
        giving = () if act.giving == GIVING else act.giving
        taking = () if act.taking == TAKING else act.taking
        return replace(line, act=replace(act, giving=giving, taking=taking))
    if isinstance(act, ast.SpendAct) and act.cards is not None and is_open(act.cards):
        return replace(line, act=replace(act, cards=replace(act.cards, ties=GIVING)))
    return line


def normalized(line: ast.Line, context: CompileContext, without: str = "") -> ast.Line:
    """Return a line in one form for all wordings that rulings make alike, but for one of them."""
    for ruling, normal in NORMAL.items():
        if ruling != without:
            line = normal(line, context)
    return line


NORMAL: dict[str, _Normal] = {
    "A-available": _unsaid(ast.Cards, "available"),
    "G-spend": _from_hand,
    "A-set-many": as_many,
    "A-partial": paid,
    "A-same": _aimed,
    "A-purpose": used,
    "A-many": in_order,
    "A-ties-buy": _bought,
    "A-play": _played,
    "A-silent": silent,
    "A-exact": _unsaid(ast.Has, "counting", in_act=False),
    "A-target-self": _unsaid(ast.Cards, "other"),
    "A-tie": _of_cards(_first_of_tied),
    "A-fewest": _unsaid(ast.Place, "first"),
    "A-cost": _of_cards(_cost_now),
    "A-score": _of_cards(_higher_end),
}
"""What makes wordings of an act alike, by the ruling that says so."""


T = TypeVar("T")


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
        meaning = normalized(built(unit.line.meaning), self._side.context, "A-same")
        line = replace(unit.line, reading=replace(unit.line.reading, meaning=meaning))
        try:
            return compile_line(line, unit.below, self._side.context)
        except CannotFollow:
            return None

    # -- the act

    def _alike(self, old: Unit, new: Unit) -> list[str] | None:
        """Return the rulings by which two acts and their aims are the same; ``None`` if not."""
        if not self._same_act(old.plain, new.plain):
            return None
        return [r for r in NORMAL if not self._same_act(old.plain, new.plain, without=r)]

    def _same_act(
        self, old: tuple[ast.Line, ...], new: tuple[ast.Line, ...], without: str = ""
    ) -> bool:
        (was, *below), (is_, *now) = (
            [normalized(built(line), self._side.context, without) for line in each]
            for each in (old, new)
        )
        return aim(was) == aim(is_) and canonical(tuple(below)) == canonical(tuple(now))

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
        """Yield the rulings that say of one line what the other says in words."""
        for ruling, said in _SAID.items():
            if said(old) != said(new):
                yield ruling


def _in_conditions(unit: Unit, kind: type[T]) -> Iterator[T]:
    for line in (unit.line, *unit.below):
        yield from nodes_of(line.meaning.condition, kind)


_SIDES = ("before", "after")
_SAID: dict[str, Callable[[Unit], object]] = {
    "A-exact": lambda unit: (
        sum(each.bare for each in _in_conditions(unit, ast.Range)),
        sum(each.counting for each in _in_conditions(unit, ast.Has)),
    ),
    "A-score": lambda unit: [c.side for c in _in_conditions(unit, ast.Cards) if c.side == "higher"],
    "A-cost": lambda unit: [c.side for c in _in_conditions(unit, ast.Cards) if c.side in _SIDES],
    "A-follow": lambda unit: unit.line.meaning.if_possible,
}
"""What is said in so many words, or not, and then is so by a ruling."""


def _parted(one: r.Requirement, other: r.Requirement) -> r.Requirement:
    return r.either(r.both(one, r.Not(other)), r.both(r.Not(one), other))

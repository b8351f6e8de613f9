"""Proving that a rewording does the same on every table, and which rulings that rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, CannotFollow
from moonflight_solo.ai_cards.context import IN_HAND, A, CompileContext, with_phrases
from moonflight_solo.ai_cards.how_to_read import is_open, judged_by
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.ai_cards.preference import GIVING, TAKING, silent_order
from moonflight_solo.ai_cards.spend_line import users
from moonflight_solo.ai_cards.underspecified.slot import target_named
from moonflight_solo.check.diff.line_diff import Unit, aim, units
from moonflight_solo.check.reachability.side import Read, SideProver, as_it_is
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.selectors import asks_for_any
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.walk import nodes_of, rewritten

T = TypeVar("T")

Normal = Callable[[ast.Line, CompileContext], ast.Line]
"""Normalizes a line, making wordings equal that a ruling makes equivalent."""


def _in_line(kind: Any, change: Callable[[Any, CompileContext], Any]) -> Normal:
    """Return a normalization of all parts of a kind, anywhere in a line."""
    return lambda line, context: rewritten(
        line, lambda part: change(part, context) if isinstance(part, kind) else part
    )


def _in_act(kind: Any, change: Callable[[Any, CompileContext], Any]) -> Normal:
    """Return a normalization of all parts of a kind in the act of a line."""
    whole = _in_line(kind, change)
    return lambda line, context: replace(line, act=whole(ast.Line(line.act), context).act)


def _with_number(act: ast.BuildAct, context: CompileContext) -> ast.BuildAct:
    """Return a Build of "some" cards as one of as many as it can (ruling A-many)."""
    if act.cards.number != "some" or context.rulings.choice("A-many") == "ties-only":
        return act
    return replace(act, cards=replace(act.cards, number="many"))


def _with_payment(act: ast.SpendAct, context: CompileContext) -> ast.SpendAct:
    """Return a Spend with the number of cards its one ability costs."""
    if act.cards is None or act.user is None or act.cards.number not in ("any", "some"):
        return act
    abilities = context.names.card(act.user, context.turned).abilities
    costs = {ability.cards for ability in abilities}
    cards = replace(act.cards, number=costs.pop()) if len(costs) == 1 else act.cards
    return replace(act, cards=cards)


def _with_target(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line with an explicit target, taken from its condition."""
    act, named = line.act, target_named(line.condition, context.rulings)
    if not isinstance(act, ast.PlayAct) or act.target is not None or named is None:
        return line
    return replace(line, act=replace(act, target=ast.FirstOf((named,))))


def _with_character(act: ast.SpendAct, context: CompileContext) -> ast.SpendAct:
    """Return a Spend that names the character, if only the character has such an ability."""
    if act.user is not None or users(act, context) != [context.character()]:
        return act
    return replace(act, of_character=True)


def _in_order(act: ast.BuildAct, context: CompileContext) -> ast.BuildAct:
    """Return a Build of as many cards as possible that says in which order."""
    extreme = act.cards.extreme
    if context.rulings.choice("A-many") != "in-order":
        return act
    if act.cards.number != "many" or extreme is None:
        return act
    cards = replace(act.cards, extreme=None, ties=(extreme, *act.cards.ties))
    if asks_for_any(extreme) and getattr(cards, extreme.of) is None:
        cards = replace(cards, **{extreme.of: ast.Range(1)})
    return replace(act, cards=cards)


def _with_order(act: A, context: CompileContext) -> A:
    """Return an act with an explicit order for choosing its cards."""
    by = silent_order(act, context.turned)
    return with_phrases(act, lambda each: replace(each, ties=by) if is_open(each) else each)


def _with_order_of_play(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line with an explicit order for the card it plays, except a subline."""
    below = isinstance(line.condition, ast.Played)
    return line if below else _in_act(ast.PlayAct, _with_order)(line, context)


def _without_defaults(act: ast.PlayAct, context: CompileContext) -> ast.PlayAct:
    """Return the playing of a card without what is given up and taken by default."""
    giving = () if act.giving == GIVING else act.giving
    return replace(act, giving=giving, taking=() if act.taking == TAKING else act.taking)


def _given_up(act: A, context: CompileContext) -> A:
    """Return an act with an explicit order for the cards it Spends, Sets, retains or Moves."""
    # What pays depends on the purpose (ruling A-follow).
    purposeful = isinstance(act, ast.SpendAct) and act.purpose is not None
    return act if purposeful else _with_order(act, context)


def _silent(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line that says what it gives up, but no default of the card that it plays."""
    giving = ast.SpendAct | ast.BuildAct | ast.Retain | ast.ResetMove
    return _in_act(ast.PlayAct, _without_defaults)(
        _in_act(giving, _given_up)(line, context), context
    )


def _first_of_tied(cards: ast.Cards, context: CompileContext) -> ast.Cards:
    """Return cards without "if tied the first" where that is what happens anyway."""
    is_default = cards.ties[-1:] == ("first",) and (cards.extreme or len(cards.ties) > 1)
    return replace(cards, ties=cards.ties[:-1]) if is_default else cards


def _cost_now(cards: ast.Cards, context: CompileContext) -> ast.Cards:
    """Return cards judged by cost alone without the end meant, if that is the one now up."""
    now = cards.side == ("after" if context.turned else "before")
    return replace(cards, side=None) if now and judged_by(cards) == {"cost"} else cards


def _higher_end(cards: ast.Cards, context: CompileContext) -> ast.Cards:
    """Return cards without "higher" where that is said of a score, which is the higher anyway."""
    alike = cards.side == "higher" and judged_by(cards) <= {"score"}
    return replace(cards, side=None) if alike else cards


def _without_idle_tie(place: ast.Place, context: CompileContext) -> ast.Place:
    """Return a place without "if tied the first" while both mean the same."""
    same = context.rulings.choice("A-fewest") == context.rulings.choice("A-afford")
    return replace(place, first=False) if same else place


NORMAL: dict[str, Normal] = {
    "A-available": _in_act(ast.Cards, lambda cards, _: replace(cards, available=False)),
    "G-spend": _in_act(
        ast.SpendAct,
        lambda act, _: with_phrases(act, lambda each: replace(each, place=each.place or IN_HAND)),
    ),
    "A-set-many": _in_act(ast.BuildAct, _with_number),
    "A-partial": _in_act(ast.SpendAct, _with_payment),
    "A-same": _with_target,
    "A-purpose": _in_act(ast.SpendAct, _with_character),
    "A-many": _in_act(ast.BuildAct, _in_order),
    "A-ties-buy": _in_act(ast.ShopAct, _with_order),
    "A-play": _with_order_of_play,
    "A-silent": _silent,
    "A-exact": _in_line(ast.Has, lambda has, _: replace(has, counting=False)),
    "A-target-self": _in_act(ast.Cards, lambda cards, _: replace(cards, other=False)),
    "A-tie": _in_line(ast.Cards, _first_of_tied),
    "A-fewest": _in_act(ast.Place, _without_idle_tie),
    "A-cost": _in_line(ast.Cards, _cost_now),
    "A-score": _in_line(ast.Cards, _higher_end),
}
"""The normalizations that make wordings equal, by the ruling behind each."""


def _normalize(line: ast.Line, context: CompileContext, without: str = "") -> ast.Line:
    """Return a line normalized by all rulings except ``without``."""
    return [line for _, line in _forms(line, context, without)][-1]


def _forms(
    line: ast.Line, context: CompileContext, without: str = ""
) -> Iterator[tuple[str, ast.Line]]:
    """Yield a line before any normalization, and after each ruling's except ``without``."""
    yield "", line
    for ruling, normal in NORMAL.items():
        if ruling != without:
            line = normal(line, context)
            yield ruling, line


class Proof(Value):
    """What is proved of a reworded line, and the rulings the proof depends on."""

    verdict: Literal["same", "narrower", "wider"]
    leans_on: tuple[str, ...] = ()

    @property
    def certainty(self) -> str:
        """The certainty in words."""
        return f"proved, by {' and '.join(self.leans_on)}" if self.leans_on else "proved"


def line_proof(side: SideProver, old: AICard, new: AICard, line: AILine) -> Proof | None:
    """Return what is proved of ``line`` on ``new`` beside ``old``, whose side ``side`` is."""
    section = line.printed.section
    olds, news = (units(card, section, side.context) for card in (old, new))
    at = next(n for n, unit in enumerate(olds) if line in (unit.line, *unit.below))
    looked_at: r.Requirement = r.TRUE
    if section == "action":
        looked_at = side.looked_at(side.of[olds[at].line])
    return proof_of(side, olds[at], news[at], looked_at)


def proof_of(side: SideProver, old: Unit, new: Unit, before: r.Requirement) -> Proof | None:
    """Return what is proved of ``new`` compared with ``old``, ``None`` if nothing is.

    ``side`` is that of either card; ``before`` is the condition for reaching the line on both
    cards, or always true if they differ.
    """
    left_unsaid = [ruling for ruling, said_by in _SAID.items() if said_by(old) != said_by(new)]
    if old.key == new.key:
        return Proof("same", tuple(left_unsaid))
    if not _same_act(side, old, new):
        return None
    was, is_ = (_compile_unit(side, unit) for unit in (old, new))
    if was is None or is_ is None or len(was.options) != len(is_.options):
        return None
    lines = (*old.plain, *new.plain)
    steps = [step for line in lines for step in pairwise(_forms(line, side.context))]
    used = {ruling for (_, form), (ruling, next_form) in steps if form != next_form}
    leans = [each for each in NORMAL if each in used and not _same_act(side, old, new, each)]
    leans += left_unsaid
    for looked_at in (r.TRUE, before):
        same = partial(_same, side, was, is_, looked_at)
        if same(as_it_is):
            return Proof("same", tuple(dict.fromkeys([*leans, *side.leaning(same)])))
    if side.never(is_.requirement, r.Not(was.requirement)):
        return Proof("narrower", tuple(leans))
    if side.never(was.requirement, r.Not(is_.requirement)):
        return Proof("wider", tuple(leans))
    return None


def _same_act(side: SideProver, old: Unit, new: Unit, without: str = "") -> bool:
    """Return whether two acts and their aims are equal, by all rulings except ``without``."""
    was, now = (
        tuple(_normalize(line, side.context, without) for line in unit.plain) for unit in (old, new)
    )
    return aim(was[0]) == aim(now[0]) and canonical(was[1:]) == canonical(now[1:])


def _compile_unit(side: SideProver, unit: Unit) -> CompiledLine | None:
    """Compile a line with its act normalized; ``None`` if it cannot be followed.

    Its aim is left as printed, because that decides when the line can be followed.
    """
    meaning = _normalize(unit.line.meaning, side.context, "A-same")
    line = replace(unit.line, reading=replace(unit.line.reading, meaning=meaning))
    try:
        return compile_line(line, unit.below, side.context)
    except CannotFollow:
        return None


def _same(
    side: SideProver, was: CompiledLine, is_: CompiledLine, looked_at: r.Requirement, read: Read
) -> bool:
    """Return whether each option of two lines is open on the same tables."""
    pairs = (
        (r.both(was.condition, one.needs), r.both(is_.condition, other.needs))
        for one, other in zip(was.options, is_.options, strict=True)
    )
    return all(side.never(read(looked_at), r.exactly_one(read(a), read(b))) for a, b in pairs)


def _in_conditions(unit: Unit, kind: type[T]) -> Iterator[T]:
    for line in (unit.line, *unit.below):
        yield from nodes_of(line.meaning.condition, kind)


_SIDES = ("before", "after")
_SAID: dict[str, Callable[[Unit], object]] = {
    "A-exact": lambda unit: (
        sum(condition.bare for condition in _in_conditions(unit, ast.Range)),
        sum(condition.counting for condition in _in_conditions(unit, ast.Has)),
    ),
    "A-score": lambda unit: [c.side for c in _in_conditions(unit, ast.Cards) if c.side == "higher"],
    "A-cost": lambda unit: [c.side for c in _in_conditions(unit, ast.Cards) if c.side in _SIDES],
    "A-follow": lambda unit: unit.line.meaning.if_possible,
}
"""What is stated explicitly, or else follows from a ruling."""

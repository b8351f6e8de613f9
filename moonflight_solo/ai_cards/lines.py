"""AI-card lines compiled once: each tries to find its act, and can say why it found none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moonflight_solo.ai_cards.build_line import build_line
from moonflight_solo.ai_cards.card import AICard, AILine, CannotFollow
from moonflight_solo.ai_cards.context import (
    Attempt,
    CompileContext,
    Decision,
    Ready,
    Reason,
    WhyNot,
)
from moonflight_solo.ai_cards.observing import observed
from moonflight_solo.ai_cards.play_line import play_line, ready_to_play
from moonflight_solo.ai_cards.shop_line import shop_from_line, shop_line
from moonflight_solo.ai_cards.spend_line import spend_line
from moonflight_solo.ai_cards.underspecified import gaps
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.selectors import CannotDo
from moonflight_solo.rules.table import Seat, Table
from moonflight_solo.wording import ast


@dataclass(frozen=True, slots=True, eq=False)
class CompiledLine:
    """A line ready to be followed. ``attempt`` returns its act, or ``None``; only then does
    ``why_not`` say what stood in the way. ``needs`` are cards of which one must be in hand
    (``None``: none needed, empty: any will do). ``rulings`` filled the gaps in its words.

    ``act`` is the attempt alone, when the condition is known to hold. Where no more can stand in
    its way than that cards are not in hand, ``ready`` lists what is decided for the first of them
    that is (``None``: for no card at all).
    """

    line: AILine
    number: str
    attempt: Attempt
    why_not: WhyNot
    needs: frozenset[Card] | None
    rulings: tuple[str, ...]
    sublines: tuple[AILine, ...]
    act: Attempt
    ready: Ready


def compile_side(
    card: AICard, turned: bool, catalogue: Catalogue, rulings: Rulings
) -> tuple[CompiledLine, ...]:
    """Return the action lines of one side, each with its sub-lines.

    Raises :class:`CannotFollow` with the line's place for names that do not exist on that side and
    for words that can be read but not followed.
    """
    scope = CompileContext(catalogue, turned, rulings, card.jack)
    return tuple(_compile(line, card.below(line), scope) for line in card.main_lines(turned))


def _compile(line: AILine, subs: tuple[AILine, ...], scope: CompileContext) -> CompiledLine:
    try:
        act, why_not_act = _act(line.meaning, subs, scope)
        attempt, why_not = _conditional(line.meaning.condition, act, why_not_act, scope)
        needs = _needs(line.meaning.act, scope)
        ready = _ready(line.meaning, subs, scope)
    except (CannotDo, UnknownName) as error:
        raise CannotFollow(line, str(error)) from None
    fills = (*line.ruled_by, *gaps(line.meaning, scope.names, scope.turned))
    rulings = tuple(dict.fromkeys(fills))
    return CompiledLine(line, line.number, attempt, why_not, needs, rulings, subs, act, ready)


def _ready(meaning: ast.Line, subs: Sequence[AILine], scope: CompileContext) -> Ready:
    if isinstance(meaning.act, ast.PassAct):
        return ((None, _PASS),)
    if isinstance(meaning.act, ast.PlayAct):
        return ready_to_play(meaning.act, meaning.condition, subs, scope)
    return ()


def _act(
    meaning: ast.Line, subs: Sequence[AILine], scope: CompileContext
) -> tuple[Attempt, WhyNot]:
    act = meaning.act
    if isinstance(act, ast.PlayAct):
        return play_line(act, meaning.condition, subs, scope)
    if subs:
        raise CannotDo("only a line that plays a card can have a line below it")
    if isinstance(act, ast.SpendAct):
        return spend_line(act, scope)
    if isinstance(act, ast.ShopAct):
        return shop_from_line(act.stacks, scope) if act.stacks else shop_line(act, scope)
    if isinstance(act, ast.BuildAct):
        return build_line(act, scope)
    if isinstance(act, ast.PassAct):
        return _pass()
    raise CannotDo("a Reset line stands among the acts")


def _conditional(
    condition: ast.Condition | None, attempt: Attempt, why_not: WhyNot, scope: CompileContext
) -> tuple[Attempt, WhyNot]:
    if condition is None:
        return attempt, why_not
    test = scope.test(condition)

    def conditional(table: Table, seat: Seat) -> Decision | None:
        return attempt(table, seat) if test(table, seat) else None

    def why(table: Table, seat: Seat) -> Reason:
        if not test(table, seat):
            return "condition-false", observed(condition, table, seat, scope.test, scope.names)
        return why_not(table, seat)

    return conditional, why


def _needs(act: ast.Act, scope: CompileContext) -> frozenset[Card] | None:
    """Return the cards of which one at least must be in hand for the act to be possible.

    ``None`` if no card is needed, an empty set if any card will do.
    """
    phrases: tuple[ast.Cards, ...] = ()
    if isinstance(act, ast.PlayAct):
        phrases = act.cards.options
    elif isinstance(act, ast.SpendAct):
        phrases = () if act.cards is None else (act.cards,)
    elif isinstance(act, ast.BuildAct):
        phrases = (act.cards,)
    if not phrases:
        return None
    named = frozenset(
        scope.names.card(name, scope.turned) for cards in phrases for name in cards.names
    )
    return named if all(cards.names for cards in phrases) else frozenset()


_PASS: Decision = (PASS, None)


def _pass() -> tuple[Attempt, WhyNot]:
    def why(table: Table, seat: Seat) -> Reason:
        return "followed", "passing is always possible"

    return (lambda table, seat: _PASS), why

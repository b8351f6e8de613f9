"""AI-card lines compiled once: when each can be followed, and the act it then gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moonflight_solo.ai_cards.build_line import build_line
from moonflight_solo.ai_cards.card import AICard, AILine, CannotFollow
from moonflight_solo.ai_cards.context import CompileContext, CompiledAct, Decision
from moonflight_solo.ai_cards.play_line import play_line
from moonflight_solo.ai_cards.shop_line import shop_line
from moonflight_solo.ai_cards.spend_line import spend_line
from moonflight_solo.ai_cards.underspecified.acts import gaps
from moonflight_solo.ai_cards.underspecified.slot import LineContext
from moonflight_solo.ai_cards.why import Reason, why_false, why_impossible
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.requirement import TRUE, Requirement, as_test, both, either
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.selectors import CannotDo
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.wording import ast


@dataclass(frozen=True, slots=True, eq=False)
class CompiledLine:
    """A line ready to be followed: wherever ``condition`` and one way of ``act`` hold.

    ``needs`` are cards of which one must be in hand (``None``: none needed, empty: any will do).
    """

    line: AILine
    condition: Requirement
    act: CompiledAct
    needs: frozenset[Card] | None
    sublines: tuple[AILine, ...]
    context: LineContext

    @property
    def number(self) -> str:
        """The number printed before the line."""
        return self.line.number

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings on its very words, and those that fill the gaps in them."""
        return tuple(dict.fromkeys((*self.line.ruled_by, *gaps(self.context))))

    @property
    def possible(self) -> Requirement:
        """What its act needs, whether or not its condition holds."""
        return either(*self.act.options)

    @property
    def requirement(self) -> Requirement:
        """What the line needs to be followed, if it is looked at."""
        return both(self.condition, self.possible)

    def attempt(self, table: Table, seat: Seat) -> Decision | None:
        """Return the act the line gives now, ``None`` if it cannot be followed."""
        return self.act.choose(table, seat) if as_test(self.condition)(table, seat) else None

    def why_not(self, table: Table, seat: Seat) -> Reason:
        """Return what stands in the way of a line that cannot be followed now."""
        if not as_test(self.condition)(table, seat):
            return why_false(self.condition, table, seat)
        return why_impossible(self.act.options, table, seat)


def compile_side(
    card: AICard, turned: bool, catalogue: Catalogue, rulings: Rulings
) -> tuple[CompiledLine, ...]:
    """Return the action lines of one side, each with its sub-lines.

    Raises :class:`CannotFollow` with the line's place for names that do not exist on that side and
    for words that can be read but not followed.
    """
    context = CompileContext(catalogue, turned, rulings, card.jack)
    return tuple(compile_line(line, card.below(line), context) for line in card.main_lines(turned))


def compile_line(line: AILine, subs: tuple[AILine, ...], context: CompileContext) -> CompiledLine:
    """Return one action line with the lines below it; raises as :func:`compile_side` does."""
    meaning = line.meaning
    try:
        act = _act(meaning, subs, context)
        said = meaning.condition
        condition = TRUE if said is None else context.lower.condition(said)
        needs = _needs(meaning.act, context)
    except (CannotDo, UnknownName) as error:
        raise CannotFollow(line, str(error)) from None
    its = LineContext(line, subs, context.names, context.rulings)
    return CompiledLine(line, condition, act, needs, subs, its)


def _act(meaning: ast.Line, subs: Sequence[AILine], context: CompileContext) -> CompiledAct:
    act = meaning.act
    if isinstance(act, ast.PlayAct):
        return play_line(act, meaning.condition, subs, context)
    if subs:
        raise CannotDo("only a line that plays a card can have a line below it")
    if isinstance(act, ast.SpendAct):
        return spend_line(act, context)
    if isinstance(act, ast.ShopAct):
        return shop_line(act, context)
    if isinstance(act, ast.BuildAct):
        return build_line(act, context)
    if isinstance(act, ast.PassAct):
        decision: Decision = (PASS, None)
        return CompiledAct((TRUE,), lambda table, seat: decision, ((None, decision),))
    raise CannotDo("a Reset line stands among the acts")


def _needs(act: ast.Act, context: CompileContext) -> frozenset[Card] | None:
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
    if not all(cards.names for cards in phrases):
        return frozenset()
    return frozenset(
        context.names.card(name, context.turned) for cards in phrases for name in cards.names
    )

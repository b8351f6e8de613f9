"""What wordings are carried out alike by a ruling, and one form for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, CompileContext
from moonflight_solo.ai_cards.spend_line import spend_line
from moonflight_solo.ai_cards.targeting import GIVEN_UP
from moonflight_solo.ai_cards.underspecified.slot import is_open, stack_named
from moonflight_solo.rules.candidates import choices
from moonflight_solo.rules.selectors import CannotDo
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import rewritten

_Normal = Callable[[ast.Line, CompileContext], ast.Line]


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


_HIGHEST_SCORE, _LOWEST_SCORE = (ast.Extreme(end, "score") for end in ("highest", "lowest"))
_HIGHEST_COST, _LOWEST_COST = (ast.Extreme(end, "cost") for end in ("highest", "lowest"))
TAKING: ast.Ties = (_HIGHEST_SCORE, _HIGHEST_COST)
GIVING: ast.Ties = (_LOWEST_SCORE, _LOWEST_COST)
"""What a player takes, and gives up, where nothing is said (A-silent, A-ties-buy)."""


def playing(context: CompileContext) -> ast.Ties:
    """Return what is played where nothing is said: after the Turn what scores is kept (A-play)."""
    return (_LOWEST_SCORE, _HIGHEST_COST) if context.turned else TAKING


def _of_cards(change: Callable[[ast.Cards, CompileContext], ast.Cards]) -> _Normal:
    """Return what makes wordings of cards alike, wherever in a line they stand."""

    def normal(line: ast.Line, context: CompileContext) -> ast.Line:
        changed: ast.Line = rewritten(
            line, lambda part: change(part, context) if isinstance(part, ast.Cards) else part
        )
        return changed

    return normal


def _counted_before(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line that does not say that the card it plays is counted (A-exact)."""
    changed: ast.Line = rewritten(
        line, lambda part: replace(part, counting=False) if isinstance(part, ast.Has) else part
    )
    return changed


def _first_of_tied(cards: ast.Cards, context: CompileContext) -> ast.Cards:
    if cards.ties[-1:] == ("first",) and (cards.extreme or len(cards.ties) > 1):
        return replace(cards, ties=cards.ties[:-1])
    return cards


def _first_stack(line: ast.Line, context: CompileContext) -> ast.Line:
    act = line.act
    if isinstance(act, ast.ShopAct) and act.stacks is not None:
        return replace(line, act=replace(act, stacks=replace(act.stacks, first=False)))
    return line


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
    if extreme == _HIGHEST_SCORE and cards.score is None:  # none that scores nothing (A-highest)
        cards = replace(cards, score=ast.Range(1))
    return replace(line, act=replace(act, cards=cards))


def _others(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line that does not say that the card it plays is not aimed at (A-target-self)."""
    act = line.act
    if not isinstance(act, ast.PlayAct) or act.target is None:
        return line
    target = rewritten(
        act.target, lambda part: replace(part, other=False) if isinstance(part, ast.Cards) else part
    )
    return replace(line, act=replace(act, target=target))


def given_up(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return a line that says which card of one's hand it aims at, to be given up (A-silent)."""
    act = line.act
    if not isinstance(act, ast.PlayAct) or act.target is None:
        return line
    meant = [context.all_of(context.kinds(phrase)) for phrase in act.cards.options]
    playable = frozenset().union(*meant)
    picks = [pick for card in playable for pick in choices(card)]
    if not all(pick.verb in GIVEN_UP and _is_hand(pick.cards.place) for pick in picks):
        return line

    def said(part: Any) -> Any:
        silent = isinstance(part, ast.Cards) and is_open(part) and not part.whose
        return replace(part, ties=GIVING) if silent else part

    target: Any = act.target
    if isinstance(target, ast.Cases):
        cases = tuple((case, rewritten(each, said)) for case, each in target.cases)
        return replace(line, act=replace(act, target=replace(target, cases=cases)))
    return replace(line, act=replace(act, target=rewritten(target, said)))


def _is_hand(place: ast.Place | None) -> bool:
    return place is not None and place.zones == ("hand",) and place.owner == "your"


def normalized(line: ast.Line, context: CompileContext, without: str = "") -> ast.Line:
    """Return a line in one form for all wordings that rulings make alike, but for one of them."""
    for ruling, normal in NORMAL.items():
        if ruling != without:
            line = normal(line, context)
    return line


NORMAL: dict[str, _Normal] = {
    "A-available": _available,
    "G-spend": _from_hand,
    "A-set-many": as_many,
    "A-partial": paid,
    "A-same": _aimed,
    "A-purpose": used,
    "A-many": in_order,
    "A-ties-buy": _bought,
    "A-play": _played,
    "A-silent": given_up,
    "A-exact": _counted_before,
    "A-target-self": _others,
    "A-tie": _of_cards(_first_of_tied),
    "A-fewest": _first_stack,
    "A-cost": _of_cards(_cost_now),
    "A-score": _of_cards(_higher_end),
}
"""What makes wordings of an act alike, by the ruling that says so."""

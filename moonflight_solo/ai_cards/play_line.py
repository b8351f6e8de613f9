"""Lines that Play a card: which one, and what it is aimed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import (
    IN_HAND,
    Attempt,
    CompileContext,
    Decision,
    Ready,
    Reason,
    WhyNot,
    joined,
)
from moonflight_solo.ai_cards.targeting import Aim, picked_by, picker
from moonflight_solo.ai_cards.underspecified import stack_named
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.candidates import chooses, own_reach, reach
from moonflight_solo.rules.codegen import Code
from moonflight_solo.rules.selectors import CannotDo, matcher, only_says
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.wording import ast


def play_line(
    act: ast.PlayAct, condition: ast.Condition | None, subs: Sequence[AILine], scope: CompileContext
) -> tuple[Attempt, WhyNot]:
    """Return a line that plays the first possible of its cards, and why it could not.

    ``condition`` and ``subs`` (the lines below it) may say what the card is aimed at.
    """
    aims: AimNow | None = _aims_by_case(act.target, scope)
    same = _same_stack(condition, scope)
    below = _aims_below(act, subs, scope)
    if act.target is not None:
        _refuse_aimless(act, scope)
    options = [(cards, _hand_picker(cards, scope)) for cards in act.cards.options]

    def aimed(table: Table, seat: Seat) -> Decision | None:
        assert aims is not None
        aim = aims(table, seat)
        if aim is not None:
            for _, pick in options:
                card = pick(table, seat)
                if card is not None and _has_target(aim, card, table, seat):
                    return Play(card), aim
        return None

    def attempt(table: Table, seat: Seat) -> Decision | None:
        for _, pick in options:
            card = pick(table, seat)
            if card is not None:
                return Play(card), below.get(card, same)
        return None

    if aims is not None:
        return aimed, _why_no_play(act, aims, options, scope)
    if len(options) == 1:
        quick = _one_kind(options[0], same, below, scope)
        return quick, _why_no_play(act, aims, options, scope)
    return attempt, _why_no_play(act, aims, options, scope)


HandPick = Callable[[Table, Seat], Card | None]


def _one_kind(
    option: tuple[ast.Cards, HandPick],
    same: Aim | None,
    below: dict[Card, Aim],
    scope: CompileContext,
) -> Attempt:
    """Return the quick attempt of a line with one phrase for its card.

    There are few cards to play, so every decision is made once.
    """
    cards, pick = option
    code = Code()
    decided = _Decided(same, below)
    picked = f"{code.name(pick, 'pick')}(table, seat)"
    if not scope.names.any_returns(scope.turned):
        picked = picked_by(cards, "seat.hand", scope.names, scope.turned, code) or picked
    body = [f"return {code.name(decided, 'decided')}[{picked}]"]
    return code.function("attempt", "table, seat", body)


class _Decided(dict[Card | None, Decision | None]):
    """The decisions to play each card, made when first asked for."""

    def __init__(self, same: Aim | None, below: dict[Card, Aim]) -> None:
        super().__init__({None: None})
        self._same = same
        self._below = below

    def __missing__(self, card: Card) -> Decision | None:
        decision: Decision = (Play(card), self._below.get(card, self._same))
        self[card] = decision
        return decision


def ready_to_play(
    act: ast.PlayAct, condition: ast.Condition | None, subs: Sequence[AILine], scope: CompileContext
) -> Ready:
    """Return the cards a line plays by name and at no target of its own, each with its decision.

    The commonest lines; empty for any other.
    """
    options = act.cards.options
    if act.target is not None or any(c != ast.Cards(names=c.names[:1]) for c in options):
        return ()
    same, below = _same_stack(condition, scope), _aims_below(act, subs, scope)
    ready: list[tuple[Card, Decision]] = []
    for cards in options:
        if not cards.names:
            return ()
        card = scope.names.card(cards.names[0], scope.turned)
        if card.returns is not None:
            return ()
        ready.append((card, (Play(card), below.get(card, same))))
    return tuple(ready)


def _hand_picker(cards: ast.Cards, scope: CompileContext) -> HandPick:
    """Return the pick of a card to play; one that would only come back is none (A-return)."""
    if cards.place not in (None, IN_HAND):
        raise CannotDo("a card is played from hand")
    if cards.number not in (None, 1):
        raise CannotDo("one act plays one card")
    only_says(cards, {"number", "extreme", "place"}, "a card to play")
    pick = picker(cards, scope.names, scope.turned)
    if not scope.names.any_returns(scope.turned):
        return lambda table, seat: pick(seat.hand, seat)

    def from_hand(table: Table, seat: Seat) -> Card | None:
        card = pick(seat.hand, seat)
        if card is None or card.returns is None or not card.returns(table, seat):
            return card
        useful = [c for c in seat.hand if c.returns is None or not c.returns(table, seat)]
        return pick(useful, seat)

    return from_hand


AimNow = Callable[[Table, Seat], Aim | None]


def _aims_by_case(target: ast.FirstOf | ast.Cases | None, scope: CompileContext) -> AimNow | None:
    """Return the aim in force now; conditions are looked at before the card leaves the hand."""
    if target is None:
        return None
    if isinstance(target, ast.FirstOf):
        only = Aim(target, scope.names, scope.turned)
        return lambda table, seat: only
    cases = [
        (scope.test(condition), Aim(cards, scope.names, scope.turned))
        for condition, cards in target.cases
    ]

    def aim_now(table: Table, seat: Seat) -> Aim | None:
        for test, aim in cases:
            if test(table, seat):
                return aim
        return None

    return aim_now


def _same_stack(condition: ast.Condition | None, scope: CompileContext) -> Aim | None:
    """Return the Stack the condition names as an aim for a line that names none (A-same)."""
    named = stack_named(condition)
    return Aim(ast.FirstOf((named,)), scope.names, scope.turned) if named else None


def _refuse_aimless(act: ast.PlayAct, scope: CompileContext) -> None:
    """Refuse a target for a card named in the line whose text leaves nothing to choose."""
    for cards in act.cards.options:
        for name in cards.names:
            card = scope.names.card(name, scope.turned)
            if not chooses(card, scope.names):
                raise CannotDo(f"{card.name} leaves nothing to choose, so it has no target")


def _aims_below(act: ast.PlayAct, subs: Sequence[AILine], scope: CompileContext) -> dict[Card, Aim]:
    """Return what the lines below say each card that may be played is aimed at."""
    aims: dict[Card, Aim] = {}
    for sub in subs:
        card, aim = _sub_aim(sub, scope)
        if act.target is not None:
            raise CannotDo(f"it says its own target, and line {sub.number} another")
        if card in aims:
            raise CannotDo(f"two lines below it speak of {card.name}")
        named = {n for cards in act.cards.options for n in cards.names}
        if named and all(cards.names for cards in act.cards.options):
            playable = {scope.names.card(name, scope.turned) for name in named}
            if card not in playable:
                raise CannotDo(f"line {sub.number} speaks of {card.name}, which it cannot play")
        aims[card] = aim
    return aims


def _sub_aim(sub: AILine, scope: CompileContext) -> tuple[Card, Aim]:
    """Return the card a sub-line speaks of, and what that card is to be aimed at (A-sub)."""
    meaning = sub.meaning
    if not isinstance(meaning.condition, ast.Played) or not isinstance(meaning.act, ast.PlayAct):
        raise CannotDo(f'line {sub.number} must say "If ... played play ..."')
    if meaning.act.target is not None:
        raise CannotDo(f"line {sub.number} cannot say a target of its own")
    card = scope.names.card(meaning.condition.name, scope.turned)
    return card, Aim(meaning.act.cards, scope.names, scope.turned)


def _has_target(aim: Aim, card: Card, table: Table, seat: Seat) -> bool:
    own = own_reach(card, table, seat)
    if own is not None:
        zone, cards = own
        return aim.fits_some(cards, zone, seat)
    return aim.index(reach(card, table, seat), seat) is not None


def _why_no_play(
    act: ast.PlayAct,
    aims: AimNow | None,
    options: list[tuple[ast.Cards, HandPick]],
    scope: CompileContext,
) -> WhyNot:
    def why(table: Table, seat: Seat) -> Reason:
        reasons: list[Reason] = []
        for cards, pick in options:
            card = pick(table, seat)
            if card is None:
                reasons.append(_why_none_in_hand(cards, table, seat, scope))
            elif aims is not None and aims(table, seat) is None:
                reasons.append(("no-target", "none of its conditions for a target holds"))
            else:
                reasons.append(("no-target", f"there is no such target for {card.name}"))
        return joined(reasons)

    return why


def _why_none_in_hand(cards: ast.Cards, table: Table, seat: Seat, scope: CompileContext) -> Reason:
    match = matcher(cards, scope.names, scope.turned)
    held = [card for card in seat.hand if match is None or match(card, seat)]
    if held and any(card.returns is not None for card in held):
        return "would-do-nothing", f"{held[0].name} would only come straight back to hand"
    if cards.names:
        return "not-in-hand", f"{cards.names[0]} is not in hand"
    if not seat.hand:
        return "not-in-hand", "the hand is empty"
    return "not-in-hand", "no such card is in hand"

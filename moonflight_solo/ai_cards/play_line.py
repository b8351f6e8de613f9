"""Lines that Play a card: which one, and what it is aimed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import IN_HAND, CompileContext, CompiledAct, Decision
from moonflight_solo.ai_cards.target_reach import has_target, targeted
from moonflight_solo.ai_cards.targeting import Aim, picker
from moonflight_solo.ai_cards.underspecified.cards import stack_named
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.candidates import chooses
from moonflight_solo.rules.requirement import (
    FALSE,
    TRUE,
    All,
    Any,
    Count,
    Not,
    Opaque,
    Requirement,
    as_test,
    both,
    either,
)
from moonflight_solo.rules.selectors import CannotDo, Kinds, only_says
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.wording import ast

_BACK = (ast.ThisCard("draw"),)
_PASSIVE = (ast.Spend, ast.When, ast.Limit, ast.Cannot)


def play_line(
    act: ast.PlayAct,
    condition: ast.Condition | None,
    subs: Sequence[AILine],
    context: CompileContext,
) -> CompiledAct:
    """Return a line that plays the first possible of its cards.

    ``condition`` and ``subs`` (the lines below it) may say what the card is aimed at. Raises
    :class:`CannotDo` for what cannot be followed.
    """
    below = _aims_below(act, subs, context)
    options = [_Option(cards, context) for cards in act.cards.options]
    if act.target is not None:
        return _aimed(act, options, context)
    named = stack_named(condition)
    same = Aim(ast.FirstOf((named,)), context.kinds) if named else None
    decided = _Decided(same, below)

    def choose(table: Table, seat: Seat) -> Decision | None:
        for option in options:
            card = option.pick(table, seat)
            if card is not None:
                return decided[card]
        return None

    if len(options) == 1 and not options[0].returning:
        pick = options[0].pick_of

        def choose(table: Table, seat: Seat) -> Decision | None:
            return decided[pick(seat.hand)]

    ready = [option.only for option in options]
    return CompiledAct(
        tuple(option.playable() for option in options),
        choose,
        tuple((card, decided.to_play(card)) for card in ready if card) if all(ready) else (),
    )


class _Decided(dict[Card | None, Decision | None]):
    """The decisions to play each card, made when first asked for."""

    def __init__(self, same: Aim | None, below: dict[Card, Aim]) -> None:
        super().__init__({None: None})
        self._same = same
        self._below = below

    def __missing__(self, card: Card) -> Decision:
        decision = self[card] = self.to_play(card)
        return decision

    def to_play(self, card: Card) -> Decision:
        """Return the decision to play a card, aimed as the lines below or the condition say."""
        return Play(card), self._below.get(card, self._same)


class _Option:
    """One phrase of a line for the card to be played, which is held and does something."""

    def __init__(self, cards: ast.Cards, context: CompileContext) -> None:
        if cards.place not in (None, IN_HAND):
            raise CannotDo("a card is played from hand")
        if cards.number not in (None, 1):
            raise CannotDo("one act plays one card")
        only_says(cards, {"number", "extreme", "place"}, "a card to play")
        self.cards = cards
        self.context = context
        self.kinds = context.all_of(context.kinds(cards))
        self.pick_of = picker(cards, self.kinds if context.kinds(cards) is not None else None)
        self.returning = frozenset(card for card in self.kinds if card.returns is not None)

    @property
    def only(self) -> Card | None:
        """The card meant, if it is one by its name and nothing but the hand is in its way."""
        if self.cards != ast.Cards(names=self.cards.names[:1]) or not self.cards.names:
            return None
        (card,) = self.kinds
        return None if card.returns is not None else card

    def pick(self, table: Table, seat: Seat) -> Card | None:
        """Return the card to play now; one that would only come back is none (A-return)."""
        card = self.pick_of(seat.hand)
        if card is None or card.returns is None or not card.returns(table, seat):
            return card
        return self.pick_of([c for c in seat.hand if not c.returns or not c.returns(table, seat)])

    def playable(self) -> Requirement:
        """Return when :meth:`pick` finds a card."""
        held = self._held(self.kinds)
        if not self.returning:
            return held
        plain = self.kinds - self.returning
        useful = either(
            *((self._held(plain),) if plain else ()),
            *(self.playing(card) for card in sorted(self.returning, key=lambda c: c.name)),
        )
        return both(held, self._tested_useful(useful))

    def playing(self, card: Card) -> Requirement:
        """Return when a card can be played, if it is one of those meant."""
        held = self._held(frozenset({card}))
        return held if card.returns is None else both(held, Not(comes_back(card, self.context)))

    def _held(self, kinds: Kinds) -> Count:
        names = self.cards.names
        return self.context.held(kinds, says=f"{names[0]} is not in hand" if names else "")

    def _tested_useful(self, useful: Requirement) -> Requirement:
        """Return what says, if it does not hold, that the card would only come back."""

        def because(table: Table, seat: Seat) -> str:
            held = next(card for card in seat.hand if card in self.kinds)
            return f"{held.name} would only come straight back to hand"

        def test(table: Table, seat: Seat) -> bool:
            return self.pick(table, seat) is not None

        name = ("useful", self.kinds)
        return Opaque(
            name, test, needs=useful, enough=useful, because=because, status="would-do-nothing"
        )

    def preferred(self, card: Card) -> Kinds:
        """Return the kinds that the phrase picks before ``card`` wherever they lie in hand."""
        extreme = self.cards.extreme
        if extreme is None and self.cards.names:
            return frozenset()

        def rank(kind: Card) -> tuple[int, ...]:
            if extreme is None:
                return kind.worth
            number = kind.cost if extreme.of == "cost" else kind.high_score
            return (number if extreme.end == "highest" else -number,)

        better = self.kinds - self.returning
        return frozenset(kind for kind in better if rank(kind) > rank(card))


def comes_back(card: Card, context: CompileContext) -> Requirement:
    """Return when a card in hand would only come straight back to it (ruling A-return)."""
    only = next(effect for effect in card.meaning.effects if not isinstance(effect, _PASSIVE))
    if only == _BACK[0]:
        return TRUE
    assert isinstance(only, ast.If)
    back = _with_one_less(context.lower.condition(only.condition))
    if back is None:
        assert card.returns is not None
        return Opaque(("comes back", card), card.returns, needs=TRUE, enough=FALSE)
    return back if only.effects == _BACK else Not(back)


def _with_one_less(requirement: Requirement) -> Requirement | None:
    """Return a requirement of the number of cards in hand as it is once one has been played."""
    if isinstance(requirement, All | Any):
        parts = [_with_one_less(part) for part in requirement.parts]
        known = tuple(part for part in parts if part is not None)
        return type(requirement)(known) if len(known) == len(parts) else None
    if not isinstance(requirement, Count):
        return None
    if requirement.place != IN_HAND or requirement.kinds is not None:
        return None
    least, most = requirement.range.least, requirement.range.most
    one_more = ast.Range(least + 1 if least else 0, None if most is None else most + 1)
    return replace(requirement, range=one_more)


# ------------------------------------------------------------------------------- targets


def _aimed(act: ast.PlayAct, options: Sequence[_Option], context: CompileContext) -> CompiledAct:
    """Return a line that plays the first of its cards that has a target such as it says."""
    for option in options:
        for card in option.kinds if option.cards.names else ():
            if not chooses(card, context.names):
                raise CannotDo(f"{card.name} leaves nothing to choose, so it has no target")
    cases = _cases(act.target, context)
    tests = [(as_test(condition), aim) for condition, aim in cases]

    def aim_now(table: Table, seat: Seat) -> Aim | None:
        """Conditions are looked at before the card leaves the hand."""
        return next((aim for test, aim in tests if test(table, seat)), None)

    def choose(table: Table, seat: Seat) -> Decision | None:
        aim = aim_now(table, seat)
        if aim is not None:
            for option in options:
                card = option.pick(table, seat)
                if card is not None and has_target(aim, card, table, seat):
                    return Play(card), aim
        return None

    def with_target(option: _Option) -> Requirement:
        def test(table: Table, seat: Seat) -> bool:
            aim, card = aim_now(table, seat), option.pick(table, seat)
            return aim is not None and card is not None and has_target(aim, card, table, seat)

        def because(table: Table, seat: Seat) -> str:
            card = option.pick(table, seat)
            if card is None or aim_now(table, seat) is None:
                return "none of its conditions for a target holds"
            return f"there is no such target for {card.name}"

        ways: list[Requirement] = []
        surely: list[Requirement] = []
        before: list[Requirement] = []
        for condition, aim in cases:
            needs, enough = _with_aim(option, aim, context)
            ways.append(both(*before, condition, needs))
            surely.append(both(*before, condition, enough))
            before.append(Not(condition))
        name = (option.cards, act.target)
        needed, sure = either(*ways), either(*surely)
        return Opaque(name, test, needs=needed, enough=sure, because=because, status="no-target")

    return CompiledAct(
        tuple(both(option.playable(), with_target(option)) for option in options), choose
    )


def _cases(
    target: ast.FirstOf | ast.Cases | None, context: CompileContext
) -> list[tuple[Requirement, Aim]]:
    """Return each case of a target, and the condition it stands under."""
    if isinstance(target, ast.Cases):
        return [
            (context.lower.condition(condition), Aim(cards, context.kinds))
            for condition, cards in target.cases
        ]
    assert target is not None
    return [(TRUE, Aim(target, context.kinds))]


def _with_aim(
    option: _Option, aim: Aim, context: CompileContext
) -> tuple[Requirement, Requirement]:
    """Return what it needs for the card picked to have a target, and what is enough for it.

    Only the card that the phrase picks is tried.
    """
    kinds = sorted(option.kinds, key=lambda card: card.name)
    reached = {card: targeted(aim.target, card, context) for card in kinds}
    ways = [both(option.playing(card), reached[card]) for card in kinds]
    if len(kinds) == 1:
        return ways[0], ways[0]
    each = [either(Not(option.playing(card)), reached[card]) for card in kinds]
    return either(*ways), both(either(*map(option.playing, kinds)), *each)


def _aims_below(
    act: ast.PlayAct, subs: Sequence[AILine], context: CompileContext
) -> dict[Card, Aim]:
    """Return what the lines below say each card that may be played is aimed at."""
    aims: dict[Card, Aim] = {}
    for sub in subs:
        card, aim = sub_aim(sub, context)
        if act.target is not None:
            raise CannotDo(f"it says its own target, and line {sub.number} another")
        if card in aims:
            raise CannotDo(f"two lines below it speak of {card.name}")
        named = {n for cards in act.cards.options for n in cards.names}
        if named and all(cards.names for cards in act.cards.options):
            playable = {context.names.card(name, context.turned) for name in named}
            if card not in playable:
                raise CannotDo(f"line {sub.number} speaks of {card.name}, which it cannot play")
        aims[card] = aim
    return aims


def sub_aim(sub: AILine, context: CompileContext) -> tuple[Card, Aim]:
    """Return the card a sub-line speaks of, and what that card is to be aimed at (A-sub)."""
    meaning = sub.meaning
    if not isinstance(meaning.condition, ast.Played) or not isinstance(meaning.act, ast.PlayAct):
        raise CannotDo(f'line {sub.number} must say "If ... played play ..."')
    if meaning.act.target is not None:
        raise CannotDo(f"line {sub.number} cannot say a target of its own")
    card = context.names.card(meaning.condition.name, context.turned)
    return card, Aim(meaning.act.cards, context.kinds)


def chosen(act: ast.PlayAct, card: Card, context: CompileContext) -> Requirement:
    """Return what it takes for a line without a target to choose this card and no other.

    Where several cards are equal it says nothing of which lies first.
    """
    ways: list[Requirement] = []
    before: list[Requirement] = []
    for option in (_Option(cards, context) for cards in act.cards.options):
        if card in option.kinds:
            better = context.held(option.preferred(card), 1)
            ways.append(both(*before, option.playing(card), Not(better)))
        before.append(Not(option.playable()))
    return either(*ways) if ways else FALSE

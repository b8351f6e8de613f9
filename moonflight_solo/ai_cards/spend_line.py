"""Lines that use a Spend ability: whose, paid with what, and for what purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from operator import attrgetter

from msgspec.structs import replace

from moonflight_solo.ai_cards.context import (
    IN_HAND,
    IN_PLAY,
    SOME,
    AimedAct,
    CompileContext,
    OneSpend,
    Option,
    check_phrase,
)
from moonflight_solo.ai_cards.preference import Order, ordering
from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.rules.acts import Spend, payments
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.places import zone_cards
from moonflight_solo.rules.requirements.selectors import CannotDo, Kinds, only_says
from moonflight_solo.rules.state import Ability, Card, Question, Seat, Table
from moonflight_solo.rules.texts.candidates import offer_from
from moonflight_solo.wording import ast

_Pay = Callable[[Table, Seat], tuple[Card, ...] | None]
_Usable = tuple[Ability, r.Test | None, _Pay]
"""An ability, a test to make before trying to pay for it, if any, and how it is paid for."""

_WHY = "the effect it is Spent for cannot happen"
_DECK_AND_DISCARD = ast.Place(("draw deck", "discard stack"))


def spend_line(act: ast.SpendAct, context: CompileContext) -> tuple[Option, ...]:
    """Compile a line that uses a Spend ability it can pay for and that has an effect.

    Raises :class:`CannotDo` for what no ability does.
    """
    payment = _Payment(act, context)
    aim = _aim_of(act.purpose, context)
    purpose: _Purpose | None = None
    if isinstance(act.purpose, ast.Instruct) and act.purpose.cards.place is not None:
        place = context.lower.place(act.purpose.cards.place, fewest=True)
        purpose = _Purpose(act.purpose, place, aim, payment, context)

    def fitting(card: Card) -> tuple[Ability, ...]:
        return tuple(each for each in card.abilities if _is_meant(each, payment, act.purpose))

    user = context.names.card(act.user, context.turned) if act.user else None
    used = context.character() if act.of_character else user
    if used is not None and not fitting(used):
        has = " and ".join(f'"{a.words}"' for a in used.abilities) or "no Spend ability"
        open_ = ": a line cannot say which or how many" if payment.limits(used.abilities) else ""
        raise CannotDo(f"{used.name} has {has}{open_}")
    usable: dict[Card, list[_Usable]] = {}
    needs: list[r.Requirement] = []
    only: list[OneSpend] = []
    says = f"{user.name} is not in play" if user else "no card with that ability is in play"
    present: dict[Card, r.Requirement] = {
        card: r.Count(IN_PLAY, frozenset({card}), SOME, says=says, status="not-in-play")
        for card in (() if act.of_character else context.names.kinds(context.turned))
        if card.abilities and (user is None or card.name == user.name)
    }
    if user is None:
        present[context.character()] = r.TRUE
    for card, presence in present.items():
        for ability in fitting(card):
            happens = r.TRUE if purpose is None else purpose.requirement(ability)
            coins = payment.coins_for(ability)
            # Whether there are cards to pay with, which make it happen, is found by trying.
            at_first = coins if isinstance(happens, r.Opaque) else r.both(coins, happens)
            test = None if at_first == r.TRUE else as_test(at_first)
            needs.append(r.both(presence, payment.requirement(ability), happens))
            pay = payment.pay(ability)
            if purpose is not None and not purpose.unseen:  # it may not happen, whatever pays
                pay = partial(purpose.way, ability)
            usable.setdefault(card, []).append((ability, test, pay))
            only.append(OneSpend(ability, aim, r.both(presence, at_first), pay))

    single = only[0] if len(only) == 1 and not only[0].ability.once else None
    return (Option(r.either(*needs), _first_payable(usable, aim), spend=single),)


def _aim_of(purpose: ast.Effect | None, context: CompileContext) -> Aim | None:
    """Return the aim at the cards an ability is to act on; the top card of a Stack needs none."""
    if not isinstance(purpose, ast.Instruct) or purpose.cards.on_top:
        return None
    only_says(purpose.cards, {"number", "place", "extreme", "ties"}, "what a card is Spent for")
    return Aim(ast.FirstOf((replace(purpose.cards, number=None),)), context.kinds)


def _first_payable(
    usable: Mapping[Card, Sequence[_Usable]], aim: Aim | None
) -> Callable[[Table, Seat], AimedAct | None]:
    """Return a function that chooses the first ability in play that can be paid for.

    One that is used up is chosen only without another: it is illegal, and says so (A-barred).
    """
    of_character = all(card.is_character for card in usable)

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        used_up: AimedAct | None = None
        for placed in (seat.character,) if of_character else (*seat.in_play, seat.character):
            for ability, at_first, pay in usable.get(placed.card, ()):
                if at_first is not None and not at_first(table, seat):
                    continue
                cards = pay(table, seat)
                if cards is None:
                    continue
                spend = Spend(seat.place_of(placed), ability, cards)
                if ability not in placed.used:
                    return spend, aim
                used_up = used_up or (spend, aim)
        return used_up

    return choose


def users(act: ast.SpendAct, context: CompileContext) -> list[Card]:
    """Return the cards with an ability that a line means, whether in play or not (A-purpose)."""
    try:
        payment = _Payment(act, context)
    except CannotDo:
        return []
    cards = [*context.names.kinds(context.turned), context.character()]
    return [c for c in cards if any(_is_meant(a, payment, act.purpose) for a in c.abilities)]


def _is_meant(ability: Ability, payment: _Payment, purpose: ast.Effect | None) -> bool:
    """Return whether a line means an ability, by its cost and its purpose."""
    return payment.fits(ability) and (
        purpose is None or any(_serves(effect, purpose) for effect in ability.effects)
    )


def _serves(effect: object, purpose: ast.Effect) -> bool:
    """Return whether an ability's effect does exactly what the line wants.

    The line may only narrow down cards that the ability lets its player choose among.
    """
    if not isinstance(purpose, ast.Instruct) or not isinstance(effect, ast.Instruct):
        return effect == purpose
    goal, cards = purpose.cards, effect.cards
    if replace(purpose, cards=cards) != effect or goal.number != cards.number:
        return False
    if goal == cards or goal.place is None or cards.place is None:
        return goal == cards
    covered_zones = set(goal.place.zones) <= set(cards.place.zones)
    return (
        cards == ast.Cards(cards.number, place=cards.place)
        and goal.place.owner == cards.place.owner
        and not (goal.place.top or cards.place.top)
        and covered_zones
    )


class _Payment:
    """The cards a line pays with: those it describes, best first, exactly as many as the cost."""

    def __init__(self, act: ast.SpendAct, context: CompileContext) -> None:
        self.coins = act.coins
        self.phrase = act.cards
        self.kinds = None if act.cards is None else context.kinds(act.cards)
        self._number: int | None = None
        self.open = False
        # Without a superlative: the order for giving up cards (ruling A-silent).
        self._order: Order = partial(sorted, key=attrgetter("worth"))
        if act.cards is None:
            return
        check_phrase(act.cards, "cards to Spend", "cards are Spent from hand")
        number = 1 if act.cards.number is None else act.cards.number
        if number in ("all", "many") or isinstance(number, ast.Amounts):
            raise CannotDo("one act Spends what one ability costs")
        self._number = number if isinstance(number, int) else None
        self.open = act.cards.extreme is None and not act.cards.ties
        if not self.open:
            self._order = ordering(act.cards)

    def limits(self, abilities: Iterable[Ability]) -> bool:
        """Return whether the line says which or how many where one may Spend any number."""
        limited = self.phrase is None or self._number is not None or self.kinds is not None
        return limited and any(ability.more for ability in abilities)

    def fits(self, ability: Ability) -> bool:
        """Return whether this can be the ability's cost ("any" or no number fits any number)."""
        if self.limits((ability,)):
            return False
        if self.phrase is None:
            return ability.coins == self.coins and ability.cards == 0
        number = max(1, ability.cards) if self._number is None else self._number
        return ability.coins == 0 and ability.cards == number

    def ways(self, ability: Ability, table: Table, seat: Seat) -> Iterable[tuple[Card, ...]]:
        """Return possible payments, best first; only one if the line says which cards."""
        number = ability.cards
        if not number:
            return ((),)
        kinds, hand = self.kinds, ability.payable(seat.hand)
        choice = hand if kinds is None else [card for card in hand if card in kinds]
        if self.open:
            return payments(self._order(choice), number)
        return (tuple(self._order(choice)[:number]),) if len(choice) >= number else ()

    def pay(self, ability: Ability) -> _Pay:
        """Return what finds the cards to pay with, where it does not matter which."""
        number, kinds, order = ability.cards, self.paying(ability), self._order

        def first_way(table: Table, seat: Seat) -> tuple[Card, ...] | None:
            choice = [card for card in seat.hand if kinds is None or card in kinds]
            return tuple(order(choice)[:number]) if len(choice) >= number else None

        return first_way if number else lambda table, seat: ()

    def paying(self, ability: Ability) -> Kinds | None:
        """Return the kinds of card that can pay for an ability; ``None`` for any card."""
        if self.kinds is None or ability.kinds is None:
            return self.kinds or ability.kinds
        return self.kinds & ability.kinds

    def coins_for(self, ability: Ability) -> r.Requirement:
        """Return the requirement for the coin tokens of a payment."""
        if not ability.coins:
            return r.TRUE
        return r.CoinCount(ast.Range(ability.coins), status="cannot-pay")

    def requirement(self, ability: Ability) -> r.Requirement:
        """Return the requirement for a payment, including coin tokens."""
        coins = self.coins_for(ability)
        if not ability.cards:
            return coins
        names = self.phrase.names if self.phrase and ability.kinds is None else ()
        says = names[0] if len(names) == 1 else "such"
        number = ast.Range(ability.cards)
        kinds = self.paying(ability)
        return r.both(coins, r.Count(IN_HAND, kinds, number, says=says, status="cannot-pay"))


class _Purpose:
    """What a line Spends for, and the payments that let it happen (ruling A-follow).

    ``elsewhere``: paying changes nothing where its cards lie. ``unseen``: this player cannot see
    them.
    """

    def __init__(
        self,
        instruction: ast.Instruct,
        place: ast.Place,
        aim: Aim | None,
        payment: _Payment,
        context: CompileContext,
    ) -> None:
        self.instruction, self.place, self.aim = instruction, place, aim
        self.payment, self.context = payment, context
        for_sale = not {"market stack", "supply stack"}.isdisjoint(place.zones)
        self.elsewhere = place.owner != "your" or for_sale or place.settled is not None
        hidden_zones = {"supply stack", "draw deck", *(("hand",) if self.elsewhere else ())}
        self.unseen = not hidden_zones.isdisjoint(place.zones)
        # Where the line says which cards pay, what is sufficient settles it without trying.
        sole = not (self.elsewhere or payment.open)
        self._surely = cache(lambda ability: as_test(self._bounds(ability)[1])) if sole else None

    def requirement(self, ability: Ability) -> r.Requirement:
        """Return the requirement for it to be possible after paying; opaque between the bounds."""
        if self.unseen:
            # By then paid cards are in the Discard Stack, which is shuffled in when needed.
            deck = None if self.elsewhere or ability.cards else _DECK_AND_DISCARD
            pile = self.place if self.place.zones == ("supply stack",) else deck
            return r.Count(pile, None, SOME, says=_WHY, status="no-target") if pile else r.TRUE
        needs, enough = (r.TRUE, r.FALSE) if self.elsewhere else self._bounds(ability)
        if enough == r.TRUE:
            return r.TRUE
        return r.Opaque(
            (self.payment.phrase, self.instruction, ability.words, self.context),
            lambda table, seat: self.way(ability, table, seat) is not None,
            needs=needs,
            enough=enough,
            because=lambda table, seat: _WHY,
            status="no-target",
        )

    def way(self, ability: Ability, table: Table, seat: Seat) -> tuple[Card, ...] | None:
        """Return the best payment after which it is possible; ``None`` if there is none."""
        surely = self._surely is not None and self._surely(ability)(table, seat)
        for cards in self.payment.ways(ability, table, seat):
            if surely or self._happens(cards, table, seat):
                return cards
        return None

    def _happens(self, payment: Sequence[Card], table: Table, seat: Seat) -> bool:
        """Return whether what the ability is Spent for can happen once these cards have paid."""
        verb = self.instruction.verb
        if self.elsewhere:
            source = seat.character.card
            offer = offer_from(table, seat, self.place, verb, source)
        else:  # of the player's own cards, as they are after paying
            cards_left: list[Card] = []
            zones: list[ast.Zone] = []
            for zone in self.place.zones:
                pile = [*zone_cards(seat, zone, False)]
                if zone == "hand":
                    for card in payment:
                        pile.remove(card)
                elif zone == "discard stack":
                    pile = [*payment[::-1], *pile]
                open_cards = pile[:1] if self.place.top else pile
                cards_left += [card for card in open_cards if verb not in card.barred]
                zones += [zone] * (len(cards_left) - len(zones))
            numbers = [seat.number] * len(zones)
            offer = Question("trash", cards_left, cards_left, zones, numbers)
        aimed = self.aim is None or self.aim.index(offer, table, seat) is not None
        return bool(offer.items) and aimed

    def _bounds(self, ability: Ability) -> tuple[r.Requirement, r.Requirement]:
        """Return what is necessary, and what is sufficient, for it to be possible after paying."""
        held, place, instruction = self.context.in_hand, self.place, self.instruction
        goal = self.context.all_of(None if place.top else self.context.kinds(instruction.cards))
        goal = frozenset(card for card in goal if instruction.verb not in card.barred)
        paying = self.context.all_of(self.payment.paying(ability))
        spent = ability.cards
        sure: list[r.Requirement] = []
        # The only candidates may be needed to pay, unless the line leaves open which cards pay.
        perhaps: list[r.Requirement] = sure if self.payment.open and not place.top else []
        for zone in place.zones:
            if zone == "hand":
                sure += [held(goal, spent + 1), held(goal - paying)]
                perhaps.append(r.both(held(goal), held(self.payment.paying(ability), spent + 1)))
                continue
            paid_upon = zone == "discard stack" and spent > 0
            if paid_upon:
                sure.append(r.TRUE if paying <= goal else r.FALSE)
                perhaps.append(held(goal & paying))
            if not (paid_upon and place.top):
                sure.append(r.Count(ast.Place((zone,), top=place.top), goal, SOME))
        return r.either(*sure, *perhaps), r.either(*sure)

"""Lines that use a Spend ability: whose, paid with what, and for what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, CompileContext, CompiledAct, Decision
from moonflight_solo.ai_cards.targeting import Aim, ordering
from moonflight_solo.rules.acts import Spend
from moonflight_solo.rules.candidates import offer_from
from moonflight_solo.rules.requirement import (
    FALSE,
    TRUE,
    Coins,
    Count,
    Opaque,
    Requirement,
    both,
    either,
)
from moonflight_solo.rules.selectors import CannotDo, only_says
from moonflight_solo.rules.state import Ability, Card, Question, Seat, Table
from moonflight_solo.wording import ast

_SOME = ast.Range(1)
_DECK_AND_DISCARD = ast.Place(("draw deck", "discard stack"))


def spend_line(act: ast.SpendAct, context: CompileContext) -> CompiledAct:
    """Return a line that uses a Spend ability it can pay for, and to some effect.

    Raises :class:`CannotDo` for what no ability does.
    """
    payment = _Payment(act, context)
    purpose = _Purpose(act.purpose, payment, context)
    user = context.names.card(act.user, context.turned) if act.user else None
    used = context.character() if act.of_character else user
    if used is not None and not any(_fits(ability, payment, act) for ability in used.abilities):
        says = " and ".join(f'"{a.words}"' for a in used.abilities) or "no Spend ability"
        raise CannotDo(f"{used.name} has {says}")
    users = _users(act, user, context)
    abilities = {
        card: tuple(each for each in card.abilities if _fits(each, payment, act)) for card in users
    }

    def choose(table: Table, seat: Seat) -> Decision | None:
        if seat.coins < act.coins:
            return None
        for placed in (*seat.in_play, seat.character):
            if placed.card not in abilities:
                continue
            for ability in abilities[placed.card]:
                cards = payment.cards(ability, seat)
                if cards is None or seat.coins < ability.coins:
                    continue
                if purpose.can_happen(cards, table, seat):
                    return Spend(placed, ability, cards), purpose.aim
        return None

    ways = [
        both(there, payment.requirement(ability), purpose.requirement(ability))
        for card, there in users.items()
        for ability in abilities[card]
    ]
    return CompiledAct((either(*ways),), choose)


def _users(
    act: ast.SpendAct, user: Card | None, context: CompileContext
) -> dict[Card, Requirement]:
    """Return each card whose ability may be used, and when it is there."""
    found: dict[Card, Requirement] = {}
    says = f"{user.name if user else 'a card with such an ability'} is not in play"
    if not act.of_character:
        for card in context.names.kinds(context.turned):
            if card.abilities and user in (None, card):
                kinds = frozenset({card})
                found[card] = Count(IN_PLAY, kinds, _SOME, says=says, status="not-in-play")
    if user is None:
        found[context.character()] = TRUE
    return found


class _Payment:
    """The cards a line pays with: as it describes them, best first, no more than the cost."""

    def __init__(self, act: ast.SpendAct, context: CompileContext) -> None:
        self.coins = act.coins
        self.spec = act.cards
        self.number: int | None = 0
        self.kinds = None if act.cards is None else context.kinds(act.cards)
        described = act.cards is not None and act.cards.extreme is not None
        self._order = ordering(act.cards) if act.cards and described else _giving_up
        if act.cards is not None:
            only_says(act.cards, {"number", "extreme", "place"}, "cards to Spend")
            number = act.cards.number
            if number in ("all", "many") or isinstance(number, ast.Per):
                raise CannotDo("one act Spends what one ability costs")
            if act.cards.place not in (None, IN_HAND):
                raise CannotDo("cards are Spent from hand")
            self.number = 1 if number is None else number if isinstance(number, int) else None

    def fits(self, ability: Ability) -> bool:
        """Return whether this is what the ability costs ("any" or no number fits any number)."""
        if self.spec is None:
            return ability.coins == self.coins and ability.cards == 0
        return ability.coins == 0 and (
            ability.cards > 0 if self.number is None else ability.cards == self.number
        )

    def cards(self, ability: Ability, seat: Seat) -> tuple[Card, ...] | None:
        """Return the cards to pay with, or ``None`` if the hand has too few of them."""
        if ability.cards == 0:
            return ()
        kinds = self.kinds
        held = seat.hand if kinds is None else [card for card in seat.hand if card in kinds]
        if len(held) < ability.cards:
            return None
        return tuple(islice(self._order(held), ability.cards))

    def requirement(self, ability: Ability) -> Requirement:
        """Return when :meth:`cards` finds enough and the coin tokens suffice."""
        coins: Requirement = TRUE
        if ability.coins:
            coins = Coins(ast.Range(ability.coins), status="cannot-pay")
        if not ability.cards:
            return coins
        says = self.spec.names[0] if self.spec and self.spec.names else "such"
        number = ast.Range(ability.cards)
        return both(coins, Count(IN_HAND, self.kinds, number, says=says, status="cannot-pay"))


def _giving_up(found: Sequence[Card]) -> list[Card]:
    """Return cards in the order in which they are given up (ruling A-silent)."""
    return sorted(found, key=lambda card: card.worth)


def _fits(ability: Ability, payment: _Payment, act: ast.SpendAct) -> bool:
    """Return whether an ability is the one the line means: by its cost and by its purpose."""
    purpose = act.purpose
    return payment.fits(ability) and (
        purpose is None or any(_serves(effect, purpose) for effect in ability.effects)
    )


def _serves(effect: object, purpose: ast.Effect) -> bool:
    """Return whether an ability's effect does what the line wants it for, and all of it.

    The line may say more only of cards that the ability lets its player choose among.
    """
    if not isinstance(purpose, ast.Instruct) or not isinstance(effect, ast.Instruct):
        return effect == purpose
    wanted, given = purpose.cards, effect.cards
    said = (purpose.verb, purpose.destination, purpose.onto, purpose.who, wanted.number)
    if said != (effect.verb, effect.destination, effect.onto, effect.who, given.number):
        return False
    if wanted == given or wanted.place is None or given.place is None:
        return wanted == given
    described = given == ast.Cards(given.number, place=given.place)
    same = (wanted.place.owner, wanted.place.top) == (given.place.owner, given.place.top)
    return (
        described
        and same
        and not given.place.top
        and set(wanted.place.zones) <= set(given.place.zones)
    )


class _Purpose:
    """What a line Spends for, and whether that can happen once it is paid (ruling A-follow)."""

    def __init__(
        self, purpose: ast.Effect | None, payment: _Payment, context: CompileContext
    ) -> None:
        self._payment = payment
        self._context = context
        self._instruct = purpose if isinstance(purpose, ast.Instruct) else None
        self._place = self._instruct.cards.place if self._instruct else None
        self.aim: Aim | None = None
        if self._instruct is not None and not (self._place and self._place.top):
            cards = self._instruct.cards
            only_says(cards, {"number", "place", "extreme"}, "what a card is Spent for")
            self.aim = Aim(ast.FirstOf((replace(cards, number=None),)), context.kinds)

    def can_happen(self, paid: Sequence[Card], table: Table, seat: Seat) -> bool:
        """Return whether it can happen at all once these cards are paid."""
        place = self._place
        if self._instruct is None or place is None:
            return True
        if _elsewhere(place):
            return self._is_there(place, table, seat)
        if "draw deck" in place.zones:
            # Cards paid lie in the Discard Stack by then, and it is shuffled in when needed.
            return bool(seat.draw_deck or seat.discard_stack or paid)
        found = _left_once_paid(place, paid, seat)
        verb = self._instruct.verb
        if verb in table.barred:
            found = [(card, zone) for card, zone in found if verb not in card.barred]
        if self.aim is None or not found:
            return bool(found)
        cards, zones = zip(*found, strict=True)
        question = Question("trash", cards, cards, zones, [seat.number] * len(found))
        return self.aim.index(question, seat) is not None

    def _is_there(self, place: ast.Place, table: Table, seat: Seat) -> bool:
        """Return whether there is a card for the purpose where paying changes nothing."""
        assert self._instruct is not None
        if place.zones == ("supply stack",):
            return bool(seat.supply)
        if not {"hand", "draw deck"}.isdisjoint(place.zones):
            return True  # hidden from this player, so it cannot be ruled out
        source = seat.character.card
        offer = offer_from(table, seat, place, table.names, self._instruct.verb, source)
        return bool(offer.items) if self.aim is None else self.aim.index(offer, seat) is not None

    def requirement(self, ability: Ability) -> Requirement:
        """Return when it can happen once the ability is paid for."""
        if self._instruct is None or self._place is None:
            return TRUE
        needs, enough = self._bounds(ability, self._instruct, self._place)
        if needs == TRUE and enough == TRUE:
            return TRUE

        def test(table: Table, seat: Seat) -> bool:
            cards = self._payment.cards(ability, seat)
            return cards is not None and self.can_happen(cards, table, seat)

        name = (self._payment.spec, self._instruct, ability.words)
        return Opaque(name, test, needs=needs, enough=enough, because=_why, status="no-target")

    def _bounds(
        self, ability: Ability, purpose: ast.Instruct, place: ast.Place
    ) -> tuple[Requirement, Requirement]:
        """Return what it needs, and what is enough, for it to happen once it is paid."""
        if _elsewhere(place):
            if place.zones == ("supply stack",):
                exact: Requirement = Count(place, None, _SOME)
                return exact, exact
            hidden = not {"hand", "draw deck"}.isdisjoint(place.zones)
            return TRUE, TRUE if hidden else FALSE
        if "draw deck" in place.zones:
            exact = TRUE if ability.cards else Count(_DECK_AND_DISCARD, None, _SOME)
            return exact, exact
        context = self._context
        wanted = context.all_of(None if place.top else context.kinds(purpose.cards))
        wanted = frozenset(card for card in wanted if purpose.verb not in card.barred)
        paying = context.all_of(self._payment.kinds)
        spent = ability.cards
        sure: list[Requirement] = []
        perhaps: list[Requirement] = []
        for zone in place.zones:
            if zone == "hand":
                sure += [context.held(wanted, spent + 1), context.held(wanted - paying)]
                perhaps.append(both(context.held(wanted), context.held(None, spent + 1)))
                continue
            sure.append(Count(ast.Place((zone,)), wanted, _SOME))
            if zone == "discard stack" and spent:
                sure.append(TRUE if paying <= wanted else FALSE)
                perhaps.append(context.held(wanted & paying))
        return either(*sure, *perhaps), either(*sure)


def _why(table: Table, seat: Seat) -> str:
    return "what it is Spent for cannot happen"


def _elsewhere(place: ast.Place) -> bool:
    """Return whether paying changes nothing of what lies there."""
    return place.owner != "your" or not {"market stack", "supply stack"}.isdisjoint(place.zones)


def _left_once_paid(
    place: ast.Place, paid: Sequence[Card], seat: Seat
) -> list[tuple[Card, ast.Zone]]:
    found: list[tuple[Card, ast.Zone]] = []
    if "hand" in place.zones:
        left = list(seat.hand)
        for card in paid:
            left.remove(card)
        found += [(card, "hand") for card in left]
    if "in play" in place.zones:
        found += [(placed.card, "in play") for placed in seat.in_play]
    if "discard stack" in place.zones:
        found += [(card, "discard stack") for card in (*seat.discard_stack, *paid)]
    if "trash stack" in place.zones:
        found += [(card, "trash stack") for card in seat.trash_stack]
    return found

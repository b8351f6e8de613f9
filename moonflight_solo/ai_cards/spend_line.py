"""Lines that use a Spend ability: whose, paid with what, and for what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from moonflight_solo.ai_cards.context import (
    IN_HAND,
    IN_PLAY,
    SOME,
    CompileContext,
    Decision,
    Option,
    check_phrase,
)
from moonflight_solo.ai_cards.targeting import Aim, ordering
from moonflight_solo.rules import requirement as r
from moonflight_solo.rules.acts import Spend
from moonflight_solo.rules.candidates import offer_from
from moonflight_solo.rules.places import zone_cards
from moonflight_solo.rules.selectors import CannotDo, only_says
from moonflight_solo.rules.state import Ability, Card, Question, Seat, Table
from moonflight_solo.wording import ast

_DECK_AND_DISCARD = ast.Place(("draw deck", "discard stack"))


def spend_line(act: ast.SpendAct, context: CompileContext) -> tuple[Option, ...]:
    """Return a line that uses a Spend ability it can pay for, and to some effect.

    Raises :class:`CannotDo` for what no ability does.
    """
    payment = _Payment(act, context)
    purpose = _Purpose(act.purpose, payment, context)

    def fitting(card: Card) -> tuple[Ability, ...]:
        return tuple(each for each in card.abilities if _is_meant(each, payment, act.purpose))

    user = context.names.card(act.user, context.turned) if act.user else None
    used = context.character() if act.of_character else user
    if used is not None and not fitting(used):
        says = " and ".join(f'"{a.words}"' for a in used.abilities) or "no Spend ability"
        raise CannotDo(f"{used.name} has {says}")
    users = _users(act, user, context)
    abilities = {card: fitting(card) for card in users}

    def choose(table: Table, seat: Seat) -> Decision | None:
        if seat.coins < act.coins:
            return None
        for placed in (*seat.in_play, seat.character):
            for ability in abilities.get(placed.card, ()):
                cards = payment.cards(ability, seat)
                if cards is None or seat.coins < ability.coins:
                    continue
                if purpose.can_happen(cards, table, seat):
                    return Spend(placed, ability, cards), purpose.aim
        return None

    ways = [
        r.both(there, payment.requirement(ability), purpose.requirement(ability))
        for card, there in users.items()
        for ability in abilities[card]
    ]
    return (Option(r.either(*ways), choose),)


def _users(
    act: ast.SpendAct, user: Card | None, context: CompileContext
) -> dict[Card, r.Requirement]:
    """Return each card whose ability may be used, and when it is there."""
    found: dict[Card, r.Requirement] = {}
    says = f"{user.name if user else 'a card with such an ability'} is not in play"
    for card in () if act.of_character else context.names.kinds(context.turned):
        if card.abilities and user in (None, card):
            found[card] = r.Count(IN_PLAY, frozenset({card}), SOME, says=says, status="not-in-play")
    if user is None:
        found[context.character()] = r.TRUE
    return found


def _is_meant(ability: Ability, payment: _Payment, purpose: ast.Effect | None) -> bool:
    """Return whether an ability is the one a line means: by its cost and by its purpose."""
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
    if replace(purpose, cards=given) != effect or wanted.number != given.number:
        return False
    if wanted == given or wanted.place is None or given.place is None:
        return wanted == given
    within = set(wanted.place.zones) <= set(given.place.zones)
    return (
        given == ast.Cards(given.number, place=given.place)
        and wanted.place.owner == given.place.owner
        and not (wanted.place.top or given.place.top)
        and within
    )


class _Payment:
    """The cards a line pays with: as it describes them, best first, no more than the cost."""

    def __init__(self, act: ast.SpendAct, context: CompileContext) -> None:
        self.coins = act.coins
        self.phrase = act.cards
        self.kinds = None if act.cards is None else context.kinds(act.cards)
        self._number: int | None = None
        # Without a superlative in the order in which cards are given up (ruling A-silent).
        self._order: Callable[[Sequence[Card]], list[Card]] = _giving_up
        if act.cards is None:
            return
        check_phrase(act.cards, "cards to Spend", "cards are Spent from hand")
        number = act.cards.number
        if number in ("all", "many") or isinstance(number, ast.Per):
            raise CannotDo("one act Spends what one ability costs")
        self._number = 1 if number is None else number if isinstance(number, int) else None
        if act.cards.extreme is not None:
            self._order = ordering(act.cards)

    def fits(self, ability: Ability) -> bool:
        """Return whether this is what the ability costs ("any" or no number fits any number)."""
        if self.phrase is None:
            return ability.coins == self.coins and ability.cards == 0
        number = max(1, ability.cards) if self._number is None else self._number
        return ability.coins == 0 and ability.cards == number

    def cards(self, ability: Ability, seat: Seat) -> tuple[Card, ...] | None:
        """Return the cards to pay with, or ``None`` if the hand has too few of them."""
        if ability.cards == 0:
            return ()
        kinds = self.kinds
        held = seat.hand if kinds is None else [card for card in seat.hand if card in kinds]
        if len(held) < ability.cards:
            return None
        return tuple(islice(self._order(held), ability.cards))

    def requirement(self, ability: Ability) -> r.Requirement:
        """Return when :meth:`cards` finds enough and the coin tokens suffice."""
        coins: r.Requirement = r.TRUE
        if ability.coins:
            coins = r.Coins(ast.Range(ability.coins), status="cannot-pay")
        if not ability.cards:
            return coins
        says = self.phrase.names[0] if self.phrase and self.phrase.names else "such"
        number = ast.Range(ability.cards)
        return r.both(coins, r.Count(IN_HAND, self.kinds, number, says=says, status="cannot-pay"))


def _giving_up(found: Sequence[Card]) -> list[Card]:
    return sorted(found, key=lambda card: card.worth)


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
        place, instruct = self._place, self._instruct
        if instruct is None or place is None:
            return True
        if _elsewhere(place):
            if place.zones == ("supply stack",):
                return bool(seat.supply)
            if _is_hidden(place):
                return True  # hidden from this player, so it cannot be ruled out
            source = seat.character.card
            offer = offer_from(table, seat, place, table.names, instruct.verb, source)
            return bool(offer.items) if self.aim is None else self._finds(offer, seat)
        if "draw deck" in place.zones:
            # Cards paid lie in the Discard Stack by then, and it is shuffled in when needed.
            return bool(seat.draw_deck or seat.discard_stack or paid)
        found = _left_once_paid(place, paid, seat)
        if instruct.verb in table.barred:
            found = [each for each in found if instruct.verb not in each[0].barred]
        if self.aim is None or not found:
            return bool(found)
        cards, zones = zip(*found, strict=True)
        return self._finds(Question("trash", cards, cards, zones, [seat.number] * len(found)), seat)

    def _finds(self, offer: Question, seat: Seat) -> bool:
        return self.aim is not None and self.aim.index(offer, seat) is not None

    def requirement(self, ability: Ability) -> r.Requirement:
        """Return when it can happen once the ability is paid for."""
        if self._instruct is None or self._place is None:
            return r.TRUE
        needs, enough = self._bounds(ability, self._instruct, self._place)
        if needs == r.TRUE and enough == r.TRUE:
            return r.TRUE

        def test(table: Table, seat: Seat) -> bool:
            cards = self._payment.cards(ability, seat)
            return cards is not None and self.can_happen(cards, table, seat)

        return r.Opaque(
            (self._payment.phrase, self._instruct, ability.words),
            test,
            needs=needs,
            enough=enough,
            because=lambda table, seat: "what it is Spent for cannot happen",
            status="no-target",
        )

    def _bounds(
        self, ability: Ability, purpose: ast.Instruct, place: ast.Place
    ) -> tuple[r.Requirement, r.Requirement]:
        """Return what it needs, and what is enough, for it to happen once it is paid."""
        exact: r.Requirement
        if _elsewhere(place):
            if place.zones == ("supply stack",):
                exact = r.Count(place, None, SOME)
                return exact, exact
            return r.TRUE, r.TRUE if _is_hidden(place) else r.FALSE
        if "draw deck" in place.zones:
            exact = r.TRUE if ability.cards else r.Count(_DECK_AND_DISCARD, None, SOME)
            return exact, exact
        held = self._context.held
        wanted = self._context.all_of(None if place.top else self._context.kinds(purpose.cards))
        wanted = frozenset(card for card in wanted if purpose.verb not in card.barred)
        paying = self._context.all_of(self._payment.kinds)
        spent = ability.cards
        sure: list[r.Requirement] = []
        perhaps: list[r.Requirement] = []
        for zone in place.zones:
            if zone == "hand":
                sure += [held(wanted, spent + 1), held(wanted - paying)]
                perhaps.append(r.both(held(wanted), held(None, spent + 1)))
                continue
            sure.append(r.Count(ast.Place((zone,)), wanted, SOME))
            if zone == "discard stack" and spent:
                sure.append(r.TRUE if paying <= wanted else r.FALSE)
                perhaps.append(held(wanted & paying))
        return r.either(*sure, *perhaps), r.either(*sure)


def _elsewhere(place: ast.Place) -> bool:
    """Return whether paying changes nothing of what lies there."""
    return place.owner != "your" or not {"market stack", "supply stack"}.isdisjoint(place.zones)


def _is_hidden(place: ast.Place) -> bool:
    return not {"hand", "draw deck"}.isdisjoint(place.zones)


def _left_once_paid(
    place: ast.Place, paid: Sequence[Card], seat: Seat
) -> list[tuple[Card, ast.Zone]]:
    """Return the cards of one's own that lie in ``place`` when these are paid."""
    found: list[tuple[Card, ast.Zone]] = []
    for zone in place.zones:
        cards = [*zone_cards(seat, zone, False)]
        if zone == "hand":
            for card in paid:
                cards.remove(card)
        elif zone == "discard stack":
            cards += paid
        found += [(card, zone) for card in cards]
    return found

"""Lines that use a Spend ability: whose, paid with what, and for what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from moonflight_solo.ai_cards.context import (
    IN_HAND,
    Attempt,
    CompileContext,
    Decision,
    Reason,
    WhyNot,
)
from moonflight_solo.ai_cards.targeting import Aim, Pick, ordering, picker
from moonflight_solo.rules.acts import Spend
from moonflight_solo.rules.candidates import offer_from
from moonflight_solo.rules.selectors import CannotDo, Sift, only_says, sifter
from moonflight_solo.rules.state import Ability, Card, Placed, Question, Seat, Table
from moonflight_solo.wording import ast


def spend_line(act: ast.SpendAct, scope: CompileContext) -> tuple[Attempt, WhyNot]:
    """Return a line that uses a Spend ability it can pay for, and to some effect."""
    wanted = Payment(act, scope)
    aim = _purpose_aim(act.purpose, scope)
    user = scope.names.card(act.user, scope.turned) if act.user else None
    fits = ability_test(act, wanted, scope.character() if act.of_character else user)

    can_happen = _can_happen(act.purpose, aim)

    def attempt(table: Table, seat: Seat) -> Decision | None:
        if seat.coins < act.coins:
            return None
        for placed, ability in _users(seat, user, act.of_character):
            if not fits(ability):
                continue
            cards = wanted.cards(ability, seat)
            if cards is None or seat.coins < ability.coins:
                continue
            if can_happen is None or can_happen(cards, table, seat):
                return Spend(placed, ability, cards), aim
        return None

    def why(table: Table, seat: Seat) -> Reason:
        usable = [a for _, a in _users(seat, user, act.of_character) if fits(a)]
        if not usable:
            name = user.name if user else "a card with such an ability"
            return "not-in-play", f"{name} is not in play"
        if all(seat.coins < ability.coins for ability in usable):
            return "cannot-pay", f"{seat.coins} coin tokens under control"
        if all(wanted.cards(ability, seat) is None for ability in usable):
            return "cannot-pay", wanted.missing(seat)
        return "no-target", "what it is Spent for cannot happen"

    return attempt, why


class Payment:
    """The cards a line pays with: as it describes them, best first, no more than the cost."""

    __slots__ = ("_order", "_pick", "_sift", "_spec", "coins", "number")

    def __init__(self, act: ast.SpendAct, scope: CompileContext) -> None:
        self.coins = act.coins
        self._spec = act.cards
        self.number: int | None = 0
        self._sift: Sift | None = None
        described = act.cards is not None and act.cards.extreme is not None
        self._order = ordering(act.cards) if act.cards and described else _giving_up
        self._pick: Pick | None = None
        if act.cards is not None:
            only_says(act.cards, {"number", "extreme", "place"}, "cards to Spend")
            if act.cards.number in ("all", "many") or isinstance(act.cards.number, ast.Per):
                raise CannotDo("one act Spends what one ability costs")
            if act.cards.place not in (None, IN_HAND):
                raise CannotDo("cards are Spent from hand")
            if act.cards.extreme is not None:
                self._pick = picker(act.cards, scope.names, scope.turned)
            self._sift = sifter(act.cards, scope.names, scope.turned)
            number = act.cards.number
            self.number = 1 if number is None else number if isinstance(number, int) else None

    def fits(self, ability: Ability) -> bool:
        """Whether this is what the ability costs ("any" or no number fits any number)."""
        if self._spec is None:
            return ability.coins == self.coins and ability.cards == 0
        return ability.coins == 0 and (
            ability.cards > 0 if self.number is None else ability.cards == self.number
        )

    def cards(self, ability: Ability, seat: Seat) -> tuple[Card, ...] | None:
        """Return the cards to pay with, or ``None`` if the hand has too few of them."""
        if ability.cards == 0:
            return ()
        if ability.cards == 1 and self._pick is not None:
            card = self._pick(seat.hand, seat)
            return None if card is None else (card,)
        held = seat.hand if self._sift is None else self._sift(seat.hand, seat)
        if len(held) < ability.cards:
            return None
        chosen = tuple(islice(self._order(held), ability.cards))
        return chosen if len(chosen) == ability.cards else None

    def missing(self, seat: Seat) -> str:
        """Return in words why the hand cannot pay."""
        assert self._spec is not None
        held = len(seat.hand if self._sift is None else self._sift(seat.hand, seat))
        name = f" {self._spec.names[0]}" if self._spec.names else " such"
        return f"{held}{name} cards in hand"


def _giving_up(found: Sequence[Card]) -> list[Card]:
    """Return cards in the order in which they are given up (ruling A-silent)."""
    return sorted(found, key=lambda card: card.worth)


def _users(seat: Seat, user: Card | None, of_character: bool) -> list[tuple[Placed, Ability]]:
    found: list[tuple[Placed, Ability]] = []
    if not of_character:
        for placed in seat.in_play:
            card = placed.card
            if card.abilities and (user is None or card is user):
                found += [(placed, ability) for ability in card.abilities]
    if user is None:
        found += [(seat.character, ability) for ability in seat.character.card.abilities]
    return found


def ability_test(
    act: ast.SpendAct, wanted: Payment, user: Card | None
) -> Callable[[Ability], bool]:
    """Return whether an ability is the one the line means: by its cost and by its purpose.

    Raises :class:`CannotDo` if the card that the line uses has no such ability.
    """
    purpose = act.purpose
    known: dict[Ability, bool] = {}

    def fits(ability: Ability) -> bool:
        fit = known.get(ability)
        if fit is None:
            fit = known[ability] = wanted.fits(ability) and (
                purpose is None or any(_serves(effect, purpose) for effect in ability.effects)
            )
        return fit

    if user is not None and not any(fits(ability) for ability in user.abilities):
        says = " and ".join(f'"{a.words}"' for a in user.abilities) or "no Spend ability"
        raise CannotDo(f"{user.name} has {says}")
    return fits


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


def _purpose_aim(purpose: ast.Effect | None, scope: CompileContext) -> Aim | None:
    if not isinstance(purpose, ast.Instruct) or (purpose.cards.place and purpose.cards.place.top):
        return None
    only_says(purpose.cards, {"number", "place", "extreme"}, "what a card is Spent for")
    meant = replace(purpose.cards, number=None)
    return Aim(ast.FirstOf((meant,)), scope.names, scope.turned)


CanHappen = Callable[[Sequence[Card], Table, Seat], bool]
"""Whether what a line Spends for can happen once these cards are paid."""


def _can_happen(purpose: ast.Effect | None, aim: Aim | None) -> CanHappen | None:
    """Return the test for what the line Spends for to happen at all (ruling A-follow).

    ``None`` if nothing can keep it from happening.
    """
    if not isinstance(purpose, ast.Instruct) or purpose.cards.place is None:
        return None
    verb, place = purpose.verb, purpose.cards.place
    if place.owner != "your" or not {"market stack", "supply stack"}.isdisjoint(place.zones):
        return lambda paid, table, seat: _is_there(verb, place, aim, table, seat)
    if "draw deck" in place.zones:
        # Cards paid lie in the Discard Stack by then, and it is shuffled in when needed.
        return lambda paid, table, seat: bool(seat.draw_deck or seat.discard_stack or paid)

    def is_left(paid: Sequence[Card], table: Table, seat: Seat) -> bool:
        found = _left_once_paid(place, paid, seat)
        if verb in table.barred:
            found = [(card, zone) for card, zone in found if verb not in card.barred]
        if aim is None or not found:
            return bool(found)
        cards, zones = zip(*found, strict=True)
        question = Question("trash", cards, cards, zones, [seat.number] * len(found))
        return aim.index(question, seat) is not None

    return is_left


def _is_there(verb: ast.Verb, place: ast.Place, aim: Aim | None, table: Table, seat: Seat) -> bool:
    """Return whether there is a card for the purpose where paying changes nothing."""
    if place.zones == ("supply stack",):
        return bool(seat.supply)
    if not {"hand", "draw deck"}.isdisjoint(place.zones):
        return True  # hidden from this player, so it cannot be ruled out
    offer = offer_from(table, seat, place, table.names, verb, seat.character.card)
    return bool(offer.items) if aim is None else aim.index(offer, seat) is not None


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

"""Why a card's text had no effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from moonflight_solo.rules.acts import Play, Spend
from moonflight_solo.rules.requirements.lowering import card_condition
from moonflight_solo.rules.requirements.places import cards_in, owners
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Act, Card, Seat, Table
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.phrase_english import NOUNS
from moonflight_solo.wording.walk import lasts

_NONE = ast.Range(0, 0)


def why_no_effect(act: Act | None, table: Table, seat: Seat) -> str | None:
    """Return why an act had no effect, "" if that cannot be told.

    ``None`` if it had no text to carry out. The table must be as the act left it.
    """
    effects: Sequence[ast.Effect] = ()
    if isinstance(act, Play) and act.card.resolve is not None:
        card = act.card
        effects = [effect for effect in card.meaning.effects if not lasts(effect)]
    elif isinstance(act, Spend):
        placed = seat.card_at(act.place)
        card, effects = (placed or seat.character).card, act.ability.effects
    return _Reason(table, seat, card).of(effects) if effects else None


class _Reason(Value):
    """Finds why the effects of a ``card``, carried out by ``seat``, did nothing.

    Because nothing changed, conditions still evaluate as they did then.
    """

    table: Table
    seat: Seat
    card: Card

    def of(self, effects: Iterable[ast.Effect]) -> str:
        """Return the reason for the first effect that has one, "" for none."""
        return next(filter(None, map(self._why, effects)), "")

    def _why(self, effect: ast.Effect) -> str:
        """Return why an effect did nothing, "" if it did something or that is not known."""
        if isinstance(effect, ast.If):
            if self._holds(effect.condition):
                return self.of(effect.effects)
            return self.of(effect.otherwise) or _unmet(effect.condition)
        if isinstance(effect, ast.May):
            if effect.optional:
                # Whether the player could have done it but declined is private.
                return self._empty(effect.effects) or "not done"
            return self.of(effect.effects) or self.of(effect.otherwise)
        if isinstance(effect, ast.Choose):
            return " or ".join(dict.fromkeys(filter(None, map(self.of, effect.ways))))
        if isinstance(effect, ast.Gain):
            no_token = effect.verb == "lose" and not self.seat.coins
            return "no coin token" if no_token else self._too_few(effect.amount)
        if isinstance(effect, ast.Instruct):
            return self._instruct(effect)
        if isinstance(effect, ast.Reveal):
            return self._none(effect.cards)
        if isinstance(effect, ast.Shuffle):
            return self._none(ast.Cards(place=effect.place))
        if isinstance(effect, ast.Swap):
            one, other = (self._none(ast.Cards(place=each)) for each in (effect.one, effect.other))
            return f"{one} and {other}" if one and other else ""
        return ""

    def _instruct(self, effect: ast.Instruct) -> str:
        """Return why no card was moved, as far as the cards still there show."""
        cards, number, place = effect.cards, effect.cards.number, effect.cards.place
        # Who had to do it, as far as still known.
        doers = {
            "you": (self.seat,),
            "target player": self.table.seats,
            "each player": self.table.seats,
            "each opponent": self.seat.opponents,
        }.get(effect.who, ())
        if not doers:
            return ""
        if isinstance(number, ast.UpTo):
            return self._empty([effect]) or "none chosen"
        if isinstance(number, ast.Until) and effect.verb == "draw" and effect.who == "you":
            in_hand = len(self.seat.hand)
            limit = self.seat.hand_limit() if number.count is None else number.count
            return f"{_cards(in_hand)} in hand already" if in_hand >= limit else ""
        reasons = [_Reason(self.table, doer, self.card)._none(cards) for doer in doers]
        reason = self._too_few(number) or (reasons[0] if all(reasons) else "")
        if reason or effect.who != "you":
            return reason
        whose = effect.onto.place.owner if effect.onto and effect.onto.place else "your"
        below = (at for owner in owners(self.table, self.seat, whose) for at in owner.in_play)
        if effect.verb == "set" and not any(placed.card.stability for placed in below):
            return "no card in play with Stability"
        free = place is not None and place.owner == "target" and ast.STACKS.issuperset(place.zones)
        return "no card like that in the Stack chosen" if free and cards.extreme is None else ""

    def _holds(self, condition: ast.Condition) -> bool:
        table = self.table
        return card_condition(condition, table.names, self.card.turned, self.card)(table, self.seat)

    def _too_few(self, number: object) -> str:
        """Return the number of cards counted if too few for a single "for each", "" otherwise."""
        if not isinstance(number, ast.Per):
            return ""
        count = _number(number.place, self.table, self.seat)
        if count is None or count // number.each:
            return ""
        return f"{_cards(count)} in {_place_name(number.place)}"

    def _none(self, cards: ast.Cards) -> str:
        """Return that no matching card is in its place, "" if one is or that would reveal hidden
        cards.
        """
        place = cards.place
        if place is None:
            return ""
        if _number(place, self.table, self.seat) == 0:
            return f"no card in {_place_name(place)}"
        if place.owner != "your" or place.top or "draw deck" in place.zones:
            return ""
        some_card = ast.Has(replace(cards, number=None, extreme=None, ties=(), other=False), _NONE)
        try:
            return say(some_card).replace("your ", "") if self._holds(some_card) else ""
        except CannotDo:
            return ""

    def _empty(self, effects: Iterable[ast.Effect]) -> str:
        """Return that a place cards are taken from is empty, which is public; "" if none is."""
        places = (effect.cards.place for effect in effects if isinstance(effect, ast.Instruct))
        empty = (place for place in places if place and _number(place, self.table, self.seat) == 0)
        return next((f"no card in {_place_name(place)}" for place in empty), "")


def _unmet(condition: ast.Condition) -> str:
    """Return in words that a condition did not hold, with the number that was missing."""
    phrase = say(condition).replace("your ", "")
    if not isinstance(condition, ast.Has):
        return f'not "{phrase}"'
    least = f"{condition.count.least}+ "
    few = phrase.startswith(least) and condition.such is None and condition.total is None
    return f"fewer than {least[:-2]} {phrase.removeprefix(least)}" if few else f"not {phrase}"


def _cards(number: int) -> str:
    return f"{number or 'no'} card{'' if number == 1 else 's'}"


def _place_name(place: ast.Place) -> str:
    whose = {"target": "any ", "opponent": "an opponent's "}.get(place.owner, "")
    return whose + " or ".join(NOUNS[zone] for zone in place.zones)


def _number(place: ast.Place, table: Table, seat: Seat) -> int | None:
    """Return the number of cards in a place, ``None`` if not countable here."""
    zones = set(NOUNS) - {"market stack"}
    if not zones.issuperset(place.zones) or place.settled is not None:
        return None
    number = len(cards_in(table, seat, replace(place, top=False)))
    if "draw deck" in place.zones:
        # Drawing from an empty Draw Deck shuffles the Discard Stack into it.
        number += sum(len(owner.discard_stack) for owner in owners(table, seat, place.owner))
    return number

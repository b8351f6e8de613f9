"""From one parse tree to what it means.

What the rulebooks fill in for every card is filled in here, once: whose Stack is meant
("Card Targets"), that the top card is meant unless a "Target card" is asked for, and where
cards come from when Draw, Discard, Trash, Set or Deal do not say ("Specific Rules").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from lark import Token, Transformer, Tree
from lark.visitors import v_args

from moonflight_solo.wording import meaning as m

_ZONES: tuple[m.Zone, ...] = get_args(m.Zone)
_STACKS = frozenset(_ZONES) - {"hand", "in play"}

_SOURCES: dict[m.Verb, m.Place] = {
    "draw": m.Place(("draw deck",), top=True),
    "discard": m.Place(("hand",)),
    "trash": m.Place(("hand", "in play")),
    "set": m.Place(("hand",)),
    "play": m.Place(("hand",)),
    "deal": m.Place(("supply stack",), top=True),
}


class _Expressly(str):
    """A word that is printed, where another would be taken as said if it were not."""


_EXPRESSLY_YOUR: Any = _Expressly("your")


class Nonsense(Exception):
    """This parse says nothing: its parts cannot stand together."""


def name_of(token: str) -> str:
    """Return a quoted name without its quotation marks."""
    return token.strip('"“”').strip()


def _merge(parts: Sequence[m.Cards]) -> m.Cards:
    """Return one phrase that says all that its parts say; each slot may be said once."""
    merged = m.Cards()
    empty = m.Cards()
    for part in parts:
        for slot in m.Cards.__slots__:
            value = getattr(part, slot)
            if value == getattr(empty, slot):
                continue
            said = getattr(merged, slot)
            if slot == "number" and "some" in (value, said):
                # A plural noun says how many only where no number does.
                value = value if said in ("some", None) else said
                said = None
            if slot == "but_not":
                value = said + value
                said = ()
            if said != getattr(empty, slot):
                raise Nonsense(f"two words for the {slot}")
            merged = replace(merged, **{slot: value})
    return merged


def _join(kind: type[m.All] | type[m.Either], parts: Sequence[m.Condition]) -> m.Condition:
    """Return the parts under one "and" or "or", nested ones of the same kind laid open."""
    flat: list[m.Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return kind(tuple(flat))


def _source(verb: m.Verb, cards: m.Cards) -> m.Cards:
    place = cards.place or _SOURCES.get(verb)
    if place is not None and not _STACKS.isdisjoint(place.zones) and not cards.targeted:
        place = replace(place, top=True)
    if cards.number == "some":
        raise Nonsense("a plural without a number")
    number = 1 if cards.number is None else cards.number
    return replace(cards, place=place, number=number)


def _same_stack(source: m.Place | None, destination: m.Place) -> m.Place:
    """Return what "the Stack" or "its Discard Stack" is, seen from where the card lies."""
    if not destination.zones:
        if source is None or len(source.zones) != 1:
            raise Nonsense("no Stack to be the same as")
        return replace(destination, zones=source.zones, owner=source.owner)
    return destination


@v_args(inline=True)
class Builder(Transformer[Token, Any]):
    """Builds the meaning of one unambiguous tree; raises :class:`Nonsense` where it has none."""

    # -- card texts

    def effect(self, *sentences: tuple[m.Effect, ...]) -> m.CardText:
        return m.CardText(tuple(effect for sentence in sentences for effect in sentence))

    def sentence(self, said: tuple[m.Effect, ...] | m.Spend | m.When) -> tuple[m.Effect, ...]:
        return said if isinstance(said, tuple) else (said,)

    def conditional(
        self,
        condition: m.Condition,
        clauses: tuple[m.Effect, ...],
        otherwise: tuple[m.Effect, ...] = (),
    ) -> tuple[m.Effect, ...]:
        return (m.If(condition, clauses, otherwise),)

    def otherwise(self, clauses: tuple[m.Effect, ...]) -> tuple[m.Effect, ...]:
        return clauses

    def clauses(self, *clauses: m.Effect) -> tuple[m.Effect, ...]:
        return clauses

    def spend(self, cost: tuple[int, int], effects: tuple[m.Effect, ...]) -> m.Spend:
        return m.Spend(cost[0], cost[1], effects)

    def cost(self, *items: tuple[int, int]) -> tuple[int, int]:
        if any(item == (0, 0) for item in items):
            raise Nonsense("a cost of nothing")
        return sum(coins for coins, _ in items), sum(cards for _, cards in items)

    def coin_cost(self, number: Token) -> tuple[int, int]:
        return int(number), 0

    def card_cost(self, number: Token, _card: Token) -> tuple[int, int]:
        return 0, int(number)

    def when(self, *parts: Any) -> m.When:
        who: m.Who = parts[0] if len(parts) == 3 else "you"
        verb, cards = parts[-2]
        return m.When(verb, cards, parts[-1], who)

    def event(self, verb: m.Verb, cards: m.Cards) -> tuple[m.Verb, m.Cards]:
        if cards.number not in (None, "any") and not isinstance(cards.number, int):
            raise Nonsense("a trigger counts cards")
        if cards.number == 0:
            raise Nonsense("nothing happens all the time")
        return verb, replace(cards, number=cards.number if isinstance(cards.number, int) else 1)

    def cannot(self, *parts: Any) -> m.Cannot:
        return m.Cannot(parts[:-1])

    def limit(self, of: Token, change: Token) -> m.Limit:
        kind: Any = of.lower()
        return m.Limit(kind, int(change.replace("−", "-").replace("–", "-")))

    # -- instructions

    def instruction(self, *parts: Any) -> m.Instruct:
        who, parts = self._who(parts)
        verb: m.Verb = parts[0]
        cards = _source(verb, parts[1])
        destination: m.Place | None = None
        onto: m.Cards | None = None
        if len(parts) == 3:
            if isinstance(parts[2], m.Cards):
                onto = parts[2]
            else:
                destination = _same_stack(cards.place, parts[2])
        return m.Instruct(verb, cards, destination, onto, who)

    def whole_zone(self, *parts: Any) -> m.Instruct:
        who, parts = self._who(parts)
        zone = parts[-1]
        owner: m.Owner = parts[1] if len(parts) == 3 else "your"
        if zone is None:
            raise Nonsense("no Stack to be the same as")
        return m.Instruct(parts[0], m.Cards("all", place=m.Place((zone,), owner)), who=who)

    def this_card(self, *parts: Any) -> m.ThisCard:
        who, parts = self._who(parts)
        destination = parts[2] if len(parts) == 3 else None
        if isinstance(destination, m.Cards) or (destination and not destination.zones):
            raise Nonsense("no such place for this card")
        return m.ThisCard(parts[0], destination, who)

    def gain(self, *parts: Any) -> m.Gain:
        who, parts = self._who(parts)
        number = int(parts[0])
        if len(parts) == 1:
            return m.Gain(number, who)
        each, place = parts[1]
        return m.Gain(m.Per(number, each, place), who)

    @staticmethod
    def _who(parts: tuple[Any, ...]) -> tuple[m.Who, tuple[Any, ...]]:
        if isinstance(parts[0], str) and parts[0] in get_args(m.Who):
            who: Any = parts[0]
            return who, parts[1:]
        return "you", parts

    def you(self) -> m.Who:
        return "you"

    def target_player(self) -> m.Who:
        return "target player"

    def each_player(self) -> m.Who:
        return "each player"

    def each_opponent(self) -> m.Who:
        return "each opponent"

    def an_opponent(self) -> m.Who:
        return "opponent"

    def verb(self, token: Token) -> m.Verb:
        word: Any = token.type.lower()
        return word  # type: ignore[no-any-return]

    def per(self, each: Token, _card: Token, place: m.Cards) -> tuple[int, m.Place]:
        if place.place is None:
            raise Nonsense("nowhere to count")
        return int(each), place.place

    def to_top(self, place: m.Place) -> m.Place:
        return replace(place, top=True)

    def to_place(self, place: m.Place) -> m.Place:
        return place if _is_open(place) else replace(place, top=True)

    def to_cards(self, cards: m.Cards) -> m.Cards:
        return cards

    # -- cards

    def cards(self, *parts: m.Cards | tuple[int, m.Place]) -> m.Cards:
        phrases = [p for p in parts if isinstance(p, m.Cards)]
        cards = _merge(phrases)
        for part in parts:
            if isinstance(part, tuple):
                if not isinstance(cards.number, int):
                    raise Nonsense('"per" without a number')
                cards = replace(cards, number=m.Per(cards.number, *part))
        if cards.number == -1:  # "the top card"
            if any(phrase.number == "some" for phrase in phrases):
                raise Nonsense("a plural without a number")
            cards = replace(cards, number=None, place=_top_of(cards.place))
        return cards

    def unsaid(self) -> m.Cards:
        return m.Cards()

    def number(self, number: Token) -> m.Cards:
        return m.Cards(int(number))

    def any(self) -> m.Cards:
        return m.Cards("any")

    def all(self) -> m.Cards:
        return m.Cards("all")

    def many(self) -> m.Cards:
        return m.Cards("many")

    def top(self, number: Token | None = None) -> m.Cards:
        return m.Cards(int(number) if number else -1)

    def targeted(self) -> m.Cards:
        return m.Cards(targeted=True)

    def extreme(self, end: Token, of: Token) -> m.Cards:
        which: Any = end.lower()
        return m.Cards(extreme=m.Extreme(which, "cost" if of.type == "COST" else "score"))

    def starter(self) -> m.Cards:
        return m.Cards(starter=True)

    def scoring(self, *_words: Token) -> m.Cards:
        return m.Cards(score=m.Range(1))

    def opponents(self) -> m.Cards:
        return m.Cards(whose="opponent")

    def any_name(self, noun: Token) -> m.Cards:
        return m.Cards("some" if is_plural(noun) else None)

    def named(self, name: Token, noun: Token | None = None) -> m.Cards:
        return m.Cards("some" if noun and is_plural(noun) else None, (name_of(name),))

    def at(self, place: m.Place) -> m.Cards:
        return m.Cards(place=place)

    def on_top(self, place: m.Place) -> m.Cards:
        return m.Cards(place=replace(place, top=True))

    def of_suit(self, suit: m.Suit) -> m.Cards:
        return m.Cards(suit=suit)

    def measured(self, of: Token, amount: m.Range) -> m.Cards:
        # The number is one card's own, so a bare one is exact: there is no gap to rule on.
        return m.Cards(**{of.type.lower(): replace(amount, bare=False)})  # type: ignore[arg-type]

    def scoring_range(self, _scoring: Token, amount: m.Range) -> m.Cards:
        return m.Cards(score=replace(amount, bare=False))

    def but_not(self, name: Token) -> m.Cards:
        return m.Cards(but_not=(name_of(name),))

    def per_quality(self, per: tuple[int, m.Place]) -> tuple[int, m.Place]:
        return per

    def available(self) -> m.Cards:
        return m.Cards(available=True)

    # -- ranges

    def bare(self, n: Token) -> m.Range:
        return m.Range(int(n), int(n), bare=True)

    def exactly(self, n: Token) -> m.Range:
        return m.Range(int(n), int(n))

    def plus(self, n: Token) -> m.Range:
        return m.Range(int(n[:-1]))

    def at_least(self, n: Token) -> m.Range:
        return m.Range(int(n))

    def at_most(self, n: Token) -> m.Range:
        return m.Range(0, int(n))

    def fewer(self, n: Token) -> m.Range:
        if int(n) == 0:
            raise Nonsense("fewer than none")
        return m.Range(0, int(n) - 1)

    def more(self, n: Token) -> m.Range:
        return m.Range(int(n) + 1)

    def between(self, both: Token) -> m.Range:
        least, most = both.replace("–", "-").split("-")
        if int(least) > int(most):
            raise Nonsense("a range that runs backward")
        return m.Range(int(least), int(most))

    # -- places

    def places(self, *places: m.Place) -> m.Place:
        if len(places) == 1:
            return places[0]
        if any(replace(p, zones=()) != replace(places[0], zones=()) for p in places):
            raise Nonsense("places of different owners in one phrase")
        zones = {zone for place in places for zone in place.zones}
        return replace(places[0], zones=tuple(z for z in _ZONES if z in zones))

    def place(self, *parts: Any) -> m.Place:
        owner: m.Owner = parts[0] if len(parts) == 2 else "your"
        where = parts[-1]
        if isinstance(where, m.Place):
            return replace(where, owner=owner)
        return m.Place((where,) if where else (), owner)

    def your(self) -> m.Owner:
        return "your"

    def expressly_your(self) -> m.Owner:
        yours: m.Owner = _EXPRESSLY_YOUR
        return yours

    def its(self) -> m.Owner:
        return "its"

    def target(self, *_parts: Any) -> Any:
        # Two rules share the name: whose Stack ("Target ..."), and what a line targets.
        return _parts[0] if _parts else "target"

    def opponent(self) -> m.Owner:
        return "opponent"

    def hand(self, *_words: Token) -> m.Zone:
        return "hand"

    def in_play(self, *_words: Token) -> m.Zone:
        return "in play"

    def draw_deck(self, *_words: Token) -> m.Zone:
        return "draw deck"

    def discard_stack(self, *_words: Token) -> m.Zone:
        return "discard stack"

    def trash_stack(self, *_words: Token) -> m.Zone:
        return "trash stack"

    def supply_stack(self, *_words: Token) -> m.Zone:
        return "supply stack"

    def same_stack(self, *_words: Token) -> None:
        return None

    def market(self, *qualities: m.Cards | str | Tree[Token]) -> m.Place:
        place = m.Place(("market stack",))
        for quality in qualities:
            if isinstance(quality, m.Cards):
                place = replace(place, suit=quality.suit)
            elif quality == "fewest":
                place = replace(place, fewest=True)
            else:
                place = replace(place, matching=True)
        return place

    def fewest(self, _card: Token) -> str:
        return "fewest"

    def matching(self) -> str:
        return "matching"

    def named_suit(self, words: Token) -> m.Suit:
        return m.Suit("named", suit_name(words))

    def your_suit(self) -> m.Suit:
        return m.Suit("your")

    def opponents_suit(self) -> m.Suit:
        return m.Suit("opponent")

    # -- conditions

    def either(self, *parts: m.Condition) -> m.Condition:
        return _join(m.Either, parts)

    def both(self, *parts: m.Condition) -> m.Condition:
        return _join(m.All, parts)

    def counted(self, count: m.Range, *parts: Any) -> m.Has:
        place = next(p for p in parts if isinstance(p, m.Cards))
        total = next((replace(p, bare=False) for p in parts if isinstance(p, m.Range)), None)
        return m.Has(place, count, total)

    def counted_cards(self, count: m.Range, *parts: m.Cards) -> m.Has:
        cards = replace(_merge(parts), number=None)
        if cards.place is None or cards == m.Cards(place=cards.place):
            raise Nonsense("counted elsewhere, or nowhere")
        return m.Has(cards, count)

    def there_is(self, cards: m.Cards) -> m.Has:
        return m.Has(self._placed(replace(cards, number=None)), self._how_many(cards.number))

    @staticmethod
    def _how_many(number: m.Number | m.Per) -> m.Range:
        if isinstance(number, int) and number >= 0:
            return m.Range(number, number, bare=True)
        if number in (None, "some", "any"):
            return m.Range(1)
        raise Nonsense("no count of cards that are there")

    def there_is_any(self, *parts: m.Cards) -> m.Has:
        return m.Has(self._placed(replace(_merge(parts), number=None)), m.Range(1))

    def there_is_no(self, *parts: m.Cards) -> m.Has:
        return m.Has(self._placed(replace(_merge(parts), number=None)), m.Range(0, 0))

    none_such = there_is_no

    @staticmethod
    def _placed(cards: m.Cards) -> m.Cards:
        if cards.place is None:
            raise Nonsense("nowhere to look for the cards")
        if cards.whose == "opponent":
            if cards.place.owner != "your" or cards.place.owner is _EXPRESSLY_YOUR:
                raise Nonsense("an opponent's card in another's place")
            theirs = replace(cards.place, owner="opponent")
            return replace(cards, whose=None, place=theirs)
        return cards

    def none_empty(self, stacks: m.Place) -> m.EmptyStacks:
        return m.EmptyStacks(stacks, m.Range(0, 0))

    def some_empty(self, stacks: m.Place) -> m.EmptyStacks:
        return m.EmptyStacks(stacks, m.Range(1))

    def opponent_has(self, cards: m.Cards) -> m.Has:
        place = self._placed(cards).place
        assert place is not None
        if place.owner not in ("its", "your") or place.owner is _EXPRESSLY_YOUR:
            raise Nonsense("an opponent's card in another's place")
        theirs = replace(place, owner="opponent")
        return m.Has(replace(cards, number=None, place=theirs), self._how_many(cards.number))

    def hand_contains(self, _hand: Token, names: m.Condition) -> m.Condition:
        return names

    def name(self, token: Token) -> m.Has:
        return m.Has(m.Cards(names=(name_of(token),), place=m.Place(("hand",))), m.Range(1))

    def name_list(self, *names: Token) -> tuple[str, ...]:
        return tuple(name_of(n) for n in names)

    def names_at(self, names: tuple[str, ...], place: m.Cards) -> m.Condition:
        each = [m.Has(replace(place, names=(name,)), m.Range(1)) for name in names]
        return each[0] if len(each) == 1 else _join(m.Either, each)

    def coins(self, *parts: Any) -> m.Coins:
        return m.Coins(next(p for p in parts if isinstance(p, m.Range)))

    def played(self, name: Token) -> m.Played:
        return m.Played(name_of(name))

    # -- AI-card lines

    def line(self, *parts: Any) -> m.Line:
        return m.Line(parts[-1], parts[0] if len(parts) == 2 else None)

    reset_line = line

    def play_act(self, _play: Token, cards: m.FirstOf, target: Any = None) -> m.PlayAct:
        return m.PlayAct(cards, target)

    def spend_act(self, payment: int | m.Cards, *rest: Any) -> m.SpendAct:
        purpose: m.Effect | None = None
        user: str | None = None
        of_character = False
        for part in rest:
            if isinstance(part, str):
                user = part
            elif part is True:
                of_character = True
            else:
                purpose = part
        coins, cards = (payment, None) if isinstance(payment, int) else (0, payment)
        return m.SpendAct(coins, cards, purpose, user, of_character)

    def coin_payment(self, number: Token) -> int:
        return int(number)

    def card_payment(self, cards: m.Cards) -> m.Cards:
        return cards

    def used_card(self, name: Token) -> str:
        return name_of(name)

    def used_character(self) -> bool:
        return True

    def shop_act(self, _purchase: Token, cards: m.FirstOf) -> m.ShopAct:
        if any(c.place and "market stack" not in c.place.zones for c in cards.options):
            raise Nonsense("only Market Stacks sell cards")
        return m.ShopAct(cards)

    def shop_from(self, _purchase: Token, stacks: m.Place) -> m.ShopAct:
        return m.ShopAct(None, stacks)

    def build_act(self, _set: Token, cards: m.Cards, onto: m.Cards) -> m.BuildAct:
        return m.BuildAct(cards, onto)

    def cards_placed(self, cards: m.Cards) -> m.Cards:
        return cards

    def pass_act(self) -> m.PassAct:
        return m.PassAct()

    def first_of(self, *options: m.Cards) -> m.FirstOf:
        return m.FirstOf(options)

    def case(self, condition: m.Condition, cards: m.FirstOf) -> tuple[m.Condition, m.FirstOf]:
        return condition, cards

    def cases(self, *cases: tuple[m.Condition, m.FirstOf]) -> m.Cases:
        return m.Cases(cases)

    def retain(self, _retain: Token, cards: m.FirstOf) -> m.Retain:
        return m.Retain(cards)

    def reset_move(self, _move: Token, cards: m.FirstOf, to: m.Place) -> m.ResetMove:
        return m.ResetMove(cards, to)


def _top_of(place: m.Place | None) -> m.Place | None:
    if place is None:
        return None
    if not _STACKS.issuperset(place.zones):
        raise Nonsense("the top of what is no Stack")
    return replace(place, top=True)


def is_plural(noun: str) -> bool:
    """Return whether a printed "card" is more than one ("card(s)" is)."""
    return noun.lower() != "card"


def _is_open(place: m.Place) -> bool:
    return place.zones == () or not _STACKS.issuperset(place.zones)


def suit_name(words: str) -> str:
    """Return the Jack's name out of a suit as printed, without "Jack o'" before and "suit" after.

    A possessive s stays on it: how a name is spelled is for whoever looks it up to judge.
    """
    name = words[: -len("suit")].strip()
    if name.lower().startswith("jack o"):
        name = name[len("jack o' ") :]
    return name

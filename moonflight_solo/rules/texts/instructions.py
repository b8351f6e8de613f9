"""Compile one instruction that moves cards, with fast paths for the common ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.places import known_place, market_stacks, pile_of
from moonflight_solo.rules.requirements.selectors import END_UP, CannotDo, matcher, only_says
from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    MarketStack,
    Names,
    Question,
    Resolve,
    Seat,
    Table,
    TriggerEvent,
)
from moonflight_solo.rules.texts.amounts import instruction_amount
from moonflight_solo.rules.texts.candidates import choose_placed
from moonflight_solo.rules.texts.card_location import CardLocation
from moonflight_solo.rules.texts.destinations import pile_for
from moonflight_solo.rules.texts.one_by_one import OneByOne
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS

_SAYS = frozenset({"number", "place", "targeted", "extreme", "other", "random", "beside"})

_SAYS_OF_STACK = _SAYS | {"ties"}
_TOPPED = ast.STACKS - {"market stack"}
_DECK = ast.Place(("draw deck",), top=True)


def instruct(effect: ast.Instruct, names: Names, turned: bool) -> Resolve:
    """Compile an instruction that moves cards, "one card at a time" or, where alike, at once."""
    cards, verb = effect.cards, effect.verb
    place = cards.place
    if place is None:
        words = "lies" if KEYWORDS[verb].stays else "comes from"
        raise CannotDo(f'"{say(effect)}" does not say where the card {words}.')
    topmost = cards.ties == ("first",) and _TOPPED.issuperset(place.zones)
    only_says(cards, _SAYS_OF_STACK if topmost else _SAYS, "a card's instruction")
    place = known_place(place, names, fewest=True)
    if place.topped is not None:
        raise CannotDo(f'"{say(effect)}": say which cards are meant, not which Market Stack.')
    if effect.onto is not None and effect.onto.number == "all":
        return _on_each(effect, effect.onto, names, turned)
    if isinstance(cards.number, ast.UntilCard):
        return _until_match(effect, cards.number, names, turned)
    if verb == "deal":
        return _deal(effect, names, turned)
    if cards == ast.Cards("all", place=ast.Place(("shown",))) and effect.destination == _DECK:
        return _put_back
    fast = _from_deck(effect, names, turned) or _from_top(effect)
    general = OneByOne(effect, place, names, turned).resolve
    if fast is None:
        return general

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        return (general if verb in table.replaced else fast)(table, seat, placed)

    return resolve


def _on_each(effect: ast.Instruct, target: ast.Cards, names: Names, turned: bool) -> Resolve:
    """Compile Setting a number of cards from hand on each matching card in play.

    Which is next matters only if the hand may not suffice; then the player chooses.
    """
    number = effect.cards.number
    if effect.cards.place != ast.Place(("hand",)) or not isinstance(number, int):
        raise CannotDo(f'"{say(effect)}": say how many cards from hand.')
    if target.place not in (None, ast.Place(("in play",))):
        raise CannotDo(f'"{say(effect)}": only your own cards in play all take Settled cards.')
    only_says(target, {"place", "number"}, "the cards they are Set on")
    match = matcher(target, names, turned, END_UP)
    this_card = ast.Cards(place=ast.Place(("in play",), this=True))
    step = OneByOne(structs.replace(effect, onto=this_card), effect.cards.place, names, turned)

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        upon = [p for p in seat.in_play if p.card.stability and (not match or match(p.card, seat))]
        spots: list[CardLocation] = []
        full = bool(upon)
        while upon and seat.hand:
            table.own = upon[0]
            if len(seat.hand) < number * len(upon):
                choices = [(card, seat) for card in upon]
                table.own, _ = choose_placed(table, seat, choices, placed.card)
            upon.remove(table.own)
            set_there, _, complete = step.do(table, seat, placed)
            spots += set_there
            full = complete and full
        step.finish(table, seat, spots, {})
        return full and not upon

    return resolve


def _from_deck(effect: ast.Instruct, names: Names, turned: bool) -> Resolve | None:
    """Return a fast way to Draw, Discard or Trash a number of cards from the Draw Deck."""
    verb, number, keyword = effect.verb, effect.cards.number, KEYWORDS[effect.verb]
    bare = effect == ast.Instruct(verb, ast.Cards(number, place=_DECK), who=effect.who)
    on_stack = keyword.only_from is None and keyword.goes_to in ast.STACKS
    optional = isinstance(number, ast.UpTo | ast.AtLeast | ast.AllBut)
    if optional or not bare or not (on_stack or verb == "draw"):
        return None
    amount, pile = instruction_amount(effect, names, turned), pile_for(verb)
    fixed = number if isinstance(number, int) else 0

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        goal = fixed or amount(table, seat, placed)
        cause = TriggerEvent(seat, verb, moves.off_deck(table, seat, goal, pile, verb), "draw deck")
        return 0 < goal == moves.finish_keyword(table, cause, hidden=verb == "draw")

    return resolve


def _from_top(effect: ast.Instruct) -> Resolve | None:
    """Return a fast way to Draw the top card of the player's Discard or Trash Stack."""
    zone = effect.cards.zones[0]
    top = ast.Cards(1, place=ast.Place((zone,), top=True))
    if zone not in ("discard stack", "trash stack") or effect != ast.Instruct(
        "draw", top, who=effect.who
    ):
        return None

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        pile = pile_of(seat, zone)
        if not pile:
            return False
        if "draw" in pile[-1].barred:
            moves.tell_blocked(table, seat, pile[-1])
            return False
        card = pile.pop()
        seat.hand.append(card)
        return moves.finish_keyword(table, TriggerEvent(seat, "draw", [card], zone)) > 0

    return resolve


def _deal(effect: ast.Instruct, names: Names, turned: bool) -> Resolve:
    """Compile a Deal, evenly to the player's own Stacks, or one card to each of those said."""
    cards = effect.cards
    supply = ast.Place(("supply stack",), top=True)
    plain_deal = cards == ast.Cards(cards.number, place=supply)
    if plain_deal and effect.destination is not None and cards.number == "all":
        place_dealt_to = known_place(effect.destination, names)

        def deal_to_each(table: Table, seat: Seat, placed: CardInPlay) -> bool:
            stacks = list(market_stacks(table, seat, place_dealt_to))
            return _deal_cards(table, seat, len(stacks), stacks)

        return deal_to_each
    if not plain_deal or effect.destination is not None or effect.onto is not None:
        goes = "from the Supply Stack to its own Market Stacks, as evenly as possible"
        raise CannotDo(f'"{say(effect)}": Deal moves cards {goes}.')
    if isinstance(cards.number, ast.UpTo | ast.AtLeast):
        raise CannotDo(f'"{say(effect)}": say how many cards are dealt.')
    amount = instruction_amount(effect, names, turned)

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        return _deal_cards(table, seat, amount(table, seat, placed))

    return resolve


def _deal_cards(
    table: Table, seat: Seat, number: int, stacks: Sequence[MarketStack] | None = None
) -> bool:
    """Deal cards, up to the first that bars it; return whether they were as many as wanted."""
    on_top = seat.supply[: -number - 1 : -1]  # the top is at the end
    barred = next((card for card in on_top if "deal" in card.barred), None)
    free = len(on_top) if barred is None else on_top.index(barred)
    dealt = moves.deal(table, seat, free, stacks)
    if barred is not None:
        moves.tell_blocked(table, seat, barred)
    return 0 < number == dealt


def _until_match(
    effect: ast.Instruct, sought: ast.UntilCard, names: Names, turned: bool
) -> Resolve:
    """Compile moving cards off the Draw Deck until one matches, or all are gone.

    The Discard Stack is not shuffled for more: that would bring the same cards again.
    """
    only_says(sought.cards, {"number"}, "the card sought")
    if effect.cards != ast.Cards(sought, place=_DECK):
        raise CannotDo(f'"{say(effect)}": only your own Draw Deck can be searched that way.')
    verb, match = effect.verb, matcher(sought.cards, names, turned, END_UP)
    pile = pile_for(verb)

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        moves.target_deck(table, seat)
        cards: list[Card] = []
        complete = False
        while seat.draw_deck and not complete:
            card = seat.draw_deck[-1]
            if verb in card.barred:
                moves.tell_blocked(table, seat, card)
                break
            size = len(seat.draw_deck)
            location = CardLocation(card, "draw deck", seat, size - 1)
            instead = location.instead(table, seat, verb)
            if not instead:
                pile(seat).append(location.take(table))
            if instead in ("", "place"):
                cards.append(card)
                complete = match is None or match(card, seat)
            elif len(seat.draw_deck) == size:
                break  # it stays there, and would come up forever
        moves.finish_keyword(table, TriggerEvent(seat, verb, cards, "draw deck"))
        return complete

    return resolve


def _put_back(table: Table, seat: Seat, placed: CardInPlay) -> bool:
    """Put the cards shown back on top of the Draw Deck in any order, the first lowest."""
    pile, indexes = seat.draw_deck, table.revealed_spots(seat)
    cards, number = [pile[position] for position in indexes], len(indexes)
    if number > 1:
        question = Question("order", cards, cards, least=number, most=number)
        question.source = placed.card
        cards = [cards[index] for index in table.ask(seat, question)]
    for position in indexes:
        del pile[position]
        table.left_deck(seat, position)
    pile += cards
    cause = TriggerEvent(seat, "move", cards, "draw deck")
    return moves.finish_keyword(table, cause, "draw deck", hidden=True) > 0

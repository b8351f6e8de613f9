"""One instruction that moves cards, compiled: how many, which, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec import structs

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.places import (
    known_place,
    market_stacks,
    owners,
    pile_of,
    refuse_hidden,
)
from moonflight_solo.rules.requirements.selectors import (
    END_UP,
    CannotDo,
    Match,
    matcher,
    measure,
    only_says,
    outermost,
)
from moonflight_solo.rules.state import (
    Card,
    MarketStack,
    Names,
    Placed,
    Question,
    Resolve,
    Seat,
    Table,
)
from moonflight_solo.rules.texts.amounts import Amount, instruction_amount
from moonflight_solo.rules.texts.candidates import (
    Found,
    Within,
    choose_player,
    destination,
    offer_from,
    pile_for,
)
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS

_SAYS = frozenset({"number", "place", "targeted", "extreme", "other", "random"})


def instruct(effect: ast.Instruct, names: Names, turned: bool) -> Resolve:
    """Compile an instruction that moves cards, "one card at a time"."""
    cards, verb = effect.cards, effect.verb
    place = cards.place
    if place is None:
        raise CannotDo(f'"{say(effect)}" does not say where the card comes from.')
    only_says(cards, _SAYS, "a card's instruction")
    place = known_place(place, names, fewest=True)
    if place.topped is not None:
        raise CannotDo(f'"{say(effect)}": say which cards are meant, not which Market Stack.')
    plain = ast.Cards(cards.number, place=place)
    own_deck = place == ast.Place(("draw deck",), top=True)
    optional = isinstance(cards.number, ast.UpTo)
    if (
        own_deck
        and not optional
        and cards == plain
        and effect.destination is None
        and effect.onto is None
    ):
        fast = _from_deck(verb, instruction_amount(effect, names, turned))
        if fast is not None:
            return fast
    if verb == "deal":
        return _deal(effect, names, turned)
    if cards == ast.Cards(1, place=place) and effect.destination is None and verb == "draw":
        stack_top = _from_top(place)
        if stack_top is not None:
            return stack_top
    general = _one_at_a_time(effect, place, names, turned)
    in_hand = ast.Cards(cards.number, place=ast.Place(("hand",)))
    if optional or cards != in_hand or cards.number == "all" or not _goes_on_stack(verb):
        return general
    return _from_hand(verb, instruction_amount(effect, names, turned), general)


def _goes_on_stack(verb: ast.Verb) -> bool:
    """Return whether cards go by a keyword to a Stack or Deck of their owner's."""
    keyword = KEYWORDS[verb]
    return keyword.only_from is None and keyword.goes_to in ast.STACKS


def _from_deck(verb: ast.Verb, amount: Amount) -> Resolve | None:
    if verb != "draw" and not _goes_on_stack(verb):
        return None
    pile = pile_for(verb)

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        number = amount(table, seat, placed)
        return 0 < number == moves.take_off_deck(table, seat, verb, number, pile)

    return resolve


def _from_top(place: ast.Place) -> Resolve | None:
    """Return the quick way to Draw the top card of one's own Discard or Trash Stack."""
    zone = place.zones[0]
    own = ast.Place((zone,), top=True)
    if place != own or zone not in ("discard stack", "trash stack"):
        return None

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        pile = pile_of(seat, zone)
        if not pile:
            return False
        if "draw" in pile[-1].barred:
            moves.blocked(table, seat, pile[-1])
            return False
        card = pile.pop()
        seat.hand.append(card)
        return moves.done(table, seat, "draw", [card], zone) > 0

    return resolve


def _from_hand(verb: ast.Verb, amount: Amount, general: Resolve) -> Resolve:
    """Return the quick way to Discard, say, so many cards of one's choice from hand.

    It is taken while no card bars the verb and nobody listens; else all goes the ``general`` way.
    """

    pile_of_verb = pile_for(verb)

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        if verb in table.barred or table.listener is not None:
            return general(table, seat, placed)
        hand, pile = seat.hand, pile_of_verb(seat)
        gone: list[Card] = []
        wanted = amount(table, seat, placed)
        for _ in range(min(wanted, len(hand))):
            number = len(hand)
            index = 0
            if number > 1:
                where, whose = ["hand"] * number, [seat.number] * number
                offer = Question(verb, range(number), hand[:], where, whose, 1, 1, placed.card)
                (index,) = table.ask(seat, offer)
            card = hand.pop(index)
            pile.append(card)
            gone.append(card)
        return 0 < wanted == moves.done(table, seat, verb, gone, "hand")

    return resolve


def _deal(effect: ast.Instruct, names: Names, turned: bool) -> Resolve:
    cards = effect.cards
    supply = ast.Place(("supply stack",), top=True)
    plain = cards == ast.Cards(cards.number, place=supply)
    if not plain or effect.destination is not None or effect.onto is not None:
        raise CannotDo(f'"{say(effect)}": Deal moves cards from the Supply Stack only.')
    if isinstance(cards.number, ast.UpTo):
        raise CannotDo(f'"{say(effect)}": say how many cards are dealt.')
    amount = instruction_amount(effect, names, turned)

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        number = amount(table, seat, placed)
        barred = next((c for c in seat.supply[: -number - 1 : -1] if "deal" in c.barred), None)
        if barred is None:
            return 0 < number == moves.deal(table, seat, number)
        moves.deal(table, seat, seat.supply[::-1].index(barred))
        moves.blocked(table, seat, barred)
        return False

    return resolve


def _one_at_a_time(effect: ast.Instruct, place: ast.Place, names: Names, turned: bool) -> Resolve:
    verb, said = effect.verb, effect.cards.number
    match = matcher(effect.cards, names, turned, END_UP)
    if place.zones == ("done",):
        raise CannotDo(f'"{say(effect)}": what becomes of cards that have been moved already.')
    if place.zones == ("settled",) and verb == "play":
        raise CannotDo(f'"{say(effect)}": Settled cards lie face down: move them first.')
    if place.zones == ("settled",) and effect.cards != ast.Cards("all", place=place):
        raise CannotDo(f'"{say(effect)}": Settled cards lie face down: say all of them.')
    bottom = effect.destination is not None and effect.destination.bottom
    searched = effect.cards.targeted
    if (match is not None or effect.cards.extreme is not None) and not place.top and not searched:
        refuse_hidden(place)
    where = destination(effect, names, turned)
    amount = None if said == "all" else instruction_amount(effect, names, turned)
    least = 0 if isinstance(said, ast.UpTo) else 1
    unseen = place.owner != "your" and not {"hand", "draw deck"}.isdisjoint(place.zones)
    source = structs.replace(place, owner="your") if unseen else place
    wanted = _Wanted(verb, source, match, effect.cards)

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        doer = seat
        if unseen:
            # Whose it is, is chosen; which, by its owner or, of a Target card, by whoever searches
            # for it (ruling G-chooser).
            others = owners(table, seat, place.owner)
            chosen = choose_player(table, seat, others, placed.card, verb)
            if chosen is None:
                return False
            doer = chosen
        asked = seat if searched else doer
        search = _Search(table, doer, asked, placed, wanted)
        number = 0 if amount is None else amount(table, doer, placed)
        # With one card alone there is no rest that could stop.
        stays = number != 1 and moves.lies_in_play(table, placed)
        acted: list[Found] = []
        dropped: moves.Dropped = {}
        for found in search.every() if amount is None else search.some(number, least):
            if where is None:
                if isinstance(found.item, Placed):
                    break
                moves.put_in_play(table, doer, found.take())
            else:
                pile = where(table, asked, found)
                if pile is None:
                    break
                for owner, cards in found.put(table, pile, bottom).items():
                    dropped.setdefault(owner, []).extend(cards)
            if found.zone == "shown":
                table.shown -= 1
            acted.append(found)
            if stays and not moves.lies_in_play(table, placed):
                break
        if acted:
            _tell(table, doer, effect, acted)
            if dropped:
                moves.hear_dropped(table, dropped)
        return len(acted) >= (number if amount and least else 1) > 0

    return resolve


def _tell(table: Table, seat: Seat, effect: ast.Instruct, acted: list[Found]) -> None:
    """Tell what was done once the count is finished, and resolve what it triggers."""
    if effect.verb == "play":  # each card played has told of itself
        table.moved = tuple([found.card for found in acted])
        return
    keyword = KEYWORDS[effect.verb]
    to = effect.destination.zones[0] if effect.destination else ""
    source = "draw deck" if acted[0].zone == "shown" else acted[0].zone
    unseen = ("hand", "draw deck", "supply stack")
    hidden = keyword.face_down or (source in unseen and (to or keyword.goes_to) in unseen)
    cards = [found.card for found in acted]
    moves.done(table, seat, effect.verb, cards, source, to, hidden=hidden)


class _Wanted:
    """Which cards an instruction is about: what is to be done with them, where, and how said."""

    __slots__ = ("extremes", "hides", "match", "one_target", "phrase", "place", "stacked", "verb")

    def __init__(
        self, verb: ast.Verb, place: ast.Place, match: Match | None, phrase: ast.Cards
    ) -> None:
        self.verb, self.place, self.match, self.phrase = verb, place, match, phrase
        said = (phrase.extreme, *phrase.ties)
        self.extremes = [each for each in said if isinstance(each, ast.Extreme)]
        self.one_target = place.owner == "target"
        self.stacked = self.one_target and "in play" not in place.zones
        self.hides = place.top and not {"draw deck", "supply stack"}.isdisjoint(place.zones)


class _Search:
    """Finds the cards an instruction acts on, one at a time, asking where there is a choice.

    Cards that bar the verb are not offered; a barred card on top of a Stack that leaves no
    choice stops the instruction (Blocked Resolution, ruling G-cannot), and so does one that alone
    is the highest or lowest (ruling G-extreme). A Target, once chosen, stays the Target (ruling
    G-one-target). ``seat`` is whose cards they are, ``asked`` who chooses among them.
    """

    __slots__ = ("asked", "placed", "seat", "table", "target", "wanted")

    def __init__(
        self, table: Table, seat: Seat, asked: Seat, placed: Placed, wanted: _Wanted
    ) -> None:
        self.table, self.seat, self.asked = table, seat, asked
        self.placed, self.wanted = placed, wanted
        self.target: Found | None = None

    def some(self, number: int, least: int) -> Iterator[Found]:
        """Yield up to ``number`` cards, each chosen when the one before has gone.

        With a ``least`` of 0 whoever chooses may stop before each of them, and says so before the
        Discard Stack is shuffled for one that is not wanted (ruling G-refill); a Target Stack may
        be one where there is nothing to do (ruling G-take-search).
        """
        for _ in range(number):
            unmade = self._unmade() if least == 0 else None
            if unmade is not None and not self.table.ask(self.seat, unmade):
                return
            offer = self._offer()
            if not offer.items:
                return
            if least == 1 and self.wanted.stacked and self.target is None:
                offer.passed_over = self._passes_over(offer)
            offer.least = 0 if offer.passed_over else 1 if unmade is not None else least
            if self.wanted.phrase.random:
                yield self._found(offer, self.table.rng.randrange(len(offer.items)))
                continue
            seen = self._as_seen(offer) if self.wanted.hides else offer
            chosen = self.table.ask(self.asked, seen)
            if not chosen:
                return
            yield self._found(offer, chosen[0])

    def _unmade(self) -> Question | None:
        """Return the question for the top card of one's Draw Deck that is still to be made."""
        seat = self.seat
        if self.wanted.place != ast.Place(("draw deck",), top=True) or seat.draw_deck:
            return None
        if not seat.discard_stack:
            return None
        place = (["draw deck"], [seat.number])
        return Question(self.wanted.verb, [0], [None], *place, 0, 1, self.placed.card)

    def _passes_over(self, offer: Question) -> bool:
        """Return whether a Stack may be the Target that has no card among those offered."""
        place = self.wanted.place
        if self.wanted.phrase.extreme is not None:
            return False
        if place.zones == ("market stack",):
            stacks = market_stacks(self.table, self.seat, place)
            return any(stack not in offer.items for stack in stacks)
        offered = set(zip(offer.owners, offer.zones, strict=True))
        return len(offered) < len(self.table.seats) * len(place.zones)

    def _as_seen(self, offer: Question) -> Question:
        """Return the question without the faces of cards on top of a face-down pile."""
        down = ("draw deck", "supply stack")
        seen = [
            None if zone in down else card
            for card, zone in zip(offer.cards, offer.zones, strict=True)
        ]
        return replace(offer, cards=seen)

    def every(self) -> Iterator[Found]:
        """Yield all cards that lie there now, those of a hand in the order its player says."""
        offer = self._offer()
        cards = list(offer.cards)
        number = len(cards)
        order: Sequence[int] = range(number)
        if number > 1 and self.wanted.place.zones == ("hand",):
            wanted = Question("order", cards, cards, least=number, most=number)
            wanted.source = self.placed.card
            order = self.table.ask(self.seat, wanted)
        for card in [cards[index] for index in order]:
            offer = self._offer()
            if card in offer.cards:
                yield self._found(offer, offer.cards.index(card))

    def _found(self, offer: Question, index: int) -> Found:
        card = offer.cards[index]
        assert card is not None
        owner = self.table.seats[offer.owners[index]]
        self.target = Found(card, offer.zones[index], owner, offer.items[index])
        return self.target

    def _offer(self) -> Question:
        table, wanted = self.table, self.wanted
        verb, match, place, phrase = wanted.verb, wanted.match, wanted.place, wanted.phrase
        offer = offer_from(table, self.seat, place, verb, self.placed.card)
        if match is not None:
            seat = self.asked
            offer = offer.only([i for i, c in enumerate(offer.cards) if c and match(c, seat)])
        if phrase.other:
            offer = offer.only([i for i, it in enumerate(offer.items) if it is not self.placed])
        if wanted.one_target and self.target is not None:
            offer = offer.only(_same_target(offer, self.target))
        for extreme in wanted.extremes:
            offer = offer.only(_outermost(extreme, phrase.side, offer.cards))
        if verb in table.barred:
            # A card may do to itself what others cannot.
            open_ = [
                i
                for i, card in enumerate(offer.cards)
                if card and (verb not in card.barred or offer.items[i] is self.placed)
            ]
            alone = len(offer.cards) == 1 and (place.top or phrase.extreme is not None)
            if not open_ and alone and offer.cards[0]:
                moves.blocked(table, self.seat, offer.cards[0])
            offer = offer.only(open_)
        return offer


def _same_target(offer: Question, target: Found) -> list[int]:
    """Return which things offered belong to the Target chosen before."""
    if isinstance(target.item, MarketStack):
        return [i for i, stack in enumerate(offer.items) if stack is target.item]
    if isinstance(target.item, Within):
        return [i for i, each in enumerate(offer.items) if each.stack is target.item.stack]
    return [i for i, owner in enumerate(offer.owners) if owner == target.owner.number]


def _outermost(extreme: ast.Extreme, side: str | None, cards: Sequence[Card | None]) -> list[int]:
    """Return which of ``cards`` cost or score most or least, by the end now up (G-extreme)."""
    of = measure(extreme.of, side, END_UP)
    worths = [of(card) if card else 0 for card in cards]
    if extreme == ast.Extreme("highest", "score") and max(worths, default=0) < 1:
        return []
    return outermost(extreme, worths)

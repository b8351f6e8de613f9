"""Find the cards an instruction acts on, one at a time, asking where there is a choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import kept_from
from moonflight_solo.rules.requirements.places import PILES, market_stacks, owners
from moonflight_solo.rules.requirements.selectors import Match, outermost_cards, within
from moonflight_solo.rules.state import Card, CardInPlay, MarketStack, Question, Seat, Table
from moonflight_solo.rules.texts.candidates import choose_order, choose_player, offer_from
from moonflight_solo.rules.texts.card_location import CardLocation, StackPosition
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS


class WantedCards:
    """Which cards an instruction wants: its verb, place, filter and phrase."""

    def __init__(
        self, verb: ast.Verb, place: ast.Place, match: Match | None, phrase: ast.Cards
    ) -> None:
        self.verb, self.place, self.match, self.phrase = verb, place, match, phrase
        self.stays = KEYWORDS[verb].stays
        of_owner = place.owner_said == "owner"
        self.one_target = place.owner == "target" or (place.owner == "opponent" and of_owner)
        self.each_target = self.one_target and of_owner
        # A Stack that the print lets one choose; a card of any Stack is taken where there is one.
        self.stacked = self.each_target and "in play" not in place.zones
        end = place.top or place.bottom
        face_down = not {"draw deck", "supply stack"}.isdisjoint(place.zones)
        self.hides = (end and face_down) or place.zones == ("settled",)


class CardSearch:
    """Finds the cards an instruction acts on, one at a time, asking where there is a choice.

    Cards that bar the verb are not offered. A barred card on top of a Stack that leaves no choice
    stops the instruction (Blocked Resolution, ruling G-cannot), and so does one that is the only
    highest or lowest (ruling G-extreme). A Target, once chosen, stays the Target (ruling
    G-one-target). ``seat`` is whose cards they are, ``chooser`` who chooses among them.
    """

    __slots__ = (
        "chooser",
        "passed_over",
        "placed",
        "seat",
        "spots_turned",
        "table",
        "target",
        "wanted",
    )

    def __init__(
        self, table: Table, seat: Seat, chooser: Seat, placed: CardInPlay, wanted: WantedCards
    ) -> None:
        self.table, self.seat, self.chooser = table, seat, chooser
        self.placed, self.wanted = placed, wanted
        self.target: CardLocation | None = None
        # Where cards have been Turned; they are not Turned back by the same instruction.
        self.spots_turned: list[tuple[int, Any]] = []
        # Cards that were replaced and still lie there (ruling G-instead).
        self.passed_over: list[CardLocation] = []

    def some(self, number: int, needed: int) -> Iterator[CardLocation]:
        """Yield up to ``number`` cards, each chosen after the one before has gone.

        Before each that is not ``needed`` the chooser may stop, and says so before the Discard
        Stack is shuffled for nothing (ruling G-refill). A Target Stack may be one where there is
        nothing to do (ruling G-take-search).
        """
        for index in range(number):
            least = 1 if index < needed else 0
            unmade = self._unmade() if least == 0 else None
            if unmade is not None and not self.table.ask(self.chooser, unmade):
                return
            offer = self.offer()
            if not offer.items:
                return
            if least == 1 and self.wanted.stacked and self.target is None:
                offer.passed_over = self._passes_over(offer)
            offer.left = min(number - index, len(offer.items))
            offer.least = 0 if offer.passed_over else 1 if unmade is not None else least
            if self.wanted.phrase.random:
                yield self._location(offer, self.table.rng.randrange(len(offer.items)))
                continue
            question = self._as_seen(offer) if self.wanted.hides else offer
            indexes = self.table.ask(self.chooser, question)
            if not indexes:
                return
            yield self._location(offer, indexes[0])

    def _unmade(self) -> Question | None:
        """Return the question whether to take a card if the Draw Deck must be refilled for it."""
        seat, of_deck = self.seat, self.wanted.place == ast.Place(("draw deck",), top=True)
        if not of_deck or seat.draw_deck or not seat.discard_stack:
            return None
        place = (["draw deck"], [seat.number])
        return Question(self.wanted.verb, [0], [None], *place, 0, 1, self.placed.card)

    def _passes_over(self, offer: Question) -> bool:
        """Return whether a Stack without any offered card may be the Target."""
        place = self.wanted.place
        if self.wanted.phrase.extreme is not None:
            return False
        if place.zones == ("market stack",):
            stacks = market_stacks(self.table, self.seat, place)
            return any(stack not in offer.items for stack in stacks)
        stacks_offered = set(zip(offer.owners, offer.zones, strict=True))
        seats = owners(self.table, self.seat, place.owner)
        return len(stacks_offered) < len(seats) * len(place.zones)

    def _as_seen(self, offer: Question) -> Question:
        """Return the question without the faces of hidden cards.

        These are the top cards of face-down piles, and what another player has Set.
        """
        down, number = ("draw deck", "supply stack"), self.seat.number
        faces = [
            None if zone in down or (zone == "settled" and owner != number) else card
            for card, zone, owner in zip(offer.cards, offer.zones, offer.owners, strict=True)
        ]
        return replace(offer, cards=faces)

    def aim(self) -> bool:
        """Choose the Target, a Stack or a player, before looking at all of it.

        Returns whether there is one.
        """
        wanted = self.wanted
        cards = wanted.one_target and wanted.phrase.targeted
        if not (wanted.each_target or cards) or self.target is not None:
            return True
        offer, place, seat = self.offer(), self.wanted.place, self.seat
        firsts = _first_of_each(offer)
        if place.zones == ("market stack",):
            offer = offer.only(firsts)
            indexes = self.table.ask(seat, offer) if offer.items else ()
            if indexes:
                self._aim_at(offer, indexes[0])
            return bool(indexes)
        able = {offer.owners[index]: offer.cards[index] for index in firsts}
        seats = owners(self.table, seat, place.owner)
        faces = [able.get(each.number) for each in seats]
        source = self.placed.card
        player = choose_player(self.table, seat, seats, source, self.wanted.verb, faces)
        if player is not None and player.number in able:
            self._aim_at(offer, offer.owners.index(player.number))
        return player is not None and player.number in able

    def every(self) -> Iterator[CardLocation]:
        """Yield all cards that lie there now; where the order matters, their player chooses it."""
        if not self.aim():
            return
        offer = self.offer()
        place = self.wanted.place
        if place.zones == ("market stack",) and place.top:
            yield from (self._location(offer, index) for index in range(len(offer.items)))
            return
        for owner in dict.fromkeys(offer.owners):
            whose = zip(offer.cards, offer.owners, strict=True)
            cards = [card for card, card_owner in whose if card_owner == owner]
            for card in self._in_order(owner, cards):
                now = self.offer()
                cards_and_owners = [*zip(now.cards, now.owners, strict=True)]
                if (card, owner) in cards_and_owners:
                    yield self._location(now, cards_and_owners.index((card, owner)))

    def _in_order(self, owner: int, cards: list[Card | None]) -> Sequence[Card | None]:
        """Return a player's cards in the order that player chooses, where it matters (G-order)."""
        if len(cards) < 2 or self.wanted.place.zones not in _ORDERED or self.wanted.stays:
            return cards
        return choose_order(self.table, self.table.seats[owner], cards, self.placed.card)

    def _location(self, offer: Question, index: int) -> CardLocation:
        if self.wanted.stays:
            self.spots_turned.append(_spot(offer, index))
        return self._aim_at(offer, index)

    def _aim_at(self, offer: Question, index: int) -> CardLocation:
        """Take the card at an index of the offer as the target, and return where it lies."""
        card = offer.cards[index]
        assert card is not None
        owner = self.table.seats[offer.owners[index]]
        self.target = CardLocation(card, offer.zones[index], owner, offer.items[index])
        return self.target

    def _lying(self) -> Question:
        """Return the cards in the place as a question, without those already dealt with."""
        wanted = self.wanted
        place, done_with = wanted.place, wanted.stays or bool(self.passed_over)
        piles = done_with and place.zones[0] in PILES and (place.top or place.bottom)
        whole_place = structs.replace(place, top=False, bottom=False) if piles else place
        offer = offer_from(self.table, self.seat, whole_place, wanted.verb, self.placed.card)
        if not done_with:
            return offer
        indexes = [i for i in range(len(offer.items)) if _spot(offer, i) not in self.spots_turned]
        for passed in self.passed_over:  # copies are alike, so the outermost
            same = [i for i in indexes if _is_passed(offer, i, passed)]
            if same:
                indexes.remove(same[-1 if place.bottom else 0])
        if piles:  # only the outermost card of each player
            each = indexes[::-1] if place.top else indexes
            indexes = sorted({(offer.owners[i], offer.zones[i]): i for i in each}.values())
        return offer.only(indexes)

    def offer(self) -> Question:
        """Return the question for the next card, among those that phrase, Target and bars leave."""
        wanted, seat = self.wanted, self.chooser
        match, phrase = wanted.match, wanted.phrase
        offer = self._lying()
        if match is not None:
            offer = offer.only([i for i, c in enumerate(offer.cards) if c and match(c, seat)])
        if phrase.beside is not None:
            offer = offer.only(_beside(phrase.beside, offer.cards, self.table.moved))
        if phrase.other:
            offer = offer.only([i for i, item in enumerate(offer.items) if item is not self.placed])
        if wanted.one_target and self.target is not None:
            target = _target_of(self.target.item, self.target.owner.number)
            offer = offer.only([i for i, its in enumerate(_targets(offer)) if its == target])
        if phrase.extreme is not None or phrase.ties:
            targets = _targets(offer) if wanted.each_target else [None] * len(offer.items)
            offer = offer.only(outermost_cards(phrase, offer.cards, targets))
        if "first" in phrase.ties:  # the topmost of each Stack
            offer = offer.only(_first_of_each(offer))
        if wanted.verb in self.table.changed:  # another card's words keep some where they are
            bars = [c and kept_from(self.table, self.seat, wanted.verb, c) for c in offer.cards]
            offer = offer.only([i for i, source in enumerate(bars) if source is None])
        return self._open(offer)

    def _open(self, offer: Question) -> Question:
        """Return the offer without cards that bar the verb; one that leaves no choice blocks."""
        wanted = self.wanted
        if wanted.verb not in self.table.barred:
            return offer
        # A card may do to itself what others cannot.
        open_ = [
            i
            for i, card in enumerate(offer.cards)
            if card and (wanted.verb not in card.barred or offer.items[i] is self.placed)
        ]
        end = wanted.place.top or wanted.place.bottom
        single = len(offer.cards) == 1 and (end or wanted.phrase.extreme is not None)
        if not open_ and single and offer.cards[0]:
            moves.tell_blocked(self.table, self.seat, offer.cards[0])
        return offer.only(open_)


def _spot(offer: Question, index: int) -> tuple[int, Any]:
    """Return where an offered item lies; a card that is Turned stays there."""
    item = offer.items[index]
    return offer.owners[index], id(item) if isinstance(item, CardInPlay | MarketStack) else item


def _is_passed(offer: Question, index: int, location: CardLocation) -> bool:
    """Return whether an offered item is the same card in the same place as one dealt with."""
    item, its = offer.items[index], location.item
    if offer.cards[index] is not location.stays:
        return False
    if isinstance(item, StackPosition) and isinstance(its, StackPosition):
        return item.stack is its.stack
    if isinstance(item, CardInPlay | MarketStack):
        return item is its
    return (offer.owners[index], offer.zones[index]) == (location.owner.number, location.zone)


def _beside(cost: ast.Range, cards: Sequence[Card | None], last_moved: Sequence[Card]) -> list[int]:
    """Return the indexes of ``cards`` by their cost relative to the card moved last."""
    if not last_moved:
        return []
    fits, even = within(cost), ast.EVEN - last_moved[-1].cost
    return [index for index, card in enumerate(cards) if card and fits(card.cost + even)]


_ORDERED = (("hand",), ("in play",), ("shown",), ("done", "hand"))


def _first_of_each(offer: Question) -> list[int]:
    """Return the index of the first card offered of each Stack, hand or Deck."""
    targets = _targets(offer)
    return sorted(map(targets.index, {*targets}))


def _targets(offer: Question) -> list[int]:
    """Return a key for the Market Stack, or the player, that each offered item belongs to."""
    return list(map(_target_of, offer.items, offer.owners))


def _target_of(item: object, owner: int) -> int:
    """Return what one Target is: a player, or of Market Stacks the Stack, as a negative number."""
    stack = item.stack if isinstance(item, StackPosition) else item
    return -id(stack) if isinstance(stack, MarketStack) else owner

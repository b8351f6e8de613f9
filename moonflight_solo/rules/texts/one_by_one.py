"""An instruction carried out card by card: how many, whose, and what happens to each."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.requirements.places import PILES, owners, refuse_hidden
from moonflight_solo.rules.requirements.selectors import (
    END_UP,
    CannotDo,
    Match,
    asks_for_any,
    matcher,
    measure,
)
from moonflight_solo.rules.state import Card, CardInPlay, Dropped, Names, Seat, Table, TriggerEvent
from moonflight_solo.rules.texts.amounts import Quantity, instruction_amount
from moonflight_solo.rules.texts.candidates import choose_player, choose_upon, fitting
from moonflight_solo.rules.texts.card_location import CardLocation
from moonflight_solo.rules.texts.destinations import destination
from moonflight_solo.rules.texts.finder import CardSearch, WantedCards
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS


class OneByOne:
    """A compiled instruction that moves or Turns cards "one card at a time".

    Raises :class:`CannotDo` for what can be parsed but the rules cannot carry out.
    """

    def __init__(self, effect: ast.Instruct, place: ast.Place, names: Names, turned: bool) -> None:
        number, match = effect.cards.number, matcher(effect.cards, names, turned, END_UP)
        _refuse(effect, place, match)
        self.effect, self.place, self.keyword = effect, place, KEYWORDS[effect.verb]
        self.bottom = effect.destination is not None and effect.destination.bottom
        self.where = None if self.keyword.stays else destination(effect, names, turned)
        self.searched = effect.cards.targeted
        self.chosen_upon = place.upon is not None and place.upon.number == 1
        self.all_but = number.count if isinstance(number, ast.AllBut) else 0
        is_counted = number != "all" and not isinstance(number, ast.AllBut)
        self.every = not is_counted and not self.all_but
        self.fixed_number = number if isinstance(number, int) else 0
        self.until = isinstance(number, ast.Until)
        # How many are mandatory; None for all of them.
        self.least = 0 if isinstance(number, ast.UpTo) else None
        if isinstance(number, ast.AtLeast):
            self.least = number.least
        # For the Draw Deck you choose how many, not which (G-chooser).
        self.hidden_deck = self.least is not None and place.zones == ("draw deck",)
        # Whether it is a share, such as half, of the chosen Stack the cards come from.
        self.of_itself = (
            isinstance(number, ast.Per)
            and (number.place.zones, number.place.owner) == (place.zones, place.owner)
            and place.owner != "your"
        )
        self.amount: Quantity | None = None
        if is_counted:
            own_effect = _of_its_owner(effect) if self.of_itself else effect
            self.amount = instruction_amount(own_effect, names, turned)
        self.unseen = place.owner != "your" and not {"hand", "draw deck"}.isdisjoint(place.zones)
        source = structs.replace(place, owner="your") if self.unseen else place
        self.wanted = WantedCards(effect.verb, source, fitting(effect, match), effect.cards)
        self.all_of_it = self.wanted
        if self.all_but and place.top and (place.zones[0] in PILES or self.wanted.one_target):
            if match is not None or effect.cards.extreme is not None:
                raise CannotDo(f'"{say(effect)}": say how many of them, or all.')
            whole_place = structs.replace(source, top=False)
            self.all_of_it = WantedCards(effect.verb, whole_place, self.wanted.match, effect.cards)
        elif self.all_but and effect.cards.extreme is not None:
            any_cards = structs.replace(effect.cards, extreme=None, ties=())
            self.all_of_it = WantedCards(effect.verb, source, self.wanted.match, any_cards)

    def resolve(self, table: Table, seat: Seat, placed: CardInPlay) -> bool:
        """Carry it out for the player in ``seat``; return whether it was done in full."""
        spots, drops, full = self.do(table, seat, placed)
        self.finish(table, seat, spots, drops)
        return full

    def do(
        self, table: Table, seat: Seat, placed: CardInPlay
    ) -> tuple[list[CardLocation], Dropped, bool]:
        """Act on the cards; return them, what was Settled on them, and whether that is in full."""
        spots: list[CardLocation] = []
        drops: Dropped = {}
        search = self._search(table, seat, placed)
        if search is None:
            return spots, drops, False
        number = self.fixed_number or self._number(table, placed, search)
        least = number if self.least is None else self.least
        # After a single card there is nothing left to stop.
        stays = number != 1 and moves.lies_in_play(table, placed)
        for spot in search.every() if self.every else search.some(number, least):
            drop = self._act(table, seat, search, spot, spots)
            if drop is None:
                break
            for owner, cards in drop.items():
                drops.setdefault(owner, []).extend(cards)
            if stays and not moves.lies_in_play(table, placed):
                break
            if self.until and not self._number(table, placed, search):
                break  # replacements have made up the number
        full = len(spots) >= (1 if self.every or self.least == 0 else least) > 0
        return spots, drops, full

    def finish(self, table: Table, seat: Seat, spots: list[CardLocation], drops: Dropped) -> None:
        """Resolve what is set off, now that the count is finished (ruling G-trigger)."""
        if spots:
            self._tell(table, seat, spots)
        if table.late:
            triggers.flush_triggers(table)
        if drops:
            moves.fire_dropped(table, drops)

    def _search(self, table: Table, seat: Seat, placed: CardInPlay) -> CardSearch | None:
        """Start the search, after choosing whose cards; ``None`` if there are none to choose."""
        doer = seat
        if self.unseen:
            # The player chooses whose cards; which of them, the owner chooses or, of Target cards,
            # the player who searches for them (ruling G-chooser).
            seats = owners(table, seat, self.place.owner)
            player = choose_player(table, seat, seats, placed.card, self.effect.verb)
            if player is None:
                return None
            doer = player
        if self.chosen_upon:
            choice = choose_upon(table, seat, self.place, placed.card)
            if choice is None:
                return None
            table.own, doer = choice
        chooser = seat if self.searched or self.hidden_deck else doer
        search = CardSearch(table, doer, chooser, placed, self.wanted)
        aims = self.all_but or self.of_itself
        return None if aims and not search.aim() else search

    def _number(self, table: Table, placed: CardInPlay, search: CardSearch) -> int:
        """Return how many cards are meant now; 0 for all of them."""
        if self.all_but:
            whole_search = CardSearch(table, search.seat, search.chooser, placed, self.all_of_it)
            whole_search.target = search.target
            cards = whole_search.offer().cards
            return max(0, len(cards) - self._number_left(cards))
        whose = search.target.owner if self.of_itself and search.target else search.seat
        return 0 if self.amount is None else self.amount(table, whose, placed)

    def _number_left(self, cards: Sequence[Card | None]) -> int:
        """Return how many of the cards there are left; all but the highest scoring one may be none.

        "Highest scoring" asks for a score (ruling G-extreme).
        """
        phrase = self.effect.cards.from_other_end()
        if phrase.extreme is None or not asks_for_any(phrase.extreme):
            return self.all_but
        worth = measure(phrase.extreme.of, phrase.side, END_UP)
        return min(self.all_but, sum(worth(card) > 0 for card in cards if card))

    def _act(
        self,
        table: Table,
        seat: Seat,
        search: CardSearch,
        spot: CardLocation,
        spots: list[CardLocation],
    ) -> Dropped | None:
        """Act on one card; return the cards Settled on it, ``None`` if it cannot be done."""
        drop: Dropped = {}
        verb, instead = self.effect.verb, ""
        if self.keyword.stays:
            drop = spot.turn(table)
        elif self.where is None:
            if isinstance(spot.item, CardInPlay):
                return None
            moves.put_in_play(table, search.seat, spot.take(table))
        elif verb not in table.replaced or not (instead := spot.instead(table, seat, verb)):
            spot.upon = spots[0].upon if spots else None
            pile = self.where(table, seat if self.searched else search.seat, spot)
            if pile is None:
                return None
            drop = spot.move_to(table, pile, self.bottom)
        if instead in ("", "place"):
            spots.append(spot)
        if spot.stays is not None:
            search.passed_over.append(spot)
        return drop

    def _tell(self, table: Table, seat: Seat, spots: list[CardLocation]) -> None:
        """Emit the events once the count is finished, by owner, and resolve the triggers."""
        verb, to = self.effect.verb, self.effect.destination
        if self.keyword.stays:
            for whose, zone in dict.fromkeys([(spot.owner, spot.zone) for spot in spots]):
                group = [spot for spot in spots if (spot.owner, spot.zone) == (whose, zone)]
                placed = [location.item for location in group if zone == "in play"]
                cards, drops = [each.card for each in group], [each.lost for each in group]
                moves.end_turning(
                    table, TriggerEvent(seat, "turn", cards, zone, whose, placed), drops
                )
            return
        if verb != "play":  # playing a card emits its own event
            place = to.zones[0] if to else ""
            source = "draw deck" if spots[0].zone == "shown" else spots[0].zone
            hidden = self.keyword.face_down
            hidden = hidden or {source, place or self.keyword.goes_to} <= moves.UNSEEN
            for whose in dict.fromkeys([spot.owner for spot in spots]):
                group = [spot for spot in spots if spot.owner is whose]
                cards = [spot.card for spot in group]
                below = [spot.upon for spot in group if spot.upon is not None]
                cause = TriggerEvent(seat, verb, cards, source, whose, below)
                moves.finish_keyword(table, cause, place, hidden=hidden)
        table.moved = tuple([spot.card for spot in spots])


def _refuse(effect: ast.Instruct, place: ast.Place, match: Match | None) -> None:
    """Raise :class:`CannotDo` where the rules do not say which cards are meant."""
    cards, stays = effect.cards, KEYWORDS[effect.verb].stays
    cards_below = place.upon
    on_all = cards_below == ast.Cards("all")
    phrase = structs.replace(cards, number="all") if on_all else cards
    settled = place.zones == ("settled",)
    on_several = cards_below is not None and cards_below.number != 1 and not on_all
    only_some = settled and phrase != ast.Cards("all", place=place)
    market_top = place.zones == ("market stack",) and place.top
    inside = market_top and cards.number not in (1, "all")
    for impossible, why in (
        (place.zones == ("done",), "what becomes of cards that have been moved already."),
        (settled and effect.verb == "play", "Settled cards lie face down: move them first."),
        (on_several, "say on which one card they are Settled."),
        (only_some, "Settled cards lie face down: say all of them."),
        (stays and inside, "of a Market Stack only the top card is Turned."),
    ):
        if impossible:
            raise CannotDo(f'"{say(effect)}": {why}')
    if (match is not None or cards.extreme is not None) and not place.top and not cards.targeted:
        refuse_hidden(place)


def _of_its_owner(effect: ast.Instruct) -> ast.Instruct:
    """Return the instruction with its number counted by the owner of the counted cards."""
    per = effect.cards.number
    assert isinstance(per, ast.Per)
    own_cards = structs.replace(per.cards, place=structs.replace(per.place, owner="your"))
    number = structs.replace(per, cards=own_cards)
    return structs.replace(effect, cards=structs.replace(effect.cards, number=number))

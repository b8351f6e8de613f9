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
from moonflight_solo.rules.texts.candidates import choose_player, choose_upon, fitting, offer_from
from moonflight_solo.rules.texts.destinations import destination
from moonflight_solo.rules.texts.finder import CardSearch, WantedCards
from moonflight_solo.rules.texts.found import CardLocation
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS


class OneByOne:
    """A compiled instruction that moves or Turns cards "one card at a time".

    Raises :class:`CannotDo` for what can be parsed but the rules cannot carry out.
    """

    def __init__(self, effect: ast.Instruct, place: ast.Place, names: Names, turned: bool) -> None:
        said, match = effect.cards.number, matcher(effect.cards, names, turned, END_UP)
        _refuse(effect, place, match)
        self.effect, self.place, self.keyword = effect, place, KEYWORDS[effect.verb]
        self.bottom = effect.destination is not None and effect.destination.bottom
        self.where = None if self.keyword.stays else destination(effect, names, turned)
        self.searched = effect.cards.targeted
        self.chosen_upon = place.upon is not None and place.upon.number == 1
        self.all_but = said.count if isinstance(said, ast.AllBut) else 0
        counted = said != "all" and not isinstance(said, ast.AllBut)
        self.every = not counted and not self.all_but
        self.fixed = said if isinstance(said, int) else 0
        self.until = isinstance(said, ast.Until)
        # How many are mandatory; None for all of them.
        self.least = 0 if isinstance(said, ast.UpTo) else None
        if isinstance(said, ast.AtLeast):
            self.least = said.least
        # For the Draw Deck you choose how many, not which (G-chooser).
        self.hidden_deck = self.least is not None and place.zones == ("draw deck",)
        self.of_itself = isinstance(said, ast.Per) and _is_share(said, place)
        self.amount: Quantity | None = None
        if counted:
            own = _of_its_owner(effect) if self.of_itself else effect
            self.amount = instruction_amount(own, names, turned)
        self.unseen = place.owner != "your" and not {"hand", "draw deck"}.isdisjoint(place.zones)
        source = structs.replace(place, owner="your") if self.unseen else place
        self.wanted = WantedCards(effect.verb, source, fitting(effect, match), effect.cards)
        # Whether it is just one of the player's own cards.
        self.plain = said == 1 and not self.unseen and self.wanted.plain
        self.all_of_it = self.wanted
        if self.all_but and place.top and (place.zones[0] in PILES or self.wanted.one_target):
            if match is not None or effect.cards.extreme is not None:
                raise CannotDo(f'"{say(effect)}": say how many of them, or all.')
            whole = structs.replace(source, top=False)
            self.all_of_it = WantedCards(effect.verb, whole, self.wanted.match, effect.cards)
        elif self.all_but and effect.cards.extreme is not None:
            every = structs.replace(effect.cards, extreme=None, ties=())
            self.all_of_it = WantedCards(effect.verb, source, self.wanted.match, every)

    def resolve(self, table: Table, seat: Seat, placed: CardInPlay) -> bool:
        """Carry it out for the player in ``seat``; return whether it was done in full."""
        if self.plain and table.listener is None and not table.minds(self.effect.verb):
            return self._one(table, seat, placed)
        acted, dropped, full = self.do(table, seat, placed)
        self.finish(table, seat, acted, dropped)
        return full

    def do(
        self, table: Table, seat: Seat, placed: CardInPlay
    ) -> tuple[list[CardLocation], Dropped, bool]:
        """Act on the cards; return them, what was Settled on them, and whether that is in full."""
        acted: list[CardLocation] = []
        dropped: Dropped = {}
        search = self._search(table, seat, placed)
        if search is None:
            return acted, dropped, False
        number = self.fixed or self._number(table, placed, search)
        needed = number if self.least is None else self.least
        # After a single card there is nothing left to stop.
        stays = number != 1 and moves.lies_in_play(table, placed)
        for found in search.every() if self.every else search.some(number, needed):
            lost = self._act(table, seat, search, found, acted)
            if lost is None:
                break
            for owner, cards in lost.items():
                dropped.setdefault(owner, []).extend(cards)
            if stays and not moves.lies_in_play(table, placed):
                break
            if self.until and not self._number(table, placed, search):
                break  # replacements have made up the number
        full = len(acted) >= (1 if self.every or self.least == 0 else needed) > 0
        return acted, dropped, full

    def finish(self, table: Table, seat: Seat, acted: list[CardLocation], dropped: Dropped) -> None:
        """Resolve what is set off, now that the count is finished (ruling G-trigger)."""
        if acted:
            self._tell(table, seat, acted)
        if table.late:
            triggers.flush_triggers(table)
        if dropped:
            moves.hear_dropped(table, dropped)

    def _one(self, table: Table, seat: Seat, placed: CardInPlay) -> bool:
        """Carry out a plain instruction while nobody listens, and nothing bars or replaces it."""
        verb = self.effect.verb
        offer, done, lost = offer_from(table, seat, self.place, verb, placed.card), False, {}
        if offer.items:
            (at,) = table.ask(seat, offer)
            card = offer.cards[at]
            assert card is not None
            found = CardLocation(card, offer.zones[at], seat, offer.items[at])
            if self.where is None:
                done = not isinstance(found.item, CardInPlay)
                if done:
                    moves.put_in_play(table, seat, found.take(table))
                    table.moved = (card,)
            elif (pile := self.where(table, seat, found)) is not None:
                done = True
                lost = found.put(table, pile, self.bottom)
                moves.finish_keyword(table, TriggerEvent(seat, verb, [card], found.zone, seat))
        if table.late:
            triggers.flush_triggers(table)
        if lost:
            moves.hear_dropped(table, lost)
        return done

    def _search(self, table: Table, seat: Seat, placed: CardInPlay) -> CardSearch | None:
        """Start the search, after choosing whose cards; ``None`` if there are none to choose."""
        doer = seat
        if self.unseen:
            # The player chooses whose cards; which of them, the owner chooses or, of Target cards,
            # the player who searches for them (ruling G-chooser).
            others = owners(table, seat, self.place.owner)
            chosen = choose_player(table, seat, others, placed.card, self.effect.verb)
            if chosen is None:
                return None
            doer = chosen
        if self.chosen_upon:
            upon = choose_upon(table, seat, self.place, placed.card)
            if upon is None:
                return None
            table.own, doer = upon
        chooser = seat if self.searched or self.hidden_deck else doer
        search = CardSearch(table, doer, chooser, placed, self.wanted)
        aims = self.all_but or self.of_itself
        return None if aims and not search.aim() else search

    def _number(self, table: Table, placed: CardInPlay, search: CardSearch) -> int:
        """Return how many cards are meant now; 0 for all of them."""
        if self.all_but:
            there = CardSearch(table, search.seat, search.asked, placed, self.all_of_it)
            there.target = search.target
            cards = there.offer().cards
            return max(0, len(cards) - self._kept(cards))
        whose = search.target.owner if self.of_itself and search.target else search.seat
        return 0 if self.amount is None else self.amount(table, whose, placed)

    def _kept(self, cards: Sequence[Card | None]) -> int:
        """Return how many of the cards there are left; all but the highest scoring one may be none.

        "Highest scoring" asks for a score (ruling G-extreme).
        """
        kept = self.effect.cards.from_other_end()
        if kept.extreme is None or not asks_for_any(kept.extreme):
            return self.all_but
        worth = measure(kept.extreme.of, kept.side, END_UP)
        return min(self.all_but, sum(worth(card) > 0 for card in cards if card))

    def _act(
        self,
        table: Table,
        seat: Seat,
        search: CardSearch,
        found: CardLocation,
        acted: list[CardLocation],
    ) -> Dropped | None:
        """Act on one card; return the cards Settled on it, ``None`` if it cannot be done."""
        lost: Dropped = {}
        verb, instead = self.effect.verb, ""
        if self.keyword.stays:
            lost = found.turn(table)
        elif self.where is None:
            if isinstance(found.item, CardInPlay):
                return None
            moves.put_in_play(table, search.seat, found.take(table))
        elif verb not in table.replaced or not (instead := found.instead(table, seat, verb)):
            found.upon = acted[0].upon if acted else None
            pile = self.where(table, seat if self.searched else search.seat, found)
            if pile is None:
                return None
            lost = found.put(table, pile, self.bottom)
        if instead in ("", "place"):
            acted.append(found)
        if found.stays is not None:
            search.passed.append(found)
        return lost

    def _tell(self, table: Table, seat: Seat, acted: list[CardLocation]) -> None:
        """Emit the events once the count is finished, and resolve the triggers."""
        verb, to = self.effect.verb, self.effect.destination
        if self.keyword.stays:
            for whose, zone in dict.fromkeys([(found.owner, found.zone) for found in acted]):
                there = [each for each in acted if (each.owner, each.zone) == (whose, zone)]
                placed = [each.item for each in there if zone == "in play"]
                cards, lost = [each.card for each in there], [each.lost for each in there]
                moves.turned(table, TriggerEvent(seat, "turn", cards, zone, whose, placed), lost)
            return
        if verb != "play":  # playing a card emits its own event
            place = to.zones[0] if to else ""
            source = "draw deck" if acted[0].zone == "shown" else acted[0].zone
            hidden = self.keyword.face_down
            hidden = hidden or {source, place or self.keyword.goes_to} <= moves.UNSEEN
            for whose in dict.fromkeys([found.owner for found in acted]):
                theirs = [found for found in acted if found.owner is whose]
                cards = [found.card for found in theirs]
                upon = [found.upon for found in theirs if found.upon is not None]
                done = TriggerEvent(seat, verb, cards, source, whose, upon)
                moves.finish_keyword(table, done, place, hidden=hidden)
        table.moved = tuple([found.card for found in acted])


def _refuse(effect: ast.Instruct, place: ast.Place, match: Match | None) -> None:
    """Raise :class:`CannotDo` where the rules do not say which cards are meant."""
    cards, stays = effect.cards, KEYWORDS[effect.verb].stays
    upon = place.upon
    anywhere = upon == ast.Cards("all")
    among = structs.replace(cards, number="all") if anywhere else cards
    settled = place.zones == ("settled",)
    for impossible, why in (
        (place.zones == ("done",), "what becomes of cards that have been moved already."),
        (settled and effect.verb == "play", "Settled cards lie face down: move them first."),
        (
            upon is not None and upon.number != 1 and not anywhere,
            "say on which one card they are Settled.",
        ),
        (
            settled and among != ast.Cards("all", place=place),
            "Settled cards lie face down: say all of them.",
        ),
        (
            stays
            and (place.zones == ("market stack",) and place.top)
            and cards.number not in (1, "all"),
            "of a Market Stack only the top card is Turned.",
        ),
    ):
        if impossible:
            raise CannotDo(f'"{say(effect)}": {why}')
    if (match is not None or cards.extreme is not None) and not place.top and not cards.targeted:
        refuse_hidden(place)


def _is_share(per: ast.Per, place: ast.Place) -> bool:
    """Return whether ``per`` is a share, such as half, of the chosen Stack the cards come from."""
    return place.owner != "your" and (per.place.zones, per.place.owner) == (
        place.zones,
        place.owner,
    )


def _of_its_owner(effect: ast.Instruct) -> ast.Instruct:
    """Return the instruction with its number counted by the owner of the counted cards."""
    per = effect.cards.number
    assert isinstance(per, ast.Per)
    counted = structs.replace(per.cards, place=structs.replace(per.place, owner="your"))
    number = structs.replace(per, cards=counted)
    return structs.replace(effect, cards=structs.replace(effect.cards, number=number))

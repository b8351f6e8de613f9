"""Lower conditions on cards to counts of kinds in places."""

from __future__ import annotations

from msgspec.structs import replace

from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.places import known_place, looker, refuse_hidden
from moonflight_solo.rules.requirements.selectors import (
    HIGHER_END,
    CannotDo,
    Kinds,
    Score,
    calling,
    describes,
    kinds_of,
    measure,
    only_says,
)
from moonflight_solo.rules.state import Card, Names, Seat, Table
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say


class Counting(Value):
    """The context in which words are lowered.

    ``jack``: whose suit "your suit" is. ``bare_is_exact``: whether "6 cards" means exactly six
    (ruling A-exact) or at least six. ``score``: which of a card's scores counts. ``in_text``: the
    words are a card's own, which may refer to the card. ``other_than``: the card that "other"
    excludes, and the zone in which it is counted.
    """

    names: Names
    turned: bool
    jack: str
    bare_is_exact: bool = True
    score: Score = HIGHER_END
    in_text: bool = False
    other_than: tuple[Card, ast.Zone] | None = None

    def settle(self, count: ast.Range) -> ast.Range:
        """Return a count with a bare number made exact or a minimum, by the ruling in force."""
        if count.bare and not self.bare_is_exact:
            return ast.Range(count.least)
        return replace(count, bare=False)

    def place(self, place: ast.Place, *, fewest: bool = False, matching: bool = False) -> ast.Place:
        """Return a place with the Jack's full name for its suit.

        Raises :class:`CannotDo` for a description of Market Stacks that makes no sense here.
        """
        suit = place.suit
        if suit is not None and place.zones == ("supply stack",):
            jack = self.names.suit(suit.name) if suit.whose == "named" else self.jack
            if suit.whose not in ("named", "your") or jack != self.jack:
                raise CannotDo(f'"{say(place)}": only your own Supply Stack is counted')
            return replace(place, suit=None)
        return known_place(place, self.names, fewest=fewest, matching=matching)

    def kinds(self, cards: ast.Cards) -> Kinds | None:
        """Return the kinds of card that a phrase describes; ``None`` for any card."""
        if not describes(cards):
            return None
        return kinds_of(cards, self.names, self.turned, self.jack, self.score)

    def lower_count(self, has: ast.Has, count: ast.Range, says: str) -> r.Requirement:
        """Lower "``count`` such cards are there"; ``says`` is its wording.

        ``count`` is already adjusted by :meth:`settle`. Raises :class:`CannotDo` for a place that
        cannot be looked into or has no definite owner.
        """
        assert has.cards.place is not None
        if ast.NAMED in has.cards.names:
            return self._lower_named(has, count, says)
        if has.cards.available:
            return self._on_sale(has, says)
        if has.such is not None:
            return self._best_is(has, has.such, says)
        only_says(has.cards, {"place", "other"}, "a condition")
        if has.counting and self.score is not HIGHER_END:
            raise CannotDo(f'"{say(has)}": only a line of an AI card plays a card')
        cards = replace(has.cards, side=None) if has.total is not None else has.cards
        place, kinds = self.place(has.cards.place), self.kinds(cards)
        if not self.in_text and place.zones[0] in ("settled", "done", "round"):
            deed = "is Settled" if place.zones[0] == "settled" else "has been done"
            raise CannotDo(f'"{say(has)}": only a card\'s text asks for what {deed}, no AI card')
        if has.cards.other:
            return self._others(has, kinds)
        if (has.total is not None or kinds is not None) and not place.shown:
            refuse_hidden(place)
        on_table = place.owner == "target" and place.zones == ("market stack",)
        if place.owner in ("target", "its", "their") and not on_table:
            raise CannotDo(f'"{say(place)}": a condition cannot leave open whose it is')
        if place.owner not in ("opponent", "some"):
            return self._there(has, r.Count(replace(place, shown=False), kinds, count, says=says))
        if place.suit is not None:
            raise CannotDo(f'"{say(place)}": an opponent\'s Market Stacks are of one suit')
        own_place = replace(place, shown=False, owner="your")

        def count_of(owner: ast.Owner) -> r.Requirement:
            words = replace(has, cards=replace(has.cards, place=replace(place, owner=owner)))
            return self._there(has, r.Count(own_place, kinds, count, says=say(words)))

        of_opponent = r.SomeOpponent(count_of("opponent"))
        return of_opponent if place.owner == "opponent" else r.either(count_of("your"), of_opponent)

    def _there(self, has: ast.Has, leaf: r.Count) -> r.Requirement:
        """Lower a number of cards in a known place, and the bound on their total, if any."""
        lowered: r.Count | r.Total = leaf
        place, kinds, count, says = leaf.place, leaf.kinds, leaf.range, leaf.says
        if has.total is not None:
            number = measure(has.of, has.cards.side, self.score)
            lowered = r.Total(place, kinds, count, number, has.total, has.of, says=says)
        if place.settled is None:
            return lowered
        every = replace(place, settled=None)
        least = r.Count(every, kinds, ast.Range(count.least)) if count.least else r.TRUE
        return r.Opaque(lowered, as_test(lowered), needs=least, says=says)

    def _best_is(self, has: ast.Has, such: ast.Cards, says: str) -> r.Requirement:
        """Lower "the highest or lowest card there is ..."; one of several tied is enough."""
        cards, extreme, place = has.cards, has.cards.extreme, has.cards.place
        assert extreme is not None
        assert place is not None
        only_says(cards, {"place", "extreme"}, "a condition")
        if place.owner != "your" and place.zones != ("market stack",):
            raise CannotDo(f'"{say(has)}": the best of another\'s cards cannot be asked for')
        refuse_hidden(place)
        kinds = self.kinds(replace(cards, extreme=None)) or frozenset(self.names.kinds(self.turned))
        number, goal = measure(extreme.of, cards.side, self.score), self.kinds(such) or kinds
        sign = 1 if extreme.end == "highest" else -1
        where = self.place(place)
        look = looker(where)

        def way(best: int) -> r.Requirement:
            best_kinds = frozenset(card for card in kinds & goal if number(card) == best)
            better = frozenset(card for card in kinds if (number(card) - best) * sign > 0)
            none_better = r.Count(where, better, ast.Range(0, 0))
            return r.both(r.Count(where, best_kinds, ast.Range(1)), none_better)

        def because(table: Table, seat: Seat) -> str:
            cards_there = [card for card in look(table, seat) if card in kinds]
            best = max((number(card) * sign for card in cards_there), default=0)
            names = dict.fromkeys(card.name for card in cards_there if number(card) * sign == best)
            return f"it is {' or '.join(names)}" if names else "there is none"

        needs = r.either(*map(way, sorted({number(card) for card in kinds & goal})))
        return r.Opaque((has, self), as_test(needs), needs, needs, because, says=says)

    def _lower_named(self, has: ast.Has, count: ast.Range, says: str) -> r.Opaque:
        """Lower a condition on cards with the name that the player has named."""

        def test(table: Table, seat: Seat) -> bool:
            cards = calling(has.cards, seat, self.names, self.turned)
            return as_test(self.lower_count(replace(has, cards=cards), count, says))(table, seat)

        return r.Opaque((has, self), test, says=says)

    def _others(self, has: ast.Has, kinds: Kinds | None) -> r.Requirement:
        """Lower a count of "other" cards, not counting the card that "other" excludes."""
        place = has.cards.place
        if self.other_than is None or has.total is not None or place is None:
            raise CannotDo(f'"{say(has)}": it does not say which card the others are other than')
        card, zone = self.other_than
        total = replace(has, cards=replace(has.cards, other=False))
        count = self.settle(has.count)
        without = self.lower_count(total, count, say(total))
        itself = kinds is None or card in kinds
        if not itself or zone not in place.zones or place.owner != "your":
            return without
        most = None if count.most is None else count.most + 1
        one_more = ast.Range(count.least + 1, most)
        in_words, denied = (
            say(ast.Has(ast.Cards(names=(card.name,), place=ast.Place((zone,))), number))
            for number in (ast.Range(1), ast.Range(0, 0))
        )
        kinds = frozenset({card})
        own = r.Count(ast.Place((zone,)), kinds, ast.Range(1), says=in_words, denied=denied)
        with_it = r.both(
            own, self.lower_count(total, one_more, say(replace(total, count=one_more)))
        )
        return r.either(with_it, r.both(r.Not(own), without))

    def _on_sale(self, has: ast.Has, says: str) -> r.Requirement:
        """Lower whether a card can be Purchased now, or none can (ruling A-available)."""
        assert has.cards.place is not None
        only_says(has.cards, {"place", "available"}, "what is available")
        if has.cards.place.zones != ("market stack",):
            raise CannotDo(f'"{say(has)}": only what lies in a Market Stack is available')
        no_sale = has.count.most == 0
        in_words = say(replace(has, count=ast.Range(1))) if no_sale else says
        place, kinds = self.place(has.cards.place), self.kinds(has.cards)
        sale = r.ForSale(place, kinds, "payable", says=in_words, denied=says if no_sale else "")
        return r.Not(sale) if no_sale else sale

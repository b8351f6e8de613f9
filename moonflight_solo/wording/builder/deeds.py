"""What is done to cards and coin tokens, from one parse to what it means.

What the rulebooks fill in for every card is filled in here, once: whose Stack is meant
("Card Targets"), that the top card is meant unless a "Target card" is asked for, and where
cards come from when Draw, Discard, Trash, Set or Deal do not say ("Specific Rules").
"""

from __future__ import annotations

from typing import Any, Final

from lark import Token
from lark.visitors import v_args
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.conditions import Conditions
from moonflight_solo.wording.builder.merging import (
    Nonsense,
    expressly_yours,
    top_of,
)
from moonflight_solo.wording.builder.sayings import COIN_TOKENS, DONE, IT
from moonflight_solo.wording.builder.spoken import same_stack
from moonflight_solo.wording.keywords import KEYWORDS

_IT: Final = ast.Cards(1, place=IT)


def _refuse_anothers(zone: ast.Place) -> None:
    if not zone.zones or zone.owner != "your":
        raise Nonsense("only your own cards can be shuffled or swapped")


def _source(verb: ast.Verb, cards: ast.Cards) -> ast.Cards:
    cards = anyones(cards)
    place = cards.place or KEYWORDS[verb].source
    # "The highest cost card in the Stack" says which of its cards, so the top one is not meant.
    superlative = cards.extreme is not None and not cards.available
    whole = cards.targeted or cards.random or cards.number == "all" or superlative
    if place is not None and not ast.STACKS.isdisjoint(place.zones) and not whole:
        place = replace(place, top=True)
    if cards.number == "some":
        raise Nonsense("a plural without a number")
    number = 1 if cards.number is None else cards.number
    return replace(cards, place=place, number=number)


def anyones(cards: ast.Cards) -> ast.Cards:
    """Return "Target card in play" as a card of any player (ruling G-target-play)."""
    place = cards.place
    if place is None or place.zones != ("in play",) or not cards.targeted:
        return cards
    return cards if expressly_yours(place) else replace(cards, place=replace(place, owner="target"))


@v_args(inline=True)
class Deeds(Conditions):
    """Builds instructions, out of phrases and conditions."""

    # -- instructions

    def instruction(
        self,
        who: ast.Who,
        word: Token,
        cards: ast.Cards,
        to: ast.Place | ast.Cards | None = None,
    ) -> ast.Instruct:
        who, verb = _subject(who, word), verb_of(word)
        if verb == "draw" and cards.place and "hand" in cards.place.zones:
            raise Nonsense("cards in hand have been Drawn already")
        cards = _source(verb, _chosen_by(cards, who))
        source = cards.place
        if cards.other and source is not None and "in play" not in source.zones:
            cards = replace(cards, other=False)  # the card that says it lies in play
        cards = replace(cards, place=source and _of_doer(source, who))
        if isinstance(cards.number, ast.Per | ast.Worth):
            cards = replace(cards, number=_counted_by(cards.number, who))
        if isinstance(to, ast.Place):
            return ast.Instruct(verb, cards, _of_doer(same_stack(source, to), who), who=who)
        return ast.Instruct(verb, cards, onto=to, who=who)

    def whole_zone(self, who: ast.Who, word: Token, zone: ast.Place) -> ast.Instruct:
        who, verb = _subject(who, word), verb_of(word)
        if not zone.zones:
            raise Nonsense("no Stack to be the same as")
        cards = ast.Cards("all", place=_of_doer(zone, who), span=zone.span)
        return ast.Instruct(verb, cards, who=who)

    def this_card(
        self, who: ast.Who, word: Token, _card: Token, to: ast.Place | ast.Cards | None = None
    ) -> ast.ThisCard:
        who, verb = _subject(who, word), verb_of(word)
        if isinstance(to, ast.Cards) or (to and not to.zones):
            raise Nonsense("no such place for this card")
        return ast.ThisCard(verb, to, who)

    def gain(
        self, who: ast.Who, word: Token, number: Token, per: ast.Per | None = None
    ) -> ast.Gain:
        who = _subject(who, word)
        if per is None:
            return ast.Gain(int(number), who)
        return ast.Gain(_counted_by(replace(per, number=int(number)), who), who)

    def gain_worth(self, who: ast.Who, word: Token, worth: ast.Worth) -> ast.Gain:
        who = _subject(who, word)
        return ast.Gain(_counted_by(worth, who), who)

    def worth(self, of: Token, cards: ast.Cards | None = None) -> ast.Worth:
        cards = cards or ast.Cards(1, place=DONE)
        if cards.place is None or cards.number not in (None, 1):
            raise Nonsense("which card's it is, is not said")
        place = cards.place
        if not place.top and not ast.STACKS.isdisjoint(place.zones):
            raise Nonsense("which card of the Stack is not said")
        which: Any = of.lower()
        return ast.Worth(which, replace(cards, number=1))

    def cards_worth(
        self, who: ast.Who, word: Token, _card: Token, worth: ast.Worth
    ) -> ast.Instruct:
        return self.instruction(who, word, ast.Cards(worth))

    def lose(self, who: ast.Who, word: Token, number: Token, *words: Any) -> ast.Gain:
        per = next((part for part in words if isinstance(part, ast.Per)), None)
        return replace(self.gain(who, word, number, per), verb="lose")

    def until(self, who: ast.Who, word: Token, *words: Any) -> ast.Instruct:
        number = next(part for part in words if isinstance(part, Token) and part.type == "NUMBER")
        said = [part for part in words if isinstance(part, ast.Cards)]
        verb, wanted = verb_of(word), ast.Until(int(number))
        if any(part != ast.Cards("some") for part in said):
            raise Nonsense("how many, is said twice")
        if verb not in ("draw", "discard", "trash"):
            raise Nonsense("so many in hand are not come to in this way")
        source = ast.Place(("hand",)) if verb != "draw" else None
        return self.instruction(who, word, ast.Cards(wanted, place=source))

    def so_many_cards(self, who: ast.Who, word: Token, _card: Token, per: ast.Per) -> ast.Instruct:
        return self.instruction(who, word, ast.Cards(per))

    def as_many_cards(self, who: ast.Who, word: Token, *parts: Any) -> ast.Instruct:
        phrases = [part for part in parts if isinstance(part, ast.Cards)]
        return self.instruction(who, word, ast.Cards(self.so_many(*phrases)))

    def as_many_coins(self, who: ast.Who, word: Token, *parts: Any) -> ast.Gain:
        phrases = [part for part in parts if isinstance(part, ast.Cards)]
        return self.so_many_coins(who, word, self.so_many(*phrases))

    def so_many_coins(self, who: ast.Who, word: Token, per: ast.Per) -> ast.Gain:
        verb: ast.TokenVerb = "gain" if word.type == "GAIN" else "lose"
        who = _subject(who, word)
        return ast.Gain(_counted_by(per, who), who, verb)

    def that_many_coins(self, who: ast.Who, word: Token) -> ast.Gain:
        return self.so_many_coins(who, word, ast.Per(1, 1, ast.Cards(place=DONE)))

    def lose_all(self, who: ast.Who, word: Token, purse: tuple[ast.Owner, str]) -> ast.Gain:
        _refuse_anothers_purse(who, purse)
        return self.so_many_coins(who, word, ast.Per(1, 1, COIN_TOKENS))

    def half_zone(self, who: ast.Who, word: Token, *parts: Any) -> ast.Instruct:
        zone = next(part for part in parts if isinstance(part, ast.Place | ast.Cards))
        at = zone if isinstance(zone, ast.Cards) else ast.Cards(place=zone, span=zone.span)
        return self.instruction(who, word, replace(at, number=ast.Per(1, 2, at, up="up" in parts)))

    def half_coins(
        self, who: ast.Who, word: Token, purse: tuple[ast.Owner, str], rounded: str = "down"
    ) -> ast.Gain:
        _refuse_anothers_purse(who, purse)
        return self.so_many_coins(who, word, ast.Per(1, 2, COIN_TOKENS, up=rounded == "up"))

    def hand_of_so_many(self, number: Token, *_words: Token) -> Token:
        return number

    def reveal(self, _word: Token, cards: ast.Cards) -> ast.Reveal:
        return self._seen(cards, "all")

    def look_at(self, cards: ast.Cards) -> ast.Reveal:
        return self._seen(cards, "you")

    def reveal_zone(self, _word: Token, zone: ast.Place) -> ast.Reveal:
        if zone.zones != ("hand",) or zone.owner != "your":
            raise Nonsense("that is seen already, or never")
        return ast.Reveal(ast.Cards("all", place=zone))

    def _seen(self, cards: ast.Cards, to: Any) -> ast.Reveal:
        place = cards.place
        if place is not None and place.zones == ("draw deck",):
            place = top_of(place)
            cards = replace(cards, place=place)
        if place is None or not place.top or place.zones != ("draw deck",):
            raise Nonsense("only the top of a Draw Deck or a hand is there to be revealed")
        if place.owner != "your" or not isinstance(cards.number, int | None):
            raise Nonsense("only your own Draw Deck can be looked at")
        if cards != ast.Cards(cards.number, place=place):
            raise Nonsense("what is face down cannot be told apart")
        return ast.Reveal(replace(cards, number=cards.number or 1), to)

    def shuffle(self, place: ast.Place, into: ast.Place) -> ast.Shuffle:
        if into.zones != ("draw deck",) or place.zones == into.zones:
            raise Nonsense("cards are shuffled into a Draw Deck")
        for zone in (place, into):
            _refuse_anothers(zone)
        return ast.Shuffle(place)

    def swap(self, one: ast.Place, other: ast.Place) -> ast.Swap:
        for zone in (one, other):
            _refuse_anothers(zone)
            if zone.zones[0] not in ("hand", "discard stack", "trash stack", "draw deck"):
                raise Nonsense("that cannot change places")
        if one.zones == other.zones:
            raise Nonsense("a place cannot be swapped with itself")
        return ast.Swap(one, other)

    def it(self, who: ast.Who, word: Token, *rest: Any) -> ast.Instruct:
        to = next((part for part in rest if isinstance(part, ast.Node)), None)
        if who != "you" or word.lower().endswith("s"):
            raise Nonsense('which card another player\'s "it" is, is not said')
        if isinstance(to, ast.Place):
            return ast.Instruct(verb_of(word), _IT, to, who="you")
        if to is not None and not isinstance(to, ast.Cards):
            raise Nonsense("no such place for a card")
        return ast.Instruct(verb_of(word), _IT, onto=to)

    def to_top(self, place: ast.Place, *face_down: Token) -> ast.Place:
        if face_down and place.zones != ("draw deck",):
            raise Nonsense("only the cards of a Draw Deck lie face down there")
        return top_of(place)

    def to_bottom(self, _bottom: Token, place: ast.Place) -> ast.Place:
        return replace(top_of(place), top=False, bottom=True)

    def to_place(self, place: ast.Place) -> ast.Place:
        return place if _is_open(place) else replace(place, top=True)

    def to_cards(self, cards: ast.Cards) -> ast.Cards:
        return anyones(cards)


def _refuse_anothers_purse(who: ast.Who, purse: tuple[ast.Owner, str]) -> None:
    """Refuse to let anybody lose coin tokens that are said to be another's."""
    owner, said = purse
    if said and (owner == "your") != (who == "you"):
        raise Nonsense("one player loses what another controls")


def _chosen_by(cards: ast.Cards, who: ast.Who) -> ast.Cards:
    """Return cards "of your choice": whoever does it chooses (Card Resolution)."""
    chooser = cards.chooser
    if chooser is not None and (chooser == "you") != (who == "you"):
        raise Nonsense("one player's choice of what another does")
    return replace(cards, chooser=None)


def verb_of(word: Token) -> ast.Verb:
    """Return the keyword that a printed word is, in whatever person."""
    verb: Any = word.type.lower()
    return verb  # type: ignore[no-any-return]


def _subject(who: ast.Who, word: Token) -> ast.Who:
    """Return who does it: a verb in the third person without a subject keeps the one before."""
    third = word.lower().endswith("s")
    if who == "they":
        return who
    if who == "you":
        return "they" if third else who
    if not third:
        raise Nonsense(f'another player\'s doing is said "{word}s"')
    return who


def _of_doer(place: ast.Place, who: ast.Who) -> ast.Place:
    """Return a place as the one who acts there sees it: "their hand" is then one's own."""
    if who == "you":
        return place
    if expressly_yours(place):
        raise Nonsense("another player's doing in a place of yours")
    return replace(place, owner="your") if place.owner in ("its", "their") else place


def _counted_by(number: Any, who: ast.Who) -> Any:
    """Return "per card in your hand" as it is meant where another does it: that is not theirs."""
    place = number.cards.place
    if who != "you" and expressly_yours(place):
        place = replace(place, owner="holder")
    else:
        place = _of_doer(place, who)
    return replace(number, cards=replace(number.cards, place=place))


def _is_open(place: ast.Place) -> bool:
    return place.zones == () or not ast.STACKS.issuperset(place.zones)

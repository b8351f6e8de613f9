"""Build instructions for cards and coin tokens.

This is where the rulebooks' defaults are filled in: whose Stack is meant ("Card Targets"), that the
top card is meant unless a "Target card" is asked for, and where cards come from when Draw, Discard,
Trash, Set or Deal do not say ("Specific Rules").
"""

from __future__ import annotations

from typing import Any, Final, Literal

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.conditions import ConditionRules
from moonflight_solo.wording.builder.constants import COIN_TOKENS, DONE, IT, SHOWN, THEM
from moonflight_solo.wording.builder.marks import is_marked, number_in, parts_of_kind
from moonflight_solo.wording.builder.merging import anyones, expressly_yours, top_of, verb_of
from moonflight_solo.wording.builder.negation import OWN_PLACES
from moonflight_solo.wording.builder.nonsense import doubt, only, refuse
from moonflight_solo.wording.builder.subjects import (
    amount_of,
    between,
    check_chooser,
    count_for,
    is_targets,
    of_doer,
    same_stack,
    subject,
)
from moonflight_solo.wording.keywords import KEYWORDS

_Goal = ast.Place | ast.Cards | None
_PILES: Final = {"discard stack", "trash stack", "draw deck"}
_IT: Final = ast.Cards(1, place=IT)
_NOT_SO_MANY = "that number of cards cannot be moved here"
_SEEN = "everybody sees these cards already, or nobody may"


def _refuse_anothers(zone: ast.Place) -> None:
    refuse(not zone.zones or zone.owner != "your", "only your own cards can be shuffled or swapped")


def _opponents_cards(cards: ast.Cards, unsaid: ast.Place | None = None) -> ast.Cards:
    """Return "an opponent's card in play" as a card in an opponent's play."""
    if cards.whose is None:
        return cards
    why = "it does not say where the opponent's card lies"
    place_said = only(ast.Place, cards.place or unsaid, why)
    elsewhere = place_said.owner not in ("your", "target") or expressly_yours(place_said)
    refuse(elsewhere, OWN_PLACES)
    place = replace(place_said, owner="opponent", owner_said="owner")
    return replace(cards, whose=None, targeted=False, place=place)


def _source(verb: ast.Verb, cards: ast.Cards) -> ast.Cards:
    cards = anyones(cards)
    place = cards.place or KEYWORDS[verb].source
    by_kind = cards.names or (cards.suit and cards.suit.whose in ("your", "generic"))
    if verb == "purchase" and not cards.place and by_kind:
        place = ast.Place(("market stack",), "target")  # any with such a card on top
    if place is not None:
        cards, place = _in_source(verb, cards, place)
    refuse(cards.number == "some", "a plural needs a number")
    return replace(cards, place=place, number=1 if cards.number is None else cards.number)


def _in_source(verb: ast.Verb, cards: ast.Cards, place: ast.Place) -> tuple[ast.Cards, ast.Place]:
    """Return the cards, and their place: its top, unless they may lie anywhere in the Stack."""
    anywhere = isinstance(cards.number, ast.AllBut) and not cards.place and len(place.zones) > 1
    doubt(anywhere, "whether cards in play are meant as well as those in hand")
    if is_marked(cards, "top"):
        cards = replace(cards, place=top_of(place), mark=None)
    if is_marked(cards, "top such"):
        top_of(place)
    # "The highest cost card in the Stack" already picks a card, so it is not the top one.
    superlative = cards.extreme is not None and not cards.available
    superlative = superlative and not (verb == "purchase" and cards.place is None)
    best_unplaced = superlative and not cards.place and place.top
    doubt(best_unplaced, 'of which cards: say "of them", or where they lie')
    whole = cards.targeted or cards.random or cards.number == "all" or superlative
    whole = whole or place.bottom or "done" in place.zones
    if whole or ast.STACKS.isdisjoint(place.zones):
        return cards, place
    described = replace(cards, number=None, place=None, other=False) != ast.Cards()
    described = described and not is_marked(cards, "without noun")
    loose = described and not (cards.place and place.top) and set(place.zones) & _PILES
    unclear = loose or is_marked(cards, "any such", "top such")
    doubt(unclear, 'whether the top card or any: say "on top of" or "Target"')
    return cards, replace(place, top=True)


class VerbRules(ConditionRules):
    """Builds instructions from phrases and conditions."""

    rows = {
        "take": lambda who, word, amount, giver: between(giver, subject(who, word), amount, who),
        "all_coins": lambda owner: (ast.Per(1, 1, COIN_TOKENS), owner),
        "half_coins": lambda owner, way="down": (ast.Per(1, 2, COIN_TOKENS, up=way == "up"), owner),
        "hand_of_so_many": lambda number, *_words: number,
        "until_limit": lambda _hand: ast.Cards(ast.Until(None), mark="yours"),
        "until_their_limit": lambda _hand: ast.Cards(ast.Until(None), mark="theirs"),
        "reveal": lambda who, word, seen: _reveal_of(subject(who, word), seen, "all"),
        "look_at": lambda who, seen: _reveal_of(who, seen, "you"),
        "to_top_ordered": lambda place: replace(top_of(place), owner_said="", mark="any order"),
        "to_bottom": lambda _bottom, place: replace(top_of(place), top=False, bottom=True),
        "to_place": lambda place: (
            top_of(place) if place.zones and ast.STACKS.issuperset(place.zones) else place
        ),
        "to_cards": anyones,
    }

    # -- instructions

    def instruction(
        self, who: ast.Who, word: Token, cards: ast.Cards, to: _Goal = None
    ) -> ast.Instruct:
        who, verb = subject(who, word), verb_of(word)
        refuse(verb == "draw" and "hand" in cards.zones, "cards in hand have been Drawn already")
        if is_marked(cards, "yours", "theirs"):
            others = (who == "you") == is_marked(cards, "theirs")
            refuse(others, "one player cannot do this to a card of another")
            cards = replace(cards, mark=None)
        if isinstance(cards.number, ast.Until) and verb != "draw":
            refuse(not KEYWORDS[verb].puts_away, "a hand cannot reach that number in this way")
            cards = replace(cards, place=ast.Place(("hand",)))
        if is_marked(cards, "sought"):
            refuse(cards.does != verb or who != "you" or to, _NOT_SO_MANY)
            cards = ast.Cards(cards.number, place=cards.place)
        refuse(KEYWORDS[verb].stays and to is not None, "a card is Turned where it lies")
        has_choice = cards.chooser is not None
        cards = _source(verb, check_chooser(_opponents_cards(cards), who))
        source = cards.place
        at_an_end = source is not None and (source.top or source.bottom)
        none_chosen = (at_an_end and not cards.targeted) or cards.number == "all" or cards.random
        why = 'there is nothing to choose: say "Target card", if any may be chosen'
        refuse(has_choice and none_chosen, why)
        if cards.other and source is not None and "in play" not in source.zones:
            # This card lies in play, so any card elsewhere is another.
            bare = is_marked(cards, "without noun")
            cards = replace(cards, other=False, mark=cards.mark if bare else "another")
        cards = replace(cards, place=source and of_doer(source, who))
        if isinstance(cards.number, ast.Per | ast.Worth):
            cards = replace(cards, number=count_for(cards.number, who))
        if isinstance(to, ast.Place):
            if is_marked(to, "each stack"):
                return _to_each(verb, cards, to, who)
            if is_marked(to, "any order"):
                _refuse_no_order(cards)
                to = replace(to, span=None, mark=None)
            to = same_stack(source, to)
            if to.owner == "their" and is_targets(source):  # "Target player's hand to their Stack"
                to = replace(to, owner="its")
            return ast.Instruct(verb, cards, of_doer(to, who), who=who)
        refuse(to and verb not in ("set", "move"), "only Set lays a card on another")
        target = to and _opponents_cards(to, ast.Place(("in play",)))
        return ast.Instruct(verb, cards, onto=target, who=who)

    def whole_zone(self, who: ast.Who, word: Token, zone: ast.Place, *to: _Goal) -> ast.Instruct:
        refuse(not zone.zones, "it does not say which Stack: no Stack was named before")
        return self.instruction(who, word, ast.Cards("all", place=zone, span=zone.span), *to)

    def this_card(self, who: ast.Who, word: Token, _card: Token, to: _Goal = None) -> ast.ThisCard:
        who, verb = subject(who, word), verb_of(word)
        why = "this card cannot go to that place"
        place = None if to is None else only(ast.Place, to, why)
        refuse(place and (KEYWORDS[verb].stays or not place.zones), why)
        return ast.ThisCard(verb, place, who)

    # -- coin tokens and numbers

    def coins_done(self, who: ast.Who, word: Token, amount: object, *_: object) -> ast.Gain:
        who = subject(who, word)
        verb: ast.TokenVerb = "gain" if word.type == "GAIN" else "lose"
        too_many = isinstance(amount, ast.Until) and verb == "lose"
        refuse(too_many, "that number of coin tokens cannot be moved here")
        return ast.Gain(amount_of(amount, who), who, verb)

    def give(self, who: ast.Who, word: Token, *parts: Any) -> ast.Give:
        amount, to = parts if isinstance(parts[1], str) else parts[::-1]
        return between(subject(who, word), to, amount, who)

    def worth(self, name: Token, cards: ast.Cards | None = None) -> ast.Worth:
        cards = cards or ast.Cards(1, place=DONE)
        place = only(ast.Place, cards.place, "it does not say which card's it is")
        doubt(cards.number not in (None, 1), "which card's it is")
        doubt(not place.top and not ast.STACKS.isdisjoint(place.zones), "which card of the Stack")
        which: Any = name.lower()
        return ast.Worth(which, replace(cards, number=1))

    def until(self, *words: object) -> ast.Cards:
        twice = any(cards != ast.Cards("some") for cards in parts_of_kind(words, ast.Cards))
        refuse(twice, "it says twice how many")
        return ast.Cards(ast.Until(number_in(words, None)))

    def until_such(self, *parts: ast.Cards | ast.Place | Token) -> ast.Cards:
        deck, kind = parts_of_kind(parts, ast.Place)[0], parts_of_kind(parts, ast.Cards)[0]
        deed = verb_of(parts_of_kind(parts, Token)[-1])
        refuse(not KEYWORDS[deed].puts_away, _NOT_SO_MANY)
        return ast.Cards(_sought(kind), place=deck, does=deed, mark="sought")

    def reveal_until(self, *parts: ast.Cards | ast.Place | Token) -> ast.Reveal:
        deck, kind = parts_of_kind(parts, ast.Place)[0], parts_of_kind(parts, ast.Cards)[0]
        refuse(deck != KEYWORDS["draw"].source, "only your own Draw Deck can be looked at")
        return ast.Reveal(ast.Cards(_sought(kind), place=deck))

    def half_zone(self, *parts: object) -> ast.Cards:
        zone = next(part for part in parts if isinstance(part, ast.Place | ast.Cards))
        cards = zone if isinstance(zone, ast.Cards) else ast.Cards(place=zone, span=zone.span)
        return replace(cards, number=ast.Per(1, 2, cards, up="up" in parts))

    def either_place(self, who: ast.Who, word: Token, cards: ast.Cards, *to: _Goal) -> ast.Choose:
        """Build one instruction with a choice of destinations."""
        options = tuple((self.instruction(who, word, cards, each),) for each in to)
        doubt(any(option[0].who != "you" for option in options), "who chooses")
        return ast.Choose(options)

    def it_either_place(self, word: Token, *to: object) -> ast.Choose:
        return ast.Choose(tuple((self.it("you", word, each),) for each in to))

    def shuffle(self, place: ast.Place, into: ast.Place | None = None) -> ast.Shuffle:
        if into is None:
            _refuse_anothers(place)
            refuse(place.zones != ("draw deck",), "only a Draw Deck is shuffled by itself")
            return ast.Shuffle(place)
        elsewhere = into.zones != ("draw deck",) or place.zones == into.zones
        refuse(elsewhere, "cards are shuffled into a Draw Deck")
        for zone in (place, into):
            _refuse_anothers(zone)
        return ast.Shuffle(place)

    def swap(self, first: ast.Place, second: ast.Place) -> ast.Swap:
        for zone in (first, second):
            _refuse_anothers(zone)
            refuse(zone.zones[0] not in {"hand", *_PILES}, "that cannot change places")
        refuse(first.zones == second.zones, "a place cannot be swapped with itself")
        return ast.Swap(first, second)

    def it(self, who: ast.Who, word: Token, *rest: object) -> ast.Instruct:
        to = next(iter(parts_of_kind(rest, ast.Node)), None)
        refuse(KEYWORDS[verb_of(word)].stays and to is not None, "a card is Turned where it lies")
        others = who != "you" or word.lower().endswith("s")
        doubt(others, 'which card another player\'s "it" is')
        if isinstance(to, ast.Place):
            return ast.Instruct(verb_of(word), _IT, to, who="you")
        onto = None if to is None else only(ast.Cards, to, "a card cannot go to that place")
        return ast.Instruct(verb_of(word), _IT, onto=onto)

    def to_top(self, place: ast.Place, *face_down: Token) -> ast.Place:
        face_up = face_down and place.zones != ("draw deck",)
        refuse(face_up, "only the cards of a Draw Deck lie face down there")
        return top_of(place)


def _sought(kind: ast.Cards) -> ast.UntilCard:
    any_card = kind == ast.Cards(kind.number)
    doubt(any_card or kind.place or kind.number not in (None, 1), "until which card")
    return ast.UntilCard(replace(kind, number=None))


def _refuse_no_order(cards: ast.Cards) -> None:
    """Reject a chosen order unless the cards are chosen one by one."""
    place = cards.place
    one_by_one = cards.targeted or (place and place.zones and place.zones[0] in ("hand", "in play"))
    in_order = cards.number == 1 or not (one_by_one or place in (THEM, SHOWN))
    refuse(in_order, "they lie in that order already")


def _to_each(verb: ast.Verb, cards: ast.Cards, to: ast.Place, who: ast.Who) -> ast.Instruct:
    """Build "Deal 1 to each Market Stack of your suit"."""
    is_one_dealt = cards == ast.Cards(1, place=KEYWORDS["deal"].source)
    odd = verb not in ("deal", "move") or not is_one_dealt or who != "you"
    refuse(odd, "it is unclear what each of the Market Stacks gets")
    elsewhere = to.owner != "your" or to.suit not in (None, ast.Suit("your"))
    refuse(elsewhere, "a Supply Stack goes to the Market Stacks of its own suit")
    stacks = replace(to, suit=None, owner="your", owner_said="", top=False, span=None, mark=None)
    return ast.Instruct("deal", replace(cards, number="all"), stacks)


def _reveal_of(who: ast.Who, seen: ast.Cards | ast.Place, to: Literal["all", "you"]) -> ast.Reveal:
    cards = ast.Cards("all", place=seen) if isinstance(seen, ast.Place) else seen
    place = cards.place and of_doer(cards.place, who)
    is_whole = cards == ast.Cards("all", place=cards.place)
    place = only(ast.Place, place, _SEEN)
    refuse(place.zones not in (("hand",), ("draw deck",)), _SEEN)
    seen_by = ("your",) if who != "you" else ("your", "target", "opponent", "their")
    refuse(place.owner not in seen_by, "it is unclear whose cards are seen")
    if place.zones == ("hand",):
        is_own = place.owner == "your" and (who, to) == ("you", "you")
        refuse(is_own or not is_whole, "a hand is seen as a whole")
        return ast.Reveal(ast.Cards("all", place=place), to, who)
    elsewhere = is_whole or not isinstance(cards.number, int | None)
    refuse(elsewhere, "only the top of a Draw Deck or a hand is there to be revealed")
    described = cards != ast.Cards(cards.number, place=cards.place)
    refuse(described, "nobody can tell apart cards that lie face down")
    place_shown = place if place.bottom else top_of(place)
    return ast.Reveal(replace(cards, number=cards.number or 1, place=place_shown), to, who)

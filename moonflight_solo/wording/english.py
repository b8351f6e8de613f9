"""A settled reading said back in canonical English, which reads to the same meaning."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import third_person
from moonflight_solo.wording.walk import rewritten

NOUNS: dict[str, str] = {
    "hand": "hand",
    "in play": "play",
    "draw deck": "Draw Deck",
    "discard stack": "Discard Stack",
    "trash stack": "Trash Stack",
    "supply stack": "Supply Stack",
    "market stack": "Market Stack",
}
"""What a zone is called, without a word for its owner."""
# Whose it is, is said by "Target card" already (ruling G-target-play).
_ANYONES = ast.Place(("in play",), "target")
_OWNERS: dict[ast.Owner, str] = {
    "your": "your ",
    "target": "Target ",
    "opponent": "an opponent's ",
    "its": "its ",
    "their": "their ",
    "holder": "your ",
    "some": "any player's ",
}
_WHO: dict[ast.Who, str] = {
    "you": "",
    "target player": "Target player ",
    "target opponent": "Target opponent ",
    "each player": "each player ",
    "each opponent": "each opponent ",
    "opponent": "an opponent ",
    "they": "",
}
_NONE, _ANY = ast.Range(0, 0), ast.Range(1)


def english(meaning: ast.Meaning) -> str:
    """Return ``meaning`` as one sentence or more of canonical English."""
    if isinstance(meaning, ast.CardText):
        return ". ".join(_capital(say(effect)) for effect in meaning.effects)
    act = say(meaning.act) + (" if possible" if meaning.if_possible else "")
    if meaning.condition is None:
        return _capital(act)
    return f"If {say(meaning.condition)}, {act}"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def say(part: object) -> str:
    """Return one part of a meaning in canonical English, with no capital and no full stop."""
    match part:
        case ast.Range() | ast.Suit() | ast.Place() | ast.Per() | ast.Extreme() | ast.Cards():
            return _phrase(part)
        case ast.Has() | ast.Coins() | ast.EmptyStacks() | ast.Played() | ast.Compared():
            return _condition(part)
        case ast.Status() | ast.Opponents() | ast.All() | ast.Either():
            return _condition(part)
        case ast.UpTo() | ast.Until() | ast.Worth():
            return _phrase(part)
        case ast.Instruct() | ast.ThisCard() | ast.Gain() | ast.Limit() | ast.Cannot():
            return _clause(part)
        case ast.Reveal() | ast.Shuffle() | ast.Swap():
            return _clause(part)
        case ast.May(effects, then, otherwise, who=who) if who != "you":
            words = f"{_WHO[who].capitalize()}may {_effects(_their(effects))}"
            return words + (f" to {_effects(_their(then))}" if then else "")
        case ast.May(effects, then, otherwise):
            words = f"{'You may ' if part.optional else ''}{_effects(effects)}"
            words += f". If you do, {_effects(then)}" if then else ""
            return words + (f". If you do not, {_effects(otherwise)}" if otherwise else "")
        case ast.Those(who, condition, effects):
            their = " and ".join(say(_by_them(each)) for each in effects)
            return f"{who} with {_those(condition)} {their}"
        case ast.Choose(ways):
            return f"Choose one: {', or '.join(map(_effects, ways))}"
        case ast.Spend(coins, cards, effects):
            cost = [f"{coins} {_coins(coins)}"] if coins else []
            cost += [f"{cards} card{'s' if cards > 1 else ''}"] if cards else []
            return f"Spend {' and '.join(cost)} to {_effects(effects)}"
        case ast.When("reset" | "round" as phase, _, effects):
            name = "Reset" if phase == "reset" else phase
            return f"When the {name} begins then {_effects(effects)}"
        case ast.When(verb, cards, effects, who):
            doer = "any player " if who == "each player" else _WHO[who] or "you "
            done = f"{doer}{_does(verb, who)} {_done(verb, cards)}".rstrip()
            return f"When {done} then {_effects(effects)}"
        case ast.If(condition, effects, otherwise):
            words = f"If {say(condition)}, {_effects(effects)}"
            return words + (f", if not, {_effects(otherwise)}" if otherwise else "")
        case ast.FirstOf(options):
            return "/".join(map(_listed, options))
        case ast.Cases(cases):
            return " ".join(f"- If {say(when)} - {say(cards)}." for when, cards in cases)
    return _act(part)


def _by_them(effect: ast.Effect) -> ast.Effect:
    """Return what one does oneself as it is said of another."""
    if isinstance(effect, ast.Instruct | ast.Gain | ast.ThisCard):
        return replace(effect, who="they")
    return effect


def _done(verb: ast.Deeds, cards: ast.Cards) -> str:
    if verb == "gain":
        return "coin tokens"
    return "" if verb in ("build", "shop") else say(cards)


def _those(condition: ast.Condition) -> str:
    """Return what players have who are spoken of by it."""
    if isinstance(condition, ast.Opponents):
        (part,) = condition.parts
        assert isinstance(part, ast.Compared)
        relation = {"fewer": "more", "more": "fewer"}.get(part.relation, part.relation)
        relation = {
            "at most as many": "at least as many",
            "at least as many": "at most as many",
        }.get(part.relation, relation)
        thing = part.this.cards
        what = "coin tokens" if thing is None else _described(thing, "cards", placed=False)
        place = f" in {_place_of(thing, '')}" if thing else ""
        link = "than" if relation in ("more", "fewer") else "as"
        return f"{relation} {what}{place} {link} each other player"
    return _theirs(condition) if isinstance(condition, ast.Coins | ast.Has) else say(condition)


def _effects(effects: tuple[ast.Effect, ...]) -> str:
    return " and ".join(map(say, effects))


def _coins(number: int) -> str:
    return "coin token" if number == 1 else "coin tokens"


# ---------------------------------------------------------------------------- phrases

Phrase = ast.Range | ast.Suit | ast.Place | ast.Amounts | ast.Extreme | ast.Cards


def _phrase(part: Phrase) -> str:
    match part:
        case ast.Range(least, _, True):
            return str(least)
        case ast.Range(least, None):
            return f"{least}+"
        case ast.Range(least, most) if least == most:
            return f"exactly {least}"
        case ast.Range(0, most):
            return f"at most {most}"
        case ast.Range(least, most):
            return f"{least}-{most}"
        case ast.Suit("named", name):
            return f"Jack o' {name} suit"
        case ast.Suit(whose):
            return "your suit" if whose == "your" else "an opponent's suit"
        case ast.Place(("market stack",)):
            one = part.one or (part.owner == "your" and (part.suit or part.matching))
            return _stacks(part, "a " if one else _OWNERS[part.owner])
        case ast.Place(("done",)):
            return "moved this way"
        case ast.Place(("shown",)):
            return "of them"
        case ast.Place(("settled",)):
            return "Settled on this card"
        case ast.Place(zones, bottom=True):
            return f"the bottom of {say(replace(part, bottom=False))}"
        case ast.Place(("supply stack",), suit=ast.Suit() as suit):
            return f"the Supply Stack of {say(suit)}"
        case ast.Place(zones):
            there = " or ".join(f"{_owner(part, zone)}{NOUNS[zone]}" for zone in zones)
            return there if part.settled is None else f"{there} {_settled(part.settled)}"
        case ast.Per(number):
            return f"{number} {_per(part)}"
        case ast.UpTo(None):
            return "any number of"
        case ast.UpTo(most):
            return f"up to {most}"
        case ast.Until(number):
            return f"until you have {number} {'card' if number == 1 else 'cards'} in your hand"
        case ast.Worth(of, cards):
            return f"equal to the {of} of {say(cards)}"
        case ast.Extreme(end, of):
            return f"{end} {'scoring' if of == 'score' else of}"
    return _count(part) + _described(part, _noun(part))


def _owner(place: ast.Place, zone: ast.Zone) -> str:
    return "" if zone == "in play" and place.owner == "your" else _OWNERS[place.owner]


def _stacks(place: ast.Place, before: str = "") -> str:
    words = before + ("matching Market Stack" if place.matching else "Market Stack")
    if place.suit is not None:
        words += f" of {say(place.suit)}"
    words += " with the most cards" if place.most else ""
    words += f" whose top card {_such(place.topped)}" if place.topped else ""
    if place.size is not None:
        words += f" with {say(place.size)} card{'s' * (place.size != ast.Range(1, 1))}"
    if place.best is not None:
        words += f" with the {say(place.best)} top card"
    words += " with the fewest cards" if place.fewest else ""
    return words + (" if several the first" if place.first else "")


def _all_stacks(place: ast.Place) -> str:
    if place.owner == "target" and place.suit is None:  # "the Market Stacks" would be one's own
        return _stacks(place, "Target ")
    whose = "your " if place.owner == "your" and place.suit is None else "the "
    return _stacks(place, whose).replace("Market Stack", "Market Stacks", 1)


def _such(cards: ast.Cards) -> str:
    """Return what is said of a card as a predicate."""
    return f"is a {_described(cards, 'card')}"


def _per(part: ast.Per) -> str:
    noun = "card" if part.each == 1 else "cards"
    coins = part.place.zones == ("coins",)
    what = _coins(part.each) if coins else _described(part.cards, noun)
    words = f"per {f'{part.each} ' * (part.each > 1)}{what}"
    words += f" beyond the first{f' {part.beyond}' * (part.beyond > 1)}" if part.beyond else ""
    return words + (" rounded up" if part.up else "")


def _count(cards: ast.Cards) -> str:
    number = cards.number
    if isinstance(number, ast.Per):
        return f"{number.number} "
    if isinstance(number, ast.UpTo):
        return f"{say(number)} "
    if isinstance(number, ast.Until):
        return ""
    if number == "many":
        return "as many of the "
    if number == "all":
        return "all "
    if _from_top(cards):
        return "the top " if number in (None, 1) else f"the top {number} "
    if number == "some":
        return "the " if cards.extreme else ""
    if number is None and cards.extreme and not cards.whose:
        return "the "
    if number is None:
        return "" if cards.whose or cards.names else "a "
    return "" if cards.whose and number == 1 else f"{number} "


def _from_top(cards: ast.Cards) -> bool:
    counted = isinstance(cards.number, ast.Per | ast.UpTo | ast.Until) or cards.number == "all"
    return _on_stack(cards.place) and not cards.extreme and not counted


def _on_stack(place: ast.Place | None) -> bool:
    """Return whether a place is the top of a Stack or Deck, as a phrase has to say."""
    return place is not None and place.top and {"hand", "in play"}.isdisjoint(place.zones)


def _noun(cards: ast.Cards) -> str:
    number: object = cards.number
    if isinstance(number, ast.Per | ast.UpTo):
        number = number.number if isinstance(number, ast.Per) else number.most or 0
    return "card" if number in (None, 1) else "cards"


def _described(cards: ast.Cards, noun: str, *, placed: bool = True, existing: bool = False) -> str:
    """Return the phrase without its count: what kind of cards, and where."""
    scoring, generic = cards.score == _ANY, cards.suit == ast.Suit("generic")
    words = [
        *(["an opponent's"] if cards.whose else []),
        *(["Target"] if cards.targeted else []),
        *(["other"] if cards.other else []),
        *([say(cards.extreme)] if cards.extreme else []),
        *([] if cards.starter is None else ["starter" if cards.starter else "non starter"]),
        *(["scoring"] if scoring and not cards.extreme else []),
        *(["generic"] if generic else []),
        *([" or ".join(f'"{name}"' for name in cards.names)] if cards.names else []),
        noun,
    ]
    if cards.suit is not None and not generic:
        words.append(f"{'not ' if cards.suit.other else ''}of {say(cards.suit)}")
    score = None if scoring and not cards.extreme else cards.score
    for label, amount in (("score", score), ("cost", cards.cost), ("stability", cards.stability)):
        if amount is not None:
            words.append(f"with {label} {say(amount)}")
    if cards.side:
        words.append(_side(cards.side))
    if isinstance(cards.number, ast.Per):
        words.append(_per(cards.number))
    if cards.random:
        words.append("at random")
    if placed and cards.place and cards.place.zones[0] in _OF_ITSELF:
        words.append(say(cards.place))
    elif placed and cards.place is not None:
        at = "play" if cards.targeted and cards.place == _ANYONES else say(cards.place)
        words.append(f"{_at(cards, existing)} {at}")
    if cards.but_not:
        words.append("that is not " + " or ".join(f'"{name}"' for name in cards.but_not))
    if cards.available:
        words.append("available")
    if cards.does:
        does = _does(cards.does, "each player")
        words.append(f"that {does} {'coin tokens' if cards.does == 'gain' else 'cards'}")
    return " ".join(words) + _ties(cards)


def _ties(cards: ast.Cards) -> str:
    """Return which of several is meant, as it stands after the rest of a phrase."""
    ties = cards.ties
    if not ties:
        return ""
    said = ", then the ".join(each if each == "first" else say(each) for each in ties)
    if cards.number == "many" and len(ties) == 1 and cards.extreme is None:
        return f", {said} first,"
    if cards.extreme is None:
        return f" if several the {said}"
    return f" if tied the {said}" if ties[0] == "first" else f" breaking ties by {said}"


_OF_ITSELF: tuple[ast.Zone, ...] = ("done", "settled", "shown")
"""Zones that are said with no word for where they are."""


def _settled(count: ast.Range) -> str:
    if count == _NONE:
        return "with no cards Settled on it"
    some = "a card" if count == _ANY else f"{say(count)} card{'s' * (count != ast.Range(1, 1))}"
    return f"with {some} Settled on it"


def _at(cards: ast.Cards, existing: bool) -> str:
    if isinstance(cards.number, ast.Per):
        return "from"
    if not _on_stack(cards.place):
        return "in"
    return "of" if _from_top(cards) and not existing else "on top of"


def _listed(cards: ast.Cards) -> str:
    """Return a phrase as it stands in a list; a bare name needs no noun."""
    bare = len(cards.names) == 1 and cards == ast.Cards(names=cards.names)
    return f'"{cards.names[0]}"' if bare else say(cards)


# ------------------------------------------------------------------------- conditions


def _condition(part: ast.Condition) -> str:
    match part:
        case ast.Has():
            return _has(part)
        case ast.Coins(count):
            return f"controlling {say(count)} coin tokens"
        case ast.EmptyStacks(stacks, count) if count in (_NONE, _ANY):
            return f"{'no' if count == _NONE else 'a'} {_stacks(stacks)} is empty"
        case ast.EmptyStacks(stacks, count):
            several = _stacks(stacks).replace("Market Stack", "Market Stacks", 1)
            return f"{say(count)} {several} are empty"
        case ast.Played(name):
            return f'"{name}" played'
        case ast.Compared():
            return _compared(part)
        case ast.Status("first player", so):
            return "you are First Player" if so else "you are not First Player"
        case ast.Status(of, so):
            return f"you have {'' if so else 'not '}{of.capitalize()} this round"
        case ast.Opponents(parts, which):
            whose = {"one": "an", "each": "each", "no": "no"}[which]
            return f"{whose} opponent has {' and '.join(map(_theirs, parts))}"
    said = [
        f"({say(each)})" if isinstance(each, ast.All | ast.Either) else say(each)
        for each in part.parts
    ]
    if isinstance(part, ast.Either):
        return " or ".join(said)
    # After "an opponent has …" tokens without a "you" could be the opponent's.
    if any("opponent has" in each for each in said):
        said = [re.sub("^controlling", "you control", each) for each in said]
    return " and ".join(said)


def _theirs(part: ast.Has | ast.Coins | ast.Compared | ast.Status) -> str:
    if isinstance(part, ast.Status):
        return f"{part.of.capitalize()} this round"
    if isinstance(part, ast.Compared):
        return _compared(part, "their ")
    if isinstance(part, ast.Coins):
        return f"{'no' if part.count == _NONE else say(part.count)} coin tokens"
    return _opponent_has(part, part.cards.place or ast.Place(()))


def _compared(part: ast.Compared, this: str = "your ") -> str:
    """Return how much more there is in one place than in another, ``this`` place's owner's."""
    than = "than" if part.relation in ("more", "fewer") else "as"
    cards, other = part.this.cards, part.than.cards
    if cards is None and other is None:
        return f"{part.relation} coin tokens {than} you"
    if cards is None or other is None or _otherwise_said(cards, other):
        one, another = (
            _described(each, "cards") if each else "coin tokens" for each in (cards, other)
        )
        return f"{part.relation} {one} {than} {another}"
    what = _described(cards, "cards", placed=False)
    if cards.place == other.place and part.relation == "as many" and cards.place:
        return f"all cards in {say(cards.place)} are {what}"
    one, another = _place_of(cards, this), _place_of(other, "your ")
    if (other.place and other.place.owner == "holder") or this == "your ":
        rival = "you" if _place_of(cards, "your ") == another else f"in {another}"
    else:
        rival = f"in {_place_of(other, this)}"
    return f"{part.relation} {what} in {one} {than} {rival}"


def _otherwise_said(cards: ast.Cards, other: ast.Cards) -> bool:
    """Return whether two amounts are of cards that differ by more than where they lie."""
    alike = replace(cards, place=None) == replace(other, place=None)
    return not alike and not (cards.place == other.place and other == ast.Cards(place=other.place))


def _place_of(cards: ast.Cards, whose: str) -> str:
    zones = cards.place.zones if cards.place else ()
    return " or ".join(
        NOUNS[zone] if zone == "in play" else f"{whose}{NOUNS[zone]}" for zone in zones
    )


def _has(part: ast.Has) -> str:
    cards, count, place = part.cards, part.count, part.cards.place
    if cards.available:
        such = replace(cards, available=False, place=place if place and place.suit else None)
        return f"{'no' if count == _NONE else 'a'} {_described(such, 'card')} is available"
    if place is not None and place.zones == ("settled",) and cards == ast.Cards(place=place):
        some = "no" if count == _NONE else say(count)
        return f"this card has {some} card{'s' * (count != ast.Range(1, 1))} Settled on it"
    if place is not None and place.zones == ("done",) and count != _NONE:
        noun = "card" if count == _ANY else "cards"
        few = "there is a" if count == _ANY else say(count)
        return f"{few} {_described(cards, noun)}"
    if place is not None and place.shown:
        return f"it is a {_described(cards, 'card', placed=False)}"
    if part.total and count == ast.Range(0) and place and place.owner != "opponent":
        return f"the total {part.of} in {say(place)} is {say(part.total)}"
    total = _total(part)
    if place is not None and place.owner == "opponent":
        return f"an opponent has {_opponent_has(part, place)}"
    anything = replace(cards, side=None) == ast.Cards(place=place)
    if anything and place is not None and place.top:
        return _on_top(count, place)
    if anything and place and place.zones == ("market stack",) and not place.one:
        return f"{say(count)} cards in {_all_stacks(place)}{total}"
    counting = ", counting the card played" if part.counting else ""
    if total or anything:
        noun = "card" if count.least == count.most == 1 else "cards"
        return f"{say(count)} {noun} in {say(place)}{_together(part)}{total}{counting}"
    if count == _NONE:
        return f"no {_described(cards, 'cards', existing=True)}"
    if count != _ANY or counting:
        what = _described(cards, "cards", existing=True)
        return f"{say(count)} {what}{_together(part)}{counting}"
    if cards == ast.Cards(names=cards.names, place=place) and place and not place.top:
        return f'"{cards.names[0]}" in {say(place)}'
    return f"there is a {_described(cards, 'card', existing=True)}"


def _total(part: ast.Has) -> str:
    side = f" {_side(part.cards.side)}" if part.cards.side else ""
    return f" with total {part.of} {say(part.total)}{side}" if part.total else ""


def _side(side: str) -> str:
    return "by the higher end" if side == "higher" else f"{side} the Turn"


def _on_top(count: ast.Range, place: ast.Place) -> str:
    if count == _NONE:
        return f"no cards on top of {say(place)}"
    cards = "is a card" if count == _ANY else f"are {say(count)} cards"
    return f"there {cards} on top of {say(place)}"


def _together(part: ast.Has) -> str:
    """Return what says that a number of cards is that of several places together."""
    place = part.cards.place
    several = place is not None and max(len(place.zones), len(part.cards.names)) > 1
    alike = part.count in (_NONE, _ANY) and part.total is None
    return " together" if several and not alike else ""


def _opponent_has(part: ast.Has, place: ast.Place) -> str:
    total = _total(part)
    nouns = ["play" if z == "in play" else f"their {NOUNS[z]}" for z in place.zones]
    on_top = "on top of" if place.top else "in"
    at = f"{on_top} {' or '.join(nouns)}{_together(part)}{total}"
    count = "no" if part.count == _NONE else say(part.count)
    if part.count == _ANY and not total:
        return f"a {_described(part.cards, 'card', placed=False)} {at}"
    return f"{count} {_described(part.cards, 'cards', placed=False)} {at}"


# ---------------------------------------------------------------------------- effects


def _clause(part: ast.Deed | ast.Limit | ast.Cannot) -> str:
    match part:
        case ast.Limit(of, change, per):
            return f"{of.capitalize()} limit {change:+d}" + (f" {_per(per)}" if per else "")
        case ast.Cannot(verbs):
            return f"Other effects cannot {' or '.join(map(str.capitalize, verbs))} this card"
        case ast.ThisCard(verb, to, who):
            words = f"{_WHO[who]}{_does(verb, who)} this card"
            return words + (f" to {say(to)}" if to else "")
        case ast.Reveal(cards, to):
            seen = say(cards.place if cards.number == "all" else cards)
            return f"{'Reveal' if to == 'all' else 'Look at'} {seen}"
        case ast.Shuffle(place):
            return f"Shuffle {say(place)} into your Draw Deck"
        case ast.Swap(one, other):
            return f"Swap {say(one)} with {say(other)}"
        case ast.Gain(ast.Worth() | ast.UpTo() | ast.Until() as amount, who):
            worth = say(amount if who == "you" else _their(amount))
            return f"{_WHO[who]}{_does(part.verb, who)} coin tokens {worth}"
        case ast.Gain(amount, who):
            return f"{_WHO[who]}{_does(part.verb, who)} {_so_many(amount, who)}"
    moved = part if part.who == "you" else _their(part)
    return f"{_WHO[part.who]}{_does(part.verb, part.who)} {_moved(moved)}"


def _so_many(amount: int | ast.Amounts, who: ast.Who) -> str:
    number = amount.number if isinstance(amount, ast.Per) else amount
    assert isinstance(number, int)
    words = f"{number} {_coins(number)}"
    if isinstance(amount, ast.Per):
        words += f" {_per(amount if who == 'you' else _their(amount))}"
    return words


_NOT_WHOLE: tuple[ast.Zone, ...] = ("market stack", "in play", "settled", "done", "shown")
"""Zones of which nobody says that they are moved as a whole."""


def _moved(part: ast.Instruct) -> str:
    """Return which cards an instruction moves and where to, as one who does it says it."""
    cards, place, to = part.cards, part.cards.place, part.destination
    whole = cards == ast.Cards("all", place=place) and place is not None and len(place.zones) == 1
    if whole and place and to is None and place.zones[0] not in _NOT_WHOLE:
        return say(place)
    words = "the rest" if cards == ast.Cards("all", place=ast.Place(("shown",))) else say(cards)
    if isinstance(cards.number, ast.Until):
        words = say(cards.number)
        theirs = words.replace("you have", "they have").replace("your", "their")
        return words if part.who == "you" else theirs
    if to is not None:
        # A card's own Stack is the one case in which saying that it comes to the top helps.
        topped = place is not None and not place.top and to == replace(place, top=True)
        words += f" to {'the top of ' if topped else ''}{say(to)}"
    if part.onto is None:
        return words
    this = part.onto.place is not None and part.onto.place.this
    return f"{words} to {'this card' if this else say(part.onto)}"


def _their(part: Any) -> Any:
    """Return a part of a meaning with what is one's own as it is said of another who does it."""

    def their(node: Any) -> Any:
        own = isinstance(node, ast.Place) and node.owner == "your"
        return replace(node, owner="their") if own else node

    return rewritten(part, their)


def _does(verb: ast.Deeds | ast.TokenVerb, who: ast.Who) -> str:
    """Return the keyword as it is said of one's own doing or of another's."""
    return (verb if who == "you" else third_person(verb)).capitalize()


# ------------------------------------------------------------------------------- acts


def _from_stacks(cards: ast.FirstOf | None) -> ast.FirstOf:
    """Return cards to Shop for, from "a" Market Stack wherever it says from which."""
    options = cards.options if cards else ()
    each = (
        replace(c, place=c.place and replace(c.place, one=_is_anybodys(c.place))) for c in options
    )
    return ast.FirstOf(tuple(each))


def _is_anybodys(place: ast.Place) -> bool:
    return place.owner == "target" or (place.owner == "your" and place.suit is not None)


def _act(part: object) -> str:
    match part:
        case ast.PlayAct(cards, target):
            return f"play {say(cards)}" + (f" targeting {say(target)}" if target else "")
        case ast.SpendAct(coins, cards, purpose, user, of_character):
            words = f"spend {f'{coins} {_coins(coins)}' if cards is None else say(cards)}"
            words += f" to {say(purpose)}" if purpose else ""
            if of_character:
                return f"{words} using your character ability"
            return words + (f' using "{user}"' if user else "")
        case ast.ShopAct(None, ast.Place() as stacks):
            whose = "the " if _is_anybodys(stacks) else _OWNERS[stacks.owner]
            return f"shop to Purchase from {_stacks(stacks, whose)}"
        case ast.ShopAct(cards):
            return f"shop to Purchase {say(_from_stacks(cards))}"
        case ast.BuildAct(cards, onto):
            many = " as possible" if onto.number == "many" else ""
            return f"build to Set {_listed(cards)} to {_listed(onto)}{many}"
        case ast.Branch(condition, act, otherwise):
            return f"If {say(condition)}, {_act(act)}, otherwise {_act(otherwise)}"
        case ast.PassAct():
            return "pass"
        case ast.Retain(ast.FirstOf(())):
            return "retain no cards"
        case ast.Retain(cards):
            return f"retain {say(cards)}"
        case ast.ResetMove(cards, destination):
            return f"move {say(cards)} to {say(destination)}"
    raise TypeError(f"no words for {type(part).__name__}")

"""Print conditions in canonical English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.phrase_english import (
    ANY,
    NONE,
    NOUNS,
    all_stacks,
    coin_tokens,
    described,
    noun_of,
    of_side,
    phrase,
    stacks_in_words,
    such_as,
)

_NUMBER = re.compile(
    r'"[^"]*"|(?P<after> (?:and|or) \(?)(?P<number>\d+)'
    r'(?= (?!(?:(?! and | or )[^"])* (?:is|are|has|have) ))'
)
_OPPONENTS = re.compile("(opponent has|opponents have|players have)")


def condition_in_words(part: ast.Condition) -> str:
    """Return a condition as it stands after "if"."""
    match part:
        case ast.Has():
            return _has(part)
        case ast.Coins(count):
            return f"controlling {_coins(count)}"
        case ast.EmptyStacks(stacks, count) if count in (NONE, ANY):
            article = "a" if stacks.suit or stacks.owner == "your" else "any"
            return f"{'no' if count == NONE else article} {stacks_in_words(stacks)} is empty"
        case ast.EmptyStacks(stacks, count):
            return f"{_so_many(count, stacks)} {'is' if count.most == 1 else 'are'} empty"
        case ast.StacksMatching(stacks, count):
            number, one = _so_many(count, replace(stacks, size=None, topped=None)), count.most == 1
            if stacks.topped:
                top = described(stacks.topped, "card")
                return f"{number} {'is' if one else 'are'} topped by a {top}"
            return f"{number} {'has' if one else 'have'} {phrase(stacks.size or ANY)} cards"
        case ast.LimitIs(kind, count):
            return f"{kind} limit is {phrase(count)}"
        case ast.Played(name):
            return f'"{name}" played'
        case ast.Compared():
            return _compared(part)
        case ast.Status("nothing else"):
            return "no other instructions can be followed"
        case ast.Status("first player", is_so):
            return f"you are {'' if is_so else 'not '}First Player"
        case ast.Status(kind, is_so):
            return f"you have {'' if is_so else 'not '}{kind.capitalize()} this round"
        case ast.Opponents(parts, ast.Range() as which):
            whom = "player" if part.you else "opponent"
            verb = "has" if which.most == 1 else "have"
            number = "" if which.most == 1 else "s"
            return f"{phrase(which)} {whom}{number} {verb} {_all_of_theirs(parts, verb)}"
        case ast.Opponents(parts, which):
            whose = "an" if which == "one" else which
            return f"{whose} opponent has {_all_of_theirs(parts, 'has')}"
    return _joined(part)


def _joined(part: ast.All | ast.Either) -> str:
    facts = [
        f"({words})" if isinstance(each, ast.All | ast.Either) else words
        for each, words in zip(part.parts, map(condition_in_words, part.parts), strict=True)
    ]
    if isinstance(part, ast.Either):
        # After "no Coin cards in hand or …", a bare name could be absent too.
        facts = [
            "there is " * (words[0] == '"' and before.startswith("no ")) + words
            for before, words in zip(["", *facts], facts, strict=False)
        ]
        return _asserted(" or ".join(facts), "there is", "there are")
    # After "an opponent has …", what is compared or controlled could be the opponent's.
    places = [n for n, each in enumerate(facts) if _OPPONENTS.search(each)]
    if places:
        facts = [re.sub("^controlling", "you control", each) for each in facts]
        adds = [n > places[0] and isinstance(p, ast.Compared) for n, p in enumerate(part.parts)]
        facts = ["you have " * add + each for add, each in zip(adds, facts, strict=True)]
    return _asserted(" and ".join(facts), "there is", "there are")


def _asserted(words: str, singular: str, plural: str) -> str:
    """Return facts with a verb before each bare number that could share an "at most"."""
    before, bound, facts = words.partition("at most ")

    def with_verb(match: re.Match[str]) -> str:
        verb = singular if match["number"] == "1" else plural
        return f"{match['after']}{verb} {match['number']}" if match["after"] else match[0]

    return before + bound + _NUMBER.sub(with_verb, facts)


def _few(count: ast.Range) -> str:
    return "no" if count == NONE else phrase(count)


def _coins(count: ast.Range) -> str:
    return f"{_few(count)} {coin_tokens(count.most or 0)}"


def _so_many(count: ast.Range, stacks: ast.Place) -> str:
    noun = "Market Stack" if count.most == 1 else "Market Stacks"
    return f"{phrase(count)} {stacks_in_words(stacks, noun=noun)}"


def _all_of_theirs(parts: Sequence[Any], has: str) -> str:
    """Return what opponents have; a comparison after "and" could be your own."""
    verbs = [f"{has} " * (n > 0 and isinstance(p, ast.Compared)) for n, p in enumerate(parts)]
    words = " and ".join(word + fact_of_theirs(p) for word, p in zip(verbs, parts, strict=True))
    return _asserted(words, has, has)


def fact_of_theirs(part: ast.Has | ast.Coins | ast.Compared | ast.Status) -> str:
    """Return a fact as it stands after "an opponent has"."""
    if isinstance(part, ast.Status):
        deed = "Passed" if part.of == "passed" else f"{part.of.capitalize()} this round"
        return deed if part.so else f"not {deed}"
    if isinstance(part, ast.Compared):
        return _compared(part, "their ")
    if isinstance(part, ast.Coins):
        return _coins(part.count)
    return _opponent_has(part, part.cards.place or ast.Place(()))


def _compared(part: ast.Compared, this: str = "your ") -> str:
    """Return a comparison in words; ``this`` is the possessive for the first amount's owner."""
    relation, than = relation_of(part)
    cards, rival_cards = part.this.cards, part.than.cards
    if cards is None and rival_cards is None:
        return f"{relation} coin tokens {than} you"
    if cards is None or rival_cards is None or _otherwise_said(cards, rival_cards):
        words_of_one, words_of_other = (
            described(_theirs(each, this), "cards") + _all_in(each) if each else "coin tokens"
            for each in (cards, rival_cards)
        )
        return f"{relation} {words_of_one} {than} {words_of_other}"
    kind = described(cards, "cards", placed=False)
    if cards.place == rival_cards.place and relation in ("as many", "fewer") and cards.place:
        negation = "not " if relation == "fewer" else ""
        return f"{negation}all cards in {phrase(cards.place)} are {kind}"
    words_of_one, words_of_other = place_of(cards, this), place_of(rival_cards, "your ")
    if (rival_cards.place and rival_cards.place.owner == "holder") or this == "your ":
        rival = "you" if place_of(cards, "your ") == words_of_other else f"in {words_of_other}"
    else:
        rival = f"in {place_of(rival_cards, this)}"
    return f"{relation} {kind} in {words_of_one} {than} {rival}"


def relation_of(part: ast.Compared) -> tuple[str, str]:
    """Return the words before and between the amounts compared."""
    if part.this.times == part.than.times:
        return part.relation, "than" if part.relation in ("more", "fewer") else "as"
    bound = part.relation.removesuffix("as many") or "exactly "
    bound = bound if bound.endswith(" ") else f"{bound} than "
    return f"{bound}{'half' if part.this.times > 1 else 'twice'} as many", "as"


def _all_in(cards: ast.Cards) -> str:
    """Return " together" for cards in several places: each of them may be meant by itself."""
    return " together" if cards.place and len(cards.place.zones) > 1 else ""


def _theirs(cards: ast.Cards, whose: str) -> ast.Cards:
    place = cards.place
    if whose != "their " or place is None or place.owner != "your":
        return cards
    return replace(cards, place=replace(place, owner="their"))


def _otherwise_said(cards: ast.Cards, other: ast.Cards) -> bool:
    """Return whether the cards of two amounts differ by more than their place."""
    same = replace(cards, place=None) == replace(other, place=None)
    return not same and not (cards.place == other.place and other == ast.Cards(place=other.place))


def place_of(cards: ast.Cards, whose: str) -> str:
    """Return the zones of ``cards``, each but "play" after the possessive ``whose``."""
    zones = cards.place.zones if cards.place else ()
    nouns = [NOUNS[zone] if zone == "in play" else f"{whose}{NOUNS[zone]}" for zone in zones]
    if len(nouns) > 1 and whose == "their ":
        nouns[0] = f"{whose}{NOUNS[zones[0]]}"  # the first place says whose they are
    return " or ".join(nouns) + _all_in(cards)


def _has(part: ast.Has) -> str:
    cards, count, place = part.cards, part.count, part.cards.place
    if part.such is not None:
        return f"the {described(cards, 'card', counted=True)} {such_as(part.such)}"
    if cards.available:
        kind = replace(cards, available=False, place=place if place and place.suit else None)
        return f"{'no' if count == NONE else 'a'} {described(kind, 'card')} is available"
    if place is not None and (words := _in_special_place(part, place)):
        return words
    few, noun, total = _few(count), noun_of(count), _total(part)
    ending = f"{total}{', counting the card played' * part.counting}"
    if place is not None and (total or _is_anything(cards)):
        return f"{few} {noun} in {phrase(place)}{_together(part)}{ending}"
    if count == NONE:
        return f"no {described(cards, 'cards', counted=True)}"
    if count != ANY or part.counting:
        return f"{few} {described(cards, noun, counted=True)}{_together(part)}{ending}"
    by_name = ast.NAMED not in cards.names and cards == ast.Cards(names=cards.names, place=place)
    if by_name and place and not place.top:
        all_places = place.zones == ("market stack",) and not place.one
        return f'"{cards.names[0]}" in {all_stacks(place) if all_places else phrase(place)}'
    words = f"there is a {described(cards, 'card', counted=True)}"
    return words.replace("is a other", "is another", 1)


def _is_anything(cards: ast.Cards) -> bool:
    """Return whether any cards there are meant."""
    return replace(cards, side=None) == ast.Cards(place=cards.place)


def _in_special_place(part: ast.Has, place: ast.Place) -> str:
    """Return a fact about a place of which facts are said in a way of its own, "" for others."""
    cards, count, few = part.cards, part.count, _few(part.count)
    match place:
        case ast.Place(("settled",), upon=upon) if cards == ast.Cards(place=place):
            words = f"{few} {noun_of(count)}"
            return f"{words} {phrase(place)}" if upon else f"this card has {words} Settled on it"
        case ast.Place(("done",)) if count != NONE:
            if count == ANY:
                return f"there is a {described(cards, 'card')}"
            return f"{few} {described(cards, noun_of(count))}"
        case ast.Place(shown=True):
            return f"it is a {described(cards, 'card', placed=False)}"
        case ast.Place(owner="opponent"):
            return f"an opponent has {_opponent_has(part, place)}"
    if part.total and count == ast.Range(0):
        return f"the total {sum_in_words(part.of)} in {phrase(place)} is {phrase(part.total)}"
    if place.did:
        return f"you have {'not ' * (count == NONE)}{_done_this_round(part, place.did, 'a')}"
    if not _is_anything(cards):
        return ""
    if place.top:
        some = "is a card" if count == ANY else f"are {phrase(count)} {noun_of(count)}"
        cards_there = "no cards" if count == NONE else f"there {some}"
        return f"{cards_there} on top of {phrase(place)}"
    if place.zones != ("market stack",) or place.one:
        return ""
    if place == ast.Place(("market stack",), "target") and count in (NONE, ANY) and not part.total:
        return f"{'not ' * (count == ANY)}all Market Stacks are empty"
    return f"{few} {noun_of(count)} in {all_stacks(place)}{_total(part)}"


def _total(part: ast.Has) -> str:
    side = f" {of_side(part.cards.side)}" if part.cards.side else ""
    return f" with total {sum_in_words(part.of)} {phrase(part.total)}{side}" if part.total else ""


def _together(part: ast.Has) -> str:
    """Return " together" if a number of cards is the sum over several places or names."""
    place = part.cards.place
    many_places = place is not None and max(len(place.zones), len(part.cards.names)) > 1
    any_or_none = part.count in (NONE, ANY) and part.total is None
    return " together" if many_places and not any_or_none else ""


def _opponent_has(part: ast.Has, place: ast.Place) -> str:
    count = _few(part.count)
    if place.did:
        return _done_this_round(part, place.did, "no")
    total = _total(part)
    nouns = ["play" if z == "in play" else f"their {NOUNS[z]}" for z in place.zones]
    on_top = "on top of" if place.top else "in"
    where = f"{on_top} {' or '.join(nouns)}{_together(part)}{total}"
    if part.count == ANY and not total:
        return f"a {described(part.cards, 'card', placed=False)} {where}"
    return f"{count} {described(part.cards, noun_of(part.count), placed=False)} {where}"


def _done_this_round(part: ast.Has, verb: ast.Verb, no: str) -> str:
    """Return what was done to matching cards this round, with ``no`` as the word for zero."""
    few = {NONE: no, ANY: "a"}.get(part.count, phrase(part.count))
    noun = "card" if few == "a" else noun_of(part.count)
    return f"{KEYWORDS[verb].past} {few} {described(part.cards, noun, placed=False)} this round"


def sum_in_words(measure: str) -> str:
    """Return what is summed as it is printed: only Stability is a term of the game."""
    return "Stability" if measure == "stability" else measure

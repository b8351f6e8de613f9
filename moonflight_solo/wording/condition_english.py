"""Print conditions in canonical English."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.phrase_english import (
    ANY,
    NONE,
    NOUNS,
    agreeing,
    all_stacks,
    of_side,
    phrase,
    stacks_in_words,
    such_as,
    which_kind,
)
from moonflight_solo.wording.verb_english import as_theirs
from moonflight_solo.wording.walk import nodes_of

_Theirs = ast.Has | ast.Coins | ast.Compared | ast.Status


def condition_in_words(
    part: ast.Condition, before: str = "", card_used: str = "the card played"
) -> str:
    """Return a condition as it stands after "if", and after the words ``before`` it.

    ``card_used`` is what the act takes from hand, if that still counts.
    """
    match part:
        case ast.Has():
            words, verb = _has(part, card_used), agreeing("there is", part.count.most)
            return f"{verb} {words}" if _needs_verb(words, before) else words
        case ast.Coins(count):
            return f"controlling {_coins(count)}"
        case ast.EmptyStacks(stacks, count) if count in (NONE, ANY):
            article = "a" if stacks.suit or stacks.owner == "your" else "any"
            return f"{'no' if count == NONE else article} {stacks_in_words(stacks)} is empty"
        case ast.EmptyStacks(stacks, count):
            return f"{_so_many(count, stacks)} {agreeing('is', count.most)} empty"
        case ast.StacksMatching(stacks, count):
            number = _so_many(count, replace(stacks, size=None, topped=None))
            if stacks.topped:
                top = which_kind(stacks.topped, "card")
                return f"{number} {agreeing('is', count.most)} topped by a {top}"
            return f"{number} {agreeing('has', count.most)} {phrase(stacks.size or ANY)} cards"
        case ast.LimitIs(kind, count):
            return f"{kind} limit is {phrase(count)}"
        case ast.Played(name):
            return f'"{name}" played'
        case ast.Compared():
            return _comparison(part)
        case ast.Status("nothing else"):
            return "no other instructions can be followed"
        case ast.Status("first player", is_so):
            return f"you are {'' if is_so else 'not '}First Player"
        case ast.Status():
            return f"you have {_status(part)} this round"
        case ast.Opponents(parts, ast.Range() as which):
            whom = agreeing("player" if part.you else "opponent", which.most)
            verb = agreeing("has", which.most)
            return f"{phrase(which)} {whom} {verb} {_all_of_theirs(parts, verb)}"
        case ast.Opponents(parts, which):
            whose = "an" if which == "one" else which
            return f"{whose} opponent has {_all_of_theirs(parts, 'has')}"
    return _all_parts(part, before, card_used)


def _all_parts(condition: ast.All | ast.Either, before: str, taken: str) -> str:
    """Return the parts of a condition, each with the words without which it could be misread."""
    link, facts = " and " if isinstance(condition, ast.All) else " or ", list[str]()
    after_opponents = False
    for part in condition.parts:
        words = condition_in_words(part, before, taken)
        if isinstance(part, ast.All | ast.Either):
            words = f"({words})"
        elif link == " or " and words[0] == '"' and facts and facts[-1].startswith("no "):
            words = f"there is {words}"  # else a bare name could be absent too
        elif link == " and " and isinstance(part, ast.Coins) and _is_of_opponents(condition):
            words = f"you control {_coins(part.count)}"  # else they could be the opponent's
        elif link == " and " and isinstance(part, ast.Compared) and after_opponents:
            words = f"you have {words}"  # else it could be the opponent's
        after_opponents = after_opponents or _is_of_opponents(part)
        facts.append(words)
        before += words
    return link.join(facts)


def _is_of_opponents(part: ast.Condition) -> bool:
    opponents = (has.cards.owner == "opponent" for has in nodes_of(part, ast.Has))
    return any(nodes_of(part, ast.Opponents)) or any(opponents)


def _needs_verb(words: str, before: str) -> bool:
    """Return whether a fact begins with a bare number that could share an "at most" before it."""
    return "at most " in before and words.partition(" ")[0].isdigit()


def _few(count: ast.Range) -> str:
    return "no" if count == NONE else phrase(count)


def _coins(count: ast.Range) -> str:
    return f"{_few(count)} {agreeing('coin token', count.most or 0)}"


def _so_many(count: ast.Range, stacks: ast.Place) -> str:
    return f"{phrase(count)} {stacks_in_words(stacks, noun=agreeing('Market Stack', count.most))}"


def _all_of_theirs(parts: Sequence[_Theirs], has: str) -> str:
    """Return what opponents have; a comparison after "and" could be your own."""
    facts: list[str] = []
    for part in parts:
        words = fact_of_theirs(part)
        with_verb = isinstance(part, ast.Compared) or _needs_verb(words, " ".join(facts))
        facts.append(f"{has} {words}" if facts and with_verb else words)
    return " and ".join(facts)


def fact_of_theirs(part: _Theirs) -> str:
    """Return a fact as it stands after "an opponent has"."""
    match part:
        case ast.Status():
            return _status(part) + " this round" * (part.of != "passed")
        case ast.Compared():
            return _comparison(part, "their ")
        case ast.Coins(count):
            return _coins(count)
    return _opponent_has(part, part.cards.place or ast.Place(()))


def _status(part: ast.Status) -> str:
    return f"{'' if part.so else 'not '}{part.of.capitalize()}"


def _comparison(part: ast.Compared, this: str = "your ") -> str:
    """Return a comparison in words; ``this`` is the possessive for the first amount's owner."""
    relation, than = relation_of(part)
    cards, other = part.this.cards, part.than.cards
    if cards is None and other is None:
        return f"{relation} coin tokens {than} you"
    unplaced = [each and replace(each, place=None) for each in (cards, other)]
    all_there = cards and other and cards.place == other.place and unplaced[1] == ast.Cards()
    if cards is None or other is None or (unplaced[0] != unplaced[1] and not all_there):
        of_one, of_other = (
            which_kind(as_theirs(each) if this == "their " else each, "cards") + _all_in(each)
            if each
            else "coin tokens"
            for each in (cards, other)
        )
        return f"{relation} {of_one} {than} {of_other}"
    kind = which_kind(cards, "cards", placed=False)
    if cards.place == other.place and relation in ("as many", "fewer") and cards.place:
        return f"{'not ' * (relation == 'fewer')}all cards in {phrase(cards.place)} are {kind}"
    theirs = this if other.owner != "holder" else "your "
    rival = f"in {place_of(other, theirs)}"
    if theirs == "your " and place_of(cards, theirs) == place_of(other, theirs):
        rival = "you"
    return f"{relation} {kind} in {place_of(cards, this)} {than} {rival}"


_BOUNDS = {"as many": "exactly", "at least as many": "at least", "at most as many": "at most"}


def relation_of(part: ast.Compared) -> tuple[str, str]:
    """Return the words before and between the amounts compared."""
    if part.this.times == part.than.times:
        return part.relation, "than" if part.relation in ("more", "fewer") else "as"
    bound = _BOUNDS.get(part.relation, f"{part.relation} than")
    return f"{bound} {'half' if part.this.times > 1 else 'twice'} as many", "as"


def _all_in(cards: ast.Cards) -> str:
    """Return " together" for cards in several places: each of them may be meant by itself."""
    return " together" if cards.place and len(cards.place.zones) > 1 else ""


def place_of(cards: ast.Cards, whose: str) -> str:
    """Return the zones of ``cards``, each but "play" after the possessive ``whose``."""
    zones = cards.place.zones if cards.place else ()
    nouns = [NOUNS[zone] if zone == "in play" else f"{whose}{NOUNS[zone]}" for zone in zones]
    if len(nouns) > 1 and whose == "their ":
        nouns[0] = f"{whose}{NOUNS[zones[0]]}"  # the first place says whose they are
    return " or ".join(nouns) + _all_in(cards)


def _has(part: ast.Has, taken: str) -> str:
    cards, count, place = part.cards, part.count, part.cards.place
    if part.such is not None:
        return f"the {which_kind(cards, 'card', counted=True)} {such_as(part.such)}"
    if cards.available:
        kind = replace(cards, available=False, place=place if place and place.suit else None)
        return f"{'no' if count == NONE else 'a'} {which_kind(kind, 'card')} is available"
    if place is not None and (words := _in_special_place(part, place)):
        return words
    few, noun, total = _few(count), agreeing("card", count.most), _total(part)
    ending = total + f", counting {taken}" * part.counting
    if place is not None and (total or _is_anything(cards)):
        return f"{few} {noun} in {phrase(place)}{_together(part)}{ending}"
    if count != ANY or part.counting:
        return f"{few} {which_kind(cards, noun, counted=True)}{_together(part)}{ending}"
    by_name = ast.NAMED not in cards.names and cards == ast.Cards(names=cards.names, place=place)
    if by_name and place and not place.top:
        all_places = place.zones == ("market stack",) and not place.one
        return f'"{cards.names[0]}" in {all_stacks(place) if all_places else phrase(place)}'
    words = which_kind(cards, "card", counted=True)
    return f"there is {'an' if words.startswith('other ') else 'a '}{words}"


def _is_anything(cards: ast.Cards) -> bool:
    """Return whether any cards there are meant."""
    return replace(cards, side=None) == ast.Cards(place=cards.place)


def _in_special_place(part: ast.Has, place: ast.Place) -> str:
    """Return a fact about a place of which facts are said in a way of its own, "" for others."""
    cards, count, few = part.cards, part.count, _few(part.count)
    words = f"{few} {agreeing('card', count.most)}"
    match place:
        case ast.Place(("settled",), upon=upon) if cards == ast.Cards(place=place):
            return f"{words} {phrase(place)}" if upon else f"this card has {words} Settled on it"
        case ast.Place(("done",)) if count != NONE:
            if count == ANY:
                return f"there is a {which_kind(cards, 'card')}"
            return f"{few} {which_kind(cards, agreeing('card', count.most))}"
        case ast.Place(shown=True):
            return f"it is a {which_kind(cards, 'card', placed=False)}"
        case ast.Place(owner="opponent"):
            return f"an opponent has {_opponent_has(part, place)}"
    if part.total and count == ast.Range(0):
        return f"the total {sum_in_words(part.of)} in {phrase(place)} is {phrase(part.total)}"
    if place.did:
        return f"you have {'not ' * (count == NONE)}{_done_this_round(part, place.did, 'a')}"
    if not _is_anything(cards):
        return ""
    if place.top:
        there = {NONE: "no", ANY: "there is a"}.get(count, f"there are {few}")
        noun = "card" if count == ANY else agreeing("card", count.most)
        return f"{there} {noun} on top of {phrase(place)}"
    if place.zones != ("market stack",) or place.one:
        return ""
    if place == ast.Place(("market stack",), "target") and count in (NONE, ANY) and not part.total:
        return f"{'not ' * (count == ANY)}all Market Stacks are empty"
    return f"{words} in {all_stacks(place)}{_total(part)}"


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
    if place.did:
        return _done_this_round(part, place.did, "no")
    total = _total(part)
    nouns = ["play" if z == "in play" else f"their {NOUNS[z]}" for z in place.zones]
    where = f"{'on top of' if place.top else 'in'} {' or '.join(nouns)}{_together(part)}{total}"
    if part.count == ANY and not total:
        return f"a {which_kind(part.cards, 'card', placed=False)} {where}"
    noun = agreeing("card", part.count.most)
    return f"{_few(part.count)} {which_kind(part.cards, noun, placed=False)} {where}"


def _done_this_round(part: ast.Has, verb: ast.Verb, no: str) -> str:
    """Return what was done to matching cards this round, with ``no`` as the word for zero."""
    few = {NONE: no, ANY: "a"}.get(part.count, phrase(part.count))
    noun = "card" if few == "a" else agreeing("card", part.count.most)
    return f"{KEYWORDS[verb].past} {few} {which_kind(part.cards, noun, placed=False)} this round"


def sum_in_words(measure: str) -> str:
    """Return what is summed as it is printed: only Stability is a term of the game."""
    return "Stability" if measure == "stability" else measure

"""Print cards, places and numbers in canonical English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS, third_person

NOUNS: dict[str, str] = {
    "hand": "hand",
    "in play": "play",
    "draw deck": "Draw Deck",
    "discard stack": "Discard Stack",
    "trash stack": "Trash Stack",
    "supply stack": "Supply Stack",
    "market stack": "Market Stack",
}
"""The name of a zone, without a possessive."""
# "Target card" already says whose it is (ruling G-target-play).
_ANYONES = ast.Place(("in play",), "target")
OWNERS: dict[ast.Owner, str] = {
    "your": "your ",
    "target": "Target ",
    "opponent": "an opponent's ",
    "its": "its ",
    "their": "their ",
    "holder": "your ",
    "some": "any player's ",
}
NONE = ast.Range(0, 0)
ANY = ast.Range(1)
_GENERIC = ast.Suit("generic")
THAT_MANY = ast.Per(1, 1, ast.Cards(place=ast.Place(("done",))))
"""As many as have just been moved."""
_PLURALS = {"is": "are", "there is": "there are", "has": "have"}


def agreeing(word: str, number: int | None) -> str:
    """Return a noun or a verb as it stands with a ``number``, ``None`` for any."""
    return word if number == 1 else _PLURALS.get(word, f"{word}s")


Phrase = ast.Range | ast.Suit | ast.Place | ast.Amounts | ast.Extreme | ast.Cards


def phrase(part: Phrase) -> str:
    """Return a phrase in canonical English."""
    match part:
        case ast.Range():
            return _range(part)
        case ast.Suit("named", name):
            return f"Jack o' {name} suit"
        case ast.Suit(whose):
            return "your suit" if whose == "your" else "an opponent's suit"
        case ast.Place():
            return _place(part)
        case ast.Extreme(end, measure):
            return f"{end} {'scoring' if measure == 'score' else measure}"
        case ast.Cards():
            words = _count(part) + which_kind(part, _noun(part))
            up_to_all = part.number == "many" and not (part.extreme or part.ties)
            return words + " as possible" * up_to_all
    return _amount(part)


def _range(part: ast.Range) -> str:
    match part:
        case ast.Range(least, _, True):
            return str(least)
        case ast.Range(least, None):
            return f"{least}+"
        case ast.Range(least, most) if least == most:
            return f"exactly {least}"
        case ast.Range(0, most):
            return f"at most {most}"
    return f"{part.least}-{part.most}"


def _amount(part: ast.Amounts) -> str:
    match part:
        case ast.Per(number):
            return f"{number} {per_in_words(part)}"
        case ast.UntilCard(cards):
            return f"until {phrase(cards)}"
        case ast.AllBut(number):
            return f"all but {number}"
        case ast.UpTo(most):
            return "any number of" if most is None else f"up to {most}"
        case ast.AtLeast(least):
            return f"{least} or more"
        case ast.Until(number):
            return f"until you have {number} {agreeing('card', number)} in your hand"
        case ast.Worth(measure, ast.Cards(1, place=ast.Place(("heard",) | ("done",)))):
            return f"equal to its {measure}"
    return f"equal to the {part.of} of {phrase(part.cards)}"


_NO_ZONES: dict[ast.Zone, str] = {
    "shown": "of them",
    "heard": "where it was put",
    "settled": "Settled on this card",
    "coins": "your coin tokens",
    "players": "the opponents",
}
"""What is said of cards that lie in no zone of the table."""


def _place(part: ast.Place) -> str:
    """Return where cards lie, or what has been done to them."""
    match part:
        case ast.Place(("market stack",), this=True, bottom=bottom):
            return "the bottom of that Stack" if bottom else "that Stack"
        case ast.Place(("market stack" | "stacks",)):
            is_one = part.one or (part.owner == "your" and (part.suit or part.matching))
            any_one = "a " if part.suit or part.matching else "any "
            return stacks_in_words(part, any_one if is_one else OWNERS[part.owner])
        case ast.Place(("done", *is_several)):
            return "of them" if is_several else "moved this way"
        case ast.Place(("round",), did=deed) if deed:
            return f"you have {KEYWORDS[deed].past} this round"
        case ast.Place(("settled",), upon=ast.Cards() as cards):
            on_all = cards == ast.Cards("all")
            return "Settled in front of you" if on_all else f"Settled on {phrase(cards)}"
        case ast.Place((zone,)) if zone in _NO_ZONES:
            return _NO_ZONES[zone]
        case ast.Place(bottom=True):
            return f"the bottom of {_place(replace(part, bottom=False))}"
        case ast.Place(("supply stack",), suit=ast.Suit() as suit):
            return f"the Supply Stack of {phrase(suit)}"
    mixed = part.top and not ast.STACKS.issuperset(part.zones)
    tops = {zone: "the top of " for zone in part.zones if mixed and zone in ast.STACKS}
    play = "" if part.owner == "your" else OWNERS[part.owner]
    whose = {zone: play if zone == "in play" else OWNERS[part.owner] for zone in part.zones}
    if part.owner == "its" and "hand" in whose:
        whose["hand"] = "its owner's "  # a Stack is a card's own, a hand is not
    each = [f"{tops.get(zone, '')}{whose[zone]}{NOUNS[zone]}" for zone in part.zones]
    settled = ""
    if part.settled is not None:
        several = f"{phrase(part.settled)} {agreeing('card', part.settled.most)}"
        number = {NONE: "no cards", ANY: "a card"}.get(part.settled, several)
        settled = f" with {number} Settled on it"
    return " or ".join(each) + settled


def stacks_in_words(place: ast.Place, before: str = "", noun: str = "Market Stack") -> str:
    """Return a Market Stack in words, after the article or possessive ``before``."""
    generic = place.suit == _GENERIC
    empty = place.size == NONE and not (place.matching or generic)
    before = "an " if empty and before == "a " else before
    kind = "empty " * empty + "matching " * place.matching + "generic " * generic
    words = f"{before}{kind}{noun}"
    if place.suit is not None and not generic:
        words += f" of {phrase(place.suit)}"
    words += " with the most cards" if place.most else ""
    words += f" whose top card {such_as(place.topped)}" if place.topped else ""
    if place.size is not None and not empty:
        words += f" with {phrase(place.size)} card{'s' * (place.size != ast.Range(1, 1))}"
    if place.best is not None:
        words += f" with the {phrase(place.best)} top card"
    words += " with the fewest cards" if place.fewest else ""
    return words + (" if several the first" if place.first else "")


def all_stacks(place: ast.Place, each: str = "") -> str:
    """Return several Market Stacks in words, after ``each`` where they are taken one by one."""
    if place.owner == "target" and place.owner_said == "owner":
        return stacks_in_words(place, "Target ")
    whose = "your " if place.owner == "your" and place.suit is None else "the "
    return stacks_in_words(place, each + whose, "Market Stacks")


def such_as(cards: ast.Cards) -> str:
    """Return cards as a predicate: "is a ..."."""
    return f"is a {which_kind(cards, 'card')}"


def per_in_words(part: ast.Per) -> str:
    """Return "per ..." without the number before it."""
    if part.most is not None:
        return f"{per_in_words(replace(part, most=None))}, at most {part.most}"
    if part.place.zones == ("players",):
        return "per opponent"
    if part.place.zones == ("stacks",):
        return f"per {stacks_in_words(part.place)}"
    if part.different:
        kinds = which_kind(part.cards, "cards", counted=True)
        return f"per different {part.different} among {kinds}"
    if part.place.zones == ("coins",):
        unit = agreeing("coin token", part.each) + " you have" * (part.place.owner == "holder")
    else:
        unit = which_kind(part.cards, agreeing("card", part.each), counted=True)
    words = f"per {f'{part.each} ' * (part.each != 1)}{unit}"
    words += f" beyond the first{f' {part.beyond}' * (part.beyond > 1)}" if part.beyond else ""
    return words + (" rounded up" if part.up else "")


def _count(cards: ast.Cards) -> str:
    number = cards.number
    if isinstance(number, ast.Per):
        return "that many " if number == THAT_MANY else f"{number.number} "
    if isinstance(number, ast.AllBut) and cards.extreme:
        return "all but the " + f"{number.count} " * (number.count != 1)
    if isinstance(number, ast.UpTo | ast.AtLeast | ast.AllBut):
        return f"{phrase(number)} "
    if cards.place is not None and cards.place.bottom and isinstance(number, int | None):
        return "the bottom " if number in (None, 1) else f"the bottom {number} "
    if isinstance(number, ast.Until):
        return ""
    if number == "many":
        return "as many of the " if cards.extreme or cards.ties else "as many "
    if number == "all":
        return "all "
    if _from_top(cards):
        return "the top " if number in (None, 1) else f"the top {number} "
    if number == "some":
        return "the " * bool(cards.extreme)
    if number is None and cards.extreme and not cards.whose:
        return "the "
    if number is None:
        return "" if cards.whose or cards.names else "an" if cards.other else "a "
    return "" if cards.whose and number == 1 else f"{number} "


def _from_top(cards: ast.Cards) -> bool:
    has_amount = isinstance(cards.number, ast.Per | ast.UpTo | ast.AtLeast | ast.Until)
    is_kind = replace(cards, number=None, place=None) != ast.Cards()
    return _on_stack(cards.place) and not (is_kind or has_amount or cards.number == "all")


def _on_stack(place: ast.Place | None) -> bool:
    """Return whether a place is the top of Stacks or Decks only."""
    return place is not None and place.top and ast.STACKS.issuperset(place.zones)


def _noun(cards: ast.Cards) -> str:
    number: object = cards.number
    match number:
        case ast.Per() if number == THAT_MANY:
            return "cards"
        case ast.Per(each) | ast.UpTo(each) | ast.AllBut(each):
            number = each or 0
    return "card" if number in (None, 1) else "cards"


def which_kind(cards: ast.Cards, noun: str, *, placed: bool = True, counted: bool = False) -> str:
    """Return a phrase without its count: which cards, and where."""
    if isinstance(cards.number, ast.AllBut):
        cards = cards.from_other_end()  # those that are left
    words = [*_before_noun(cards), noun, *_measures(cards)]
    if isinstance(cards.number, ast.Per) and cards.number != THAT_MANY:
        words.append(per_in_words(cards.number) + "," * (cards.number.most is not None))
    if placed and cards.place is not None:
        words.append(_where(cards, cards.place, counted))
    if cards.but_not:
        words.append(f"that {'are' if noun == 'cards' else 'is'} not {_either(cards.but_not)}")
    if cards.available:
        words.append("available")
    if cards.does:
        verb = doing(cards.does, "each player")
        words.append(f"that {verb} {'coin tokens' if cards.does == 'gain' else 'cards'}")
    return " ".join(words) + _ties(cards)


def _before_noun(cards: ast.Cards) -> list[str]:
    """Return what stands before the noun: whose and which cards they are."""
    names = [name for name in cards.names if name != ast.NAMED]
    words = {
        "an opponent's": cards.whose,
        "Target": cards.targeted,
        "other": cards.other,
        "random": cards.random,
        phrase(cards.extreme) if cards.extreme else "": cards.extreme,
        "starter": cards.starter,
        "non-starter": cards.starter is False,
        "non-scoring": cards.score == NONE and _is_scoring(cards),
        "scoring": cards.score == ANY and _is_scoring(cards),
        "generic": cards.suit == _GENERIC,
        "named": ast.NAMED in cards.names,
        _either(names): names,
    }
    return [word for word, applies in words.items() if applies]


def _is_scoring(cards: ast.Cards) -> bool:
    """Return whether the score is said as "scoring" or "non-scoring"."""
    best = cards.extreme is not None and cards.extreme.of == "score"
    return cards.score in (ANY, NONE) and not best


def _either(names: Sequence[str]) -> str:
    return " or ".join(f'"{name}"' for name in names)


def _measures(cards: ast.Cards) -> Iterator[str]:
    """Yield the suit, score, cost and Stability, as they follow the noun."""
    suit, score = cards.suit, None if _is_scoring(cards) else cards.score
    if suit == replace(_GENERIC, other=True):
        yield "other than a generic card"
    elif suit is not None and suit != _GENERIC:
        yield f"{'not ' * suit.other}of {phrase(suit)}"
    for label, amount in (("score", score), ("cost", cards.cost), ("stability", cards.stability)):
        if amount is not None:
            yield f"with {label} {phrase(amount)}"
    if cards.beside:
        yield f"costing {_beside(cards.beside)} than it"
    if cards.side:
        yield of_side(cards.side)


def _where(cards: ast.Cards, place: ast.Place, counted: bool) -> str:
    """Return where cards lie, after what they are."""
    if place.zones[0] in _OF_ITSELF:
        return phrase(place)
    if place.bottom and isinstance(cards.number, int | None):
        return f"of {phrase(replace(place, bottom=False))}"
    stacks = place.zones == ("market stack",)
    if stacks and place.top and cards.number == "all":
        if place.owner == "target" and place.suit is None:
            return f"on top of {stacks_in_words(place, 'Target ')}"
        is_own = place.owner == "your" and place.suit is None
        return f"on top of {all_stacks(place, '' if is_own else 'each of ')}"
    place_in_words = "play" if cards.targeted and place == _ANYONES else phrase(place)
    if stacks and counted and not place.one:
        place_in_words = all_stacks(place)
    place_in_words += " in front of you" * (cards.targeted and place == ast.Place(("in play",)))
    preposition = "in"
    if isinstance(cards.number, ast.Per | ast.UpTo) and not counted:
        preposition = "from"
    elif _on_stack(place):
        preposition = "of" if _from_top(cards) and not counted else "on top of"
    return f"{preposition} {place_in_words}"


def _beside(cost: ast.Range) -> str:
    if cost.most is not None and cost.most < ast.EVEN:
        return "less"
    if cost == ast.Range(ast.EVEN + 1):
        return "more"
    most = None if cost.most is None else cost.most - ast.EVEN
    return f"{phrase(ast.Range(max(0, cost.least - ast.EVEN), most))} more"


def one_after_another(ties: ast.Ties) -> str:
    """Return the tie-breakers, first one first."""
    return ", then the ".join(tie if isinstance(tie, str) else phrase(tie) for tie in ties)


def _ties(cards: ast.Cards) -> str:
    """Return the tie-breakers as they end a phrase."""
    ties = cards.ties
    if not ties:
        return ""
    words = one_after_another(ties)
    if cards.number == "many" and len(ties) == 1 and cards.extreme is None:
        return f", {words} first,"
    if cards.extreme is None:
        return f" if several the {words}"
    return f" if tied the {words}" if ties[0] == "first" else f" breaking ties by {words}"


_OF_ITSELF: tuple[ast.Zone, ...] = ("done", "settled", "shown", "round")
"""Zones that need no preposition."""


def item(cards: ast.Cards) -> str:
    """Return cards as an item of a list: a bare name needs no noun."""
    is_name = len(cards.names) == 1 and cards == ast.Cards(names=cards.names)
    return f'"{cards.names[0]}"' if is_name else phrase(cards)


def of_side(side: str) -> str:
    """Return which end of a card counts."""
    return "by the higher end" if side == "higher" else f"{side} the Turn"


def doing(verb: ast.TriggerKind | ast.TokenVerb, who: ast.Who) -> str:
    """Return the keyword with a capital, in the third person unless ``who`` is "you"."""
    return (verb if who == "you" else third_person(verb)).capitalize()

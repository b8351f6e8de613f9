"""Print instructions in canonical English, as done by you or by other players."""

from __future__ import annotations

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.phrase_english import (
    THAT_MANY,
    agreeing,
    all_stacks,
    doing,
    per_in_words,
    phrase,
)
from moonflight_solo.wording.walk import T, each_changed

WHO: dict[ast.Who, str] = {
    "you": "",
    "target player": "Target player ",
    "target opponent": "Target opponent ",
    "each player": "each player ",
    "each opponent": "each opponent ",
    "opponent": "an opponent ",
    "they": "",
}
"""The subject of an instruction, before its verb."""
LASTING_FOR: dict[ast.Who, str] = {
    "each opponent": " for opponents",
    "each player": " for all players",
}
"""Whom a lasting change is for, after it."""


def deed_in_words(part: ast.Deed | ast.Limit | ast.Protection | ast.FreeFirstShop) -> str:
    """Return an instruction, or a lasting effect, in canonical English."""
    match part:
        case ast.Limit(name, change, sets=True):
            return f"Your {name} limit is {change}"
        case ast.Limit(name, change):
            rate = f" {per_in_words(part.per)}" if part.per else LASTING_FOR.get(part.who, "")
            return f"{name.capitalize()} limit {change:+d}{rate}"
        case ast.FreeFirstShop():
            return "Your first Shop each round may be of an opponent's suit"
        case ast.ExtraAct():
            return "Take another Act"
        case ast.NameCard():
            return "Name a card"
        case ast.Protection(verbs):
            return f"Other effects cannot {' or '.join(map(str.capitalize, verbs))} this card"
        case ast.ThisCard(verb, to, who):
            words = f"{WHO[who]}{doing(verb, who)} this card"
            return words + (f" to {phrase(to)}" if to else "")
        case ast.Reveal():
            return _reveal(part)
        case ast.Give(amount, "you", to):
            return f"Give {tokens_in_words(amount, 'you')} to {WHO[to].rstrip()}"
        case ast.Give(amount, who):
            return f"{WHO[who]}gives you {tokens_in_words(amount, who)}"
        case ast.Shuffle(ast.Place(("draw deck",))):
            return "Shuffle your Draw Deck"
        case ast.Shuffle(place):
            return f"Shuffle {phrase(place)} into your Draw Deck"
        case ast.Swap(first, second):
            return f"Swap {phrase(first)} with {phrase(second)}"
        case ast.Gain(amount, who):
            return f"{WHO[who]}{doing(part.verb, who)} {tokens_in_words(amount, who)}"
    own_part = part if part.who == "you" else as_theirs(part)
    return f"{WHO[part.who]}{doing(part.verb, part.who)} {_move(own_part)}"


def _reveal(part: ast.Reveal) -> str:
    cards = part.cards if part.who == "you" else as_theirs(part.cards)
    if isinstance(cards.number, ast.UntilCard):
        return f"Reveal cards from your Draw Deck until you Reveal {phrase(cards.number.cards)}"
    third = "" if part.who == "you" else "s"
    verb = f"Reveal{third}" if part.to == "all" else f"Look{third} at"
    subject = cards.place if cards.number == "all" and cards.place else cards
    return f"{WHO[part.who]}{verb} {phrase(subject)}"


def tokens_in_words(amount: int | ast.Amounts, who: ast.Who) -> str:
    """Return a number of coin tokens, as said of what ``who`` gains, loses or gives."""
    if isinstance(amount, ast.UpTo):
        return f"{phrase(amount)} {agreeing('coin token', amount.most)}"
    if isinstance(amount, ast.Until):
        return f"coin tokens until you have {amount.count} {agreeing('coin token', amount.count)}"
    their: ast.Amounts | int = amount if who == "you" else as_theirs(amount)
    if isinstance(their, ast.Worth):
        return f"coin tokens {phrase(their)}"
    if their == THAT_MANY:
        return "that many coin tokens"
    if who != "you" and isinstance(amount, ast.Per) and amount.place == ast.Place(("coins",)):
        part = "all" if amount.each == 1 else "half"
        return f"{part} their coin tokens" + ", rounded up" * amount.up
    number = amount.number if isinstance(amount, ast.Per) else amount
    assert isinstance(number, int)
    words = f"{number} {agreeing('coin token', number)}"
    return f"{words} {per_in_words(their)}" if isinstance(their, ast.Per) else words


_NOTWHOLE: tuple[ast.Zone, ...] = ("market stack", "in play", "settled", "done", "shown")
"""Zones that are never said to be moved as a whole."""


def _move(part: ast.Instruct) -> str:
    """Return which cards an instruction moves, and where to."""
    cards, place, to = part.cards, part.cards.place, part.destination
    is_all = cards == ast.Cards("all", place=place) and place is not None and len(place.zones) == 1
    bare = to is None and part.onto is None
    if is_all and place and bare and place.zones[0] not in _NOTWHOLE:
        return phrase(place)
    if place is not None and place.zones in ((), ("heard",)):
        goal: ast.Place | ast.Cards | None = to or part.onto
        return f"it to {phrase(goal)}" if goal else "it"
    match cards.number:
        case ast.Until(count):
            you, your = ("you", "your") if part.who == "you" else ("they", "their")
            if count is None:
                return f"{'up' if part.verb == 'draw' else 'down'} to {your} hand limit"
            return f"until {you} have {count} {agreeing('card', count)} in {your} hand"
        case ast.UntilCard(sought) if place is not None:
            verb = part.verb.capitalize()
            return f"cards from {phrase(place)} until you {verb} {phrase(sought)}"
        case ast.Worth() as worth:
            return f"cards {phrase(worth)}"
    if to is not None and part.verb == "deal" and cards.number == "all":
        return f"1 to {all_stacks(to, 'each of ')}"
    rest = cards == ast.Cards("all", place=ast.Place(("shown",)))
    words = "the rest" if rest else phrase(cards)
    if to is not None:
        # A card's own Stack is the only place where "the top of" needs saying.
        to_its_top = place is not None and not place.top and to == replace(place, top=True)
        words += f" to {'the top of ' if to_its_top else ''}{phrase(to)}"
    if part.onto is None:
        return words
    on_this_card = part.onto.place is not None and part.onto.place.this
    return f"{words} to {'this card' if on_this_card else phrase(part.onto)}"


def as_theirs(part: T) -> T:
    """Return part of a meaning with "your" places turned to "their", for another player's deed."""

    def their(place: ast.Place) -> ast.Place:
        is_own = place.owner == "your" and place.suit is None
        return replace(place, owner="their") if is_own else place

    return each_changed(part, ast.Place, their)

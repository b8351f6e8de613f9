"""A settled reading said back in canonical English, which reads to the same meaning."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from moonflight_solo.wording import ast

_NOUNS: dict[ast.Zone, str] = {
    "hand": "hand",
    "in play": "play",
    "draw deck": "Draw Deck",
    "discard stack": "Discard Stack",
    "trash stack": "Trash Stack",
    "supply stack": "Supply Stack",
    "market stack": "Market Stack",
}
# Whose it is, is said by "Target card" already (ruling G-target-play).
_ANYONES = ast.Place(("in play",), "target")
_OWNERS: dict[ast.Owner, str] = {
    "your": "your ",
    "target": "Target ",
    "opponent": "an opponent's ",
    "its": "its ",
}
_WHO: dict[ast.Who, str] = {
    "you": "",
    "target player": "Target player ",
    "each player": "each player ",
    "each opponent": "each opponent ",
    "opponent": "an opponent ",
}


def english(meaning: ast.Meaning) -> str:
    """Return ``meaning`` as one sentence or more of canonical English."""
    if isinstance(meaning, ast.Line):
        condition = f"If {say(meaning.condition)}, " if meaning.condition else ""
        act = say(meaning.act)
        return condition + (act if condition else act[0].upper() + act[1:])
    return ". ".join(_sentence(effect) for effect in meaning.effects)


def _sentence(effect: ast.Effect) -> str:
    words = say(effect)
    return words[0].upper() + words[1:]


@singledispatch
def say(part: object) -> str:
    """Return one part of a meaning in canonical English."""
    raise TypeError(f"no words for {type(part).__name__}")


def _effects(effects: tuple[ast.Effect, ...]) -> str:
    return " and ".join(say(effect) for effect in effects)


# ------------------------------------------------------------------------ small words


@say.register
def _(part: ast.Range) -> str:
    if part.bare:
        return str(part.least)
    if part.most is None:
        return f"{part.least}+"
    if part.least == part.most:
        return f"exactly {part.least}"
    if part.least == 0:
        return f"at most {part.most}"
    return f"{part.least}-{part.most}"


@say.register
def _(part: ast.Suit) -> str:
    if part.whose == "named":
        return f"Jack o' {part.name} suit"
    return "your suit" if part.whose == "your" else "an opponent's suit"


@say.register
def _(part: ast.Place) -> str:
    if part.zones == ("market stack",):
        return _stacks(part)
    nouns = [f"{_owner(part, zone)}{_NOUNS[zone]}" for zone in part.zones]
    return " or ".join(nouns)


def _owner(place: ast.Place, zone: ast.Zone) -> str:
    if zone == "in play" and place.owner == "your":
        return ""
    return _OWNERS[place.owner]


def _stacks(place: ast.Place, owner: str | None = None) -> str:
    words = _OWNERS[place.owner] if owner is None else owner
    words += "matching Market Stack" if place.matching else "Market Stack"
    if place.suit is not None:
        words += f" of {say(place.suit)}"
    return words + (" with the fewest cards" if place.fewest else "")


@say.register
def _(part: ast.Per) -> str:
    return f"{part.number} {_per(part)}"


def _per(part: ast.Per) -> str:
    cards = "card" if part.each == 1 else f"{part.each} cards"
    return f"per {cards} in {say(part.place)}"


@say.register
def _(part: ast.Extreme) -> str:
    return f"{part.end} {'cost' if part.of == 'cost' else 'scoring'}"


def _count(cards: ast.Cards) -> str:
    number = cards.number
    if isinstance(number, ast.Per):
        return f"{number.number} "
    if number == "many":
        return "as many of the "
    if number == "all":
        return "all "
    if _from_top(cards):
        return "the top " if number in (None, 1) else f"the top {number} "
    if number == "some":
        return "the " if cards.extreme else ""
    if cards.whose and number == 1:
        return ""
    if number is None:
        if cards.extreme and not cards.whose:
            return "the "
        return "" if cards.whose or cards.names else "a "
    return f"{number} "


@say.register
def _(part: ast.Cards) -> str:
    return _count(part) + _described(part, _plural(part))


def _from_top(cards: ast.Cards) -> bool:
    place = cards.place
    counted = isinstance(cards.number, ast.Per) or cards.number == "all"
    stacked = place is not None and {"hand", "in play"}.isdisjoint(place.zones)
    return bool(place and place.top and stacked and not cards.extreme and not counted)


def _plural(cards: ast.Cards) -> str:
    number = cards.number.number if isinstance(cards.number, ast.Per) else cards.number
    if number is None or number == 1:
        return "card"
    return "cards"


def _described(cards: ast.Cards, noun: str, *, placed: bool = True, existing: bool = False) -> str:
    """Return the phrase without its count: what kind of cards, and where."""
    scoring = cards.score == ast.Range(1)
    words = [
        *(["an opponent's"] if cards.whose else []),
        *(["Target"] if cards.targeted else []),
        *([say(cards.extreme)] if cards.extreme else []),
        *(["starter"] if cards.starter else []),
        *(["scoring"] if scoring and not cards.extreme else []),
        *(f'"{name}"' for name in cards.names),
        noun,
    ]
    if cards.suit is not None:
        words.append(f"of {say(cards.suit)}")
    if cards.score is not None and (not scoring or cards.extreme):
        words.append(f"with score {say(cards.score)}")
    for label, amount in (("cost", cards.cost), ("stability", cards.stability)):
        if amount is not None:
            words.append(f"with {label} {say(amount)}")
    if isinstance(cards.number, ast.Per):
        words.append(_per(cards.number))
    if placed and cards.place is not None:
        at = "play" if cards.targeted and cards.place == _ANYONES else say(cards.place)
        words.append(f"{_at(cards, existing)} {at}")
    words.extend(f'that is not "{name}"' for name in cards.but_not)
    if cards.available:
        words.append("available")
    return " ".join(words)


def _at(cards: ast.Cards, existing: bool) -> str:
    if isinstance(cards.number, ast.Per):
        return "from"
    place = cards.place
    if place is None or not place.top or not {"hand", "in play"}.isdisjoint(place.zones):
        return "in"
    return "of" if _from_top(cards) and not existing else "on top of"


# ------------------------------------------------------------------------- conditions


@say.register
def _(part: ast.Has) -> str:
    anything = part.cards == ast.Cards(place=part.cards.place)
    if part.cards.place and part.cards.place.owner == "opponent":
        return _opponent_has(part, part.cards.place)
    if anything and part.cards.place and part.cards.place.top:
        return _on_top(part.count, part.cards.place)
    if part.total is not None or anything:
        total = f" with total score {say(part.total)}" if part.total else ""
        noun = "card" if part.count.least == part.count.most == 1 else "cards"
        return f"{say(part.count)} {noun} in {say(part.cards.place)}{total}"
    if part.count == ast.Range(0, 0):
        return f"no {_described(part.cards, 'cards', existing=True)}"
    named = ast.Cards(names=part.cards.names, place=part.cards.place)
    place = part.cards.place
    if part.count == ast.Range(1) and part.cards == named and place and not place.top:
        return f'"{part.cards.names[0]}" in {say(place)}'
    if part.count == ast.Range(1):
        return f"there is a {_described(part.cards, 'card', existing=True)}"
    return f"{say(part.count)} {_described(part.cards, 'cards', existing=True)}"


def _on_top(count: ast.Range, place: ast.Place) -> str:
    if count == ast.Range(0, 0):
        return f"no cards on top of {say(place)}"
    if count == ast.Range(1):
        return f"there is a card on top of {say(place)}"
    return f"there are {say(count)} cards on top of {say(place)}"


def _opponent_has(part: ast.Has, place: ast.Place) -> str:
    nouns = ["play" if z == "in play" else f"their {_NOUNS[z]}" for z in place.zones]
    at = f"{'on top of' if place.top else 'in'} {' or '.join(nouns)}"
    total = f" with total score {say(part.total)}" if part.total else ""
    what = _described(part.cards, "cards", placed=False)
    if part.count == ast.Range(0, 0):
        return f"an opponent has no {what} {at}{total}"
    if part.count == ast.Range(1) and not total:
        return f"an opponent has a {_described(part.cards, 'card', placed=False)} {at}"
    return f"an opponent has {say(part.count)} {what} {at}{total}"


@say.register
def _(part: ast.Coins) -> str:
    return f"controlling {say(part.count)} coin tokens"


@say.register
def _(part: ast.EmptyStacks) -> str:
    if part.count == ast.Range(0, 0):
        return f"no {_stacks(part.stacks, '')} is empty"
    if part.count != ast.Range(1):
        stacks = _stacks(part.stacks, "").replace("Market Stack", "Market Stacks", 1)
        return f"{say(part.count)} {stacks} are empty"
    return f"a {_stacks(part.stacks, '')} is empty"


@say.register
def _(part: ast.Played) -> str:
    return f'"{part.name}" played'


@say.register
def _(part: ast.All) -> str:
    return " and ".join(_grouped(p) for p in part.parts)


@say.register
def _(part: ast.Either) -> str:
    return " or ".join(_grouped(p) for p in part.parts)


def _grouped(part: ast.Condition) -> str:
    return f"({say(part)})" if isinstance(part, ast.All | ast.Either) else say(part)


# ---------------------------------------------------------------------------- effects


@say.register
def _(part: ast.Instruct) -> str:
    cards = part.cards
    place = cards.place
    who = _WHO[part.who]
    verb = f"{who}{_does(part.verb, part.who)}"
    whole = cards == ast.Cards("all", place=place) and place and len(place.zones) == 1
    listed = place is not None and place.zones in (("market stack",), ("in play",))
    if whole and place and part.destination is None and not listed:
        return _of_doer(f"{verb} {say(place)}", part.who)
    words = f"{verb} {say(cards)}"
    if part.destination is not None:
        top = "the top of " if part.destination == _topped(place) else ""
        words += f" to {top}{say(part.destination)}"
    if part.onto is not None:
        words += f" to {say(part.onto)}"
    return _of_doer(words, part.who)


def _of_doer(words: str, who: ast.Who) -> str:
    """Return words about what is one's own as they are said of another who does it."""
    return words if who == "you" else words.replace("your ", "their ")


def _does(verb: ast.Verb, who: ast.Who) -> str:
    """Return the keyword as it is said of one's own doing or of another's."""
    if who == "you":
        return verb.capitalize()
    return verb.capitalize() + ("es" if verb.endswith("sh") else "s")


def _topped(place: ast.Place | None) -> ast.Place | None:
    """Return the top of the Stack a card is taken from, the one case where saying so helps."""
    return replace(place, top=True) if place is not None and not place.top else None


@say.register
def _(part: ast.ThisCard) -> str:
    words = f"{_WHO[part.who]}{_does(part.verb, part.who)} this card"
    return words + (f" to {say(part.destination)}" if part.destination else "")


@say.register
def _(part: ast.Gain) -> str:
    who = _WHO[part.who]
    gain = "Gain" if part.who == "you" else "Gains"
    if isinstance(part.amount, int):
        return f"{who}{gain} {part.amount} {_coins(part.amount)}"
    per = part.amount
    return f"{who}{gain} {per.number} {_coins(per.number)} {_of_doer(_per(per), part.who)}"


def _coins(number: int) -> str:
    return "coin token" if number == 1 else "coin tokens"


@say.register
def _(part: ast.Limit) -> str:
    return f"{part.of.capitalize()} limit {part.change:+d}"


@say.register
def _(part: ast.Spend) -> str:
    cost = [
        *([f"{part.coins} {_coins(part.coins)}"] if part.coins else []),
        *([f"{part.cards} card{'s' if part.cards > 1 else ''}"] if part.cards else []),
    ]
    return f"Spend {' and '.join(cost)} to {_effects(part.effects)}"


@say.register
def _(part: ast.When) -> str:
    who = _WHO[part.who] or "you "
    verb = _does(part.verb, part.who)
    return f"When {who}{verb} {say(part.cards)} then {_effects(part.effects)}"


@say.register
def _(part: ast.Cannot) -> str:
    verbs = " or ".join(verb.capitalize() for verb in part.verbs)
    return f"Other effects cannot {verbs} this card"


@say.register
def _(part: ast.If) -> str:
    words = f"If {say(part.condition)}, {_effects(part.effects)}"
    return words + (f", if not, {_effects(part.otherwise)}" if part.otherwise else "")


# ------------------------------------------------------------------------------- acts


@say.register
def _(part: ast.FirstOf) -> str:
    return "/".join(_listed(cards) for cards in part.options)


def _listed(cards: ast.Cards) -> str:
    if cards == ast.Cards(names=cards.names) and len(cards.names) == 1:
        return f'"{cards.names[0]}"'
    return say(cards)


@say.register
def _(part: ast.Cases) -> str:
    return " ".join(f"- If {say(when)} - {say(cards)}." for when, cards in part.cases)


@say.register
def _(part: ast.PlayAct) -> str:
    target = f" targeting {say(part.target)}" if part.target else ""
    return f"play {say(part.cards)}{target}"


@say.register
def _(part: ast.SpendAct) -> str:
    payment = f"{part.coins} {_coins(part.coins)}" if part.cards is None else say(part.cards)
    purpose = f" to {say(part.purpose)}" if part.purpose else ""
    using = f' using "{part.user}"' if part.user else ""
    if part.of_character:
        using = " using your character ability"
    return f"spend {payment}{purpose}{using}"


@say.register
def _(part: ast.ShopAct) -> str:
    if part.stacks is not None:
        return f"shop to Purchase from {_stacks(part.stacks, 'the ')}"
    return f"shop to Purchase {say(part.cards)}"


@say.register
def _(part: ast.BuildAct) -> str:
    many = " as possible" if part.onto.number == "many" else ""
    return f"build to Set {_listed(part.cards)} to {_listed(part.onto)}{many}"


@say.register
def _(_part: ast.PassAct) -> str:
    return "pass"


@say.register
def _(part: ast.Retain) -> str:
    return f"retain {say(part.cards)}"


@say.register
def _(part: ast.ResetMove) -> str:
    return f"move {say(part.cards)} to {say(part.destination)}"

"""The printed notation of acts and answers, as typed, shown, recorded and tested.

``play CARD``, ``spend CARD with CARD IN PLAY``, ``spend 1 coin token with CARD IN PLAY``, ``shop
CARD, CARD``, ``build CARD on CARD IN PLAY``, ``pass``. ``#2`` is the second of several alike in
reading order (ruling A-tie): of cards in play the second played, of Market Stacks the second that
shows the card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from moonflight_solo.errors import MoonflightError, with_capital
from moonflight_solo.numbers import counting_number, plural
from moonflight_solo.rules.acts import PASS, Build, Play, Shop, Spend
from moonflight_solo.rules.catalogue import QUOTATION, plain
from moonflight_solo.rules.state import Act, Card, CardInPlay, MarketStack, Question, Seat, Table

T = TypeVar("T")

MOST_OFFERED: Final = 6
"""So many names are told of what there is to choose from."""


class NotationError(MoonflightError):
    """Typed words that are not an act or answer here; says why, and what would be one."""


_ORDINALS: Final = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
Copy = Callable[[str, int], str]
"""Names one of several cards called the same, counted from 2."""


class ActWords(NamedTuple):
    """An act in words, as in "spend CARD with CARD"; the last two may be ""."""

    verb: str
    what: str = ""
    link: str = ""
    used: str = ""

    @property
    def using(self) -> str:
        """The card in play, with its "with" or "on"."""
        return f"{self.link} {self.used}".strip()

    def __str__(self) -> str:
        return " ".join(filter(None, self))


def in_notation(name: str, copy: int) -> str:
    """Name a copy as in notation: ``CARD #2``."""
    return f"{name} #{copy}"


def in_prose(name: str, copy: int) -> str:
    """Name a copy as one says it: "the second CARD"."""
    return f"the {_ORDINALS[copy - 2]} {name}"


def notation(act: Act, table: Table, seat: Seat) -> str:
    """Return ``act`` in notation; :func:`parse_act` parses it to the same act."""
    return str(act_words(act, seat))


def act_words(act: Act, seat: Seat, copy: Copy = in_notation) -> ActWords:
    """Return ``act`` in words; :func:`notation` is these with blanks between."""
    if isinstance(act, Play):
        return ActWords("play", _hand_name(act.card, seat, copy))
    if isinstance(act, Spend):
        coins = act.ability.coins
        payment = [plural(coins, "coin token")] * bool(coins)
        payment += [_hand_name(card, seat, copy) for card in act.cards]
        return ActWords("spend", ", ".join(payment), "with", _in_play_name(act.place, seat, copy))
    if isinstance(act, Shop):
        return ActWords("shop", ", ".join(stack_names(act.stacks(seat), seat, copy)))
    if isinstance(act, Build):
        *pairs, (last, card_below) = (
            (_hand_name(card, seat, copy), _in_play_name(place, seat, copy))
            for card, place in act.pairs
        )
        return ActWords("build", ", ".join([*map(" on ".join, pairs), last]), "on", card_below)
    return ActWords("pass")


def _hand_name(card: Card, seat: Seat, copy: Copy) -> str:
    """Return the name of a card in hand, numbered if another end of that name is held too."""
    namesakes = [other for other in dict.fromkeys(seat.hand) if other.name == card.name]
    return copy(card.name, namesakes.index(card) + 1) if card in namesakes[1:] else card.name


def _in_play_name(place: int, seat: Seat, copy: Copy) -> str:
    """Return the name of a card in play, numbered if it is not the first of its name."""
    placed = seat.card_at(place)
    assert placed is not None
    namesakes = [p for p in seat.in_play if p.card.name == placed.card.name]
    number = namesakes.index(placed) + 1 if placed in namesakes else 1
    return copy(placed.card.name, number) if number > 1 else placed.card.name


def stack_names(stacks: Sequence[MarketStack], seat: Seat, copy: Copy = in_notation) -> list[str]:
    """Return the names of the cards bought one after another from Market Stacks."""
    names: list[str] = []
    sales: dict[int, int] = {}
    for stack in stacks:
        card = _top_card(stack, sales)
        tops = ((s, _top_card(s, sales)) for s in seat.stacks)
        showing = [s for s, top in tops if card and top and top.name == card.name]
        number = showing.index(stack) + 1 if stack in showing else 1
        name = card.name if card else "?"
        names.append(copy(name, number) if number > 1 else name)
        sales[id(stack)] = sales.get(id(stack), 0) + 1
    return names


def _top_card(stack: MarketStack, sales: dict[int, int]) -> Card | None:
    below = sales.get(id(stack), 0) + 1
    return stack.cards[-below] if below <= len(stack.cards) else None


def labels(question: Question, table: Table, seat: Seat) -> list[str]:
    """Return a unique name for each of the question's items."""
    names = [_label(question, index, table, seat) for index in range(len(question.items))]
    numbers: dict[str, int] = {}
    unique: list[str] = []
    for name in names:
        numbers[name] = numbers.get(name, 0) + 1
        unique.append(f"{name} #{numbers[name]}" if numbers[name] > 1 else name)
    return unique


def _label(question: Question, index: int, table: Table, seat: Seat) -> str:
    """Return an item of a question in words; a card of a face-down pile only by where it lies."""
    item, card = question.items[index], question.cards[index]
    owner = question.owners[index] if question.owners else seat.number
    if question.ask in ("token", "way"):
        return str(item)
    if question.ask == "player":
        return table.title(owner)
    if question.ask == "cover":
        return f"{item[0].name} on {stack_title(item[1], table)}"
    if isinstance(item, MarketStack):
        title = stack_title(item, table)
        return card.name if card and question.ask not in ("deal", "to") else title
    # The top card of a face-down pile has no name until it is taken.
    name = card.name if card else f"the top of {question.zones[index].title()}"
    return name if owner == seat.number else f"{name} of {table.title(owner)}"


def answer_notation(indexes: Sequence[int], question: Question, names: Sequence[str]) -> str:
    """Return a choice in notation; :func:`parse_answer` parses it to the same choice.

    Uses the labels in ``names`` or, if these would be misread, numbers from 1.
    """
    words = ", ".join(names[index] for index in indexes) or "none"
    with suppress(NotationError):
        if parse_answer(words, question, names) == list(indexes):
            return words
    return ", ".join(str(index + 1) for index in indexes)


def stack_title(stack: MarketStack, table: Table) -> str:
    """Return the name of a Market Stack: its card's if generic, else its owner and number."""
    if stack.owner is None:
        return f"{stack.name} stack"
    return f"{table.title(stack.owner)} stack {table.seats[stack.owner].market.index(stack) + 1}"


def parse_act(words: str, table: Table, seat: Seat) -> Act:
    """Parse an act; names may be abbreviated while they stay unique.

    The act is well-formed but may be illegal now. Raises :class:`NotationError` with the reason and
    what would work.
    """
    verb, _, rest = _plain(words).partition(" ")
    verbs = [each for each in _ACTS if verb and each.startswith(verb.casefold())]
    if verb.casefold() in verbs:
        verbs = [verb.casefold()]
    if len(verbs) != 1:
        acts = "play, spend, shop, build or pass"
        problem = f'"{verb}" could be {" or ".join(verbs)}' if verbs else f'"{verb}" is not an act'
        raise NotationError(f"{problem}; the acts are {acts}.")
    return _ACTS[verbs[0]](rest.strip(), seat)


def _plain(words: str) -> str:
    """Return typed words with single spaces, and names without quotation marks."""
    return " ".join(words.translate(QUOTATION).split())


def _parse_pass(rest: str, seat: Seat) -> Act:
    if rest:
        raise NotationError('"pass" takes nothing after it.')
    return PASS


def _parse_play(rest: str, seat: Seat) -> Act:
    if not rest:
        raise NotationError("play what? Name a card in your hand.")
    return Play(_hand_card(rest, seat))


def _hand_card(name: str, seat: Seat) -> Card:
    return _one(name, seat.hand, lambda card: card.name, "in your hand")


def _parse_shop(rest: str, seat: Seat) -> Act:
    """Parse the cards to Purchase, each on top once those named before it are gone."""
    sales: dict[int, int] = {}
    places: list[int] = []
    for name in _list_items(rest, "shop for what? Name the top card of a Market Stack"):
        tops = [(s, card) for s in seat.stacks if (card := _top_card(s, sales)) is not None]
        stack, _ = _one(name, tops, lambda top: top[1].name, "on top of a Market Stack")
        places.append(seat.stacks.index(stack))
        sales[id(stack)] = sales.get(id(stack), 0) + 1
    return Shop(tuple(places))


def parse_build(
    rest: str,
    seat: Seat,
    in_hand: Mapping[str, Card] = MappingProxyType({}),
    below: Mapping[str, CardInPlay] = MappingProxyType({}),
) -> Build:
    """Parse what to Set on what: names, or the numbers of cards ``in_hand`` and of those ``below``.

    What a card goes on may be left out if there is only one to Build on, or if it goes on the same
    as the next. Raises :class:`NotationError` with the remedy for anything else.
    """
    remedy = 'type "build CARD on CARD IN PLAY"'

    def pair(name_of_card: str, right: str) -> tuple[Card, int]:
        card = in_hand.get(name_of_card) or _hand_card(name_of_card, seat)
        in_play = "in play in front of you"
        placed = below.get(right) or _one(
            right, seat.in_play, lambda placed: placed.card.name, in_play
        )
        return card, seat.place_of(placed)

    place = seat.place_of(next(iter(below.values()))) if len(below) == 1 else None
    pairs: list[tuple[Card, int]] = []
    for part in reversed(_list_items(rest, f"build what? Type{remedy.removeprefix('type')}")):
        if place is None or re.search(r"\son\s", part, re.IGNORECASE):
            card, place = _build_of_two(part, "on", pair, remedy)
        else:
            card = in_hand.get(part) or _hand_card(part, seat)
        pairs.append((card, place))
    return Build(tuple(reversed(pairs)))


def _parse_spend(rest: str, seat: Seat) -> Act:
    if not rest:
        raise NotationError('spend what? Type "spend CARD with CARD IN PLAY".')
    remedy = 'type "spend CARD with CARD IN PLAY", or "spend 1 coin token with CARD"'
    return _build_of_two(rest, "with", lambda payment, user: _spend(payment, user, seat), remedy)


def _spend(payment: str, user: str, seat: Seat) -> Spend:
    """Parse a Spend, by what is paid; of two abilities for that, the one that takes these cards."""
    users = list(seat.abilities())
    if not users:
        raise NotationError("none of your cards has a Spend ability now.")
    if plain(user) in ("character", "ability"):
        users = [p for p in users if p is seat.character]
        user = seat.character.card.name
    placed = _one(user, users, lambda p: p.card.name, "among the cards with a Spend ability")
    coins, names = 0, []
    for part in _list_items(payment, "spend what?"):
        match = re.fullmatch(r"([0-9]{1,6}) coins?( tokens?)?", part.casefold())
        if match:
            coins += int(match[1])
        else:
            names.append(part)
    abilities = [a for a in placed.card.abilities if (a.coins, a.cards) == (coins, len(names))]
    if abilities:
        cards = tuple(_hand_card(name, seat) for name in names)
        exact = (a for a in abilities if len(a.payable(cards)) == len(cards))
        return Spend(seat.place_of(placed), next(exact, abilities[0]), cards)
    costs = " or ".join(ability.words for ability in placed.card.abilities)
    raise NotationError(f'{placed.card.name} says "{costs}".')


_ACTS: dict[str, Callable[[str, Seat], Act]] = {
    "play": _parse_play,
    "spend": _parse_spend,
    "shop": _parse_shop,
    "buy": _parse_shop,
    "build": parse_build,
    "pass": _parse_pass,
}


def parse_answer(words: str, question: Question, names: Sequence[str]) -> list[int]:
    """Parse the answer to a question: numbers from 1, or names, separated by commas.

    Returns indexes; ``names`` are the question's :func:`labels`. "none" or nothing chooses nothing.
    Raises :class:`NotationError` for words that are not an answer, saying why.
    """
    answer: list[int] = []
    words = _plain(words)
    if plain(words) not in ("", "none", "no", "-"):
        for part in _list_items(words, "choose what?"):
            answer.append(_index(part, names, answer))
    problem = question.why_invalid(answer)
    if problem is not None:
        raise NotationError(f"{problem}.")
    return answer


def _index(part: str, names: Sequence[str], indexes: Sequence[int]) -> int:
    """Return the index of a choice typed by its number or name; raise for one not offered."""
    number = counting_number(part)
    if number is not None:
        if not 1 <= number <= len(names):
            size = len(names)
            choices = f"; type a number from 1 to {size}" if size > 1 else "; the only choice is 1"
            raise NotationError(f"{part} is not a choice{choices if size else ''}.")
        return number - 1
    # "#2" counts all the choices; a bare name means one that is not chosen yet.
    free = [i for i in range(len(names)) if i not in indexes or "#" in part]
    return _one(part, free, lambda i: re.sub(r" #\d+$", "", names[i]), "among the choices")


def _list_items(words: str, missing: str) -> list[str]:
    parts = [part.strip() for part in words.split(",")]
    if not all(parts):
        raise NotationError(f"{missing}." if not missing.endswith("?") else missing)
    return parts


def _build_of_two(words: str, joint: str, build: Callable[[str, str], T], remedy: str) -> T:
    """Return ``build`` of the words before and after ``joint``.

    Card names may contain the word ``joint``, so each occurrence is tried until ``build`` succeeds.
    """
    reason: NotationError | None = None
    for match in re.finditer(rf"\s+{joint}\s+", words, re.IGNORECASE):
        try:
            return build(words[: match.start()].strip(), words[match.end() :].strip())
        except NotationError as error:
            reason = reason or error
    raise reason or NotationError(f"{remedy}.")


def _one(name: str, items: Iterable[T], name_of: Callable[[T], str], where: str) -> T:
    """Return the item called ``name``, or the only one with that prefix; ``#2`` picks a copy."""
    match = re.fullmatch(r"(.*?)\s*#([0-9]{1,6})", name)
    copy = int(match[2]) if match else 1
    key = plain(match[1]) if match else plain(name)
    items = list(items)
    matches = [item for item in items if plain(name_of(item)) == key]
    if not matches:
        matches = [item for item in items if key and plain(name_of(item)).startswith(key)]
        different = list(dict.fromkeys(name_of(item) for item in matches))
        if len(different) > 1:
            raise NotationError(f'"{name}" could be {" or ".join(different)}.')
    if not matches:
        names = list(dict.fromkeys(name_of(item) for item in items))
        if not names:
            raise NotationError(f'"{name}" is not {where}; nothing is.')
        rest = len(names) - MOST_OFFERED
        offer = ", ".join(names[:MOST_OFFERED]) + (f" and {rest} more" if rest > 0 else "")
        raise NotationError(f'"{name}" is not {where}. {with_capital(where)}: {offer}.')
    if not 1 <= copy <= len(matches):
        are, copies = "is" if len(matches) == 1 else "are", plural(len(matches), "copy", "copies")
        raise NotationError(f"there {are} only {copies} of {name_of(matches[0])} {where}.")
    return matches[copy - 1]

"""The rules' questions as prompts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import msgspec

from moonflight_solo.cli.game.habits import usual_choice, worth_keeping
from moonflight_solo.cli.game.numbered_acts import (
    Numbers,
    numbers_on_table,
    numbers_to_order,
    positions,
)
from moonflight_solo.cli.output.standing import Standing, standing
from moonflight_solo.cli.output.view import View, place_number
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.numbers import counting_number
from moonflight_solo.rules.acts import Shop, price, total_price
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.rules.notation import (
    NotationError,
    labels,
    parse_answer,
    stack_names,
    stack_title,
)
from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    CoinTokens,
    MarketStack,
    Question,
    Seat,
    Table,
)
from moonflight_solo.scoremode import END, ScoreMode
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wording of a question in ``guide/questions.yaml``, and its explanation."""

    asks: str
    means: str


@cache
def askings() -> dict[str, Asking]:
    """Return the wording of every question by its kind; keywords bring their own."""
    from_file = convert(read_document(data_folder("guide") / "questions.yaml"), dict[str, Asking])
    rows = KEYWORDS.items()
    return from_file | {verb: Asking(f"{{source}}{row.question}", row.answer) for verb, row in rows}


_PASSED_OVER = " Or none, to choose an empty Stack."


@dataclass(frozen=True)
class Prompt:
    """A question as shown to the player.

    ``names`` are the choices as typed, ``shown`` as listed, and ``indexes`` their positions among
    the question's items. ``numbers`` are what to type for them: what they have ``on_table`` if all
    of them are cards in hand or Market Stacks, else they are counted; copies may share one.
    ``places`` are those of the Market Stacks that are covered, typed after the number of a card,
    and ``titles`` their names.
    ``default`` holds the indexes that Enter chooses, or ``None`` if something must be typed;
    ``default_words`` names them. ``meaning`` is the explanation shown for ?.
    """

    question: Question
    words: str
    names: tuple[str, ...]
    shown: tuple[str, ...]
    numbers: tuple[int, ...]
    on_table: bool
    indexes: tuple[int, ...]
    default: tuple[int, ...] | None
    default_words: str
    meaning: str
    places: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()

    @property
    def forced(self) -> bool:
        """Whether every answer has the same effect, so there is no need to ask."""
        question = self.question
        if question.ask == "order":
            return len(set(map(id, question.cards))) == 1
        return len(self.indexes) == 1 and question.least == 1

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers to choose from, of a question how many coin tokens; empty for others."""
        return tuple(item.number for item in self.question.items if isinstance(item, CoinTokens))

    @property
    def numbered_choices(self) -> list[tuple[int, str]]:
        """The numbered choices as listed, copies in one; none if how many is asked."""
        if self.counts:
            return []
        first: dict[int, str] = {}
        if self.places:
            return sorted(choice for cards, stacks in self.covers for choice in (*cards, *stacks))
        for number, words in zip(self.numbers, self.shown, strict=True):
            first.setdefault(number, words)
        copies = Counter(self.numbers)
        return [(n, f"{first[n]}{f' ×{copies[n]}' * (copies[n] > 1)}") for n in sorted(first)]

    @property
    def covers(self) -> list[tuple[list[tuple[int, str]], list[tuple[int, str]]]]:
        """The numbered cards that cover and the Market Stacks they go on, of each suit."""
        suits: dict[str, tuple[dict[int, str], dict[int, str]]] = {}
        for (card, stack), own, place in zip(
            self.question.items, self.numbers, self.places, strict=True
        ):
            cards, stacks = suits.setdefault(card.suit, ({}, {}))
            cards[own], stacks[place] = card.name, f"on {_top(stack) or 'an empty Stack'}"
        return sorted((sorted(c.items()), sorted(s.items())) for c, s in suits.values())

    def numbers_on_table(self, view: View) -> dict[Card | str, int]:
        """Return the numbers to show on the table: those of cards in hand and titles of Stacks."""
        titles = {pile.number: pile.title for pile in view.piles()}
        numbers = dict.fromkeys([*self.numbers, *self.places] if self.on_table else ())
        shown = ((titles.get(number) or self.card(number), number) for number in numbers)
        return {on: number for on, number in shown if on is not None}

    def card(self, number: int) -> Card | None:
        """Return the card of the choice with this number, if it shows one."""
        if number not in self.numbers:
            return None
        return self.question.cards[self.indexes[self.numbers.index(number)]]

    def as_typed(self, indexes: Sequence[int]) -> str:
        """Return an answer as it could be typed."""
        if self.question.ask == "order" and list(indexes) == list(self.default or ()):
            return self.default_words
        return ", ".join(self.names[self.indexes.index(index)] for index in indexes) or "none"

    def answer(self, words: str) -> list[int]:
        """Parse an answer into indexes of the question's items.

        Raises :class:`NotationError`, saying why, for anything else.
        """
        usual = words.casefold() in ("", self.default_words.casefold())
        if usual and self.default is not None:
            return list(self.default)
        if counts := self.counts:
            number = 0 if words.casefold() == "none" else counting_number(words.partition(" ")[0])
            if number not in counts:
                raise NotationError(f"type a number from {min(counts)} to {max(counts)}.")
            return [self.indexes[counts.index(number)]]
        if not words:
            raise NotationError("there is no default here; type a number or a name.")
        if re.fullmatch("[0-9]+( +[0-9]+)+", words):
            words = ", ".join(words.split())
        question = self.question
        if words.casefold() in ("0", "pass") and question.least == 0:  # here they mean none
            return []
        if self.places:
            return self._covering(words)
        if question.ask == "order":
            last = parse_answer(self._by_position(words), replace(question, least=0), self.names)
            return [*(i for i in range(len(self.names)) if i not in last), *last]
        by_name = {each.casefold(): name for each, name in zip(self.shown, self.names, strict=True)}
        words = by_name.get(words.casefold(), words)
        offered = replace(
            question,
            items=[question.items[i] for i in self.indexes],
            cards=[question.cards[i] for i in self.indexes],
            zones=(),
            owners=(),
        )
        return [
            self.indexes[i] for i in parse_answer(self._by_position(words), offered, self.names)
        ]

    def _by_position(self, words: str) -> str:
        """Return an answer with positions for numbers, from 1; again means the next copy."""
        if self.numbers == positions(self.names):
            return words
        uses: Counter[int] = Counter()
        parts = [part.strip() for part in words.split(",")]
        for index, part in enumerate(parts):
            number = counting_number(part)
            if number is not None:
                copies = [i for i, own in enumerate(self.numbers, 1) if own == number]
                if not copies:
                    there = ", ".join(str(each) for each, _ in self.numbered_choices)
                    raise NotationError(f"you cannot choose {part}. Choose from: {there}.")
                parts[index] = str(copies[min(uses[number], len(copies) - 1)])
                uses[number] += 1
        return ", ".join(parts)

    def _covering(self, words: str) -> list[int]:
        """Parse which card covers which Market Stack, each by its number or the name on top."""
        match = re.fullmatch("(.+?)(?: +(?:on|over) +|[ ,]+(?=[0-9]))(.+)", words.casefold())
        typed = match.groups() if match else (words, "")
        fitting = []
        for index, own, place in zip(self.indexes, self.numbers, self.places, strict=True):
            card, stack = self.question.items[index]
            on = place, self.titles[index], _top(stack)
            if _fits(typed[0], own, card.name) and _fits(typed[1], *on):
                fitting.append(index)
        if len(fitting) != 1:
            example = f"{self.numbers[0]} on {self.places[0]}"
            raise NotationError(f'type a card and a Market Stack of its suit, such as "{example}".')
        return fitting


def prompt_for(
    question: Question,
    table: Table,
    seat: Seat,
    stands: Standing | None = None,
    numbers: Numbers | None = None,
) -> Prompt:
    """Return the prompt for a question to the player at ``seat``.

    ``stands`` is the standing to use for a question not asked yet. ``numbers`` are those of the
    cards in hand; without them, choices are counted.
    """
    indexes = _distinct_items(question)
    every = labels(question, table, seat)
    default = usual_choice(question, seat)
    if question.ask == "retain":
        default = worth_keeping(question, stands or standing(table, seat.number, question))
    order = "as held" if question.source else "as played"
    default_words = order if question.ask == "order" else "none"
    if default and question.ask != "order":
        default_words = ", ".join(every[i] for i in default)
    card = question.source.name if question.source else ""
    ask = "leave hand" if question.ask == "order" and question.source else question.ask
    asking = askings()[ask]
    meaning = asking.means
    if question.source is not None and question.source.words:
        meaning += f' {card} says: "{question.source.words}".'
    source = f"{card}: " if card else ""
    most: object = question.most
    if isinstance(most_tokens := question.items[0] if question.items else None, CoinTokens):
        # Of any number that a Spend ability takes, the first was paid before.
        effects = question.source.meaning.effects if question.source else ()
        spends = (effect for effect in effects if isinstance(effect, ast.SpendAbility))
        more = any(spend.more is not None for spend in spends)
        asking = askings()["how many more" if more else "how many"]
        most = most_tokens.number
    on_table = numbers_on_table(question, indexes, seat, numbers) if numbers else ()
    places: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()
    if question.ask == "cover":
        titles = tuple(stack_title(stack, table) for _, stack in question.items)
        places = tuple(place_number(stack, seat) for _, stack in question.items if on_table)
        most = f", such as {on_table[0]} on {places[0]}" if places else ""
    words = asking.asks.format(source=source, card=card, most=most)
    if question.left > 1:
        words += f" {'' if question.least else 'Up to '}{question.left} to choose, one at a time."
    return Prompt(
        question,
        words + _PASSED_OVER * question.passed_over,
        tuple(every[i] for i in indexes),
        tuple(
            _choice_in_list(question, i, every[i]) + _tokens(question, i, table) for i in indexes
        ),
        on_table or numbers_to_order(question) or positions(indexes),
        bool(on_table),
        indexes,
        default,
        default_words,
        meaning,
        places,
        titles,
    )


def prompt_to_shop(picks: Sequence[int], table: Table, seat: Seat) -> Prompt:
    """Return the prompt for buying one more card of one's own suit in the same Shop.

    Raises :class:`NotationError` if not even one can be bought.
    """
    places: list[int] = []
    tops: list[Card] = []
    names: list[str] = []
    for place in range(len(seat.stacks)):
        shop = Shop((*picks, place))
        cards = shop.cards(seat)
        if cards and cards[-1].suit == seat.suit and shop.why_illegal(table, seat) is None:
            places.append(place)
            tops.append(cards[-1])
            names.append(stack_names(shop.stacks(seat), seat)[-1])
    if not places and not picks:
        raise NotationError(
            'you cannot buy a card of your own suit now; type "shop" and the name of another card.'
        )
    question = Question("purchase", places, tops, least=0, most=1)
    names_with_prices = tuple(
        _choice_in_list(question, index, f"{name} for {price(table, seat, card)}")
        for index, (name, card) in enumerate(zip(names, tops, strict=True))
    )
    bought = Shop(tuple(picks)).cards(seat) or []
    total = total_price(table, seat, bought)
    so_far = ", ".join(card.name for card in bought) or "nothing"
    return Prompt(
        question,
        f"Which card of your own suit do you buy? So far {so_far}: {total} of {seat.coins} coin "
        "tokens.",
        tuple(names),
        names_with_prices,
        tuple(place_number(seat.stacks[place], seat) for place in places),
        True,
        tuple(range(len(places))),
        (),
        "buy these" if picks else "none",
        "You can buy several cards of your own suit in one Shop. Pick them one at a time, "
        "uncovered cards included. Press Enter to finish.",
    )


def _distinct_items(question: Question) -> tuple[int, ...]:
    """Return the items to offer: only the first of identical cards."""
    every = range(len(question.items))
    if question.most != 1 or question.ask in ("order", "cover", "token", "player", "way"):
        return tuple(every)
    first: dict[object, int] = {}
    for index, item in enumerate(question.items):
        alike: object = index
        if isinstance(item, CardInPlay) and item.settled:
            alike = id(item)
        elif not isinstance(item, MarketStack):
            zone = question.zones[index] if question.zones else ""
            owner = question.owners[index] if question.owners else -1
            alike = id(question.cards[index]), zone, owner
        first.setdefault(alike, index)
    return tuple(first.values())


def _choice_in_list(question: Question, index: int, name: str) -> str:
    """Return a choice as listed."""
    item, card = question.items[index], question.cards[index]
    notes = []
    if question.ask == "cover":
        return name
    if len(set(question.zones)) > 1:
        notes.append(question.zones[index])
    if isinstance(item, CardInPlay) and item.settled:
        notes.append(f"{len(item.settled)} Set on it")
    if card is not None and card.high_score and question.ask not in ("order", "token"):
        notes.append(f"scores {card.score}" if card.score else f"will score {card.high_score}")
    return f"{name} ({', '.join(notes)})" if notes else name


def _top(stack: MarketStack) -> str:
    """Return the name on top of a Market Stack, "" if it is empty."""
    return stack.cards[-1].name if stack.cards else ""


def _fits(words: str, number: int, *names: str) -> bool:
    """Return whether words are a number, or begin one of the names."""
    return words == str(number) or any(plain(name).startswith(plain(words)) for name in names)


def _tokens(question: Question, index: int, table: Table) -> str:
    """Describe taking tokens from a stack: how many, and whether that ends the game."""
    mode = table.variant
    if question.ask != "token" or not isinstance(mode, ScoreMode):
        return ""
    if question.items[index] == END:
        number, tokens_left = min(mode.per_end(table), mode.end), mode.end
        what = ", which ends the game" if number == tokens_left else ""
    else:
        number, tokens_left = 1, mode.turn
        what = ", which brings the Turn" if tokens_left == 1 and not table.turned else ""
    return f" ({number} of {tokens_left}{what})"

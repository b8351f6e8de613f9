"""Pick the cards a line means, by its words, or by defaults where it is silent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

from moonflight_solo.ai_cards.preference import Pick, TiedKinds, best, picker, ranking
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.places import PILES
from moonflight_solo.rules.requirements.requirement import Requirement, Test
from moonflight_solo.rules.requirements.selectors import CannotDo, Kinds, only_says, within
from moonflight_solo.rules.state import Ask, Card, Question, Seat, Table
from moonflight_solo.rules.texts.written import OPEN_ZONES
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS

_WORTH = attrgetter("worth")

# The ruling that answers each kind of question on which a line is silent.
_DEFAULTS: Final[Mapping[Ask, str]] = {
    "player": "A-player",
    "deal": "A-places",
    "to": "A-places",
    "onto": "A-places",
    "token": "A-tokens",
    "way": "A-way",
    "turn": "A-turn",
    "retain": "A-retain",
    "cover": "A-market",
}
_PILES: Final[frozenset[str]] = frozenset({"discard stack", "trash stack"})
GIVEN_UP = frozenset(verb for verb, keyword in KEYWORDS.items() if keyword.gives_up)
_AGAINST = frozenset(verb for verb, keyword in KEYWORDS.items() if keyword.against)


class Choices(NamedTuple):
    """How to choose what to give up and take without a target; ``said``: the line says how."""

    giving: Pick = best(_WORTH)
    taking: Pick = best(_WORTH, most=True)
    said: bool = False


BY_WORTH: Final = Choices()
"""Give up what scores and costs least, take the opposite (A-silent)."""


def choices_of(act: ast.PlayAct) -> Choices:
    """Return how to make the choices of the card that a line plays."""

    def choice(ties: ast.Ties, silent: Pick) -> Pick:
        return best(ranking(ast.Cards(ties=ties))) if ties else silent

    to_give, to_take = choice(act.giving, BY_WORTH.giving), choice(act.taking, BY_WORTH.taking)
    return Choices(to_give, to_take, said=bool(act.giving or act.taking))


_FIRST = best(lambda card: 0)


class _Targets:
    """What one phrase of a target means among the items of a question."""

    def __init__(
        self, cards: ast.Cards, kinds: Kinds | None, whose: Test | None, choices: Choices
    ) -> None:
        place = cards.place
        self._choices = choices
        self._kinds = kinds
        self._one_name = len(cards.names) == 1  # among several names A-silent chooses
        order = ast.Cards(extreme=cards.extreme, ties=cards.ties, side=cards.side)
        self._best = picker(order, None) if cards.extreme or cards.ties else None
        self._theirs = whose if cards.owner == "their" else None
        self._zones = place.zones if place else None
        self._top = cards.on_top
        settled = place.settled if place else None
        self._settled = None if settled is None else within(settled)
        self._own: bool | None = None
        if cards.whose == "opponent":
            self._own = False
        elif cards.owner not in (None, "target"):
            self._own = cards.owner == "your"

    def index(self, question: Question, table: Table, seat: Seat) -> int | None:
        """Return the index of the item meant, by default among several; ``None`` if none fits."""
        indexes = self._fitting(question, table, seat)
        if self._theirs is not None:
            numbers = {o.number for o in seat.opponents if self._theirs(table, o)}
            indexes = [i for i in indexes if question.owners[i] in numbers]
        if not indexes:
            return None
        if self._best is None and not self._one_name:
            return silent_index(question, seat, indexes, self._choices)
        if self._best is None or len(indexes) == 1:
            return indexes[0]
        cards: list[Any] = [question.cards[i] for i in indexes]
        card = self._best(cards)
        assert card is not None
        return indexes[cards.index(card)]

    def among(self, zones: Sequence[ast.Zone], silent: Pick) -> Sequence[tuple[Kinds | None, Pick]]:
        """Return which of the player's own cards in ``zones`` are meant, and how one is picked.

        Empty if cards elsewhere are meant. Raises :class:`CannotDo` if it goes by more than cards.
        """
        own_zones = None if self._zones is None else set(self._zones)
        if self._own is False or self._theirs or (own_zones and own_zones.isdisjoint(zones)):
            return ()
        if self._top or self._settled or not (own_zones is None or own_zones.issuperset(zones)):
            raise CannotDo("it does not mean any one of these cards")
        return ((self._kinds, self._best or (_FIRST if self._one_name else silent)),)

    def _fitting(self, question: Question, table: Table, seat: Seat) -> list[int]:
        """Return the indexes of the items that the phrase means; nothing face down is meant."""
        kinds, zones, own, number = self._kinds, self._zones, self._own, seat.number
        indexes, items = [], question.items
        for index, card in enumerate(question.cards):
            if (
                card is not None
                and (kinds is None or card in kinds)
                and (zones is None or question.zones[index] in zones)
                and (own is None or (question.owners[index] == number) is own)
                and (not self._top or _is_top(question, index, table))
                # Nothing is Settled on a card about to be played.
                and (not self._settled or self._settled(len(getattr(items[index], "settled", ()))))
            ):
                indexes.append(index)
        return indexes


def _is_top(question: Question, index: int, table: Table) -> bool:
    """Return whether an item is the top of its Stack.

    Items come from the top, perhaps not all; once for each way in which a card can choose them.
    """
    zone, owner = question.zones[index], question.owners[index]
    above = [i for i in range(index) if (question.zones[i], question.owners[i]) == (zone, owner)]
    if zone not in _PILES:
        return not above
    top = getattr(table.seats[owner], PILES[zone])[-1]
    return question.cards[index] is top and all(question.cards[i] is not top for i in above)


class Aim:
    """What a line aims its act at: a list of phrases, of which the first possible one counts.

    ``kinds`` gives the kinds of card a phrase can pick. ``whose`` is the requirement, from an
    opponent's seat, for that opponent to be meant by "their". ``choices`` decides all else. Raises
    :class:`CannotDo` for a phrase that says more than a target can.
    """

    def __init__(
        self,
        target: ast.FirstOf,
        kinds: Callable[[ast.Cards], Kinds | None],
        whose: Requirement | None = None,
        choices: Choices = BY_WORTH,
    ) -> None:
        self.target, self.choices = target, choices
        for cards in target.options:
            only_says(cards, {"number", "extreme", "ties", "place", "whose", "other"}, "a target")
            if cards.number not in (None, "some", "any"):
                raise CannotDo(f'"{say(cards)}": the card\'s own text says how many')
            if cards.zones == ("market stack",):
                raise CannotDo(f'"{say(cards)}": say which card, not in which Market Stack')
            if cards.owner == "their" and whose is None:
                raise CannotDo(f'"{say(cards)}": nothing before says which opponent is meant')
        theirs = None if whose is None else as_test(whose)
        self.phrases = [_Targets(each, kinds(each), theirs, choices) for each in target.options]

    def index(self, question: Question, table: Table, seat: Seat) -> int | None:
        """Return the index of the item the line means, or ``None``.

        A superlative decides; for a single name it is the first in reading order; otherwise the
        default among the cards the phrase fits (rulings A-tie, A-others, A-each, A-silent).
        """
        for phrase in self.phrases:
            index = phrase.index(question, table, seat)
            if index is not None:
                return index
        return None

    def says(self, question: Question, table: Table, seat: Seat) -> bool:
        """Return whether the line itself answers a question."""
        if self.index(question, table, seat) is not None:
            return True
        return self.choices.said and silent_ruling(question) == "A-silent"


KindsChosen = tuple[frozenset[Card], bool]
"""The kinds of which the first card there is chosen, and whether the line means them."""


@lru_cache(maxsize=1024)
def _choice_of_kinds(
    aim: Aim | None, verb: ast.Verb, zones: tuple[ast.Zone, ...]
) -> Callable[[frozenset[Card]], KindsChosen] | None:
    """Return the choice among the kinds of the player's own cards in ``zones``.

    ``None`` if it goes by more than the cards.
    """
    choices = aim.choices if aim else BY_WORTH
    silent = choices.giving if verb in GIVEN_UP else choices.taking
    try:
        picks = (
            [choice for each in aim.phrases for choice in each.among(zones, silent)] if aim else []
        )
    except CannotDo:
        return None
    by_phrase = [(kinds, TiedKinds(pick)) for kinds, pick in picks]
    otherwise = TiedKinds(silent)

    def chosen(there: frozenset[Card]) -> KindsChosen:
        for kinds, tied in by_phrase:
            matches = there if kinds is None else there & kinds
            if matches:
                return tied[matches], True
        return otherwise[there], False

    return chosen


def chosen_among(
    aim: Aim | None, verb: ast.Verb, zones: tuple[ast.Zone, ...]
) -> Callable[[Sequence[Card]], int] | None:
    """Return a choice among the player's own cards in ``zones``, by their index.

    It is the answer to the question for such a card; ``None`` if that goes by more than the cards.
    """
    choose = _choice_of_kinds(aim, verb, zones)
    return choose and (lambda cards: _first_of(choose(frozenset(cards))[0], cards))


def _first_of(kinds: frozenset[Card], cards: Sequence[Card]) -> int:
    return cards.index(next(filter(kinds.__contains__, cards)))


_OF_ONE_OWN: Final[frozenset[Ask]] = frozenset({"discard", "trash", "play"})


def chosen_kinds(aim: Aim | None, question: Question, seat: Seat) -> KindsChosen | None:
    """Return what answers a question that goes by the player's own open cards alone."""
    owners, zones = question.owners, tuple(dict.fromkeys(question.zones))
    if question.ask not in _OF_ONE_OWN or owners.count(seat.number) < len(owners):
        return None
    choice = _choice_of_kinds(aim, question.ask, zones) if OPEN_ZONES.issuperset(zones) else None
    return choice and choice(frozenset(filter(None, question.cards)))


def silent_ruling(question: Question) -> str:
    """Return the ruling that answers a question on which the line is silent.

    Returns "" if all items are alike, so that there is nothing to choose.
    """
    cards: Sequence[object] = question.cards
    if None in cards:
        cards = [card or item for card, item in zip(question.cards, question.items, strict=True)]
    if len(set(cards)) < 2 and len(set(question.zones)) < 2:
        return ""
    if len(set(question.owners)) > 1 and (
        question.ask in _AGAINST or _PILES.issuperset(question.zones)
    ):
        return _DEFAULTS.get(question.ask, "A-own-stack")
    return _DEFAULTS.get(question.ask, "A-silent")


def silent_index(
    question: Question, seat: Seat, among: Sequence[int] | None = None, choices: Choices = BY_WORTH
) -> int:
    """Return the default answer, among the items at the indexes ``among`` (all by default).

    Prefers the player's own cards to others', except for a Discard or Trash, and then the next
    player in order of play (A-own-stack, A-others). Of the player's own cards it gives up what
    scores and costs least; otherwise it takes what scores and costs most, or follows the line's
    ``choices`` (A-silent). It Turns what gains the most score, of another player the least
    (A-turn). Of several alike it picks the first in reading order (A-tie, A-places).
    """
    if question.ask == "player":
        return _player_index(question, seat)
    if question.ask in ("onto", "deal", "to", "way"):
        return 0
    indexes = range(len(question.items)) if among is None else among
    if len(set(question.owners)) > 1:
        indexes = _of_one_owner(question, seat, indexes)
    cards: list[Any] = [question.cards[i] for i in indexes]
    if None in cards:  # some are hidden
        return indexes[0]
    is_own = not question.owners or question.owners[indexes[0]] == seat.number
    if question.ask == "turn":
        # By how much more a card scores once Turned, then its lower cost (ruling A-turn).
        gain = best(lambda card: (card.other_end.score - card.score, -card.cost), most=is_own)
        return indexes[cards.index(gain(cards))]
    gives_up = (is_own and question.ask in GIVEN_UP) or (
        question.ask == "move" and question.zones[indexes[0]] in ("hand", "in play")
    )
    card = (choices.giving if gives_up else choices.taking)(cards)
    return indexes[cards.index(card)]


def _player_index(question: Question, seat: Seat) -> int:
    """Return the index of the first player it can be done to, an opponent if it is harmful."""
    able = [i for i, card in enumerate(question.cards) if card] or range(len(question.items))
    opponents = [i for i in able if question.owners[i] != seat.number]
    is_harmful = question.verb is not None and KEYWORDS[question.verb].against
    return opponents[0] if opponents and is_harmful else able[0]


def _of_one_owner(question: Question, seat: Seat, indexes: Sequence[int]) -> list[int]:
    """Return the indexes of one's own items, or for a Discard or Trash of the next player's."""
    owners = [question.owners[i] for i in indexes]
    opponents = [number for number in owners if number != seat.number]
    own_first = seat.number in owners and not (opponents and question.ask in _AGAINST)
    owner = seat.number if own_first else opponents[0]
    return [i for i in indexes if question.owners[i] == owner]

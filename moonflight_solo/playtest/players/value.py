"""The value of a table to a seat, by which a search chooses: the higher, the likelier a win.

It is not a share of wins: a narrow lead counts less than a wide one, so acts differ sooner. It
allows rollouts of a single round, without reaching the End. It knows no card by name and weighs
what the texts of a seat's cards do at both ends. ``bench/fit_value.py`` fits the weights in
``value.json``; ``docs/speed.md`` describes how.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import erf, exp
from operator import attrgetter, mul
from pathlib import Path
from typing import Literal

from moonflight_solo.playtest.players.evaluate import (
    FORESEEN,
    coins_in_general,
    final_score,
    hand_by_chance,
    own_cards,
)
from moonflight_solo.rules.state import HAND_LIMIT, Card, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS

TOLD = (
    "gained",
    "drawn",
    "fetched",
    "discarded unseen",
    "discarded",
    "trashed unseen",
    "trashed",
    "brought",
    "limit",
    "asked",
    "score",
    "stability",
    "cost",
    "blank",
)
"""Features of one end of a card, in the order of :func:`features_of`.

The coin tokens gained, and the number of cards affected by each kind of effect ("unseen": from the
Draw Deck; "fetched": drawn from elsewhere; "brought": played, Purchased or Moved); the change to a
limit, the number of conditions, the printed values, and whether it is blank.
"""

LATER = " later"
"""Suffix of the features of the other end, used before the Turn."""

_SEATS = ("cards", "nearness", "hand", "best hand", "coins")
"""Features of a seat: the number of cards, how near it is to fitting into one hand (1 there, a half
with one card more, a third with two), the expected and the best score of a hand (before the Turn
with the other ends), and the coin tokens held.
"""

POINTS = 2.8
"""A lead of this many points at the End is nearly as good as a bigger one."""

ALONE = 6.0
"""The score that a single seat is measured against: a middling one."""

_MANY = 3.0
"""The number of cards that "any number" or "all" counts as."""


def win_estimate(table: Table, seat: Seat) -> float:
    """Return the value of the table to ``seat``, from 0 to 1; to count wins, play to the End.

    Uses expected scores rather than what the last cards drawn happen to score, which would add
    noise. Without an End, it is the estimated probability that one comes, times that of winning it;
    a game that never ends is not won.
    """
    others = seat.opponents
    if table.ended_by or not others:
        against = [final_score(table, other) for other in others] or [ALONE]
        lead = final_score(table, seat) - max(against)
        return 0.5 + 0.5 * erf(lead / (POINTS if others else 2 * POINTS))
    winning, coming = _rating(table.turned, "win"), _rating(table.turned, "end")
    positions = _positions(table.turned, (seat, *others))
    ahead, *against = [winning(*position) for position in positions]
    ending = sum([coming(*position) for position in positions])
    return 1 / ((1 + exp(max(against) - ahead)) * (1 + exp(-ending / len(table.seats))))


def promises(table: Table) -> list[float]:
    """Return the log-odds of each seat's position, while the game goes on."""
    winning = _rating(table.turned, "win")
    return [winning(*position) for position in _positions(table.turned, table.seats)]


def _positions(turned: bool, seats: Sequence[Seat]) -> list[tuple[list[Card], tuple[float, ...]]]:
    """Return the cards of each seat, and those of its features that are not means over them."""
    return [(cards := own_cards(seat), _of_seat(seat, cards, turned)) for seat in seats]


def names(turned: bool) -> tuple[str, ...]:
    """Return the names of the :func:`features` of a seat, in order."""
    return (*TOLD, *_SEATS) if turned else (*TOLD, *[name + LATER for name in TOLD], *_SEATS)


def features(seat: Seat, turned: bool) -> tuple[float, ...]:
    """Return the features of a seat's cards, all public information.

    The features in :data:`TOLD` are means over all cards of the seat; the others are those of
    ``_SEATS``.
    """
    cards = own_cards(seat)
    columns = zip(*[_of_both_ends(card, turned) for card in cards], strict=True)
    means = [sum(column) / len(cards) for column in columns]
    blank = [0.0] * (len(names(turned)) - len(_SEATS))
    return (*(means or blank), *_of_seat(seat, cards, turned))


def _of_seat(seat: Seat, cards: Sequence[Card], turned: bool) -> tuple[float, ...]:
    """Return the features in ``_SEATS``; points in hand at random, if not all cards stay there."""
    scores = list(map(attrgetter("score" if turned else "flipped.score"), cards))
    limit = seat.hand_limit() if turned else HAND_LIMIT
    number = len(cards)
    if number <= limit:
        hand = best = float(sum(scores))
        return number, 1.0, hand, best, seat.coins
    best = sum(sorted(scores)[-limit:]) if limit > 0 else 0
    return number, 1 / (1 + number - limit), hand_by_chance(scores, limit), best, seat.coins


Weights = dict[str, float]
Rating = Callable[[Sequence[Card], Sequence[float]], float]


@cache
def weights(turned: bool, what: Literal["win", "end"]) -> Weights:
    """Return the log-odds weight of each of the :func:`features`.

    For "win" they are for the seat's chance to win, where only differences between seats count; for
    "end" they apply to the mean over all seats, for an End to come at all.
    """
    text = Path(__file__).with_name("value.json").read_text(encoding="utf-8")
    by_name: Weights = json.loads(text)["after" if turned else "before"][what]
    return {name: by_name.get(name, 0.0) for name in names(turned)}


@cache
def _rating(turned: bool, what: Literal["win", "end"]) -> Rating:
    """Return the function that rates a seat's cards before or after the Turn.

    It takes them and the rest of the features, and returns their weighted sum. The sum for each
    card is cached.
    """
    each = list(weights(turned, what).values())
    number = len(each) - len(_SEATS)
    of_cards, of_seat = each[:number], each[number:]

    @lru_cache(maxsize=2048)
    def worth(card: Card) -> float:
        return _product(of_cards, _of_both_ends(card, turned))

    def rating(cards: Sequence[Card], rest: Sequence[float]) -> float:
        own = _product(of_seat, rest)
        return own + sum(map(worth, cards)) / len(cards) if cards else own

    return rating


def _product(these: Sequence[float], those: Sequence[float]) -> float:
    product: float = sum(map(mul, these, those))
    return product


def _of_both_ends(card: Card, turned: bool) -> tuple[float, ...]:
    """Return the features of a card; after the Turn its other end no longer counts."""
    return features_of(card) if turned else (*features_of(card), *features_of(card.flipped))


@lru_cache(maxsize=2048)
def features_of(card: Card) -> tuple[float, ...]:
    """Return the features of the end of a card that is up, in the order of :data:`TOLD`."""
    tells = dict.fromkeys(TOLD, 0.0)
    _tell(card.meaning.effects, 1.0, tells)
    tells["score"], tells["stability"], tells["cost"] = card.score, card.stability, card.cost
    tells["blank"] = float(not (card.meaning.effects or card.score))
    return tuple(tells.values())


def _tell(effects: Sequence[ast.Effect], share: float, tells: dict[str, float]) -> None:
    """Add the features of the effects, weighted by ``share``; for an opponent they are negative."""
    for effect in effects:
        if isinstance(effect, ast.Gain):
            coins = coins_in_general(effect)
            tells["gained"] += share * (-coins if effect.who == "each opponent" else coins)
        elif isinstance(effect, ast.Instruct):
            number = effect.cards.number
            cards = number if isinstance(number, int) else _MANY
            kind = _kind(effect)
            if kind:
                tells[kind] += share * (cards if effect.who in ("you", "each player") else -cards)
        elif isinstance(effect, ast.Limit):
            tells["limit"] += share * effect.change
        elif isinstance(effect, ast.If | ast.SpendAbility | ast.When):
            tells["asked"] += share
            _tell(effect.effects, share * FORESEEN, tells)


_KINDS: dict[ast.Zone | None, tuple[str, str]] = {
    "hand": ("fetched", "drawn"),
    "discard stack": ("discarded", "discarded unseen"),
    "trash stack": ("trashed", "trashed unseen"),
    "in play": ("brought", "brought"),
    None: ("brought", "brought"),
}
"""The feature for putting cards somewhere, if from elsewhere and if from the Draw Deck."""


def _kind(effect: ast.Instruct) -> str:
    """Return the feature that counts an instruction, "" for none; cards seen and unseen differ."""
    place, keyword = effect.cards.place, KEYWORDS[effect.verb]
    if keyword.only_from == "market stack":
        return "brought"
    if keyword.stays:
        return ""
    unseen = place is not None and "draw deck" in place.zones
    return "" if keyword.face_down else _KINDS.get(keyword.goes_to, ("", ""))[unseen]

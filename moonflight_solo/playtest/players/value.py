"""What a table is worth to a seat: about how likely it is to win, from what lies there.

A game played on need not come to its End to be valued: a round is enough. No card is known by its
name: it is weighed what the texts of a seat's cards do, at the end now up and at the other. The
weights are in ``value.json``, which ``bench/fit_value.py`` writes; how they were found is told in
``docs/speed.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import erf, exp
from pathlib import Path
from typing import Literal

from moonflight_solo.playtest.players.evaluate import (
    FORESEEN,
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
"""What one end of a card tells, in the order of :func:`told`: how many coin tokens it gains and to
how many cards it does what ("unseen": from the Draw Deck; "fetched": drawn from elsewhere;
"brought": played, Purchased or Moved), by how much it raises a limit, how often it asks for
something first, what is printed on it, and whether that is nothing."""

LATER = " later"
"""Before the Turn, what the other end tells has this behind its name."""

_SEATS = ("cards", "nearness", "hand", "best hand", "coins")
"""What else is told by a seat's cards: how many they are, how near it is to have no more than a
hand (1 there, a half with one card more, a third with two), what a hand of them scores on average
and what the best one does (before the Turn with the other ends), and the coin tokens held."""

POINTS = 2.8
"""At the End a lead of so many points is nearly as good as a bigger one."""

ALONE = 6.0
"""What a seat alone is measured against: a middling score."""

_MANY = 3.0
"""How many cards "any number" or "all" counts as."""


def win_estimate(table: Table, seat: Seat) -> float:
    """Return what the table is worth to ``seat``, from 0 to 1: about how likely it is to win.

    It is the scores to expect that count, not what the last cards drawn happened to score: that
    is chance, and would take many more games to even out. Without an End it is how likely one
    seems to come at all, times how likely it would be won; a game that never ends is not won.
    """
    others = seat.opponents
    if table.ended_by or not others:
        against = [final_score(table, other) for other in others] or [ALONE]
        lead = final_score(table, seat) - max(against)
        return 0.5 + 0.5 * erf(lead / (POINTS if others else 2 * POINTS))
    outlook = _outlooks()[table.turned]
    ahead, ending = outlook(seat)
    best = -99.0
    for other in others:
        promise, progress = outlook(other)
        best = max(best, promise)
        ending += progress
    return 1 / ((1 + exp(best - ahead)) * (1 + exp(-ending / len(table.seats))))


# ----------------------------------------------------------------------- a seat's promise


def names(turned: bool) -> tuple[str, ...]:
    """Return what the :func:`features` of a seat are called, in their order."""
    return (*TOLD, *_SEATS) if turned else (*TOLD, *[name + LATER for name in TOLD], *_SEATS)


def features(seat: Seat, turned: bool) -> tuple[float, ...]:
    """Return what is told by a seat's cards, which can be counted by everyone.

    What a card tells is the mean over all cards of the seat, see :data:`TOLD`; for the rest see
    :data:`SEATS`.
    """
    cards = own_cards(seat)
    each = [told(card) if turned else (*told(card), *told(card.flipped)) for card in cards]
    means = [sum(column) / len(cards) for column in zip(*each, strict=True)]
    blank = [0.0] * (len(names(turned)) - len(_SEATS))
    return (*(means or blank), *_of_seat(seat, cards, turned))


def _of_seat(seat: Seat, cards: Sequence[Card], turned: bool) -> tuple[float, ...]:
    scores = [card.score if turned else card.flipped.score for card in cards]
    limit = seat.hand_limit() if turned else HAND_LIMIT
    number = len(cards)
    if number <= limit:
        hand = best = float(sum(scores))
        return number, 1.0, hand, best, seat.coins
    best = sum(sorted(scores)[-limit:]) if limit > 0 else 0
    return number, 1 / (1 + number - limit), hand_by_chance(scores, limit), best, seat.coins


Weights = dict[str, float]
Outlook = Callable[[Seat], tuple[float, float]]


@cache
def weights(turned: bool, what: Literal["win", "end"]) -> Weights:
    """Return what each of the :func:`features` adds to the odds (their log).

    To those of a seat to win, where only differences between seats count; or, as the mean over
    all seats, to those that an End comes at all.
    """
    text = Path(__file__).with_name("value.json").read_text(encoding="utf-8")
    kept: Weights = json.loads(text)["after" if turned else "before"][what]
    return {name: kept.get(name, 0.0) for name in names(turned)}


@cache
def _outlooks() -> tuple[Outlook, Outlook]:
    """Return what says how a seat's cards stand, before the Turn and after it.

    It returns the sums of the features times their weights, for a win and for an End. What is
    added up over cards is worked out once for each card.
    """
    return _outlook(False), _outlook(True)


def _outlook(turned: bool) -> Outlook:
    win, end = (list(weights(turned, what).values()) for what in ("win", "end"))
    number = len(win) - len(_SEATS)
    wins, ends = win[number:], end[number:]

    @lru_cache(maxsize=2048)
    def worth(card: Card) -> tuple[float, float]:
        tells = told(card) if turned else (*told(card), *told(card.flipped))
        return _product(win[:number], tells), _product(end[:number], tells)

    def outlook(seat: Seat) -> tuple[float, float]:
        cards = own_cards(seat)
        rest = _of_seat(seat, cards, turned)
        promise, progress = _product(wins, rest), _product(ends, rest)
        if cards:
            worths = [worth(card) for card in cards]
            promise += sum([each[0] for each in worths]) / len(cards)
            progress += sum([each[1] for each in worths]) / len(cards)
        return promise, progress

    return outlook


def _product(these: Sequence[float], those: Sequence[float]) -> float:
    return sum([one * other for one, other in zip(these, those, strict=True)])


# ----------------------------------------------------------------------- what a card tells


@lru_cache(maxsize=2048)
def told(card: Card) -> tuple[float, ...]:
    """Return what the end of a card that is up tells, in the order of :data:`TOLD`."""
    tells = dict.fromkeys(TOLD, 0.0)
    _tell(card.meaning.effects, 1.0, tells)
    tells["score"], tells["stability"], tells["cost"] = card.score, card.stability, card.cost
    tells["blank"] = float(not (card.meaning.effects or card.score))
    return tuple(tells.values())


def _tell(effects: Sequence[ast.Effect], share: float, tells: dict[str, float]) -> None:
    """Add what following the effects does, as far as ``share`` of it is to be expected."""
    for effect in effects:
        if isinstance(effect, ast.Gain):
            amount = effect.amount
            each = amount.number if isinstance(amount, ast.Per) else 1
            coins = (amount if isinstance(amount, int) else 2 * each) * KEYWORDS[effect.verb].worth
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
"""What it counts as to put cards somewhere, if they come from elsewhere or from the Draw Deck."""


def _kind(effect: ast.Instruct) -> str:
    place, keyword = effect.cards.place, KEYWORDS[effect.verb]
    if keyword.only_from == "market stack":
        return "brought"
    if keyword.stays:
        return ""
    unseen = place is not None and "draw deck" in place.zones
    return "" if keyword.face_down else _KINDS.get(keyword.goes_to, ("", ""))[unseen]

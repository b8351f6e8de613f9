"""What a player can count: the coin tokens that cards gain, and what is left in the Draw Decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Final

from moonflight_solo.cli.output.view import ActView
from moonflight_solo.numbers import plural
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.foresight import foreseen
from moonflight_solo.rules.redealing import hidden_places, mixes
from moonflight_solo.rules.scripted import Stopping
from moonflight_solo.rules.state import Card, Seat, Table

_MOST_KINDS: Final = 4
"""Of how many kinds of cards every order is tried; of more, the first so many vary."""


def coins_first(acts: Iterable[ActView], table: Table, seat: Seat) -> tuple[list[Card], int]:
    """Return the cards in hand that only gain coin tokens, in the order that gains most, and how
    many that is.

    Copies of a card are played one after another.
    """
    coins_of = {act.card: act.foreseen.coins for act in acts if act.verb == "play"}
    kinds = sorted(
        (card for card, coins in coins_of.items() if card and coins), key=lambda c: -coins_of[c]
    )
    counts = Counter(seat.hand)
    best: tuple[list[Card], int] = [], 0
    for order in permutations(kinds[:_MOST_KINDS]):
        cards = [card for card in [*order, *kinds[_MOST_KINDS:]] for _ in range(counts[card])]
        played = _gainers(cards, table, seat)
        if played[1] > best[1]:
            best = played
    return best


def _gainers(cards: Sequence[Card], table: Table, seat: Seat) -> tuple[list[Card], int]:
    """Return which of some cards, played in a row, gain only coin tokens, and how many in all."""
    copy = table.copy([Stopping()] * len(table.seats), Random(0))
    here = copy.seats[seat.number]
    played, coins = [], 0
    for card in cards:
        act = Play(card)
        gained = foreseen(act, copy, here).coins
        if gained:
            act.perform(copy, here)
            played.append(card)
            coins += gained
    return played, coins


COUNTED = "You could work this out by remembering which cards were drawn, bought and lost."


def deck_lines(table: Table, seat: Seat) -> Iterator[str]:
    """Yield what is in one's own Draw Deck, with the chance of each card to be the next, and where
    an opponent's unseen cards are.
    """
    groups = list(hidden_places(table, seat, mixes(table.cards)))
    for each in (seat, *seat.opponents):
        group = next(g for g in groups if any(place is each.draw_deck for place in g))
        cards = Counter(card for place in group for card in place)
        own, left = each is seat, len(each.draw_deck)
        whose = "Your" if own else f"{table.title(each.number)}:"
        if not left:
            yield f"{whose} Draw Deck: empty; the Discard Stack is shuffled when a card is drawn."
            continue
        apart = [f"{len(each.hand)} in hand"] * (not own) + [f"{left} in the Draw Deck"]
        settled = sum(map(len, group)) - left - (0 if own else len(each.hand))
        apart += [f"{settled} elsewhere"] * (settled > 0)
        if own and not settled:
            title = f"Your Draw Deck, {plural(left, 'card')}, with the chance that each comes next"
        else:
            title = f"{whose} {plural(cards.total(), 'unseen card')}, {' and '.join(apart)}"
        yield f"{title}: {_card_list(cards, left if own else 0)}."
        scoring = sum(n for card, n in cards.items() if card.score)
        if own and 0 < scoring < cards.total():
            yield f"The top card scores with a chance of {scoring / cards.total():.0%}."
    yield COUNTED


def _card_list(cards: Counter[Card], room: int) -> str:
    """List cards, those that score most first, with the chance of each to be drawn next."""
    ordered = sorted(cards.items(), key=lambda each: (-each[0].high_score, each[0].name))
    return ", ".join(
        f"{card.name}{f' ×{n}' if n > 1 else ''}{f' {n / cards.total():.0%}' if room else ''}"
        for card, n in ordered
    )

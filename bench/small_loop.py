"""The hot loop of a game in small integers: what `bench/small_core.py` measures, and no more.

Cards are numbers, piles lists of them, an AI card's lines and the cards' texts tables of numbers.
It is a prototype to be timed, in plain Python and compiled, and no second set of rules: it knows
only cards that Gain and Draw, and lines that play a card by its name.
"""

from __future__ import annotations

from collections.abc import Callable

GAIN, DRAW = 0, 1
HAND, RETAINED_COINS = 5, 5

Line = tuple[int, int]
"""The fewest coin tokens with which it is followed, and the card that it plays."""
Op = tuple[int, int]
"""What is done, and how often."""


class SmallSeat:
    """A seat: its piles as lists of card numbers, the top at the end."""

    def __init__(self, hand: list[int], deck: list[int], discard: list[int], coins: int) -> None:
        self.hand = hand
        self.deck = deck
        self.discard = discard
        self.in_play: list[int] = []
        self.coins = coins


def drawn(seat: SmallSeat, number: int, chance: Callable[[], float]) -> None:
    """Draw so many cards; a deck that is empty is made of the Discard Stack."""
    for _ in range(number):
        if not seat.deck:
            if not seat.discard:
                return
            seat.deck, seat.discard = seat.discard, seat.deck
            # Sorted by chance, as the rules shuffle, so that both deal the same cards.
            seat.deck.sort(key=lambda _card: chance())
        seat.hand.append(seat.deck.pop())


def rounds(
    seats: list[SmallSeat],
    lines: list[Line],
    texts: list[list[Op]],
    number: int,
    first: int,
    chance: Callable[[], float],
) -> int:
    """Play so many rounds of acts and Resets; return how many acts that were."""
    acts = 0
    many = len(seats)
    for _ in range(number):
        at, passes = first, 0
        while passes < many:
            seat = seats[at]
            hand = seat.hand
            play = -1
            for least, card in lines:
                if seat.coins >= least and card in hand:
                    play = card
                    break
            if play < 0:
                passes += 1
            else:
                passes = 0
                hand.remove(play)
                seat.in_play.append(play)
                for what, much in texts[play]:
                    if what == GAIN:
                        seat.coins += much
                    else:
                        drawn(seat, much, chance)
            acts += 1
            at = at + 1 if at + 1 < many else 0
        for place in range(many):
            seat = seats[(first + place) % many]
            seat.discard += seat.in_play
            seat.in_play = []
        for place in range(many):
            seat = seats[(first + place) % many]
            seat.discard += seat.hand
            seat.hand = []
        for seat in seats:
            seat.coins = min(seat.coins, RETAINED_COINS)
        for place in range(many):
            drawn(seats[(first + place) % many], HAND, chance)
        first = (first + 1) % many
    return acts

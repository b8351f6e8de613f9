"""A seat's standing, computed only from what that seat can see or have counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from moonflight_solo.rules.ending import score
from moonflight_solo.rules.notation import stack_title
from moonflight_solo.rules.reset import empty_stacks
from moonflight_solo.rules.state import (
    COINS_KEPT,
    MARKET_STACKS,
    Card,
    CardInPlay,
    Question,
    Seat,
    Table,
)
from moonflight_solo.scoremode import Rank, ScoreMode, next_rank, rank
from moonflight_solo.values import Value

DRAWN: Final = ("token", "deal", "cover")
"""Questions asked in Reset only after everyone has drawn."""


class CardsLeft(Value):
    """The cards a player has left, not counting the Trash Stack and Settled cards.

    ``limit`` is the hand limit for the next hand, and ``ends`` says whether the End comes in this
    Reset because all their cards fit into it. ``least`` and ``most`` bound that hand's score at the
    End, and ``coins`` is the number of coin tokens kept.
    """

    title: str
    cards: int
    limit: int
    ends: bool
    least: int
    most: int
    coins: int

    def beats(self, other: CardsLeft) -> bool:
        """Return whether this player is certain to place ahead of another at the End."""
        return self.least > other.most or (
            self.least == self.most == other.least == other.most and self.coins > other.coins
        )

    def either(self, other: CardsLeft) -> CardsLeft:
        """Return what is certain if it is open which of the two will come true."""
        least, most = min(self.least, other.least), max(self.most, other.most)
        return replace(self, ends=self.ends and other.ends, least=least, most=most)


class Standing(Value):
    """A seat's standing, assuming that everyone passes now.

    ``score`` is what its hand scores and ``later`` what it will score after the Turn, ``None`` once
    that has come. ``deals`` counts the deals until the Turn, including any in this Reset, and
    ``empty`` names the Market Stacks that call for one. ``turns`` says whether the Turn comes in
    this Reset, and ``dealt`` whether this Reset has dealt already. ``left`` holds every player's
    cards left, one's own first.

    In Score Mode, ``rank`` is the rank the hand would earn, ``next_rank`` the next one up and its
    score, ``tokens`` the number left in the Turn stack, and ``last_token`` says whether this Reset
    has to take the last token of the End stack.
    """

    score: int
    later: int | None
    deals: int | None
    empty: tuple[str, ...]
    turns: bool
    dealt: bool
    left: tuple[CardsLeft, ...]
    rank: str = ""
    next_rank: Rank | None = None
    tokens: int | None = None
    last_token: bool = False

    @property
    def ending(self) -> bool:
        """Whether the End comes in this Reset as things are."""
        return self.last_token or any(left.ends for left in self.left)

    @property
    def winner(self) -> str | None:
        """Who would win at an End in this Reset; "" if undecided, ``None`` if playing alone."""
        if len(self.left) < 2:
            return None
        sure = (
            left.title
            for left in self.left
            if all(left.beats(other) for other in self.left if other is not left)
        )
        return next(sure, "")

    @property
    def close(self) -> bool:
        """Whether an End in this Reset may be a tie of scores."""
        others = ((left, other) for left in self.left for other in self.left if left is not other)
        return any(each.least <= other.least <= each.most for each, other in others)


def standing(table: Table, number: int, question: Question | None = None) -> Standing:
    """Return a seat's standing, revealing nothing about hidden cards.

    Which cards a player owns is public: all were bought, moved and Trashed in the open. A
    ``question`` is the seat's pending one in Reset.
    """
    seat = table.seats[number]
    ask = question.ask if question else ""
    drawn, dealt = ask in DRAWN, ask == "cover"
    # Cards leaving play are in no zone while their owner chooses the order.
    leaving = question.cards if question and ask == "order" else ()
    empty = [] if dealt else empty_stacks(table)
    shortest = min(len(each.supply) for each in table.seats)
    deals = None if table.turned else -(-shortest // MARKET_STACKS)
    turns = deals is not None and not dealt and deals - bool(empty) <= 0
    now = score(seat)
    mode = table.variant
    ranked = isinstance(mode, ScoreMode)

    def left(turns: bool) -> tuple[CardsLeft, ...]:
        return tuple(
            _cards_left(
                each, table, turns=turns, drawn=drawn, seen=leaving if each is seat else None
            )
            for each in table.clockwise(number)
        )

    turns_left = left(turns)
    if isinstance(mode, ScoreMode) and mode.may_turn(table) and ask not in ("deal", "cover"):
        turns_left = tuple(map(CardsLeft.either, turns_left, left(turns=True)))
    return Standing(
        score=now,
        later=None if table.turned else sum(card.flipped.score for card in seat.hand),
        deals=deals,
        empty=tuple(stack_title(stack, table) for stack in empty),
        turns=turns,
        dealt=dealt,
        left=turns_left,
        rank=rank(now).name if ranked else "",
        next_rank=next_rank(now) if ranked else None,
        tokens=mode.turn if isinstance(mode, ScoreMode) and not table.turned else None,
        last_token=isinstance(mode, ScoreMode) and mode.must_end(table),
    )


def _limit(seat: Seat, staying: list[CardInPlay], leaving: list[Card]) -> int:
    """Return the hand limit after everything leaving play has left, with no card retained."""
    then = seat.copy()
    then.in_play = staying
    then.discard_stack += [*leaving, *then.hand]
    then.hand = []
    return then.hand_limit()


def _cards_left(
    seat: Seat, table: Table, *, turns: bool, drawn: bool, seen: Sequence[Card | None] | None
) -> CardsLeft:
    """Return what a player has left if the Turn comes first (``turns``) or all have drawn
    (``drawn``).

    ``seen`` are one's own cards leaving play. It is ``None`` for an opponent, whose Settled cards
    are unknown, so that any card may be one.
    """
    free = [placed.card for placed in seat.in_play if not placed.settled]
    staying = [placed for placed in seat.in_play if placed.settled]
    leaving = [card for card in seen or () if card is not None]
    cards = [*seat.hand, *free, *leaving, *seat.draw_deck, *seat.discard_stack]
    number = len(cards)
    if seen is None:
        cards += [card for placed in staying for card in placed.settled]
    limit = _limit(seat, staying, [*free, *leaving])

    def worth(card: Card) -> int:
        return card.flipped.score if turns else card.score

    scores = sorted(map(worth, cards))
    held = len(seat.hand) if drawn else min(limit, number)
    least, most = sum(scores[:held]), sum(scores[len(scores) - held :])
    if drawn and seen is not None:
        least = most = sum(map(worth, seat.hand))
    # Cards Set on one that loses its Stability in the Turn fall to the Discard Stack.
    falls = turns and any(not placed.card.flipped.stability for placed in staying)
    below = not seat.draw_deck and not seat.discard_stack if drawn else number <= limit
    title, coins = table.title(seat.number), min(seat.coins, COINS_KEPT)
    return CardsLeft(title, number, limit, below and not falls, least, most, coins)

"""How a game stands for one seat: by what it sees, and what everyone may have counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from moonflight_solo.rules.ending import score
from moonflight_solo.rules.notation import stack_title
from moonflight_solo.rules.reset import empty_stacks
from moonflight_solo.rules.state import (
    COINS_KEPT,
    MARKET_STACKS,
    Card,
    Placed,
    Question,
    Seat,
    Table,
)
from moonflight_solo.scoremode import RANKS, ScoreMode, rank
from moonflight_solo.values import Value

DRAWN: Final = ("token", "deal", "cover")
"""What is asked in Reset only when everyone has drawn their cards."""


class Left(Value):
    """The cards a player has left, without those in the Trash Stack and Settled ones.

    ``limit`` is the hand they are drawn into, and ``ends`` whether the End comes in this Reset
    because they all go into it. ``least`` and ``most`` are what that hand can score at the End,
    and ``coins`` what is kept of the coin tokens.
    """

    title: str
    cards: int
    limit: int
    ends: bool
    least: int
    most: int
    coins: int

    def beats(self, other: Left) -> bool:
        """Whether it is certain to come before another at the End."""
        return self.least > other.most or (
            self.least == self.most == other.least == other.most and self.coins > other.coins
        )


class Standing(Value):
    """How a game stands for one seat, should everyone pass now.

    ``score`` is what its hand scores and ``later`` what it will after the Turn, ``None`` once that
    has come. ``deals`` counts the deals up to the Turn, this Reset's with them if there is one
    still to come, and ``empty`` names the Market Stacks that call for one. ``turns`` is whether
    the Turn comes in this Reset, and ``dealt`` whether this Reset has dealt already. ``left`` is
    everyone's, one's own first. ``rank`` is the rank that the hand would earn in Score Mode,
    ``next_rank`` the next one with the score it takes, ``tokens`` how many of the Turn stack bring
    the Turn, and ``last_token`` whether this Reset has to take the last token of the End stack.
    """

    score: int
    later: int | None
    deals: int | None
    empty: tuple[str, ...]
    turns: bool
    dealt: bool
    left: tuple[Left, ...]
    rank: str = ""
    next_rank: tuple[str, int] | None = None
    tokens: int | None = None
    last_token: bool = False

    @property
    def ending(self) -> bool:
        """Whether the End comes in this Reset, as things are."""
        return self.last_token or any(each.ends for each in self.left)

    @property
    def winner(self) -> str | None:
        """Who would win if the End came in this Reset, "" if that is open; ``None`` alone."""
        if len(self.left) < 2:
            return None
        sure = (
            each.title
            for each in self.left
            if all(each.beats(other) for other in self.left if other is not each)
        )
        return next(sure, "")


def standing(table: Table, number: int, asked: Question | None = None) -> Standing:
    """Return how the game stands for a seat; nothing in it tells of anyone's hidden cards.

    Which cards somebody owns is no secret: all were bought, moved and Trashed in the open.
    ``asked`` is what the seat is asked in Reset, if it is.
    """
    seat = table.seats[number]
    ask = asked.ask if asked else ""
    drawn, dealt = ask in DRAWN, ask == "cover"
    # Cards that leave play lie nowhere while their owner says in which order they go.
    leaving = asked.cards if asked and ask == "order" else ()
    empty = [] if dealt else empty_stacks(table)
    shortest = min(len(each.supply) for each in table.seats)
    deals = None if table.turned else -(-shortest // MARKET_STACKS)
    turns = deals is not None and not dealt and deals - bool(empty) <= 0
    now = score(seat)
    mode = table.variant
    ranked = isinstance(mode, ScoreMode)
    above = [each for each in reversed(RANKS) if each.least > now]
    return Standing(
        score=now,
        later=None if table.turned else sum(card.flipped.score for card in seat.hand),
        deals=deals,
        empty=tuple(stack_title(stack, table) for stack in empty),
        turns=turns,
        dealt=dealt,
        left=tuple(
            _left(each, table, turns=turns, drawn=drawn, seen=leaving if each is seat else None)
            for each in table.clockwise(number)
        ),
        rank=rank(now).name if ranked else "",
        next_rank=(above[0].name, above[0].least) if ranked and above else None,
        tokens=mode.turn if isinstance(mode, ScoreMode) and not table.turned else None,
        last_token=isinstance(mode, ScoreMode) and mode.must_end(table),
    )


def _limit(seat: Seat, staying: list[Placed], leaving: list[Card]) -> int:
    """Return the hand limit once all that leaves play has left, no card being kept in hand."""
    then = seat.copied()
    then.in_play = staying
    then.discard_stack += [*leaving, *then.hand]
    then.hand = []
    return then.hand_limit()


def _left(
    seat: Seat, table: Table, *, turns: bool, drawn: bool, seen: Sequence[Card | None] | None
) -> Left:
    """Return what a player has left; ``turns`` if the Turn comes first, ``drawn`` if all drew.

    ``seen`` are one's own cards that are just leaving play. It is ``None`` for an opponent, of
    whom it is not known which cards are Settled, so any of theirs may be.
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
    # What was Settled on a card that loses its Stability by the Turn falls to the Discard Stack.
    falls = turns and any(not placed.card.flipped.stability for placed in staying)
    below = not seat.draw_deck and not seat.discard_stack if drawn else number <= limit
    title, coins = table.title(seat.number), min(seat.coins, COINS_KEPT)
    return Left(title, number, limit, below and not falls, least, most, coins)

"""How a game stands for one seat: by what it sees, and what everyone may have counted."""

from __future__ import annotations

from dataclasses import dataclass

from moonflight_solo.rules.ending import score
from moonflight_solo.rules.notation import stack_title
from moonflight_solo.rules.reset import empty_stacks
from moonflight_solo.rules.state import HAND_LIMIT, MARKET_STACKS, Card, Seat, Table
from moonflight_solo.scoremode import RANKS, ScoreMode, rank


@dataclass(frozen=True, slots=True)
class Left:
    """The cards a player has left, without those in the Trash Stack and Settled ones.

    ``limit`` is the hand they are drawn into: with no more than that the End comes. ``least`` and
    ``most`` are what that hand can score at the End.
    """

    title: str
    cards: int
    limit: int
    least: int
    most: int

    @property
    def ends(self) -> bool:
        """Whether the End comes in this Reset, as things are."""
        return self.cards <= self.limit


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands for one seat, should everyone pass now.

    ``score`` is what its hand scores and ``later`` what it will after the Turn, ``None`` once that
    has come. ``deals`` counts the deals up to the Turn, this Reset's with them if there is
    one, and ``empty`` names the Market Stacks that call for one. ``turns`` is whether the
    Turn comes in this Reset. ``left`` is everyone's, one's own first. ``rank`` is the rank that the
    hand would earn in Score Mode, and ``next_rank`` the next one with the score it takes.
    """

    score: int
    later: int | None
    deals: int | None
    empty: tuple[str, ...]
    turns: bool
    left: tuple[Left, ...]
    rank: str = ""
    next_rank: tuple[str, int] | None = None

    @property
    def ending(self) -> list[Left]:
        """Whoever brings the End in this Reset, as things are."""
        return [each for each in self.left if each.ends]

    @property
    def winner(self) -> str | None:
        """Who would win if the End came in this Reset, "" if that is open; ``None`` alone."""
        if len(self.left) < 2:
            return None
        sure = (
            each.title
            for each in self.left
            if all(each.least > other.most for other in self.left if other is not each)
        )
        return next(sure, "")


def standing(table: Table, number: int) -> Standing:
    """Return how the game stands for a seat; nothing in it tells of anyone's hidden cards.

    Which cards somebody owns is no secret: all were bought, moved and Trashed in the open.
    """
    seat = table.seats[number]
    empty = empty_stacks(table)
    shortest = min(len(each.supply) for each in table.seats)
    deals = None if table.turned else -(-shortest // MARKET_STACKS)
    turns = deals is not None and deals - bool(empty) <= 0
    now = score(seat)
    ranked = isinstance(table.variant, ScoreMode)
    above = [each for each in reversed(RANKS) if each.least > now]
    return Standing(
        score=now,
        later=None if table.turned else sum(card.flipped.score for card in seat.hand),
        deals=deals,
        empty=tuple(stack_title(stack, table) for stack in empty),
        turns=turns,
        left=tuple(
            _left(each, table, own=each is seat, flip=turns) for each in table.clockwise(number)
        ),
        rank=rank(now).name if ranked else "",
        next_rank=(above[0].name, above[0].least) if ranked and above else None,
    )


def _left(seat: Seat, table: Table, *, own: bool, flip: bool) -> Left:
    """Return what a player has left; ``flip`` if the Turn comes first.

    Of an opponent it is not known which cards are Settled, so any of theirs may be.
    """
    free = [placed.card for placed in seat.in_play if not placed.settled]
    staying = [placed.card for placed in seat.in_play if placed.settled]
    cards = [*seat.hand, *free, *seat.draw_deck, *seat.discard_stack]
    number = len(cards)
    if not own:
        cards += [card for placed in seat.in_play for card in placed.settled]
    limit = HAND_LIMIT + seat.character.card.hand_limit + sum(c.hand_limit for c in staying)
    scores = sorted(_score(card, flip) for card in cards)
    held = min(limit, number)
    least, most = sum(scores[:held]), sum(scores[len(scores) - held :])
    return Left(table.title(seat.number), number, limit, least, most)


def _score(card: Card, flip: bool) -> int:
    return card.flipped.score if flip else card.score

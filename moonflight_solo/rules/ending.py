"""The End: scores, the winner, and why."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Literal

from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.values import Value

EndedBy = Literal["end", "score-mode end", "round limit", "act limit"]


class Outcome(Value):
    """How a game ended. ``ranking`` lists seat numbers, the winner first.

    ``winner`` is ``None`` for a game stopped by a limit. ``won_by`` names the comparison that
    decided; ``triggered_by`` are the seats whose Draw Deck and Discard Stack were empty.
    """

    ended_by: EndedBy
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    winner: int | None
    won_by: str
    rounds: int
    acts: int
    turned: bool
    triggered_by: tuple[int, ...]

    @property
    def finished(self) -> bool:
        """Whether the game reached the End, rather than a limit."""
        return self.winner is not None


def score(seat: Seat) -> int:
    """Return the score of the hand, at the ends now up ("The End")."""
    return sum(card.score for card in seat.hand)


def outcome(table: Table) -> Outcome:
    """Return the outcome of a game that has ended; ties are broken as printed (ruling G-tie)."""
    order = {seat.number: place for place, seat in enumerate(table.in_order())}
    comparisons: dict[str, Callable[[Seat], int]] = {
        "highest score": lambda seat: -score(seat),
        "most coin tokens": lambda seat: -seat.coins,
        "fewest cards in Draw Deck and Discard Stack": lambda seat: (
            len(seat.draw_deck) + len(seat.discard_stack)
        ),
        "nearest to the First Player Marker": lambda seat: order[seat.number],
    }
    ranking = sorted(table.seats, key=lambda seat: [key(seat) for key in comparisons.values()])
    finished = table.ended_by in ("end", "score-mode end")
    won_by = "the only player"
    if len(ranking) > 1:
        best, second = ranking[0], ranking[1]
        won_by = next(name for name, key in comparisons.items() if key(best) != key(second))
    ended_by: EndedBy = table.ended_by  # type: ignore[assignment]
    empty = [s.number for s in table.seats if not s.draw_deck and not s.discard_stack]
    return Outcome(
        ended_by=ended_by,
        scores=tuple(score(seat) for seat in table.seats),
        ranking=tuple(seat.number for seat in ranking),
        winner=ranking[0].number if finished else None,
        won_by=won_by if finished else "",
        rounds=table.round,
        acts=table.acts,
        turned=table.turned,
        triggered_by=tuple(empty) if table.ended_by == "end" else (),
    )


def points_held(table: Table) -> tuple[int, ...]:
    """Return what each seat's cards would score after the Turn if all were in hand.

    Counts cards in hand, Draw Deck and Discard Stack, in play and Settled; cards in the Trash Stack
    are lost.
    """
    scored: Callable[[Card], int] = attrgetter("score" if table.turned else "flipped.score")
    points = [
        sum(map(scored, (*seat.hand, *seat.draw_deck, *seat.discard_stack))) for seat in table.seats
    ]
    for seat in table.seats:
        for placed in seat.in_play:
            points[seat.number] += scored(placed.card)
            for index, card in enumerate(placed.settled):
                points[placed.owner_of(index, seat)] += scored(card)
    return tuple(points)

"""A game of seven rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from moonscrown.decktet import Card
from moonscrown.players import Player
from moonscrown.round import Action, Round, Seat, deal

ROUNDS = 7


@dataclass(slots=True)
class Told:
    """One thing that happened: an action (``what``), or a round won with a card put aside.

    With neither, a round was dealt, which ``seat`` begins. ``drawn`` is what the action drew; only
    its player may see it.
    """

    number: int
    table: Round
    seat: Seat
    what: Action | None = None
    prize: Card | None = None
    drawn: Sequence[Card] = ()


@dataclass(slots=True)
class Standing:
    """What the players have put aside, by seat."""

    aside: list[list[Card]] = field(default_factory=list)

    def scores(self) -> list[int]:
        """Return the score of each seat."""
        return [sum(card.points for card in cards) for cards in self.aside]

    def winners(self) -> list[int]:
        """Return the seats that win: those with the highest score (ruling M-tie)."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]


def luck(seed: int, name: str) -> Random:
    """Return one of a game's independent random streams: "deck", or a player's own."""
    return Random(f"moonscrown {seed} {name}")


def play(
    players: Sequence[Player],
    seed: int,
    *,
    drawing: bool = False,
    listener: Callable[[Told], None] = lambda told: None,
) -> Standing:
    """Play seven rounds and return what was put aside.

    Whatever a player raises passes through.
    """
    cards = luck(seed, "deck")
    standing = Standing([[] for _ in players])
    for number in range(1, ROUNDS + 1):
        aside = [card for each in standing.aside for card in each]
        table = deal(len(players), aside, cards, drawing=drawing)
        listener(Told(number, table, table.seats[table.turn]))
        seat = _play_round(table, players, number, listener)
        prize = players[seat.number].prize(table, seat, table.prizes(seat))
        standing.aside[seat.number].append(prize)
        listener(Told(number, table, seat, prize=prize))
    return standing


def _play_round(
    table: Round, players: Sequence[Player], number: int, listener: Callable[[Told], None]
) -> Seat:
    while (winner := table.winner()) is None:
        seat = table.seats[table.turn]
        action = players[seat.number].act(table, seat)
        drawn = table.act(action)
        listener(Told(number, table, seat, what=action, drawn=drawn))
    return winner

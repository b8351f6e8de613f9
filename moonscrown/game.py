"""A game of seven rounds: the pile, the displays, the actions, and the players.

A player chooses an action each turn and, on winning a round, a card to put aside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final, Protocol

from moonflight_solo import __version__
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.records import Header, Record, SeatHeader, digest
from moonflight_solo.records.saved_games import Shelf
from moonscrown.decktet import ACE, Card, card_named, deck, meets, subsets

HAND = {2: 7, 3: 7, 4: 6}
"""The number of cards dealt to each player, by the number of players."""


class IllegalAction(MoonflightError):
    """An illegal action; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Action:
    """The action of a turn: a card for the pile, one for the display, both, or neither to fold."""

    pile: Card | None = None
    add: Card | None = None

    def __str__(self) -> str:
        pile = f"pile {self.pile.name}" if self.pile else ""
        add = f"add {self.add.name}" if self.add else ""
        return ", ".join(filter(None, (pile, add))) or "fold"


FOLD = Action()
_VERBS = ("pile", "add")
_JOINT = re.compile(r"[ ,]+(?=(?:pile|add)\b)")


def parse_action(words: str, hand: Sequence[Card]) -> Action:
    """Parse an action with cards of the hand, whose names may be abbreviated.

    Raises :class:`UsageError` for anything else, and for unknown or ambiguous names.
    """
    folded = " ".join(words.casefold().split())
    if folded == "fold":
        return FOLD
    cards: dict[str, Card] = {}
    for part in _JOINT.split(folded):
        verb, _, name = part.partition(" ")
        if verb not in _VERBS or verb in cards or not name:
            raise UsageError(
                f'"{words}" is not an act. Type a number from the list, "add CARD", "pile CARD", '
                '"pile CARD, add CARD" or "fold".'
            )
        cards[verb] = card_named(name, hand)
    return Action(cards.get("pile"), cards.get("add"))


@dataclass(slots=True)
class Seat:
    """A player's hand and display; ``out`` after folding."""

    number: int
    hand: list[Card]
    display: list[Card]
    out: bool = False


@dataclass(slots=True)
class Round:
    """A round in progress. ``pile`` has its top card last; ``draw`` is the face-down draw pile.

    ``drawing`` says whether the variant with the draw pile is played.
    """

    seats: list[Seat]
    pile: list[Card]
    draw: list[Card] = field(default_factory=list)
    drawing: bool = False
    turn: int = 0

    @property
    def suits(self) -> tuple[str, ...]:
        """The visible suits of the pile, whose conditions are in force."""
        return self.pile[-1].suits

    def others(self, seat: Seat) -> list[list[Card]]:
        """Return the displays of the other players still in the round."""
        return [other.display for other in self.seats if other is not seat and not other.out]

    def winner(self) -> Seat | None:
        """Return the only player left, ``None`` if there are several."""
        players = [seat for seat in self.seats if not seat.out]
        return players[0] if len(players) == 1 else None

    def why_illegal(self, seat: Seat, action: Action) -> str | None:
        """Return why ``action`` is illegal now, ``None`` if it is legal."""
        if action == FOLD:
            return None
        used = [card for card in (action.pile, action.add) if card is not None]
        for card in used:
            if card not in seat.hand:
                return f"{card.name} is not in your hand"
        if action.pile is not None and action.pile is action.add:
            return f"{action.pile.name} cannot be in two places"
        display = [*seat.display, *([action.add] if action.add else [])]
        suits = action.pile.suits if action.pile else self.suits
        met = [suit for suit in suits if meets(suit, display, self.others(seat))]
        if action.pile is None and not met:
            return f"your display would meet none of the conditions of {' and '.join(suits)}"
        if action.pile is not None and len(met) < len(suits):
            lacking = " and ".join(suit for suit in suits if suit not in met)
            return f"your display would not meet the condition of {lacking}"
        return None

    def actions(self, seat: Seat) -> Iterator[Action]:
        """Yield every legal action; folding, which always is, comes last."""
        pairs = [
            *(Action(add=card) for card in seat.hand),
            *(Action(pile=card) for card in seat.hand),
            *(Action(pile, add) for pile in seat.hand for add in seat.hand if pile is not add),
        ]
        yield from (action for action in pairs if self.why_illegal(seat, action) is None)
        yield FOLD

    def draws(self, action: Action) -> int:
        """Return how many cards an action draws: one less than the suits put on the pile."""
        if action.pile is None or not self.drawing:
            return 0
        return min(len(action.pile.suits) - 1, len(self.draw))

    def act(self, action: Action) -> list[Card]:
        """Take an action, return the cards drawn; raises :class:`IllegalAction` with the reason."""
        seat = self.seats[self.turn]
        why = self.why_illegal(seat, action)
        if why is not None:
            raise IllegalAction(f"{why}.")
        if action == FOLD:
            seat.out = True
        if action.pile is not None:
            seat.hand.remove(action.pile)
            self.pile.append(action.pile)
        if action.add is not None:
            seat.hand.remove(action.add)
            seat.display.append(action.add)
        cards = [self.draw.pop() for _ in range(self.draws(action))]
        seat.hand += cards
        later = [*self.seats[self.turn + 1 :], *self.seats[: self.turn + 1]]
        self.turn = next((next_seat.number for next_seat in later if not next_seat.out), self.turn)
        return cards

    def prizes(self, seat: Seat) -> list[Card]:
        """Return the cards the winner may put aside: those that meet a condition."""
        prizes = {
            card for suit in self.suits for cards in subsets(suit, seat.display) for card in cards
        }
        return sorted(prizes, key=lambda card: card.height, reverse=True)


def deal(players: int, aside: Sequence[Card], luck: Random, *, drawing: bool = False) -> Round:
    """Return a new round: all cards except those ``aside`` are shuffled and dealt.

    The Ace of the highest suit starts the pile; the player with the lowest card on display begins.
    Raises :class:`UsageError` for an invalid number of players.
    """
    if players not in HAND:
        raise UsageError(f"Moonscrown is for 2 to 4 players, not {players}.")
    full_deck = deck()
    start = next(c for c in full_deck.cards if c.rank == ACE and c.suits == full_deck.suits[:1])
    cards = [card for card in full_deck.cards if card is not start and card not in aside]
    luck.shuffle(cards)
    seats = []
    for number in range(players):
        hand, cards = cards[: HAND[players]], cards[HAND[players] :]
        seats.append(Seat(number, hand, []))
    for seat in seats:
        seat.display.append(cards.pop())
    table = Round(seats, [start], cards, drawing)
    table.turn = min(seats, key=lambda seat: seat.display[0].height).number
    return table


# ---------------------------------------------------------------------------------- players


class Player(Protocol):
    """Chooses for one seat, from what that seat can see."""

    def act(self, table: Round, seat: Seat) -> Action:
        """Return the action to take."""
        ...

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card to put aside, one of ``cards``."""
        ...


class GreedyPlayer:
    """Keeps its options open, and its best cards for its display.

    It looks one turn ahead, at its own cards and at what lies open: it prefers actions that leave
    the most cards in hand that could meet the new conditions at once, that spend few cards (a drawn
    one makes up for a spent one), and that put low cards on the pile. With the draw pile, where
    hands last longer and the pile changes more often, it also counts how many of the six conditions
    its display leads. It folds only when it must.
    """

    def act(self, table: Round, seat: Seat) -> Action:
        """Return the most valuable action; the first of several."""
        *actions, fold = table.actions(seat)
        return max(actions, key=lambda action: _worth(action, table, seat)) if actions else fold

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card with the highest score."""
        return max(cards, key=lambda card: (card.rank, card.height))


def _worth(action: Action, table: Round, seat: Seat) -> tuple[int, int, int]:
    """Return what a greedy player values in an action; see :class:`GreedyPlayer`."""
    suits = action.pile.suits if action.pile else table.suits
    hand = [card for card in seat.hand if card not in (action.pile, action.add)]
    display = [*seat.display, *([action.add] if action.add else [])]
    others = table.others(seat)
    answers = sum(any(meets(suit, [*display, card], others) for suit in suits) for card in hand)
    best = sum(meets(suit, display, others) for suit in deck().suits) if table.drawing else 0
    points = sum(card.rank for card in display)
    thrown = action.pile.rank if action.pile else 0
    return answers + best + 2 * (len(hand) + table.draws(action)), points, -thrown


# ----------------------------------------------------------------------------- seven rounds

ROUNDS = 7


@dataclass(slots=True)
class GameEvent:
    """An event: an action (``what``), or a round won with a card put aside (``prize``).

    With neither, a round was dealt, and ``seat`` begins. ``drawn`` are the cards drawn; only the
    player may see them.
    """

    number: int
    table: Round
    seat: Seat
    what: Action | None = None
    prize: Card | None = None
    drawn: Sequence[Card] = ()


@dataclass(slots=True)
class Standing:
    """The cards the players have put aside, by seat."""

    aside: list[list[Card]] = field(default_factory=list)

    def scores(self) -> list[int]:
        """Return the score of each seat."""
        return [sum(card.rank for card in cards) for cards in self.aside]

    def winners(self) -> list[int]:
        """Return the winning seats: those with the highest score (ruling M-tie)."""
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
    listener: Callable[[GameEvent], None] = lambda event: None,
) -> Standing:
    """Play seven rounds and return the cards put aside; exceptions from players propagate."""
    cards = luck(seed, "deck")
    standing = Standing([[] for _ in players])
    for number in range(1, ROUNDS + 1):
        aside = [card for cards in standing.aside for card in cards]
        table = deal(len(players), aside, cards, drawing=drawing)
        listener(GameEvent(number, table, table.seats[table.turn]))
        while (seat := table.winner()) is None:
            acting = table.seats[table.turn]
            action = players[acting.number].act(table, acting)
            listener(GameEvent(number, table, acting, what=action, drawn=table.act(action)))
        prize = players[seat.number].prize(table, seat, table.prizes(seat))
        standing.aside[seat.number].append(prize)
        listener(GameEvent(number, table, seat, prize=prize))
    return standing


# ---------------------------------------------------------------------------------- records

DRAWING: Final = "moonscrown"
WITHOUT: Final = "moonscrown without draw pile"
SHELF: Final = Shelf("moonscrown", "moonscrown", "moonscrown resume takes the one last played.")


def header(players: int, seed: int, *, drawing: bool, person: bool = True) -> Header:
    """Return the header of a game's record; the person sits first."""
    cards = "; ".join(f"{card.name} {card.rank} {card.suits} {card.types}" for card in deck().cards)
    return Header(
        program=f"moonscrown {__version__}",
        begun=datetime.now().astimezone().isoformat(timespec="seconds"),
        seats=tuple(
            SeatHeader(f"Player {number + 1}", "person" if person and number == 0 else "ai")
            for number in range(players)
        ),
        edition=DRAWING if drawing else WITHOUT,
        seed=seed,
        round_limit=ROUNDS,
        words={"the Decktet": digest(cards)},
    )


def require_moonscrown(record: Record, path: Path) -> Record:
    """Return a record of Moonscrown played with these cards; raises for any other."""
    start = record.header
    if start.edition not in (DRAWING, WITHOUT) or not 2 <= len(start.seats) <= 4:
        raise DataError(f"{path}:1", "this is not a Moonscrown game", "moonflight resume knows it")
    record.check_words(header(2, 0, drawing=True).words, str(path))
    return record

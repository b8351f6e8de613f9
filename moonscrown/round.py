"""One round: the pile, the displays, and what a player may do in her turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from moonflight_solo.errors import MoonflightError, UsageError
from moonscrown.conditions import meets, subsets
from moonscrown.decktet import ACE, Card, deck, named

HAND = {2: 7, 3: 7, 4: 6}
"""How many cards are dealt to each of so many players."""


class IllegalAction(MoonflightError):
    """An action that cannot be taken now; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Action:
    """What is done in a turn: a card put on the pile, one added to the display, both, or neither.

    Neither is to fold.
    """

    pile: Card | None = None
    add: Card | None = None

    def __str__(self) -> str:
        words = [
            *([f"pile {self.pile.name}"] if self.pile else []),
            *([f"add {self.add.name}"] if self.add else []),
        ]
        return ", ".join(words) or "fold"


FOLD = Action()
_VERBS = ("pile", "add")
_JOINT = re.compile(r"[ ,]+(?=(?:pile|add)\b)")


def parse_action(words: str, hand: Sequence[Card]) -> Action:
    """Return the action that words name; cards of the hand, which may be cut short.

    Raises :class:`UsageError` for words that are no action or name no one card of the hand.
    """
    said = " ".join(words.casefold().split())
    if said == "fold":
        return FOLD
    found: dict[str, Card] = {}
    for part in _JOINT.split(said):
        verb, _, name = part.partition(" ")
        if verb not in _VERBS or verb in found or not name:
            raise UsageError(
                f'"{words}" is no action: say a number of the list, "add CARD", "pile CARD", '
                '"pile CARD, add CARD" or "fold".'
            )
        found[verb] = named(name, hand)
    return Action(found.get("pile"), found.get("add"))


@dataclass(slots=True)
class Seat:
    """A player's hand and display; ``out`` once she has folded."""

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
        return [each.display for each in self.seats if each is not seat and not each.out]

    def winner(self) -> Seat | None:
        """Return the player whose turn it is if she is the only one left."""
        left = [seat for seat in self.seats if not seat.out]
        return left[0] if len(left) == 1 else None

    def fault(self, seat: Seat, action: Action) -> str | None:
        """Return why ``action`` is not possible now, or ``None`` if it is."""
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
        """Yield every action that is possible now; folding, which always is, comes last."""
        pairs = [
            *(Action(add=card) for card in seat.hand),
            *(Action(pile=card) for card in seat.hand),
            *(Action(pile, add) for pile in seat.hand for add in seat.hand if pile is not add),
        ]
        yield from (action for action in pairs if self.fault(seat, action) is None)
        yield FOLD

    def draws(self, action: Action) -> int:
        """Return how many cards an action draws: one less than the suits put on the pile."""
        if action.pile is None or not self.drawing:
            return 0
        return min(len(action.pile.suits) - 1, len(self.draw))

    def act(self, action: Action) -> list[Card]:
        """Take an action for the player whose turn it is, pass the turn on; return what she drew.

        Raises :class:`IllegalAction` with the reason for one that is not possible.
        """
        seat = self.seats[self.turn]
        fault = self.fault(seat, action)
        if fault is not None:
            raise IllegalAction(f"{fault}.")
        if action == FOLD:
            seat.out = True
        if action.pile is not None:
            seat.hand.remove(action.pile)
            self.pile.append(action.pile)
        if action.add is not None:
            seat.hand.remove(action.add)
            seat.display.append(action.add)
        drawn = [self.draw.pop() for _ in range(self.draws(action))]
        seat.hand += drawn
        self._pass_on()
        return drawn

    def _pass_on(self) -> None:
        number = len(self.seats)
        for step in range(1, number + 1):
            at = (self.turn + step) % number
            if not self.seats[at].out:
                self.turn = at
                return

    def prizes(self, seat: Seat) -> list[Card]:
        """Return the cards the winner may put aside: those of a subset meeting a condition."""
        found = {
            card for suit in self.suits for cards in subsets(suit, seat.display) for card in cards
        }
        return sorted(found, key=lambda card: card.height, reverse=True)


def deal(players: int, aside: Sequence[Card], luck: Random, *, drawing: bool = False) -> Round:
    """Return a new round: all cards but those put ``aside`` shuffled and dealt.

    The Ace of the highest suit starts the pile; the lowest card on display begins. Raises
    :class:`UsageError` for a number of players there is not.
    """
    if players not in HAND:
        raise UsageError(f"Moonscrown is for 2 to 4 players, not {players}.")
    whole = deck()
    start = next(c for c in whole.cards if c.rank == ACE and c.suits == whole.suits[:1])
    cards = [card for card in whole.cards if card is not start and card not in aside]
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

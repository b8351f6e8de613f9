"""A game whose answers are numbers that mean the same in every game of the same cards.

The basis of the PettingZoo and OpenSpiel adapters; needs NumPy. An answer is given as one
number or several: what to do, with which card, on which, and whether that is all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import numpy as np
from numpy.typing import NDArray

from moonflight_solo.errors import UsageError
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.decision import Decision
from moonflight_solo.rules.decisions import Game
from moonflight_solo.rules.possible_answers import Beginning, Choice, PossibleAnswer
from moonflight_solo.rules.state import Card
from moonflight_solo.rules.table_view import TableView

AnswerStep = tuple[object, ...]
Path = tuple[tuple[AnswerStep, ...], PossibleAnswer]
"""The steps by which an answer is given, and the answer."""
ITEMS, COPIES = 60, 40
"""Numbers for items of a question that show no card, and for further copies of a card."""


class NumberedGame:
    """A game and the steps of the answer given so far; ``numbers`` maps each step to its number."""

    def __init__(self, game: Game) -> None:
        if not game.asked:
            raise UsageError('every seat plays by itself: give one a Jack alone, such as "clay".')
        self.game = game
        self.given: tuple[AnswerStep, ...] = ()
        self._paths: tuple[Decision | None, list[Path]] = (None, [])
        table = game.table
        self.ends = [end for card in table.cards.kinds for end in (card, card.flipped)]
        self.place = {card: index for index, card in enumerate(self.ends)}
        verbs = ("play", "build", "on", "pay", "choose")
        steps: list[AnswerStep] = [("pass",), ("all",), ("more",), ("nothing",)]
        steps += [(verb, card) for verb in verbs for card in self.ends]
        steps += [("spend", ability) for card in self.ends for ability in card.abilities]
        steps += [("shop", index) for index in range(len(table.seats[0].stacks))]
        steps += [("item", index) for index in range(ITEMS)]
        steps += [("copy", index) for index in range(COPIES)]
        self.numbers = {step: number for number, step in enumerate(dict.fromkeys(steps))}
        self.steps = list(self.numbers)

    def __deepcopy__(self, memo: object) -> NumberedGame:
        new = NumberedGame.__new__(NumberedGame)
        new.__dict__ |= self.__dict__ | {"game": self.game.copy()}
        return new

    def redealt(self, seat: int, rng: Random) -> NumberedGame:
        """Return the game with everything that ``seat`` cannot see dealt afresh."""
        new = self.__deepcopy__(None)
        new.game = self.game.redealt(seat, rng)
        return new

    @property
    def legal(self) -> list[int]:
        """The numbers that can be given next, in order."""
        length = len(self.given)
        return sorted({self.numbers[path[length]] for path, _ in self._going_on()})

    def words(self, number: int) -> str:
        """Return what a number gives, such as "play Coin"; a Market Stack also by its top card."""
        verb, *rest = self.steps[number]
        part = rest[0] if rest else ""
        if verb == "shop" and isinstance(part, int):
            cards = self.game.table.seats[self.game.decider or 0].stacks[part].cards
            part = f"{part}: {cards[-1].name if cards else 'empty'}"
        name = part.name if isinstance(part, Card) else str(part).strip("<>")
        return f"{verb} {name}".strip()

    def push(self, number: int) -> None:
        """Give the next number; the answer is given as soon as no choice is left.

        Raises :class:`UsageError` for a number that is not legal now.
        """
        if number not in self.legal:
            raise UsageError(f"{number} is not one of the numbers that can be given now.")
        self.given = (*self.given, self.steps[number])
        paths = self._going_on()
        if len(paths) == 1:
            self.given = ()
            self.game.push(paths[0][1])

    def _going_on(self) -> list[Path]:
        """Return the paths that begin as the answer given so far."""
        decision = self.game.decision
        if self._paths[0] is not decision:
            self._paths = decision, [] if decision is None else _paths(decision)
        return [path for path in self._paths[1] if path[0][: len(self.given)] == self.given]

    def observation(self, view: TableView) -> NDArray[np.float32]:
        """Return what a view shows as numbers.

        First a row for each place, with the number of each of ``ends`` seen there: the generic
        Stacks; then of each player from the viewer on the hand, Discard Stack, Trash Stack, three
        Market Stacks, cards in play, seen cards of the Draw Deck and Settled cards; and the cards
        of a question. Then the counts: the round, whether it is after the Turn, the passes in a
        row, the acts still to take, the acting and the first seat and the tokens left; and of each
        player the cards in hand, Draw Deck and Supply Stack, coin tokens, and whether it has Built
        and Shopped. Then 1 for each step given of an unfinished answer.
        """
        seats = [*view.players[view.seat :], *view.players[: view.seat]]
        zones: list[Iterable[Card | None]] = [*view.generic]
        counts: list[int] = [view.round, view.turned, view.passes, view.more_acts, view.acting]
        counts += [view.first, *view.tokens]
        for player in seats:
            zones += [player.hand, player.discard_stack, player.trash_stack, *player.market]
            zones += [[placed.card for placed in (*player.in_play, player.character)]]
            zones += [player.draw_deck]
            zones += [[card for placed in player.in_play for card in placed.settled]]
            counts += [len(player.hand), len(player.draw_deck), player.supply, player.coins]
            counts += [player.built, player.shopped]
        zones += [view.question.cards if view.question else ()]
        numbers = np.zeros((len(zones), len(self.ends)), np.float32)
        for row, zone in enumerate(zones):
            for cards in filter(None, zone):
                numbers[row, self.place[cards]] += 1
        chosen_bits = np.zeros(len(self.steps), np.float32)
        chosen_bits[[self.numbers[step] for step in self.given]] = 1
        return np.concatenate([numbers.ravel(), np.array(counts, np.float32), chosen_bits])

    def rewards(self) -> list[float]:
        """Return 1 for the winner, -1 shared by the others, 0 without a winner; alone the score."""
        outcome, number = self.game.outcome, len(self.game.table.seats)
        if outcome is None or outcome.winner is None:
            return [0.0] * number
        if number == 1:
            return [float(outcome.scores[0])]
        return [1.0 if seat == outcome.winner else -1 / (number - 1) for seat in range(number)]


def _paths(decision: Decision) -> list[Path]:
    """Return the paths of all answers to a decision, no two alike."""
    legal = decision.legal
    steps = [_path(answer, decision) for answer in legal]
    number, copies = Counter(steps), Counter[tuple[AnswerStep, ...]]()
    paths = []
    for path, answer in zip(steps, legal, strict=True):
        if number[path] > 1:
            copies[path] += 1
            path = (*path, ("copy", copies[path] - 1))
        paths.append((path, answer))
    return paths


def _path(answer: PossibleAnswer, decision: Decision) -> tuple[AnswerStep, ...]:
    """Return the steps by which an answer is given."""
    table, question = decision.position.now()
    seat = table.seats[decision.number]
    if isinstance(answer, Beginning):
        return (*_path(answer.answer, decision)[:-1], ("more",))
    if isinstance(answer, Play):
        return (("play", answer.card),)
    if isinstance(answer, Spend):
        card_in_play = seat.card_at(answer.place)
        assert card_in_play is not None
        payment = sorted((("pay", card) for card in answer.cards), key=lambda step: step[1].name)
        return (("spend", answer.ability), *payment)
    if isinstance(answer, Shop):
        return (("shop", answer.places[-1]), ("all",))
    if isinstance(answer, Build):
        card, place = answer.pairs[-1]
        return (("build", card), ("on", seat.in_play[place].card), ("all",))
    if not isinstance(answer, Choice):
        return (("pass",),)
    assert question is not None
    number = len(decision.begun.indexes) if isinstance(decision.begun, Choice) else 0
    if number == len(answer.indexes):
        return (("nothing",),)
    index = answer.indexes[number]
    chosen_card = question.cards[index]
    return (("item", index) if chosen_card is None else ("choose", chosen_card), ("all",))

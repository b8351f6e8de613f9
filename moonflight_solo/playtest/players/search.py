"""A player that tries its acts in rollouts and takes the best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from copy import copy
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, Generic, TypeVar

from moonflight_solo.ai_cards.context import AimedAct
from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.numbers import plural
from moonflight_solo.playtest.players.simple import GreedyPlayer, candidate_acts
from moonflight_solo.playtest.players.value import win_estimate
from moonflight_solo.rules.acts import PASS, Pass, Shop
from moonflight_solo.rules.game import TakenAtOnce, action
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.redealing import determinize
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.values import Value

RolloutPolicy = Callable[[], Player]
"""Creates a fast rule-based player for one rollout."""

ROUNDS = 1
"""Rounds per rollout; the table is valued after their Resets."""

ROUNDS_FAR = 12
"""Rounds for a deep rollout, or when playing alone: most games end earlier."""

SURE = 1.0
"""Standard errors by which another act must beat the usual one to replace it."""

UNSURE = 0.5
"""A deficit of this many standard errors rules an act out."""

_FEW = 8.0
"""With this many rollouts the margins double, because few rollouts are deceptive."""

LEAST_GAIN = 0.004
"""Minimum gain that justifies another act."""

LEAST_ROLLOUTS = 4
"""Minimum number of rollouts; with fewer the usual act is taken."""

STAGES = 16
"""The first stage gives every act 1/STAGES of the rollouts that the best ones get."""

IN_A_GAME = 160
"""Budget of rollouts per game, as a multiple of those for one act."""

AT_ONCE = 40
"""No act gets more than 1/AT_ONCE of the remaining budget."""

_MOST_ANSWERS = 6
"""Maximum number of answers tried for an act's question."""

BETWEEN_ROUNDS = ("retain", "cover", "token")
"""The Reset questions worth optimizing."""


class PickedItem(Value):
    """An item offered by a question, identified so that it can be found on another table."""

    ask: str
    card: str
    zone: str
    owner: int

    @classmethod
    def of(cls, question: Question, seat: Seat, index: int) -> PickedItem:
        """Describe item ``index`` of a question to ``seat``."""
        card = question.cards[index]
        zone = question.zones[index] if question.zones else ""
        owner = question.owners[index] if question.owners else seat.number
        return cls(question.ask, card.name if card else "", zone, owner)


@dataclass(slots=True)
class Trial:
    """Something tried: the value of each rollout, and what was ``seen`` after it, if one looks."""

    rollouts: list[float] = field(default_factory=list, kw_only=True)
    seen: list[Any] = field(default_factory=list, kw_only=True)

    @property
    def mean(self) -> float:
        """The mean value of the rollouts."""
        return sum(self.rollouts) / len(self.rollouts) if self.rollouts else 0.0


T = TypeVar("T", bound=Trial)


@dataclass(slots=True)
class Candidate(Trial):
    """An act to try, with the answer to its question if not left to the policy."""

    act: Act
    pick: PickedItem | None = None


class SearchingPlayer:
    """Tries every possible act in rollouts and takes the best.

    It deviates from its policy only for an act that is surely better, so it should not be weaker.
    Before the Turn it plays cards by policy and searches what to buy; after it, every act. Each
    rollout redeals what the seat cannot see, identically for every act, so it uses no hidden
    information. ``policies`` predict each seat. ``rollouts`` is the number for the best acts, fewer
    for others; long games leave fewer for later acts. ``rng`` is the player's own randomness.
    """

    def __init__(self, policies: Sequence[RolloutPolicy], rollouts: int, rng: Random) -> None:
        self._policies = policies
        self._rollouts = rollouts
        self._rollouts_left = IN_A_GAME * rollouts
        self._rng = rng
        self._answering = PlannedPlayer(GreedyPlayer())
        self._state_at_pass: Hashable = None
        self._last_search: tuple[Act, Act, int] = (PASS, PASS, 0)  # usual, best, number of rollouts

    def copied(self) -> SearchingPlayer:
        """Return a player that goes on in the same way."""
        new = copy(self)
        new._rng, new._answering = copy(self._rng), copy(self._answering)
        return new

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that did best in rollouts, the usual one where none are made."""
        player = self._policies[seat.number]()
        usual = player.act(table, seat)
        self._answering = PlannedPlayer(player)
        self._last_search = (usual, usual, 0)
        if isinstance(usual, Pass) and self._state_at_pass == _own_part(table, seat):
            return usual  # others have acted since, but nothing changed for this seat
        rollouts = min(self._rollouts, self._rollouts_left // AT_ONCE)
        if rollouts < LEAST_ROLLOUTS or not (table.turned or isinstance(usual, Shop | Pass)):
            return usual
        search = ActSearch(self._policies, table, seat, self._rng.getrandbits(64))
        best = search.best(Candidate(usual), rollouts)
        self._last_search = (usual, best.act, search.games)
        self._rollouts_left -= search.games
        self._state_at_pass = _own_part(table, seat) if isinstance(best.act, Pass) else None
        self._answering = PlannedPlayer(player, best.pick)
        return best.act

    def explain(self, table: Table, seat: Seat) -> Explanation:
        """Explain the last act by its results in rollouts, whose values are not shares of wins."""
        usual, best, games = self._last_search
        words, because = notation(best, table, seat), "It takes its usual act."
        if games:
            tried = f"In {plural(games, 'simulated round')} "
            because = f"{tried}no act was clearly better than its usual one."
            if best != usual:
                instead = notation(usual, table, seat)
                because = f"{tried}this led to better positions than {instead}, its usual act."
        return Explanation("", best, words, (), because)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the answer planned with the act; any other by policy or greedily."""
        return self._answering.choose(table, seat, question)


def _own_part(table: Table, seat: Seat) -> Hashable:
    """Return what its acts depend on most: as long as it stays, passing again needs no search."""
    tops = [stack.cards[-1] for stack in seat.stacks if stack.cards]
    offers = tuple([card for card in tops if card.cost <= seat.coins])
    return table.round, seat.coins, tuple(seat.hand), len(seat.in_play), offers


_ORDER = frozenset({"order"})


class PlannedPlayer:
    """Follows a policy, but gives a planned answer to the first question offering it.

    Questions of Reset are answered greedily, as few AI cards cover them.
    """

    def __init__(self, player: Player, pick: PickedItem | None = None) -> None:
        self._player = player
        self._greedy = GreedyPlayer()
        self._pick = pick
        if hasattr(player, "silent_in_reset"):
            self.silent_in_reset = _ORDER, _ORDER

    def written(self, table: Table) -> TakenAtOnce | None:
        """Return how the policy's acts are taken at once, if they are."""
        self._pick = None
        way = getattr(self._player, "written", None)
        result: TakenAtOnce | None = None if way is None else way(table)
        return result

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the policy's act."""
        self._pick = None
        return self._player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the planned answer, or the policy's."""
        if self._pick is not None and question.most == 1:
            for index in range(len(question.items)):
                if PickedItem.of(question, seat, index) == self._pick:
                    self._pick = None
                    return [index]
        player = self._greedy if question.ask in BETWEEN_ROUNDS else self._player
        return player.choose(table, seat, question)


@dataclass
class RolloutSearch(ABC, Generic[T]):
    """A search for one decision of ``seat``, in rollouts from the same tables for all candidates.

    ``policies`` predict each seat, and ``seed`` is for everything dealt anew. Rollouts last
    ``rounds`` rounds or to the End. The table after each has a ``value``, and is shown to ``look``
    for what is kept of it; ``games`` counts them. ``answering`` makes the seat's player from that
    of its policy and the answer planned.
    """

    policies: Sequence[RolloutPolicy]
    table: Table
    seat: Seat
    seed: int
    look: Callable[[Table, Seat], object] | None = None
    value: Callable[[Table, Seat], float] = win_estimate
    rounds: int = ROUNDS
    answering: Callable[[Player, PickedItem | None], Player] = PlannedPlayer
    games: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Play further alone, where a round tells less."""
        if self.alone:
            self.rounds = max(self.rounds, ROUNDS_FAR)

    @property
    def alone(self) -> bool:
        """Whether the seat plays Score Mode."""
        return not self.seat.opponents

    def play_out(self, candidate: T, games: int) -> None:
        """Play rollouts of the candidate until it has ``games`` of them."""
        while len(candidate.rollouts) < games:
            table, seat = self.roll_out(candidate, len(candidate.rollouts))
            candidate.rollouts.append(self.value(table, seat))
            self.games += 1
            if self.look is not None:
                candidate.seen.append(self.look(table, seat))

    @abstractmethod
    def roll_out(self, candidate: T, number: int) -> tuple[Table, Seat]:
        """Play rollout ``number`` of the candidate; return the final table and the seat."""


@dataclass
class ActSearch(RolloutSearch[Candidate]):
    """The search for an act.

    Hidden cards are dealt once per rollout number, identically for every candidate.
    """

    _dealt: list[Table] = field(default_factory=list, init=False)
    _usual: tuple[str, AimedAct] | None = field(default=None, init=False)

    def best(self, usual: Candidate, rollouts: int) -> Candidate:
        """Return the best candidate, ``usual`` unless another is surely better."""
        acts = candidate_acts(self.table, self.seat)
        usual = self.halve(usual, [Candidate(act) for act in acts if act != usual.act], rollouts)
        table, seat = self._copy(usual, 0)
        first = _FirstQuestion(table.players[seat.number])
        table.players = tuple(first if p is first.player else p for p in table.players)
        usual.act.perform(table, seat)
        if len(first.picks) < 2:
            return usual
        answered = [Candidate(usual.act, pick) for pick in first.picks[:_MOST_ANSWERS]]
        return self.halve(Candidate(usual.act), answered, rollouts // 2)

    def halve(self, usual: Candidate, others: list[Candidate], rollouts: int) -> Candidate:
        """Return the best candidate by successive halving.

        Each stage doubles the rollouts per candidate and keeps the better half, without those
        unlikely to beat ``usual``.
        """
        games, stage = 0, max(2, rollouts // STAGES)
        while others:
            games = min(games + stage, rollouts)
            stage *= 2
            for candidate in (usual, *others):
                self.play_out(candidate, games)
            others = sorted(others, key=lambda candidate: -candidate.mean)
            if games >= rollouts:
                return others[0] if surely_better(others[0], usual) else usual
            half = others[: (len(others) + 1) // 2]
            others = [each for each in half if may_be_better(each, usual)]
        return usual

    def roll_out(self, candidate: Candidate, number: int) -> tuple[Table, Seat]:
        """Take the act on a copy of this number's deal, and play on."""
        table, seat = self._copy(candidate, number)
        play_out(table, seat, candidate.act, self.rounds)
        return table, seat

    def _copy(self, candidate: Candidate, number: int) -> tuple[Table, Seat]:
        """Return a copy of this number's deal, the same for each candidate, and the seat."""
        own = self.seat.number
        if number == len(self._dealt):
            lots = Random(2 * (self.seed + number))
            dealt = self.table.copy((), lots)
            determinize(dealt, dealt.seats[own], lots)
            self._dealt.append(dealt)
        players: list[Player] = [make() for make in self.policies]
        mine = players[own]
        if isinstance(mine, AICardPlayer):  # to answer as after its own act
            self._usual = mine.like(self._usual, self.table, self.seat)
        else:
            mine.act(self.table, self.seat)
        players[own] = self.answering(mine, candidate.pick)
        table = self._dealt[number].copy(players, Random(2 * (self.seed + number) + 1))
        return table, table.seats[own]


def play_out(table: Table, seat: Seat, act: Act, rounds: int) -> None:
    """Perform ``act``, then play on; the number of passes before it is unknown, so it is reset."""
    act.perform(table, seat)
    table.acting = (seat.number + 1) % len(table.seats)
    table.passes, table.acted = int(isinstance(act, Pass)), 1
    play_on(table, rounds)


def play_on(table: Table, rounds: int) -> None:
    """Play for this many rounds, counting the one begun, or to the End."""
    for _ in range(rounds):
        action(table)
        reset(table)
        if table.ended_by:
            return


class _FirstQuestion:
    """Records the first question that leaves a choice; ``player`` answers."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.picks: list[PickedItem] = []

    def act(self, table: Table, seat: Seat) -> Act:
        return PASS

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        if not self.picks and question.most == 1 and question.ask != "order":
            items = [PickedItem.of(question, seat, index) for index in range(len(question.items))]
            self.picks = list(dict.fromkeys(items))
        return self.player.choose(table, seat, question)


def surely_better(candidate: Trial, than: Trial) -> bool:
    """Return whether ``candidate`` beat ``than`` on the same tables by more than chance.

    Both must have equally many rollouts. The fewer, the clearer the gain has to be.
    """
    if len(candidate.rollouts) < 2:
        return False
    gain, error = gain_over(than, candidate)
    return gain > LEAST_GAIN + SURE * _doubt(candidate) * error


def may_be_better(candidate: Trial, than: Trial) -> bool:
    """Return whether ``candidate`` may still prove better than ``than``."""
    gain, error = gain_over(than, candidate)
    return gain + UNSURE * _doubt(candidate) * error > LEAST_GAIN


def _doubt(candidate: Trial) -> float:
    return 1 + _FEW / len(candidate.rollouts)


def gain_over(than: Trial, candidate: Trial) -> tuple[float, float]:
    """Return the mean gain of ``candidate`` over ``than`` on the same tables, and its error.

    Both must have equally many rollouts, at least two.
    """
    pairs = zip(candidate.rollouts, than.rollouts, strict=True)
    return mean_and_error([one - other for one, other in pairs])


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of two values or more, and its standard error."""
    number = len(values)
    mean = sum(values) / number
    return mean, sqrt(sum([(value - mean) ** 2 for value in values]) / (number - 1) / number)

"""A player who tries its acts out on tables as they might be, and takes the best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Generic, TypeVar

from moonflight_solo.ai_cards.player import Explanation
from moonflight_solo.playtest.players.rollout import (
    ROUNDS,
    ROUNDS_FAR,
    RolloutPolicy,
    determinize,
    moved,
    play_out,
)
from moonflight_solo.playtest.players.simple import GreedyPlayer, candidate_acts
from moonflight_solo.playtest.players.value import win_estimate
from moonflight_solo.rules.acts import PASS, Pass, Shop
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.values import Value

SURE = 1.0
"""By how many standard errors another act must do better to be taken instead of the usual one."""

UNSURE = 0.5
"""One that did worse by more than so many standard errors is not tried any longer."""

_FEW = 8.0
"""With so many games it must do better by twice as many: few games deceive more easily."""

LEAST_GAIN = 0.004
"""What another act must be better by at least; less is not worth the doubt."""

LEAST_ROLLOUTS = 4
"""With fewer games than these nothing can be told, and the usual act is taken."""

STAGES = 16
"""The first look at all acts takes one in so many of the games that the best ones get."""

IN_A_GAME = 160
"""All the searching of a game plays out at most so many times the games for one act."""

AT_ONCE = 40
"""No act gets more of the games left for the whole game than one in so many."""

_MOST_ANSWERS = 6
"""How many answers to an act's question are tried out at most."""

BETWEEN_ROUNDS = ("retain", "cover", "token")
"""The questions of Reset that leave something to gain."""


class PickedItem(Value):
    """One thing a question offers, told so that it is found again on another table."""

    ask: str
    card: str
    zone: str
    owner: int

    @classmethod
    def of(cls, question: Question, seat: Seat, index: int) -> PickedItem:
        """Return what item ``index`` of a question to ``seat`` offers."""
        card = question.cards[index]
        zone = question.zones[index] if question.zones else ""
        owner = question.owners[index] if question.owners else seat.number
        return cls(question.ask, card.name if card else "", zone, owner)


@dataclass(slots=True)
class Tried:
    """Something to try out. ``rollouts`` is what the games played out after it were worth."""

    rollouts: list[float] = field(default_factory=list, kw_only=True)

    @property
    def mean(self) -> float:
        """What a game played out was worth on average."""
        return sum(self.rollouts) / len(self.rollouts) if self.rollouts else 0.0


T = TypeVar("T", bound=Tried)


@dataclass(slots=True)
class Candidate(Tried):
    """An act to try out, and what is answered to the question it brings, if not by the policy."""

    act: Act
    pick: PickedItem | None = None


class SearchingPlayer:
    """Plays on from each act it could take, many times, and takes the one that does best.

    It acts by its policy unless another act is surely better, so it should do no worse than that.
    Before the Turn it plays its cards by policy and searches what to buy; after it, every act.
    Before each game played out, what it cannot see is dealt again as it might lie, the same for
    every act, so that it knows no more than its seat does. ``policies`` are for every seat how it
    is thought to play. ``rollouts`` is how many games are played out for each of the best acts, for
    others fewer; long games leave fewer for the later acts. ``rng`` is the player's own randomness.
    """

    def __init__(self, policies: Sequence[RolloutPolicy], rollouts: int, rng: Random) -> None:
        self._policies = policies
        self._rollouts = rollouts
        self._left = IN_A_GAME * rollouts
        self._rng = rng
        self._answering = PlannedPlayer(GreedyPlayer())
        self._passed: Hashable = None
        # The usual act, the best one, and the games played on with the share won after both.
        self._found: tuple[Act, Act, tuple[()] | tuple[int, tuple[float, float]]] = (PASS, PASS, ())

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that did best in the games played out."""
        player = self._policies[seat.number]()
        usual = player.act(table, seat)
        self._answering = PlannedPlayer(player)
        self._found = (usual, usual, ())
        if isinstance(usual, Pass) and self._passed == _own_part(table, seat):
            return usual  # others have acted since, and nothing has changed for this seat
        rollouts = min(self._rollouts, self._left // AT_ONCE)
        if rollouts < LEAST_ROLLOUTS or not (table.turned or isinstance(usual, Shop | Pass)):
            return usual
        search = ActSearch(self._policies, table, seat, self._rng.getrandbits(64))
        best = search.best(Candidate(usual), rollouts)
        self._found = (usual, best.act, (search.games, search.shares))
        self._left -= search.games
        self._passed = _own_part(table, seat) if isinstance(best.act, Pass) else None
        self._answering = PlannedPlayer(player, best.pick)
        return best.act

    def explain(self, table: Table, seat: Seat) -> Explanation:
        """Say how the act just named did in the games played on."""
        usual, best, played = self._found
        told, because = notation(best, table, seat), "It does as it usually would."
        if played:
            games, (before, after) = played
            because = f"In {games} games played on nothing did surely better; it is its usual act."
            if best != usual:
                because = (
                    f"In games played on it won {after:.0%} after this, {before:.0%} after "
                    f"{notation(usual, table, seat)}, its usual act."
                ).replace("%", " %")
        return Explanation("", best, told, (), because)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the answer planned with the act, and any other by policy or greed."""
        return self._answering.choose(table, seat, question)


def _own_part(table: Table, seat: Seat) -> Hashable:
    tops = [stack.cards[-1] for stack in seat.stacks if stack.cards]
    offers = tuple([card for card in tops if card.cost <= seat.coins])
    return table.round, seat.coins, tuple(seat.hand), len(seat.in_play), offers


class PlannedPlayer:
    """Acts by policy; answers the question of a planned act as planned, once, others by policy.

    Between rounds it is greed that answers, as few AI cards say anything of it.
    """

    def __init__(self, player: Player, pick: PickedItem | None = None) -> None:
        self._player = player
        self._greedy = GreedyPlayer()
        self._pick = pick

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act of the policy."""
        self._pick = None
        return self._player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the answer planned, or that of the policy."""
        if self._pick is not None and question.most == 1:
            for index in range(len(question.items)):
                if PickedItem.of(question, seat, index) == self._pick:
                    self._pick = None
                    return [index]
        player = self._greedy if question.ask in BETWEEN_ROUNDS else self._player
        return player.choose(table, seat, question)


class RolloutSearch(ABC, Generic[T]):
    """The trying out of things: each is played on from copies, the same tables for all.

    ``look`` is shown how each game lies that was played on, and ``games`` counts them.
    """

    def __init__(self, look: Callable[[T, Table, Seat], None] | None) -> None:
        self._look = look
        self.games = 0

    def play_out(self, candidate: T, games: int) -> None:
        """Play the candidate out until that has been done so many times."""
        while len(candidate.rollouts) < games:
            table, seat = self.played(candidate, len(candidate.rollouts))
            candidate.rollouts.append(win_estimate(table, seat))
            self.games += 1
            if self._look is not None:
                self._look(candidate, table, seat)

    @abstractmethod
    def played(self, candidate: T, number: int) -> tuple[Table, Seat]:
        """Play the candidate on once, on the tables of this number; return how it lies then."""


class ActSearch(RolloutSearch[Candidate]):
    """The search for one act of ``seat``: what it could do, and what came of that on copies.

    ``policies`` are for every seat how it is thought to play. What cannot be seen is dealt out
    once for each number of a game played on, the same for every candidate. Each is played on for
    ``rounds``. ``shares`` are what was won after the usual act and after the better one, as
    :meth:`halved` last found it.
    """

    def __init__(
        self,
        policies: Sequence[RolloutPolicy],
        table: Table,
        seat: Seat,
        seed: int,
        look: Callable[[Candidate, Table, Seat], None] | None = None,
        rounds: int = ROUNDS,
    ) -> None:
        super().__init__(look)
        self._policies = policies
        self._table = table
        self._seat = seat
        self._seed = seed
        self._rounds = rounds if len(table.seats) > 1 else ROUNDS_FAR
        self._dealt: list[Table] = []
        self.shares = (0.0, 0.0)

    def best(self, usual: Candidate, rollouts: int) -> Candidate:
        """Return the best candidate, ``usual`` unless another is surely better."""
        acts = candidate_acts(self._table, self._seat)
        usual = self.halved(usual, [Candidate(act) for act in acts if act != usual.act], rollouts)
        shares, picks = self.shares, self._picks(usual)
        if len(picks) < 2:
            return usual
        answered = [Candidate(usual.act, pick) for pick in picks]
        best = self.halved(Candidate(usual.act), answered, rollouts // 2)
        self.shares = shares
        return best

    def halved(self, usual: Candidate, others: list[Candidate], rollouts: int) -> Candidate:
        """Return the best candidate by halving: after each stage the better half goes on.

        Each stage plays twice as many games of each candidate as the one before. One that is
        likely to be no better than ``usual`` is dropped as well.
        """
        games, stage = 0, max(2, rollouts // STAGES)
        while others:
            games = min(games + stage, rollouts)
            stage *= 2
            for candidate in (usual, *others):
                self.play_out(candidate, games)
            others = sorted(others, key=lambda candidate: -candidate.mean)
            if games >= rollouts:
                better = others[0] if surely_better(others[0], usual) else usual
                self.shares = (usual.mean, better.mean)
                return better
            half = others[: (len(others) + 1) // 2]
            others = [each for each in half if may_be_better(each, usual)]
        return usual

    def played(self, candidate: Candidate, number: int) -> tuple[Table, Seat]:
        """Take the act on a copy of what was dealt for this number, and play on from there."""
        table, seat = self._copy(candidate, number)
        play_out(table, seat, moved(candidate.act, self._seat, seat), self._rounds)
        return table, seat

    def _copy(self, candidate: Candidate, number: int) -> tuple[Table, Seat]:
        """Return a copy for the candidate of what was dealt out for this number."""
        own = self._seat.number
        if number == len(self._dealt):
            lots = Random(2 * (self._seed + number))
            dealt = self._table.copied((), lots)
            determinize(dealt, dealt.seats[own], lots)
            self._dealt.append(dealt)
        players: list[Player] = [make() for make in self._policies]
        players[own].act(self._table, self._seat)  # so that it answers as it would for its own act
        players[own] = PlannedPlayer(players[own], candidate.pick)
        table = self._dealt[number].copied(players, Random(2 * (self._seed + number) + 1))
        return table, table.seats[own]

    def _picks(self, candidate: Candidate) -> list[PickedItem]:
        """Return the answers to the first question that the act brings and that leaves a choice."""
        table, seat = self._copy(candidate, 0)
        asked = _FirstQuestion(table.players[seat.number])
        table.players = tuple(asked if p is asked.player else p for p in table.players)
        moved(candidate.act, self._seat, seat).perform(table, seat)
        return asked.picks[:_MOST_ANSWERS]


class _FirstQuestion:
    """Notes the first question that leaves its seat a choice, and lets ``player`` answer."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.picks: list[PickedItem] = []

    def act(self, table: Table, seat: Seat) -> Act:
        return PASS

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        if not self.picks and question.most == 1 and question.ask != "order":
            found = [PickedItem.of(question, seat, index) for index in range(len(question.items))]
            self.picks = list(dict.fromkeys(found))
        return self.player.choose(table, seat, question)


def surely_better(candidate: Tried, than: Tried) -> bool:
    """Return whether ``candidate`` did better on the same tables by more than may well be chance.

    Both were played out equally often. The fewer the games, the clearer the gain has to be.
    """
    if len(candidate.rollouts) < 2:
        return False
    gain, error = gain_over(than, candidate)
    return gain > LEAST_GAIN + SURE * _doubt(candidate) * error


def may_be_better(candidate: Tried, than: Tried) -> bool:
    """Return whether ``candidate`` may still prove better, after the games played out so far."""
    gain, error = gain_over(than, candidate)
    return gain + UNSURE * _doubt(candidate) * error > LEAST_GAIN


def _doubt(candidate: Tried) -> float:
    return 1 + _FEW / len(candidate.rollouts)


def gain_over(than: Tried, candidate: Tried) -> tuple[float, float]:
    """Return how much better ``candidate`` did on the same tables, and the error of that mean.

    Both must have been played out equally often, at least twice.
    """
    gains = [one - other for one, other in zip(candidate.rollouts, than.rollouts, strict=True)]
    number = len(gains)
    mean = sum(gains) / number
    return mean, sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (number - 1) / number)

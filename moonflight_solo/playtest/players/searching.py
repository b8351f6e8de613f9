"""A player who tries its acts out on tables as they might be, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from math import sqrt
from random import Random

from moonflight_solo.playtest.players.copying import moved
from moonflight_solo.playtest.players.determinize import deal_again
from moonflight_solo.playtest.players.greedy import GreedyPlayer
from moonflight_solo.playtest.players.plans import Pick, Plan, candidates, pick_of, planned_answer
from moonflight_solo.playtest.players.rollout import play_out, worth
from moonflight_solo.rules.acts import PASS, Pass, Shop
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

SURE = 1.0
"""By how many standard errors another plan must do better to be taken instead of the habit."""

FEW = 8.0
"""With so many games it must do better by twice as many: few games deceive more easily."""

LEAST_GAIN = 0.004
"""What another plan must be better by at least; less is not worth the doubt."""

LEAST_LOOKS = 4
"""With fewer games than these nothing can be told, and the habit is followed."""

STAGES = 8
"""The first look at all plans takes one in so many of the games that the best ones get."""

IN_A_GAME = 160
"""All the searching of a game plays out at most so many times the games for one plan."""

AT_ONCE = 40
"""No plan gets more of the games left for the whole game than one in so many."""

MOST_ANSWERS = 6
"""How many answers to an act's question are tried out at most."""

BETWEEN_ROUNDS = ("retain", "cover", "token")
"""The questions of Reset that leave something to gain."""

Habit = Callable[[], Player]
"""Makes a player who acts by habit, quickly: one for each game played out."""


class SearchingPlayer:
    """Plays on from each act it could take, many times, and takes the one that does best.

    It acts by habit unless another act is surely better, so it should do no worse than its habit.
    Before the Turn it plays its cards by habit and searches what to buy; after it, every act.
    Before each game played out, what it cannot see is dealt again as it might lie, the same for
    every act, so that it knows no more than its seat does. ``habits`` are for every seat how it is
    thought to play. ``rollouts`` is how many games are played out for each of the best acts, for
    others fewer; long games leave fewer for the later acts. ``lot`` is the player's own randomness.
    """

    def __init__(self, habits: Sequence[Habit], rollouts: int, lot: Random) -> None:
        self._habits = habits
        self._rollouts = rollouts
        self._left = IN_A_GAME * rollouts
        self._lot = lot
        self._answering = _Answering(GreedyPlayer())

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that did best in the games played out."""
        habit = self._habits[seat.number]()
        usual = habit.act(table, seat)
        self._answering = _Answering(habit)
        rollouts = min(self._rollouts, self._left // AT_ONCE)
        if rollouts < LEAST_LOOKS or not (table.turned or isinstance(usual, Shop | Pass)):
            return usual
        search = _Search(self._habits, table, seat, self._lot)
        best = search.best(Plan(usual), rollouts)
        self._left -= search.games
        self._answering = _Answering(habit, best.pick)
        return best.act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the answer planned with the act, and any other by habit or greed."""
        return self._answering.choose(table, seat, question)


class _Answering:
    """Acts by habit; answers the question of a planned act as planned, once, others by habit.

    Between rounds it is greed that answers, as few AI cards say anything of it.
    """

    def __init__(self, habit: Player, pick: Pick | None = None) -> None:
        self.habit = habit
        self._greedy = GreedyPlayer()
        self._pick = pick

    def act(self, table: Table, seat: Seat) -> Act:
        self._pick = None
        return self.habit.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        planned = planned_answer(self._pick, seat, question)
        if planned is not None:
            self._pick = None
            return planned
        player = self._greedy if question.ask in BETWEEN_ROUNDS else self.habit
        return player.choose(table, seat, question)


class _Search:
    """The search for one act: the table it is for, and the games played out on copies of it."""

    def __init__(self, habits: Sequence[Habit], table: Table, seat: Seat, lot: Random) -> None:
        self._habits = habits
        self._table = table
        self._seat = seat
        self._seed = lot.getrandbits(64)
        self.games = 0

    def best(self, usual: Plan, rollouts: int) -> Plan:
        """Return the best plan, ``usual`` unless another is surely better."""
        acts = candidates(self._table, self._seat)
        others = [Plan(act) for act in acts if act != usual.act]
        if others:
            usual = self._chosen(usual, others, rollouts)
        picks = self._picks(usual)
        if len(picks) < 2:
            return usual
        return self._chosen(
            Plan(usual.act), [Plan(usual.act, pick) for pick in picks], rollouts // 2
        )

    def _chosen(self, usual: Plan, others: list[Plan], rollouts: int) -> Plan:
        """Return the best of the plans by halving: after each stage the better half goes on.

        Each stage takes twice as many games of each plan as the one before.
        """
        looks, stage = 0, max(2, rollouts // STAGES)
        while True:
            looks = min(looks + stage, rollouts)
            stage *= 2
            for plan in (usual, *others):
                self._look(plan, looks)
            others.sort(key=lambda plan: -plan.mean)
            if looks >= rollouts:
                break
            others = others[: (len(others) + 1) // 2]
        return others[0] if surely_better(others[0], usual) else usual

    def _look(self, plan: Plan, looks: int) -> None:
        """Play the plan out up to ``looks`` times, the same tables for all plans."""
        while len(plan.looks) < looks:
            table, seat = self._dealt(plan, len(plan.looks))
            play_out(table, seat, moved(plan.act, self._seat, seat))
            plan.looks.append(worth(table, seat))
            self.games += 1

    def _dealt(self, plan: Plan, number: int) -> tuple[Table, Seat]:
        lot = Random(self._seed + number)
        players: list[Player] = [make() for make in self._habits]
        own = self._seat.number
        players[own].act(self._table, self._seat)  # so that it answers as it would for its own act
        players[own] = _Answering(players[own], plan.pick)
        table = self._table.copied(players, lot)
        seat = table.seats[own]
        deal_again(table, seat, lot)
        return table, seat

    def _picks(self, plan: Plan) -> list[Pick]:
        """Return the answers to the first question that the act brings and that leaves a choice."""
        table, seat = self._dealt(plan, 0)
        asked = _Asked(table.players[seat.number])
        table.players = tuple(asked if p is asked.player else p for p in table.players)
        moved(plan.act, self._seat, seat).perform(table, seat)
        return asked.picks[:MOST_ANSWERS]


def surely_better(plan: Plan, than: Plan) -> bool:
    """Return whether ``plan`` did better on the same tables by more than may well be chance.

    Both were played out equally often. The fewer the games, the clearer the gain has to be.
    """
    gains = [one - other for one, other in zip(plan.looks, than.looks, strict=True)]
    number = len(gains)
    if number < 2:
        return False
    mean = sum(gains) / number
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (number - 1) / number)
    return mean > LEAST_GAIN + SURE * (1 + FEW / number) * error


class _Asked:
    """Notes the first question that leaves its seat a choice, and lets ``player`` answer."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.picks: list[Pick] = []

    def act(self, table: Table, seat: Seat) -> Act:
        return PASS

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        if not self.picks and question.most == 1 and question.ask != "order":
            found = [pick_of(question, seat, index) for index in range(len(question.items))]
            self.picks = list(dict.fromkeys(found))
        return self.player.choose(table, seat, question)


def by_copying(player: Player) -> Habit:
    """Return a habit that is a fresh copy of a ``player`` who has not played yet."""
    return lambda: copy(player)

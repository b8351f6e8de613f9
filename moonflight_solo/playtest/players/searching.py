"""A player who tries its acts out on tables as they might be, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from math import sqrt
from random import Random

from moonflight_solo.playtest.players.copying import copied, moved
from moonflight_solo.playtest.players.dealing_again import deal_again
from moonflight_solo.playtest.players.greedy import GreedyPlayer
from moonflight_solo.playtest.players.plans import Pick, Plan, candidates, pick_of, planned_answer
from moonflight_solo.playtest.players.playing_out import play_out, worth
from moonflight_solo.rules.acts import PASS, Act
from moonflight_solo.rules.players import Player, Question
from moonflight_solo.rules.table import Seat, Table

ROUNDS = 4
"""How many Resets are looked ahead at most. Further on, chance outweighs what the act did."""

FINALISTS = 3
"""How many acts besides that of habit are looked at more closely."""

SURE = 1.0
"""By how many standard errors another act must do better to be taken instead of that of habit."""

LEAST_GAIN = 0.003
"""What another act must be better by at least; less is not worth the doubt."""

MEMORY = 0.9
"""How much of what was noted of a habit still counts one act later."""

MOST_ANSWERS = 6
"""How many answers to an act's question are tried out at most."""

BETWEEN_ROUNDS = ("retain", "cover", "order", "token")
"""The questions of Reset that leave something to gain."""

Habit = Callable[[], Player]
"""Makes a player who acts by habit, quickly: one for each game played out."""


class SearchingPlayer:
    """Plays on from each act it could take, many times, and takes the one that does best.

    It goes by habit unless another act is surely better. Before each game played out, what it
    cannot see is dealt again as it might lie, so that it knows no more than its seat does.
    ``habits`` are for every seat how it is thought to play, the first the likeliest; the player
    itself goes by the one of its own that has done best of late. ``rollouts`` is about how many
    games are played out for an act, two from each that could be taken at the least; ``lot`` is the
    player's own randomness.
    """

    def __init__(self, habits: Sequence[Sequence[Habit]], rollouts: int, lot: Random) -> None:
        self._habits = habits
        self._rollouts = rollouts
        self._lot = lot
        self._answering = _Answering(GreedyPlayer())
        self._credit: dict[int, float] = {}

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that did best in the games played out."""
        search = _Search(self._habits, table, seat, self._lot)
        own = [make() for make in self._habits[seat.number]]
        acts = [player.act(table, seat) for player in own]
        plans = [Plan(acts[number], number) for number in self._order(len(own))]
        best = search.best(plans, self._rollouts)
        self._note(plans)
        is_habit = best.act == acts[best.habit]
        self._answering = _Answering(own[best.habit] if is_habit else GreedyPlayer(), best.pick)
        return best.act

    def _order(self, number: int) -> list[int]:
        """Return the seat's habits, the one first that has done best of late."""
        return sorted(range(number), key=lambda habit: -self._credit.get(habit, 0.0))

    def _note(self, plans: list[Plan]) -> None:
        """Note how much better or worse than the first its other habits looked."""
        first, *others = plans
        for plan in others:
            gained = sum(one - other for one, other in zip(plan.looks, first.looks, strict=False))
            gap = self._credit.get(plan.habit, 0.0) - self._credit.get(first.habit, 0.0)
            self._credit[plan.habit] = MEMORY * gap + gained
        self._credit[first.habit] = 0.0

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the answer planned with the act, and any other by habit or greed."""
        return self._answering.choose(table, seat, question)


class _Answering:
    """Answers the questions after an act: the planned answer once, then as ``player`` does.

    Between rounds it is greed that answers, as few AI cards say anything of it.
    """

    def __init__(self, player: Player, pick: Pick | None = None) -> None:
        self.player = player
        self._greedy = GreedyPlayer()
        self._pick = pick

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        planned = planned_answer(self._pick, seat, question)
        if planned is not None:
            self._pick = None
            return planned
        player = self._greedy if question.ask in BETWEEN_ROUNDS else self.player
        return player.choose(table, seat, question)


class _Search:
    """The search for one act: the table it is for, and the games played out on copies of it."""

    def __init__(
        self, habits: Sequence[Sequence[Habit]], table: Table, seat: Seat, lot: Random
    ) -> None:
        self._habits = habits
        self._table = table
        self._seat = seat
        self._seed = lot.getrandbits(64)

    def best(self, own: list[Plan], rollouts: int) -> Plan:
        """Return the best plan: ``own`` are the acts by habit, the first the one to be beaten."""
        known = [plan.act for plan in own]
        more = [act for act in candidates(self._table, self._seat) if act not in known]
        plans = own + [Plan(act, own[0].habit) for act in more]
        if all(plan.act == own[0].act for plan in plans):
            return self._with_answer(own[0], rollouts)
        return self._with_answer(self._chosen(plans, rollouts), rollouts // 4)

    def _chosen(self, plans: list[Plan], rollouts: int) -> Plan:
        """Return the best of ``plans``; the first unless another is surely better.

        Half of the games are for all alike, the rest for the first and those that did best.
        """
        first, *others = plans
        self._look(plans, max(2, rollouts // 2 // len(plans)))
        others.sort(key=lambda plan: -plan.mean)
        finalists = others[:FINALISTS]
        self._look([first, *finalists], rollouts // 2 // (len(finalists) + 1))
        best = max(finalists, key=lambda plan: plan.mean)
        return best if _surely_better(best, first) else first

    def _look(self, plans: list[Plan], games: int) -> None:
        """Play out ``games`` more games of each plan, the same tables for all."""
        for plan in plans:
            for _ in range(games):
                plan.looks.append(self._played_out(plan, len(plan.looks)))

    def _played_out(self, plan: Plan, number: int) -> float:
        table, seat = self._dealt(number, plan)
        play_out(table, seat, moved(plan.act, self._seat, seat), ROUNDS)
        return worth(table, seat)

    def _dealt(self, number: int, plan: Plan) -> tuple[Table, Seat]:
        lot = Random(self._seed + number)
        players: list[Player] = [habits[0]() for habits in self._habits]
        own = self._seat.number
        habit = self._habits[own][plan.habit]()
        # The AI card that led to an act answers for it; it looks at the table for that.
        by_habit = habit.act(self._table, self._seat) == plan.act
        players[own] = _Planned(habit if by_habit else GreedyPlayer(), habit, plan.pick)
        table = copied(self._table, players, lot)
        seat = table.seats[own]
        deal_again(table, seat, lot)
        return table, seat

    def _with_answer(self, plan: Plan, rollouts: int) -> Plan:
        """Return the plan with the best answer to the question its act brings, if it brings one."""
        table, seat = self._dealt(0, plan)
        asked = _Asked(table.players[seat.number])
        table.players = tuple(asked if p is asked.player else p for p in table.players)
        moved(plan.act, self._seat, seat).perform(table, seat)
        picks = asked.picks[:MOST_ANSWERS]
        if len(picks) < 2:
            return plan
        plans = [Plan(plan.act, plan.habit)]
        plans += [Plan(plan.act, plan.habit, pick) for pick in picks]
        return self._chosen(plans, rollouts)


def _surely_better(plan: Plan, than: Plan) -> bool:
    """Return whether ``plan`` did better on the same tables by more than may well be chance."""
    gains = [one - other for one, other in zip(plan.looks, than.looks, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    return mean > LEAST_GAIN + SURE * sqrt(spread / len(gains))


class _Planned(_Answering):
    """A seat's player in a game played out: the planned act's answers first, then all by habit."""

    def __init__(self, first: Player, habit: Player, pick: Pick | None) -> None:
        super().__init__(first, pick)
        self._habit = habit

    def act(self, table: Table, seat: Seat) -> Act:
        self._pick = None
        self.player = self._habit
        return self._habit.act(table, seat)


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

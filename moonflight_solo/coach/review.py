"""Reviewing a game: what each of a person's decisions cost, and what was luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, Generic

from msgspec.structs import replace

from moonflight_solo.coach.advice import LEAST, best_two, is_sure
from moonflight_solo.coach.answers import AnswerSearch, Notebook, TriedAnswer, answers, can_be_tried
from moonflight_solo.coach.simulated_games import (
    NO_GAIN,
    Enough,
    Searching,
    SimulatedGames,
    compare,
    reasons,
)
from moonflight_solo.playtest.players.search import (
    ActSearch,
    Candidate,
    RolloutPolicy,
    RolloutSearch,
    T,
    may_be_better,
    surely_better,
)
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.run import ObservedPlayer
from moonflight_solo.playtest.statistics import Estimate, sum_of
from moonflight_solo.rules.notation import answer_notation, labels, notation
from moonflight_solo.rules.possible_answers import Choice
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.values import Value

SHARE = 0.25
"""Share of a hint's rollouts to use per act: a game has about a hundred acts."""

SHARE_OF_AN_ANSWER = 0.1
"""The same for an answer, which has few alternatives."""

SOON = 12
"""Games to the End after which a decision is left alone if it is that of the AI card, and no other
seems better.
"""

FEW = 20
"""Games to the End after which a decision is as good as another if all of them went the same."""

STANDING = 16
"""Games for the standing where there is nothing to compare."""

FINAL = 40
"""Games after the decision, the best one found and that of the AI card, if they may differ."""

CHECKING = 100
"""New games in which a better decision has to do better again, twice, before it is measured."""

AT_FIRST = 200
"""The same at the first decision, from which the chance of the AI card is known."""

PROOF = 400
"""New games after a decision and a better one, to measure the cost."""

ROUNDS_EACH = 1_400
"""Simulated rounds per decision, so that long games are not reviewed forever: after so many no game
begins for the standing, after `_COMPARED` times as many to compare, `_PROVED` times to measure.
"""

_COMPARED: Final = 4
_PROVED: Final = 12

A_MISTAKE = 0.02
"""An act that costs a smaller share of wins is not a mistake."""

A_MISTAKE_ALONE = 0.3
"""The same in Score Mode, in points."""


class ReviewedDecision(Value):
    """A person's decision, its cost compared with the best one found, and why.

    ``ask`` is "act", or the kind of question that ``act`` and ``best`` answer. ``worth`` is the
    share of simulated games won after it, or the mean score in Score Mode; ``usual`` is the same
    after the decision of the Jack's AI card, and ``skill`` the difference, 0 if that is the same
    decision. Estimates have 95% intervals. ``given`` is the number of answers before it, and
    ``offered`` lists what was considered.
    """

    ask: str
    round: int
    turned: bool
    given: int
    act: str
    best: str
    worth: Estimate
    usual: Estimate
    skill: Estimate
    cost: Estimate
    reason: str
    alone: bool
    offered: tuple[str, ...] = ()

    @property
    def mistake(self) -> bool:
        """Whether it surely cost something worth mentioning."""
        least = A_MISTAKE_ALONE if self.alone else A_MISTAKE
        return is_sure(self.cost, alone=self.alone) and self.cost.value >= least


class Balance(Value):
    """The result of a game, decomposed: ``start`` + ``skill`` + ``luck`` = ``result``.

    The baseline is the Jack's AI card, as in AIVAT (Burch et al., 2018): ``start`` is the share of
    games it wins from the first decision on, ``skill`` the gain of the decisions over its own, and
    everything else, shuffles and opponents' decisions, is ``luck``. Luck averages zero against
    opponents who play as predicted, however well the person plays. All have 95% intervals.
    """

    start: Estimate
    skill: Estimate
    luck: Estimate
    result: float


def decision_in_words(ask: str, answer: str) -> str:
    """Return an act as it is noted, and another answer behind the kind of question."""
    return answer if ask == "act" else f"{ask} {answer}"


def luck_so_far(acts: Sequence[ReviewedDecision]) -> list[float]:
    """Return what luck has brought until each act: all changes of the standing between acts.

    The standing before the first act, this luck, and the skill of all acts before make up the
    standing before an act, if the AI card's is taken: its ``usual``.
    """
    luck = [0.0]
    for before, act in pairwise(acts):
        luck.append(luck[-1] + (act.usual.value - before.worth.value))
    return luck


@dataclass
class _Weighing(Generic[T]):
    """How the candidates for one decision are compared; ``said`` puts them in words."""

    searching: Searching[T]
    said: Callable[[T], str]
    table: Table
    seat: Seat
    given: int
    rounds: float

    def __post_init__(self) -> None:
        self._lots = Random(self.given)

    def search(self) -> RolloutSearch[T]:
        """Begin another search."""
        return self.searching(seed=self._lots.getrandbits(64))

    def review(
        self,
        ask: str,
        search: RolloutSearch[T],
        share: float,
        going: Sequence[T],
        taken: T,
        usual: T,
    ) -> ReviewedDecision:
        """Review the decision ``taken`` beside the best of those ``going`` that is another.

        The ``search`` for it has that ``share`` of the rollouts of a hint. If the best one leads to
        better tables at the End, and does so again, the decision costs what it wins less in new
        games: the best of several estimates is too good to be true.
        """
        act, other = self.said(taken), self._rival(search, share, going, taken)
        tried = {self.said(each): each for each in (other, usual, taken)}
        words = list(tried)
        at, usual_at, other_at = (words.index(self.said(each)) for each in (taken, usual, other))

        def enough(simulated: SimulatedGames[T]) -> bool:
            two = simulated.candidates[other_at], simulated.candidates[at]
            return at == usual_at and not may_be_better(*two)

        simulated = self._compare(tried.values(), *self._extent(len(tried)), enough)
        cost, why = NO_GAIN, ""
        if surely_better(simulated.candidates[other_at], simulated.candidates[at]):
            cost, why = self._proof(other, taken)
        return ReviewedDecision(
            ask,
            self.table.round,
            self.table.turned,
            self.given,
            act,
            self.said(other) if cost.value else act,
            simulated.worth(at),
            simulated.worth(usual_at),
            NO_GAIN if at == usual_at or simulated.same else simulated.gain(at, usual_at),
            cost,
            why,
            not self.seat.opponents,
            tuple(map(self.said, going)),
        )

    def _extent(self, tried: int) -> tuple[Sequence[int], float]:
        """Return in how many games, and at most how many rounds, to compare so many decisions.

        The first decision of a game has the most: from it the chance of the AI card is known.
        """
        if not self.given:
            return (AT_FIRST,), _COMPARED * ROUNDS_EACH
        if tried == 1:
            return (STANDING,), self.rounds
        return (SOON, FEW, FINAL), _COMPARED * self.rounds

    def _rival(self, search: RolloutSearch[T], share: float, going: Sequence[T], taken: T) -> T:
        """Return the best decision that is another, or ``taken`` if none surely beats it.

        Of two decisions it is the other one: there was nothing to choose from.
        """
        best = best_two(search, going, share * min(1, self.rounds / ROUNDS_EACH))
        if len(going) > 2:
            search.play_out(taken, len(best[0].rollouts))
            best = best[:1] if surely_better(best[0], taken) else ()
        return next((each for each in best if self.said(each) != self.said(taken)), taken)

    def _proof(self, other: T, decision: T) -> tuple[Estimate, str]:
        """Return what ``decision`` cost beside one that seems better, and why.

        No cost, and no reason, unless it is better in new games too, and again in others.
        """
        rounds = _PROVED * self.rounds

        def hopeless(comparison: SimulatedGames[T]) -> bool:
            return comparison.gain(0, 1).value <= 0

        better, worse = self._compare((other, decision), (FEW, CHECKING), rounds).candidates
        if better.mean > worse.mean:
            comparison = self._compare((other, decision), (CHECKING, PROOF), rounds, hopeless)
            if not hopeless(comparison):
                why = reasons(self.searching, self._lots.getrandbits(64), comparison)
                return comparison.gain(0, 1), why
        return NO_GAIN, ""

    def _compare(
        self, tried: Iterable[T], games: Sequence[int], rounds: float, *enough: Enough[T]
    ) -> SimulatedGames[T]:
        seed = self._lots.getrandbits(64)
        return compare(self.searching, seed, tuple(tried), games, rounds, *enough)


class Reviewer:
    """Reviews the decisions of one seat during a replay; ``found`` has them in order.

    It uses only what the seat can see. ``policies`` predict each seat. ``given`` returns how many
    answers the seat had given before a decision, by which everything is dealt, ``None`` to skip it;
    for ``rounds`` see :data:`ROUNDS_EACH`.
    """

    def __init__(
        self,
        own: int,
        policies: Sequence[RolloutPolicy],
        given: Callable[[], int | None],
        rounds: float = ROUNDS_EACH,
    ) -> None:
        self.found: list[ReviewedDecision] = []
        self._own = own
        self._policies = policies
        self._given = given
        self._rounds = rounds
        self._notebook = Notebook(own)
        self._card = policies[own]()  # asked for everything, as if it played the game

    def watching(self, players: Sequence[Player]) -> tuple[Player, ...]:
        """Return the players of the game, observing their decisions."""
        return tuple([ObservedPlayer(player, self.act, self.answer) for player in players])

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Review an act that is about to be taken."""
        self._notebook.note(act, table, seat)
        if seat.number != self._own:
            return
        usual, given = self._card.act(table, seat), self._given()
        if given is None:
            return

        def said(each: Candidate) -> str:
            return notation(each.act, table, seat)

        searching = partial(ActSearch, self._policies, table, seat)
        weighing = _Weighing(searching, said, table, seat, given, self._rounds)
        going = [Candidate(each) for each in candidate_acts(table, seat)]
        both = Candidate(act), Candidate(usual)
        self.found.append(weighing.review("act", weighing.search(), SHARE, going, *both))

    def answer(self, table: Table, seat: Seat, question: Question, answer: Sequence[int]) -> None:
        """Review an answer that is about to be given, unless all have the same effect."""
        base, since = self._notebook.base, tuple(self._notebook.given)
        self._notebook.given.append(Choice(tuple(answer)))
        if seat.number != self._own:
            return
        usual, given = self._card.choose(table, seat, question), self._given()
        if given is None or base is None or not can_be_tried(question, seat):
            return
        own, names = base.seats[self._own], labels(question, table, seat)
        searching = partial(AnswerSearch, self._policies, base, own, given=since, question=question)

        def said(each: TriedAnswer) -> str:
            return decision_in_words(question.ask, answer_notation(each.answer, question, names))

        weighing = _Weighing(searching, said, table, seat, given, self._rounds)
        both = [TriedAnswer(tuple(sorted(each))) for each in (answer, usual)]
        going = [TriedAnswer(each) for each in answers(question, *(each.answer for each in both))]
        search = weighing.search()
        for each in going:
            search.play_out(each, LEAST)
        if any(each.mean != going[0].mean for each in going):
            self.found.append(
                weighing.review(question.ask, search, SHARE_OF_AN_ANSWER, going, *both)
            )


def without_postponed(acts: Sequence[ReviewedDecision]) -> list[ReviewedDecision]:
    """Clear the cost of acts whose better alternative was only postponed.

    After playing another card first, or passing while others act, the better act is often still
    possible a moment later: it only costs something at its last opportunity in the round. What was
    done instead of passing cannot be undone by passing later.
    """
    cleared = []
    for index, act in enumerate(acts):
        following = next((each for each in acts[index + 1 :] if each.ask == "act"), None)
        later = following.offered if following and following.round == act.round else ()
        if act.ask == "act" and act.best != "pass" and act.best.split(", ")[0] in later:
            act = replace(act, best=act.act, cost=NO_GAIN, reason="")
        cleared.append(act)
    return cleared


def average_cost(acts: Sequence[ReviewedDecision]) -> Estimate:
    """Return what one of the decisions cost on average, counting the mistakes."""
    summed = sum_of([act.cost for act in acts if act.mistake])
    return Estimate(*[end / len(acts) for end in (summed.value, summed.low, summed.high)])


def balance(acts: Sequence[ReviewedDecision], result: float) -> Balance:
    """Return the balance of a game with an act or more; ``result`` is 1 for a win, or the score."""
    start = acts[0].usual
    skill = sum_of([act.skill for act in acts])
    luck = sum_of([Estimate(-each.value, -each.high, -each.low) for each in (start, skill)])
    shifted = [each + result for each in (luck.value, luck.low, luck.high)]
    return Balance(start, skill, Estimate(*shifted), result)

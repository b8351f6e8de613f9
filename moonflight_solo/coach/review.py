"""Reviewing a game: what each of a person's decisions cost, and what was luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from moonflight_solo.coach.advice import (
    LEAST,
    NO_GAIN,
    ActComparison,
    best_two,
    compare_acts,
    compared_choices,
    is_sure,
)
from moonflight_solo.coach.answers import AnswerSearch, Notebook, TriedAnswer, answers, can_be_tried
from moonflight_solo.playtest.players.rollout import ROUNDS_FAR, RolloutPolicy
from moonflight_solo.playtest.players.search import ActSearch, Candidate
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.run import ObservedPlayer
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.notation import answer_notation, labels, notation
from moonflight_solo.rules.possible_answers import Choice
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.values import Value

D = TypeVar("D")
"""A decision: an act, or an answer to a question."""

SHARE = 0.4
"""Share of a hint's rollouts to use per act: a game has about a hundred acts."""

SHARE_OF_AN_ANSWER = 0.1
"""The same for an answer, which has few alternatives."""

FINAL = 100
"""Number of long rollouts of the act taken and the best one."""

FEW = 20
"""The number if results do not differ by then: it only shows the standing."""

A_MISTAKE = 0.02
"""An act that costs a smaller share of wins is not a mistake."""

A_MISTAKE_ALONE = 0.3
"""The same in Score Mode, in points."""


class DecisionReview(Value):
    """A person's decision, its cost compared with the best one found (with a 95% interval), and
    why.

    ``ask`` is "act", or the kind of question that ``act`` and ``best`` answer. ``worth`` is the
    share of games won after it, or the points in Score Mode; ``usual`` is the same after what the
    person's own AI card would do. ``given`` is the number of answers before it, and ``offered``
    lists all acts considered.
    """

    ask: str
    round: int
    turned: bool
    given: int
    act: str
    best: str
    worth: float
    usual: float
    cost: Estimate
    reason: str
    alone: bool
    offered: tuple[str, ...] = ()


class ReviewedDecision(DecisionReview):
    """A decision as the coach weighs it."""

    @property
    def mistake(self) -> bool:
        """Whether it surely cost something worth mentioning."""
        least = A_MISTAKE_ALONE if self.alone else A_MISTAKE
        return is_sure(self.cost, alone=self.alone) and self.cost.value >= least


class Balance(Value):
    """The result of a game, decomposed: ``start`` + ``skill`` + ``luck`` = ``result``.

    The baseline is what the person's own AI card would do, as in AIVAT (Burch et al., 2018):
    ``skill`` is the gain of the acts taken over its acts, and everything else, shuffles and
    opponents' decisions, is ``luck``. Luck averages zero against opponents who play as predicted,
    however well the person plays.
    """

    start: float
    skill: float
    luck: float
    result: float


class CoursePoint(Value):
    """The standing at an act: the chance of winning, or the points in Score Mode.

    ``before`` assumes the AI card's act, and ``after`` is with the act taken. ``luck`` and
    ``skill`` are the totals so far: ``start + luck + skill = before``.
    """

    act: ReviewedDecision
    before: float
    after: float
    luck: float
    skill: float


def course(acts: Sequence[ReviewedDecision]) -> list[CoursePoint]:
    """Return the course of a game, act by act; all changes between acts count as luck."""
    found: list[CoursePoint] = []
    luck = skill = 0.0
    for act in acts:
        if found:
            luck += act.usual - found[-1].after
        found.append(CoursePoint(act, act.usual, act.worth, luck, skill))
        skill += act.worth - act.usual
    return found


def review(
    table: Table,
    seat: Seat,
    act: Act,
    given: int,
    policies: Sequence[RolloutPolicy],
    seed: int,
    deeper: int = 1,
) -> ReviewedDecision:
    """Return what ``act``, which ``seat`` is about to take, cost, using only what it can see.

    The act and the best one found are compared in long rollouts, ``deeper`` times the usual number.
    """
    lots = Random(seed)
    alone = not seat.opponents
    search = ActSearch(policies, table, seat, lots.getrandbits(64))
    acts = candidate_acts(table, seat)
    offered = tuple([notation(each, table, seat) for each in acts])
    going = best_two(search, [Candidate(each) for each in acts], alone=alone, share=SHARE)
    best = _best([each.act for each in going], act, searched=search.games > 0)
    usual = policies[seat.number]().act(table, seat)
    games = FEW, deeper * FINAL
    far = partial(compare_acts, table, seat, policies, lots.getrandbits(64), games=games)
    found = _weighed(best, act, usual, far, lambda each: notation(each, table, seat))
    return ReviewedDecision("act", table.round, table.turned, given, *found, alone, offered)


def review_answer(
    notebook: Notebook,
    question: Question,
    answer: Sequence[int],
    table: Table,
    seat: Seat,
    given: int,
    policies: Sequence[RolloutPolicy],
    seed: int,
    deeper: int = 1,
) -> ReviewedDecision | None:
    """Return what an answer that ``seat`` is about to give cost; see :func:`review`.

    ``None`` for a question about hidden things, or whose answers all have the same effect.
    """
    if notebook.base is None or not can_be_tried(question, seat):
        return None
    lots = Random(seed)
    alone = not seat.opponents
    own = seat.number
    taken = tuple(sorted(answer))
    usual = tuple(sorted(notebook.usual(policies[own](), question, table, seat)))
    tried = partial(AnswerSearch, policies, notebook, question, own)
    going = [TriedAnswer(each) for each in answers(question, taken, usual)]
    search = tried(lots.getrandbits(64))
    for each in going:
        search.play_out(each, LEAST)
    if all(each.mean == going[0].mean for each in going):
        return None
    two = best_two(search, going, alone=alone, share=SHARE_OF_AN_ANSWER)
    best = _best([each.answer for each in two], taken, searched=len(going) > 2)
    again = partial(tried, lots.getrandbits(64), rounds=ROUNDS_FAR)

    def far(weighed: Sequence[tuple[int, ...]]) -> ActComparison:
        going = [TriedAnswer(each) for each in weighed]
        return compared_choices(again, going, table, seat, (FEW, deeper * FINAL))

    names = labels(question, table, seat)

    def said(each: tuple[int, ...]) -> str:
        return f"{question.ask} {answer_notation(each, question, names)}"

    found = _weighed(best, taken, usual, far, said)
    return ReviewedDecision(question.ask, table.round, table.turned, given, *found, alone)


def _best(two: Sequence[D], taken: D, *, searched: bool) -> D:
    """Return the better of two candidates, to compare with the one ``taken``.

    If there were only two, they have not been searched: return the one not taken.
    """
    return two[0] if searched else next((each for each in two if each != taken), taken)


def _weighed(
    best: D,
    taken: D,
    usual: D,
    compare: Callable[[Sequence[D]], ActComparison],
    said: Callable[[D], str],
) -> tuple[str, str, float, float, Estimate, str]:
    """Return the decision and the best one in words, the worths of the decision and the usual one,
    the cost, and the reason.

    The cost is zero unless the best one proves better in the rollouts of ``compare``.
    """
    weighed = [best]
    for each in (taken, usual):
        if each not in weighed:
            weighed.append(each)
    found = compare(weighed)
    worth, as_usual = (found.worths[weighed.index(each)] for each in (taken, usual))
    if best == taken or found.gain.value <= 0:
        return said(taken), said(taken), worth, as_usual, NO_GAIN, ""
    return said(taken), said(best), worth, as_usual, found.gain, found.reasons[0]


class Reviewer:
    """Reviews the decisions of one seat during a replay; ``found`` has them in order.

    ``policies`` predict each seat. ``given`` returns how many answers the seat had given before a
    decision, ``None`` to skip it.
    """

    def __init__(
        self, own: int, policies: Sequence[RolloutPolicy], given: Callable[[], int | None]
    ) -> None:
        self.found: list[ReviewedDecision] = []
        self._own = own
        self._policies = policies
        self._given = given
        self._notebook = Notebook(own)

    def watching(self, players: Sequence[Player]) -> tuple[Player, ...]:
        """Return the players of the game, observing their decisions."""
        return tuple([ObservedPlayer(player, self.act, self.answer) for player in players])

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Review an act that is about to be taken."""
        self._decided(seat, partial(review, table, seat, act))
        self._notebook.note(act, table, seat)

    def answer(self, table: Table, seat: Seat, question: Question, answer: Sequence[int]) -> None:
        """Review an answer that is about to be given."""
        self._decided(seat, partial(review_answer, self._notebook, question, answer, table, seat))
        self._notebook.given.append(Choice(tuple(answer)))

    def _decided(self, seat: Seat, look: Callable[..., ReviewedDecision | None]) -> None:
        given = self._given() if seat.number == self._own else None
        if given is not None:
            self.review(partial(look, given, self._policies, seed=given))

    def review(self, look: Callable[..., ReviewedDecision | None]) -> None:
        """Review one decision by calling ``look``, which takes a seed."""
        found = look()
        self.found += [found] if found else []


def charged(acts: Sequence[ReviewedDecision]) -> list[ReviewedDecision]:
    """Clear the cost of acts whose better alternative was only postponed.

    After playing another card first, or passing while others act, the better act is often still
    possible a moment later: it only costs something at its last opportunity in the round. What was
    done instead of passing cannot be undone by passing later.
    """
    found = []
    for at, act in enumerate(acts):
        following = next((each for each in acts[at + 1 :] if each.ask == "act"), None)
        later = following.offered if following and following.round == act.round else ()
        if act.ask == "act" and act.best != "pass" and act.best.split(", ")[0] in later:
            act = replace(act, best=act.act, cost=NO_GAIN, reason="")
        found.append(act)
    return found


def balance(acts: Sequence[ReviewedDecision], result: float) -> Balance:
    """Return the balance of a game with at least one act; ``result`` is 1 for a win, or the
    points.
    """
    start = acts[0].usual
    skill = sum(each.worth - each.usual for each in acts)
    return Balance(start, skill, result - start - skill, result)

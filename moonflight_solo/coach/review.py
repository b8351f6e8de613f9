"""A game looked at again: what each decision of a person cost, and what was luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from moonflight_solo.coach.advice import (
    LEAST,
    NO_GAIN,
    Weighing,
    best_two,
    compare_acts,
    compared_choices,
    is_sure,
)
from moonflight_solo.coach.answers import AnswerSearch, Notebook, TriedAnswer, answers, can_be_tried
from moonflight_solo.playtest.players.rollout import ROUNDS_FAR, RolloutPolicy
from moonflight_solo.playtest.players.search import ActSearch, Candidate
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.run import Overheard
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.notation import answer_notation, labels, notation
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.values import Value

D = TypeVar("D")
"""A decision: an act, or an answer to a question."""

SHARE = 0.4
"""How much less an act is looked into than for a hint: a game has a hundred of them."""

SHARE_OF_AN_ANSWER = 0.1
"""And an answer, of which there are few to choose among."""

FINAL = 100
"""How often the act taken and the best one are played on far."""

FEW = 20
"""And where nothing tells one from another in so many: it only shows how the game stands then."""

A_MISTAKE = 0.02
"""An act that costs less of the games than this is no mistake."""

A_MISTAKE_ALONE = 0.3
"""In Score Mode, one that costs fewer points."""


class Reviewed(Value):
    """A decision of a person: what it cost beside the best one found, of 95 %, and why.

    ``ask`` is "act", or what a question is for: ``act`` and ``best`` are answers to it then.
    ``worth`` is the share of games won after it, or in Score Mode the points, and ``usual`` that
    after what the person's own AI card would do. ``given`` is how many answers had been given
    before, and ``offered`` every act that was weighed.
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

    @property
    def mistake(self) -> bool:
        """Whether it surely cost something worth speaking of."""
        least = A_MISTAKE_ALONE if self.alone else A_MISTAKE
        return is_sure(self.cost, alone=self.alone) and self.cost.value >= least


class Balance(Value):
    """What a game came to: ``start`` + ``skill`` + ``luck`` = ``result``.

    All is measured from what the person's own AI card would do, as AIVAT does (Burch et al., 2018):
    ``skill`` is what the acts taken gain over its acts, and all else, the shuffles and what the
    others did, is ``luck``. It is nothing on average against others who play as they are thought
    to, however well the person plays.
    """

    start: float
    skill: float
    luck: float
    result: float


class CoursePoint(Value):
    """How the game stood at an act of a person: the chance of winning, or in Score Mode the points.

    ``before`` it, were it the act of one's AI card, and ``after`` the one that was taken. ``luck``
    and ``skill`` are what has come of each up to then: ``start + luck + skill = before``.
    """

    act: Reviewed
    before: float
    after: float
    luck: float
    skill: float


def course(acts: Sequence[Reviewed]) -> list[CoursePoint]:
    """Return how a game went, act by act; all that lies between two acts is luck."""
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
) -> Reviewed:
    """Return what ``act`` cost that ``seat`` is about to take, by what it can see then.

    Games are played on far from the act and from the best one found, so many times as many as are
    played when it is ``deeper`` than usual.
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
    return Reviewed("act", table.round, table.turned, given, *found, alone, offered)


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
) -> Reviewed | None:
    """Return what an answer cost that ``seat`` is about to give, as :func:`review` does of an act.

    ``None`` for a question that leaves nothing to gain, where all answers come to the same, or
    that asks for what lies hidden.
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

    def far(weighed: Sequence[tuple[int, ...]]) -> Weighing:
        going = [TriedAnswer(each) for each in weighed]
        return compared_choices(again, going, table, seat, (FEW, deeper * FINAL))

    names = labels(question, table, seat)

    def said(each: tuple[int, ...]) -> str:
        return f"{question.ask} {answer_notation(each, question, names)}"

    found = _weighed(best, taken, usual, far, said)
    return Reviewed(question.ask, table.round, table.turned, given, *found, alone)


def _best(two: Sequence[D], taken: D, *, searched: bool) -> D:
    """Return which of the two best to weigh against what was ``taken``.

    Of only two things neither has been searched: the other one is looked at then.
    """
    return two[0] if searched else next((each for each in two if each != taken), taken)


def _weighed(
    best: D,
    taken: D,
    usual: D,
    compare: Callable[[Sequence[D]], Weighing],
    said: Callable[[D], str],
) -> tuple[str, str, float, float, Estimate, str]:
    """Return a decision taken and the best, in words, what is won after the one taken and after
    the usual one, what it cost and why.

    It cost nothing where the best one proves no better in the games that ``compare`` plays on.
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
    """Reviews every decision of one seat while a game is played again; ``found`` has them in order.

    ``policies`` are for every seat how it is thought to play. ``given`` says before a decision how
    many answers that seat had given, ``None`` for one that is not to be reviewed.
    """

    def __init__(
        self, own: int, policies: Sequence[RolloutPolicy], given: Callable[[], int | None]
    ) -> None:
        self.found: list[Reviewed] = []
        self._own = own
        self._policies = policies
        self._given = given
        self._notebook = Notebook(own)

    def watching(self, players: Sequence[Player]) -> tuple[Player, ...]:
        """Return the players of the game, each of whose decisions is noted."""
        return tuple([Overheard(player, self.act, self.answer) for player in players])

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Note an act that is about to be taken."""
        self._decided(seat, partial(review, table, seat, act))
        self._notebook.note(act, table, seat)

    def answer(self, table: Table, seat: Seat, question: Question, answer: Sequence[int]) -> None:
        """Note an answer that is about to be given."""
        self._decided(seat, partial(review_answer, self._notebook, question, answer, table, seat))
        self._notebook.given.append(tuple(answer))

    def _decided(self, seat: Seat, look: Callable[..., Reviewed | None]) -> None:
        given = self._given() if seat.number == self._own else None
        if given is not None:
            self.review(partial(look, given, self._policies, seed=given))

    def review(self, look: Callable[..., Reviewed | None]) -> None:
        """Review one decision: ``look`` does, with a seed of its own or another one."""
        found = look()
        self.found += [found] if found else []


def charged(acts: Sequence[Reviewed]) -> list[Reviewed]:
    """Return the acts of a game with what was only put off forgiven.

    Whoever plays a card first, or passes while others act, can do what was better a moment later:
    it costs something where it could be done for the last time in its round. What was done instead
    of passing is done, and to pass later does not take it back.
    """
    found = []
    for at, act in enumerate(acts):
        following = next((each for each in acts[at + 1 :] if each.ask == "act"), None)
        later = following.offered if following and following.round == act.round else ()
        if act.ask == "act" and act.best != "pass" and act.best.split(", ")[0] in later:
            act = replace(act, best=act.act, cost=NO_GAIN, reason="")
        found.append(act)
    return found


def balance(acts: Sequence[Reviewed], result: float) -> Balance:
    """Return what a game came to, of at least one act; ``result`` is 1 for a win, or the points."""
    start = acts[0].usual
    skill = sum(each.worth - each.usual for each in acts)
    return Balance(start, skill, result - start - skill, result)

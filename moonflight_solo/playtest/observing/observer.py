"""How the lines of AI cards fare: what is looked at, holds, decides, or would act differently.

Cheap counts are kept for all games. In games whose seed is divisible by the plan's
``detail_every``, each AI player is also observed: every act examines all lines and phrases, and
every alternative way to follow the card decides on the same table for comparison. Observing does
not affect the game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from functools import lru_cache

from msgspec import structs

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import AimedAct, Basis, CompileContext
from moonflight_solo.ai_cards.player import AICardPlayer, asked_by
from moonflight_solo.ai_cards.policy import NoteCounts, Policy, bits
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.ai_cards.targeting import silent_ruling
from moonflight_solo.ai_cards.written_acts import asked_acts
from moonflight_solo.playtest.observing.course import Course
from moonflight_solo.playtest.observing.instrument import InstrumentedLine, deed
from moonflight_solo.playtest.observing.looks import MOST_NOTES, PASSED, Decided, InstrumentedSide
from moonflight_solo.playtest.run import Run
from moonflight_solo.playtest.tally import (
    KEY_NUMBERS,
    Counts,
    Tally,
    TallyKey,
    counts_by_key,
    packed,
)
from moonflight_solo.playtest.treatments import (
    RESET_ASKS,
    Alternative,
    AlternativeFollower,
    alternatives,
    boxed_ways,
    differing_ways,
    followed_otherwise,
)
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.game import TakenAtOnce
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import Test
from moonflight_solo.rules.state import Act, Card, Player, Question, Seat, Table
from moonflight_solo.rules.texts.candidates import reach
from moonflight_solo.wording import ast

_BY_WORTH = frozenset({"A-silent", "A-own-stack"})
"""Rulings that pick one of several cards to take or give up, where ties are possible."""


class Instruments:
    """The counters for AI cards in a run's games, prepared once."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._every = run.plan.detail_every
        # Compiled once before processes are forked, but not if no game is observed.
        self._by_seat = self._by_card() if self._every else None
        self._places = {
            (seat, line.printed.turned, line.number): place
            for seat, card in run.by_ai_cards
            for place, line in enumerate(card.lines)
            if line.printed.section == "action"
        }
        self._counts_of = lru_cache(MOST_NOTES)(self._decode)

    def _decode(self, side: Policy, seat: int, noted: int) -> int:
        """Return what to count, packed, for an act of a seat that noted this."""
        counts: dict[int, int] = {}
        for number, outcome in side.outcomes(noted):
            place = self._places[seat, side.turned, number]
            counts[KEY_NUMBERS["line", seat, place, outcome]] = 1
        return packed(counts)

    def _by_card(self) -> dict[int, CardInstruments]:
        run, ways = self._run, (*alternatives(self._run), *boxed_ways(self._run))
        return {seat: CardInstruments(run, seat, card, ways) for seat, card in run.by_ai_cards}

    def watch(self, seed: int, players: Sequence[Player]) -> list[Player]:
        """Return the players for the game of ``seed``, observed if it is due."""
        due = self._every and seed % self._every == 0
        return self.with_observers(players) if due else list(players)

    def with_observers(self, players: Sequence[Player]) -> list[Player]:
        """Return the players of a game, wrapping those that follow AI cards in observers."""
        watched = list(players)
        if self._by_seat is None:
            self._by_seat = self._by_card()
        for seat, instruments in self._by_seat.items():
            follower = players[seat]
            assert isinstance(follower, AICardPlayer)
            watched[seat] = Observer(instruments, follower)
        return watched

    def alike(self, watched: Sequence[Player]) -> frozenset[str]:
        """Return the labels of the treatments under which an observed game would go the same.

        Those are other rulings, readings and sentences in a box by which nobody would have acted
        differently.
        """
        observers = [each for each in watched if isinstance(each, Observer)]
        every = frozenset(label for each in observers for label in each.labels)
        return every.difference(*(each.labels_that_differ() for each in observers))

    def count(self, tally: Tally, seed: int, watched: Sequence[Player], finished: bool) -> None:
        """Add what was seen of watched players to ``tally`` after a game.

        ``finished`` says whether it reached its End.
        """
        for seat, _ in self._run.by_ai_cards:
            player = watched[seat]
            if isinstance(player, Observer):
                counts = player.counts()
            else:
                assert isinstance(player, AICardPlayer)
                acts = player.counts
                counts = sum(
                    times * self._counts_of(side, seat, noted)
                    for side, notes in zip(acts.sides, acts.note_counts, strict=True)
                    for noted, times in notes.items()
                )
            tally.add_game(seed, counts, seat)
            for key, number in () if finished else counts_by_key(counts).items():
                if key[0] == "line" and key[-1] == "followed":
                    tally.add((*key[:3], "followed, unfinished"), seed, number)
        if self._every and seed % self._every == 0:
            tally.add(("detailed",), seed)


@lru_cache(maxsize=4)
def instruments_of(run: Run) -> Instruments:
    """Return the counters for the games of ``run``, shared by all its batches."""
    return Instruments(run)


class CardInstruments:
    """What is observed of the AI card in one seat, prepared once for all games.

    ``ways`` are all alternative ways to follow AI cards in the game.
    """

    def __init__(self, run: Run, seat: int, card: AICard, ways: Sequence[Alternative]) -> None:
        self.seat = seat
        self.sides: list[InstrumentedSide] = []
        self.reset: list[ResetLooks] = []
        mine = [(number, way) for number, way in enumerate(ways) if way.seat == seat]
        self.otherwise = [(number, *followed_otherwise(way, run)) for number, way in mine]
        self.labels: dict[str, list[int]] = {}
        for number, way in mine:
            acts = self.labels.setdefault(way.treatment.label, [])
            acts.append(KEY_NUMBERS["otherwise", number, "acts"])
        own, others = run.follower(card), [follower for _, follower, _ in self.otherwise]
        self.otherwise_in_reset = [
            index for index, other in enumerate(others) if not own.resets_like(other)
        ]
        alone = [lines for _, _, lines in self.otherwise]
        basis = Basis(run.catalogue, run.rulings)
        for turned in (False, True):
            scope = basis.context(card.jack, turned)
            lines = [line for line in run.lines(card) if line.line.printed.turned == turned]
            looked_at = [InstrumentedLine(line, card, seat, scope) for line in lines]
            ways_apart = differing_ways(alone, looked_at)
            self.sides.append(InstrumentedSide(seat, looked_at, ways_apart))
            self.reset.append(ResetLooks(card, seat, scope))


class ResetLooks:
    """The Reset lines of one side, compiled one by one."""

    def __init__(self, card: AICard, seat: int, scope: CompileContext) -> None:
        self._lines: list[tuple[TallyKey, str, ResetLines, Test | None]] = []
        for place, line in enumerate(card.lines):
            if line.printed.section != "reset" or line.printed.turned != scope.turned:
                continue
            condition, act = line.meaning.condition, line.meaning.act
            test = as_test(scope.lower.condition(condition)) if condition else None
            alone = structs.replace(card, lines=(line,))
            compiled = ResetLines(alone, scope.turned, scope.basis)
            asks = "retain" if isinstance(act, ast.Retain) else "cover"
            self._lines.append((("detail", seat, place), asks, compiled, test))
        self.silent = RESET_ASKS.difference(asks for _, asks, _, _ in self._lines)

    def look(self, question: Question, table: Table, seat: Seat, counts: Counts) -> None:
        """Count the result of each Reset line about the question, as if it stood alone."""
        for at, asks, alone, test in self._lines:
            if asks != question.ask:
                continue
            counts[KEY_NUMBERS[(*at, "looked at")]] += 1
            if test is not None and not test(table, seat):
                status = "condition-false"
            elif asks == "retain":
                status = "followed" if alone.to_retain(question, table, seat) else "not-in-hand"
            else:
                moved = alone.covering(question, table, seat, Counter())
                status = "followed" if moved else "not-in-hand"
            counts[KEY_NUMBERS[(*at, "status", status)]] += 1


class Observer:
    """Plays one seat of one game by its AI card, counting the reasons for its decisions."""

    def __init__(self, instruments: CardInstruments, follower: AICardPlayer) -> None:
        self._instruments, self._sides = instruments, instruments.sides
        self.labels = instruments.labels
        self._begin()
        self.seat = instruments.seat
        self.silent_in_reset = (frozenset({"order"}),) * 2
        self.follower = follower
        self._shadows = [
            AlternativeFollower(place, number, other)
            for place, (number, other, _) in enumerate(instruments.otherwise)
        ]
        self._in_reset = [self._shadows[at] for at in instruments.otherwise_in_reset]
        self._answers = KEY_NUMBERS["seat", self.seat, "answers"]
        self._ties = KEY_NUMBERS["upkeep", self.seat, "ties"]
        self.decided: Decided = PASSED

    def _begin(self) -> None:
        self._counts: Counts = defaultdict(int)
        self._notes = [NoteCounts() for _ in self._instruments.sides]

    def labels_that_differ(self) -> Iterator[str]:
        """Yield the labels of the treatments by which it would have acted differently so far."""
        for label, acts in self.labels.items():
            if any(act in self._counts for act in acts):
                yield label

    def take_keys(self) -> Set[TallyKey]:
        """Return the keys counted since the last call, and reset the counts."""
        counts = counts_by_key(self.counts())
        self._begin()
        return counts.keys()

    def counts(self) -> int:
        """Return all counts so far, packed."""
        sides = zip(self._instruments.sides, self._notes, strict=True)
        return sum([side.count_notes(notes) for side, notes in sides], packed(self._counts))

    def act(self, table: Table, seat: Seat) -> Act:
        """Decide as the card does, examining every line."""
        look = self._sides[table.turned].looking(None)
        act: Act = look(table, seat, self, self._notes[table.turned])
        return act

    def writing_for(self, course: Course) -> Callable[[Table], TakenAtOnce]:
        """Return what gives the function that takes its acts, and shows them to the course."""
        self.course = course
        return self._written

    def _written(self, table: Table) -> TakenAtOnce:
        """Return what decides so and carries out the act, this player, and where it is noted."""
        turned, acts = table.turned, asked_acts(table.cards, table.turned, table.paying)
        return self._sides[turned].looking(acts), self, self._notes[turned]

    def follow(self, line: str, decision: AimedAct) -> Act:
        """Return the act of a decision, which this player knows."""
        return decision[0]

    def consult(self, above: int, own: int, at: int, table: Table, seat: Seat) -> None:
        """Ask other followers what they would do where the line at the index ``at`` is followed.

        Those in the bit mask ``above`` may follow a line above it, those in ``own`` only that.
        """
        line, decision, _ = self.decided
        asked = [self._shadows[other] for other in bits(above | own)]
        self.decided = line, decision, asked
        for shadow in asked:
            start = 0 if above >> shadow.place & 1 else at
            if shadow.acts_otherwise(decision[0], start, table, seat):
                self._counts[shadow.acts] += 1

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Answer as the card does, counting the rulings, ties and alternatives that this shows."""
        follower, counts, ask = self.follower, self._counts, question.ask
        counts[self._answers] += 1
        resetting = ask in RESET_ASKS
        if resetting:
            self._instruments.reset[table.turned].look(question, table, seat, counts)
        line, decision, asked = self.decided
        follower.follow("", decision)
        answer = follower.choose(table, seat, question)
        ruling = silent_ruling(question)
        if ruling:
            own = asked_by(decision[0], question, table, seat)
            if self._is_silent(ruling, own, question, table):
                counts[KEY_NUMBERS["decided", self.seat, "default", ruling]] += 1
                if own and line is not None:
                    counts[line.defaults] += 1
            tied = follower.tied
            if ruling in _BY_WORTH and len(answer) == 1 and (tied is None or len(tied) > 1):
                self._count_tied_answer(answer, line if own else None, question, table, seat)
        if ask != "order":  # the same cards whatever the order
            for shadow in self._in_reset if resetting else asked:
                if shadow.answers_otherwise(answer, question, table, seat):
                    counts[shadow.acts] += 1
        return answer

    def left_open(self, cards: Sequence[Card]) -> None:
        """Count that it was not asked, as it never says anything, in which order cards leave play.

        The same is counted as by :meth:`choose`.
        """
        self._counts[self._answers] += 1
        if len(set(cards)) > 1:
            self._counts[KEY_NUMBERS["decided", self.seat, "default", "A-silent"]] += 1

    def look_for_ties(self, table: Table, seat: Seat) -> None:
        """Count whether a tie decided the act of the line followed."""
        line, (act, _), _ = self.decided
        assert line is not None
        best = line.best(table, seat) if line.best else ()
        for kinds in best:
            if len(kinds) > 1:
                self._counts[self._ties] += 1
                break
        if line.can_tie and line.backwards(table, seat) != deed(act, seat):
            self._count_tie(line)

    def look_below(self, table: Table, seat: Seat) -> None:
        """Count the results of the sublines of the line followed (ruling A-sub)."""
        line, (act, aim), _ = self.decided
        assert line is not None
        for card, numbers in line.subs.values():
            self._counts[numbers["looked at"]] += 1
            result = "followed"
            if not isinstance(act, Play) or act.card is not card or aim is None:
                result = "condition-false"
            elif aim.index(reach(card, table, seat), table, seat) is None:
                result = "no-target"
            self._counts[numbers[result]] += 1

    def _is_silent(self, ruling: str, own: bool, question: Question, table: Table) -> bool:
        """Return whether ``ruling`` decided an answer because the card is silent.

        ``own`` says whether the line's act itself asks the question, rather than its consequences.
        """
        ask, (_, aim) = question.ask, self.decided[1]
        if ask in RESET_ASKS:
            return ask in self._instruments.reset[table.turned].silent
        if not own or aim is None or ask == "order" or question.least > 1:
            return True
        is_said = aim.choices.said and ruling == "A-silent"
        return not (is_said or self.follower.meant)

    def _count_tied_answer(
        self,
        answer: Sequence[int],
        line: InstrumentedLine | None,
        question: Question,
        table: Table,
        seat: Seat,
    ) -> None:
        """Count an answer that would differ if the cards lay in reverse order.

        If a ``line``'s own act asks the question, the tie is counted for the line too.
        """
        if line is not None and line.by_top:
            return
        (other,) = self.follower.choose(table, seat, _turned_round(question))
        other = len(question.items) - 1 - other
        if question.cards[other] is not question.cards[answer[0]]:
            self._count_tie(line)

    def _count_tie(self, line: InstrumentedLine | None) -> None:
        """Count a tie that mattered, also for the line whose act it is."""
        self._counts[KEY_NUMBERS["decided", self.seat, "tie", "A-tie"]] += 1
        if line is not None:
            self._counts[line.ties] += 1


def _turned_round(question: Question) -> Question:
    q = question
    turned = (q.items[::-1], q.cards[::-1], q.zones[::-1], q.owners[::-1])
    return Question(q.ask, *turned, q.least, q.most, q.source, q.verb, q.passed_over)

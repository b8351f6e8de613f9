"""How the lines of the AI cards fare: what is looked at, what holds, what decides, what would not.

Cheap counts are kept of all games. In games whose seed a plan's ``detail_every`` divides, each AI
player is also observed: its lines and phrases are taken apart at every act, and every other way
its card could be followed is asked for its own act and answers on the same table. Observing
changes nothing in the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache, partial

from msgspec import structs

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.player import AICardPlayer, asked_by
from moonflight_solo.ai_cards.policy import Seen
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.ai_cards.targeting import Aim, silent_ruling
from moonflight_solo.check.games import work_of
from moonflight_solo.playtest.instrument import Counts, LookedAt, Together
from moonflight_solo.playtest.run import Alone, Alternative, Run, alternatives, followed_otherwise
from moonflight_solo.playtest.tally import Key, Tally
from moonflight_solo.rules.acts import PASS, Build, Play, Spend
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import Test
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.rules.texts.candidates import reach
from moonflight_solo.wording import ast

RESET_ASKS = frozenset({"retain", "cover"})
"""The questions of Reset, which an AI card answers by Reset lines of its own."""

BY_WORTH = frozenset({"A-silent", "A-own-stack"})
"""The rulings by which of several cards one is taken or given up, so that there may be ties."""

WORK = ("lines", "facts", "ties")
"""What following a card by hand asks, as it is counted."""


class Instruments:
    """What is counted of the AI cards in the games of a run, made ready once."""

    def __init__(self, run: Run) -> None:
        ways = alternatives(run)
        cards = [(seat, card) for seat, card in enumerate(run.ai_cards) if card is not None]
        self._every = run.plan.detail_every
        self._observed = {seat: Observed(run, seat, card, ways) for seat, card in cards}
        self._lines: dict[int, dict[tuple[bool, str], Key]] = {
            seat: {
                (line.printed.turned, line.number): ("line", seat, place)
                for place, line in enumerate(card.lines)
                if line.printed.section == "action"
            }
            for seat, card in cards
        }

    def watch(self, seed: int, players: Sequence[Player]) -> list[Player]:
        """Return the players of the game of ``seed``, observed if that is due."""
        due = self._every and seed % self._every == 0
        return self.observed(players) if due else list(players)

    def observed(self, players: Sequence[Player]) -> list[Player]:
        """Return the players of a game, those who follow an AI card observed."""
        watched = list(players)
        for seat, observed in self._observed.items():
            watched[seat] = Observer(observed, _follower(players[seat]))
        return watched

    def count(self, tally: Tally, seed: int, watched: Sequence[Player], finished: bool) -> None:
        """Add to ``tally`` what was seen of players who were watched, once the game is over.

        ``finished`` says whether it came to its End.
        """
        add = tally.add
        for seat, keys in self._lines.items():
            for line, found in _follower(watched[seat]).counts.coverage().items():
                key = keys[line]
                add((*key, "looked at"), seed, found.looked_at)
                add((*key, "true"), seed, found.condition_true)
                add((*key, "followed"), seed, found.followed)
                add((*key, "followed in"), seed, int(found.followed > 0))
                if not finished:
                    add((*key, "followed, unfinished"), seed, found.followed)
        if self._every and seed % self._every == 0:
            add(("detailed",), seed)
        for player in watched:
            if not isinstance(player, Observer):
                continue
            counts = player.counts
            tally.add_shares(counts, player.seat)
            for key, number in counts.items():
                add(key, seed, number)
                if key[0] == "otherwise":
                    add((*key[:2], "games"), seed)
                elif key[-2:] == ("status", "followed"):
                    add((*key[:-2], "followed in"), seed)


def _follower(player: Player) -> AICardPlayer:
    follower = player.follower if isinstance(player, Observer) else player
    assert isinstance(follower, AICardPlayer)
    return follower


@lru_cache(maxsize=4)
def instruments_of(run: Run) -> Instruments:
    """Return what is counted in the games of ``run``, the same for all its batches."""
    return Instruments(run)


class Observed:
    """What is observed of the AI card in one seat, made ready once for all games.

    ``ways`` are all other ways to follow the AI cards of the game.
    """

    def __init__(self, run: Run, seat: int, card: AICard, ways: Sequence[Alternative]) -> None:
        self.seat = seat
        self.sides: list[list[LookedAt]] = []
        self.reset: list[ResetLooks] = []
        self.works: list[Callable[[Table, Seat], tuple[int, int, bool]]] = []
        for turned in (False, True):
            scope = CompileContext(run.catalogue, turned, run.rulings, card.jack)
            lines = [line for line in run.lines(card) if line.line.printed.turned == turned]
            self.sides.append([LookedAt(line, card, seat, scope) for line in lines])
            self.works.append(partial(work_of, lines, scope))
            self.reset.append(ResetLooks(card, seat, scope))
        self.places = [
            {at for at, line in enumerate(card.lines) if line.printed.turned == turned}
            for turned in (False, True)
        ]
        self.otherwise = [
            (number, *followed_otherwise(way, run))
            for number, way in enumerate(ways)
            if way.seat == seat
        ]


class ResetLooks:
    """The Reset lines of one side, each by itself."""

    def __init__(self, card: AICard, seat: int, scope: CompileContext) -> None:
        self._lines: list[tuple[Key, str, ResetLines, Test | None]] = []
        for place, line in enumerate(card.lines):
            if line.printed.section != "reset" or line.printed.turned != scope.turned:
                continue
            condition, act = line.meaning.condition, line.meaning.act
            test = as_test(scope.lower.condition(condition)) if condition else None
            alone = structs.replace(card, lines=(line,))
            compiled = ResetLines(alone, scope.turned, scope.names, scope.rulings)
            asks = "retain" if isinstance(act, ast.Retain) else "cover"
            self._lines.append((("detail", seat, place), asks, compiled, test))
        self.silent = RESET_ASKS.difference(asks for _, asks, _, _ in self._lines)

    def look(self, question: Question, table: Table, seat: Seat, counts: Counts) -> None:
        """Count what came of each line that speaks of the question."""
        for at, asks, alone, test in self._lines:
            if asks != question.ask:
                continue
            counts[(*at, "looked at")] += 1
            if test is not None and not test(table, seat):
                status = "condition-false"
            elif asks == "retain":
                status = "followed" if alone.retained(question, table, seat) else "not-in-hand"
            else:
                moved = alone.covering(question, table, seat, Counter())
                status = "followed" if moved else "not-in-hand"
            counts[(*at, "status", status)] += 1


_UNTOLD = Seen()
"""Where lines note what nobody asks for."""


class Shadow:
    """Another way to follow the card: asked at every act and answer whether it would do the same.

    ``number`` is its number among all other ways, and ``lines`` are those that it may matter to:
    where all of them are passed over both ways, nothing else differs.
    """

    def __init__(self, number: int, follower: AICardPlayer, lines: Alone) -> None:
        self._follower = follower
        self.lines = lines
        self.acts: Key = ("otherwise", number, "acts")
        self._same = False
        self._asked = False

    def acts_otherwise(
        self, act: Act, followed: int | None, looked_at: set[int], table: Table, seat: Seat
    ) -> bool:
        """Return whether it would not take ``act``, which came from the line ``followed``."""
        self._asked = followed in self.lines
        if not self._asked:
            for place, alone in self.lines.items():
                if place in looked_at and (alone is None or alone(table, seat, _UNTOLD)[0]):
                    self._asked = True
                    break
        self._same = not self._asked or self._follower.act(table, seat) == act
        return not self._same

    def answers_otherwise(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> bool:
        """Return whether it would give another answer, if it had come as far as the question."""
        if question.ask not in RESET_ASKS and not (self._asked and self._same):
            return False
        other = self._follower.choose(table, seat, question)
        if _cards(question, other) == _cards(question, answer):
            return False
        self._same = False  # counted once an act
        return True


def _cards(question: Question, answer: Sequence[int]) -> list[object]:
    """Return what an answer chooses: cards, in no order, or what there is beside cards."""
    chosen = [question.cards[i] or question.items[i] for i in answer]
    return sorted(chosen, key=id)


class Observer:
    """Plays one seat of one game by its AI card, and counts why it acts as it does."""

    def __init__(self, observed: Observed, follower: AICardPlayer) -> None:
        self._counts: Counts = Counter()
        self._together = Together()
        self._observed = observed
        self.seat = observed.seat
        self.follower = follower
        self._shadows = [
            Shadow(number, copy(other), lines) for number, other, lines in observed.otherwise
        ]
        # Those that may matter to the acts of each side, and those asked at the last act.
        self._apart = [
            [shadow for shadow in self._shadows if not shadow.lines.keys().isdisjoint(places)]
            for places in observed.places
        ]
        self._asked: Sequence[Shadow] = ()
        self._line: LookedAt | None = None
        self._act: Act = PASS
        self._aim: Aim | None = None

    @property
    def counts(self) -> Counts:
        """How often each thing was counted so far."""
        return self._counts + self._together.counted()

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the card says, having looked at its every line."""
        counts, number = self._counts, self._observed.seat
        counts[("seat", number, "acts")] += 1
        for of, many in zip(WORK, self._observed.works[table.turned](table, seat), strict=True):
            counts[("upkeep", number, of)] += many
        self._line, self._act, self._aim = None, PASS, None
        looked_at: set[int] = set()
        for line in self._observed.sides[table.turned]:
            looked_at.add(line.place)
            decision = line.look(table, seat, counts, self._together)
            if decision is not None:
                self._line = line
                self._act, self._aim = decision
                self._look_below(line, looked_at, table, seat)
                break
        self._count_rulings(table, seat)
        followed = None if self._line is None else self._line.place
        self._asked = self._apart[table.turned]
        for shadow in self._asked:
            if shadow.acts_otherwise(self._act, followed, looked_at, table, seat):
                counts[shadow.acts] += 1
        return self.follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Answer as the card says."""
        follower, counts = self.follower, self._counts
        counts[("seat", self._observed.seat, "answers")] += 1
        if question.ask in RESET_ASKS:
            self._observed.reset[table.turned].look(question, table, seat, counts)
        answer = follower.choose(table, seat, question)
        self._count_default(question, table, seat)
        self._count_tie(answer, question, table, seat)
        for shadow in self._shadows if question.ask in RESET_ASKS else self._asked:
            if shadow.answers_otherwise(answer, question, table, seat):
                counts[shadow.acts] += 1
        return answer

    def _look_below(self, line: LookedAt, looked_at: set[int], table: Table, seat: Seat) -> None:
        """Count what came of the lines below the line followed (ruling A-sub)."""
        for place, card in line.subs:
            looked_at.add(place)
            at: Key = ("detail", self._observed.seat, place)
            self._counts[(*at, "looked at")] += 1
            act, aim = self._act, self._aim
            if not isinstance(act, Play) or act.card is not card or aim is None:
                status = "condition-false"
            elif aim.index(reach(card, table, seat), table, seat) is None:
                status = "no-target"
            else:
                status = "followed"
            self._counts[(*at, "status", status)] += 1

    def _count_rulings(self, table: Table, seat: Seat) -> None:
        """Count the rulings that the act leans on, and whether a tie decided it."""
        number, line = self._observed.seat, self._line
        if line is None:
            self._counts[("decided", number, "default", "A-pass")] += 1
            return
        self._together.add(line.leaning)
        if line.can_tie:
            decision = line.backwards(table, seat)
            if decision is None or _deed(decision[0]) != _deed(self._act):
                self._tied(line)

    def _count_default(self, question: Question, table: Table, seat: Seat) -> None:
        """Count an answer on which the card is silent, if there was anything to choose."""
        ask = question.ask
        if ask in RESET_ASKS:
            if ask not in self._observed.reset[table.turned].silent:
                return
        elif ask != "order" and self._said(question, table, seat):
            return
        ruling = silent_ruling(question)
        if not ruling:
            return
        self._counts[("decided", self._observed.seat, "default", ruling)] += 1
        if self._line is not None and asked_by(self._act, question, table, seat):
            self._counts[(*self._line.at, "defaults")] += 1

    def _said(self, question: Question, table: Table, seat: Seat) -> bool:
        """Whether the line followed says what to answer."""
        if self._aim is None or question.least > 1:
            return False
        own = asked_by(self._act, question, table, seat)
        return own and self._aim.says(question, table, seat)

    def _count_tie(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> None:
        """Count an answer that would be another if the cards lay in the opposite order."""
        if silent_ruling(question) not in BY_WORTH or len(answer) != 1:
            return
        line = self._line if asked_by(self._act, question, table, seat) else None
        if line is not None and line.by_top:
            return
        (other,) = self.follower.choose(table, seat, _turned_round(question))
        other = len(question.items) - 1 - other
        if question.cards[other] is not question.cards[answer[0]]:
            self._tied(line)

    def _tied(self, line: LookedAt | None) -> None:
        """Count a tie that mattered, also as one of the line whose act it is about."""
        self._counts[("decided", self._observed.seat, "tie", "A-tie")] += 1
        if line is not None:
            self._counts[(*line.at, "ties")] += 1


def _turned_round(question: Question) -> Question:
    """Return the same question with everything in the opposite order."""
    return replace(
        question,
        items=question.items[::-1],
        cards=question.cards[::-1],
        zones=question.zones[::-1],
        owners=question.owners[::-1],
    )


def _deed(act: Act) -> object:
    """Return what tells an act from one that does the same with another copy of a card."""
    if isinstance(act, Build):
        return sorted((card.name, onto.card.name, len(onto.settled)) for card, onto in act.pairs)
    if isinstance(act, Spend):
        return act.placed.card, act.ability, sorted(card.name for card in act.cards)
    return act

"""How the lines of the AI cards fare: what is looked at, what holds, what decides, what would not.

Cheap counts are kept of all games. In games whose seed a plan's ``detail_every`` divides, each AI
player is also observed: its lines and phrases are taken apart at every act, and every other way
its card could be followed is asked for its own act and answers on the same table. Observing
changes nothing in the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache

from msgspec import structs

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.player import AICardPlayer, asked_by
from moonflight_solo.ai_cards.policy import Coverage, Decide, LineCount, Seen
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.ai_cards.targeting import Aim, silent_ruling
from moonflight_solo.playtest.instrument import Counts, LookedAt, LookedAtSide
from moonflight_solo.playtest.run import Alternative, Run, alternatives, followed_otherwise
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
            follower = players[seat]
            assert isinstance(follower, AICardPlayer)
            watched[seat] = Observer(observed, follower)
        return watched

    def count(self, tally: Tally, seed: int, watched: Sequence[Player], finished: bool) -> None:
        """Add to ``tally`` what was seen of players who were watched, once the game is over.

        ``finished`` says whether it came to its End.
        """
        add = tally.add
        for seat, keys in self._lines.items():
            for line, found in _coverage(watched[seat]).items():
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
            counts = player.counts()
            tally.add_shares(counts, player.seat)
            for key, number in counts.items():
                add(key, seed, number)
                if key[0] == "otherwise":
                    add((*key[:2], "games"), seed)
                elif key[-2:] == ("status", "followed"):
                    add((*key[:-2], "followed in"), seed)


def _coverage(player: Player) -> Coverage:
    if isinstance(player, Observer):
        return player.coverage()
    assert isinstance(player, AICardPlayer)
    return player.counts.coverage()


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
        self.sides: list[LookedAtSide] = []
        self.reset: list[ResetLooks] = []
        self.otherwise = [
            (number, *followed_otherwise(way, run))
            for number, way in enumerate(ways)
            if way.seat == seat
        ]
        # For each side, by the line followed: what else may act otherwise.
        self.apart: list[list[Apart]] = []
        for turned in (False, True):
            scope = CompileContext(run.catalogue, turned, run.rulings, card.jack)
            lines = [line for line in run.lines(card) if line.line.printed.turned == turned]
            self.sides.append(LookedAtSide([LookedAt(line, card, seat, scope) for line in lines]))
            self.reset.append(ResetLooks(card, seat, scope))
            self.apart.append([self._apart(turned, at) for at in range(len(lines) + 1)])

    def _apart(self, turned: bool, followed: int) -> Apart:
        """Return the other ways that may act otherwise where this line of a side is followed.

        The last number is that of no line. A way is surely asked without anything to try first.
        """
        lines = self.sides[turned].lines[: followed + 1]
        here = lines[followed : followed + 1]
        looked_at = {line.place for line in lines} | {at for line in here for at, _ in line.subs}
        found: Apart = []
        for at, (_, _, alone) in enumerate(self.otherwise):
            tried = [alone[place] for place in alone if place in looked_at]
            if None in tried or any(line.place in alone for line in here):
                found.append((at, ()))
            elif tried:
                found.append((at, tuple(filter(None, tried))))
        return found


Apart = list[tuple[int, tuple[Decide, ...]]]
"""Other ways by their places, each with the ways down single lines of which one must act."""


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
    """Another way to follow the card: asked at acts and answers whether it would do the same.

    ``number`` is its number among all other ways.
    """

    def __init__(self, number: int, follower: AICardPlayer) -> None:
        self._follower = follower
        self.acts: Key = ("otherwise", number, "acts")
        self._same = False

    def acts_otherwise(self, act: Act, table: Table, seat: Seat) -> bool:
        """Return whether it would not take ``act``."""
        self._same = self._follower.act(table, seat) == act
        return not self._same

    def answers_otherwise(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> bool:
        """Return whether it would give another answer, if it had come as far as the question."""
        if question.ask not in RESET_ASKS and not self._same:
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
        self._observed = observed
        self._notes = [side.unnoted() for side in observed.sides]
        self.seat = observed.seat
        self.follower = follower
        self._shadows = [Shadow(number, copy(other)) for number, other, _ in observed.otherwise]
        # Those asked at the last act.
        self._asked: list[Shadow] = []
        self._line: LookedAt | None = None
        self._act: Act = PASS
        self._aim: Aim | None = None

    def counts(self) -> Counts:
        """Return how often each thing was counted so far."""
        return self._read()[0]

    def coverage(self) -> Coverage:
        """Return what came so far of each action line, as the follower would count it."""
        return self._read()[1]

    def _read(self) -> tuple[Counts, Coverage]:
        counts, found = Counter(self._counts), dict[tuple[bool, str], LineCount]()
        for turned, side in enumerate(self._observed.sides):
            read = side.read(self._notes[turned], self.seat, counts)
            for line, count in zip(side.lines, read, strict=True):
                found[turned == 1, line.line.number] = count
        return +counts, found

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the card says, having looked at its every line."""
        turned, observed = table.turned, self._observed
        side = observed.sides[turned]
        at, decision = side.way(table, seat, self._notes[turned])
        self._act, self._aim = decision
        if at < len(side.lines):
            line = self._line = side.lines[at]
            self._look_further(line, table, seat)
        else:
            line = self._line = None
        act = self.follower.follow(line.line.number if line else "", decision)
        self._asked = []
        for other, tried in observed.apart[turned][at]:
            if not tried or any(alone(table, seat, _UNTOLD)[0] for alone in tried):
                shadow = self._shadows[other]
                self._asked.append(shadow)
                if shadow.acts_otherwise(act, table, seat):
                    self._counts[shadow.acts] += 1
        return act

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

    def _look_further(self, line: LookedAt, table: Table, seat: Seat) -> None:
        """Count whether a tie decided the act of a line, and what came of the lines below."""
        if line.tied is not None and line.tied(table, seat):
            self._counts["upkeep", self.seat, "ties"] += 1
        if line.can_tie:
            decision = line.backwards(table, seat)
            if decision is None or _deed(decision[0]) != _deed(self._act):
                self._tied(line)
        for place, card in line.subs:  # ruling A-sub
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

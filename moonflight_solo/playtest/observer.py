"""An AI player that is observed: it plays as it would, and what decided its acts is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import Choose, CompileContext
from moonflight_solo.ai_cards.player import AICardPlayer, asked_by
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.playtest.alternatives import Alternative, followed_otherwise
from moonflight_solo.playtest.instrument import Backwards, Counts, LookedAt
from moonflight_solo.playtest.run import Run
from moonflight_solo.playtest.tally import Key
from moonflight_solo.rules.acts import PASS, Build, Play, Spend
from moonflight_solo.rules.candidates import reach
from moonflight_solo.rules.requirement import Test, as_test
from moonflight_solo.rules.state import Act, Question, Seat, Table
from moonflight_solo.wording import ast

_DEFAULTS = {
    "order": "A-silent",
    "player": "A-player",
    "deal": "A-places",
    "to": "A-places",
    "onto": "A-places",
    "token": "A-tokens",
    "retain": "A-retain",
    "cover": "A-market",
}
"""The ruling that answers a question on which the card is silent; A-silent for all others."""


class Observed:
    """What is observed of the AI card in one seat, made ready once for all games.

    ``ways`` are all other ways to follow the AI cards of the game.
    """

    def __init__(self, run: Run, seat: int, card: AICard, ways: Sequence[Alternative]) -> None:
        self.seat = seat
        self.sides: list[list[LookedAt]] = []
        self.reset: list[ResetLooks] = []
        for turned in (False, True):
            scope = CompileContext(run.catalogue, turned, run.rulings, card.jack)
            lines = [line for line in run.lines(card) if line.line.printed.turned == turned]
            self.sides.append([LookedAt(line, card, seat, scope) for line in lines])
            self.reset.append(ResetLooks(card, seat, scope))
        self._run = run
        self._otherwise = [
            (number, way.place, *followed_otherwise(way, run))
            for number, way in enumerate(ways)
            if way.seat == seat
        ]

    def shadows(self) -> list[Shadow]:
        """Return a shadow for every other way to follow the card, for one game."""
        return [
            Shadow(number, place, self._run.follower(card, rulings), alone)
            for number, place, card, rulings, alone in self._otherwise
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
            alone = replace(card, lines=(line,))
            compiled = ResetLines(alone, scope.turned, scope.names, scope.rulings)
            asks = "retain" if isinstance(act, ast.Retain) else "cover"
            self._lines.append((("detail", seat, place), asks, compiled, test))
        self.silent = {"retain", "cover"}.difference(asks for _, asks, _, _ in self._lines)

    def look(self, question: Question, table: Table, seat: Seat, counts: Counts) -> None:
        """Count what came of each line that speaks of the question."""
        for at, asks, alone, test in self._lines:
            if asks != question.ask:
                continue
            counts.one((*at, "looked at"))
            if test is not None and not test(table, seat):
                status = "condition-false"
            elif asks == "retain":
                status = "followed" if alone.retained(question, table, seat) else "not-in-hand"
            else:
                moved = alone.covering(question, table, seat, Counter())
                status = "followed" if moved else "not-in-hand"
            counts.one((*at, "status", status))


class Shadow:
    """Another way to follow the card: asked at every act and answer whether it would do the same.

    ``number`` is its number among all other ways; ``place`` the line it reads otherwise, ``None``
    for a ruling, which may matter to any line. ``alone`` is that line by itself, if it has an act
    of its own: where it is passed over in both readings, nothing else differs.
    """

    def __init__(
        self, number: int, place: int | None, follower: AICardPlayer, alone: Choose | None
    ) -> None:
        self._place = place
        self._follower = follower
        self._alone = alone
        self.acts: Key = ("otherwise", number, "acts")
        self._same = False
        self._asked = False

    def act(
        self, act: Act, followed: int | None, looked_at: set[int], table: Table, seat: Seat
    ) -> bool:
        """Return whether it would take ``act`` too, which came from the line ``followed``."""
        self._asked = self._place is None or self._place in looked_at
        if self._asked and self._alone is not None and self._place != followed:
            self._asked = self._alone(table, seat) is not None
        self._same = not self._asked or self._follower.act(table, seat) == act
        return self._same

    def choose(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat, counts: Counts
    ) -> None:
        """Count whether it would give another answer, if it had come as far as the question."""
        in_reset = question.ask in ("retain", "cover")
        if not in_reset and not (self._asked and self._same):
            return
        other = self._follower.choose(table, seat, question)
        if _cards(question, other) != _cards(question, answer):
            self._same = False  # counted once an act
            counts.one(self.acts)


def _cards(question: Question, answer: Sequence[int]) -> list[object]:
    """Return what an answer chooses: cards, in no order, or what there is beside cards."""
    chosen = [question.cards[i] or question.items[i] for i in answer]
    return sorted(chosen, key=id)


class Observer:
    """Plays one seat of one game by its AI card, and counts why it acts as it does."""

    def __init__(self, observed: Observed, follower: AICardPlayer) -> None:
        self.counts = Counts()
        self._observed = observed
        self._follower = follower
        self._shadows = observed.shadows()
        self._backwards: Backwards | None = None
        self._line: LookedAt | None = None
        self._act: Act = PASS
        self._aim: Aim | None = None

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the card says, having looked at its every line."""
        counts, number = self.counts, self._observed.seat
        counts.one(("seat", number, "acts"))
        self._line, self._act, self._aim = None, PASS, None
        looked_at: set[int] = set()
        for line in self._observed.sides[table.turned]:
            looked_at.add(line.place)
            decision = line.look(table, seat, counts)
            if decision is not None:
                self._line = line
                self._act, self._aim = decision
                self._look_below(line, looked_at, table, seat)
                break
        self._count_rulings(table, seat)
        followed = None if self._line is None else self._line.place
        for shadow in self._shadows:
            if not shadow.act(self._act, followed, looked_at, table, seat):
                counts.one(shadow.acts)
        return self._follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Answer as the card says."""
        follower, counts = self._follower, self.counts
        counts.one(("seat", self._observed.seat, "answers"))
        if question.ask in ("retain", "cover"):
            self._observed.reset[table.turned].look(question, table, seat, counts)
        answer = follower.choose(table, seat, question)
        self._count_default(question, table, seat)
        self._count_tie(answer, question, table, seat)
        for shadow in self._shadows:
            shadow.choose(answer, question, table, seat, counts)
        return answer

    def _look_below(self, line: LookedAt, looked_at: set[int], table: Table, seat: Seat) -> None:
        """Count what came of the lines below the line followed (ruling A-sub)."""
        for place, card in line.subs:
            looked_at.add(place)
            at: Key = ("detail", self._observed.seat, place)
            self.counts.one((*at, "looked at"))
            act, aim = self._act, self._aim
            if not isinstance(act, Play) or act.card is not card or aim is None:
                status = "condition-false"
            elif aim.index(reach(card, table, seat), seat) is None:
                status = "no-target"
            else:
                status = "followed"
            self.counts.one((*at, "status", status))

    def _count_rulings(self, table: Table, seat: Seat) -> None:
        """Count the rulings that the act leans on, and whether a tie decided it."""
        number, line = self._observed.seat, self._line
        if line is None:
            self.counts.one(("decided", number, "default", "A-pass"))
            return
        words = line.line.line.ruled_by
        for ruling in line.line.rulings:
            what = "words" if ruling in words else "gap"
            self.counts.one(("decided", number, what, ruling))
        if line.can_tie:
            if self._backwards is None:
                self._backwards = Backwards(seat)
            with self._backwards:
                decision = line.line.attempt(table, seat)
            if decision is None or _deed(decision[0]) != _deed(self._act):
                self._tied(line)

    def _count_default(self, question: Question, table: Table, seat: Seat) -> None:
        """Count an answer on which the card is silent, if there was anything to choose."""
        ask = question.ask
        if ask in ("retain", "cover"):
            if ask not in self._observed.reset[table.turned].silent:
                return
        elif ask != "order" and self._said(question, table, seat):
            return
        shown = zip(question.cards, question.items, strict=True)
        kinds = {(card or item, *question.zones[i : i + 1]) for i, (card, item) in enumerate(shown)}
        if len(kinds) < 2:
            return
        ruling = _DEFAULTS.get(ask, "A-silent")
        self.counts.one(("decided", self._observed.seat, "default", ruling))
        if self._line is not None and asked_by(self._act, question, table, seat):
            self.counts.one((*self._line.at, "defaults"))

    def _said(self, question: Question, table: Table, seat: Seat) -> bool:
        """Whether the line followed says what to answer."""
        if self._aim is None or question.least > 1:
            return False
        own = asked_by(self._act, question, table, seat)
        return own and self._aim.index(question, seat) is not None

    def _count_tie(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> None:
        """Count an answer that would be another if the cards lay in the opposite order."""
        if question.ask in _DEFAULTS or len(answer) != 1 or len(question.items) < 2:
            return
        own = self._line is not None and asked_by(self._act, question, table, seat)
        if own and self._line is not None and self._line.by_top:
            return
        (other,) = self._follower.choose(table, seat, _turned_round(question))
        other = len(question.items) - 1 - other
        if question.cards[other] is not question.cards[answer[0]]:
            if own and self._line is not None:
                self._tied(self._line)
            else:
                self.counts.one(("decided", self._observed.seat, "tie", "A-tie"))

    def _tied(self, line: LookedAt) -> None:
        self.counts.one((*line.at, "ties"))
        self.counts.one(("decided", self._observed.seat, "tie", "A-tie"))


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

"""An AI player that is observed: it plays as it would, and what decided its acts is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import Choose, CompileContext
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.playtest.instrument import Backwards, Counts, LookedAt, sides
from moonflight_solo.playtest.run import Lab
from moonflight_solo.playtest.tally import Key
from moonflight_solo.playtest.variants import Variant, line_otherwise, other_way
from moonflight_solo.rules.acts import PASS, Build, Play, Spend
from moonflight_solo.rules.candidates import reach
from moonflight_solo.rules.requirement import Test, as_test
from moonflight_solo.rules.rulings import Rulings
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
    """What is observed of the AI card in one seat, made ready once for all games."""

    def __init__(self, lab: Lab, seat: int, card: AICard, found: Sequence[Variant]) -> None:
        scopes = [
            CompileContext(lab.catalogue, turned, lab.rulings, card.jack)
            for turned in (False, True)
        ]
        self.seat = seat
        self.sides = [sides(card, seat, lab.lines(card), scope) for scope in scopes]
        self.reset = [ResetLooks(card, seat, scope) for scope in scopes]
        self._others: list[tuple[int, int | None, AICard, Rulings, Choose | None]] = []
        for number, variant in enumerate(found):
            if variant.seat == seat:
                other, rulings = other_way(variant, lab)
                alone = line_otherwise(other, variant.place, lab)
                self._others.append((number, variant.place, other, rulings, alone))
        self._lab = lab

    def other_ways(self) -> list[OtherWay]:
        """Return every other way to follow the card, for one game."""
        return [
            OtherWay(number, place, self._lab.follower(card, rulings), alone)
            for number, place, card, rulings, alone in self._others
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


class OtherWay:
    """Another way to follow the card: asked at every act and answer whether it would do the same.

    ``number`` is its number among all variants; ``place`` the line it reads otherwise, ``None``
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
        self._others = observed.other_ways()
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
        for other in self._others:
            if not other.act(self._act, followed, looked_at, table, seat):
                counts.one(other.acts)
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
        for other in self._others:
            other.choose(answer, question, table, seat, counts)
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
        if len({(card, *question.zones[i : i + 1]) for i, card in _shown(question)}) < 2:
            return
        ruling = _DEFAULTS.get(ask, "A-silent")
        self.counts.one(("decided", self._observed.seat, "default", ruling))
        if self._line is not None and _asks(self._act, question, table, seat):
            self.counts.one((*self._line.at, "defaults"))

    def _said(self, question: Question, table: Table, seat: Seat) -> bool:
        """Whether the line followed says what to answer."""
        if self._aim is None or question.least > 1 or not _asks(self._act, question, table, seat):
            return False
        return self._aim.index(question, seat) is not None

    def _count_tie(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> None:
        """Count an answer that would be another if the cards lay in the opposite order."""
        if question.ask in _DEFAULTS or len(answer) != 1 or len(question.items) < 2:
            return
        own = self._line is not None and _asks(self._act, question, table, seat)
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


def _shown(question: Question) -> list[tuple[int, object]]:
    """Return what there is to choose among: the cards shown, or whatever there is instead."""
    return [(i, card or item) for i, (card, item) in enumerate(_pairs(question))]


def _pairs(question: Question) -> list[tuple[object, object]]:
    return list(zip(question.cards, question.items, strict=True))


def _asks(act: Act, question: Question, table: Table, seat: Seat) -> bool:
    """Whether it is the card played or used by ``act`` that asks."""
    if table.acting != seat.number:
        return False
    if isinstance(act, Play):
        return question.source is act.card
    return isinstance(act, Spend) and question.source is act.placed.card


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

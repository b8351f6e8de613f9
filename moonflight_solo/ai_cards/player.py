"""A player who follows an AI card, and can explain each act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, Protocol

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import AimedAct, Basis
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.ai_cards.play_line import Subline
from moonflight_solo.ai_cards.policy import ActCounts, NoteCounts, Policy, TakeAct
from moonflight_solo.ai_cards.reset_lines import ResetLines, ResetPhrase
from moonflight_solo.ai_cards.targeting import Aim, chosen_kinds, silent_index, silent_ruling
from moonflight_solo.rules.acts import PASS, Play, Spend
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.requirements.requirement import Obstacle
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Act, Ask, Card, Player, Question, Seat, Table
from moonflight_solo.rules.texts.candidates import reach
from moonflight_solo.values import IdentityValue, Value


class Considered(Value):
    """A line that was considered: its status, the reason, and the rulings that fill its gaps."""

    line: str
    words: str
    status: Obstacle | Literal["followed"]
    because: str
    rulings: tuple[str, ...] = ()


class Explanation(Value):
    """Why an AI card acts as it does: every line considered, down to the one followed.

    ``line`` is "" if none could be followed and the act is to Pass (ruling A-pass). Players that
    follow no AI card give the reason in ``because``, as a sentence.
    """

    line: str
    act: Act
    notation: str
    considered: tuple[Considered, ...]
    because: str = ""

    @property
    def words(self) -> str:
        """The words of the line followed, "" if none was."""
        return next((line.words for line in self.considered if line.line == self.line), "")

    def resting_on(self, ruling: str) -> Explanation:
        """Return the explanation with ``ruling`` added to those of the line followed."""
        lines = []
        for line in self.considered:
            more = (ruling,) if line.line == self.line else ()
            lines.append(replace(line, rulings=tuple(dict.fromkeys((*line.rulings, *more)))))
        return replace(self, considered=tuple(lines))


class ExplainingPlayer(Player, Protocol):
    """A player who can explain its act, before it is carried out."""

    def explain(self, table: Table, seat: Seat) -> Explanation:
        """Return why it takes the act it has just returned."""


class _Sides(IdentityValue):
    """What is compiled of an AI card, of the side before the Turn and of that after it.

    ``silent`` are the questions of Reset on which a side says nothing.
    """

    policies: tuple[Policy, ...]
    reset: tuple[ResetLines, ...]
    silent: tuple[frozenset[Ask], ...]


@lru_cache(maxsize=256)
def _compile_card(card: AICard, catalogue: Catalogue, rulings: Rulings) -> _Sides:
    basis, sides = Basis(catalogue, rulings), (False, True)
    reset = tuple([ResetLines(card, turned, basis) for turned in sides])
    policies = tuple([Policy(compile_side(card, turned, basis)) for turned in sides])
    return _Sides(policies, reset, tuple([lines.silent for lines in reset]))


class AICardPlayer:
    """Follows an AI card ("Following AI Card Instructions"): the first line that can be followed.

    ``followed`` is the number of the line its last act came from, "" for none, and ``meant`` says
    whether one of its targets answered its act's last question. ``counts`` has all
    acts so far; players with the same card may share it across games.
    """

    def __init__(
        self,
        card: AICard,
        catalogue: Catalogue,
        rulings: Rulings | None = None,
        counts: ActCounts | None = None,
        compiled: _Sides | None = None,
    ) -> None:
        self.card = card
        self._catalogue = catalogue
        self._rulings = rulings or printed_rulings()
        # To find what is compiled of a card, all its words are hashed.
        self._compiled = compiled or _compile_card(card, catalogue, self._rulings)
        self._sides, self._reset = self._compiled.policies, self._compiled.reset
        self.silent_in_reset = self._compiled.silent
        self._act: Act = PASS
        self._aim: Aim | None = None
        self._cover_counts: Counter[ResetPhrase] = Counter()
        self._covered_in: tuple[Table, int] | None = None
        self.followed = ""
        self.meant = False
        self._is_counted = [False, False]  # among the players of each side
        self.counts = counts or ActCounts(self._sides)
        self._note_counts = self.counts.note_counts

    @property
    def lines(self) -> tuple[CompiledLine, ...]:
        """The compiled action lines of both sides."""
        return tuple(line for side in self._sides for line in side.lines)

    def code(self, jacks: Sequence[str]) -> list[list[str]]:
        """Return the Python of both sides, as they are played at a table of these Jacks."""
        return [side.code(self._catalogue.game_cards(jacks)) for side in self._sides]

    def resets_like(self, other: AICardPlayer) -> bool:
        """Return whether both cards mean the same in Reset, before the Turn and after it."""
        return all(one.alike(there) for one, there in zip(self._reset, other._reset, strict=True))

    def __copy__(self) -> AICardPlayer:
        """Return a player with the same card that has not acted yet, with its own counts."""
        return AICardPlayer(self.card, self._catalogue, self._rulings, compiled=self._compiled)

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act of the first line that can be followed; Pass if there is none."""
        return self.act_from(0, table, seat)

    def written(self, table: Table) -> tuple[TakeAct, AICardPlayer, NoteCounts] | None:
        """Return the function that takes this card's acts on the table's side of the Turn.

        Also this player, and where it notes them. ``None`` while the card has to be asked.
        """
        turned = table.turned
        side = self._sides[turned]
        if type(self).act is not AICardPlayer.act:
            return None  # it decides otherwise
        side.players += not self._is_counted[turned]
        self._is_counted[turned] = True
        take = side.acts(table)
        return None if take is None else (take, self, self._note_counts[turned])

    def act_from(self, place: int, table: Table, seat: Seat) -> Act:
        """Return the act if no line above the one at index ``place`` can be followed."""
        side, counts = self._sides[table.turned], self._note_counts[table.turned]
        return self.follow(*side.decide(table, seat, counts, place))

    def follow(self, line: str, decision: AimedAct) -> Act:
        """Take a line's decision, as :meth:`act` would, and return its act."""
        self.followed, (self._act, self._aim) = line, decision
        return self._act

    def like(
        self, decision: tuple[str, AimedAct] | None, table: Table, seat: Seat
    ) -> tuple[str, AimedAct]:
        """Take the decision that a player with the same card made at this table, or make it."""
        if decision is None:
            self.act(table, seat)
            return self.followed, (self._act, self._aim)
        self.follow(*decision)
        return decision

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Answer as the line followed says, in Reset as its lines do, or else by the rulings."""
        self.tied: frozenset[Card] | None = None
        if question.ask == "order":
            return range(len(question.items))
        if question.ask == "retain":
            return self._reset[table.turned].to_retain(question, table, seat)
        if question.ask == "cover":
            if self._covered_in != (table, table.round):
                self._cover_counts.clear()
                self._covered_in = table, table.round
            return self._reset[table.turned].covering(question, table, seat, self._cover_counts)
        if question.least > 1:
            return range(question.least)
        aim = self._aim if asked_by(self._act, question, table, seat) else None
        chosen = chosen_kinds(aim, question, seat)
        if chosen is not None:
            self.tied, self.meant = chosen
            cards = question.cards
            return (cards.index(next(filter(self.tied.__contains__, cards))),)
        if aim is None:
            return (silent_index(question, seat),)
        index = aim.index(question, table, seat)
        self.meant = index is not None
        return (silent_index(question, seat, None, aim.choices) if index is None else index,)

    def silent_on(self, question: Question, table: Table, seat: Seat) -> str:
        """Return the ruling that answers a question of the last act, "" if the line itself does."""
        if not asked_by(self._act, question, table, seat):
            return ""
        answered = self._aim is not None and self._aim.says(question, table, seat)
        return "" if answered else silent_ruling(question)

    def explain(self, table: Table, seat: Seat) -> Explanation:
        """Return what this card would do now, and of each line up to that why or why not."""
        lines: list[Considered] = []
        for line in self._sides[table.turned].lines:
            number, words, rulings = line.number, line.line.words, line.rulings_now(table, seat)
            decision = line.attempt(table, seat)
            if decision is None:
                reason = line.why_not(table, seat)
                lines.append(Considered(number, words, *reason, rulings))
                continue
            words_of_act = notation(decision[0], table, seat)
            lines.append(Considered(number, words, "followed", words_of_act, rulings))
            lines += (_below(sub, *decision, table, seat) for sub in line.sublines)
            return Explanation(number, decision[0], words_of_act, tuple(lines))
        return Explanation("", PASS, "pass", tuple(lines))


def _below(sub: Subline, act: Act, aim: Aim | None, table: Table, seat: Seat) -> Considered:
    """Return the outcome of a sub-line, which says what the card played is aimed at (A-sub)."""
    status: Obstacle | Literal["followed"] = "followed"
    if aim is None or not isinstance(act, Play) or act.card is not sub.card:
        status, reason = "condition-false", "another card is played"
    elif aim.index(reach(act.card, table, seat), table, seat) is None:
        status, reason = "no-target", f"no card fits for {act.card.name}"
    else:
        reason = f"it says what {act.card.name} is aimed at"
    return Considered(sub.line.number, sub.line.words, status, reason, ("A-sub",))


def asked_by(act: Act | None, question: Question, table: Table, seat: Seat) -> bool:
    """Return whether the card played or used by ``act`` asks, not another one it set off.

    A card that Turned itself asks as its other end; its line still answers (ruling A-each). A copy
    of it that it set off is nested deeper.
    """
    source = question.source
    if table.acting != seat.number or source is None:
        return False
    if isinstance(act, Play):
        return table.nested == 1 and source in (act.card, act.card.other_end)
    return isinstance(act, Spend) and table.nested == 0 and act.ability in source.abilities

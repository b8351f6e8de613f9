"""Following an AI card by asking the fewest questions that decide the line."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import IN_HAND, Basis, Option, in_hand
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.ai_cards.underspecified.listing import slots_of
from moonflight_solo.by_hand.questions import (
    Asker,
    Knowledge,
    TableQuestion,
    act_in_words,
    first_in_hand,
    in_third_person,
    listed_options,
    question_on,
)
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.state import Card
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english, say


class JackAct(Value):
    """The Jack's act and the line it follows, ``None`` for a Pass because no line can be followed.

    ``card`` is the one it plays if the line determines it; ``does`` describes the act. ``passed``
    explains why each earlier line is skipped.
    """

    line: CompiledLine | None
    card: Card | None
    does: str
    passed: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The number of the line, "" for none."""
        return "" if self.line is None else self.line.number

    @property
    def how(self) -> list[str]:
        """How rulings settle the choices that the line leaves open, with their ids."""
        slots = () if self.line is None else slots_of(self.line.context)
        ruled = (slot for slot in slots if slot.by == "ruling" and slot.named)
        return list(dict.fromkeys(f"{slot.about}: {slot.says} [{slot.ruling}]" for slot in ruled))

    def knowledge_after(self, knowledge: Knowledge) -> Knowledge:
        """Return what is known after the act, when the Jack's next one begins.

        What an act takes from hand without naming it may have been any card known to be there.
        """
        act = None if self.line is None else self.line.line.meaning.act
        knowledge = replace(knowledge, told={}, coins=None)
        hand, play = knowledge.hand, knowledge.play
        if isinstance(act, ast.PlayAct):
            assert self.line is not None
            kinds = frozenset({self.card}) if self.card else self.line.needs or None
            hand = replace(hand.without_unknown(kinds), size=hand.size and hand.size - 1)
            play = play.with_answer(kinds, present=True) if self.card else play.with_unknown()
            return replace(knowledge, hand=hand, play=play)
        if isinstance(act, ast.BuildAct):
            return replace(knowledge, hand=hand.without_unknown(), built=True)
        spent = isinstance(act, ast.SpendAct) and act.cards is not None
        return replace(knowledge, hand=hand.without_unknown()) if spent else knowledge


class ByHand:
    """One Jack's AI card, followed at a table that only a person sees.

    Raises :class:`DataError` for a card that cannot be followed.
    """

    def __init__(self, card: AICard, basis: Basis) -> None:
        self.card = card
        self.jack = f"Jack o' {card.jack}"
        self._sides = [compile_side(card, side, basis) for side in (False, True)]
        self._askers = [
            Asker(self.jack, frozenset(basis.names.kinds(side))) for side in (False, True)
        ]

    def next(self, knowledge: Knowledge) -> TableQuestion | JackAct:
        """Return the next question, or the Jack's act once it is determined."""
        lines = self._sides[knowledge.turned]
        for index, line in enumerate(lines):
            truth = knowledge.truth(line.requirement)
            if truth is None:
                return self._question(lines[index:], knowledge)
            if truth:
                return self._option(line, knowledge)
        return JackAct(None, None, "pass", _passed_over(lines, knowledge))

    def _question(self, lines: Sequence[CompiledLine], knowledge: Knowledge) -> TableQuestion:
        """Return the question that helps most to decide whether the first line is followed."""
        asker = self._askers[knowledge.turned]
        question = first_in_hand(lines, knowledge, asker)
        if question is not None:
            return question
        leaves = list(knowledge.open_leaves(lines[0].requirement))
        # A card in hand decides most, and is easy to see.
        in_hand = (leaf for leaf in leaves if isinstance(leaf, r.Count) and leaf.place == IN_HAND)
        return question_on(next(in_hand, leaves[0]), lines[0], asker)

    def _option(self, line: CompiledLine, knowledge: Knowledge) -> TableQuestion | JackAct:
        """Return the next question about how to follow a line, or the act."""
        asker = self._askers[knowledge.turned]
        for option in line.options:
            truth = knowledge.truth(option.needs)
            if truth is None:
                leaf = next(knowledge.open_leaves(option.needs))
                return listed_options(line, knowledge, asker) or question_on(leaf, line, asker)
            if truth:
                lines = self._sides[knowledge.turned]
                passed_over = _passed_over(lines[: lines.index(line)], knowledge)
                return JackAct(line, *card_and_act(line, option), passed_over)
        raise AssertionError(f"line {line.number} can be followed, but in no way that is known")

    def side(self, turned: bool) -> tuple[Sequence[CompiledLine], Asker]:
        """Return the lines of a side, and who asks about them."""
        return self._sides[turned], self._askers[turned]

    def reset_in_words(self, turned: bool) -> str:
        """Return what to do for it in Reset: the Reset lines of a side, and what they leave out."""
        lines = [english(line.meaning) for line in self.card.reset_lines(turned)]
        rest = "no other card" if lines else "no card"
        steps = "; ".join((*lines, f"{rest} is retained or covers a Market Stack"))
        return f"{self.jack}, Reset: {steps}. Cards leave play in the order played."


def card_and_act(line: CompiledLine, option: Option) -> tuple[Card | None, str]:
    """Return the card that is played if this way to follow a line determines it, and the act.

    It does if it fixes the act, or needs just one kind of card in hand; the act then names it.
    """
    act = line.line.meaning.act
    card: Card | None = None
    if isinstance(act, ast.PlayAct):
        kinds = [count.kinds for count in in_hand(option.needs)]
        if option.fixed is not None and isinstance(option.fixed[0], Play):
            card = option.fixed[0].card
        elif len(kinds) == 1 and kinds[0] is not None and len(kinds[0]) == 1:
            (card,) = kinds[0]
        if card is not None:
            cards = ast.FirstOf((ast.Cards(names=(card.name,)),))
            act = replace(act, cards=cards)
    return card, in_third_person(say(act))


def _passed_over(lines: Sequence[CompiledLine], knowledge: Knowledge) -> tuple[str, ...]:
    """Return why each of these lines is skipped."""
    reasons = []
    for line in lines:
        untrue, impossible = reasons_to_skip(line)
        reasons.append(untrue if knowledge.truth(line.condition) is False else impossible)
    return tuple(reasons)


def reasons_to_skip(line: CompiledLine) -> tuple[str, str]:
    """Return how to say that a line's condition does not hold, and that its act cannot be done."""
    condition, impossible = line.line.meaning.condition, f"it cannot {act_in_words(line)}"
    untrue = impossible if condition is None else f"not so: {in_third_person(say(condition))}"
    return f"{line.number}: {untrue}", f"{line.number}: {impossible}"


# -------------------------------------------------------------------------------- sessions


class State(Value):
    """The state of a session: who acts (``None`` between acts), and what is known of each Jack.

    ``ready`` says that the changes since that Jack's last act are known; ``said`` is the last act,
    with the Jack's number.
    """

    known: tuple[Knowledge, ...]
    acting: int | None = None
    ready: bool = False
    said: tuple[int, JackAct] | None = None

    @property
    def turned(self) -> bool:
        """Whether the Turn has come."""
        return self.known[0].turned


class HandSession:
    """Several Jacks at one table, each followed by hand, with unlimited undo."""

    def __init__(self, jacks: Sequence[ByHand]) -> None:
        if not jacks:
            raise UsageError("name the Jack whose AI card you follow.")
        self.jacks = tuple(jacks)
        self._states = [State(tuple(Knowledge() for _ in jacks))]

    @property
    def state(self) -> State:
        """The current state."""
        return self._states[-1]

    def undo(self) -> bool:
        """Undo the last answer and the act that followed from it; return whether there was one."""
        before = len(self._states)
        while len(self._states) > 1:
            self._states.pop()
            state = self.state
            if state.acting is None or not state.ready or not isinstance(self.next(), JackAct):
                break
        return len(self._states) < before

    # -- steps

    def begin(self, number: int) -> None:
        """Start a Jack's act; if nothing is known from before, no changes need be asked about."""
        knowledge = self.state.known[number]
        fresh = knowledge == Knowledge(turned=knowledge.turned, built=knowledge.built)
        self._states.append(replace(self.state, acting=number, ready=fresh))

    def record_changes(self, *, come: bool = False, gone: bool = False, play: bool = False) -> None:
        """Record what changed at the acting Jack besides the act announced."""
        self._learn(self._acting()[1].after_changes(come=come, gone=gone, play=play), ready=True)

    def next(self) -> TableQuestion | JackAct:
        """Return the next question about the acting Jack, or its act."""
        number, knowledge = self._acting()
        return self.jacks[number].next(knowledge)

    def answer(self, question: TableQuestion, answer: int) -> None:
        """Record an answer: 1 or 0 for yes or no, a number, or a position, from 1 (0: none)."""
        self._learn(question.knowledge_after(self._acting()[1], answer), ready=True)

    def record_act(self, act: JackAct) -> None:
        """Record that the Jack carried out the announced act."""
        number, known = self._acting()
        self._learn(act.knowledge_after(known), ready=False)
        self._states[-1] = replace(self.state, acting=None, said=(number, act))

    def turn(self) -> None:
        """Record the Turn: all knowledge about cards is lost, as they show their other ends."""
        self._all_know([Knowledge(turned=True, built=known.built) for known in self.state.known])

    def reset(self) -> None:
        """Record the end of Reset, which discards all knowledge: hands are new."""
        self._all_know([Knowledge(turned=known.turned) for known in self.state.known])

    def _acting(self) -> tuple[int, Knowledge]:
        """Return the number of the acting Jack, and what is known of it."""
        number = self.state.acting
        assert number is not None
        return number, self.state.known[number]

    def _learn(self, knowledge: Knowledge, *, ready: bool) -> None:
        """Add a state in which this is known of the acting Jack."""
        jacks = list(self.state.known)
        jacks[self._acting()[0]] = knowledge
        self._states.append(replace(self.state, known=tuple(jacks), ready=ready))

    def _all_know(self, knowledge: Sequence[Knowledge]) -> None:
        """Add a state between acts in which this is known of each Jack."""
        self._states.append(replace(self.state, known=tuple(knowledge), acting=None, said=None))

"""Following an AI card by asking: as few facts as decide which line is followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import IN_HAND, CompileContext, Option
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.ai_cards.underspecified.listing import slots_of
from moonflight_solo.by_hand.questions import (
    Asker,
    Knowledge,
    Question,
    listed,
    listed_options,
    needs_of,
    question_on,
    theirs,
)
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.selectors import Kinds
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english, say


@dataclass(frozen=True, slots=True)
class Said:
    """What the Jack does: the line it follows, ``None`` for a Pass because none can be.

    ``card`` is the one it plays if the line names it; ``does`` is the act in words, by which the
    cards for it are found. ``passed`` says why each line before it is passed over.
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
        """What rulings say of the choices that the line leaves open, with their ids."""
        slots = () if self.line is None else slots_of(self.line.context)
        ruled = [slot for slot in slots if slot.by == "ruling" and slot.named]
        return list(dict.fromkeys(f"{each.about}: {each.says} [{each.ruling}]" for each in ruled))


class ByHand:
    """One Jack's AI card, followed at a table that only a person sees.

    ``known`` is what it has been told. It is a value: keep it to take back what came after.
    Raises :class:`DataError` for a card that cannot be followed.
    """

    def __init__(self, card: AICard, catalogue: Catalogue, rulings: Rulings) -> None:
        self.card = card
        self.jack = f"Jack o' {card.jack}"
        self._sides = tuple(
            compile_side(card, turned, catalogue, rulings) for turned in (False, True)
        )
        self._contexts = tuple(
            CompileContext(catalogue, turned, rulings, card.jack) for turned in (False, True)
        )
        self.turned = False
        self.known = Knowledge()

    @property
    def asker(self) -> Asker:
        """What questions are put with: whom they are about, and the cards there are."""
        return Asker(self.jack, self._contexts[self.turned].all_of(None))

    # -- an act

    def lines(self) -> tuple[CompiledLine, ...]:
        """Return the action lines of the side that is up."""
        return self._sides[self.turned]

    def next(self) -> Question | Said:
        """Return what has to be asked, or what the Jack does."""
        known = self.known
        for at, line in enumerate(self.lines()):
            truth = known.truth(needs_of(line))
            if truth is None:
                return self._question(self.lines()[at:], line)
            if truth:
                return self._option(line)
        return Said(None, None, "pass", self._passed_over(self.lines()))

    def _question(self, left: Sequence[CompiledLine], line: CompiledLine) -> Question:
        wanted = listed(left, self.known, self.asker)
        if wanted is not None:
            return wanted
        leaves = list(self.known.open_leaves(needs_of(line)))
        # A card in hand decides most, and is seen at a glance.
        first = next((leaf for leaf in leaves if _in_hand(leaf)), leaves[0])
        return question_on(first, line, self.asker)

    def answer(self, question: Question, answer: int) -> None:
        """Take in an answer: 1 or 0 for yes or no, a number, or which is the first (0: none)."""
        self.known = question.answered(self.known, answer)

    def _option(self, line: CompiledLine) -> Question | Said:
        """Return what is still to be asked to know how a line is followed, else that it is."""
        known = self.known
        for option in line.options:
            truth = known.truth(option.needs)
            if truth is None:
                return self._which(line, option)
            if truth:
                return self._said(line, option)
        raise AssertionError(f"line {line.number} can be followed, and in no way")

    def _which(self, line: CompiledLine, option: Option) -> Question:
        wanted = listed_options(line, self.known, self.asker)
        if wanted is not None:
            return wanted
        leaf = next(self.known.open_leaves(option.needs))
        return question_on(leaf, line, self.asker)

    def _said(self, line: CompiledLine, option: Option) -> Said:
        act = line.line.meaning.act
        card: Card | None = None
        does = say(act)
        if isinstance(act, ast.PlayAct):
            kinds = _kinds_in_hand(option.needs)
            if option.fixed is not None and isinstance(option.fixed[0], Play):
                card = option.fixed[0].card
            elif kinds is not None and len(kinds) == 1:
                card = next(iter(kinds))
            if card is not None:
                named = ast.FirstOf((ast.Cards(names=(card.name,)),))
                does = say(structs.replace(act, cards=named))
        before = self.lines()[: self.lines().index(line)]
        return Said(line, card, theirs(does), self._passed_over(before))

    def _passed_over(self, lines: Sequence[CompiledLine]) -> tuple[str, ...]:
        return tuple(f"{line.number}: {self._why(line)}" for line in lines)

    def _why(self, line: CompiledLine) -> str:
        if self.known.truth(line.condition) is False:
            condition = line.line.meaning.condition
            return f"not so: {theirs(say(condition))}" if condition is not None else "not so"
        return f"it cannot {theirs(say(line.line.meaning.act))}"

    # -- what happens at the table

    def done(self, said: Said) -> None:
        """Take in that the Jack has done what was said; its next act begins."""
        known = self.known.next_act()
        act = None if said.line is None else said.line.line.meaning.act
        hand, play = known.hand, known.play
        if isinstance(act, ast.PlayAct):
            gone = frozenset({said.card}) if said.card else _playable(said.line)
            size = hand.size
            hand = hand.gone(gone)
            hand = replace(hand, size=None if size is None else size - 1)
            play = play.come() if said.card is None else play.told(gone or None, there=True)
        elif isinstance(act, ast.SpendAct):
            if act.cards is not None:
                hand = hand.gone()
        elif isinstance(act, ast.BuildAct):
            hand = hand.gone()
            known = replace(known, built=True)
        self.known = replace(known, hand=hand, play=play)

    def moved(self, *, come: bool = False, gone: bool = False, play: bool = False) -> None:
        """Take in that other cards have come to the Jack's hand, have left it, or its play changed.

        What left is any card but the one that was said to be played.
        """
        known = self.known
        hand = known.hand
        if gone:
            hand = replace(hand.gone(), size=None)
        if come:
            hand = hand.come()
        cards = known.play.gone().come() if play else known.play
        self.known = replace(known, hand=hand, play=cards)

    def turn(self) -> None:
        """Take in that the Turn has come: every card is another now."""
        self.turned = True
        self.known = Knowledge(built=self.known.built)

    def reset(self) -> None:
        """Take in that Reset is over: a new hand, nothing but what stays is in play."""
        self.known = Knowledge()

    def reset_lines(self) -> list[str]:
        """Return what the Reset lines of the side that is up say, in order."""
        return [english(line.meaning) for line in self.card.reset_lines(self.turned)]


def _in_hand(leaf: r.Requirement) -> bool:
    return isinstance(leaf, r.Count) and leaf.place == IN_HAND


def _kinds_in_hand(requirement: r.Requirement) -> Kinds | None:
    parts = requirement.parts if isinstance(requirement, r.All) else (requirement,)
    counts = [part.kinds for part in parts if isinstance(part, r.Count) and part.place == IN_HAND]
    return counts[0] if counts else None


def _playable(line: CompiledLine | None) -> Kinds | None:
    """Return the kinds of which a line may have played one, ``None`` for any."""
    assert line is not None
    return line.needs or None


# ------------------------------------------------------------------------------- at a real table


@dataclass(frozen=True, slots=True)
class State:
    """Where a session stands: who acts (``None``: nobody yet), and what is known of each Jack.

    ``ready`` says that it is known what has moved since that Jack's last act; ``said`` is the last
    act, and whose it was.
    """

    known: tuple[Knowledge, ...]
    turned: bool = False
    acting: int | None = None
    ready: bool = False
    said: tuple[int, Said] | None = None


class Session:
    """Several Jacks at one table, each followed by hand, with everything that can be taken back.

    Every step that a person takes can be undone, back to the beginning.
    """

    def __init__(self, jacks: Sequence[ByHand]) -> None:
        if not jacks:
            raise UsageError("name a Jack whose AI card is to be followed.")
        self.jacks = tuple(jacks)
        self._states = [State(tuple(Knowledge() for _ in jacks))]

    @property
    def state(self) -> State:
        """Where it stands now."""
        return self._states[-1]

    def _step(self, state: State) -> None:
        self._states.append(state)

    def undo(self) -> bool:
        """Take back what was answered last, with the act that followed from it.

        Returns whether there was anything to take back.
        """
        before = len(self._states)
        while len(self._states) > 1:
            self._states.pop()
            state = self.state
            if state.acting is None or not state.ready or not isinstance(self.next(), Said):
                break
        return len(self._states) < before

    def jack(self, number: int) -> ByHand:
        """Return a Jack as it is known now."""
        jack = self.jacks[number]
        jack.turned, jack.known = self.state.turned, self.state.known[number]
        return jack

    # -- steps

    def begin(self, number: int) -> None:
        """Let a Jack act; nothing need be asked of what moved if nothing is kept from before."""
        fresh = self.state.known[number] == Knowledge(built=self.state.known[number].built)
        self._step(replace(self.state, acting=number, ready=fresh))

    def moved(self, *, come: bool = False, gone: bool = False, play: bool = False) -> None:
        """Take in what has moved of the Jack that acts, beside what was said to be played."""
        number = self._acting()
        jack = self.jack(number)
        jack.moved(come=come, gone=gone, play=play)
        self._step(replace(self._with(number, jack.known), ready=True))

    def next(self) -> Question | Said:
        """Return what has to be asked of the Jack that acts, or what it does."""
        return self.jack(self._acting()).next()

    def answer(self, question: Question, answer: int) -> None:
        """Take in an answer."""
        number = self._acting()
        jack = self.jack(number)
        jack.answer(question, answer)
        self._step(self._with(number, jack.known))

    def done(self, said: Said) -> None:
        """Take in that the Jack has done what was said."""
        number = self._acting()
        jack = self.jack(number)
        jack.done(said)
        state = self._with(number, jack.known)
        self._step(replace(state, acting=None, ready=False, said=(number, said)))

    def turn(self) -> None:
        """Take in that the Turn has come: all that was known is of other ends."""
        known = tuple(Knowledge(built=each.built) for each in self.state.known)
        self._step(replace(self.state, known=known, turned=True, acting=None, said=None))

    def reset(self) -> None:
        """Take in that Reset is over."""
        known = tuple(Knowledge() for _ in self.jacks)
        self._step(replace(self.state, known=known, acting=None, said=None))

    def _acting(self) -> int:
        number = self.state.acting
        assert number is not None
        return number

    def _with(self, number: int, known: Knowledge) -> State:
        every = list(self.state.known)
        every[number] = known
        return replace(self.state, known=tuple(every))

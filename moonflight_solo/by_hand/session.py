"""A game on a real table in which Jacks follow their AI cards by a person's hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from moonflight_solo.by_hand.follower import ByHand, Said
from moonflight_solo.by_hand.knowledge import Knowledge
from moonflight_solo.by_hand.questions import Question
from moonflight_solo.errors import UsageError


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

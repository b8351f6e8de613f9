"""Several acts typed in one line, by their numbers, and done one after another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from moonflight_solo.cli.game.numbers import PASSING, market_stack
from moonflight_solo.cli.output.view import ActView
from moonflight_solo.numbers import counting_number
from moonflight_solo.rules.notation import NotUnderstood
from moonflight_solo.rules.state import Seat

NUMBERS: Final = re.compile("[0-9]+([ ,]+[0-9]+)*")


@dataclass(frozen=True)
class _Step:
    """An act still to come: its number, what it meant when it was typed, and in which round."""

    number: int
    meant: object
    round: int


class ActLine:
    """The acts still to come of what was typed; each has to mean what it meant then."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []
        self._warned: _Step | None = None

    @property
    def going_on(self) -> bool:
        """Whether there are acts still to come."""
        return bool(self._steps)

    def clear(self) -> None:
        """Forget what was typed."""
        self._steps.clear()

    def type(self, words: str, acts: Sequence[ActView], seat: Seat, round_number: int) -> None:
        """Plan the acts of a line of numbers; raises `NotUnderstood` for one that has none.

        A card that costs more than there is may stand behind other acts: on the way it may gain.
        """
        self._steps = []
        listed = {act.number: act for act in acts}
        steps: list[_Step] = []
        for digits in re.split("[ ,]+", words):
            number = counting_number(digits) or PASSING
            stack = market_stack(number, seat)
            if number in listed:
                meant = _meant(listed[number])
            elif steps and stack is not None and stack.cards:
                meant = stack.cards[-1]
            else:
                raise NotUnderstood(f"nothing that can be done now has the number {digits}.")
            steps.append(_Step(number, meant, round_number))
        self._steps = steps

    def plan(self, acts: Sequence[ActView], round_number: int) -> None:
        """Plan acts that can be taken now, one after another."""
        self._steps = [_Step(act.number, _meant(act), round_number) for act in acts]

    def next(self, acts: Sequence[ActView], round_number: int) -> ActView | None:
        """Return the next act of the line, ``None`` if it is done with, or of another round.

        Raises `NotUnderstood`, and forgets the rest, if it is not what it was, and for one that
        is certain to lose a card in hand, unless that is typed twice.
        """
        if not self._steps or self._steps[0].round != round_number:
            self._steps.clear()
            return None
        step, self._steps = self._steps[0], self._steps[1:]
        rest, warned = self._steps, self._warned
        self._warned = None
        found = [act for act in acts if act.number == step.number and _meant(act) == step.meant]
        if found and (not found[0].foreseen.lost or warned == step):
            return found[0]
        self._steps = []
        if not found:
            left = ", so the rest of the line is left out" if rest else ""
            raise NotUnderstood(f"{step.number} cannot be done any more{left}.")
        self._warned = step
        lost = ", ".join(card.name for card in found[0].foreseen.lost)
        raise NotUnderstood(
            f"{found[0].notation} Trashes {lost} from your hand: {step.number} again to do it."
        )


def _meant(act: ActView) -> object:
    return act.card or act.notation

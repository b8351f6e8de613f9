"""Whether a rewording does the same on every table, proved, and the rulings the proof leans on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import CannotFollow
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.check.diff.alike import NORMAL, built, normalized
from moonflight_solo.check.diff.line_diff import Unit, aim
from moonflight_solo.check.reachability.side import Read, Side, as_it_is
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.walk import nodes_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proved of a line beside what it was, and the rulings without which it would not be.

    ``here``: only where the line is looked at, which is all that matters for what the card does.
    """

    verdict: Literal["same", "narrower", "wider"]
    leans_on: tuple[str, ...] = ()
    here: bool = False

    @property
    def certainty(self) -> str:
        """How it is known, in words."""
        return f"proved, by {' and '.join(self.leans_on)}" if self.leans_on else "proved"


class Prover:
    """What is proved of single lines of one side, that of either card."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def proof(self, old: Unit, new: Unit, before: r.Requirement) -> Proof | None:
        """Return what is proved of ``new`` beside ``old``, ``None`` if nothing is.

        ``before``: when the line is looked at on both cards; always, if that is not the same.
        """
        if old.meant == new.meant:
            return Proof("same", tuple(self._exact(old, new)))
        leans = self._alike(old, new)
        if leans is None:
            return None
        was, is_ = (self._compiled(each) for each in (old, new))
        if was is None or is_ is None or len(was.options) != len(is_.options):
            return None
        leans += [*self._exact(old, new)]
        for looked_at in (r.TRUE, before):
            if self._same(was, is_, looked_at):
                leans += self._side.leaning(partial(self._same, was, is_, looked_at))
                return Proof("same", tuple(dict.fromkeys(leans)), looked_at != r.TRUE)
        if self._side.never(is_.requirement, r.Not(was.requirement)):
            return Proof("narrower", tuple(leans))
        if self._side.never(was.requirement, r.Not(is_.requirement)):
            return Proof("wider", tuple(leans))
        return None

    def _compiled(self, unit: Unit) -> CompiledLine | None:
        """Return a line ready to be followed, in the form that its act has for all wordings.

        What a card is aimed at is left as printed: it decides when the line can be followed.
        """
        meaning = normalized(built(unit.line.meaning), self._side.context, "A-same")
        line = replace(unit.line, reading=replace(unit.line.reading, meaning=meaning))
        try:
            return compile_line(line, unit.below, self._side.context)
        except CannotFollow:
            return None

    # -- the act

    def _alike(self, old: Unit, new: Unit) -> list[str] | None:
        """Return the rulings by which two acts and their aims are the same; ``None`` if not."""
        if not self._same_act(old.plain, new.plain):
            return None
        return [r for r in NORMAL if not self._same_act(old.plain, new.plain, without=r)]

    def _same_act(
        self, old: tuple[ast.Line, ...], new: tuple[ast.Line, ...], without: str = ""
    ) -> bool:
        (was, *below), (is_, *now) = (
            [normalized(built(line), self._side.context, without) for line in each]
            for each in (old, new)
        )
        return aim(was) == aim(is_) and canonical(tuple(below)) == canonical(tuple(now))

    # -- when it can be followed

    def _same(
        self,
        was: CompiledLine,
        is_: CompiledLine,
        looked_at: r.Requirement,
        read: Read = as_it_is,
    ) -> bool:
        """Return whether each way to do what two lines say is open on the same tables."""
        pairs = zip(was.options, is_.options, strict=True)
        return all(
            self._side.never(read(looked_at), r.parted(read(one), read(other)))
            for one, other in (
                (r.both(was.condition, a.needs), r.both(is_.condition, b.needs)) for a, b in pairs
            )
        )

    def _exact(self, old: Unit, new: Unit) -> Iterator[str]:
        """Yield the rulings that say of one line what the other says in words."""
        for ruling, said in _SAID.items():
            if said(old) != said(new):
                yield ruling


def _in_conditions(unit: Unit, kind: type[T]) -> Iterator[T]:
    for line in (unit.line, *unit.below):
        yield from nodes_of(line.meaning.condition, kind)


_SIDES = ("before", "after")
_SAID: dict[str, Callable[[Unit], object]] = {
    "A-exact": lambda unit: (
        sum(each.bare for each in _in_conditions(unit, ast.Range)),
        sum(each.counting for each in _in_conditions(unit, ast.Has)),
    ),
    "A-score": lambda unit: [c.side for c in _in_conditions(unit, ast.Cards) if c.side == "higher"],
    "A-cost": lambda unit: [c.side for c in _in_conditions(unit, ast.Cards) if c.side in _SIDES],
    "A-follow": lambda unit: unit.line.meaning.if_possible,
}
"""What is said in so many words, or not, and then is so by a ruling."""


def _parted(one: r.Requirement, other: r.Requirement) -> r.Requirement:
    return r.either(r.both(one, r.Not(other)), r.both(r.Not(one), other))

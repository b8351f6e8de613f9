"""What a person has said of the table so far, and what is known of a requirement by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, SOME
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.requirements.selectors import Kinds
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast

Truth = bool | None
"""Whether something holds; ``None`` if that is not known."""


@dataclass(frozen=True, slots=True)
class Zone:
    """What is known of the cards that one Jack has in hand, or in play.

    ``kinds`` says of kinds of card whether there is one at all; ``some`` are groups of which there
    is at least one card; ``size`` is how many cards there are, if known, and ``filled`` whether
    there is any.
    """

    kinds: dict[Card, bool] = field(default_factory=dict)
    some: tuple[Kinds, ...] = ()
    size: int | None = None
    filled: bool = False

    def has(self, kinds: Kinds | None) -> Truth:
        """Return whether there is a card of one of these ``kinds``, ``None`` for any card."""
        if self.size == 0:
            return False
        if kinds is None:
            found = self.filled or any(self.kinds.values()) or bool(self.some)
            return True if found or self.size else None
        if any(self.kinds.get(kind) for kind in kinds):
            return True
        left = [kind for kind in kinds if kind not in self.kinds]
        if not left:
            return False
        gone = {kind for kind, there in self.kinds.items() if not there}
        return True if any(group - gone <= kinds for group in self.some) else None

    def told(self, kinds: Kinds | None, there: bool) -> Zone:
        """Return the zone once it is said whether there is such a card."""
        if kinds is None:
            return replace(self, filled=True) if there else Zone(size=0)
        if there and len(kinds) > 1:
            return replace(self, some=(*self.some, kinds))
        return replace(self, kinds={**self.kinds, **dict.fromkeys(kinds, there)})

    def come(self) -> Zone:
        """Return the zone once cards have come that nobody named."""
        return Zone(
            {kind: True for kind, there in self.kinds.items() if there}, self.some, None, True
        )

    def gone(self, among: Kinds | None = None) -> Zone:
        """Return the zone once cards have gone that may be any ``among`` these kinds."""
        kept = {
            kind: there
            for kind, there in self.kinds.items()
            if not there or (among is not None and kind not in among)
        }
        groups = () if among is None else tuple(g for g in self.some if not g & among)
        return Zone(kept, groups)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of one Jack's table: its hand and play, kept from act to act; the rest is not.

    ``told`` are answers that hold for this act alone, ``coins`` the coin tokens it controls now,
    ``built`` whether it has built this round.
    """

    hand: Zone = field(default_factory=Zone)
    play: Zone = field(default_factory=Zone)
    told: dict[r.Requirement, bool] = field(default_factory=dict)
    coins: int | None = None
    built: bool = False

    def next_act(self) -> Knowledge:
        """Return what is still known when the Jack acts again."""
        return replace(self, told={}, coins=None)

    def truth(self, requirement: r.Requirement) -> Truth:
        """Return whether a requirement holds by what is known."""
        match requirement:
            case r.All(parts):
                return _all(self.truth(part) for part in parts)
            case r.Any(parts):
                return _negated(_all(_negated(self.truth(part)) for part in parts))
            case r.Not(part):
                return _negated(self.truth(part))
        if requirement in self.told:
            return self.told[requirement]
        return self._leaf(requirement)

    def _leaf(self, leaf: r.Requirement) -> Truth:
        if leaf == BUILT:
            return self.built
        if isinstance(leaf, r.Opaque):
            if self.truth(leaf.needs) is False:
                return False
            return True if self.truth(leaf.enough) else None
        if isinstance(leaf, r.Coins):
            return None if self.coins is None else _within(leaf.range, self.coins)
        if isinstance(leaf, r.Count) and leaf.place in (IN_HAND, IN_PLAY):
            return self._counted(leaf, self.hand if leaf.place == IN_HAND else self.play)
        return None

    @staticmethod
    def _counted(leaf: r.Count, zone: Zone) -> Truth:
        if leaf.kinds is None and zone.size is not None:
            return _within(leaf.range, zone.size)
        there = zone.has(leaf.kinds)
        if there is False:
            return leaf.range.least == 0
        if leaf.range == SOME:
            return there
        if there and leaf.range.most == 0:
            return False
        few = zone.size is not None and zone.size < leaf.range.least
        return False if few else None

    def open_leaves(self, requirement: r.Requirement) -> Iterator[r.Requirement]:
        """Yield the leaves of which it still matters whether they hold, in printed order."""
        if self.truth(requirement) is not None:
            return
        if isinstance(requirement, r.All | r.Any):
            for part in requirement.parts:
                yield from self.open_leaves(part)
        elif isinstance(requirement, r.Not):
            yield from self.open_leaves(requirement.part)
        elif isinstance(requirement, r.Opaque) and requirement.needs == requirement.enough:
            yield from self.open_leaves(requirement.needs)
        else:
            yield requirement


def _within(range_: ast.Range, number: int) -> bool:
    return range_.least <= number and (range_.most is None or number <= range_.most)


def _negated(truth: Truth) -> Truth:
    return None if truth is None else not truth


def _all(truths: Iterator[Truth]) -> Truth:
    found: Truth = True
    for truth in truths:
        if truth is False:
            return False
        if truth is None:
            found = None
    return found


@lru_cache(maxsize=512)
def needs_of(line: CompiledLine) -> r.Requirement:
    """Return what a line needs to be followed; it is asked for again and again."""
    return line.requirement

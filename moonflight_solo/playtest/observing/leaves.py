"""The leaves of a line's requirements as bits, and generated Python that notes which hold."""

from __future__ import annotations

from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import Code, expression, quick_check


class Leaves:
    """The leaves of requirements as bits, and generated Python that sets them in ``n``."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._bits: dict[r.Requirement, int] = {}
        # Requirements evaluated for certain: the bits of their leaves say whether they hold.
        self.known: set[r.Requirement] = set()
        # Expressions for leaves that are evaluated in another way than usual.
        self.instead: dict[r.Requirement, str] = {}

    def expression(self, requirement: r.Requirement, *, known: bool = False) -> str:
        """Return an expression for a requirement that notes every leaf it evaluates.

        If all of it is ``known`` already it only reads their bits.
        """
        known = known or requirement in self.known
        if isinstance(requirement, r.AllOf | r.AnyOf):
            word = " and " if isinstance(requirement, r.AllOf) else " or "
            parts = word.join([self.expression(part, known=known) for part in requirement.parts])
            return f"({parts})" if parts else str(isinstance(requirement, r.AllOf))
        if isinstance(requirement, r.Not):
            return f"(not {self.expression(requirement.part, known=known)})"
        bit = self.bit(requirement)
        return f"n & {bit}" if known else f"({self.plain(requirement)} and (n := n | {bit}))"

    def bit(self, leaf: r.Requirement) -> int:
        """Return the bit of a leaf."""
        return self._bits.setdefault(leaf, 1 << len(self._bits))

    def noted(self, requirement: r.Requirement) -> str:
        """Return an expression that notes a requirement; later expressions reuse it."""
        written = self.expression(requirement)
        self.known.add(requirement)
        return written

    def unnoted(self, requirement: r.Requirement) -> str:
        """Return an expression that notes nothing, but reuses what is noted."""
        if requirement in self.known:
            return self.expression(requirement)
        if isinstance(requirement, r.AllOf | r.AnyOf) and requirement.parts:
            word = " and " if isinstance(requirement, r.AllOf) else " or "
            return f"({word.join(map(self.unnoted, requirement.parts))})"
        if isinstance(requirement, r.Not):
            return f"(not {self.unnoted(requirement.part)})"
        seen = quick_check(requirement, self._code) if isinstance(requirement, r.ForSale) else ""
        return f"({seen} and {self.plain(requirement)})" if seen else self.plain(requirement)

    def plain(self, requirement: r.Requirement) -> str:
        """Return an expression for a requirement that notes nothing."""
        return self.instead.get(requirement) or expression(requirement, self._code)

    def truths(self, noted: int) -> dict[r.Requirement, bool]:
        """Return which leaves a noted number marks as true."""
        return {leaf: bool(noted & bit) for leaf, bit in self._bits.items()}

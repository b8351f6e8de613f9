"""What is seen of a line of an AI card: its leaves as bits, and Python that notes them."""

from __future__ import annotations

from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import Code, expression, glimpse


class Leaves:
    """The leaves of requirements as bits of a number, and Python that notes in ``n`` which hold."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._bits: dict[r.Requirement, int] = {}
        # What has surely been looked at: it holds if what is noted of its leaves says so.
        self.known: set[r.Requirement] = set()
        # How leaves are looked at that are not written as they always are.
        self.instead: dict[r.Requirement, str] = {}

    def expression(self, requirement: r.Requirement, *, known: bool = False) -> str:
        """Return a requirement as an expression, which notes every leaf that it looks at.

        It looks at no leaf if all of it is ``known`` already.
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
        """Return the number that a leaf is noted as by itself."""
        return self._bits.setdefault(leaf, 1 << len(self._bits))

    def noted(self, requirement: r.Requirement) -> str:
        """Return what notes a requirement by itself; what is written behind it knows of it."""
        written = self.expression(requirement)
        self.known.add(requirement)
        return written

    def unnoted(self, requirement: r.Requirement) -> str:
        """Return a requirement as an expression that notes nothing, by what is known already."""
        if requirement in self.known:
            return self.expression(requirement)
        if isinstance(requirement, r.AllOf | r.AnyOf) and requirement.parts:
            word = " and " if isinstance(requirement, r.AllOf) else " or "
            return f"({word.join(map(self.unnoted, requirement.parts))})"
        if isinstance(requirement, r.Not):
            return f"(not {self.unnoted(requirement.part)})"
        seen = glimpse(requirement, self._code) if isinstance(requirement, r.ForSale) else ""
        return f"({seen} and {self.plain(requirement)})" if seen else self.plain(requirement)

    def plain(self, requirement: r.Requirement) -> str:
        """Return a requirement as an expression that notes nothing."""
        return self.instead.get(requirement) or expression(requirement, self._code)

    def truths(self, noted: int) -> dict[r.Requirement, bool]:
        """Return which leaves are noted as such a number."""
        return {leaf: bool(noted & bit) for leaf, bit in self._bits.items()}

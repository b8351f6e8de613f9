"""What AI-card lines are compiled against, and the shapes of what they are compiled to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.codegen import Code
from moonflight_solo.rules.conditions import ConditionCode, Test, condition_test
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.selectors import HIGHER_END
from moonflight_solo.rules.state import Act, Card, Seat, Table
from moonflight_solo.wording import ast

Decision = tuple[Act, Aim | None]
Attempt = Callable[[Table, Seat], Decision | None]
Ready = tuple[tuple[Card | None, Decision], ...]
Reason = tuple[str, str]
"""A status and the reason in words."""
WhyNot = Callable[[Table, Seat], Reason]

IN_HAND = ast.Place(("hand",))


@dataclass(frozen=True, slots=True)
class CompileContext:
    """What a line is compiled against: the names it may say, the rulings in force, its Jack."""

    names: Catalogue
    turned: bool
    rulings: Rulings
    jack: str

    def character(self) -> Card:
        """Return the Jack's character card at the end up on this side."""
        card = self.names.suits[self.jack].character
        return card.flipped if self.turned else card

    def test(self, condition: ast.Condition) -> Test:
        """Return a condition as a test."""
        return condition_test(
            condition, self.names, self.turned, bare_is_exact=self._bare_is_exact()
        )

    def written(self, code: Code, held: str) -> ConditionCode:
        """Return what writes conditions into ``code``, where ``held`` are the cards in hand."""
        exact = self._bare_is_exact()
        return ConditionCode(self.names, self.turned, exact, HIGHER_END, code, held)

    def _bare_is_exact(self) -> bool:
        return self.rulings.choice("A-exact") == "exactly"


def joined(reasons: Sequence[Reason]) -> Reason:
    """Return several reasons as one: the status of the one that came nearest to being followed."""
    nearest = ["no-target", "cannot-pay", "not-allowed", "would-do-nothing", "not-in-play"]
    status = next((s for s in nearest if any(r[0] == s for r in reasons)), reasons[0][0])
    return status, "; ".join(reason for _, reason in reasons)

"""What has been done, this way or this round, from one parse to what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.comparisons import Comparisons
from moonflight_solo.wording.builder.merging import Nonsense, done, merged
from moonflight_solo.wording.builder.negation import negated
from moonflight_solo.wording.builder.sayings import DONE
from moonflight_solo.wording.builder.such import Listed, Such, each_such


def _keyword(word: Token) -> Any:
    """Return the keyword that a word says, that it has been done or that it has not."""
    return done(word) or word.type.lower()


class History(Comparisons):
    """Builds facts about what has been done, by you or by others."""

    rows = {
        **Comparisons.rows,
        "has_done": ast.Status,
        "has_not_done": lambda what: ast.Status(what, so=False),
    }

    def was_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        return self.there_is(merged([cards, ast.Cards(place=replace(DONE, by=_keyword(word)))]))

    def was_not_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        return negated(self.was_done(word, cards))

    def done_in_round(
        self, word: Token, such: ast.Cards | Such | Listed | None = None
    ) -> ast.Condition:
        if such is None or isinstance(such, ast.Cards):
            said: Sequence[Any] = (such,)
        else:
            said = [part for each in each_such(such) for part in each.parts]
        if any(getattr(part, "other", False) for part in said):
            raise Nonsense("which of the cards of this round are others is not known")
        at = ast.Cards(place=ast.Place(("round",), did=_keyword(word)))
        if such is None or isinstance(such, ast.Cards):
            return self.there_is(merged([such or ast.Cards(), at]))
        return self.there(such, (at,))

    def not_done_in_round(self, word: Token, cards: ast.Cards | None = None) -> ast.Condition:
        return negated(self.done_in_round(word, cards))

    def opponent_has_done(self, which: Any, what: Literal["shopped", "built"]) -> ast.Condition:
        return self.opponent_has(which, ast.Status(what))

    def opponent_has_done_to(self, which: Any, *done: Any) -> ast.Condition:
        return self.opponent_has(which, self.done_in_round(*done))

    def opponent_has_passed(self, which: Any) -> ast.Condition:
        if which not in ("one", "each", "no") and not isinstance(which, ast.Range):
            raise Nonsense("whether your own Pass counts is not said")
        return self.opponent_has(which, ast.Status("passed"))

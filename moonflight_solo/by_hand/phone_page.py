"""AI cards as one page for a phone, which asks and announces what `follower` does.

The page carries the requirement trees of every line; `templates/follow.js` walks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import msgspec

from moonflight_solo import __version__
from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, SOME, Option, in_hand
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.by_hand.follower import ByHand, JackAct, card_and_act, reasons_to_skip
from moonflight_solo.by_hand.questions import ANY_OTHER, Asker, label, question_on
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.requirements.selectors import Kinds, kinds_in_order
from moonflight_solo.rules.state import Card
from moonflight_solo.templates import Templates
from moonflight_solo.wording import ast

if TYPE_CHECKING:
    from jinja2 import Environment


def _for_phone(environment: Environment) -> None:
    from markupsafe import Markup

    # No text of a card ends the script that carries it.
    environment.filters["script"] = lambda text: Markup(text.replace("<", r"\u003c"))


PHONE_PAGES: Final = Templates("moonflight_solo.by_hand", __file__, "phone", _for_phone)

_ACTS: Final = {ast.PlayAct: "play", ast.BuildAct: "build"}
_ZONES: Final = {IN_HAND: "hand", IN_PLAY: "play"}


def phone_page(jacks: Sequence[ByHand]) -> str:
    """Return a self-contained HTML page that follows the AI cards of these Jacks."""
    jacks_data = [
        {"jack": jack.jack, "sides": [_side_data(jack, turned) for turned in (False, True)]}
        for jack in jacks
    ]
    data = msgspec.json.encode({"jacks": jacks_data, "any": ANY_OTHER}).decode()
    cards = [jack.card for jack in jacks]
    return PHONE_PAGES.text(
        "follow.html",
        cards=cards,
        data=data,
        digest=f"{crc32(data.encode()):08x}",
        version=__version__,
    )


def _side_data(jack: ByHand, turned: bool) -> dict[str, Any]:
    """Return what a page needs to follow a side of a Jack's AI card, in acts and in Reset."""
    tables = _SideTables(*jack.side(turned))
    return {**tables.as_data(), "reset": jack.reset_in_words(turned)}


class _SideTables:
    """The lines of a side, whose trees refer to cards, groups of cards and leaves by number."""

    def __init__(self, lines: Sequence[CompiledLine], asker: Asker) -> None:
        self._lines, self._asker = lines, asker
        self._cards: dict[Card, int] = {}
        self._groups: dict[Kinds | None, int] = {}
        self._leaves: dict[r.Requirement, int] = {}
        self._facts: list[dict[str, Any]] = []

    def as_data(self) -> dict[str, Any]:
        """Return what a page needs to follow the side."""
        lines = [self._line(line) for line in self._lines]
        groups = [
            {"label": label(kinds, self._asker), "kinds": self._kinds(kinds)}
            for kinds in self._groups
        ]
        cards = [card.name for card in self._cards]
        return {"lines": lines, "leaves": self._facts, "groups": groups, "cards": cards}

    def _line(self, line: CompiledLine) -> dict[str, Any]:
        """Return a line as data, with the question for each leaf that may be asked about."""
        act = line.line.meaning.act
        asks: dict[int, str] = {}
        for leaf in _leaves_to_ask(line.requirement):
            asks.setdefault(self._tree(leaf), question_on(leaf, line, self._asker).words)
        spends = isinstance(act, ast.SpendAct) and act.cards is not None
        return {
            "number": line.number,
            "condition": self._tree(line.condition),
            "options": [self._option(line, option) for option in line.options],
            "asks": asks,
            "act": "spend" if spends else _ACTS.get(type(act), ""),
            "needs": self._kinds(line.needs),
            "passed": reasons_to_skip(line),
            "how": JackAct(line, None, "").how,
        }

    def _option(self, line: CompiledLine, option: Option) -> dict[str, Any]:
        """Return a way to follow a line, with the kinds held if it needs just one count of them."""
        card, does = card_and_act(line, option)
        counts = in_hand(option.needs)
        return {
            "needs": self._tree(option.needs),
            "held": self._group(counts[0].kinds) if len(counts) == 1 else None,
            "card": None if card is None else self._card(card),
            "does": does,
        }

    def _tree(self, requirement: r.Requirement) -> Any:
        """Return a requirement as nested data, with the numbers of its leaves."""
        match requirement:
            case r.AllOf(parts):
                return {"all": [self._tree(part) for part in parts]}
            case r.AnyOf(parts):
                return {"any": [self._tree(part) for part in parts]}
            case r.Not(part):
                return {"not": self._tree(part)}
        if requirement not in self._leaves:
            fact = self._fact(requirement)
            self._leaves[requirement] = len(self._facts)
            self._facts.append(fact)
        return self._leaves[requirement]

    def _fact(self, leaf: r.Requirement) -> dict[str, Any]:
        """Return what answers tell of a leaf, besides its own question."""
        if leaf == BUILT:
            return {"is": "built"}
        if isinstance(leaf, r.Opaque):
            needs, enough = self._tree(leaf.needs), self._tree(leaf.enough)
            return {"is": "test", "needs": needs, "enough": enough, "only": leaf.only_needs}
        if isinstance(leaf, r.CoinCount):
            return {"is": "coins", "least": leaf.range.least, "most": leaf.range.most}
        if isinstance(leaf, r.Count) and leaf.place in _ZONES:
            return {
                "is": _ZONES[leaf.place],
                "group": self._group(leaf.kinds),
                "some": leaf.range == SOME,
                "least": leaf.range.least,
                "most": leaf.range.most,
            }
        return {"is": ""}

    def _card(self, card: Card) -> int:
        return self._cards.setdefault(card, len(self._cards))

    def _kinds(self, kinds: Kinds | None) -> list[int] | None:
        return None if kinds is None else [self._card(card) for card in kinds_in_order(kinds)]

    def _group(self, kinds: Kinds | None) -> int:
        """Return the number of some kinds, and number each of their cards."""
        self._kinds(kinds)
        return self._groups.setdefault(kinds, len(self._groups))


def _leaves_to_ask(requirement: r.Requirement) -> Iterator[r.Requirement]:
    """Yield the leaves that may be asked about, in printed order."""
    for leaf in r.leaves(requirement):
        if isinstance(leaf, r.Opaque) and leaf.only_needs:
            yield from _leaves_to_ask(leaf.needs)
        else:
            yield leaf

"""The answers of commands that compare versions of cards, or reword them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from moonflight_solo.check.diff.comparison import Difference, LineChange
from moonflight_solo.check.diff.disagree import Shown
from moonflight_solo.check.diff.line_diff import Unit
from moonflight_solo.check.diff.suits import ChangedCard, SuitDifference, TextChange
from moonflight_solo.check.report import ReadingEffort
from moonflight_solo.cli.answers import JSONAnswer, answer_about

UnitAnswer: Final = answer_about(
    "UnitAnswer", "A line of one of two AI cards.", Unit, "number words"
)
ShownAnswer: Final = answer_about(
    "ShownAnswer",
    "A small table on which two AI cards differ, and what each does there.",
    Shown,
    "old_does new_does alone table",
    old_does=(str, lambda shown: shown.old),
    new_does=(str, lambda shown: shown.new),
    table=(Any, lambda shown: shown.scenario.written()),
)
DiffLine: Final = answer_about(
    "DiffLine",
    "A line of one card or both, and the effect of its change.",
    LineChange,
    "side section old new verdict certainty reworded moved shown",
    side=(Literal["pre-turn", "post-turn"], lambda at: "post-turn" if at.turned else "pre-turn"),
    old=(UnitAnswer | None, lambda line: line.pair.old),
    new=(UnitAnswer | None, lambda line: line.pair.new),
    verdict=str,
    moved=(bool, lambda line: line.pair.moved),
    shown=[ShownAnswer],
)


class BothByHand(JSONAnswer):
    """The effort of following each card by hand."""

    old: ReadingEffort
    new: ReadingEffort


DiffAnswer: Final = answer_about(
    "DiffAnswer",
    "The effect of a new wording: `moonflight ai diff`.",
    Difference,
    "jack old new verdict tables shown lines upkeep",
    jack=(str, lambda found: found.new.jack),
    old=(str, lambda found: found.old.file),
    new=(str, lambda found: found.new.file),
    verdict=str,
    shown=[ShownAnswer],
    lines=[DiffLine],
    upkeep=BothByHand | None,
)


def diff_answer(difference: Difference, by_hand: Sequence[ReadingEffort]) -> JSONAnswer:
    """Return a difference, and the upkeep of both cards if known, as an answer."""
    return DiffAnswer.of(difference, upkeep=BothByHand(*by_hand) if by_hand else None)


# --------------------------------------------------------------------------------- suits

PlayedOtherwise: Final = answer_about(
    "PlayedOtherwise",
    "A small table on which two versions of a card differ, and the result of each.",
    Shown,
    "scenario old new",
    scenario=(Any, lambda shown: shown.scenario.written()),
)
TextDiff: Final = answer_about(
    "TextDiff",
    "The text of one end of a card in two versions.",
    TextChange,
    "turned verdict old new gone come shown",
    old=(str, lambda text: text.old.words),
    new=(str, lambda text: text.new.words),
    shown=PlayedOtherwise | None,
)
CardDiff: Final = answer_about(
    "CardDiff",
    "A card of one suit or both, and its changes.",
    ChangedCard,
    "old new values texts",
    old=(str | None, lambda card: card.old and card.old.name),
    new=(str | None, lambda card: card.new and card.new.name),
    texts=([TextDiff], lambda card: [text for text in card.texts if text.reworded]),
)
CardsDiffAnswer: Final = answer_about(
    "CardsDiffAnswer",
    "The effect of another version of a suit: `moonflight cards diff`.",
    SuitDifference,
    "jack same tables cards",
    cards=([CardDiff], lambda found: [card for card in found.cards if card.changed]),
)

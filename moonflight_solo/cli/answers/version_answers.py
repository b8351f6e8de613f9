"""The answers of commands that compare versions of cards, or reword them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from moonflight_solo.check.diff.comparison import Difference
from moonflight_solo.check.diff.disagree import Shown
from moonflight_solo.check.diff.suits import SuitDifference, TextChange, TextVerdict
from moonflight_solo.check.finding import Price
from moonflight_solo.check.report import ReadingEffort, Report
from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.cli.answers.check_answers import FindingAnswer, finding_answers

if TYPE_CHECKING:  # slow to import
    from moonflight_solo.check.fix.fixer import Fixed


class UnitAnswer(JSONAnswer):
    """A line of one of two AI cards."""

    number: str
    words: str


class ShownAnswer(JSONAnswer):
    """A small table on which two AI cards differ, and what each does there."""

    old_does: str
    new_does: str
    alone: bool
    table: Any


class DiffLine(JSONAnswer):
    """A line of one card or both, and the effect of its change."""

    side: Literal["pre-turn", "post-turn"]
    section: Literal["action", "reset"]
    old: UnitAnswer | None
    new: UnitAnswer | None
    verdict: str
    certainty: str
    reworded: bool
    moved: bool
    shown: list[ShownAnswer]


class BothByHand(JSONAnswer):
    """The effort of following each card by hand."""

    old: ReadingEffort
    new: ReadingEffort


class DiffAnswer(JSONAnswer):
    """The effect of a new wording: `moonflight ai diff`."""

    jack: str
    old: str
    new: str
    verdict: str
    tables: int
    shown: list[ShownAnswer]
    lines: list[DiffLine]
    upkeep: BothByHand | None


def diff_answer(found: Difference, by_hand: Sequence[ReadingEffort]) -> DiffAnswer:
    """Return a difference, and the upkeep of both cards if known, as an answer."""
    lines = [
        DiffLine.of(
            each,
            side="post-turn" if each.turned else "pre-turn",
            old=each.pair.old,
            new=each.pair.new,
            moved=each.pair.moved,
            shown=_shown(each.shown),
        )
        for each in found.lines
    ]
    return DiffAnswer.of(
        found,
        jack=found.new.jack,
        old=found.old.file,
        new=found.new.file,
        shown=_shown(found.shown),
        lines=lines,
        upkeep=BothByHand(*by_hand) if by_hand else None,
    )


def _shown(every: Iterable[Shown]) -> list[ShownAnswer]:
    return [ShownAnswer(each.old, each.new, each.alone, each.scenario.written()) for each in every]


# --------------------------------------------------------------------------------- suits


class PlayedOtherwise(JSONAnswer):
    """A small table on which two versions of a card differ, and the result of each."""

    scenario: Any
    old: str
    new: str


class TextDiff(JSONAnswer):
    """The text of one end of a card in two versions."""

    turned: bool
    verdict: TextVerdict
    old: str
    new: str
    gone: list[str]
    come: list[str]
    shown: PlayedOtherwise | None


class CardDiff(JSONAnswer):
    """A card of one suit or both, and its changes."""

    old: str | None
    new: str | None
    values: list[str]
    texts: list[TextDiff]


class CardsDiffAnswer(JSONAnswer):
    """The effect of another version of a suit: `moonflight cards diff`."""

    jack: str
    same: bool
    tables: int
    cards: list[CardDiff]


def cards_diff_answer(found: SuitDifference) -> CardsDiffAnswer:
    """Return the difference of two suits as an answer."""

    def texts(every: Iterable[TextChange]) -> list[TextDiff]:
        return [
            TextDiff.of(
                text,
                old=text.old.words,
                new=text.new.words,
                shown=text.shown
                and PlayedOtherwise.of(text.shown, scenario=text.shown.scenario.written()),
            )
            for text in every
            if text.reworded
        ]

    cards = [
        CardDiff.of(
            each,
            old=each.old and each.old.name,
            new=each.new and each.new.name,
            texts=texts(each.texts),
        )
        for each in found.cards
        if each.changed
    ]
    return CardsDiffAnswer.of(found, cards=cards)


# ---------------------------------------------------------------------------------- fixes


class FixAnswer(JSONAnswer):
    """A rewording, and its proof."""

    code: str
    line: str
    before: str
    after: str
    besides: str
    verdict: str
    certainty: str
    made: bool
    table: Any
    price: Price | None


class FixedAnswer(JSONAnswer):
    """What to print instead: `moonflight ai fix`."""

    file: str
    jack: str
    findings: int
    mended: int
    whole: str
    rulings: list[str]
    fixes: list[FixAnswer]
    unmended: list[FindingAnswer]
    text: str


def fixed_answer(found: Fixed, prices: Mapping[str, Price]) -> FixedAnswer:
    """Return rewordings as an answer, with the prices of those that change play, by line."""
    fixes = [
        FixAnswer.of(
            fix,
            code=fix.finding.code,
            table=fix.shown and fix.shown.scenario.written(),
            price=prices.get(fix.line) if fix.verdict == "changes play" else None,
        )
        for fix in found.fixes
    ]
    return FixedAnswer.of(
        found,
        file=found.report.file,
        jack=found.old.jack,
        findings=len(found.report.findings),
        whole=found.whole.verdict,
        rulings=[each.id for each in found.new.rulings],
        fixes=fixes,
        unmended=finding_answers(found.unmended),
    )


def undecided_answer(report: Report, text: str) -> FixedAnswer:
    """Return the answer for a card that is left as it is, as only its author knows its meaning."""
    return FixedAnswer.of(
        report,
        findings=len(report.findings),
        mended=0,
        whole="same",
        rulings=[],
        fixes=[],
        unmended=finding_answers(report.findings),
        text=text,
    )

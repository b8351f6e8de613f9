"""The answers of the command that rewords AI cards; only that one imports what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from moonflight_solo.check.finding import Price
from moonflight_solo.check.fix.fixer import Fix, Fixed
from moonflight_solo.check.report import Report
from moonflight_solo.cli.answers import JSONAnswer, answer_about
from moonflight_solo.cli.answers.check_answers import FindingAnswer

FixAnswer: Final = answer_about(
    "FixAnswer",
    "A rewording, and its proof.",
    Fix,
    "code line before after besides verdict certainty made table price",
    code=(str, lambda fix: fix.finding.code),
    verdict=str,
    table=(Any, lambda fix: fix.shown and fix.shown.scenario.written()),
    price=Price | None,
)
FixedAnswer: Final = answer_about(
    "FixedAnswer",
    "What to print instead: `moonflight ai fix`.",
    Fixed,
    "file jack findings mended whole rulings fixes unmended text",
    file=(str, lambda found: found.report.file),
    jack=(str, lambda found: found.old.jack),
    findings=(int, lambda found: len(found.report.findings)),
    whole=(str, lambda found: found.whole.verdict),
    rulings=(list[str], lambda found: [each.id for each in found.new.rulings]),
    fixes=[FixAnswer],
    unmended=[FindingAnswer],
)


def fixed_answer(result: Fixed, prices: Mapping[str, Price]) -> JSONAnswer:
    """Return rewordings as an answer, with the prices of those that change play, by line."""
    fixes = []
    for fix in result.fixes:
        price = prices.get(fix.line) if fix.verdict == "changes play" else None
        fixes.append(FixAnswer.of(fix, price=price))
    return FixedAnswer.of(result, fixes=fixes)


def undecided_answer(report: Report, text: str) -> JSONAnswer:
    """Return the answer for a card that is left as it is, as only its author knows its meaning."""
    return FixedAnswer.of(
        report,
        file=report.file,
        jack=report.jack,
        findings=len(report.findings),
        mended=0,
        whole="same",
        rulings=[],
        fixes=[],
        unmended=[FindingAnswer.of(each) for each in report.findings],
        text=text,
    )

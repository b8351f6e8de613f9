"""Cached reports of the wording check: what invalidates them, and that they are equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from moonflight_solo.ai_cards.card import ai_card_path
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check import checker, report_cache
from moonflight_solo.check.report import Report
from moonflight_solo.cli.commands.check import CheckAnswer
from moonflight_solo.documents import parse_document, read_document
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import printed_rulings

KNOWN = Basis(catalogue("prototype"))
CARD = read_document(ai_card_path("clay", KNOWN.names))
SHORT = 'jack: Clay and Bones\ncard: |\n  PRE TURN\n  ACTION\n  1 - Play "Grave Robber"\n'


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return what is actually checked, in a separate home."""
    monkeypatch.setenv("MOONFLIGHT_HOME", str(tmp_path))
    done: list[str] = []
    real = checker.check_document

    def check(document: object, *rest: object, **named: object) -> Report:
        done.append("checked")
        return real(document, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(checker, "check_document", check)
    return done


def test_a_kept_report_says_what_was_found(checked: list[str]) -> None:
    first, again = (report_cache.report_on(CARD, KNOWN, 0) for _ in range(2))
    assert checked == ["checked"]
    assert again is not first
    assert CheckAnswer.of(again) == CheckAnswer.of(first)
    assert len(again.findings) > 10
    assert any(found.table for found in again.findings)


def test_whatever_it_hangs_on_has_it_checked_anew(
    checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = parse_document(SHORT, "mine.yaml")
    report_cache.report_on(document, KNOWN, 0)
    other = printed_rulings().switch({"A-exact": "at-least"})
    report_cache.report_on(document, Basis(KNOWN.names, other), 0)
    report_cache.report_on(document, Basis(catalogue("final")), 0)
    report_cache.report_on(parse_document(SHORT.replace("1 -", "2 -"), "mine.yaml"), KNOWN, 0)
    report_cache.report_on(parse_document(SHORT, "yours.yaml"), KNOWN, 0)
    report_cache.report_on(document, KNOWN, 1)
    monkeypatch.setattr(report_cache, "_program", lambda: ("a file of it was changed",))
    report_cache.report_on(document, KNOWN, 0)
    assert len(checked) == 7
    report_cache.report_on(document, KNOWN, 0)
    assert len(checked) == 7


def test_what_is_torn_is_checked_anew(checked: list[str], tmp_path: Path) -> None:
    document = parse_document(SHORT, "mine.yaml")
    report_cache.report_on(document, KNOWN, 0)
    (file,) = (tmp_path / "cache" / "checks").iterdir()
    file.write_bytes(file.read_bytes()[:50])
    report_cache.report_on(document, KNOWN, 0)
    assert len(checked) == 2


def test_no_more_than_so_many_are_kept(
    checked: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(report_cache, "_MOST_KEPT", 2)
    for number in range(4):
        document = parse_document(SHORT, f"{number}.yaml")
        report_cache.report_on(document, KNOWN, 0)
    assert len(list((tmp_path / "cache" / "checks").iterdir())) == 2

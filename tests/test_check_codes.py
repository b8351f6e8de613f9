"""Every code of the wording check is explained, and found in its example."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import yaml
from click.testing import CliRunner

from moonflight_solo.check import finding as finding_module
from moonflight_solo.check.card_texts import check_card_files
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.check.finding import Example, Finding, Severity, code_named, codes
from moonflight_solo.cli import main
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.prices import prices_of, with_prices
from moonflight_solo.rules.catalogue import catalogue

AGREED: dict[Severity, set[str]] = {
    "error": {
        "not-read",
        "bad-layout",
        "unknown-name",
        "cannot-follow",
        "several-readings",
        "ruling-misfit",
    },
    "warning": {
        "stale-ruling",
        "ruling-twice",
        "shadowed-line",
        "never-true",
        "always-true",
        "does-nothing",
        "redundant-phrase",
        "no-catch-all",
        "never-seen",
        "never-kept",
        "score-played-away",
        "may-not-end",
        "hardly-held",
        "missing-side",
        "named-twice",
        "never-bought",
        "near-name",
        "two-wordings",
        "one-wording-two-meanings",
        "mixed-connectives",
    },
    "note": {
        "settled-by-ruling",
        "tie-unsaid",
        "source-unsaid",
        "destination-unsaid",
        "chooser-unsaid",
        "impossible-unsaid",
        "partial-unsaid",
        "rounding-unsaid",
        "when-counted-unsaid",
        "which-end-unsaid",
        "step-unsaid",
        "exact-or-least-unsaid",
        "which-card-unsaid",
    },
}


def found_in(example: Example, folder: Path, games: int) -> tuple[Finding, ...]:
    path = folder / "example.yaml"
    if example.text:
        ends = [{"name": name, "cost": 1, "stability/score": "-/-"} for name in ("One", "Two")]
        ends[0]["text"] = example.text
        card = {"copies": 1, "before": ends[0], "after": ends[1]}
        path.write_text(yaml.safe_dump({"group": "generic", "cards": [card]}), "utf-8")
        (checked,) = check_card_files([path])
        return tuple(checked.every())
    written = {"jack": example.jack, "card": example.card, "rulings": example.rulings}
    path.write_text(yaml.safe_dump(written, allow_unicode=True), "utf-8")
    report = check_ai_card(path, catalogue(), games=games)
    if games and not report.refused:
        report = with_prices(report, prices_of(report.jack, path, games=games))
    return report.findings


def test_the_codes_are_those_agreed_on() -> None:
    for severity in get_args(Severity):
        assert {c.code for c in codes().values() if c.severity == severity} == AGREED[severity]
    assert all(code.why and code.remedy and code.title for code in codes().values())


@pytest.mark.parametrize("name", codes())
def test_an_example_has_its_finding_and_the_better_one_has_not(name: str, tmp_path: Path) -> None:
    code = codes()[name]
    games = {"never-seen": 4, "may-not-end": 40}.get(name, 0)
    before = [each for each in found_in(code.before, tmp_path, games) if each.code == name]
    assert before, "not found"
    assert {each.severity for each in before} == {code.severity}
    assert code.after is not None
    after = found_in(code.after, tmp_path, games)
    assert [each for each in after if each.code == name] == []
    assert [each for each in after if each.severity == "error"] == []


@pytest.mark.parametrize("name", codes())
def test_every_code_is_explained(name: str) -> None:
    result = CliRunner().invoke(main, ["ai", "check", "--explain", name])
    assert result.exit_code == 0
    assert result.output.startswith(f"{name} (")
    assert "Before:" in result.output


def test_a_code_is_found_by_how_it_is_written_and_a_wrong_one_named_with_the_nearest() -> None:
    assert code_named(" Tie_Unsaid ").code == "tie-unsaid"
    with pytest.raises(UsageError, match="nearest: tie-unsaid"):
        code_named("ties-unsaid")
    with pytest.raises(UsageError, match='code "xyz"; choose one of: not-read, bad-layout, '):
        code_named("xyz")
    result = CliRunner().invoke(main, ["ai", "check", "--explain", "shadow"])
    assert result.exit_code == 2
    assert "shadowed-line" in result.output


def test_the_check_asks_for_all_words_of_its_findings() -> None:
    """Every case, but for the first of a code, which needs no name, and gaps, which join theirs."""
    package = Path(finding_module.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in package.glob("**/*.py"))
    for name, code in codes().items():
        named = [] if name.endswith("-unsaid") else list(code.says)[1:]
        assert [case for case in named if f'"{case}"' not in source] == [], name

"""The first page of `ai check`, one screen by weight, and its other formats."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache, partial
from io import StringIO
from pathlib import Path

import pytest
import yaml
from command_line import run as run_command

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.check.finding import Price, codes
from moonflight_solo.check.report import Report, entries, is_called
from moonflight_solo.cli.commands.check import watch_files
from moonflight_solo.cli.output.first_page import SCREEN, price_words, show_first_page
from moonflight_solo.cli.output.terminal import PRETTY, Terminal, terminal
from moonflight_solo.datafiles import data_folder
from moonflight_solo.playtest.prices import SHIPPED, plan_for, prices_of, with_prices
from moonflight_solo.rules.catalogue import catalogue

PRINTED = {"clay": "Clay and Bones", "words": "Words and Names"}

run = partial(run_command, "ai", "check")


def own(tmp_path: Path, *lines: str, reset: str = "") -> Path:
    numbered = "\n".join(f"{number} – {line}" for number, line in enumerate(lines, 1))
    card = f"PRE TURN\nACTION\n{numbered}\n" + (f"RESET\n2 – {reset}\n" if reset else "")
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump({"jack": "Clay and Bones", "card": card}), "utf-8")
    return path


@cache
def report_on(words: str) -> Report:
    """Return a report with the prices that ship with the program."""
    report = check_ai_card(PRINTED[words], catalogue(), games=0)
    return with_prices(report, prices_of(report.jack, Path(report.file), games=200))


def plain_page(report: Report) -> list[str]:
    with redirect_stdout(StringIO()) as told:
        show_first_page(report, terminal(plain=True))
    return told.getvalue().splitlines()


def screen_of(report: Report, width: int) -> list[str]:
    from rich.console import Console

    console = Console(width=width, height=24, record=True, force_terminal=True, color_system=None)
    with console.capture() as captured:
        show_first_page(report, Terminal(console, plain=False, glyphs=PRETTY))
    return captured.get().splitlines()


@pytest.mark.parametrize("jack", PRINTED)
@pytest.mark.parametrize("width", [80, 120])
def test_a_printed_card_fits_on_one_screen_and_the_heaviest_comes_first(
    jack: str, width: int
) -> None:
    report = report_on(jack)
    rows = screen_of(report, width)
    assert len(rows) <= SCREEN
    assert max(map(len, rows)) <= width
    told = [entry for entry in entries(report.findings) if entry.kind != "note"]
    row_of = [
        next(
            n
            for n, row in enumerate(rows)
            if f"{each.where.replace('-Turn', '')}: {each.first.code}"[: width - 20] in row
            or (not each.where and each.first.code in row)
        )
        for each in told
    ]
    assert row_of == sorted(row_of)
    assert "--all" in rows[-1]


def test_gaps_are_ordered_by_what_they_surely_move_and_then_by_the_games_they_decide() -> None:
    report = report_on("clay")
    gaps = [each for each in entries(report.findings) if each.worst and each.matters]
    assert [each.worst.damage for each in gaps if each.worst] == sorted(
        (each.worst.damage for each in gaps if each.worst), reverse=True
    )
    assert gaps[0].first.ruling == "A-score"
    assert all(each.worst.otherwise >= 0.2 or each.worst.damage[0] for each in gaps if each.worst)
    minor = next(row for row in plain_page(report) if row.startswith("Games that differ, no sure"))
    assert re.fullmatch(r"(, )?([AG]-[a-z-]+ <?\d+%(, |$))+", minor.partition(": ")[2])
    assert "A-step" in minor
    rows = screen_of(report, 100)
    assert rows[2].startswith("pre 6: which-end-unsaid A-score: ")
    assert re.search(r": \d+%, −\d+\.\d \(−\d+\.\d to −\d+\.\d\)$", rows[2])
    kinds = {each.first.ruling for each in entries(report.findings) if each.kind == "note"}
    named = next(row for row in plain_page(report) if row.startswith("Not measured"))
    told = named.partition(": ")[2]
    assert re.fullmatch(r"(, )?([AG]-[a-z-]+ \([^()]+\)(, |$))+", told), "each says why not"
    assert kinds >= set(re.findall(r"[AG]-[a-z-]+", told)) == {"G-spend", "A-partial", "A-others"}


@pytest.mark.parametrize("jack", PRINTED)
def test_what_is_cut_on_the_first_page_is_only_quoted(jack: str) -> None:
    rows = screen_of(report_on(jack), 80)
    assert all(row.endswith("…”") for row in rows if "…" in row)
    assert any(re.search(r"notes: .*\d and \d other kinds$", row) for row in rows)


def test_what_keeps_a_card_from_being_played_has_its_remedy_beside_it(tmp_path: Path) -> None:
    file = own(tmp_path, "If controlling 6+ coin tokesn shop to Purchase “Wealth”.", "Pass.")
    rows = screen_of(check_ai_card(file, catalogue(), games=0), 80)
    at = next(at for at, row in enumerate(rows) if row.startswith("pre 1: not-read: "))
    told = rows[at : rows.index("EFFECT ON PLAY") if "EFFECT ON PLAY" in rows else -2]
    assert "…" not in " ".join(told), "what is wrong is told to its last word"
    remedy = next(n for n, row in enumerate(told) if row.startswith("    Nearest understood: "))
    assert "“Wealth”" in " ".join(told[remedy:])
    unknown = tmp_path / "unknown.yaml"
    unknown.write_text(file.read_text("utf-8").replace("Clay and Bones", "Fog"), "utf-8")
    assert "    Name a known Jack, or say with --cards where its suit is.\n" in run(unknown).stdout
    page = run(own(tmp_path, "Pass.\n3 – Pass.")).stdout
    assert re.search(r"own\.yaml:\d+:\d+: bad-layout: Line 3 follows line 1\.$", page, re.MULTILINE)


def test_a_slip_on_several_lines_is_one_and_a_plain_page_says_what_to_write_for_each() -> None:
    rows = screen_of(report_on("clay"), 80)
    assert "pre 6, 8: two-wordings: One meaning in two wordings." in rows
    assert 'post 1: mixed-connectives: Write "or", not “OR”.' in rows
    told = plain_page(report_on("clay"))
    at = told.index("pre 6, 8: two-wordings: One meaning in two wordings.")
    assert told[at + 1].startswith("    pre 6: Write “Shop to Purchase a scoring card")
    assert told[at + 2].startswith("    pre 8: Write “If controlling 6+ coin tokens")


def test_faults_and_gaps_of_both_printed_cards_stand_on_the_first_page() -> None:
    words = "\n".join(screen_of(report_on("words"), 80))
    exact = next(row for row in words.splitlines() if "exact-or-least-unsaid" in row)
    assert exact.startswith("pre 1-3, post 2-4")
    assert words.count("exact-or-least-unsaid") == 1
    assert "post Reset 3: never-kept" in words
    assert "may-not-end" in words
    clay = plain_page(report_on("clay"))
    for line, table in (("post 1", "Wake The Dead, The Long Walk"), ("post 6", "3 Coin; in play")):
        at = next(n for n, row in enumerate(clay) if row.startswith(f"{line}: settled-by-ruling"))
        assert table in " ".join(clay[at : at + 4])


def test_a_line_that_a_ruling_settles_is_shown_where_it_is_followed() -> None:
    """Words and Names post-Turn 7: a hand of which none can be played shows nothing of it."""
    for jack in PRINTED:
        for found in report_on(jack).findings:
            if found.code == "settled-by-ruling" and not found.readings:
                assert found.table is not None
                assert found.table.expect is not None
                assert found.line.endswith(f" {found.table.expect.line}")


def test_a_named_card_that_scores_is_said_to_be_played_away() -> None:
    (found,) = [each for each in report_on("clay").findings if each.code == "score-played-away"]
    assert found.line == "post-Turn 5"
    assert "Take Us With You (2 points)" in found.because


def test_the_shipped_prices_are_those_of_the_printed_words() -> None:
    """`make prices` measures them anew after a change of printed words."""
    shipped = json.loads((data_folder("guide") / SHIPPED).read_bytes())
    for path in ai_card_files().values():
        jack = load_ai_card(path, catalogue()).jack
        _, key = plan_for(jack, path)
        assert key in shipped, f"{SHIPPED} is out of date: run `make prices`"
    exact = [each for each in report_on("words").findings if each.code == "exact-or-least-unsaid"]
    (price,) = {price for each in exact for price in each.prices}
    assert price.low <= price.wins <= price.high
    assert 0 < price.otherwise <= 1
    assert price.games > 400


def test_prices_are_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOONFLIGHT_HOME", str(tmp_path))
    path = own(tmp_path, "If 3 cards in hand play “Bury”.", "Play the highest cost card in hand.")
    first = prices_of("Clay and Bones", path, games=6)
    assert first.games == 6
    monkeypatch.setattr("moonflight_solo.playtest.prices._measure", None)  # no second time
    assert prices_of("Clay and Bones", path, games=6) == first
    assert prices_of("Clay and Bones", path, games=2) == first
    with pytest.raises(TypeError):
        prices_of("Clay and Bones", path, games=7)


def test_without_a_home_prices_are_measured_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own(tmp_path, "If 3 cards in hand play “Bury”.", "Play the highest cost card in hand.")
    monkeypatch.setenv("MOONFLIGHT_HOME", "~nobody-here")
    assert prices_of("Clay and Bones", path, games=2).games == 2


def test_one_line_is_shown_with_its_groups_by_indentation() -> None:
    shown = run("clay", "--games", "0", "--line", "post 1").output
    assert "post-Turn 1" in shown
    assert "post-Turn 2" not in shown.replace("post-Turn 2 ", "")
    assert shown.count("If all of these hold:") == 5
    assert shown.count("If one of these holds:") == 4
    rows = shown.splitlines()
    at = next(n for n, row in enumerate(rows) if row.strip() == "one of:")
    deeper = next(row for row in rows[at + 1 :] if "Wake The Dead" in row)
    assert len(deeper) - len(deeper.lstrip()) > len(rows[at]) - len(rows[at].lstrip())
    missing = run("clay", "--games", "0", "--line", "99")
    assert missing.exit_code == 2
    assert "pre-Turn 5.1" in missing.output


@pytest.mark.parametrize(
    ("title", "wanted", "fits"),
    [
        ("pre-Turn 5.1", "5.1", True),
        ("pre-Turn 5.1", "pre 5.1", True),
        ("pre-Turn 5.1", "post 5.1", False),
        ("post-Turn Reset 3", "reset 3", True),
        ("post-Turn 3", "reset 3", False),
        ("", "3", False),
    ],
)
def test_lines_are_called_as_people_call_them(title: str, wanted: str, fits: bool) -> None:
    assert is_called(title, wanted) is fits


def test_editors_and_posts_get_their_forms(tmp_path: Path) -> None:
    path = own(tmp_path, "Play “Macabre Harvest” targeting “Waste”.", "Play “Bury”.")
    rows = run(path, "--games", "0", "--format", "editor").output.splitlines()
    assert rows
    for row in rows:
        match = re.fullmatch(r"(.+):(\d+):(\d+): (error|warning|note): .+ \[([a-z-]+)\]", row)
        assert match, row
        assert match[5] in codes()
    posted = run("clay", "--games", "0", "--summary").output
    assert posted.startswith("## Jack o' Clay and Bones AI")
    assert "| pre-Turn 9 | `shadowed-line` |" in posted
    assert "a scoring card of Jack o’ Clay and Bones’ suit.” Write “If controlling" in posted
    assert "ruling A-cb-post-6 decides what it does; not measured. |" in posted
    posted = run("clay", "--summary").output
    assert "ruling A-cb-post-6 decides what it does. 78% of games differ, wins −5.6 perc" in posted


def test_a_saved_file_is_checked_again(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("one", "utf-8")
    done: list[str] = []
    rests = iter([None, "two", None, "three", None])

    def rest(seconds: float) -> None:
        words = next(rests, "end")
        if words == "end":
            raise KeyboardInterrupt
        if words:
            path.write_text(words, "utf-8")

    with pytest.raises(KeyboardInterrupt):
        watch_files(
            lambda: done.append(path.read_text("utf-8")), [path], terminal(plain=True), rest=rest
        )
    assert done == ["one", "two", "three"]


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes there")
def test_a_file_that_vanishes_or_cannot_be_read_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own(tmp_path, "Pass.")
    folder = path.parent
    steps: list[Callable[[], object]] = [
        lambda: path.chmod(0),
        lambda: None,
        lambda: path.chmod(0o600),
        path.unlink,
        lambda: None,
        path.mkdir,
    ]
    done: list[str] = []

    def look() -> None:
        done.append(f"{path.exists()} {path.stat().st_mode:o}")

    def rest(_: float) -> None:
        if not steps:
            raise KeyboardInterrupt
        steps.pop(0)()

    with pytest.raises(KeyboardInterrupt):
        watch_files(look, [path, folder], terminal(plain=True), rest=rest)
    assert done == ["True 100644", "True 100000", "True 100600", "True 40755"]
    assert f"{path}" in capsys.readouterr().err


def test_a_card_that_is_played_before_reset_cannot_be_kept(tmp_path: Path) -> None:
    gone = own(tmp_path, "Play the highest cost card in hand.", "Pass.", reset="Retain “Bury”.")
    (found,) = [
        each
        for each in check_ai_card(gone, catalogue(), games=0).findings
        if each.code == "never-kept"
    ]
    assert found.certainty == "proved"
    assert found.because.startswith("Line 1 leaves none")
    # What is advised is understood, and mends it.
    spared = own(
        tmp_path,
        'Play the highest cost card in your hand that is not "Bury".',
        "Pass.",
        reset="Retain “Bury”.",
    )
    mended = check_ai_card(spared, catalogue(), games=0).findings
    assert "never-kept" not in {each.code for each in mended}
    assert "error" not in {each.severity for each in mended}


def test_json_has_prices() -> None:
    report, _ = json.loads(run("words", "clay", "--json", "--games", "1").output)
    exact = next(f for f in report["findings"] if f["code"] == "exact-or-least-unsaid")
    (price,) = exact["prices"]
    assert set(price) == {"way", "means", "games", "otherwise", "wins", "low", "high"}


@pytest.mark.parametrize(
    ("otherwise", "words"),
    [(0.0, "0%"), (0.001, "<1%"), (0.2, "20%"), (0.999, ">99%"), (1.0, "100%")],
)
def test_a_price_never_rounds_to_none_or_all(otherwise: float, words: str) -> None:
    told = price_words(Price("A-tie", "", 1000, otherwise, 0.0, -0.01, 0.01))
    assert told.startswith(f"{words} of games differ, wins ")


def test_a_line_that_no_card_has_is_refused_before_any_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_: object) -> None:
        raise AssertionError("a game is played")

    monkeypatch.setattr("moonflight_solo.cli.commands.check.report_on", none)
    result = run("clay", "--line", "CLAY")
    assert result.exit_code == 2
    assert 'no line is called "CLAY". Choose from: pre-Turn 1, ' in result.stderr

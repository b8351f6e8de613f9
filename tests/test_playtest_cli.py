"""`moonflight playtest` and `moonflight compare`: options, output, results files and resuming."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import run
from helpers import CLAY, WORDS
from rich.console import Console

from moonflight_solo.cli import playtests
from moonflight_solo.cli.output import playtest_results as output
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.player_kinds import split_seat
from moonflight_solo.playtest.report.sections import results
from moonflight_solo.playtest.runner import PlayedUnit, WorkUnit, joined_units, play_units
from moonflight_solo.playtest.summaries.summary import Summary
from moonflight_solo.playtest.tally import Tally

BOTH = ("clay", "words")
SHORT = """\
jack: Words and Names
card: |
  PRE TURN
  ACTION
  1 – Play the highest cost card in hand.
  2 – If 4+ coin tokens in hand shop to Purchase highest cost card available.
  3 – Pass
  POST TURN
  ACTION
  1 – Play the highest cost card in hand.
  2 – Pass
"""


def playtest(*arguments: str) -> dict[str, Any]:
    result = run("playtest", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture
def short(tmp_path: Path) -> str:
    path = tmp_path / "a short card.yaml"
    path.write_text(SHORT, "utf-8")
    return str(path)


# ------------------------------------------------------------------------------ seats


@pytest.mark.parametrize(
    ("words", "jack", "player"),
    [
        ("clay", "clay", "ai"),
        ("clay:ai", "clay", "ai"),
        ("Jack o' Clay:GREEDY", "Jack o' Clay", "greedy"),
        ("clay:search=7", "clay", "search=7"),
        ("clay:search", "clay", "search=50"),
        ("C:\\my\\jack", "C:\\my\\jack", "ai"),
        ("a:b/jack", "a:b/jack", "ai"),
    ],
)
def test_a_seat_in_words(words: str, jack: str, player: str) -> None:
    assert split_seat(words) == (jack, player)


@pytest.mark.parametrize("words", ["clay:", "clay:clever", "clay:search=0", "clay:search=x"])
def test_a_seat_nobody_can_take(words: str) -> None:
    with pytest.raises(UsageError, match=r"search=|no player is called"):
        split_seat(words)


def test_without_seats_every_jack_with_a_printed_ai_card_plays() -> None:
    found = playtest("--games", "2")
    assert [(seat["jack"], seat["player"]) for seat in found["plan"]["seats"]] == [
        *((CLAY, "ai"), (WORDS, "ai"))
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody",), 'no Jack is called "nobody"'),
        (("--score",), "Score Mode is played by one Jack alone"),
        (("clay", "words", "--score"), "Score Mode is played by one Jack alone"),
        (("clay", "--first", "words"), "Words and Names is not in this game"),
        (("clay", "--ruling", "A-exact"), "--ruling takes ID=CHOICE"),
        (("--resume", "x.jsonl", "clay"), "--resume plays what its file says"),
        (("--resume", "x.jsonl", "--seed", "1"), "--resume plays what its file says"),
        (("--edition", "first"), "there is no edition"),
    ],
)
def test_what_cannot_be_played(arguments: tuple[str, ...], message: str) -> None:
    result = run("playtest", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_an_ai_card_nobody_plays_by(short: str) -> None:
    for seats in (("clay",), ("clay", "words:random")):
        for command in ("playtest", "watch"):
            result = run(command, *seats, "--ai", short)
            assert result.exit_code == 2
            assert f"no seat uses the AI card given for {WORDS}" in result.stderr


# ---------------------------------------------------------------------------- results


def test_results_in_sentences() -> None:
    result = run("playtest", *BOTH, "--games", "20", "--phrases", "--detail", "10")
    assert result.exit_code == 0
    assert result.stderr == ""
    told = result.stdout
    assert "The other readings and rulings in words:\nseat 1 post 1, reading 2: If (" in told
    for words in (
        "\nWhat the winner won by:\nhighest score: games ",
        "\nWhat emptied the Market Stacks of the Jacks:\nbought by its owner: Market Stacks ",
        "Clay and Bones (ai), Words and Names (ai): 20 games, seeds 0 to 19, prototype edition",
        "All 20 games reached their End; at most 16% of games would not (95% interval).",
        "moonflight watch clay words --seed NUMBER",
        "oing first ",
        "Wins and scores",
        "What ended the game",
        "Jack o' Clay and Bones AI, seat 1",
        "post 1 If hand contains",
        "condition: 6 cards in your hand: ",
        "A-tie, tie: ",
        "seat 1 post 1, reading 2: ",
    ):
        assert words in told, words
    assert "\x1b" not in told


def test_results_at_80_columns() -> None:
    """A table on a terminal is no wider than it; the words of its lines take two rows."""
    found = msgspec.convert(playtest(*BOTH, "--games", "2", "--detail", "1", "--price"), Summary)
    console = Console(width=80, record=True, file=StringIO(), force_terminal=True)
    for section in results(found, phrases=True):
        output.show_section(section, Terminal(console, plain=False, glyphs=PRETTY))
    lines = console.export_text().splitlines()
    assert len(lines) > 100
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines if "%" in line and line[0].isupper())
    at = next(at for at, line in enumerate(lines) if line.startswith("pre 2 If 8 cards in"))
    assert lines[at + 1].strip() == "hand play “Talk”."


@pytest.mark.parametrize(
    "arguments",
    [
        BOTH,
        ("clay:random", "words"),
        ("clay", "words:greedy", "--first", "2"),
        ("words", "clay", "words:random"),
        ("clay", "words", "--edition", "final"),
        ("clay", "words", "--ruling", "A-exact=at-least", "--rounds", "9"),
        ("clay", "--score"),
        ("words:greedy", "--score"),
        ("clay", "words", "--ai", "SHORT"),
    ],
)
def test_every_number_leads_to_a_command_that_shows_that_very_game(
    arguments: tuple[str, ...], short: str
) -> None:
    """The games that the examples of the scores name come out with these scores when watched."""
    typed = [short if word == "SHORT" else word for word in arguments]
    found = playtest(*typed, "--games", "2", "--seed", "11", "--detail", "0", "--jobs", "1")
    shown: dict[str, Any] = {}
    examples = [
        (number, each["value"], example)
        for number, seat in enumerate(found["seats"])
        for each in seat["score"]["histogram"]
        for example in each["examples"]
    ]
    lasted = {
        example["seed"]: each["value"]
        for each in found["rounds"]["histogram"]
        for example in each["examples"]
    }
    finished = found["finished"]["count"]
    assert len(examples) == finished * len(found["seats"])
    for number, score, example in examples:
        command = example["command"]
        if command not in shown:
            words = shlex.split(command)
            assert words[0] == "moonflight"
            result = run(*words[1:], "--json")
            assert result.exit_code == 0, result.stderr
            shown[command] = json.loads(result.stdout)["outcome"]
        assert shown[command]["scores"][number] == score
        assert shown[command]["rounds"] == lasted[example["seed"]]
    unfinished = found["unfinished"]["examples"]
    assert finished + len(unfinished) == 2
    for example in unfinished:
        result = run(*shlex.split(example["command"])[1:], "--json")
        assert not json.loads(result.stdout)["outcome"]["finished"]


def test_the_command_that_plays_it_all_again(short: str) -> None:
    typed = (*BOTH, "--ai", short, "--games", "3", "--seed", "5", "--first", "words")
    found = playtest(*typed)
    again = shlex.split(found["plan"]["command"])
    assert again[:2] == ["moonflight", "playtest"]
    assert playtest(*again[2:]) == found


# --------------------------------------------------------------------- kept and gone on


def test_resume_plays_only_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the end, and further: with more games the result is that of one long run."""
    out = str(tmp_path / "out.jsonl")
    few_rounds = (*BOTH, "--rounds", "6", "--jobs", "1")
    playtest(*few_rounds, "--games", "4", "--out", out)
    played: list[int] = []

    def noted(plan: Plan, units: Iterable[WorkUnit], jobs: int) -> Iterator[PlayedUnit]:
        for unit, tally in play_units(plan, units, 1):
            played.extend(range(unit.first, unit.end))
            yield unit, tally

    monkeypatch.setattr(playtests, "play_units", noted)
    whole = playtest("--resume", out, "--games", "7")
    assert played == [4, 5, 6]
    assert playtest("--resume", out, "--games", "3") == whole
    assert played == [4, 5, 6]
    monkeypatch.undo()
    assert whole == playtest(*few_rounds, "--games", "7")
    assert run("playtest", *BOTH, "--out", out).exit_code == 2


def stopping(after: int) -> Any:
    """Return a substitute for playing units that is interrupted after some of them."""

    def play(plan: Plan, units: Iterable[WorkUnit], jobs: int) -> Iterator[PlayedUnit]:
        for number, done in enumerate(play_units(plan, units, 1)):
            if number == after:
                raise KeyboardInterrupt
            yield done

    return play


@pytest.mark.parametrize("out", [True, False])
def test_ctrl_c_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: bool
) -> None:
    """The result so far is told, and the command to go on with, file or not."""
    arguments = (*SHORT_GAMES, "--games", "12", "--jobs", "1")
    with_file = ("--out", str(tmp_path / "with space.jsonl")) if out else ()
    monkeypatch.setattr(playtests, "play_units", stopping(after=2))
    result = run("playtest", *arguments, *with_file)
    assert result.exit_code == 130
    assert "6 games, seeds 0 to 5, " in result.stdout
    assert "moonflight: stopped after 6 of 12 games." in result.stderr
    assert "Traceback" not in result.stderr
    command = shlex.split(result.stderr.splitlines()[-1].removeprefix("Continue with: "))
    monkeypatch.undo()
    assert playtest(*command[2:]) == playtest(*arguments)


def test_ctrl_c_waits_until_a_unit_is_counted_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted in the midst of adding up, what is told and kept is still whole units."""
    merge = Tally.merge
    signals = [signal.SIGINT]

    def interrupted(self: Tally, other: Tally) -> None:
        while signals:
            signal.raise_signal(signals.pop())
        merge(self, other)

    monkeypatch.setattr(Tally, "merge", interrupted)
    result = run("playtest", *SHORT_GAMES, "--games", "12", "--jobs", "1")
    monkeypatch.undo()
    assert result.exit_code == 130
    assert "3 games, seeds 0 to 2, " in result.stdout
    assert "moonflight: stopped after 3 of 12 games." in result.stderr


def test_ctrl_c_before_anything_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playtests, "play_units", stopping(after=0))
    result = run("playtest", *BOTH, "--games", "24")
    assert (result.exit_code, result.stdout) == (130, "")
    assert "stopped after 0 of 24 games" in result.stderr


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM", "the terminal is closed"])
def test_several_processes_are_stopped(how: str, tmp_path: Path) -> None:
    """Ctrl-C goes to all of them; only the first speaks, and nothing counts half or twice."""
    out = tmp_path / "out.jsonl"
    process = playing(out)
    if how == "Ctrl-C":
        os.killpg(process.pid, signal.SIGINT)
    elif how == "SIGTERM":
        process.terminate()
    else:
        os.killpg(process.pid, signal.SIGHUP)
    told, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.splitlines()[0].startswith("moonflight: stopped after ")
    assert len(errors.splitlines()) == 2
    assert f"--resume {out}" in errors
    none_left(process.pid)
    done = [json.loads(line)["seeds"] for line in out.read_text("utf-8").splitlines()[1:]]
    (first, games), *_ = joined_units(WorkUnit(*unit) for (unit,) in done)
    assert first == 0
    assert games % 100 == 0
    assert f": {games:,} games, seeds " in told
    end = max(first + number for ((first, number),) in done)
    assert playtest("--resume", str(out), "--games", str(end), "--jobs", "1") == playtest(
        *SHORT_GAMES, "--games", str(end), "--jobs", "1"
    )


def test_processes_leave_when_the_one_that_began_them_is_killed(tmp_path: Path) -> None:
    process = playing(tmp_path / "out.jsonl")
    process.kill()
    process.communicate(timeout=60)  # returns when nobody holds its output any more
    none_left(process.pid)


def none_left(group: int) -> None:
    """Wait until no process of a group is left."""
    deadline = time.monotonic() + 30
    while any_left(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any_left(group)


def any_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


SHORT_GAMES = (*BOTH, "--detail", "0", "--rounds", "1")


def playing(out: Path) -> subprocess.Popen[str]:
    """Start a playtest in several processes, and return once its first games are saved."""
    program = [sys.executable, "-m", "moonflight_solo", "playtest", *SHORT_GAMES]
    process = subprocess.Popen(
        [*program, "--games", "100000", "--jobs", "2", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    # Units end in any order; what is told begins with the first seed.
    while not out.exists() or b'"seeds":[[0,' not in out.read_bytes().replace(b" ", b""):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.02)
    return process


# ---------------------------------------------------------------------------- compare


def test_two_wordings_compared(short: str) -> None:
    result = run("compare", "printed", short, *BOTH, "--games", "6", "--jobs", "1")
    assert result.exit_code == 0, result.stderr
    assert f"A: printed. B: {short}." in result.stdout
    assert "B: moonflight watch clay words --seed 0 --ai " in result.stdout
    assert " (line 10); B Words and Names in round 1: " in result.stdout


@pytest.mark.parametrize(
    ("here", "there", "differ"),
    [
        ("prototype", "final", True),
        ("A-exact=exactly", "A-exact=at-least", True),
        ("A-exact=exactly", "printed", False),
        ("prototype", "prototype", False),
    ],
)
def test_editions_and_rulings_compared(here: str, there: str, differ: bool) -> None:
    result = run("compare", here, there, *BOTH, "--games", "6", "--jobs", "1", "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["here"], found["there"]) == (here, there)
    (other,) = found["others"]
    assert bool(other["came_out_otherwise"]["count"]) is bool(other["examples"]) is differ
    assert other["pairs"] + other["unfinished_here"]["count"] <= 6
    for example in other["examples"]:
        assert example["first_difference"].startswith("Act ")
    for example in other["examples"][:1]:
        for key in ("command", "other_command"):
            watched = run(*shlex.split(example[key])[1:], "--json")
            assert watched.exit_code == 0


def test_a_comparison_is_kept_gone_on_with_and_written_as_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, page = str(tmp_path / "out.jsonl"), tmp_path / "page.html"
    monkeypatch.setattr(output, "_checks", lambda run: {})  # slow, and not what this is about
    typed = ("compare", "prototype", "final", *BOTH, "--rounds", "6", "--jobs", "1")
    with monkeypatch.context() as patched:
        patched.setattr(playtests, "play_units", stopping(after=2))
        stopped = run(*typed, "--games", "8", "--out", out)
    assert stopped.exit_code == 130
    assert "stopped after 4 of 8 games." in stopped.stderr
    assert f"To continue, repeat the command with --resume {out}." in stopped.stderr
    with monkeypatch.context() as patched:
        patched.setattr(playtests, "play_units", stopping(after=2))
        without_file = run(*typed, "--games", "8")
    *_, kept = shlex.split(without_file.stderr.splitlines()[-1].removesuffix("."))
    assert "8 seeds were played both ways" in run(*typed, "--games", "8", "--resume", kept).stdout
    sheet = tmp_path / "sheet.md"
    files = ("--html", str(page), "--feedback", str(sheet))
    resumed = run(*typed, "--resume", out, *files, "--json")
    assert resumed.exit_code == 0, resumed.stderr
    assert resumed.stdout == run(*typed, "--games", "8", "--json").stdout
    written = page.read_text("utf-8")
    told = sheet.read_text("utf-8")
    assert "## A: prototype. B: final" in told
    assert told.index("8 seeds were played both ways") < told.index("## 1. Are the rules clear?")
    assert "A: prototype. B: final.</h2>" in written
    assert written.index('id="verdict"') < written.index('id="short"')
    assert " --edition final" in page.read_text("utf-8")
    other = run("compare", "final", "prototype", *BOTH, "--resume", out)
    assert other.exit_code == 2
    assert "was started with other options; repeat those options" in other.stderr
    both = run(*typed, "--out", "x", "--resume", out)
    assert both.exit_code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing", "final"), '"nothing" is not an AI-card or suit file'),
        (("final", "A-exact=perhaps"), 'has no choice "perhaps"'),
        (("final", "none.yaml"), "there is no such file"),
        (("final",), "moonflight compare: missing argument"),
        (("final", "printed", "--until", "x"), "'--until': 'x' is not a valid number. See moon"),
    ],
)
def test_what_cannot_be_compared(words: tuple[str, ...], message: str) -> None:
    result = run("compare", *words)
    assert result.exit_code != 0
    assert message in result.stderr


def test_a_margin_nobody_can_play_for_is_told_as_it_is() -> None:
    words = ("compare", "prototype", "final", *BOTH, "--until", "0.001")
    result = run(*words, "--games", "4", "--jobs", "1")
    assert "after over 100,000,000 pairs" in result.stderr
    assert "wider than 0.001 percentage points" in " ".join(result.stdout.split()), result.stdout

"""Regression tests for faults with distributors, other systems and hostile files."""

from __future__ import annotations

import io
import json
import math
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from command_line import run
from helpers import WORDS, at_least, unchecked
from rich.console import Console

from moonflight_solo.ai_cards.card import AICard, read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.diff import comparison
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.output.streams import CleanStream, clean, escape_controls, to_ascii
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.datafiles import KINDS
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.files import read_file
from moonflight_solo.numbers import OVER, counting_number, whole_number
from moonflight_solo.own_jacks import is_reserved
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.runner import MOST_ON_WINDOWS, play_units
from moonflight_solo.records import Record, RecordFile, read_record, saved_games
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import MOST_SEATS, Settings, set_up
from moonflight_solo.scenario import load_scenario
from moonflight_solo.userfiles import NoHome, cache_folder, user_folder
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

ROOT = Path(__file__).parent.parent
THATCH = ROOT / "examples" / "thatch_and_tile"
GAME = ("play", "--jack", "clay", "--against", "words", "--seed", "4", "--first", "me")
DIGITS = "9" * 5000


def said(result: Result) -> str:
    """Return the only message of a refused command."""
    assert isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code in (1, 2)
    return result.stderr


# ------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("words", "number"),
    [
        *(("7", 7), ("+7", 7), ("-7", -7), (" 007 ", 7), ("٣", 3)),
        *((DIGITS, OVER), (f"-{DIGITS}", -OVER)),
        *((words, None) for words in ("+-1", "++1", "1.5", "1e3", "0x1", "", "²", "九", "1 2")),
    ],
)
def test_numbers_are_read_in_one_place(words: str, number: int | None) -> None:
    assert whole_number(words) == number
    assert counting_number("-1") is None


@pytest.mark.parametrize("first", ["+-1", "++1", DIGITS, "-5"])
@pytest.mark.parametrize(
    "words",
    [GAME[:-2], ("watch", "clay", "words"), ("playtest", "clay", "words", "--games", "1")],
)
def test_who_goes_first_is_no_such_number(words: tuple[str, ...], first: str) -> None:
    message = said(run(*words, f"--first={first}"))
    assert len(message) < 400
    assert re.match("moonflight: (no Jack is called|there is no seat)", message)


# -------------------------------------------------------------------------------- bounds


def ai_card(tmp_path: Path, words: str, instead: str = "Play “Memory”.") -> Path:
    text = (ROOT / "ai" / "words_and_names.yaml").read_text("utf-8")
    assert instead in text
    path = tmp_path / "ai.yaml"
    path.write_text(text.replace(instead, words), "utf-8")
    return path


LONG = {
    "digits": f"If {DIGITS} cards in hand play “Memory”.",
    "a word": f"Play {'x' * 900_000}.",
    "a name": f"Play “{'x' * 900_000}”.",
    "brackets": f"Play {'(' * 20_000}.",
    "names": f"Play {'/'.join(['“Memory”'] * 3_000)}.",
    "conditions": f"If {' and '.join(['6 cards in hand'] * 20_000)} play “Memory”.",
    "a number": "If 999999+ cards in hand play “Memory”.",
}


@pytest.mark.parametrize("words", LONG.values(), ids=LONG)
def test_a_sentence_that_nobody_could_print(tmp_path: Path, words: str) -> None:
    path = ai_card(tmp_path, words)
    for command in (("ai", "show", str(path)), ("ai", "diff", str(path), "words")):
        assert len(said(run(*command))) < 1_200
    result = run("ai", "check", str(path), "--games", "0")
    assert result.exit_code == 1
    assert "pre 6: not-read: " in result.stdout


def test_the_limit_of_a_sentence_is_named() -> None:
    with pytest.raises(WordingError, match=r"a sentence of 2005 letters is too long, 1000 is"):
        parsed_readings(Text("Play " + "x" * 2_000), "line")


def test_a_diff_of_two_long_cards_ends() -> None:
    """Every line differs, and there are 200 of them."""
    cards = catalogue()
    looked: list[int] = []

    class Counted(comparison._Part):
        def _looked_at(self, small: Any) -> Any:
            found = super()._looked_at(small)
            looked.append(len(found))
            return found

    def card(name: str) -> AICard:
        lines = [f"{n} – If {n % 9 + 1} cards in hand play “{name}”." for n in range(1, 31)]
        block = "\n  ".join(["PRE TURN", "ACTION", *lines, "31 – Pass"])
        text = f"jack: Words and Names\ncard: |\n  {block}\n"
        return read_ai_card(parse_document(text, name), cards)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "_Part", Counted)
        patch.setattr(comparison, "_MOST_LOOKS", 300)
        found = comparison.difference(card("Memory"), card("Call"), Basis(cards), games=1)
    assert found.verdict == "different"
    assert len(looked) == 30
    assert sum(looked) <= 300


SEAT = "  - {jack: Words and Names, hand: [Coin], coins: 5}\n"
SCENARIOS = {
    "seats": (f"seats:\n{SEAT * 900}", "900 seats are more than 20"),
    "copies": (f"seats:\n{SEAT}generic: {{Wealth: 900000000}}\n", "900000000 copies of Wealth"),
    "words": (f"seats:\n{SEAT}generic: {{Wealth: many}}\n", "expected a whole number"),
    "a fraction": (f"seats:\n{SEAT}generic: {{Wealth: 1.5}}\n", "expected a whole number"),
    "digits": (f"seats:\n{SEAT}generic: {{Wealth: {DIGITS}}}\n", "over 18 digits"),
    "brackets": ("[" * 20_000, "nested more than 40 levels"),
}


@pytest.mark.parametrize(("text", "message"), SCENARIOS.values(), ids=SCENARIOS)
def test_a_table_that_nobody_could_lay(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=message):
        load_scenario(path)


def test_no_table_seats_more() -> None:
    with pytest.raises(UsageError, match="21 Jacks are more than 20"):
        set_up(Settings((WORDS,) * (MOST_SEATS + 1)), catalogue(), [])


def test_more_copies_than_anybody_prints(tmp_path: Path) -> None:
    path = tmp_path / "suit.yaml"
    text = (THATCH / "suit.yaml").read_text("utf-8").replace("copies: 6", "copies: 100000000")
    path.write_text(text, "utf-8")
    assert "at most" in said(run("jack", "build", str(path)))


# --------------------------------------------------------------------------------- files


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    def refused(path: Path, message: str) -> None:
        with pytest.raises(DataError, match=message):
            read_file(path, 10, "Name another")

    (tmp_path / "big").write_bytes(b"x" * 11)
    refused(tmp_path / "big", "over 10 bytes")
    refused(tmp_path, "this is a folder")
    refused(tmp_path / "none", "there is no such file")
    (tmp_path / "loop").symlink_to("loop")
    refused(tmp_path / "loop", "it cannot be read")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        refused(tmp_path / "pipe", "a pipe or a device")
        refused(Path("/dev/zero"), "a pipe or a device")
    (tmp_path / "good").write_bytes(b"x" * 10)
    assert read_file(tmp_path / "good", 10, "") == b"x" * 10


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a device is named")
@pytest.mark.parametrize("file", ["/dev/zero", "/etc/passwd", "pipe"])
def test_files_that_a_record_names_are_not_opened_blindly(
    tmp_path: Path, moonflight_home: Path, file: str
) -> None:
    assert run(*GAME, typed="1\nquit\n").exit_code == 0
    (path,) = (moonflight_home / "games").iterdir()
    if file == "pipe":
        os.mkfifo(tmp_path / "pipe")
        file = str(tmp_path / "pipe")
    text = unchecked(path.read_text("utf-8"))
    path.write_text(text.replace('"card_files": []', f'"card_files": ["{file}"]'), "utf-8")
    for command in ("resume", "replay"):
        assert file in said(run(command))


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="a shell that makes pipes of commands")
def test_cards_that_a_shell_pipes_in_are_refused() -> None:
    """--cards <(cat suit.yaml): they would be gone when the game is gone on with."""
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb") as out:
        out.write((THATCH / "suit.yaml").read_bytes())
    pipe = f"/dev/fd/{reader}"
    for command in (GAME, ("watch", "clay", "words"), ("playtest", "--games", "1")):
        message = said(run(*command, "--cards", pipe))
        assert message.startswith(f"moonflight: {pipe}: this is a pipe or a device, not a file. ")
        assert "Save its output to a file" in message
    os.close(reader)


@pytest.mark.skipif(
    shutil.which("make") is None or sys.platform == "win32", reason="there is no make, or no sh"
)
def test_make_play_runs_after_the_tree_was_moved(tmp_path: Path) -> None:
    """Commands in .venv/bin know where they were made. And a game that is left is no error."""
    here, there = tmp_path / "here", tmp_path / "there"
    bin_ = here / ".venv" / "bin"
    bin_.mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, here)
    for name in ("moonflight_solo", *KINDS):
        (here / name).symlink_to(ROOT / name)
    scripts = {
        "python": f'#!/bin/sh\nexec {sys.executable} "$@"\n',
        "moonflight": f"#!{bin_}/python",
    }
    for name, text in scripts.items():
        (bin_ / name).write_text(text)
        (bin_ / name).chmod(0o755)
    for stamp in (".made", ".installed"):
        (here / ".venv" / stamp).touch()
    here.rename(there)

    def make(arguments: str) -> subprocess.CompletedProcess[str]:
        words = ["make", "--no-print-directory", "play", f"ARGS={arguments}"]
        return subprocess.run(words, cwd=there, input="1\n", capture_output=True, text=True)

    left = make("--jack clay --against words --seed 1")
    assert left.returncode == 0
    assert left.stderr.endswith("Continue the game with: make play\n")
    wrong = make("--jack nobody")
    assert wrong.returncode == 2
    assert 'no Jack is called "nobody"' in wrong.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [
        *((name, f"'{name}' looks like another option") for name in ("--html", "-h", "--", "ID=x")),
        (" ", "a name is missing."),
    ],
)
def test_an_option_that_swallows_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    message = said(run("playtest", "clay", "words", "--games", "1", "--out", name))
    assert told in message
    assert list(tmp_path.iterdir()) == []


def test_one_record_keeps_no_other_from_being_listed(moonflight_home: Path) -> None:
    assert run(*GAME, typed="1\nnote x\nquit\n").exit_code == 0
    games = moonflight_home / "games"
    (path,) = games.iterdir()
    text = unchecked(path.read_text("utf-8"))
    for name, old, new in (
        ("half", '"note": "x"', '"note": "\\ud800\\u001b[31m"'),
        ("jack", '"jack": "Clay and Bones"', '"jack": "\\ud800"'),
        ("key", '"edition"', '"\\ud800": 1, "edition"'),
    ):
        assert old in text
        (games / f"{name}.jsonl").write_text(text.replace(old, new), "utf-8")
    (games / "loop.jsonl").symlink_to("loop.jsonl")
    (games / "torn.jsonl").write_text(text[:20], "utf-8")
    (games / "folder.jsonl").mkdir()
    result = run("saves")
    assert result.exit_code == 0
    assert ". Clay and Bones against Words and Names, " in result.stdout
    assert "torn.jsonl:1: the first line is incomplete" in result.stdout
    for name in ("half", "jack", "key"):
        for command in ("resume", "replay", "notes"):
            answer = run(command, name, typed="quit\n")
            assert answer.exception is None or isinstance(answer.exception, SystemExit)
            assert "\x1b" not in answer.output


SURROGATES = {
    '"edition": "prototype"': '"edition": "\\ud800"',
    '"jack": "Words and Names"': '"jack": "\\ud800"',
    '"answer": "play Coin"': '"answer": "play \\ud800"',
    '"rulings": {}': '"rulings": {"\\ud800": "\\udcff"}',
    '"note": "x"': '"note": "\\ud800"',
    '"words": {': '"words": {"\\ud800": "\\ud800", ',
}


@pytest.mark.usefixtures("known_checks", "fewer_simulated_games")
@pytest.mark.parametrize(("old", "new"), SURROGATES.items(), ids=range(len(SURROGATES)))
def test_no_way_out_of_a_record_breaks_on_half_a_letter(
    old: str, new: str, moonflight_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*GAME, "--rounds", "1", typed=["play Coin", "note x", "done"]).exit_code == 1
    (path,) = (moonflight_home / "games").iterdir()
    text = unchecked(path.read_text("utf-8"))
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    notes = ("playtest", "clay", "words", "--games", "1", "--rounds", "1", "--feedback", "f.md")
    ways: list[tuple[str, ...]] = [("share",), ("replay",), ("resume",), ("saves",), ("stats",)]
    ways += [("notes",), ("saves", "--json"), ("notes", "--json")]
    if "words" in old or at_least(0, 1):  # the one that takes long
        ways.append(("coach", "--html", "c.html"))
    for words in (*ways, ("play", "--from", path.stem), (*notes, "--notes", path.stem)):
        found = run(*words)
        assert found.exception is None or isinstance(found.exception, SystemExit), words
    if found.exit_code == 0:
        (tmp_path / "f.md").read_text("utf-8")


def test_a_wrong_clock_does_not_stay_on_top(moonflight_home: Path) -> None:
    games = moonflight_home / "games"
    assert run(*GAME, typed="1\nquit\n").exit_code == 0
    (first,) = games.iterdir()
    os.utime(first, (2**33, 2**33))  # the year 2242
    assert run(*GAME, typed="1\nquit\n").exit_code == 0
    (second,) = set(games.iterdir()) - {first}
    began = datetime.fromisoformat(read_record(first).header.begun).timestamp()
    os.utime(second, (began + 9, began + 9))
    assert saved_games.find(None) == second
    assert [save.path for save in saved_games.saves()] == [second, first]
    assert saved_games.saves()[1].played.timestamp() == began
    os.utime(first, (began + 20, began + 20))
    assert saved_games.find(None) == first


def test_two_names_that_differ_in_their_capitals(moonflight_home: Path) -> None:
    assert run(*GAME, typed="1\nquit\n").exit_code == 0
    games = moonflight_home / "games"
    (path,) = games.iterdir()
    for name in ("upper", "UPPER"):
        shutil.copy(path, games / f"{name}.jsonl")
    if len(list(games.iterdir())) < 3:
        pytest.skip("they are one name here")
    assert saved_games.find("upper").stem == "upper"
    assert saved_games.find("UPPER").stem == "UPPER"
    for name in ("Upper", "upp", "PER"):
        with pytest.raises(UsageError, match=f'"{name}" could be (upper, UPPER|UPPER, upper)'):
            saved_games.find(name)


@pytest.mark.parametrize(
    "typed", ['play "Coin"', "play “coin”", "play\tcoin", "play\u00a0Coin\u200b"]
)
def test_an_act_is_read_as_it_was_copied(typed: str, moonflight_home: Path) -> None:
    assert run(*GAME, typed=[typed, "note a “b”", "quit"]).exit_code == 0
    (path,) = (moonflight_home / "games").iterdir()
    record = read_record(path)
    assert [answer.answer for answer in record.answers] == ["play Coin"]
    assert record.notes[0].note == "a “b”"
    missing = run(*GAME, typed=['play "Coal"', "card “bury”", "quit"]).stdout
    assert '"Coal" is not in your hand' in missing
    assert '""' not in missing
    assert "Bury" in missing


@pytest.mark.parametrize("name", ["Con", "Nul", "Com1", "Lpt9", "Aux"])
def test_no_jack_has_a_name_that_windows_reserves(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_reserved(name)
    assert is_reserved(f"{name}.yaml")
    assert not is_reserved(f"{name}e")
    monkeypatch.chdir(tmp_path)
    assert run("jack", "new", name).exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_torn_record_does_not_stand_in_the_way(moonflight_home: Path) -> None:
    assert run(*GAME, typed="1\nquit\n").exit_code == 0
    games = moonflight_home / "games"
    (path,) = games.iterdir()
    torn = games / "z.jsonl"
    torn.write_bytes(path.read_bytes()[:30])
    later = path.stat().st_mtime + 60
    os.utime(torn, (later, later))
    assert saved_games.find(None) == path
    assert "You are back" in run("resume", typed="quit\n").stdout


def test_a_kept_jack_that_cannot_be_looked_into(
    moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = moonflight_home / "jacks" / "locked"
    folder.mkdir(parents=True)
    listed = Path.iterdir

    def denied(self: Path) -> Iterator[Path]:
        if self == folder:
            raise PermissionError(13, "Permission denied", str(self))
        return listed(self)

    monkeypatch.setattr(Path, "iterdir", denied)
    result = run(*GAME, typed="quit\n")
    assert result.exit_code == 0, result.output


def test_a_jack_of_very_many_letters_is_recorded(tmp_path: Path, moonflight_home: Path) -> None:
    name = "龍" * 60 + " and " + "木" * 60
    shutil.copytree(THATCH, tmp_path / "jack")
    for file in (tmp_path / "jack").iterdir():
        file.write_text(file.read_text("utf-8").replace("Thatch and Tile", name), "utf-8")
    result = run("play", "--jack", str(tmp_path / "jack"), "--against", "words", typed="1\nquit\n")
    assert result.exit_code == 0, result.output
    (path,) = (moonflight_home / "games").iterdir()
    assert len(os.fsencode(path.name)) < 200


def test_a_note_is_recorded_as_soon_as_there_is_room_again(
    moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []

    def full_once(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):  # no folder, which not every system syncs
            synced.append(descriptor)
        if len(synced) in (2, 3):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_once)
    result = run(*GAME, typed="1\nnote lost\nnote kept\nquit\n")
    assert "this game is not saved, so the note would be lost" in result.output.casefold()
    assert "The whole game is saved again.\nNoted." in result.output
    assert "kept" in run("notes").stdout
    assert "after 1 decision" in run("resume", typed="quit\n").stdout


def test_a_game_begun_on_a_full_disk_is_recorded_once_there_is_room(
    moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(full: float) -> tuple[str, int, list[Record]]:
        """Play with no room for the first ``full`` lines."""
        tried = 0

        def sync(descriptor: int) -> None:
            nonlocal tried
            tried += stat.S_ISREG(os.fstat(descriptor).st_mode)
            if tried <= full:
                raise OSError(28, "No space left on device")

        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", sync)
            told = run(*GAME, typed="1\n1\nundo\nquit\n").stdout
        files = list((moonflight_home / "games").iterdir())
        found = [read_record(path) for path in files]
        for path in files:
            path.unlink()
        return told, tried, found

    (whole,) = played(0)[2]
    told, tried, found = played(math.inf)
    assert found == []
    assert "Start the same game again with: moonflight play" in told
    for full, again in ((1, True), (2, True), (tried - 2, False)):
        told, _, (record,) = played(full)
        assert (record.answers, record.undone) == (whole.answers, whole.undone)
        assert told.count("No space left on device. You can play on, but the game is not") == 1
        assert told.count("The whole game is saved again.") == again
        assert "Continue the game with: moonflight resume" in told


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names there are always letters")
def test_names_that_are_no_letters(
    tmp_path: Path, moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / os.fsdecode(b"d\xe9")
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert run("jack", "new", "Reed and Rush").exit_code == 0
    file = str(folder / os.fsdecode(b"caf\xe9.yaml"))
    shutil.copy(ROOT / "ai" / "words_and_names.yaml", file)
    assert run(*GAME, "--ai", file, typed="1\nquit\n").exit_code == 0
    back = run("resume", typed="quit\n")
    assert back.exit_code == 0, back.output
    assert "after 1 decision" in back.stdout


# -------------------------------------------------------------------- where it all goes out


ESCAPES = ["\x1b[31m", "\x1b]0;title\x07", "\x9b2J", "\x90q\x9c", "\x00", "\x7f", "\u202e", "\r"]


@pytest.mark.parametrize("escape", ESCAPES)
def test_what_a_terminal_obeys_does_not_go_out(escape: str) -> None:
    kept = clean(f"a{escape}b\tc\n")
    assert kept[0] == "a"
    assert kept.endswith("b\tc\n")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", kept)
    out = io.StringIO()
    CleanStream(out).write(escape)
    assert escape not in out.getvalue()
    assert escape not in run("card", f"x{escape}y").output.removesuffix("\n")
    data = escape_controls(f'["{escape}"]') if escape > "\x7e" else ""
    assert escape not in data


def test_half_a_letter_goes_out_as_a_sign_for_it() -> None:
    assert clean("a\ud800b\udcffc") == "a\ufffdb\ufffdc"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
@pytest.mark.parametrize(
    ("words", "closed"),
    [
        *(("rank 5", "<&-"), ("cards", ">&-"), ("--help", ">&-"), ("rank 5", "2>&-")),
        *(("cards", "<&- >&- 2>&-"), ("--help", "<&- >&- 2>&-")),
    ],
)
def test_streams_that_are_closed(words: str, closed: str) -> None:
    line = f"{sys.executable} -m moonflight_solo {words} {closed}"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


# ------------------------------------------------------------------------ no home, no luck


KEEPING_NOTHING = ["rank 5", "cards", "card Coin", "rules turn", "watch clay words --rounds 1"]


@pytest.fixture(params=["a name", "nobody"])
def no_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the home folder: point to that of an unknown user, or be an unknown user."""
    if request.param == "a name":
        monkeypatch.setenv("MOONFLIGHT_HOME", "~nosuch")
        return
    for name in ("MOONFLIGHT_HOME", "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    pwd = pytest.importorskip("pwd")

    def unknown(number: int) -> object:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.mark.usefixtures("no_home")
def test_nobody_has_a_home() -> None:
    with pytest.raises(NoHome, match="no home folder was found"):
        user_folder("games")
    with pytest.raises(NoHome, match="no home folder was found"):
        cache_folder()
    for words in KEEPING_NOTHING:
        assert run(*words.split()).exit_code == 0, words
    result = run(*GAME, typed="1\nquit\n")
    assert result.exit_code == 0
    assert "no home folder was found" in result.stdout
    assert "no home folder was found" in said(run("saves"))


# --------------------------------------------------------- what other systems have not


WITHOUT = """
import builtins, os, signal, sys
real = builtins.__import__
def imported(name, *more, **named):
    if name.partition(".")[0] in ("readline", "fcntl", "termios", "tty", "pty", "pwd", "grp"):
        raise ImportError(name)
    return real(name, *more, **named)
for name in ("SIGWINCH", "SIGALRM", "SIGHUP", "SIGTSTP"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("O_NONBLOCK", "O_NOCTTY", "mkfifo", "fork", "getuid"):
    if hasattr(os, name):
        delattr(os, name)
builtins.__import__ = imported
"""
EACH = """
import io, sys
from moonflight_solo.cli import main
for words, typed in {commands!r}:
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), sys.stdin.encoding)
    try:
        main([*words])
    except SystemExit as ended:
        print(words[0], ended.code, file=sys.stderr)
"""


def all_end_well(
    commands: Sequence[tuple[Sequence[str], str]], folder: Path, before: str = "", **more: str
) -> bytes:
    """Run commands with what is typed at each, one after the other in a process after the code
    ``before``; return what it prints.
    """
    done = subprocess.run(
        [sys.executable, "-c", before + EACH.format(commands=commands)],
        capture_output=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **more},
    )
    ended = done.stderr.decode(more["PYTHONIOENCODING"]).splitlines()
    assert ended == [f"{words[0]} 0" for words, _ in commands]
    return done.stdout


@pytest.mark.slow
def test_without_what_windows_has_not(tmp_path: Path) -> None:
    commands = [
        (GAME, "1\r\nnote ☾\r\nundo\r\n1\r\nquit\r\n"),
        (("resume",), "1\r\nquit\r\n"),
        (("saves",), ""),
        (("watch", "clay", "words", "--rounds", "1"), ""),
        (("playtest", "clay", "words", "--games", "1", "--rounds", "1", "--out", "x"), ""),
        (("jack", "new", "Reed and Rush"), ""),
        (("ai", "show", "words"), ""),
    ]
    told = all_end_well(commands, tmp_path, before=WITHOUT, PYTHONIOENCODING="utf-8")
    assert "You left in round 1." in told.decode()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_a_code_page_has_few_letters(encoding: str, tmp_path: Path) -> None:
    """What is printed is the same but for those it has not; JSON is the same."""
    commands = [(GAME, "1\r\nquit\r\n"), (("ai", "show", "words"), "")]
    commands += [(("card", "bury"), ""), (("card", "bury", "--json"), "")]
    posix = {"PYTHONUTF8": "0", "LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"}

    def told(encoding: str) -> tuple[str, object]:
        more = {**posix, "PYTHONIOENCODING": encoding, "MOONFLIGHT_HOME": str(tmp_path / encoding)}
        *text, data = all_end_well(commands, tmp_path, **more).decode(encoding).splitlines()
        return "\n".join(text), json.loads(data)

    (few, answer), (whole, same) = told(encoding), told("utf-8")
    whole = to_ascii(whole)
    for sign, written in zip("◆●▲■♣♥☾☼¢★☆⚑▪–›", "#@%&$+(*c*^!=->", strict=True):
        whole = whole.replace(sign, written)
    assert few == whole.encode(encoding, "replace").decode(encoding)
    assert "“" not in few
    assert answer == same


NOT_EVERYWHERE = {"curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"}
SOURCES = [*(ROOT / "moonflight_solo").rglob("*.py"), *(ROOT / "moonscrown").rglob("*.py")]


def test_no_module_begins_with_what_windows_has_not() -> None:
    """Of tests too: one that cannot be imported would end the whole run there."""
    found = []
    for path in [*SOURCES, *(ROOT / "tests").rglob("*.py")]:
        for line in re.findall(r"^(?:import|from) .*", path.read_text("utf-8"), re.MULTILINE):
            found += [(path.name, name) for name in NOT_EVERYWHERE & set(re.findall(r"\w+", line))]
    assert found == []


def test_no_number_of_jobs_fills_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class StopHere(Exception):
        pass

    def executor(jobs: int, *_: object) -> None:
        asked.append(jobs)
        raise StopHere

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", executor)
    for system, processors, most in (("linux", 2, 8), ("win32", 64, MOST_ON_WINDOWS)):
        monkeypatch.setattr("sys.platform", system)
        monkeypatch.setattr("moonflight_solo.playtest.runner.processors", lambda n=processors: n)
        with pytest.raises(StopHere):
            list(play_units(Plan(seats=(SeatPlan(WORDS),)), [], 99_999))
        assert asked.pop() == most


def test_windows_takes_no_open_file_away(
    moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if any(each.path == path and each.recording for each in begun):
            raise PermissionError(13, "another process has it open")
        real(path, missing_ok)

    begun: list[RecordFile] = []
    begin = RecordFile.begin

    def kept(*given: Any, **named: Any) -> RecordFile:
        begun.append(begin(*given, **named))
        return begun[-1]

    monkeypatch.setattr(RecordFile, "begin", kept)
    monkeypatch.setattr(Path, "unlink", unlink)
    assert run(*GAME, typed="quit\n").exit_code == 0
    assert len(begun) == 1
    assert list((moonflight_home / "games").iterdir()) == []


def test_a_command_is_told_as_this_system_types_it(monkeypatch: pytest.MonkeyPatch) -> None:
    path = r"C:\My Games\one.jsonl"
    monkeypatch.setattr("sys.platform", "linux")
    assert saved_games.command_line(["moonflight", "resume", path]) == f"moonflight resume '{path}'"
    monkeypatch.setattr("sys.platform", "win32")
    assert saved_games.command_line(["moonflight", "resume", path]) == f'moonflight resume "{path}"'


def test_a_window_that_is_no_console_is_typed_into_plainly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As Git Bash's own on Windows, where prompt_toolkit raises an error known there only."""
    from moonflight_solo.cli.game import line_editor

    def none(_: object) -> None:
        raise RuntimeError("no Windows console found")

    monkeypatch.setattr(line_editor, "LineEditor", none)
    monkeypatch.setattr("sys.stdin", io.StringIO(" play waste \n"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: sys.stdin.readline())
    colored = Terminal(Console(file=io.StringIO()), plain=False, glyphs=PRETTY)
    assert Keyboard(colored).read("> ") == "play waste"


# --------------------------------------------------------------------------- what it needs


def test_what_a_release_runs_is_named_by_its_hash() -> None:
    """Who can move a tag of an action could publish in our name."""
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8")
    used = re.findall(r"uses: (\S+)", workflow)
    assert len(used) > 10
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", each)] == []


def test_every_dependency_is_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    called = {"pyyaml": "yaml"}
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "moonflight_solo").rglob("*.py"))
    for need in project["dependencies"]:
        name = re.split("[<>=]", need)[0]
        module = called.get(name, name)
        assert re.search(rf"^\s*(from|import) {module}\b", code, re.MULTILINE), name

"""Saved games: undo and redo, resume, saves, replay, notes, and watched games."""

from __future__ import annotations

import json
import re
import select
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
import yaml
from command_line import run
from helpers import CLAY, MADE_UP, ODDS, WORDS, at_least, unchecked
from typing_person import typed_game

from moonflight_solo.ai_cards.step import step
from moonflight_solo.coach import advice
from moonflight_solo.records import (
    Record,
    SeatHeader,
    read_record,
)
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.scenario import load_scenario

ROOT = Path(__file__).parent.parent
GAME = ("play", "--jack", CLAY, "--against", WORDS, "--seed", "4", "--first", "me")
SHORT = ("play", "--jack", CLAY, "--against", WORDS, "--seed", "7", "--rounds", "4")
OWN_CARD = "jack: Words and Names\ncard: |\n  PRE TURN\n  ACTION\n  1 – Play “Coin”.\n  2 – Pass\n"


@cache
def short_game() -> tuple[str, ...]:
    """Return every line typed in the game called `SHORT`."""
    typed, _ = typed_game(CLAY, WORDS, seed=7, rounds=4)
    return tuple(typed)


@pytest.fixture(scope="module")
def played_straight(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return what the game called `SHORT` shows when played in one go, and its replay."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOONFLIGHT_HOME", str(tmp_path_factory.mktemp("straight")))
        return run(*SHORT, typed=short_game()).stdout, run("replay").stdout


def games(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)


def only(home: Path) -> Record:
    (path,) = games(home)
    return read_record(path)


def told(output: str) -> list[str]:
    """Return the log lines in the output, without duplicates."""
    start = r"(You|Clay and Bones|Words and Names)( \[\d+\])?"
    verb = r"(plays?|bu(y|ys)|spends?|builds?:?|pass(es)?|scores?|wins?:?) ?"
    return [
        line
        for line in output.splitlines()
        if re.match(rf"{start} {verb}|In Reset |Round \d+\.", line)
    ]


def last_screen(output: str, prompt: str = "Clay and Bones> ") -> list[str]:
    """Return the lines between the last two prompts."""
    return output.rsplit(prompt, 2)[-2].splitlines()[1:]


# --------------------------------------------------------------------------- recording


def test_a_game_is_recorded_from_its_first_line_to_its_end(moonflight_home: Path) -> None:
    result = run(*SHORT, "--ruling", "A-exact=at-least", typed=short_game())
    assert result.exit_code == 0
    record = only(moonflight_home)
    header = record.header
    assert header.seats == (SeatHeader(CLAY, "person"), SeatHeader(WORDS, "ai"))
    assert (header.seed, header.edition, header.first) == (7, "prototype", None)
    assert header.rulings == {"A-exact": "at-least"}
    assert header.round_limit == 4
    assert not header.score_mode
    assert header.words.keys() > {"Bury", "Coin", "ruling A-exact", "prototype edition"}
    assert any(name.endswith("AI pre-Turn action line 1") for name in header.words)
    assert record.ended is not None
    assert record.ended.ended == "round limit"
    decided = [answer for answer in record.answers if not answer.auto]
    assert len(decided) == len(short_game())
    for answer, words in zip(decided, short_game(), strict=True):
        assert answer.ask != "act" or answer.answer == words


def test_score_mode_is_recorded_and_resumed(moonflight_home: Path) -> None:
    typed, outcome = typed_game(CLAY, seed=3)
    assert run("score", "--jack", CLAY, "--seed", "3", typed=typed[:30]).exit_code == 1
    assert only(moonflight_home).header.score_mode
    result = run("resume", typed=typed[30:])
    assert result.exit_code == 0, result.output[-800:]
    assert f"You score {outcome.scores[0]}" in result.stdout
    assert re.search(r"\nYou are a [A-Z][^.]+\. ", result.stdout)
    replayed = run("replay").stdout
    assert told(replayed)[-1].startswith(f"You score {outcome.scores[0]}")
    assert "from the Turn stack" in replayed
    listed = run("saves").stdout
    assert "Clay and Bones in Score Mode, finished in round " in listed
    assert f"with a score of {outcome.scores[0]}," in listed


def test_a_folder_that_cannot_be_written_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MOONFLIGHT_HOME", str(tmp_path / "file"))
    result = run(*GAME, typed=["play coin", "note x", "undo", "play waste", "quit"])
    assert result.exit_code == 0
    assert result.stdout.count("the game is not being saved and cannot be resumed") == 1
    assert "This game is not saved, so the note would be lost." in result.stdout
    assert "You play Waste." in result.stdout
    assert "Start the same game again with: moonflight play --jack" in result.stdout
    assert run("saves").exit_code in (0, 1)


def test_a_file_lost_in_mid_game_is_said_once(
    moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from moonflight_solo.cli.game.table_commands import TableCommands

    def lose(self: TableCommands, *_: object) -> None:
        games(moonflight_home)[0].unlink()

    monkeypatch.setattr(TableCommands, "_log", lose)
    result = run(*GAME, typed=["play coin", "log", "play coin", "pass", "pass", "undo 2", "quit"])
    assert result.exit_code == 0, result.output[-500:]
    assert result.stdout.count("cannot be written: No such file or directory.") == 1
    assert "from where it was last saved" in result.stdout


# ----------------------------------------------------------------------- undo and redo


def test_undo_to_the_start_and_forward_gives_the_same_game(
    moonflight_home: Path, played_straight: tuple[str, str]
) -> None:
    typed = short_game()
    straight = run(*SHORT, typed=typed)
    (first,) = games(moonflight_home)
    half = len(typed) // 2
    back = run(*SHORT, typed=[*typed[:half], f"undo {half}", "redo all", *typed[half:]])
    assert back.exit_code == 0, back.output[-500:]
    assert run("replay").stdout == played_straight[1]
    (second,) = set(games(moonflight_home)) - {first}
    assert read_record(second).answers == read_record(first).answers
    assert last_screen(back.stdout) == last_screen(straight.stdout)
    steps = [
        line for line in unchecked(second.read_text("utf-8")).splitlines() if '"stand"' in line
    ]
    assert steps[0] == '{"stand": 0}'
    assert len(steps) == 2


def test_undo_and_redo_at_every_decision(moonflight_home: Path) -> None:
    """One back and one forward after every answer changes nothing."""
    typed, _ = typed_game(CLAY, WORDS, seed=7, rounds=2)
    game = (*SHORT[:-1], "2")
    run(*game, typed=typed)
    there = run("replay").stdout
    zigzag = [line for words in typed[:-1] for line in (words, "undo", "redo")]
    result = run(*game, typed=[*zigzag, typed[-1]])
    assert result.exit_code == 0, result.output[-500:]
    assert run("replay").stdout == there


def test_the_screen_after_undo_is_as_it_was(moonflight_home: Path) -> None:
    """What had been told is not told again, and the table is shown whole."""
    result = run(*GAME, typed=["play coin", "play waste", "undo", "quit"])
    screens = result.stdout.split("Clay and Bones> ")
    assert told(screens[3]) == []
    assert 'Undone: "play Waste". Type redo to restore it.' in screens[3]
    assert "Your Draw Deck: 5 cards." in screens[3]
    listed = [line for line in screens[1].splitlines() if re.match(r"\d+: ", line)]
    again = [line for line in screens[3].splitlines() if re.match(r"\d+: ", line)]
    assert again == listed
    log = run("resume", typed=["log 99", "quit"]).stdout.split("Clay and Bones> log 99\n")[1]
    assert sum(line.startswith("You play Coin") for line in log.splitlines()) == 1


def test_undo_at_a_question_and_another_way_on(moonflight_home: Path) -> None:
    typed = ["always ask", "play coin", "play waste", "done", "undo", "redo", "2", "undo round",
             "pass", "undo", "play waste", "redo", "log", "quit"]  # fmt: skip
    result = run(*GAME, typed=typed)
    assert result.exit_code == 0
    assert result.stdout.count("In which order do your cards leave play?") == 2
    assert 'Undone: "' in result.stdout
    assert "There is nothing to redo." in result.stdout
    log = result.stdout.split("Clay and Bones> log\n")[1]
    assert [line for line in told(log) if line.startswith("You")] == ["You play Waste."]
    record = only(moonflight_home)
    assert [answer.answer for answer in record.answers] == ["play Waste"]
    assert record.undone == []


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("undo", "There is nothing to undo."),
        ("undo 3", "There is nothing to undo."),
        ("undo 0", 'Type "undo", "undo" and how many lines, or "undo round".'),
        ("undo x", 'Type "undo", "undo" and how many lines, or "undo round".'),
        ("undo " + "9" * 5000, "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("redo all", "There is nothing to redo."),
        ("redo round", 'Type "redo", "redo" and how many lines, or "redo all".'),
        ("note", 'Type "note" and your note.'),
    ],
)
def test_what_is_wrong_with_it_is_said(typed: str, message: str) -> None:
    result = run(*GAME, typed=[typed, "quit"])
    assert message in result.stdout.splitlines()
    assert result.exit_code == 0


def test_shopping_for_several_with_a_running_total() -> None:
    typed = ["pl coi", "buy", "?", "9", "zz", "12", "bu", "", "log 2", "quit"]
    result = run(*GAME[:5], "--seed", "5", "--first", "me", typed=typed)
    assert (
        "Which card of your own suit do you buy? So far nothing: 0 of 6 coin tokens."
        in result.stdout
    )
    assert "So far Bury, Bury: 2 of 6 coin tokens." in result.stdout
    assert "You cannot choose 9. Choose from: 11, 12, 13." in result.stdout
    assert (
        '"zz" is not among the choices. Among the choices: Macabre Harvest, Bury.' in result.stdout
    )
    assert "You can buy several cards of your own suit in one Shop." in result.stdout
    assert "You buy Bury and Bury for 2 coin tokens." in result.stdout


# ------------------------------------------------------------------------------ resume


@pytest.mark.parametrize("stop", [1, 5, 7, 9, 12, 20, 27])
def test_a_game_resumed_is_the_same_game(stop: int, played_straight: tuple[str, str]) -> None:
    """It shows what would have been shown, tells the news since one's last answer, and goes on."""
    typed = short_game()
    whole, there = played_straight
    left = run(*SHORT, typed=typed[:stop])
    assert left.exit_code == 1
    assert left.stderr.endswith("Continue the game with: moonflight resume\n")
    back = run("resume", typed=typed[stop:])
    assert back.exit_code == 0, back.output[-500:]
    assert back.stdout.splitlines()[-3:] == whole.splitlines()[-3:]
    assert run("replay").stdout == there
    once = [line for line in told(whole) if line not in told(left.stdout)]
    assert [line for line in told(back.stdout) if line in once] == once
    assert f"after {stop} decision" in back.stdout


def test_a_game_is_resumed_by_name_or_file(moonflight_home: Path, tmp_path: Path) -> None:
    run(*GAME, typed=["play coin", "play coin", "quit"])
    run(*SHORT, typed=["0", "quit"])
    first, second = games(moonflight_home)
    for name in (first.stem, str(first)):
        back = run("resume", name, typed=["quit"]).stdout
        assert "You are back, after 2 decisions." in back
    assert "after 1 decision." in run("resume", second.stem, typed=["quit"]).stdout
    copy = tmp_path / "sent.jsonl"
    copy.write_bytes(first.read_bytes())
    left = run("resume", str(copy), typed=["quit"])
    assert f"Continue the game with: moonflight resume {copy}" in left.stdout


def test_what_cannot_be_resumed(moonflight_home: Path, tmp_path: Path) -> None:
    result = run("resume")
    assert result.exit_code == 1
    assert "there is no unfinished game yet; moonflight play begins one." in result.stderr
    assert run("resume", "nothing").exit_code == 2
    assert run("resume", str(tmp_path / "no.jsonl")).exit_code == 1
    run(*SHORT, typed=short_game())
    (path,) = games(moonflight_home)
    result = run("resume", path.stem)
    assert result.exit_code == 0
    assert "Unfinished: the game reached its limit of 4 rounds." in result.stdout
    assert run("resume").exit_code == 1
    assert run("watch", "clay", "words", "--record", str(tmp_path / "w.jsonl")).exit_code == 0
    result = run("resume", str(tmp_path / "w.jsonl"))
    assert result.exit_code == 1
    assert "was only watched" in result.stderr


@pytest.mark.parametrize("command", ["resume", "replay", "notes"])
def test_damaged_files_are_refused_and_left_alone(
    command: str, moonflight_home: Path, tmp_path: Path
) -> None:
    run(*GAME, typed=["play coin", "play waste", "quit"])
    path = tmp_path / "game.jsonl"
    good = games(moonflight_home)[0].read_text("utf-8")
    lines = good.splitlines()
    for number, line in ((1, "{"), (1, lines[0].replace('"seed": 4', '"seed": "x"')), (3, "pass")):
        path.write_text("\n".join([*lines[: number - 1], line, *lines[number:]]) + "\n", "utf-8")
        before = path.read_bytes()
        result = run(command, str(path))
        assert result.exit_code == 1, result.output
        assert result.stderr.startswith(f"moonflight: {path}:{number}: ")
        assert result.stderr.count("\n") == 1
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("play Waste", "play Teach", 3, '"Teach" is not in your hand'),
        ('"jack": "Words and Names"', '"jack": "Nobody"', 1, 'no Jack is called "Nobody"'),
        ('"jack": "Words and Names"', '"jack": "words"', 1, 'no Jack is called "words"'),
        ('"edition": "prototype"', '"edition": "third"', 1, 'there is no edition "third"'),
        ('"rulings": {}', '"rulings": {"X": "y"}', 1, 'there is no ruling "X"'),
        ('"first": 1', '"first": 3', 1, "there is no seat 3 to go first"),
        ('"score_mode": false', '"score_mode": true', 1, "more than one Jack"),
    ],
)
def test_a_record_of_no_such_game(
    old: str, new: str, line: int, message: str, moonflight_home: Path
) -> None:
    run(*GAME, typed=["play coin", "play waste", "quit"])
    (path,) = games(moonflight_home)
    good = unchecked(path.read_text("utf-8"))
    assert old in good
    path.write_text(good.replace(old, new), "utf-8")
    for command in ("resume", "replay"):
        result = run(command, typed=["quit"])
        assert result.exit_code == 1, result.output
        assert f"{path}:{line}: " in result.stderr
        assert message in result.stderr
    assert path.read_text("utf-8") == good.replace(old, new)


def test_other_words_are_named_and_refused(moonflight_home: Path, tmp_path: Path) -> None:
    card = tmp_path / "own.yaml"
    card.write_text(OWN_CARD, "utf-8")
    run(*GAME[:3], "--ai", str(card), typed=["play coin", "quit"])
    assert run("resume", typed=["quit"]).exit_code == 0
    card.write_text(OWN_CARD.replace("“Coin”", "“Waste”"), "utf-8")
    before = games(moonflight_home)[0].read_bytes()
    for command in ("resume", "replay"):
        result = run(command)
        assert result.exit_code == 1
        assert (
            "this game was played with words that have changed: Words and Names AI pre-Turn "
            "action line 1. Restore the old words, or start a new game."
        ) in result.stderr
    assert games(moonflight_home)[0].read_bytes() == before
    card.unlink()
    result = run("resume")
    assert result.exit_code == 1
    assert f"this game was played with {card}, which is missing. Put it back" in result.stderr
    (moonflight_home / "games" / "own.yaml").write_text(OWN_CARD, "utf-8")
    assert run("resume", typed=["quit"]).exit_code == 0


def test_cards_of_ones_own_are_found_again(moonflight_home: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(MADE_UP[0].read_text("utf-8"), "utf-8")
    game = ("play", "--jack", ODDS, "--against", WORDS, "--cards", str(mine), "--edition", "final")
    assert run(*game, typed=["1", "1", "done", "quit"]).exit_code == 0
    assert only(moonflight_home).header.card_files == (str(mine),)
    assert run("resume", typed=["quit"]).exit_code == 0
    mine.rename(moonflight_home / "games" / "mine.yaml")
    assert run("replay").exit_code == 0


# ------------------------------------------------------------------------------ killed


class Killed:
    """A game in a process of its own, which is fed input and then killed."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "moonflight_solo", *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def type(self, words: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n".encode())
        self.process.stdin.flush()

    def wait_for_prompts(self, number: int) -> None:
        """Read until ``number`` of the typed lines have been consumed."""
        assert self.process.stdout is not None
        out = b""
        while out.count(b">") < number:
            assert select.select([self.process.stdout], [], [], 30)[0], out[-500:]
            out += self.process.stdout.read1(65536)  # type: ignore[attr-defined]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        assert self.process.wait(30) == -signal.SIGKILL


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_game_killed_again_and_again_loses_nothing(
    moonflight_home: Path, played_straight: tuple[str, str]
) -> None:
    """Killed when an answer has been taken, or while it is being taken, and resumed."""
    typed = short_game()
    lot = Random(5)
    arguments: tuple[str, ...] = SHORT
    given = 0
    for kill in range(at_least(2, 40)):
        game = Killed(*arguments)
        try:
            number = lot.randint(2, 4)
            for words in typed[given : given + number]:
                game.type(words)
            sure = kill % 2 == 0
            # A prompt comes with what was typed at it, once that has been read.
            game.wait_for_prompts(number if sure else 1)
        finally:
            game.kill()
        record = only(moonflight_home)
        on_record = sum(not answer.auto for answer in record.answers)
        assert given + (number - 1 if sure else 0) <= on_record <= given + number
        given = on_record
        arguments = ("resume",)
    assert given > 1
    result = run("resume", typed=typed[given:])
    assert result.exit_code == 0, result.output[-500:]
    assert run("replay").stdout == played_straight[1]


WORDS_TYPED = (
    *("1", "2", "3", "4", "5", "pass", "done", "", "", "none", "undo", "undo", "undo 3", "redo"),
    *(
        "redo all",
        "undo round",
        "note odd",
        "note",
        "shop",
        "foo",
        "why",
        "?",
        "log 3",
        "é",
        "\x00",
    ),
    *("\x1b[A", "undo 0", "hint", "1, 2", "play coin", '{"stand": 0}', "\\", "\t", "buy"),
)


@pytest.mark.parametrize("seed", range(at_least(2, 6)))
def test_random_typing_never_crashes_nor_corrupts_a_save(
    seed: int, moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HINT_ROLLOUTS", "ROLLOUTS_ALONE", "CHOOSING", "MEASURING"):
        monkeypatch.setattr(advice, name, 2)  # a hint may be a bad one here
    lot = Random(seed)
    game = ("score", "--jack", "words", "--seed", str(seed))
    arguments: tuple[str, ...] = GAME if seed % 3 else game
    for _ in range(3):
        typed = lot.choices(WORDS_TYPED, k=40)
        result = run(*arguments, typed=[*typed, "log 999"])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.output
        assert result.exit_code in (0, 1)
        record = only(moonflight_home)
        replayed = run("replay")
        assert replayed.exit_code == 0, replayed.stderr
        if record.ended is not None:
            break
        back = run("resume", typed=["log 999", "quit"])
        assert back.exit_code == 0, back.stderr
        log, again = (told(each.stdout.split("> log 999\n")[-1]) for each in (result, back))
        assert again == log
        assert only(moonflight_home).answers == record.answers
        arguments = ("resume",)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("²", '"{}" is not among the choices. Among the choices: Coin, Waste.'),
        ("9" * 5000, "{} is not a choice; type a number from 1 to 2."),
        ("coin #" + "9" * 5000, '"{}" is not among the choices. Among the choices: Coin, Waste.'),
    ],
)
def test_odd_numbers_are_a_wrong_answer(words: str, told: str) -> None:
    result = run(*GAME, typed=["done", words, "quit"])
    assert result.exit_code == 0
    assert told.format(words) in result.stdout.splitlines()


# ---------------------------------------------------------------- saves, replay, notes


def test_saves_are_listed(moonflight_home: Path) -> None:
    assert "You have no games yet in " in run("saves").stdout
    assert json.loads(run("saves", "--json").stdout) == []
    run(*GAME, typed=["play coin", "note hm", "quit"])
    run(*SHORT, typed=short_game())
    bad = moonflight_home / "games" / "bad.jsonl"
    bad.write_text("hello\n")
    *lines, where = run("saves").stdout.splitlines()
    folder = moonflight_home / "games"
    assert where == f"They are saved in {folder}; moonflight resume and replay take a number."
    assert len(lines) == 3
    assert lines[0].startswith(f"1. bad: {bad}:1: this is not a Moonflight record.")
    assert ". Clay and Bones against Words and Names, stopped in round 4 at " in lines[1]
    assert "unfinished, in round 1, 1 note, last played 20" in lines[2]
    found = json.loads(run("saves", "--json").stdout)
    assert found[0].keys() == {"name", "file", "played", "problem"}
    unfinished = found[2]
    assert unfinished["jacks"] == [CLAY, WORDS]
    assert (unfinished["round"], unfinished["answers"], unfinished["notes"]) == (1, 1, 1)
    assert (unfinished["finished"], unfinished["scores"]) == (False, None)
    assert found[1]["finished"]
    assert found[1]["ended"] == "round limit"
    assert found[1]["name"] == Path(found[1]["file"]).stem


def test_replay_tells_the_game_act_by_act() -> None:
    typed = short_game()
    played = run(*SHORT, typed=typed)
    replayed = run("replay")
    assert replayed.exit_code == 0
    assert "\x1b" not in replayed.stdout
    log = [line for line in told(played.stdout) if line.startswith("Words and Names [")]
    assert [line for line in told(replayed.stdout) if line.startswith("Words and Names [")] == log
    assert replayed.stdout.splitlines()[0] == (
        "Clay and Bones, Words and Names. Seed 7. You are Clay and Bones."
    )
    assert "Unfinished: the game reached its limit of 4 rounds." in replayed.stdout
    shorter = run("replay", "--to", "2").stdout
    assert replayed.stdout.startswith(shorter)
    assert replayed.stdout[len(shorter) :].startswith("Round 3.")
    assert run("replay", "--to", "99").stdout == replayed.stdout
    why = run("replay", "--why", "--to", "1").stdout
    assert "Line 1, condition false: " in why
    assert set(told(run("replay", "--to", "1").stdout)) <= set(told(why))
    hidden, shown = replayed.stdout, run("replay", "--open-hands").stdout
    assert re.search(r"In Reset Words and Names .*Draws 5 cards", hidden)
    assert re.search(r"In Reset Words and Names .*Draws (Coin|Waste)", shown)


def test_replay_of_a_running_game() -> None:
    run(*GAME, typed=["play coin", "play waste", "quit"])
    out = run("replay").stdout.splitlines()
    assert out[-1] == "The record ends here, in round 1."
    assert out[2] == "You play Coin: Gain 1 coin token."
    assert len(told("\n".join(out))) == 5


def test_notes_are_tied_to_their_moment(moonflight_home: Path) -> None:
    typed = ["note  first  of all ", "play coin", "note “odd” line", "play coin", "note gone",
             "undo", "play waste", "done", "note at a question", "quit"]  # fmt: skip
    result = run(*GAME, typed=typed)
    assert result.stdout.count("Noted.") == 4
    (path,) = games(moonflight_home)
    lines = run("notes").stdout.splitlines()
    assert lines == run("notes", path.stem).stdout.splitlines()
    assert lines[0] == "In round 1, after 0 acts. Note: first  of all"
    assert re.fullmatch(
        r"In round 1, after 2 acts, the last by Words and Names: play Coin "
        r"\(line \d+, “Play .+”\)\. Note: “odd” line",
        lines[1],
    )
    assert lines[2].endswith("gone (undone since)")
    assert lines[3].endswith(". Note: at a question")
    found = json.loads(run("notes", "--json").stdout)
    assert [note["stands"] for note in found] == [True, True, False, True]
    assert (found[1]["answers"], found[1]["round"], found[1]["act"]) == (1, 1, 2)
    assert found[1]["did"] == "play Coin"
    replayed = run("replay").stdout
    assert lines[1] in replayed.splitlines()
    assert "gone" not in replayed
    shown = replayed.splitlines()
    assert shown.index(lines[1]) == shown.index("You play Coin: Gain 1 coin token.") + 2
    games(moonflight_home)[0].unlink()
    run(*GAME, typed=["0", "quit"])
    assert run("notes").stdout.startswith("There are no notes in ")


# ----------------------------------------------------------------------- games watched


def test_a_game_watched_is_put_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    game = ("watch", "clay", "words", "--seed", "3")
    shown = run(*game, "--record", str(path))
    assert shown.exit_code == 0
    assert shown.stdout == run(*game).stdout == run("replay", str(path)).stdout
    record = read_record(path)
    outcome = json.loads(run(*game, "--json").stdout)
    acts = [answer for answer in record.answers if answer.ask == "act"]
    assert [(a.round, a.seat, a.answer, a.line) for a in acts] == [
        (a["round"], a["seat"], a["act"], a["line"]) for a in outcome["acts"]
    ]
    assert {answer.ask for answer in record.answers} > {"act"}
    assert [answer.table for answer in record.answers] == [None] * len(record.answers)
    assert record.ended is not None
    assert record.ended.scores == outcome["outcome"]["scores"]
    before = path.read_bytes()
    again = run(*game, "--record", str(path))
    assert again.exit_code == 1
    assert "already exists; name a new file." in again.stderr
    assert path.read_bytes() == before
    assert run(*game, "--log-state").exit_code == 2
    both = tmp_path / "both.jsonl"
    assert json.loads(run(*game, "--json", "--record", str(both)).stdout) == outcome
    assert read_record(both).answers == record.answers


def test_a_game_watched_that_was_changed_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    run("watch", "clay", "words", "--seed", "3", "--rounds", "2", "--record", str(path))
    good = unchecked(path.read_text("utf-8")).splitlines(keepends=True)
    bad = [*good[:3], good[3].replace("play Coin", "play Waste"), *good[4:]]
    path.write_text("".join(bad), "utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert f'{path}:4: the record says "play Waste" in round 1, and the AI card' in result.stderr
    path.write_text("".join(good[:5]), "utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 0
    assert "The record ends here, in round 1." in result.stdout


@pytest.mark.parametrize("edition", ["prototype", "final"])
def test_the_whole_table_before_each_act_is_a_scenario(edition: str, tmp_path: Path) -> None:
    """Laid out as a scenario, each table leads the AI card to the act that was taken."""
    path = tmp_path / "log.jsonl"
    game = ("watch", "clay", "words", "--seed", "3", "--edition", edition)
    run(*game, "--record", str(path), "--log-state")
    record = read_record(path)
    acts = [answer for answer in record.answers if answer.ask == "act"]
    known = catalogue(edition)
    total = sum(c.copies for jack in (CLAY, WORDS) for c in known.suits[jack].kinds)
    total += 2 * sum(card.copies for card in (*known.starter, *known.generic))
    for number, answer in enumerate(acts):
        assert answer.table is not None
        assert answer.table["acting"] == answer.seat
        assert cards_in(answer.table) == total
        if number % 25 == 0:
            file = tmp_path / "scenario.yaml"
            file.write_text(yaml.safe_dump(answer.table, allow_unicode=True), "utf-8")
            found = step(load_scenario(file))
            assert (found.line, found.notation) == (answer.line, answer.answer)
    assert record.ended is not None
    assert record.ended.table is not None
    assert cards_in(record.ended.table) == total


def cards_in(table: dict[str, object]) -> int:
    """Return the number of cards in a logged table."""
    number = sum(table["generic"].values())  # type: ignore[attr-defined]
    for seat in table["seats"]:  # type: ignore[attr-defined]
        for zone in ("hand", "draw_deck", "discard_stack", "trash_stack", "supply"):
            number += len(seat[zone])
        number += sum(map(len, seat["market"]))
        number += sum(1 if isinstance(p, str) else 1 + len(p["settled"]) for p in seat["in_play"])
    return int(number)

"""The reference commands (rank, card, cards, ai) and watch, and the help of all commands."""

from __future__ import annotations

import errno
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from command_line import run
from helpers import CLAY, EDITIONS, MADE_UP, ODDS, WORDS
from rich.console import Console

from moonflight_solo.ai_cards.player import Considered
from moonflight_solo.cli import LazyCommand, LazyGroup, args, main
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.cli.output.why import show_considered

ROOT = Path(__file__).parent.parent
WATCH = ("watch", "clay", "words", "--seed", "3")


def commands(
    group: click.Group = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, LazyGroup):
            yield (*path, name), command.own.load()
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            loaded = command.load() if isinstance(command, LazyCommand) else command
            yield (*path, name), loaded


EVERY = dict(commands())


# -- help


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_every_command_and_option_has_help(path: tuple[str, ...]) -> None:
    command = EVERY[path]
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
    result = run(*path, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: moonflight {' '.join(path)} ")


# -- rank


@pytest.mark.parametrize("words", [["x"], [], ["--nonsense"], ["1", "2"], ["1.5"]])
def test_rank_of_no_number(words: list[str]) -> None:
    result = run("rank", *words)
    assert result.exit_code == 2
    assert result.stdout == ""


# -- card and cards


@pytest.mark.parametrize("name", [["rise", "up"], ["Rise"], ["go down"], ["Go", "Down"]])
def test_a_card_by_either_end(name: list[str]) -> None:
    result = run("card", *name)
    assert result.stdout.splitlines() == [
        "Rise Up / Go Down: Clay and Bones, 5 copies.",
        'Before the Turn: Rise Up, cost 1: "Draw 1 from Discard Stack".',
        "Rise Up means: Draw the top card of your Discard Stack.",
        'After the Turn: Go Down, cost 1: "Move 1 of Target Trash Stack to its Discard Stack".',
        "Go Down means: Move the top card of Target Trash Stack to its Discard Stack.",
    ]


def test_a_card_without_text_and_a_character() -> None:
    assert "Waste, cost 0: no text." in run("card", "waste").stdout
    assert run("card", "jack o' clay").stdout.startswith(
        "Jack o' Clay / Jack o' Bones: character of Clay and Bones, 1 copy.\n"
    )
    assert "Wealth" not in run("card", "waste", "--edition", "final").stdout
    assert run("card", "opulence", "--edition", "final").stdout.startswith("Opulence / Opulence")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("zzz", 'no card is called "zzz". "moonflight cards" lists them all.'),
        ("risse up", "Did you mean Rise Up?"),
        ("c", '"c" could be '),
        ("", "no card is called"),
    ],
)
def test_no_such_card(name: str, message: str) -> None:
    result = run("card", name)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_all_cards_and_one_jacks() -> None:
    every = json.loads(run("cards", "--json").stdout)
    own = json.loads(run("cards", "words", "--json").stdout)
    assert len(every) == 7 + 2 * 9
    assert len(own) == 9
    assert sum(card["copies"] for card in own if card["group"] == "suit") == 24
    assert {card["suit"] for card in own} == {WORDS}
    lines = run("cards").stdout.splitlines()
    assert [line for line in lines if line.endswith(":")] == [
        "Starter:",
        "Generic:",
        "Clay and Bones:",
        "Words and Names:",
    ]
    assert run("cards", "nobody").exit_code == 2


# -- ai


@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_an_ai_card_as_printed(jack: str) -> None:
    result = run("ai", "show", *jack.split())
    lines = result.stdout.splitlines()
    assert lines[0] == f"Jack o' {jack} AI"
    assert lines[1:3] == ["PRE TURN", "ACTION"]
    assert "POST TURN" in lines
    read = run("ai", "show", jack, "--read").stdout
    assert read.startswith(result.stdout)
    assert re.search(r"^1, before the Turn: If ", read, re.M)


def test_an_ai_card_in_a_file() -> None:
    by_name = run("ai", "show", "clay").stdout
    assert run("ai", "show", str(ROOT / "ai" / "clay_and_bones.yaml")).stdout == by_name
    missing = run("ai", "show", "no_such_file.yaml")
    assert missing.exit_code == 1
    assert "no_such_file.yaml" in missing.stderr
    assert run("ai", "show", "nobody").exit_code == 2


SCENARIO = """\
seats:
  - jack: Clay and Bones
    hand: [Macabre Harvest, Waste, Coin]
    in_play: [Grave Robber, {card: Oeuvre, settled: [Waste]}]
    draw_deck: [Coin, Coin, Coin, Coin]
    discard_stack: [Waste]
    market: [[Bury], [], [Dig, Bury]]
    coins: 3
  - jack: Words and Names
expect: {line: "%s"}
"""


def test_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("right.yaml").write_text(SCENARIO % "4")
    Path("wrong.yaml").write_text(SCENARIO % "5")
    told = run("ai", "step", "right.yaml")
    assert told.exit_code == 0, told.output
    assert told.stdout.splitlines()[0] == ("right.yaml: line 4, spend Waste with Grave Robber")
    assert told.stdout.splitlines()[1].startswith("Line 4, followed: ")
    assert told.stdout.splitlines()[3].startswith("Line 1, condition false: ")
    both = run("ai", "step", "right.yaml", "wrong.yaml", "--json")
    assert both.exit_code == 1
    found = [json.loads(line) for line in both.stdout.splitlines()]
    assert [each["file"] for each in found] == ["right.yaml", "wrong.yaml"]
    assert found[0]["line"] == "4"
    assert found[0]["act"] == "spend"
    assert found[0]["cards"] == ["Waste"]
    assert found[0]["considered"][0].keys() >= {"line", "status", "because"}
    assert "wrong.yaml: expected line 5, found 4" in both.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seats: [", "bad.yaml:1:"),
        ("seats:\n  - jack: Nobody\n", "bad.yaml:2:"),
        ("seats:\n  - jack: Clay and Bones\n    hand: [Nothing]\n", "bad.yaml:3:"),
        (
            "seats:\n  - jack: Clay and Bones\n    hand: [Call The Living, Wake The Dead]\n",
            "2 copies of Call The Living",
        ),
    ],
)
def test_a_scenario_that_cannot_be_laid(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.yaml").write_text(text)
    result = run("ai", "step", "bad.yaml")
    assert result.exit_code == 1
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert run("ai", "step", "no/such/file.yaml").exit_code == 1


# -- watch


@pytest.mark.parametrize("edition", EDITIONS)
def test_watching_a_game_to_its_end(edition: str) -> None:
    result = run(*WATCH, "--edition", edition)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Clay and Bones, Words and Names. Seed 3."
    assert "\x1b" not in result.stdout
    assert any(
        re.match(r"Clay and Bones \[5\] plays (Coin|Money): Gains 1 coin token\.$", x)
        for x in lines
    )
    assert lines[-1].startswith(("Clay and Bones wins: ", "Words and Names wins: "))
    assert sum(line.startswith("The Turn: ") for line in lines) == 1
    assert run(*WATCH, "--edition", edition).stdout == result.stdout


def test_watching_to_a_limit() -> None:
    result = run(*WATCH, "--rounds", "2")
    assert result.exit_code == 0
    assert "Unfinished: the game reached its limit of 2 rounds." in result.stdout
    outcome = json.loads(run(*WATCH, "--rounds", "2", "--json").stdout)["outcome"]
    assert (outcome["finished"], outcome["winner"]) == (False, None)
    assert outcome["ended_by"] == "round limit"


def test_a_ruling_may_be_switched() -> None:
    switched = run(*WATCH, "--ruling", "A-exact=at-least", "--json")
    assert json.loads(switched.stdout)["settings"]["rulings"] == {"A-exact": "at-least"}
    assert run(*WATCH, "--ruling", "A-exact=never").exit_code == 2


@pytest.mark.parametrize(
    "arguments", [(), ("nobody",), ("clay", "--seed", "x"), ("clay", "--first", "9")]
)
def test_watching_what_cannot_be(arguments: tuple[str, ...]) -> None:
    result = run("watch", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def own_ai_card(folder: Path, act: str) -> str:
    path = folder / "own.yaml"
    path.write_text(f"jack: {CLAY}\ncard: |\n  PRE TURN, ACTION\n  1 – {act}\n", "utf-8")
    return str(path)


def table_file(folder: Path) -> str:
    path = folder / "table.yaml"
    path.write_text(f"seats:\n  - {{jack: {CLAY}, hand: [Waste, Coin]}}\n", "utf-8")
    return str(path)


def test_a_step_by_an_ai_card_of_ones_own(tmp_path: Path) -> None:
    own = own_ai_card(tmp_path, "Play the lowest cost card in hand.")
    result = run("ai", "step", table_file(tmp_path), "--ai", own, "--json")
    assert json.loads(result.stdout)["notation"] == "play Waste"


def test_a_wrong_scenario_does_not_keep_others_from_being_judged(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("seats: 3\n", "utf-8")
    result = run("ai", "step", str(bad), table_file(tmp_path), "--json")
    assert result.exit_code == 1
    assert "bad.yaml:1:8" in result.stderr
    assert json.loads(result.stdout)["line"]


def test_reading_an_ai_card_tells_what_cannot_be_followed(tmp_path: Path) -> None:
    result = run("ai", "show", own_ai_card(tmp_path, 'Play "Grave Rober".'), "--read")
    assert result.exit_code != 0
    assert "Did you mean Grave Robber" in result.stderr


def test_a_stale_ruling_is_warned_of_once_for_all_files(tmp_path: Path) -> None:
    own = Path(own_ai_card(tmp_path, "Pass"))
    ruling = "rulings:\n  - {id: A-x, words: Pass twice, question: How?, why: Because.}\n"
    own.write_text(own.read_text("utf-8") + ruling, "utf-8")
    table = table_file(tmp_path)
    result = run("ai", "step", table, table, "--ai", str(own))
    assert result.exit_code == 0
    assert result.stdout.count("line 1, pass") == 2
    assert result.stderr.count("A-x is about words that no line has any more") == 1
    assert "A-x is about words" in run("ai", "show", str(own)).stderr
    assert "A-x" in run("watch", "clay", WORDS, "--rounds", "1", "--ai", str(own)).stderr


def test_a_step_refuses_an_ai_card_nobody_plays_by(tmp_path: Path) -> None:
    own = Path(own_ai_card(tmp_path, "Pass"))
    own.write_text(own.read_text("utf-8").replace(CLAY, WORDS), "utf-8")
    result = run("ai", "step", table_file(tmp_path), "--ai", str(own))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "has no seat" in result.stderr


def test_a_step_with_card_files_and_an_ai_card_for_them(tmp_path: Path) -> None:
    own = Path(own_ai_card(tmp_path, "Pass"))
    own.write_text(own.read_text("utf-8").replace(CLAY, ODDS), "utf-8")
    table = Path(table_file(tmp_path))
    table.write_text(table.read_text("utf-8").replace(CLAY, ODDS), "utf-8")
    cards = ("--cards", str(MADE_UP[0]))
    assert run("ai", "step", str(table)).exit_code == 1
    assert "has no AI card" in run("ai", "step", str(table), *cards).stderr
    result = run("ai", "step", str(table), *cards, "--ai", str(own))
    assert result.exit_code == 0, result.stderr
    assert "line 1, pass" in result.stdout


def test_a_card_by_words_further_on_in_its_name() -> None:
    assert "The Long Walk, " in run("card", "long").stdout
    assert "The Long Walk, " in run("card", "long", "walk").stdout
    assert run("card", "remember").stdout.startswith("Forget To Remember / Remember")
    several = run("card", "to")
    assert several.exit_code == 2
    assert '"to" could be ' in several.stderr
    assert "Try To Remember" in several.stderr


# -- reasons on a screen


def considered(number: int, status: Any = "condition-false", words: int = 20) -> Considered:
    because = '"8 cards in your hand": there are 2'
    return Considered(
        str(number), " ".join(["Card"] * words), status, because, ("A-tie", "A-score")
    )


def reasons(lines: list[Considered], width: int, height: int) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=width, height=height, force_terminal=True, color_system=None)
    show_considered(lines, Terminal(console, plain=False, glyphs=PRETTY))
    return out.getvalue().splitlines()


def test_reasons_begin_with_the_line_followed() -> None:
    rows = reasons([considered(1), considered(2), considered(3, "followed")], 80, 24)
    assert rows[0].startswith("  3    Card Card")
    assert " ".join(rows[:2]).count("Card") == 20  # It is never cut short.
    assert rows[2] == '       "8 cards in your hand": there are 2 [A-tie, A-score]'
    assert rows[3] == "Skipped:"
    assert [rows[at].split()[:2] for at in (4, 7)] == [["1", "Card"], ["2", "Card"]]
    assert "\n".join(rows).count("Card") == 60
    assert max(map(len, rows)) <= 80


def test_reasons_have_all_their_words_where_there_is_room() -> None:
    rows = reasons([considered(1)], 180, 40)
    assert rows[1].startswith("  1    " + "Card " * 19 + 'Card  "8 cards')
    short = reasons([considered(1, words=2)], 80, 24)
    assert short[1].startswith('  1    Card Card  "8 cards')


@pytest.mark.parametrize("size", [(80, 24), (100, 24), (120, 24), (200, 50)])
def test_reasons_fit_on_a_screen_with_heading_and_prompt(size: tuple[int, int]) -> None:
    many = [considered(number) for number in range(1, 13)]
    rows = reasons([*many, considered(13, "followed")], *size)
    assert len(rows) <= size[1] - 2
    assert max(map(len, rows)) <= size[0]


def test_a_step_is_taken_under_another_choice_of_a_ruling() -> None:
    file = "tests/scenarios/words_and_names/pre_1_condition-false_seven_cards.yaml"
    usual = run("ai", "step", str(ROOT / file))
    switched = run("ai", "step", str(ROOT / file), "--ruling", "A-exact=at-least")
    assert ": line 1, play Call" not in usual.stdout
    assert ": line 1, play Call" in switched.stdout
    assert run("ai", "step", str(ROOT / file), "--ruling", "A-exact=x").exit_code == 2


def test_seats_may_have_commas_between_them(tmp_path: Path) -> None:
    for command in ("watch", "playtest"):
        limits = ("--seed", "3", "--rounds", "2", *(("--games", "2") * (command == "playtest")))
        apart, joined = (
            run(command, *seats, *limits) for seats in (("clay", "words"), ("clay,words",))
        )
        assert joined.exit_code == 0
        assert joined.stdout.replace("clay,words", "clay words") == apart.stdout
    folder = tmp_path / "one, two"
    folder.mkdir()
    assert args.split_names(None, None, (str(folder), "clay, words")) == (  # type: ignore[arg-type]
        str(folder), "clay", "words",
    )  # fmt: skip


def test_no_colour_is_used_that_is_pale_on_a_light_terminal() -> None:
    """The table has its own background, in `guide/colours.yaml`; everything else has not."""
    pale = re.compile(r"""["'\[](?:bold |dim )?(?:yellow|cyan|white|bright_\w+)["'+|\]]""")
    sources = [*(ROOT / "moonflight_solo/cli").rglob("*.*"), *(ROOT / "moonscrown").rglob("*.py")]
    found = [
        f"{path.name}: {match[0]}"
        for path in sources
        # The editor's prompt has the table's background, and translates the names of its colours.
        if path.suffix in (".py", ".j2") and path.name != "line_editor.py"
        for match in pale.finditer(path.read_text(encoding="utf-8"))
    ]
    assert len(sources) > 50
    assert found == []


# -- folders to write to

MAKE_FOLDERS = (
    "balance clay words --games 1000000 --write",
    "ai levels clay --games 1000000 --write",
    "playtest clay words --games 1000000 --export",
    "ai check clay --save-scenarios",
    "ai diff clay clay --save-scenarios",
    "jack new Rope --in",
)


def test_every_option_for_a_folder_is_looked_at_before() -> None:
    takes = {
        f"{' '.join(path)} {parameter.opts[0]}"
        for path, command in EVERY.items()
        for parameter in command.params
        if parameter.metavar in ("FOLDER", "DIR")
    }
    assert takes == {re.sub(r"(clay|words|Rope|--games \d+) ", "", each) for each in MAKE_FOLDERS}


@pytest.mark.parametrize("words", MAKE_FOLDERS)
def test_a_folder_that_cannot_be_made_is_refused_before(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    for folder, reason in (
        ("file/new", f"{tmp_path / 'file'} is not a folder"),
        ("long" * 65, os.strerror(errno.ENAMETOOLONG)),
    ):
        result = run(*words.split(), folder)
        assert result.exit_code == 2
        assert re.fullmatch(f"moonflight: .* cannot be made: {re.escape(reason)}.\n", result.stderr)

"""Every command in the README runs, with the output shown there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from moonflight_solo.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)

# They ask for something; here they are answered with Enter twice and then left.
ASKING = ("play", "score", "resume")


def blocks() -> list[tuple[str, list[str]]]:
    """Return the fenced blocks with their language."""
    return [(language, text.splitlines()) for language, text in BLOCK.findall(README)]


def commands() -> list[str]:
    return [
        line
        for language, lines in blocks()
        for line in lines
        if language == "sh" and line.startswith("moonflight ")
    ]


def shown() -> dict[str, list[str]]:
    """Return the output shown below each command, by command."""
    found = {}
    for (language, lines), (after, text) in zip(blocks(), blocks()[1:], strict=False):
        if language == "sh" and after == "text":
            found[lines[-1]] = text
    return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOONFLIGHT_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)


@pytest.mark.slow
@pytest.mark.usefixtures("home", "fewer_tables", "fewer_simulated_games")
def test_every_command_runs() -> None:
    """They run in one home and in their order: a game begun is one to resume.

    Of many games that are played a few will do here.
    """
    assert len(commands()) > 10
    for line in commands():
        few = re.sub(r"--(games|until) \d+", "--games 1", line)
        few = few.replace("--players", "--rounds 25 --players")
        if line.startswith(("moonflight ai check clay", "moonflight ai diff")):
            few += " --games 0"
        few = few.replace("ai fix clay", "ai fix clay --only no-catch-all")
        name, *arguments = shlex.split(few)
        assert name == "moonflight"
        asking = arguments[0] in ASKING
        unasked = "--jack" in arguments or arguments[0] == "resume"
        typed = "\n\n" if asking and not unasked else ""
        result = CliRunner().invoke(
            main, arguments, input=f"{typed}1\nquit\n" if asking else "", prog_name="moonflight"
        )
        assert result.exit_code == 0, f"{line}\n{result.output}"
        assert "Usage:" not in result.stdout
        for words in shown().get(line, ()):
            assert words in result.stdout.splitlines(), f"{line} does not say: {words}"


def test_what_is_shown_belongs_to_a_command() -> None:
    assert len(shown()) == 3
    assert set(shown()) <= set(commands())


def test_the_two_commands_of_a_fresh_machine_are_in_the_makefile() -> None:
    targets = (ROOT / "Makefile").read_text("utf-8")
    made = [line for _, lines in blocks() for line in lines if line.startswith("make ")]
    assert made == ["make play", "make test"]
    for line in made:
        assert re.search(rf"^{line.split()[1]}:", targets, re.M)


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_every_page_is_linked() -> None:
    pages = [page.name for page in (ROOT / "docs").glob("*.md")]
    assert "house.md" in pages
    assert [page for page in pages if f"(docs/{page})" not in README] == []


@pytest.mark.usefixtures("home")
def test_what_is_said_to_be_typed_in_a_game_is_a_command_there() -> None:
    rows = re.findall(r"^\| `(\w+)", README, re.M)
    assert len(rows) > 4
    game = ("play", "--jack", "clay", "--against", "words", "--seed", "50")
    said = CliRunner().invoke(main, game, input="help\nquit\n").stdout
    for word in [*rows, *re.findall(r"; `(\w+)` takes", README)]:
        assert re.search(rf"^{word}\b", said, re.M), word


def test_the_shell_completion_line_gives_a_script() -> None:
    assert 'eval "$(_MOONFLIGHT_COMPLETE=bash_source moonflight)"' in README
    found = subprocess.run(
        [
            sys.executable,
            "-c",
            "from moonflight_solo.cli import main; main(prog_name='moonflight')",
        ],
        cwd=ROOT,
        env={"_MOONFLIGHT_COMPLETE": "zsh_source", "PYTHONUTF8": "1", "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert "_MOONFLIGHT_COMPLETE=zsh_complete" in found.stdout


def test_it_travels_with_the_package() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"][
        "metadata"
    ]
    assert metadata["hooks"]["fancy-pypi-readme"]["fragments"] == [{"path": "README.md"}]

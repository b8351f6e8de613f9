"""Starting the `moonflight` command, finding its commands, and its exit codes."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from moonflight_solo import __version__
from moonflight_solo.cli import LazyCommand, main
from moonflight_solo.errors import DataError, MoonflightError, UsageError

ROOT = Path(__file__).parent.parent


def python(*arguments: str, code: str = "", stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a fresh Python in the project's folder, with `code` or arguments."""
    return subprocess.run(
        [sys.executable, "-W", "error", *(["-c", code] if code else []), *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


def run(*arguments: str) -> int | str | None:
    """Run the command as a shell would, and return its exit code."""
    with pytest.raises(SystemExit) as caught:
        main(arguments, prog_name="moonflight")
    return caught.value.code


# Starting


def test_starting_loads_neither_lark_nor_yaml_nor_msgspec_nor_rich() -> None:
    result = python(
        code="import moonflight_solo.cli, sys\n"
        "print(*sorted({'lark', 'yaml', 'msgspec', 'rich'} & set(sys.modules)))"
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "\n", "")


@pytest.mark.parametrize("command", ["watch clay words --rounds 1", "ai check clay --games 0"])
def test_plain_text_loads_no_rich(command: str) -> None:
    result = python(
        code=f"""
import atexit, sys
from moonflight_solo.cli import main
atexit.register(lambda: print("rich" in sys.modules, file=sys.stderr))
main({command.split()!r}, prog_name="moonflight")
"""
    )
    assert (result.returncode, result.stderr) == (0, "False\n")
    assert "Clay and Bones" in result.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["ai", "--help"], ["--version"]])
def test_help_loads_no_command(arguments: list[str]) -> None:
    result = python(
        code=f"""
import atexit, sys
from moonflight_solo.cli import main
before = set(sys.modules)
atexit.register(
    lambda: print(*(m for m in set(sys.modules) - before if "moonflight" in m), file=sys.stderr)
)
main({arguments!r}, prog_name="moonflight")
"""
    )
    assert (result.returncode, result.stderr) == (0, "\n")
    assert "moonflight" in result.stdout


def test_help_lists_every_command_with_its_help() -> None:
    result = python("-m", "moonflight_solo", "--help")
    assert result.returncode == 0
    assert result.stdout.startswith("Usage: moonflight [OPTIONS] COMMAND")
    listed = [line.split()[0] for line in result.stdout.split("Commands:\n")[1].splitlines()]
    assert listed == [
        *(
            "play",
            "score",
            "resume",
            "saves",
            "replay",
            "coach",
            "practise",
            "share",
            "notes",
            "stats",
        ),
        *("challenges", "watch", "follow", "playtest", "worth", "compare", "balance"),
        *("rank", "card", "cards", "rules", "ai", "jack"),
    ]
    assert all(command.get_short_help_str(80) for command in main.commands.values())


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    """It stands in one place, which a release is built by."""
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in whole["project"]["dynamic"]
    assert whole["tool"]["hatch"]["version"] == {"path": "moonflight_solo/__init__.py"}
    assert run("--version") == 0
    told = capsys.readouterr().out
    assert told in [
        f"moonflight, version {__version__} ({k})\n" for k in ("plain Python", "compiled")
    ]


def test_only_the_command_that_runs_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("dawn", "dusk"):
        (tmp_path / f"{name}_of_test.py").write_text(
            "import click\n"
            "@click.command()\n"
            "@click.argument('word')\n"
            f"def command(word): print('{name}', word)\n"
        )
        command = LazyCommand(name, f"{name}_of_test:command", "Say it.")
        monkeypatch.setitem(main.commands, name, command)
    monkeypatch.syspath_prepend(tmp_path)
    assert run("dawn", "breaks") == 0
    assert capsys.readouterr().out == "dawn breaks\n"
    assert "dusk_of_test" not in sys.modules
    assert run("dusk", "-h") == 0
    assert capsys.readouterr().out.startswith("Usage: moonflight dusk [OPTIONS] WORD\n")


def test_a_lazy_command_has_to_be_a_command() -> None:
    with pytest.raises(TypeError, match="os:getcwd is not a click command"):
        LazyCommand("x", "os:getcwd", "").load()


# Ending


def run_raising(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    @click.command()
    def fail() -> None:
        raise error

    monkeypatch.setitem(main.commands, "fail", fail)
    return run("fail")


@pytest.mark.parametrize(
    ("error", "exit_code", "message"),
    [
        (MoonflightError("the deck is on fire"), 1, "moonflight: the deck is on fire\n"),
        (UsageError("choose one"), 2, "moonflight: choose one\n"),
        (
            DataError("x.yaml:1:2", "it is", "Mend it"),
            1,
            "moonflight: x.yaml:1:2: it is. Mend it.\n",
        ),
        (KeyboardInterrupt(), 130, "\nmoonflight: stopped\n"),
        (EOFError(), 1, "\nmoonflight: the input ended\n"),
        (click.Abort(), 1, "\nmoonflight: stopped\n"),
        (OSError(28, "No space left on device"), 1, "moonflight: No space left on device\n"),
        (PermissionError(13, "Denied", "x.yaml"), 1, "moonflight: x.yaml: Denied\n"),
    ],
)
def test_endings(
    error: BaseException,
    exit_code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_raising(error, monkeypatch) == exit_code
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", message)


def test_mistakes_of_the_program_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(main.commands, "fail", fail)
    with pytest.raises(ZeroDivisionError):
        main(["fail"])


def test_an_exit_code_of_a_command_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_raising(click.exceptions.Exit(3), monkeypatch) == 3


def test_unknown_commands_and_options_are_usage_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("paly") == 2
    told = capsys.readouterr().err
    assert told.startswith("moonflight: no such command 'paly'. ")
    assert told.endswith(" See moonflight --help.\n")
    assert run("nonsense") == 2
    assert capsys.readouterr().err.endswith("Did you mean 'notes'? See moonflight --help.\n")
    assert run("--paly") == 2
    told = capsys.readouterr().err
    assert told.startswith("moonflight: no such option ")
    assert told.endswith(" See moonflight --help.\n")


PROMPTING = """
import click
from moonflight_solo.cli import main
main.add_command(click.Command("ask", callback=lambda: click.prompt("Well")))
main(["ask"])
"""


def test_a_prompt_without_an_answer_ends_without_a_traceback() -> None:
    result = python(code=PROMPTING)
    assert result.returncode == 1
    assert result.stderr == "\nmoonflight: the input ended\n"


TALKING = """
import click, sys
from moonflight_solo.cli import main
def talk():
    for _ in range({lines}):
        print("Draw 1")
main.add_command(click.Command("talk", callback=talk))
main(["talk"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the shell's pipe is needed")
@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_closed_pipe_ends_quietly(lines: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", TALKING.format(lines=lines)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_full_disk_is_reported(lines: int) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-c", TALKING.format(lines=lines)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (result.returncode, result.stderr) == (1, "moonflight: No space left on device\n")

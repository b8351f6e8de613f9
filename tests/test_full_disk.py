"""Every file a command writes, on a disk that is full from its n-th write on.

Every third n is tried, another third for each command; with MOONFLIGHT_THOROUGH=1 every n.
"""

from __future__ import annotations

import ast
import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

import pytest
from command_line import run
from helpers import at_least
from test_own_jacks import pool_file
from test_schemas import OWN
from test_trust import GAME, SOURCES, said

from moonflight_solo import userfiles
from moonflight_solo.cli.game.habits import Habits
from moonflight_solo.userfiles import from_cache, put_in_place, to_cache, write_all

FEW = "clay words --games 2 --rounds 2 --jobs 1 --seed 1"
WHOLE = {
    f"playtest {FEW} --html out": "out",
    f"playtest {FEW} --feedback out": "out",
    "worth clay words --games 1 --rounds 1 --jobs 1 --html out": "out",
    "compare prototype final --games 1 --rounds 1 --jobs 1 --html out": "out",
    "ai fix own.yaml --write out --overwrite": "out",
    "coach --html out": "out",
}
"""Commands whose file is there whole or as it was before."""
NEW = (
    "ai show clay --flow --to out.html",
    "ai check clay --games 0 --save-scenarios out",
    "jack new Reed and Rush",
    "jack new Reed and Rush --keep",
    "jack build pool.yaml --fill --out out",
    "watch clay words --rounds 1 --record out",
)
"""Commands that make new files."""
BEGUN = {
    f"playtest {FEW} --out out": "playtest --resume out --games 2",
    f"worth {FEW} --out out": f"worth {FEW} --resume out",
    f"compare prototype final {FEW} --out out": f"compare prototype final {FEW} --resume out",
}
"""Commands whose file grows, and how each goes on."""


class Disk:
    """A disk that takes ``room`` writes, syncs and renames."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.room, self.done = 10**9, 0
        for name in ("write", "fsync", "replace"):
            patch.setattr(os, name, self._limited(name))

    def _limited(self, name: str) -> object:
        real = getattr(os, name)

        def limited(*given: object) -> object:
            if isinstance(given[0], int) and not stat.S_ISREG(os.fstat(given[0]).st_mode):
                return real(*given)
            self.done += 1
            if self.done > self.room:
                if name == "write":  # half of it still fits
                    real(given[0], bytes(given[1])[: len(given[1]) // 2])  # type: ignore[arg-type,call-overload]
                raise OSError(28, "No space left on device")
            return real(*given)

        return limited


@pytest.fixture
def home(
    tmp_path: Path, know_checks: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> Path:
    (tmp_path / "home").mkdir()
    know_checks(tmp_path / "home")
    monkeypatch.setenv("MOONFLIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def disk(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(userfiles, "has_room", lambda _: False)
    return Disk(monkeypatch)


def there(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder but its caches, by its path."""
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {
        str(at): path.read_bytes()
        for at, path in files.items()
        if not {"cache", "reviews"} & {*at.parts}
    }


def failing(words: str, disk: Disk, folder: Path) -> Iterator[dict[str, bytes]]:
    """Run a command on a disk that is full from its first write on, from its second, and so on.

    Yields the files after each run, as long as the disk was full, and then after the last one.
    """
    every = at_least(3, 1)
    for room in range(len(words) % every, 100, every):
        disk.room, disk.done = room, 0
        result = run(*words.split())
        disk.room, full = 10**9, disk.done > room
        assert result.exit_code == int(full), (room, result.output, result.exc_info)
        if full:
            assert re.search(r"out|ai\.yaml|suit\.yaml", said(result))
            assert "cannot be written: No space left on device." in said(result)
        yield there(folder)
        if not full:
            assert room >= 3
            return


@pytest.mark.usefixtures("fewer_simulated_games")
@pytest.mark.parametrize(("words", "name"), WHOLE.items(), ids=WHOLE)
def test_a_file_is_written_whole_or_left(words: str, name: str, disk: Disk, tmp_path: Path) -> None:
    if words.startswith("coach"):
        assert run(*GAME, "--rounds", "1", typed="1\ndone\n" + "\n" * 9).exit_code == 0
    (tmp_path / name).write_text("as it was\n", "utf-8")
    (tmp_path / "own.yaml").write_text(OWN, "utf-8")
    before = there(tmp_path)
    *failed, after = failing(words, disk, tmp_path)
    assert failed == [before] * len(failed)
    assert after.keys() == before.keys()
    assert len(after[name]) > 100


@pytest.mark.parametrize("words", NEW)
def test_a_file_that_cannot_be_made_is_not_there(words: str, disk: Disk, tmp_path: Path) -> None:
    pool_file(tmp_path)
    before = there(tmp_path)
    *failed, after = failing(words, disk, tmp_path)
    assert len(after) > len(before)
    for files in failed:
        assert before.items() <= files.items() <= after.items()
        assert files == before or "scenarios" in words


@pytest.mark.parametrize(("words", "again"), BEGUN.items(), ids=BEGUN)
def test_results_are_gone_on_with(words: str, again: str, disk: Disk, tmp_path: Path) -> None:
    for files in failing(words, disk, tmp_path):
        if "out" in files:
            result = run(*again.split())
            assert result.exit_code == 0, result.output
            assert "is no" not in result.output
            (tmp_path / "out").unlink()


def test_an_empty_file_begins_results(disk: Disk, tmp_path: Path) -> None:
    """As a killed playtest left it, or mktemp makes it."""
    (tmp_path / "out").touch()
    assert run(*f"playtest {FEW} --out out".split()).exit_code == 0
    assert run(*["playtest", "--resume", "out", "--games", "2"]).exit_code == 0


def test_a_habit_is_kept_whole(disk: Disk, home: Path) -> None:
    habits = home / "habits.json"
    assert Habits().switch("never cover", True)
    before = habits.read_bytes()
    for room in range(3):
        disk.room, disk.done = room, 0
        assert not Habits().switch("never cover", False)
        assert there(home) == {"habits.json": before}
    disk.room = 10**9
    assert Habits().switch("never cover", False)
    assert "never cover" not in Habits()


def test_the_cache_makes_room_for_a_game(
    disk: Disk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(userfiles, "has_room", lambda _: True)
    to_cache("documents", "a.json", [1] * 1000, 9)
    assert from_cache("documents", "a.json", list) is not None
    real = os.write

    def write(descriptor: int, data: bytes) -> int:
        if any((home / "cache").glob("*/*")):
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data)

    monkeypatch.setattr(os, "write", write)
    with FileIO(home / "game", "w") as file:
        write_all(file, b"kept")
    assert there(home) == {"game": b"kept"}
    assert from_cache("documents", "a.json", list) is None


def test_a_cache_leaves_room_and_no_stumps(
    disk: Disk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "cache" / "documents"
    to_cache("documents", "a.json", 1, 9)
    assert list(folder.iterdir()) == []  # the disk is nearly full
    monkeypatch.setattr(userfiles, "has_room", lambda _: True)
    disk.room = 0
    to_cache("documents", "a.json", 1, 9)
    assert list(folder.iterdir()) == []
    disk.room = 10**9
    for name in ("b.json", "old.json.17", ".17-4.tmp"):
        (folder / name).touch()
        os.utime(folder / name, (1, 1))
    (folder / "being_written.json.18").touch()
    to_cache("documents", "a.json", 1, 9)
    left = {"a.json", "b.json", "being_written.json.18"}
    assert {path.name for path in folder.iterdir()} == left


@pytest.mark.skipif(os.name == "nt", reason="links and modes")
def test_a_file_is_put_where_its_link_leads(tmp_path: Path) -> None:
    (tmp_path / "page").write_bytes(b"old")
    (tmp_path / "page").chmod(0o640)
    (tmp_path / "link").symlink_to("page")
    put_in_place(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "page").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "page").stat().st_mode) == 0o640
    reader, writer = os.pipe()
    put_in_place(Path(f"/dev/fd/{writer}"), b"down the pipe")
    assert os.read(reader, 99) == b"down the pipe"
    os.close(reader)
    os.close(writer)


def test_no_file_is_written_in_another_way() -> None:
    """Which `Disk` would not see, and Windows would give other line ends."""
    found = [
        f"{path.name}:{node.lineno}: {ast.unparse(node)}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and path.name != "userfiles.py"
        if getattr(node.func, "attr", "") in ("write_text", "write_bytes")
        or (
            getattr(node.func, "id", "") in ("open", "FileIO")
            and any(getattr(mode, "value", None) in ("w", "wb", "a") for mode in node.args[1:])
            and "devnull" not in ast.unparse(node)
        )
    ]
    assert found == []

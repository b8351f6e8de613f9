from __future__ import annotations

import os
from pathlib import Path

import pytest

from moonflight_solo import datafiles
from moonflight_solo.datafiles import KINDS, data_files, data_folder
from moonflight_solo.documents import read_document
from moonflight_solo.errors import DataError
from moonflight_solo.userfiles import prune


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty package folder, with nothing beside it."""
    package = tmp_path / "moonflight_solo"
    package.mkdir()
    monkeypatch.setattr(datafiles, "_PACKAGE", package)
    return package


def test_a_wheel_has_the_data_in_the_package(package: Path) -> None:
    (package / "_data" / "cards").mkdir(parents=True)
    (package.parent / "cards").mkdir()
    assert data_folder("cards") == package / "_data" / "cards"


def test_a_checkout_has_the_data_beside_the_package(package: Path) -> None:
    (package / "_data" / "ai").mkdir(parents=True)
    (package.parent / "cards").mkdir()
    assert data_folder("cards") == package.parent / "cards"


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_folder_is_named(kind: str, tmp_path: Path) -> None:
    for find in (data_folder, data_files):
        with pytest.raises(DataError, match=f"“{kind}” .* is missing. Install") as caught:
            find(kind)
        assert caught.value.place == tmp_path / kind


def test_a_file_is_no_folder(package: Path) -> None:
    (package.parent / "cards").write_text("")
    with pytest.raises(DataError, match="is missing"):
        data_folder("cards")


@pytest.mark.parametrize("kind", ["decks", "", "..", "cards/.."])
def test_there_are_no_other_kinds(kind: str) -> None:
    with pytest.raises(ValueError, match="no such kind of data"):
        data_folder(kind)


def test_files_come_sorted_and_only_yaml(package: Path) -> None:
    folder = package.parent / "cards"
    (folder / "folder.yaml").mkdir(parents=True)
    for name in ("b.yaml", "c.yaml", "a.yaml", "a.yaml~", "notes.txt", "B.yaml"):
        (folder / name).write_text("")
    assert [path.name for path in data_files("cards")] == ["B.yaml", "a.yaml", "b.yaml", "c.yaml"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_data_of_this_project_are_found_and_readable(kind: str) -> None:
    files = data_files(kind)
    assert files
    for path in files:
        assert isinstance(read_document(path).data, dict | list)


def test_pruning_leaves_the_newest_files(tmp_path: Path) -> None:
    for number, name in enumerate(["kept-c", "kept-a", "kept-b", "kept-d"]):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (number, number))
    prune(tmp_path, 2)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["kept-b", "kept-d"]

"""Revised suits: a file of a printed Jack replaces the printed suit."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import CLAY

from moonflight_solo.cli import main
from moonflight_solo.datafiles import data_files
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import catalogue

PRINTED = next(path for path in data_files("cards") if path.name == "clay_and_bones.yaml")


@pytest.fixture
def revised(tmp_path: Path) -> Path:
    """Return a copy of the printed suit with one card changed."""
    words = PRINTED.read_text("utf-8")
    path = tmp_path / "clay.yaml"
    path.write_text(words.replace("text: Discard 1 from Draw Deck", "text: Draw 2", 1), "utf-8")
    return path


def test_the_suit_in_the_file_is_the_one_that_is_played(revised: Path) -> None:
    cards = catalogue("prototype", (revised,))
    assert cards.card("Bury", False).words == "Draw 2"
    assert cards.revised == {CLAY: str(revised)}
    assert catalogue().card("Bury", False).words != "Draw 2"
    assert catalogue().revised == {}


def test_a_command_says_so(revised: Path) -> None:
    given = ["--games", "1", "--jobs", "1", "--cards", str(revised)]
    ran = CliRunner().invoke(main, ["playtest", "clay", "words", *given])
    assert ran.exit_code == 0
    assert f"the cards of {CLAY} are those in {revised}, not the printed ones" in ran.stderr


def test_two_files_of_one_jack_are_one_too_many(revised: Path, tmp_path: Path) -> None:
    other = tmp_path / "again.yaml"
    other.write_text(revised.read_text("utf-8"), "utf-8")
    with pytest.raises(DataError, match=r"already a Jack|two different cards"):
        catalogue("prototype", (revised, other))


def test_the_printed_file_is_itself_wherever_it_is_named(revised: Path) -> None:
    assert catalogue("prototype", (PRINTED,)).revised == {}
    ran = CliRunner().invoke(main, ["cards", "diff", str(PRINTED), str(revised)])
    assert ran.exit_code == 1
    assert "+ Draw 2" in ran.stdout

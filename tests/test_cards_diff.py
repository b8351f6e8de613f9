"""Comparing versions of a suit, and the output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers import CLAY

from moonflight_solo.check.diff.suits import TextChange, suit_difference
from moonflight_solo.cli import main
from moonflight_solo.rules.catalogue import catalogue

ROOT = Path(__file__).parents[1]
PRINTED = (ROOT / "cards" / "clay_and_bones.yaml").read_text("utf-8")


def reworded(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    words = PRINTED
    for old, new in changes:
        assert old in words
        words = words.replace(old, new, 1)
    path = tmp_path / "suit.yaml"
    path.write_text(words, "utf-8")
    return path


def diff(old: str, new: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["cards", "diff", old, str(new), "--plain", *options])


def text_change(tmp_path: Path, old: str, new: str) -> TextChange:
    path = reworded(tmp_path, (f"text: {old}", f'text: "{new}"'))
    found = suit_difference(catalogue(), catalogue("prototype", (path,)), CLAY)
    (text,) = [t for card in found.cards for t in card.texts if t.reworded]
    return text


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("Discard 2 from Draw Deck", "Discard the top 2 cards of your Draw Deck", "same"),
        ("Draw 1 from Discard Stack", "If 3+ cards in Discard Stack Draw 1 from it", "narrower"),
        ("Discard 2 from Draw Deck", "Discard 3 from Draw Deck", "other"),
        ("Spend 1 card to Gain 1 coin token", "Spend 1 card to Gain 2 coin tokens", "other"),
    ],
)
def test_a_text_is_the_same_wider_narrower_or_other(
    tmp_path: Path, old: str, new: str, verdict: str
) -> None:
    if "from it" in new:
        new = new.replace("from it", "from Discard Stack")
    change = text_change(tmp_path, old, new)
    assert change.verdict == verdict
    assert (change.shown is None) == (verdict == "same" or new.startswith("Spend"))


def test_the_other_way_round_it_is_wider(tmp_path: Path) -> None:
    path = reworded(
        tmp_path, ("Draw 1 from Discard Stack", "If 3+ cards in Discard Stack Draw 1 from it")
    )
    path.write_text(path.read_text().replace("Draw 1 from it", "Draw 1 from Discard Stack"))
    known, other = catalogue("prototype", (path,)), catalogue()
    found = suit_difference(known, other, CLAY)
    (text,) = [t for card in found.cards for t in card.texts if t.reworded]
    assert text.verdict == "wider"
    assert text.shown is not None
    # The smallest such table has one card in the Discard Stack and nothing else.
    assert text.shown.scenario.size == 1
    assert (text.shown.old, text.shown.new) == ("nothing", "hand 0 to 1, Discard Stack 1 to 0")


def test_what_holds_in_play_is_told_by_its_words(tmp_path: Path) -> None:
    change = text_change(
        tmp_path, "Spend 1 card to Gain 1 coin token", "Spend 1 card to Gain 2 coin tokens"
    )
    assert change.gone == ("Spend 1 card to Gain 1 coin token",)
    assert change.come == ("Spend 1 card to Gain 2 coin tokens",)


def test_the_command_shows_values_and_texts(tmp_path: Path) -> None:
    path = reworded(tmp_path, ("cost: 6", "cost: 5"))
    shown = diff("clay", path)
    assert shown.exit_code == 1
    assert "cost before the Turn 6 to 5" in shown.stdout
    assert "8 of 9 cards" in shown.stdout
    told = json.loads(diff("clay", path, "--json").stdout)
    assert [card["values"] for card in told["cards"]] == [["cost before the Turn 6 to 5"]]


def test_the_same_suit_is_the_same(tmp_path: Path) -> None:
    shown = diff("clay", reworded(tmp_path))
    assert shown.exit_code == 0
    assert "9 of 9 cards" in shown.stdout


def test_suits_of_two_jacks_are_refused() -> None:
    shown = CliRunner().invoke(main, ["cards", "diff", "clay", "words"])
    assert shown.exit_code == 2
    assert "two versions of one Jack's" in shown.stderr


def test_games_are_those_of_the_edition_asked_for(tmp_path: Path) -> None:
    path = str(reworded(tmp_path, ("cost: 6", "cost: 1")))
    played = ("--games", "3", "--edition", "final")

    def run(*words: str) -> str:
        return CliRunner().invoke(main, words).stdout

    told = run("compare", "printed", path, *played)
    assert "A: printed. B: " in told
    assert told != run("compare", "printed", path, *played[:2])
    assert run("cards", "diff", "clay", path, *played).endswith(told)
    assert "A: printed. B: printed." in run("cards", "diff", "clay", "clay", "--games", "1")

"""Typos of a hurried typist in a Jack's files: each is reported with its line and a remedy."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import catalogue

FOLDER = Path(__file__).parent.parent / "examples" / "thatch_and_tile"
SUIT = (FOLDER / "suit.yaml").read_text("utf-8")
AI = (FOLDER / "ai.yaml").read_text("utf-8")

AFTER = """    after:
      name: Chaff
      cost: 1
      stability/score: -/-
      text: Trash 1 in play
"""
TEXT = "text: Draw 1\n"
CORNER = "stability/score: 1/-"

WRONG_SUITS = {
    "missing end": (AFTER, "", ":8:5", "“after” is missing"),
    "25 cards": ("copies: 6", "copies: 7", ":8:3", "25 cards instead of 24"),
    "copies in words": ("copies: 6", "copies: six", ":8:13", "a whole number"),
    "no copies": ("copies: 6", "copies: 0", ":8:13", "at least 1"),
    "a tab": ("      cost: 1", "\tcost: 1", ":11:1", "Use spaces"),
    "a key twice": ("      cost: 1", "      cost: 1\n      cost: 2", ":12:7", "already written"),
    "a colon": (TEXT, "text: Draw 1: now\n", ":13:19", "quotes"),
    "a misspelt key": ("      cost: 1", "      costs: 1", ":11:7", "Did you mean “cost”?"),
    "a corner half": (CORNER, "stability/score: 1", ":12:24", "expected text"),
    "a corner of words": (CORNER, "stability/score: one", ":12:24", "as printed"),
    "indentation": ("      cost: 1", "     cost: 1", ":11:6", "Indent"),
    "code": ("name: Straw", 'name: !!python/object/apply:os.system ["x"]', ":10:13", "tag"),
    "a bomb": ("jack: T", "a: &a [x, x]\nb: [*a, *a]\njack: T", ":3:4", "two places"),
    "no width": (TEXT, "text: Draw \u200b1\n", ":13:18", "U+200B"),
    "a name twice": ("name: Chaff", "name: Clearing", ":41:5", "two different cards"),
    "a printed name": ("name: Chaff", "name: Bury", ":8:5", "two different cards"),
    "a comma": ("name: Chaff", "name: Chaff, old", ":15:13", "without quotation marks, commas"),
    "curly quotes": ("name: Chaff", "name: “Chaff”", ":15:13", "without quotation marks"),
    "no name": ("name: Chaff", 'name: ""', ":15:13", "cannot be called"),
    "a number": ("name: Chaff", "name: 12", ":15:13", "Put it in quotes"),
    "no Jack": ("jack: Thatch and Tile\n", "", ":3:1", 'Give either "jack: NAME"'),
    "a number as text": (TEXT, "text: 1\n", ":13:13", "Put it in quotes"),
    "far too long": (TEXT, f"text: {'Draw 1. ' * 200}\n", ":13:13", "1000 is the most"),
    "a typing error": (TEXT, "text: Drow 1\n", ":13:13", "Nearest understood"),
    "a negative cost": ("      cost: 1", "      cost: -1", ":11:13", "the cost printed"),
    "a vast cost": ("      cost: 1", f"      cost: {'9' * 30}", ":11:13", "over 18 digits"),
}


def refused(path: Path) -> str:
    started = time.monotonic()
    with pytest.raises(MoonflightError) as caught:
        catalogue(more=(path,))
    assert time.monotonic() - started < 5
    message = str(caught.value)
    assert message.startswith(f"{path}:")
    assert "\n" not in message
    return message.removeprefix(str(path))


@pytest.mark.parametrize(("old", "new", "place", "says"), WRONG_SUITS.values(), ids=WRONG_SUITS)
def test_a_suit_that_is_wrong(tmp_path: Path, old: str, new: str, place: str, says: str) -> None:
    assert old in SUIT
    path = tmp_path / "suit.yaml"
    path.write_text(SUIT.replace(old, new, 1), "utf-8")
    message = refused(path)
    assert message.startswith(place), message
    assert says in message


def test_no_file_is_too_long_to_be_read(tmp_path: Path) -> None:
    """A file of a megabyte may hold thousands of cards or lines: it is refused at the first."""
    path = tmp_path / "suit.yaml"
    end = "{name: %s, cost: 1, stability/score: -/-}"
    card = "- {copies: 1, before: " + end + ", after: " + end + "}\n"
    cards = "".join(card % (f"N{number}", f"M{number}") for number in range(201))
    path.write_text(f"group: generic\ncards:\n{cards}", "utf-8")
    assert refused(path).startswith(":203:3: 201 kinds of cards are more than 200")
    ai = tmp_path / "ai.yaml"
    lines = "".join(f"  {number} – Pass\n" for number in range(1, 9000))
    ai.write_text(f"jack: Thatch and Tile\ncard: |\n  PRE TURN\n  ACTION\n{lines}", "utf-8")
    with pytest.raises(MoonflightError, match=r"ai.yaml:205:3: .*at most 200 lines"):
        load_ai_card(ai, catalogue(more=(FOLDER / "suit.yaml",)))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "found nothing"),
        (b"- a\n- b\n", "found a list"),
        (b"\xff\xfe\x00a", "not UTF-8"),
        (SUIT.encode("utf-16"), "not UTF-8"),
        (SUIT.encode() + b"#" * 10_000_000, "is over"),
        (b"[" * 50_000, "levels deep"),
    ],
)
def test_a_file_that_is_no_suit(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "suit.yaml"
    path.write_bytes(content)
    assert says in refused(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (CORNER, "stability/score: 1/–"),
        (CORNER, "stability/score: 1/—"),
        ("Jack o' Thatch", "Jack o’ Thatch"),
        ("Hand limit +1", "Hand limit –1"),
        (TEXT, 'text: "Draw\\t1"\n'),
        (TEXT, "text: Draw\u00a01\n"),
        (TEXT, "text: Draw 1.\n"),
        (SUIT, SUIT.replace("\n", "\r\n")),
        (SUIT, "\ufeff" + SUIT),
    ],
)
def test_what_a_typist_may_do(tmp_path: Path, old: str, new: str) -> None:
    """Dashes of any length, curly apostrophes, odd blanks and line ends mean the same."""
    assert old in SUIT
    path = tmp_path / "suit.yaml"
    path.write_text(SUIT.replace(old, new, 1), "utf-8")
    assert "Thatch and Tile" in catalogue(more=(path,)).suits


WRONG_AI_CARDS = {
    "other quotes": ("“Straw”", "«Straw»", ":8:12", "is not a quotation mark"),
    "no quotes": ("“Straw”", "Straw", ":8:12", "stands in quotation marks"),
    "an open quote": ("“Straw”", "“Straw", ":8:12", "a quotation mark is missing"),
    "no such card": ("“Straw”", "“Strow”", ":8:7", "Did you mean Straw?"),
    "the other end": ("“Straw”", "“Chaff”", ":8:7", "the end up after the Turn"),
    "a tab": ("  2 – Play", "\t2 – Play", ":8:1", "Use spaces"),
    "no number": ("  2 – Play", "  Play", ":9:3", "line 3 follows line 1"),
    "a number twice": ("  2 – Play", "  1 – Play", ":8:3", "Number it 2 or 1.1"),
    "no heading": ("  PRE TURN\n", "", ":6:3", "before any heading"),
    "no such Jack": ("jack: Thatch and Tile", "jack: Tile", ":2:7", "no Jack is called"),
}


@pytest.mark.parametrize(
    ("old", "new", "place", "says"), WRONG_AI_CARDS.values(), ids=WRONG_AI_CARDS
)
def test_an_ai_card_that_is_wrong(
    tmp_path: Path, old: str, new: str, place: str, says: str
) -> None:
    cards = catalogue(more=(FOLDER / "suit.yaml",))
    path = tmp_path / "ai.yaml"
    path.write_text(AI.replace(old, new, 1), "utf-8")
    with pytest.raises(MoonflightError) as caught:
        AICardPlayer(load_ai_card(path, cards), cards)
    message = str(caught.value).removeprefix(str(path))
    assert message.startswith(place), message
    assert says in message


@pytest.mark.parametrize(("old", "new"), [("“", '"'), ("”", "“"), (" – ", " - "), ("–", "—")])
def test_quotes_and_dashes_of_any_kind(tmp_path: Path, old: str, new: str) -> None:
    cards = catalogue(more=(FOLDER / "suit.yaml",))
    path = tmp_path / "ai.yaml"
    path.write_text(AI.replace(old, new), "utf-8")
    assert len(load_ai_card(path, cards).lines) > 10

"""What a person reads keeps to docs/style.md, as far as a pattern can tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import yaml

ROOT: Final = Path(__file__).resolve().parent.parent

HABITS: Final = {
    "is not a": r"(?<![Tt]here )\b(?:is|are|was|were|be) no (?!longer\b|more\b|one\b|\w+:)",
    "differently": r"\botherwise than\b|\b(?:acted?|came out|plays?|spelled|read) otherwise\b",
    "appear": r"\bcom(?:es?|ing) to light\b|\bcame to light\b",
    "reach the End": r"\bc[ao]mes? to (?:its|the|their) End\b",
    "trigger": r"\bhears? of an? (?:Discard|Gain|Trash|Draw|Purchase)\b",
    "so far, especially, except": r"\bas yet\b|\bnot least\b|\bbut for (?:what|those|the)\b",
    "not one of": r"\bis none of these\b",
    "stop this question": r"\bto be asked no more\b",
    "stop": r"\bbroken off\b",
    "at random": r"\bby lot\b|\b[Ll]ots are drawn\b|\bby chance\b",
    "you check": r"\bit is (?:seen|looked at|looked for) (?:whether|if)\b",
    "flip": r"\bturns? round\b|\bturned over\b",
    "in front of": r"\blies? face up before you\b",
    "shorten": r"\bcut short\b",
    "simulated": r"\bimagined games\b",
    "percentage points": r"\bpoints in a hundred\b",
    "in every position": r"\bon (?:every|no) table (?:\(|where|is)",
    "fix": r"\b(?:findings|nothing) (?:to mend|mended)\b|\bmend the error",
}
"""What to write instead, and the pattern of what not to."""

RIGHT: Final = {
    ("docs/library.md", "is no "): "quotes a message of the program",
    ("docs/style.md", "*"): "lists the habits",
}
"""Where a habit is right, in a file or in all of it, and why."""

# These are made from the words of cards, or from texts that are read here themselves.
MADE: Final = {"commands.md", "rulings.md", "vocabulary.md", "wording-guide.md"}


def _in_data(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        for each in found.values():
            yield from _in_data(each)
    elif isinstance(found, list):
        for each in found:
            yield from _in_data(each)
    elif isinstance(found, str):
        yield found


def _texts(path: Path) -> Iterator[str]:
    """Yield the texts of a file: its values, its string constants, or all of it."""
    words = path.read_text(encoding="utf-8")
    if path.suffix == ".yaml":
        yield from _in_data(yaml.safe_load(words))
    elif path.suffix == ".py":
        for node in ast.walk(ast.parse(words)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    else:
        yield re.sub(r"\{#.*?#\}", "", words, flags=re.DOTALL)


def _files() -> list[Path]:
    data = [
        each for name in ("guide", "rulings", "decktet") for each in (ROOT / name).glob("*.yaml")
    ]
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    pages += [each for each in (ROOT / "docs").glob("*.md") if each.name not in MADE]
    code = ROOT / "moonflight_solo"
    spoken = [
        *code.rglob("*.j2"),
        *(code / "cli" / "commands").glob("*.py"),
        code / "cli/options.py",
    ]
    return sorted([*data, *pages, *spoken])


def habits(words: str) -> Iterator[tuple[str, str]]:
    """Yield what stands in a text that should not, and what to write instead."""
    flat = " ".join(words.split())
    for instead, pattern in HABITS.items():
        for met in re.finditer(pattern, flat):
            yield flat[max(0, met.start() - 30) : met.end() + 30], instead


def _is_right(path: Path, words: str) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return any(file == name and (part == "*" or part in words) for file, part in RIGHT)


@pytest.mark.parametrize("path", _files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_person_reads_keeps_to_the_style(path: Path) -> None:
    found = [
        f"...{words}...: write {instead!r}"
        for text in _texts(path)
        for words, instead in habits(text)
        if not _is_right(path, words)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "words",
    [
        '"xyz" is no act here.',
        "It plays otherwise than the print.",
        "If one of yours comes to light, buy it.",
        "nothing that hears of a Discard happens",
        "This Reset deals nothing as yet.",
        "At the Turn every\ncard turns round.",
        "The game had to be broken off.",
    ],
)
def test_a_habit_is_noticed(words: str) -> None:
    assert list(habits(words))


@pytest.mark.parametrize(
    "words", ["There is no card.", "It is no longer in play.", "Otherwise the next line is read."]
)
def test_plain_words_are_left_alone(words: str) -> None:
    assert not list(habits(words))

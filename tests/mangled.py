"""Mangled Jacks' files, made from the vocabulary and from good files.

Deterministic for a seed. `python tests/mangled.py NUMBER` tries that many of each kind and reports
what goes wrong; `test_mangled.py` tries a few.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.card_texts import check_card_files
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.wording.earley import grammar
from moonflight_solo.wording.examples import wordings

EXAMPLES = Path(__file__).parent.parent / "examples"
FOLDERS = [EXAMPLES / name for name in ("thatch_and_tile", "tide_and_toll")]
SUITS = [(folder / "suit.yaml").read_text("utf-8") for folder in FOLDERS]
AI_CARDS = [(folder / "ai.yaml").read_text("utf-8") for folder in FOLDERS]
LONGEST = 5.0
PLACED = re.compile(r":\d+:\d+: .")

_OF = {
    start: [words for part in wordings() if part.start == start for words in part.examples]
    for start in ("effect", "line", "reset_line")
}
_WORDS = sorted({word for said in _OF.values() for words in said for word in words.split()})
_PIECES = sorted(
    {
        piece
        for said in _OF.values()
        for words in said
        for piece in re.findall(r"“[^”]+”|[\d+–-]+|[\w’'()]+|\w+ and \w+’s? suit|[.,/()-]", words)
    }
    | {":", "0", "1", "2", "9", "3+", "1-2", "+1", "-1", "your suit", "Clay and Bones’ suit"}
    | {"“Straw”", "“Waste”", "“Nobody”", "Jack o’ Tide and Toll’s suit", "opponent’s", "player’s"}
)
_ODD = [
    *"\t\0“”\"'‘’–—-:;,./\\|>&*!%@`#{}[]()?~+",
    *("\u00a0", "\u200b", "\u202e", "\ufeff", "é", "漢", "🃏", "\r", "\n", "\n\n", "  "),
    *(
        "null",
        "true",
        "1e9",
        "0x10",
        "-1",
        "9" * 25,
        "&a",
        "*a",
        "<<: *a",
        "!!python/name:os",
        "---",
    ),
]


def suit_file(seed: int) -> str:
    """Return a card file: a mangled good one, or one with texts made of vocabulary."""
    lot = Random(f"suit {seed}")
    words = lot.choice(SUITS)
    if lot.random() < 0.5:
        return _mangled(words, lot)
    for old in lot.sample(re.findall(r"text: (.+?)(?=\}|\n)", words), lot.randint(1, 4)):
        words = words.replace(f"text: {old}", f"text: {_quoted(_said('effect', lot))}", 1)
    return words


def ai_file(seed: int) -> str:
    """Return an AI-card file, made like :func:`suit_file`."""
    lot = Random(f"ai {seed}")
    words = lot.choice(AI_CARDS)
    if lot.random() < 0.5:
        return _mangled(words, lot)
    lines = words.splitlines()
    numbered = [index for index, line in enumerate(lines) if " – " in line]
    for index in lot.sample(numbered, lot.randint(1, 5)):
        number = lines[index].partition(" – ")[0]
        reset = number.strip() == "2" and "Retain" in lines[index]
        lines[index] = f"{number} – {_said('reset_line' if reset else 'line', lot)}"
    return "\n".join(lines) + "\n"


def _said(start: str, lot: Random) -> str:
    """Return a sentence: grammatical, two halves of such, or random words."""
    way = lot.random()
    if way < 0.1:
        return lot.choice(_OF[start])
    if way < 0.5:
        return " ".join(_grammatical(start, lot, lot.randrange(7)))
    if way < 0.8:
        first, second = lot.choice(_OF[start]).split(), lot.choice(_OF[start]).split()
        return " ".join(first[: lot.randint(1, len(first))] + second[lot.randrange(len(second)) :])
    return " ".join(lot.choice(_WORDS) for _ in range(lot.choice([1, 2, 3, 5, 8, 13, 40, 120])))


def _grammatical(symbol: str, lot: Random, depth: int) -> list[str]:
    """Return words that the grammar parses as ``symbol``, shorter with depth."""
    if symbol in _tokens():
        return [lot.choice(_tokens()[symbol])]
    choices = _rules()[symbol]
    taken = choices[0] if depth > 9 else lot.choice(choices)
    return [word for part in taken for word in _grammatical(part, lot, depth + 1)]


@cache
def _tokens() -> dict[str, list[str]]:
    return {
        each.name: [word for word in _PIECES if each.pattern().fullmatch(word)]
        for each in grammar().terminals
    }


@cache
def _rules() -> dict[str, list[tuple[str, ...]]]:
    """Return the expansions of each symbol of the grammar, shallowest first."""
    rules: dict[str, list[tuple[str, ...]]] = {}
    for rule in grammar().rules:
        rules.setdefault(rule.symbol, []).append(rule.parts)
    heights = dict.fromkeys(_tokens(), 0)

    def height(expansion: tuple[str, ...]) -> int:
        return max((heights.get(part, 99) for part in expansion), default=0)

    for _ in range(40):
        for name, ways in rules.items():
            lowest = min(map(height, ways))
            if lowest < 99:
                heights.setdefault(name, lowest + 1)
    return {name: sorted(ways, key=height) for name, ways in rules.items()}


def _quoted(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


def _mangled(words: str, lot: Random) -> str:
    """Return good words with a few omitted, doubled, moved or inserted."""
    for _ in range(lot.choice([1, 1, 2, 3, 8])):
        at, end = sorted(lot.randrange(len(words) + 1) for _ in range(2))
        end = min(end, at + lot.choice([1, 3, 10, 60, 400]))
        way = lot.randrange(6)
        if way == 0:
            words = words[:at] + words[end:]
        elif way == 1:
            words = words[:end] + words[at:end] * lot.choice([1, 1, 30]) + words[end:]
        elif way == 2:
            words = words[:at] + lot.choice(_ODD) + words[at:]
        elif way == 3:
            words = words[:at] + lot.choice(_WORDS) + words[end:]
        elif way == 4:
            words = words[:at]
        else:
            lines = words.splitlines()
            one, other = (lot.randrange(len(lines)) for _ in range(2))
            lines[one], lines[other] = lines[other], lines[one]
            words = "\n".join(lines) + "\n"
        words = words or "\n"
    return words


def tried(kind: str, seed: int, folder: Path) -> str:
    """Load a mangled file like a game, and check it; return what happened.

    The result is "good", "told" or "told without a place". Fails for a message with a line break,
    more than five seconds, or any error but :class:`MoonflightError`.
    """
    path = folder / f"{kind}.yaml"
    path.write_bytes((suit_file if kind == "suit" else ai_file)(seed).encode("utf-8", "replace"))
    started = time.monotonic()
    try:
        if kind == "suit":
            Catalogue(catalogue().edition, [*_printed(), path])
        else:
            known = catalogue(more=tuple(each / "suit.yaml" for each in FOLDERS))
            AICardPlayer(load_ai_card(path, known), known)
        found = "good"
    except MoonflightError as error:
        said = str(error)
        assert "\n" not in said, said
        assert str(path) in said, said
        found = "told" if PLACED.search(said) else f"told without a place: {said}"
    assert time.monotonic() - started < LONGEST, f"{kind} {seed} takes too long"
    if kind == "suit":
        started = time.monotonic()
        (checked,) = check_card_files([path])
        wrong = any(each.severity == "error" for each in checked.every())
        assert wrong == (found != "good"), f"{kind} {seed}: {found}"
        assert time.monotonic() - started < LONGEST, f"the check of {kind} {seed} takes too long"
    return found


def _printed() -> list[Path]:
    from moonflight_solo.datafiles import data_files

    return list(data_files("cards"))


if __name__ == "__main__":
    counts: Counter[str] = Counter()
    slowest = (0.0, "")
    first, number = int(sys.argv[1]), int(sys.argv[2])
    with TemporaryDirectory() as folder:
        for seed in range(first, first + number):
            for kind in ("suit", "ai"):
                started = time.monotonic()
                try:
                    counts[f"{kind}: {tried(kind, seed, Path(folder))}"] += 1
                except Exception as error:
                    counts[f"{kind}: failed"] += 1
                    print(kind, seed, type(error).__name__, str(error)[:300])
                slowest = max(slowest, (time.monotonic() - started, f"{kind} {seed}"))
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    print(f"slowest: {slowest[1]}, {slowest[0]:.2f} s")

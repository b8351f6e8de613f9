"""The golden games: one line each, with a digest of everything that happens."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from golden.adapter import play_watched
from golden.setups import SetUp

FILE = Path(__file__).parent / "games.txt"
KINDS = ("acts", "answers", "events", "tables", "lines")
HEADING = f"set-up | seed | {' '.join(KINDS)} | result"
DIGITS = 16


def digest(words: Iterable[str]) -> str:
    """Return a short digest of lines of text."""
    return sha256("\n".join(words).encode()).hexdigest()[:DIGITS]


def golden_game(setup: SetUp, seed: int) -> tuple[str, str]:
    """Play a game; return its line in the file, and the final table."""
    told: dict[str, list[str]] = {kind: [] for kind in KINDS}
    result = play_watched(setup, seed, lambda kind, words: told[kind].append(words))
    digests = " ".join(digest(words) for words in told.values())
    return f"{setup.name} | {seed} | {digests} | {result}", told["tables"][-1]


def trace(setup: SetUp, seed: int) -> str:
    """Return everything that happens in a game as text, in order."""
    rows: list[str] = []
    result = play_watched(
        setup, seed, lambda kind, words: rows.extend(f"{kind:8}{row}" for row in words.split("\n"))
    )
    return "\n".join([*rows, f"result  {result}"]) + "\n"


def kept() -> dict[str, dict[int, str]]:
    """Return the stored lines by set-up and seed."""
    found: dict[str, dict[int, str]] = {}
    for line in FILE.read_text("utf-8").splitlines()[1:]:
        name, seed, _ = line.split(" | ", 2)
        found.setdefault(name, {})[int(seed)] = line
    return found


def parted(old: str, new: str) -> list[str]:
    """Return what differs between two lines of one game: kinds of descriptions, the result."""
    (*_, digests, result), (*_, new_digests, new_result) = old.split(" | "), new.split(" | ")
    pairs = zip(KINDS, digests.split(), new_digests.split(), strict=True)
    found = [kind for kind, one, other in pairs if one != other]
    return found + ([f'result, "{result}" is now "{new_result}"'] if result != new_result else [])

"""A few mangled Jacks' files; `mangled.py` tries any number."""

from __future__ import annotations

from pathlib import Path

import pytest
from mangled import ai_file, suit_file, tried

from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


@pytest.mark.parametrize("kind", ["suit", "ai"])
@pytest.mark.parametrize("seed", range(6))
def test_a_mangled_file_is_read_or_told_of(kind: str, seed: int, tmp_path: Path) -> None:
    """Never a traceback, never long, always with file, line and column."""
    assert tried(kind, seed, tmp_path) in ("good", "told")


def test_the_same_seed_makes_the_same_file() -> None:
    assert suit_file(7) == suit_file(7) != suit_file(8)
    assert ai_file(7) == ai_file(7) != ai_file(8)


@pytest.mark.parametrize("which", ["no starter cards", "any cards"])
def test_per_counts_nothing_in_a_condition(which: str) -> None:
    """Found by the mangled files."""
    with pytest.raises(WordingError, match="per"):
        parsed_readings(Text(f"If {which} per 8 cards in hand Draw 1"), "effect")

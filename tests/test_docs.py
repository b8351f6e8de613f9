"""The generated files in docs/ are up to date; `make docs` regenerates them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PICTURES = sorted(DOCS.glob("*.svg"))


def test_generated_docs_are_up_to_date(tmp_path: Path) -> None:
    (tmp_path / "habits.json").write_text("[]", "utf-8")
    result = subprocess.run(
        [sys.executable, "tools/make_docs.py", "--check"],
        cwd=ROOT,
        # A window of another size or without colours changes nothing, nor do habits in the game.
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "60",
            "NO_COLOR": "1",
            "MOONFLIGHT_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
    )
    said = result.stdout + result.stderr[-2000:]
    assert result.returncode == 0, f"{said}`make docs` writes it anew; look at it"


def test_there_is_a_picture_of_either_side_of_the_turn() -> None:
    text = "\n".join(path.read_text("utf-8") for path in PICTURES)
    assert ">Before the Turn, round " in text
    assert ">After the Turn, round " in text


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small_and_needs_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.encode()) < 60_000
    ElementTree.fromstring(text)
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    for word in ("<script", "<image", "@font-face", "@import", "url(", "href"):
        assert word not in text

"""The public library: its contents, that it is lazy, and that its page is true."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import moonflight_solo
from moonflight_solo import library

ROOT = Path(__file__).parent.parent


def test_every_example_of_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = str(ROOT / "docs" / "library.md")
    found = doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 40
    assert found.failed == 0


def test_what_is_offered_is_there_and_named_on_its_page() -> None:
    assert frozenset(library.__all__) == moonflight_solo._OFFERED
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    for name in library.__all__:
        assert getattr(moonflight_solo, name) is getattr(library, name)
        assert name in dir(moonflight_solo)
    functions = {name for name in library.__all__ if name.islower()}
    assert {name for name in functions if f"{name}(" in page or f"`{name}`" in page} == functions
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = moonflight_solo.nothing


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    words = "import sys, moonflight_solo; print([m for m in sys.modules if 'moonflight' in m])"
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['moonflight_solo']"

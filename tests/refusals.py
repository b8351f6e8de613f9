"""A plugin that adds to ``refused.lock`` every sentence refused during a run of the tests.

`PYTHONPATH=tests python -m pytest -p refusals tests/test_NAME.py`, then `make lock`, which puts
them in order and gives each its reason and its remedy.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import msgspec

from moonflight_solo.wording import ast, parsing
from moonflight_solo.wording.text import Text, WordingError

_MAKE_LOCK = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "make_lock.py"))
_SEEN: set[tuple[str, str]] = set(_MAKE_LOCK["refused"]())
_parse = parsing.parsed_readings


def _recorded(text: Text, start: ast.Start) -> tuple[ast.Meaning, ...]:
    """Parse a text as ever, and note it if it is refused; the longest are not kept."""
    try:
        return _parse(text, start)
    except WordingError:
        key = start, text.words
        if key not in _SEEN and len(text.words) <= _MAKE_LOCK["MOST_LETTERS"]:
            _SEEN.add(key)
            with (_MAKE_LOCK["WORDING"] / _MAKE_LOCK["LOCK_OF_REFUSALS"]).open("ab") as file:
                file.write(msgspec.json.encode({"start": start, "words": text.words}) + b"\n")
        raise


parsing.parsed_readings = _recorded

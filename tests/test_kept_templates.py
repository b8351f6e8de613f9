"""Caching compiled templates, which is optional."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from moonflight_solo import templates
from moonflight_solo.templates import compiled_templates
from moonflight_solo.userfiles import HOME


def put(text: str, way: str = "", *, autoescape: bool = False) -> str:
    """Render a template called "it", compiled in a new environment."""
    cache = compiled_templates(__file__, way)
    made = Environment(loader=DictLoader({"it": text}), bytecode_cache=cache, autoescape=autoescape)
    return made.get_template("it").render(word="<b>")


def test_a_template_is_kept_under_its_text_and_the_way_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    assert put("{{ word }}") == put("{{ word }}") == "<b>"
    kept = list((tmp_path / "cache" / "templates").iterdir())
    assert len(kept) == 1
    assert put("{{ word }}!") == "<b>!"
    assert put("{{ word }}", "escaped", autoescape=True) == "&lt;b&gt;"
    assert put("{{ word }}") == "<b>"


def test_few_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.setattr(templates, "MOST_TEMPLATES", 2)
    for way in "abcd":
        assert put("{{ word }}", way) == "<b>"
    assert len(list((tmp_path / "cache" / "templates").iterdir())) == 2


def test_without_a_place_to_keep_it_a_template_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv(HOME, str(file))
    assert put("{{ word }}") == put("{{ word }}") == "<b>"


def test_what_is_torn_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    put("{{ word }}")
    (kept,) = (tmp_path / "cache" / "templates").iterdir()
    kept.write_bytes(kept.read_bytes()[:-9])
    assert put("{{ word }}") == "<b>"

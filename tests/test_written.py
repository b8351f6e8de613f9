"""Pages written as templates: how a row looks is said by its template alone."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import jinja2
import pytest
from rich.console import Console

from moonflight_solo.cli.output import pages
from moonflight_solo.cli.output.paint import Page
from moonflight_solo.cli.output.terminal import PRETTY, Terminal

TEMPLATES = Path(pages.__file__).parent / "templates"


@pytest.fixture
def saying(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return templates of the test's own, by their names."""
    own: dict[str, str] = {}
    monkeypatch.setattr(pages._environment(), "loader", jinja2.DictLoader(own))
    return own


def put(template: str, *, plain: bool, **given: object) -> list[str]:
    console = Console(file=io.StringIO(), width=40, force_terminal=False)
    screen = Terminal(console, plain=plain, glyphs=PRETTY)
    pages.put_page(template, Page(screen), **given)
    out = console.file
    assert isinstance(out, io.StringIO)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_what_is_put_in_stands_to_the_letter(saying: dict[str, str]) -> None:
    saying["letter.txt.j2"] = "{{ one }}\n[bold] {{ two }}\n  {{ three }}"
    given: dict[str, Any] = {"one": "[gap]", "two": "\\ & <b>", "three": "[red|x] {{ no }}"}
    assert put("letter", plain=True, **given) == ["[gap]", "\\ & <b>", "[red|x] {{ no }}"]
    assert pages.rows("letter", **given) == ["[gap]", "[bold] \\ & <b>", "  [red|x] {{ no }}"]


def test_rows_stand_and_hang_as_their_template_says(saying: dict[str, str]) -> None:
    words = "one two three four five six seven eight nine"
    saying["hang.txt.j2"] = (
        "[heading] HEAD\n  [dim+4] {{ w }}\n [green|> ] {{ w }}\n{{ far(3) }}on\n\\ ly"
    )
    assert put("hang", plain=False, w=words) == [
        *("", "HEAD"),
        *("  one two three four five six seven", "      eight nine"),
        *(" > one two three four five six seven", "   eight nine"),
        "   on ly",
    ]
    assert put("hang", plain=True, w=words) == ["HEAD", words, f"> {words}", "on ly"]


def test_what_is_not_given_is_an_error(saying: dict[str, str]) -> None:
    saying["lacking.txt.j2"] = "{{ nothing }}"
    with pytest.raises(jinja2.UndefinedError):
        pages.rows("lacking")


@pytest.mark.parametrize("path", sorted(TEMPLATES.iterdir()), ids=lambda path: path.name)
def test_every_template_can_be_read(path: Path) -> None:
    assert path.name.endswith(".txt.j2")
    pages._environment().get_template(path.name)

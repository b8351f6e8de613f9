"""Pages written as templates, which alone define the look of a row."""

from __future__ import annotations

import ast
import io
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import pytest
from jinja2 import meta, nodes
from rich.console import Console

import moonflight_solo
from moonflight_solo.cli.output import markup
from moonflight_solo.cli.output.markup import Page
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.playtest.report import charts, in_words, selection
from moonflight_solo.playtest.report.sections import PAGES, SECTIONS
from moonflight_solo.templates import Templates


@pytest.fixture
def saying(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return a mapping that defines this test's own templates by name."""
    own: dict[str, str] = {}
    monkeypatch.setattr(markup.TEMPLATES.environment, "loader", jinja2.DictLoader(own))
    return own


def put(template: str, *, plain: bool, **given: object) -> list[str]:
    console = Console(file=io.StringIO(), width=40, force_terminal=False)
    screen = Terminal(console, plain=plain, glyphs=PRETTY)
    markup.put_page(template, Page(screen), **given)
    out = console.file
    assert isinstance(out, io.StringIO)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_what_is_put_in_stands_to_the_letter(saying: dict[str, str]) -> None:
    saying["letter.txt.j2"] = "{{ one }}\n[bold] {{ two }}\n  {{ three }}"
    given: dict[str, Any] = {"one": "[gap]", "two": "\\ & <b>", "three": "[red|x] {{ no }}"}
    assert put("letter", plain=True, **given) == ["[gap]", "\\ & <b>", "[red|x] {{ no }}"]
    assert markup.rows("letter", **given) == ["[gap]", "[bold] \\ & <b>", "  [red|x] {{ no }}"]


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
        markup.rows("lacking")


# ------------------------------------------------------------------- what templates ask for

PACKAGE = Path(moonflight_solo.__file__).parent
WRITERS = {
    **dict.fromkeys(("put_page", "rows"), ".txt"),
    **dict.fromkeys(("sections", "sections.sections"), ".md"),
    **dict.fromkeys(("PAGES.text", "sections.PAGES.text"), ""),
}
"""The functions that render a template by name, and the suffix of the name."""
OWN = {"put_page": {"page", "plain"}, "rows": {"told"}}


@cache
def written() -> dict[str, list[set[str]]]:
    """Return what every caller passes to each template, by template name."""
    found: dict[str, list[set[str]]] = {}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        if not any(f"{name}(" in text for name in WRITERS):
            continue
        module = ast.parse(text)
        for function in ast.walk(module):
            if isinstance(function, ast.FunctionDef):
                for call in calls(function):
                    name = ast.unparse(call.func)
                    if name not in WRITERS or not call.args:
                        continue
                    for template, more in templates_of(function, call.args[0], module):
                        given = keywords(call) | more | OWN.get(name, set())
                        found.setdefault(f"{template}{WRITERS[name]}.j2", []).append(given)
    return found


def calls(part: ast.AST) -> list[ast.Call]:
    return [each for each in ast.walk(part) if isinstance(each, ast.Call)]


def templates_of(
    function: ast.FunctionDef, name: ast.expr, module: ast.Module
) -> list[tuple[str, set[str]]]:
    """Return the templates that a call in ``function`` may name, each with the arguments passed.

    For functions that pass on their own arguments, callers are searched; a part of a page gets what
    any caller of the page passes, as a template holds several.
    """
    if isinstance(name, ast.Constant):
        return [(str(name.value), handed_on(function, module))]
    if isinstance(name, ast.JoinedStr):
        start = name.values[0]
        assert isinstance(start, ast.Constant)
        return [(str(start.value) + ending, set()) for ending in (".svg", ".html")]
    for loop in ast.walk(function):
        if isinstance(loop, ast.For) and ast.unparse(loop.target) == ast.unparse(name):
            return [(each, set()) for each in ast.literal_eval(loop.iter)]
    asked = [call for call in calls(module) if ast.unparse(call.func) == function.name]
    given = ((call.args[0], keywords(call)) for call in asked)
    return [(str(first.value), more) for first, more in given if isinstance(first, ast.Constant)]


def handed_on(function: ast.FunctionDef, module: ast.Module) -> set[str]:
    """Return the names that callers pass to a function that passes on all its keyword arguments."""
    if function.args.kwarg is None:
        return set()
    found: set[str] = set()
    for caller in ast.walk(module):
        if isinstance(caller, ast.FunctionDef):
            for call in calls(caller):
                if ast.unparse(call.func) == function.name:
                    found |= keywords(call) | handed_on(caller, module)
    return found


def keywords(call: ast.Call) -> set[str]:
    return {each.arg for each in call.keywords if each.arg}


def asked_for(known: Templates, name: str) -> set[str]:
    """Return the names that a template and its includes need from the caller."""
    loader = known.environment.loader
    assert loader is not None
    tree = known.environment.parse(loader.get_source(known.environment, name)[0])
    set_here = {each.name for each in tree.find_all(nodes.Name) if each.ctx != "load"}
    found = meta.find_undeclared_variables(tree) - set_here
    for other in meta.find_referenced_templates(tree):
        assert other is not None
        found |= asked_for(known, other) - set_here
    imported = {each.target for each in tree.find_all(nodes.Import)}
    return found - known.environment.globals.keys() - imported


REPORTS = PACKAGE / "playtest" / "report" / "templates"
KNOWN = {".txt.j2": markup.TEMPLATES, ".md.j2": SECTIONS, ".html.j2": PAGES, ".svg.j2": PAGES}


@pytest.mark.parametrize("name", sorted(written()))
def test_a_template_names_only_what_every_caller_gives(name: str) -> None:
    """Templates are checked by nobody else: what is not given is an error only once it is met."""
    known = KNOWN["." + name.partition(".")[2]]
    for given in written()[name]:
        assert asked_for(known, name) - given == set()


@pytest.mark.parametrize("name", sorted(each.name for each in REPORTS.glob("*.j2")))
def test_a_template_names_only_helpers_there_are(name: str) -> None:
    """Whole modules: ``f`` says numbers in words; in sections ``pick`` lists and ``c`` draws."""
    ending = "." + name.partition(".")[2]
    helpers = {"f": in_words}
    helpers |= {"pick": selection, "c": charts} if ending == ".md.j2" else {}
    known = KNOWN[ending].environment
    known.get_template(name)  # which knows its filters
    for each in known.parse((REPORTS / name).read_text("utf-8")).find_all(nodes.Getattr):
        if isinstance(each.node, nodes.Name) and each.node.name in helpers:
            assert hasattr(helpers[each.node.name], each.attr), each.attr


def test_every_template_is_written_by_somebody() -> None:
    """A template is written, or taken in by one that is."""
    used = set(written())
    for name in sorted(used):
        used |= taken_in(KNOWN["." + name.partition(".")[2]], name)
    folders = (PACKAGE / "cli" / "output", PACKAGE / "playtest" / "report")
    there = {path.name for folder in folders for path in (folder / "templates").iterdir()}
    assert there == used


def taken_in(known: Templates, name: str) -> set[str]:
    loader = known.environment.loader
    assert loader is not None
    tree = known.environment.parse(loader.get_source(known.environment, name)[0])
    others = {other for other in meta.find_referenced_templates(tree) if other}
    return others.union(*(taken_in(known, other) for other in others))

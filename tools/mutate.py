"""Change one expression of a module at a time, and see whether a test fails: one that survives
was not tested, or makes no difference.

    python tools/mutate.py moonflight_solo/rules/moves.py moonflight_solo/rules/acts.py
    python tools/mutate.py --sample 40 --tests tests/test_wording.py -- moonflight_solo/wording/*.py

The tests are run once to see which of them come by which function. A mutant is tried on those that
come by its own, in a process forked for it, in which the function has the changed code; no file is
written. What is done when tests are collected is done as it was, so that a mutant there may survive
that should not. docs/mutants.md says what has been found.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import msgspec
import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = (
    *("rulebook_examples", "rules_acts", "rules_effects", "rules_reset", "rules_setup"),
    *("effects_beyond", "requirement", "ai_cards", "scenarios", "every_word_carried_out"),
    *("left_to_players", "compiled_lines", "ai_counts", "whose_is_meant", "new_phrases"),
    *("scoremode", "revised_suits", "standing", "rules_notation", "composed_texts"),
    *("composed_conditions", "read_by_others", "misread", "misread_more", "reads_more"),
    *("general_changes", "rulebook_passages", "keywords", "said_in_words", "wording_examples"),
)
SECONDS = 60
"""A mutant is given so many, and then counts as killed."""

WORTH = 10
"""Tests that take so many seconds together are tried on it, the shortest first."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}


@dataclass(frozen=True)
class Mutant:
    """One change of a module: the file, the line, and how the line's statement reads after it."""

    path: Path
    line: int
    changed: str
    code: CodeType


# ------------------------------------------------------------------------------- what is changed


@dataclass
class Place:
    """Where a node stands in another, and what comes there instead."""

    holder: ast.AST
    name: str
    at: int | None
    new: ast.AST

    @property
    def old(self) -> ast.AST:
        """What stands there."""
        value = getattr(self.holder, self.name)
        old: ast.AST = value if self.at is None else value[self.at]
        return old

    @property
    def line(self) -> int:
        """The line that it stands on, or begins on."""
        return int(getattr(self.old, "lineno", 0) or getattr(self.holder, "lineno", 0))

    def change(self) -> str:
        """Make the change, and return how it reads: of a statement or expression the first line."""
        small = isinstance(self.holder, ast.expr) or not isinstance(self.old, ast.expr | ast.stmt)
        said = _first_line(self.holder if small else self.old)
        if self.at is None:
            setattr(self.holder, self.name, self.new)
        else:
            getattr(self.holder, self.name)[self.at] = self.new
        return f"{said}  ->  {_first_line(self.holder if small else self.new)}"


def _first_line(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).splitlines()[0][:110]


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module; annotations, decorators, imports and errors have none."""
    original = ast.parse(path.read_text("utf-8"))
    for number in range(sum(1 for _ in _places(original))):
        tree = copy.deepcopy(original)
        place = list(_places(tree))[number]
        line, changed = place.line, place.change()
        code = compile(ast.fix_missing_locations(tree), str(path), "exec")
        yield Mutant(path, line, changed, code)


LEFT = ast.Raise | ast.Assert | ast.ImportFrom | ast.Import
NAMES_LEFT = ("annotation", "returns", "decorator_list", "bases")


def _places(holder: ast.AST) -> Iterator[Place]:
    """Yield what can be changed in a node and below it."""
    for name, value in ast.iter_fields(holder):
        if name in NAMES_LEFT:
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not isinstance(node, LEFT):
                new = _instead(node, conditional=name == "test")
                if new is not None:
                    yield Place(holder, name, at, new)
                yield from _places(node)


def _instead(node: ast.AST, *, conditional: bool) -> ast.AST | None:
    """Return what a node is changed into, ``None`` for one that stays."""
    if type(node) in SWAPS:
        return SWAPS[type(node)]()
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ast.Constant(not node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ast.Constant(node.value + 1)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ast.copy_location(ast.Pass(), node)
    if conditional and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        return ast.copy_location(ast.UnaryOp(ast.Not(), copy.deepcopy(node)), node)  # type: ignore[arg-type]
    return None


# ---------------------------------------------------------------------- which tests, and how


@dataclass
class Trial:
    """Tries mutants in the place of pytest's own loop over the tests it has collected."""

    paths: list[Path]
    sample: int
    failed: bool = False
    near: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    """The tests that come by each line of a file, by their place in what is collected."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep that a test has failed."""
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant; all that is printed is printed here."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "near"
            child = os.fork()
            if not child:
                file.write_bytes(msgspec.json.encode(self._covered(session.items)))
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                sys.exit("The tests cannot be run.")
            covered, red = msgspec.json.decode(file.read_bytes())
        self.near = {(path, line): near for path, line, near in covered}
        for name in red:
            print(f"fails as it is, and is left out: {name}", flush=True)
        for path in self.paths:
            self._try(path, session.items)
        return True

    def _covered(
        self, items: list[pytest.Item]
    ) -> tuple[list[tuple[str, int, list[int]]], list[str]]:
        """Run all tests; return those that come by each line, the shortest first, and the red."""
        _silenced()
        named = [str(path) for path in self.paths]
        watch = coverage.Coverage(data_file=None, config_file=False, include=named)
        taken: list[float] = []
        red: dict[int, str] = {}
        watch.start()
        for number, item in enumerate(items):
            watch.switch_context(str(number))
            started, self.failed = time.process_time(), False
            _run(item, items[number + 1] if number + 1 < len(items) else None)
            taken.append(time.process_time() - started)
            if self.failed:
                red[number] = item.nodeid
        watch.stop()
        found = []
        for path in map(str, self.paths):
            for line, names in watch.get_data().contexts_by_lineno(path).items():
                green = (int(name) for name in names if name and int(name) not in red)
                numbers = sorted(green, key=taken.__getitem__)
                until = accumulate(taken[number] for number in numbers)
                near = [
                    number for number, so_far in zip(numbers, until, strict=True) if so_far < WORTH
                ]
                found.append((path, line, near or numbers[:1]))
        return found, list(red.values())

    def _try(self, path: Path, items: list[pytest.Item]) -> None:
        every = list(mutants(path))
        if self.sample and self.sample < len(every):
            every = sorted(random.Random(0).sample(every, self.sample), key=lambda each: each.line)
        lived, unseen = [], []
        for mutant in every:
            near = self.near.get((str(path), mutant.line), [])
            if not near:
                unseen.append(mutant)
            elif self._survives(mutant, [items[number] for number in near]):
                lived.append(mutant)
        name = path.relative_to(ROOT)
        killed = len(every) - len(lived) - len(unseen)
        print(
            f"{name}: {len(every)} mutants, {killed} killed, {len(lived)} survive, "
            f"{len(unseen)} come by no test",
            flush=True,
        )
        for mutant in lived:
            print(f"  {mutant.line}: {mutant.changed}", flush=True)

    def _survives(self, mutant: Mutant, items: list[pytest.Item]) -> bool:
        """Return whether the tests pass with a mutant, in a process of its own."""
        self.failed = False
        child = os.fork()
        if not child:
            _silenced()
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            _change(mutant)
            for item, following in zip(items, [*items[1:], None], strict=True):
                _run(item, following)
                if self.failed:
                    os._exit(1)
            os._exit(0)
        return os.waitpid(child, 0)[1] == 0


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _change(mutant: Mutant) -> None:
    """Give every function that there is of the mutant's module the changed code."""
    codes: dict[tuple[str, int], CodeType] = {}
    waiting = [mutant.code]
    while waiting:
        code = waiting.pop()
        codes[code.co_qualname, code.co_firstlineno] = code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(mutant.path):
            new = codes.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if new is not None and new.co_freevars == each.__code__.co_freevars:
                each.__code__ = new


def _silenced() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def main() -> None:
    """Try the mutants of the modules that are named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("modules", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="so many of each module, by chance")
    parser.add_argument("--tests", nargs="+", default=[f"tests/test_{each}.py" for each in TESTS])
    asked = parser.parse_args()
    os.chdir(ROOT)
    paths = [path.resolve() for path in asked.modules]
    if any("wording" in path.parts for path in paths):
        from moonflight_solo.wording import lock

        lock.LOCK = "none"  # it holds what was read before the change
    options = ["-q", "-s", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist"]
    sys.exit(pytest.main([*asked.tests, *options], plugins=[Trial(paths, asked.sample)]))


if __name__ == "__main__":
    main()

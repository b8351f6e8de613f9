"""Change one expression of a module at a time, and see whether a test fails: one that survives
was not tested, or makes no difference.

    python tools/mutate.py moonflight_solo/rules/moves.py moonflight_solo/rules/acts.py
    python tools/mutate.py --sample 40 --tests tests/test_wording.py moonflight_solo/wording/*.py

The tests named are run once to see which of them come by which line; a mutant is tried on those
that come by its own, and then on all. Each is tried in a process of its own, which reads the module
changed; no file is written. The survivors are printed with what was changed, and may be equal to
the original: docs/mutants.md keeps those that were read.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = (
    *("rulebook_examples", "rules_acts", "rules_effects", "rules_reset", "rules_setup"),
    *("effects_beyond", "requirement", "ai_cards", "scenarios", "every_word_carried_out"),
    *("left_to_players", "compiled_lines", "ai_counts", "whose_is_meant", "new_phrases"),
    *("scoremode", "revised_suits", "standing", "golden_games"),
)
SECONDS = 60
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


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module; docstrings, annotations and imports have none."""
    original = ast.parse(path.read_text("utf-8"))
    count = sum(1 for _ in _places(original))
    for number in range(count):
        tree = copy.deepcopy(original)
        node, before, changed = list(_places(tree))[number]
        said = ast.unparse(before)
        after = _replaced(tree, node, changed)
        line = getattr(node, "lineno", None) or getattr(before, "lineno", 0)
        code = compile(ast.fix_missing_locations(tree), str(path), "exec")
        yield Mutant(path, line, f"{_first_line(said)}  ->  {_first_line(after)}", code)


def _first_line(said: str) -> str:
    return said.splitlines()[0][:110]


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST, ast.AST]]:
    """Yield what can be changed, the statement or expression to show it by, and what it becomes."""
    skipped = set()
    for node in ast.walk(tree):
        for name in ("annotation", "returns", "decorator_list", "bases"):
            for each in _listed(getattr(node, name, None)):
                skipped.update(id(part) for part in ast.walk(each))
        if isinstance(node, ast.Raise | ast.Assert | ast.ImportFrom | ast.Import):
            skipped.update(id(part) for part in ast.walk(node))
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Compare):
            for each in node.ops:
                if type(each) in SWAPS:
                    yield each, node, SWAPS[type(each)]()
        elif isinstance(node, ast.BoolOp | ast.BinOp):
            if type(node.op) in SWAPS:
                yield node.op, node, SWAPS[type(node.op)]()
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, node, node.operand
        elif isinstance(node, ast.Constant):
            if node.value is True or node.value is False:
                yield node, node, ast.Constant(not node.value)
            elif isinstance(node.value, int):
                yield node, node, ast.Constant(node.value + 1)
        elif isinstance(node, ast.Break | ast.Continue):
            yield node, node, SWAPS[type(node)]()
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node, node, ast.Pass()
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            test = node.test
            if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield test, test, ast.UnaryOp(ast.Not(), copy.deepcopy(test))


def _listed(value: object) -> list[ast.AST]:
    return [e for e in (value if isinstance(value, list) else [value]) if isinstance(e, ast.AST)]


def _replaced(tree: ast.Module, old: ast.AST, new: ast.AST) -> str:
    """Put one node in the place of another, and return how what holds it reads then."""
    for holder in ast.walk(tree):
        for name, value in ast.iter_fields(holder):
            if value is old:
                setattr(holder, name, new)
            elif isinstance(value, list) and any(each is old for each in value):
                setattr(holder, name, [new if each is old else each for each in value])
            else:
                continue
            if "lineno" in new._attributes:
                ast.copy_location(new, old)
            return ast.unparse(holder if isinstance(holder, ast.expr) else new)
    raise AssertionError("it is somewhere in the tree")


# --------------------------------------------------------------------------- who comes by a line


def tests_by_line(files: list[str], paths: list[Path]) -> dict[Path, dict[int, list[str]]]:
    """Run tests once, and return those that come by each line, shortest first."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "covered"
        child = os.fork()
        if not child:
            _silenced()
            watch = coverage.Coverage(data_file=str(data), include=[str(p) for p in paths])
            watch.start()
            code = pytest.main([*files, *QUIET], plugins=[_Contexts(watch)])
            watch.stop()
            watch.save()
            os._exit(code)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            sys.exit("The tests fail as it is.")
        found = coverage.CoverageData(str(data))
        found.read()
        return {
            path: {
                line: [each for each in names if each]
                for line, names in found.contexts_by_lineno(str(path)).items()
            }
            for path in paths
        }


class _Contexts:
    """Tells the coverage which test is running."""

    def __init__(self, watch: coverage.Coverage) -> None:
        self.watch = watch

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.watch.switch_context(item.nodeid)
        found = yield
        self.watch.switch_context("")
        return found


# -------------------------------------------------------------------------------- whether it lives

QUIET = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist"]


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module as a mutant has it."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        parts = mutant.path.relative_to(ROOT).with_suffix("").parts
        self.name = ".".join(parts)

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.mutant.code, module.__dict__)


def survives(mutant: Mutant, tests: list[str]) -> bool:
    """Return whether the tests pass with a mutant, in a process of its own."""
    child = os.fork()
    if not child:
        _silenced()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        sys.meta_path.insert(0, _Changed(mutant))
        if "wording" in mutant.path.parts:
            _without_lock()
        with tempfile.TemporaryDirectory() as folder:
            os._exit(pytest.main([*tests, *QUIET, f"--basetemp={folder}/t"]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _without_lock() -> None:
    """Let every sentence be parsed: the lock holds what was read before the change."""
    from moonflight_solo.wording import lock

    lock.LOCK = "no such file"


def _silenced() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> None:
    """Try the mutants of the modules that are named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("modules", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, help="so many of each module, spread evenly")
    parser.add_argument("--tests", nargs="+", default=[f"tests/test_{each}.py" for each in TESTS])
    asked = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT / "tests"))
    paths = [path.resolve() for path in asked.modules]
    by_line = tests_by_line(asked.tests, paths)
    for path in paths:
        every = list(mutants(path))
        if asked.sample and asked.sample < len(every):
            every = sorted(random.Random(0).sample(every, asked.sample), key=lambda each: each.line)
        lived = [
            each for each in every if _lives(each, by_line[path].get(each.line, []), asked.tests)
        ]
        print(f"{path.relative_to(ROOT)}: {len(every)} mutants, {len(lived)} survive", flush=True)
        for each in lived:
            print(f"  {each.line}: {each.changed}", flush=True)


def _lives(mutant: Mutant, near: list[str], every: list[str]) -> bool:
    return survives(mutant, near[:30] or every) and survives(mutant, every)


if __name__ == "__main__":
    main()

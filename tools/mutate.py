"""Change one expression of a module at a time, and see whether a test fails: one that survives
was not tested, or makes no difference.

    python tools/mutate.py moonflight_solo/rules/moves.py moonflight_solo/rules/acts.py
    python tools/mutate.py --minutes 60 --jobs 2 --log build/mutants.jsonl moonflight_solo/rules
    python tools/mutate.py --again --log build/mutants.jsonl moonflight_solo/rules

Mutants are taken by lot from all the modules named, so that a run can end at any time and is spread
evenly. The tests are run once to see which of them come by which line. A mutant is tried on those
that come by its own, those first that have killed most so far, in a process forked for it, in which
the function has the changed code; no file is written but the log. What is done once, when a module
is imported or tests are collected, is done as it was: such lines have no mutants.
docs/mutants.md says what has been found.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from itertools import accumulate, islice
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import hypothesis
import msgspec
import pytest

from moonflight_solo.wording import lock

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "moonflight_solo"
TESTS = (
    *("rulebook_examples", "rules_acts", "rules_effects", "rules_reset", "rules_setup"),
    *("effects_beyond", "requirement", "ai_cards", "scenarios", "every_word_carried_out"),
    *("left_to_players", "compiled_lines", "ai_counts", "noun_phrases", "new_phrases"),
    *("scoremode", "revised_suits", "standing", "rules_notation", "texts", "references"),
    *("conditions", "triggers", "sentences", "line_wordings", "reset_lines", "general_changes"),
    *("rulebook_passages", "keywords", "said_in_words", "wording_examples", "expected_readings"),
    *("wording", "paraphrases", "table", "properties", "ai_properties", "decisions", "own_jacks"),
    *("follow", "scenario_errors", "opponents", "check_cards", "check_tables", "golden_games"),
    *("slots", "turning", "set_here", "set_upon", "remedies"),
)
NOT_APPLIED = 3
"""How a process ends in which the mutant could not be put in place of the program."""
SECONDS = 30
"""CPU seconds per mutant; one that takes longer counts as killed."""

MEMORY = 6 << 30
"""Bytes of memory per mutant."""

WORTH = 10
"""CPU seconds of tests to run per mutant."""

GAMES = 2
"""Games to play per set-up of golden games; all of them take minutes."""

FORGOTTEN = (
    *("_senses", "_test_of", "on_sale", "kinds_of", "reaching", "choices", "_compile_card", "gaps"),
    *("lock_of", "written_acts", "asked_acts", "compile_line", "text_requirement", "players_such"),
)
"""Caching functions to clear, because they are also called while tests are collected."""

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


class Mutant(msgspec.Struct, frozen=True):
    """A mutation of a module: the file, the number of its place, its lines, and the change.

    ``lines`` are those of the whole statement, the place's own first; ``killed`` is the test that
    failed, "" for none, and ``None`` while untested.
    """

    path: str
    number: int
    lines: list[int]
    changed: str
    killed: str | None = None


# ------------------------------------------------------------------------------------- mutations


@dataclass
class Place:
    """A node's place in its parent, with its replacement and its statement."""

    holder: ast.AST
    name: str
    at: int | None
    new: ast.AST
    statement: ast.stmt

    @property
    def old(self) -> ast.AST:
        """The original node."""
        value = getattr(self.holder, self.name)
        old: ast.AST = value if self.at is None else value[self.at]
        return old

    @property
    def lines(self) -> list[int]:
        """The line of the node, and then those of its statement."""
        own = int(getattr(self.old, "lineno", 0) or getattr(self.holder, "lineno", 0))
        return [own, *range(self.statement.lineno, _head_ends(self.statement) + 1)]

    def change(self) -> str:
        """Make the change, and return a one-line description."""
        small = isinstance(self.holder, ast.expr) or not isinstance(self.old, ast.expr | ast.stmt)
        said = _first_line(self.holder if small else self.old)
        self.put(self.new)
        return f"{said}  ->  {_first_line(self.holder if small else self.new)}"

    def put(self, node: ast.AST) -> None:
        """Put a node there."""
        if self.at is None:
            setattr(self.holder, self.name, node)
        else:
            getattr(self.holder, self.name)[self.at] = node


def _first_line(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).splitlines()[0][:110]


def _head_ends(statement: ast.stmt) -> int:
    body = getattr(statement, "body", None)
    return body[0].lineno - 1 if body else statement.end_lineno or statement.lineno


def mutants(path: Path) -> list[Mutant]:
    """Return every mutant of a module, except of annotations, decorators, imports and errors."""
    name, found = path.relative_to(ROOT).as_posix(), []
    for number, place in enumerate(list(_places(ast.parse(path.read_text("utf-8"))))):
        old, lines = place.old, place.lines
        found.append(Mutant(name, number, lines, place.change()))
        place.put(old)
    return found


LEFT = ast.Raise | ast.Assert | ast.ImportFrom | ast.Import
NAMES_LEFT = ("annotation", "returns", "decorator_list", "bases", "args")
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def _places(holder: ast.AST, statement: ast.stmt | None = None) -> Iterator[Place]:
    """Yield the mutable places in a node, only within bodies of functions."""
    inside = statement is not None or isinstance(holder, FUNCTIONS)
    for name, value in ast.iter_fields(holder):
        if name in NAMES_LEFT and isinstance(holder, FUNCTIONS | ast.ClassDef | ast.AnnAssign):
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or isinstance(node, LEFT):
                continue
            its = node if inside and isinstance(node, ast.stmt) else statement
            new = _instead(node, conditional=name == "test") if its else None
            if new is not None and its is not None:
                yield Place(holder, name, at, new, its)
            yield from _places(node, its)


def _instead(node: ast.AST, *, conditional: bool) -> ast.AST | None:
    """Return a node's replacement, ``None`` if it is not mutated."""
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
        return ast.copy_location(ast.UnaryOp(ast.Not(), node), node)  # type: ignore[arg-type]
    return None


# ------------------------------------------------------------------------------------ trials


@dataclass
class Trial:
    """Tries mutants in place of pytest's own loop over the collected tests."""

    waiting: list[Mutant]
    log: Path | None
    until: float
    jobs: int
    failed: bool = False
    near: dict[tuple[str, int], set[int]] = field(default_factory=dict)
    """The indexes of the tests that execute each line of a file."""
    taken: dict[int, float] = field(default_factory=dict)
    kills: Counter[int] = field(default_factory=Counter)
    done: list[Mutant] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test has failed."""
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants until the time is up, printing the results."""
        for item in session.items:
            module = item.getparent(pytest.Module)
            if module is not None and module.name.endswith("test_golden_games.py"):
                module.obj.MOST = GAMES
        caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
        sources = "".join(file.read_text("utf-8") for file in PROGRAM.rglob("*.py"))
        assert all(f"def {name}(" in sources for name in FORGOTTEN)
        for cache in caches:
            if cache.__name__ in FORGOTTEN:
                cache.cache_clear()
        lock._PARSED.clear()
        if any("/wording/" in mutant.path for mutant in self.waiting):
            lock.LOCK_OF_PRINT = lock.LOCK_OF_EXAMPLES = (
                "none"  # they hold what was read before the change
            )
        with tempfile.TemporaryDirectory() as folder:
            self._look(Path(folder), session.items)
            running: dict[int, tuple[Mutant, list[int]]] = {}
            while running or (self.waiting and time.monotonic() < self.until):
                while self.waiting and len(running) < self.jobs and time.monotonic() < self.until:
                    mutant = self.waiting.pop()
                    tests = self._tests(mutant)
                    if tests:
                        running[self._forked(mutant, tests, session.items, folder)] = mutant, tests
                    else:
                        self._note(mutant, None)
                if running:
                    pid, status = os.wait()
                    mutant, tests = running.pop(pid)
                    self._ended(mutant, Path(folder) / str(pid), status, session.items)
        return True

    def _look(self, folder: Path, items: list[pytest.Item]) -> None:
        """Run all tests, to measure how long each takes and which lines it executes."""
        file = folder / "near"
        child = os.fork()
        if not child:
            file.write_bytes(msgspec.json.encode(self._covered(items)))
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            sys.exit("The tests cannot be run.")
        covered, self.taken, red = msgspec.json.decode(
            file.read_bytes(),
            type=tuple[list[tuple[str, int, set[int]]], dict[int, float], list[str]],
        )
        self.near = {(path, line): near for path, line, near in covered}
        for name in red:
            print(f"fails as it is, and is left out: {name}", flush=True)
        print(f"{len(items)} tests, {sum(self.taken.values()):.0f} s", flush=True)

    def _covered(
        self, items: list[pytest.Item]
    ) -> tuple[list[tuple[str, int, list[int]]], dict[int, float], list[str]]:
        _silenced()
        paths = sorted({mutant.path for mutant in self.waiting})
        named = [str(ROOT / path) for path in paths]
        watch = coverage.Coverage(data_file=None, config_file=False, include=named)
        taken: dict[int, float] = {}
        red: dict[int, str] = {}
        watch.start()
        for number, item in enumerate(items):
            watch.switch_context(str(number))
            started, self.failed = time.process_time(), False
            _run(item, items[number + 1] if number + 1 < len(items) else None)
            taken[number] = time.process_time() - started
            if self.failed:
                red[number] = item.nodeid
        watch.stop()
        found = []
        for path in paths:
            lines = watch.get_data().contexts_by_lineno(str(ROOT / path))
            for line, names in lines.items():
                green = [int(name) for name in names if name and int(name) not in red]
                found.append((path, line, green))
        return found, taken, list(red.values())

    def _tests(self, mutant: Mutant) -> list[int]:
        """Return the tests for a mutant: the best killers first, then the fastest."""
        near = next(filter(None, (self.near.get((mutant.path, n)) for n in mutant.lines)), set())
        first = sorted(near, key=lambda number: (-self.kills[number], self.taken[number]))
        so_far = accumulate(self.taken[number] for number in first)
        return [
            number for number, until in zip(first, so_far, strict=True) if until < WORTH
        ] or first[:1]

    def _forked(
        self, mutant: Mutant, tests: list[int], items: list[pytest.Item], folder: str
    ) -> int:
        """Try a mutant in a forked process, which leaves a file naming the test that failed."""
        child = os.fork()
        if child:
            return child
        own = Path(folder) / str(os.getpid())
        (own / "tmp").mkdir(parents=True)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(own / "tmp")
        _silenced()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if not _change(mutant):
            os._exit(NOT_APPLIED)
        for number, following in zip(tests, [*tests[1:], None], strict=True):
            (own / "test").write_text(str(number))
            self.failed = False
            _run(items[number], None if following is None else items[following])
            if self.failed:
                os._exit(1)
        os._exit(0)

    def _ended(self, mutant: Mutant, own: Path, status: int, items: list[pytest.Item]) -> None:
        if os.waitstatus_to_exitcode(status) == NOT_APPLIED:
            self._note(mutant, None)
        elif not status:
            self._note(mutant, "")
        else:
            number = int((own / "test").read_text())
            self.kills[number] += 1
            self._note(mutant, items[number].nodeid)
        shutil.rmtree(own, ignore_errors=True)

    def _note(self, mutant: Mutant, killed: str | None) -> None:
        done = msgspec.structs.replace(mutant, killed=killed)
        self.done.append(done)
        if killed == "":
            print(f"{done.path}:{done.lines[0]}: {done.changed}", flush=True)
        if self.log is not None:
            with self.log.open("ab") as file:
                file.write(msgspec.json.encode(done) + b"\n")


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _change(mutant: Mutant) -> bool:
    """Replace the code of every existing function of the mutant's module; return whether any
    differs.

    None does if the change is not valid Python or uses a variable of a closure, because a function
    keeps the cells it was created with.
    """
    path = ROOT / mutant.path
    tree = ast.parse(path.read_text("utf-8"))
    next(islice(_places(tree), mutant.number, None)).change()
    try:
        waiting = [compile(ast.fix_missing_locations(tree), str(path), "exec")]
    except SyntaxError:
        return False
    codes: dict[tuple[str, int], CodeType] = {}
    while waiting:
        code = waiting.pop()
        codes[code.co_qualname, code.co_firstlineno] = code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    differs = False
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(path):
            new = codes.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if new is not None and new.co_freevars == each.__code__.co_freevars:
                differs = differs or new != each.__code__
                each.__code__ = new
    return differs


def _silenced() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


# ------------------------------------------------------------------------------------- command line


def _files(named: Iterable[Path]) -> list[Path]:
    found = []
    for path in named:
        found += sorted(path.resolve().rglob("*.py")) if path.is_dir() else [path.resolve()]
    return found


def _logged(log: Path | None) -> list[Mutant]:
    lines = log.read_bytes().splitlines() if log is not None and log.exists() else []
    return [msgspec.json.decode(line, type=Mutant) for line in lines]


def _table(done: list[Mutant]) -> Iterator[str]:
    """Yield the rows of docs/mutants.md: a module's tried, killed, surviving and untested
    mutants.
    """
    for path in sorted({mutant.path for mutant in done}):
        here = [mutant.killed for mutant in done if mutant.path == path]
        lived, unseen = here.count(""), here.count(None)
        name = path.removeprefix("moonflight_solo/").removesuffix(".py")
        killed = len(here) - lived - unseen
        yield f"| `{name}` | {len(here)} | {killed} | {lived} | {unseen} |"


def main() -> None:
    """Try the mutants of the named modules."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("modules", nargs="+", type=Path, help="modules or folders")
    parser.add_argument("--minutes", type=float, default=60, help="so long at most")
    parser.add_argument("--jobs", type=int, default=1, help="so many at the same time")
    parser.add_argument("--log", type=Path, help="keep results; those in it are not tried again")
    parser.add_argument("--again", action="store_true", help="only those that survive in the log")
    parser.add_argument("--tests", nargs="+", default=[f"tests/test_{each}.py" for each in TESTS])
    asked = parser.parse_args()
    log = asked.log.resolve() if asked.log else None
    os.chdir(ROOT)
    paths = _files(asked.modules)
    before = _logged(log)
    known = {(mutant.path, mutant.number) for mutant in before}
    if asked.again:
        names = {path.relative_to(ROOT).as_posix() for path in paths}
        waiting = [mutant for mutant in before if mutant.path in names and not mutant.killed]
        log = None
    else:
        every = [mutant for path in paths for mutant in mutants(path)]
        print(f"{len(every)} mutants", flush=True)
        waiting = [each for each in every if (each.path, each.number) not in known]
    random.Random(0).shuffle(waiting)
    for path in paths:  # later imports would load the original code
        importlib.import_module(path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."))
    hypothesis.settings.register_profile(
        "mutants", phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate), database=None
    )
    trial = Trial(waiting, log, time.monotonic() + 60 * asked.minutes, asked.jobs)
    options = ["-q", "-s", "--tb=no", "--assert=plain", "--hypothesis-profile=mutants"]
    options += [f"-pno:{name}" for name in ("randomly", "cacheprovider", "xdist")]
    code = pytest.main([*asked.tests, *options], plugins=[trial])
    print(*_table(trial.done if asked.again else before + trial.done), sep="\n")
    sys.exit(code)


if __name__ == "__main__":
    main()

"""Compiling the modules that play games with mypyc, in a copy of the package.

`tools/make_fast.py` makes a copy to try out, `hatch_build.py` the compiled wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "moonflight_solo"

# The rest only reads files and talks to people, and mypyc cannot use classes built by msgspec. With
# `players/simple` and `evaluate` compiled as well, a greedy player plays other games.
ROOMS = {
    "rules/state": "cards events seat table",
    "rules": "acts game moves reset triggers",
    "rules/requirements": "codegen evaluation places selectors",
    "rules/texts": "amounts candidates card_location destinations effects finder instructions"
    " one_by_one other_effects own_card",
    "playtest": "game_counts tally",
    "playtest/observing": "course instrument looks observer",
    "ai_cards": "build_line lines play_line player policy preference reset_lines shop_line"
    " spend_line targeting written_acts",
}

WRITTEN = f"{PACKAGE}/rules/requirements/written.py"
"""The generated module of printed words, which is not in the tree."""


class CannotCompileError(Exception):
    """The output of mypyc or the C compiler."""


def compiled_copy(copy: Path) -> list[Path]:
    """Copy the package to ``copy``, compile it there, and return the compiled files.

    Raises :class:`CannotCompileError` if that fails.
    """
    shutil.rmtree(copy, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / PACKAGE, copy / PACKAGE, ignore=leave)
    modules = [
        f"{PACKAGE}/{room}/{module}.py" for room, named in ROOMS.items() for module in named.split()
    ]
    _run(["tools/written_words.py", str(copy / WRITTEN)], ROOT, PYTHONPATH=str(ROOT))
    mypyc = ["-m", "mypyc", "--no-error-summary", *modules, WRITTEN]
    optimized = os.environ.get("MYPYC_OPT_LEVEL", "3")
    # gcc takes longer to look for warnings in 28 megabytes of C than to compile it, and with -Wall
    # it looks even if it prints none.
    flags = f"{os.environ.get('CFLAGS', '')} -Wno-all -w"
    _run(mypyc, copy, MYPYC_OPT_LEVEL=optimized, CFLAGS=flags)
    shutil.rmtree(copy / "build", ignore_errors=True)
    return [each for each in copy.rglob("*") if each.suffix in (".so", ".pyd")]


def _run(arguments: list[str], folder: Path, **settings: str) -> None:
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if ran.returncode != 0:
        raise CannotCompileError(f"{ran.stdout}{ran.stderr}")

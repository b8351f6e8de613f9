"""What games are played by, and compiling it with mypyc in a copy of the package.

`tools/make_fast.py` makes a copy to be tried, `hatch_build.py` the compiled wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "moonflight_solo"

# The rest only reads files and talks to people, and mypyc has no use for classes that are built by
# msgspec.
ROOMS = {
    "rules/state": "cards events seat table",
    "rules": "acts game moves reset triggers",
    "rules/requirements": "codegen evaluation places selectors",
    "rules/texts": "amounts candidates destinations effects finder found instructions one_by_one"
    " own_card whole",
    "ai_cards": "build_line lines play_line player policy reset_lines spend_line targeting",
}

WRITTEN = f"{PACKAGE}/rules/requirements/written.py"
"""What is written of the printed words, which is no file of the tree."""


class CannotCompileError(Exception):
    """What mypyc or the C compiler said."""


def compiled_copy(copy: Path) -> list[Path]:
    """Copy the package to ``copy``, compile it there, and return the compiled files.

    Raises :class:`CannotCompileError` if that cannot be done.
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
    # What gcc would warn of in 28 megabytes of C takes it longer to look at than to compile them,
    # and it still looks, telling nothing, while -Wall is on.
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

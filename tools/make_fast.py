"""Compile the rules and the followers of AI cards with mypyc, in a copy under build/fast/.

`python tools/make_fast.py` makes the copy; use it with `PYTHONPATH=build/fast moonflight playtest`.
The tree itself stays plain Python.
"""

from __future__ import annotations

import shutil
import sys

from compiling import ROOT, CannotCompileError, compiled_copy

from moonflight_solo.datafiles import KINDS

COPY = ROOT / "build" / "fast"


def main() -> None:
    """Copy the package and its data, and compile the modules of the copy in place."""
    try:
        made = compiled_copy(COPY)
    except CannotCompileError as error:
        sys.exit(f"{error}\nmypyc could not compile the copy.")
    for folder in KINDS:
        shutil.copytree(ROOT / folder, COPY / folder)
    print(f"compiled into {len(made)} files; use them with PYTHONPATH={COPY.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

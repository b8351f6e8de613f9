"""Compile the rules and the followers of AI cards with mypyc, in a copy under build/fast/.

`python tools/make_fast.py` makes the copy anew; it is used by whatever finds it first, as in
`PYTHONPATH=build/fast moonflight playtest`. The tree itself stays plain Python and needs no copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from moonflight_solo.datafiles import KINDS

ROOT = Path(__file__).parent.parent
COPY = ROOT / "build" / "fast"

# What games are played by. The rest only reads files and talks to people, and mypyc has no use
# for classes that are built by msgspec.
ROOMS = {
    "rules/state": "cards events table",
    "rules": "acts amounts candidates codegen effects game instructions lowering "
    "moves places requirement reset selectors",
    "ai_cards": "build_line context lines play_line player policy reset_lines spend_line targeting",
}


def main() -> None:
    """Copy the package and its data, and compile the modules of the copy where they lie."""
    shutil.rmtree(COPY, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__", "*.so")
    for folder in ("moonflight_solo", *KINDS):
        shutil.copytree(ROOT / folder, COPY / folder, ignore=leave)
    modules = [
        f"moonflight_solo/{room}/{module}.py"
        for room, named in ROOMS.items()
        for module in named.split()
    ]
    settings = {"MYPYC_OPT_LEVEL": "3", **os.environ}
    mypyc = [sys.executable, "-m", "mypyc", "--no-error-summary", *modules]
    made = subprocess.run(mypyc, cwd=COPY, env=settings, capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(f"{made.stdout}{made.stderr}\nmypyc could not compile the copy.")
    print(f"compiled {len(modules)} modules; use them with PYTHONPATH={COPY.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

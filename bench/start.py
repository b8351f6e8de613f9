"""How long commands take to start, beside ``python -c "import click, rich"`` in the same minute.

Each is run by turns in processes of its own, in a home of its own that an earlier run has left:
bytecode is there, and so are the readings, documents and reports that are kept. What is told is
processor time, the middle one of the runs, and the least beside the least.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
BESIDE = ("-c", "import click, rich")
# The commands, and the target ratio to the baseline (issue "Fast").
COMMANDS = {
    "rank 8": 1.15,
    "watch clay words --rounds 1": 3,
    "ai check clay --games 0": 8,
    "playtest clay words --games 2 --jobs 1": 8,
    "play": 0,
}


def spent(arguments: tuple[str, ...], home: str) -> float:
    """Return the CPU seconds Python takes for some arguments, with empty input."""
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT))))
    env = {**os.environ, "PYTHONPATH": path, "MOONFLIGHT_HOME": home}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(after[:2]) - sum(before[:2])


def main() -> None:
    """Run every command repeatedly and print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=15, help="runs of each command")
    repeat = parser.parse_args().repeat
    started: dict[str, tuple[str, ...]] = {"": BESIDE}
    started |= {words: ("-m", "moonflight_solo", *words.split()) for words in COMMANDS}
    took: dict[str, list[float]] = {words: [] for words in started}
    with tempfile.TemporaryDirectory() as home:
        for words, arguments in started.items():
            first = spent(arguments, home)
            print(f"{words or ' '.join(BESIDE):40}{first:7.2f} s the first time")
        for _ in range(repeat):
            for words, arguments in started.items():
                took[words].append(spent(arguments, home))
    beside = took.pop("")
    print(f"{'beside it':40}{median(beside):7.3f} s")
    for words, seconds in took.items():
        ratio, least = median(seconds) / median(beside), min(seconds) / min(beside)
        wanted = f" ({COMMANDS[words]} wanted)" if COMMANDS[words] else ""
        print(
            f"{words:40}{median(seconds):7.3f} s {ratio:5.1f} times, {least:.1f} by least{wanted}"
        )


if __name__ == "__main__":
    main()

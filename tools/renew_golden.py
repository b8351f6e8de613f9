"""Write the golden files anew, or show in full what they keep digests of.

`python tools/renew_golden.py` writes tests/golden/games.txt and answers.txt: only on purpose, when
games or answers are meant to have changed. To find where two versions of the code part, show the
same game, or dump the same answers, with each and compare the two with `diff`:

    python tools/renew_golden.py --trace "prototype/clay words" 3 >new.txt
    python tools/renew_golden.py --dump new/

`--only WORDS` writes only the lines anew that have these words or are new, and keeps the others.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The code beside this tool is meant, wherever another copy is installed; unless PYTHONPATH says
# which, as for the compiled copy.
sys.path[1:1] = [str(ROOT / "tests"), *([] if os.environ.get("PYTHONPATH") else [str(ROOT)])]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--trace", nargs=2, metavar=("SETUP", "SEED"), help="show one game in full")
    parser.add_argument("--setups", action="store_true", help="list the set-ups")
    parser.add_argument("--dump", type=Path, metavar="DIR", help="write every answer in full there")
    parser.add_argument("--only", default="", metavar="WORDS", help="renew lines with these words")
    chosen = parser.parse_args()
    if chosen.trace:
        _trace(*chosen.trace)
    elif chosen.setups:
        _list()
    elif chosen.dump:
        _dump(chosen.dump)
    else:
        _renew(chosen.only)


def _trace(name: str, seed: str) -> None:
    from golden import games, setups

    found = setups.setups().get(name)
    if found is None:
        sys.exit(f"no set-up is called {name!r}; --setups lists them.")
    os.chdir(ROOT)
    sys.stdout.write(games.trace(found, int(seed)))


def _list() -> None:
    from golden import setups

    for each in setups.setups().values():
        print(f"{each.name}: {each.games} games")


def _dump(folder: Path) -> None:
    from golden import commands

    folder.mkdir(parents=True, exist_ok=True)
    for group in commands.commands().values():
        for command in group:
            found = commands.answer(command)
            (folder / found.file_name()).write_text(found.full(), "utf-8")


def _renew(only: str) -> None:
    from golden import commands, games, setups

    os.chdir(ROOT)
    kept = games.kept()
    played = [(each, seed) for each in setups.setups().values() for seed in range(each.games)]
    lines = [
        games.golden_game(setup, seed)[0] if only in setup.name else kept[setup.name][seed]
        for setup, seed in played
    ]
    _write(games.FILE, games.HEADING, lines)
    old = {line.partition(" | ")[2]: line for line in commands.FILE.read_text("utf-8").splitlines()}
    answers = [
        old[command] if command in old and only not in command else commands.answer(command).line()
        for group in commands.commands().values()
        for command in group
    ]
    _write(commands.FILE, commands.HEADING, answers)


def _write(file: Path, heading: str, lines: list[str]) -> None:
    file.write_text("\n".join([heading, *lines]) + "\n", "utf-8")
    print(f"{file.relative_to(ROOT)}: {len(lines)} lines")


if __name__ == "__main__":
    main()

"""Print the oldest allowed version of each dependency in pyproject.toml, as constraints."""

from __future__ import annotations

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def main() -> None:
    """Print a line for each runtime dependency."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    for need in project["dependencies"]:
        print(need.replace(">=", "=="))


if __name__ == "__main__":
    main()

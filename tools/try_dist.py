"""Install a built release in an empty environment, and check that it runs there.

`python tools/try_dist.py dist` takes the one wheel and the one sdist in that folder.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

WATCH = ("watch", "clay", "words", "--seed", "1", "--rounds", "2")
SHARED = ("man/man1/moonflight.1", "bash-completion/completions/moonflight")
IN_SDIST = ("tests/test_house.py", "tests/golden", "CHANGELOG.md", "Makefile", "constraints.txt")


def run(*words: object, cwd: Path) -> str:
    """Run a command and return its output; raises if it fails."""
    found = subprocess.run(
        [str(word) for word in words], cwd=cwd, check=True, capture_output=True, text=True
    )
    return found.stdout


def try_wheel(wheel: Path, place: Path) -> None:
    """Install the wheel, and watch a game with it outside this tree."""
    venv.create(place / "env", with_pip=True)
    bin_ = place / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    run(bin_ / "python", "-m", "pip", "install", "--quiet", wheel, cwd=place)
    told = run(bin_ / "moonflight", "--version", cwd=place).strip()
    kind = "plain Python" if wheel.name.endswith("-none-any.whl") else "compiled"
    version = wheel.name.split("-")[1]
    if not told.endswith(f" {version} ({kind})"):
        raise SystemExit(f"{wheel.name} says it is {told}")
    run(bin_ / "moonflight", *WATCH, cwd=place)
    run(bin_ / "moonflight", "ai", "check", "words", "--games", "0", cwd=place)
    run(bin_ / "moonscrown", "--help", cwd=place)
    for name in SHARED:
        if not (place / "env" / "share" / name).is_file():
            raise SystemExit(f"share/{name} is not in the wheel")
    print(f"{wheel.name}: runs in an empty environment")


def try_sdist(sdist: Path) -> None:
    """Check that the sdist has the tests and everything to build it."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in IN_SDIST:
        if not any(each == name or each.startswith(f"{name}/") for each in names):
            raise SystemExit(f"{name} is not in {sdist.name}")
    print(f"{sdist.name}: holds the tests")


def main() -> None:
    """Try the wheel and sdist in the given folder."""
    folder = Path(sys.argv[1]).resolve()
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as place:
        try_wheel(wheel, Path(place))
    try_sdist(sdist)


if __name__ == "__main__":
    main()

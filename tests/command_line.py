"""Running the command line in this process."""

from __future__ import annotations

from collections.abc import Iterable

from click.testing import CliRunner, Result

from moonflight_solo.cli import main


def run(*words: object, typed: str | Iterable[str] = "") -> Result:
    """Run `moonflight WORDS`; ``typed`` is its input, as text or lines."""
    lines = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(
        main, [str(word) for word in words], input=lines, prog_name="moonflight"
    )

"""Warnings for the user, beside what a command prints."""

from __future__ import annotations

import sys


def warn(words: object) -> None:
    """Print a warning on standard error."""
    print(f"moonflight: {words}", file=sys.stderr, flush=True)

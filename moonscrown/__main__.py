"""`python -m moonscrown`."""

from __future__ import annotations

from moonscrown.cli import main

main()

"""Start the game with `python -m moonflight_solo`."""

from __future__ import annotations

from moonflight_solo.cli import main

if __name__ == "__main__":
    main(prog_name="moonflight")

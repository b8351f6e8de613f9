"""Measure the prices of the printed AI cards' gaps, and write guide/prices.json.

`python tools/make_prices.py [GAMES]` measures them as `ai check --games GAMES` does, by default
6,000: of each way about a thousand games.
`moonflight ai check` shows the figures as long as no printed word that decides them changes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import msgspec

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.datafiles import data_folder
from moonflight_solo.playtest.prices import SHIPPED, CardPrices, plan_for, play_changes, prices_of
from moonflight_solo.rules.catalogue import catalogue


def main() -> None:
    """Measure every printed AI card and write the results."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 6_000
    found: dict[str, CardPrices] = {}
    for path in ai_card_files().values():
        jack = load_ai_card(path, catalogue()).jack
        with tempfile.TemporaryDirectory() as folder:  # an empty cache
            os.environ["MOONFLIGHT_HOME"] = folder
            advised = play_changes(check_ai_card(path, games=0))
            key = plan_for(jack, path)[1]
            found[key] = prices_of(jack, path, games=games, reworded=advised)
        print(f"{jack}: measured")
    file = Path(data_folder("guide")) / SHIPPED
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()

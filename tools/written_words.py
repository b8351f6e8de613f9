"""Write the printed words as a module for mypyc to compile: python tools/written_words.py FILE

During games, AI cards are compiled to Python functions (`rules/requirements/codegen`). This tool
generates those for the printed cards ahead of time, by playing games of every edition. The objects
that a function refers to are passed in when it is created.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import indent
from typing import Any

from moonflight_solo.ai_cards import policy
from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.editions import editions
from moonflight_solo.rules.requirements.codegen import Code
from moonflight_solo.rules.state import Card

HEAD = """from __future__ import annotations

from typing import Any

from moonflight_solo.rules.state import Card, Seat, Table

"""
TYPES = {
    "table": "Table",
    "seat": "Seat",
    "seen": "dict[int, int]",
    "player": "Any",
    "paid": "tuple[Card, ...]",
}
GAMES = 20


def main() -> None:
    """Write the module."""
    made: dict[str, str] = {}  # what makes a function, by how the function is written
    write = Code.function

    def noting(code: Code, name: str, parameters: str, body: Iterable[str]) -> Callable[..., Any]:
        function = write(code, name, parameters, body)
        source: str = function.source  # type: ignore[attr-defined]
        made.setdefault(source, maker(f"make_{len(made)}", name, parameters, source, code.things))
        return function

    setattr(Code, "function", noting)  # noqa: B010 - mypy wants no method assigned
    policy.FEW_PLAYERS = 0
    for edition in editions():
        cards = [load_ai_card(file, catalogue(edition)) for file in ai_card_files().values()]
        seats = tuple(SeatPlan(card.jack) for card in cards)
        for detail in (0, 1):
            play_batch(Plan(seats=seats, edition=edition, detail_every=detail), 0, GAMES)
    table = "".join(f"    {source!r}: make_{at},\n" for at, source in enumerate(made))
    written = f"{HEAD}{''.join(made.values())}MADE: dict[str, Any] = {{\n{table}}}\n"
    Path(sys.argv[1]).write_text(written, encoding="utf-8")


def maker(made: str, name: str, parameters: str, source: str, things: dict[str, Any]) -> str:
    """Return the function called ``made``, which makes the one of this ``source`` of ``things``."""
    given = ", ".join(
        f"{called}: {'Card' if isinstance(thing, Card) else 'Any'}"
        for called, thing in things.items()
    )
    typed = ", ".join(f"{each}: {TYPES[each]}" for each in parameters.split(", "))
    _, body = source.split("\n", 1)
    head = f"def {made}({given}) -> Any:\n    def {name}({typed}) -> Any:\n        held: Any\n"
    head += "        noted: int\n"
    return f"{head}{indent(body, '    ')}    return {name}\n\n"


if __name__ == "__main__":
    main()

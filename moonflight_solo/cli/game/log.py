"""A game told aloud while it is played: every line as soon as it is complete."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from moonflight_solo.cli.game.narrator import Teller
from moonflight_solo.cli.game.witness import Witness
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.view import Told
from moonflight_solo.cli.output.why import show_reasons
from moonflight_solo.rules.state import Event, Table


def tell_aloud(
    table: Table, teller: Teller, screen: Terminal, witnesses: Mapping[int, Witness]
) -> Callable[[], None]:
    """Have the table listened to, and each line put out when the next act begins.

    The ``witnesses``, by seat number, say before each of their acts why they take it. Returns
    what puts out the lines that are still to be told.
    """

    def show() -> None:
        for told in teller.take():
            screen.say(told.words, _style(told))

    def listen(event: Event) -> None:
        if event.kind == "act":
            show()
        teller(event)
        witness = witnesses.get(event.seat) if event.kind == "act" else None
        if witness is not None and witness.last is not None:
            last = witness.last
            show_reasons(last.explanation, f"{last.title}: {last.explanation.notation}", screen)

    teller.listen(table)
    table.listener = listen
    return show


def _style(told: Told) -> str:
    return {"pass": "dim", "reset": "dim", "round": "bold", "turn": "bold yellow"}.get(
        told.kind, "bold" if told.kind == "end" else ""
    )

"""A game told aloud while it is played, and why its AI cards did what they did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.view import LineKind
from moonflight_solo.cli.output.why import show_reasons
from moonflight_solo.rules.state import Event, Table

STYLES: Final[dict[LineKind, str]] = {
    "act": "",
    "pass": "dim",
    "reset": "dim",
    "round": "bold",
    "turn": "bold yellow",
    "end": "bold",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an AI player took an act."""

    title: str
    round: int
    explanation: Explanation


class Reasons:
    """Listens to a table and keeps why each AI player, by seat number, took its last act.

    An act is told of before it is carried out, so the AI card is asked while its reasons stand.
    ``last`` has them by seat, the seat that acted last at the end. It hears nothing before
    ``table`` is set.
    """

    table: Table

    def __init__(self, players: Mapping[int, AICardPlayer]) -> None:
        self.players = players
        self.last: dict[int, Reason] = {}

    def __call__(self, event: Event) -> None:
        """Hear of one thing that happened."""
        player = self.players.get(event.seat) if event.kind == "act" else None
        if player is not None:
            table, number = self.table, event.seat
            explanation = player.explain(table, table.seats[number])
            self.last.pop(number, None)
            self.last[number] = Reason(table.title(number), table.round, explanation)


def tell_aloud(
    table: Table, narrator: Narrator, screen: Terminal, explained: Mapping[int, AICardPlayer]
) -> Callable[[], None]:
    """Have the table listened to, and each line put out when the next act begins.

    The AI players ``explained``, by seat number, say at each of their acts why they take it.
    Returns what puts out the lines that are still to be told.
    """
    reasons = Reasons(explained)
    reasons.table = table

    def show() -> None:
        for line in narrator.take():
            screen.say(line.words, STYLES[line.kind])

    def hear(event: Event) -> None:
        acting = event.kind == "act"
        if acting:
            show()
        narrator(event)
        reasons(event)
        if acting and event.seat in explained:
            last = reasons.last[event.seat]
            show_reasons(last.explanation, f"{last.title}: {last.explanation.notation}", screen)

    narrator.listen(table)
    table.listener = hear
    return show

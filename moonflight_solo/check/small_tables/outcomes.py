"""What an AI card does on a table: seen by letting it do so, with the lines that play the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.step import carry_out
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.reset import cover, retain_cards
from moonflight_solo.rules.state import Event, Seat, Table
from moonflight_solo.scenario import Scenario, lay_out


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is done: the number of the line followed ("" for none), the act, the cards chosen."""

    line: str
    notation: str
    targets: tuple[str, ...] = ()

    @property
    def deed(self) -> tuple[str, tuple[str, ...]]:
        """What is done, whichever line says so."""
        return self.notation, self.targets

    def __str__(self) -> str:
        # What a Build is Set upon stands in its notation.
        if not self.targets or self.notation.startswith("build"):
            return self.notation
        return f"{self.notation} (chosen: {counted(self.targets)})"


def counted(names: Sequence[str]) -> str:
    """Return names in words, in order, those alike that stand together counted."""
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in runs)


def outcome(follower: AICardPlayer, scenario: Scenario, catalogue: Catalogue) -> Outcome:
    """Return what ``follower`` does as the acting seat of ``scenario``, its act carried out.

    The other seats' players are asked nothing that depends on their cards' lines.
    """
    table = lay_out(scenario, catalogue)
    seat = table.seats[table.acting]
    act = follower.act(table, seat)
    said = notation(act, table, seat)
    table.players = (follower,) * len(table.seats)
    return Outcome(follower.followed, said, carry_out(act, table, seat))


def reset_outcome(follower: AICardPlayer, scenario: Scenario, catalogue: Catalogue) -> Outcome:
    """Return which cards ``follower`` retains, and then Moves to Market Stacks, in Reset.

    The hand is that of ``scenario``: nothing is drawn in between, and cards may be Moved.
    """
    table = lay_out(scenario, catalogue)
    seat = table.seats[table.acting]
    table.players = (follower,) * len(table.seats)
    kept: list[str] = []
    covered: list[str] = []

    def listen(event: Event) -> None:
        if event.seat == seat.number:
            names = [card.name for card in event.cards]
            kept.extend(names if event.kind == "retain" else ())
            covered.extend(names if event.kind == "cover" else ())

    table.listener = listen
    _moving(table, seat)
    retain_cards(table)
    said = f"retain {', '.join(kept) or 'nothing'}"
    if covered:
        said += f", move {', '.join(covered)} to the Market Stacks"
    return Outcome("", said)


def _moving(table: Table, seat: Seat) -> None:
    """Let cards be Moved to Market Stacks, and put the table back as it was."""
    hand = list(seat.hand)
    stacks = [list(stack.cards) for stack in seat.stacks]
    table.dealt = True
    cover(table)
    seat.hand = hand
    for stack, cards in zip(seat.stacks, stacks, strict=True):
        stack.cards = cards


def alone(card: AICard, line: AILine) -> AICard:
    """Return ``card`` with no other line than ``line`` and those below it."""
    return replace(card, lines=(line, *card.below(line)))


def plans(
    followers: Sequence[AICardPlayer], scenario: Scenario, catalogue: Catalogue
) -> list[Outcome]:
    """Return what each of ``followers`` would do as the acting seat, without doing it.

    So the cards chosen for it are not known.
    """
    table = lay_out(scenario, catalogue)
    seat = table.seats[table.acting]
    found: list[Outcome] = []
    for follower in followers:
        act = follower.act(table, seat)
        found.append(Outcome(follower.followed, notation(act, table, seat)))
    return found

"""What AI cards do on a table: seen by letting them do so, with the lines that play the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.step import carry_out
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import stream
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.reset import cover, retain_cards
from moonflight_solo.rules.state import Event, Seat, Table
from moonflight_solo.scenario import Scenario, lay_out
from moonflight_solo.values import Value

_NOTHING_RETAINED = "retain nothing"


class ActOutcome(Value):
    """What is done: the number of the line followed ("" for none), the act, the cards chosen."""

    line: str
    notation: str
    targets: tuple[str, ...] = ()

    @property
    def deed(self) -> tuple[str, tuple[str, ...]]:
        """What is done, whichever line says so."""
        return self.notation, self.targets

    @property
    def in_reset(self) -> bool:
        """Whether it says which cards are retained and Moved in Reset."""
        return self.notation.startswith("retain")

    @property
    def followed(self) -> bool:
        """Whether a line was followed."""
        return self.notation != _NOTHING_RETAINED if self.in_reset else bool(self.line)

    def __str__(self) -> str:
        # What a Build is Set upon stands in its notation.
        if not self.targets or self.notation.startswith("build"):
            return self.notation
        return f"{self.notation} (chosen: {counted_names(self.targets)})"


def counted_names(names: Sequence[str]) -> str:
    """Return names in words, in order, those alike that stand together counted."""
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in runs)


class Followers:
    """AI cards of one Jack, each followed on the same table by its acting seat.

    With ``reset`` their Reset lines are followed instead. Raises :class:`DataError` for a card that
    cannot be followed.
    """

    def __init__(self, cards: Sequence[AICard], basis: Basis, *, reset: bool = False) -> None:
        self.cards = tuple(cards)
        self.reset = reset
        self.basis = basis
        self._players = [AICardPlayer(card, basis.names, basis.rulings) for card in cards]

    def plans(self, scenario: Scenario) -> list[ActOutcome]:
        """Return what each would do, without doing it: the cards chosen for it are not known.

        In Reset it is done.
        """
        if self.reset:
            return self.outcomes(scenario)
        table = _laid(scenario, self.basis.names)
        seat = table.seats[table.acting]
        found: list[ActOutcome] = []
        for player in self._players:
            act = player.act(table, seat)
            found.append(ActOutcome(player.followed, notation(act, table, seat)))
        return found

    def outcomes(self, scenario: Scenario) -> list[ActOutcome]:
        """Return what each does, its act carried out.

        The other seats' players are asked nothing that depends on their cards' lines.
        """
        laid = _laid(scenario, self.basis.names)
        found: list[ActOutcome] = []
        for player in self._players:
            table = laid.copied((player,) * len(laid.seats), stream(0, "decks"))
            seat = table.seats[table.acting]
            if self.reset:
                found.append(ActOutcome("", _in_reset(table, seat)))
                continue
            act = player.act(table, seat)
            said = notation(act, table, seat)
            found.append(ActOutcome(player.followed, said, carry_out(act, table, seat)))
        return found

    def follow(self, scenario: Scenario) -> bool:
        """Return whether any of them follows a line."""
        return any(plan.followed for plan in self.plans(scenario))


@lru_cache(maxsize=2_000)
def _laid(scenario: Scenario, cards: Catalogue) -> Table:
    """Return a table at which nothing is done; many lines are looked at on the same ones."""
    return lay_out(scenario, cards)


def _in_reset(table: Table, seat: Seat) -> str:
    """Return which cards are retained, and then Moved to Market Stacks, in Reset.

    Nothing is drawn in between: the hand is that of the table, which is put back as it was.
    """
    names: dict[str, list[str]] = {"retain": [], "cover": []}

    def listen(event: Event) -> None:
        if event.seat == seat.number and event.kind in names:
            names[event.kind] += [card.name for card in event.cards]

    table.listener = listen
    hand = list(seat.hand)
    stacks = [list(stack.cards) for stack in seat.stacks]
    table.dealt = True
    cover(table)
    seat.hand = hand
    for stack, cards in zip(seat.stacks, stacks, strict=True):
        stack.cards = cards
    retain_cards(table)
    said = f"retain {', '.join(names['retain'])}" if names["retain"] else _NOTHING_RETAINED
    if names["cover"]:
        said += f", move {', '.join(names['cover'])} to the Market Stacks"
    return said


def alone(card: AICard, line: AILine) -> AICard:
    """Return ``card`` with no other line than ``line`` and those below it."""
    return replace(card, lines=(line, *card.below(line)))

"""What AI cards do on a table, found by letting them act with the game's own code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import Section
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
    """An outcome: the line followed ("" for none), the act, and the cards chosen for it."""

    line: str
    notation: str
    targets: tuple[str, ...] = ()

    @property
    def deed(self) -> tuple[str, tuple[str, ...]]:
        """The act and cards chosen, whichever line says so."""
        return self.notation, self.targets

    @property
    def in_reset(self) -> bool:
        """Whether it describes the cards retained and Moved in Reset."""
        return self.notation.startswith("retain")

    @property
    def followed(self) -> bool:
        """Whether a line was followed."""
        return self.notation != _NOTHING_RETAINED if self.in_reset else bool(self.line)

    def __str__(self) -> str:
        # A Build's notation already says what it is Set on.
        if not self.targets or self.notation.startswith("build"):
            return self.notation
        return f"{self.notation} (chosen: {counted_names(self.targets)})"


def counted_names(names: Sequence[str]) -> str:
    """List names in order, counting adjacent equal ones."""
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in runs)


class Followers:
    """AI cards of one Jack, each followed by the acting seat of the same table.

    They follow the lines of one ``section``, acts or Reset. Raises :class:`DataError` for a card
    that cannot be followed.
    """

    def __init__(self, cards: Sequence[AICard], basis: Basis, section: Section = "action") -> None:
        self.cards = tuple(cards)
        self.basis = basis
        self.section: Section = section
        self._players = [AICardPlayer(card, basis.names, basis.rulings) for card in cards]

    def plans(self, scenario: Scenario) -> list[ActOutcome]:
        """Return each act; except in Reset, not carried out and so without the cards chosen."""
        if self.section == "reset":
            return self.outcomes(scenario)
        table = _table(scenario, self.basis.names)
        seat = table.seats[table.acting]
        acts = ((player, player.act(table, seat)) for player in self._players)
        return [ActOutcome(player.followed, notation(act, table, seat)) for player, act in acts]

    def outcomes(self, scenario: Scenario) -> list[ActOutcome]:
        """Return what each does when its act is carried out.

        Other seats are not asked anything that depends on their AI cards.
        """
        laid = _table(scenario, self.basis.names)
        outcomes: list[ActOutcome] = []
        for player in self._players:
            table = laid.copy((player,) * len(laid.seats), stream(0, "decks"))
            seat = table.seats[table.acting]
            if self.section == "reset":
                outcomes.append(ActOutcome("", _in_reset(table, seat)))
                continue
            act = player.act(table, seat)
            words = notation(act, table, seat)
            outcomes.append(ActOutcome(player.followed, words, carry_out(act, table, seat)))
        return outcomes

    def follow(self, scenario: Scenario) -> bool:
        """Return whether any of them follows a line."""
        return any(plan.followed for plan in self.plans(scenario))


@lru_cache(maxsize=2_000)
def _table(scenario: Scenario, cards: Catalogue) -> Table:
    """Return a shared table, which must not be changed; many lines are tried on the same ones."""
    return lay_out(scenario, cards)


def _in_reset(table: Table, seat: Seat) -> str:
    """Return which cards are retained, and Moved to Market Stacks, in Reset.

    Nothing is drawn in between: both use the table's own hand, restored in between.
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
    answers = f"retain {', '.join(names['retain'])}" if names["retain"] else _NOTHING_RETAINED
    if names["cover"]:
        answers += f", move {', '.join(names['cover'])} to the Market Stacks"
    return answers


def alone(card: AICard, line: AILine) -> AICard:
    """Return ``card`` with only ``line`` and those below it."""
    return replace(card, lines=(line, *card.below(line)))

"""Scenarios: a table laid out in YAML, and what the acting seat's AI card does on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.laying import Expectation, ScenarioFile, lay_out
from moonflight_solo.ai_cards.player import AICardPlayer, Considered
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.catalogue import Catalogue, catalogue, plain
from moonflight_solo.rules.editions import editions
from moonflight_solo.rules.state import Act, Card, Event, Seat, Table


@dataclass(frozen=True, eq=False)
class Scenario:
    """A laid-out table, the seat whose act it is, and what is expected of it."""

    file: str
    cards: Catalogue
    table: Table
    seat: Seat
    expect: Expectation


@dataclass(frozen=True, slots=True)
class Step:
    """What the AI card does in a scenario. ``mismatches`` say where it was expected otherwise.

    ``cards`` are those played, Spent, bought or Set, ``targets`` those chosen for the effect or
    Set upon, each by the name at the end now up.
    """

    file: str
    line: str
    act: str
    cards: tuple[str, ...]
    targets: tuple[str, ...]
    notation: str
    considered: tuple[Considered, ...]
    mismatches: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the step as plain data for JSON."""
        return {
            "file": self.file,
            "line": self.line,
            "act": self.act,
            "cards": list(self.cards),
            "targets": list(self.targets),
            "notation": self.notation,
            "considered": [
                {
                    "line": c.line,
                    "status": c.status,
                    "because": c.because,
                    "rulings": list(c.rulings),
                }
                for c in self.considered
            ],
        }


def load_scenario(path: str | Path, more: tuple[Path, ...] = ()) -> Scenario:
    """Return the table a scenario file lays out, with the card files in ``more`` known too.

    Raises an error with file, line and column for a wrong shape, an unknown name, or more
    copies of a card than the game has.
    """
    document = read_document(path)
    file = convert(document, ScenarioFile)
    if file.edition not in editions():
        raise DataError(
            document.place("edition"),
            f"there is no edition {file.edition!r}",
            f"choose one of: {', '.join(editions())}",
        )
    cards = catalogue(file.edition, more)
    table = lay_out(file, cards, document)
    return Scenario(document.file, cards, table, table.seats[table.acting], file.expect)


def step(scenario: Scenario, ai_cards: Mapping[str, AICard] | None = None) -> Step:
    """Return which line the acting seat's AI card follows and what it does.

    ``ai_cards``, by Jack, are used in place of the printed ones. The act is carried out on the
    scenario's table, so a scenario can be stepped once.
    """
    table, seat, cards = scenario.table, scenario.seat, scenario.cards
    followers = [_follower(s.jack, cards, ai_cards or {}) for s in table.seats]
    follower = followers[seat.number]
    if follower is None:
        raise UsageError(f"{scenario.file}: {seat.jack} has no AI card to follow.")
    explanation = follower.explain(table, seat)
    act = follower.act(table, seat)
    acted = [card.name for card in _cards_of(act)]
    table.players = tuple(f or follower for f in followers)
    targets = carry_out(act, table, seat)
    found = Step(
        scenario.file,
        explanation.line,
        type(act).__name__.lower(),
        tuple(acted),
        targets,
        explanation.notation,
        explanation.considered,
        (),
    )
    return replace(found, mismatches=_mismatches(found, scenario.expect))


def carry_out(act: Act, table: Table, seat: Seat) -> tuple[str, ...]:
    """Carry ``act`` out and return the names of the cards chosen for it, in order.

    These are the cards that the acting seat's player chose for the effect, or those Set upon.
    """
    targets: list[str] = []

    def listen(event: Event) -> None:
        if event.kind == "choice" and event.seat == seat.number:
            targets.extend(card.name for card in event.cards)

    if isinstance(act, Build):
        targets = [placed.card.name for _, placed in act.pairs]
    table.listener = listen
    act.perform(table, seat)
    return tuple(targets)


def _mismatches(found: Step, expect: Expectation) -> tuple[str, ...]:
    wanted_line = None if expect.line is None else str(expect.line)
    pairs: list[tuple[str, object, object]] = [
        ("line", wanted_line, found.line),
        ("act", expect.act, found.act),
        ("cards", expect.cards, list(found.cards)),
        ("targets", expect.targets, list(found.targets)),
        ("notation", expect.notation, found.notation),
    ]
    return tuple(
        f"expected {what} {_shown(wanted)}, found {_shown(got)}"
        for what, wanted, got in pairs
        if wanted is not None and _plainly(wanted) != _plainly(got)
    )


def _plainly(value: object) -> object:
    return [plain(v) for v in value] if isinstance(value, list) else plain(str(value))


def _shown(value: object) -> str:
    return ", ".join(value) or "none" if isinstance(value, list) else str(value) or "none"


def _cards_of(act: Act) -> Sequence[Card]:
    if isinstance(act, Play):
        return (act.card,)
    if isinstance(act, Spend):
        return act.cards
    if isinstance(act, Shop):
        return act.cards() or ()
    if isinstance(act, Build):
        return tuple(card for card, _ in act.pairs)
    return ()


def _follower(jack: str, cards: Catalogue, own: Mapping[str, AICard]) -> AICardPlayer | None:
    try:
        return AICardPlayer(own.get(jack) or load_ai_card(jack, cards), cards)
    except UsageError:
        return None

"""One step: what the acting seat's AI card does on a table, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer, Considered
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.catalogue import Catalogue, catalogue, plain
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Act, Card, Event, Seat, Table
from moonflight_solo.scenario import Scenario, ScenarioFile
from moonflight_solo.values import Value


class Step(Value):
    """What an AI card does in a scenario. ``mismatches`` list deviations from the expectation.

    ``cards`` are those played, Spent, bought or Set; ``targets`` are those chosen for the effect or
    Set upon. All are named by the end up at the time.
    """

    file: str
    line: str
    act: str
    cards: tuple[str, ...]
    targets: tuple[str, ...]
    notation: str
    considered: tuple[Considered, ...]
    mismatches: tuple[str, ...] = ()


def step(
    layout: Scenario | ScenarioFile,
    ai_cards: Mapping[str, AICard] | None = None,
    rulings: Rulings | None = None,
    cards: Catalogue | None = None,
) -> Step:
    """Let the acting seat's AI card act on a scenario, and return what it does and why.

    ``ai_cards``, by Jack, replace the printed ones, and ``rulings`` the default choices; ``cards``
    are those of a scenario without a file. Raises :class:`UsageError` if the acting seat's Jack has
    no AI card.
    """
    if isinstance(layout, Scenario):
        layout = ScenarioFile(layout, cards or catalogue(layout.edition))
    table = layout.table()
    if rulings is not None and rulings.choice("G-spend") == "discard":
        table.paying = "discard"
    seat = table.seats[table.acting]
    by_jack = ai_cards or {}
    followers = [_follower(each.jack, layout.cards, by_jack, rulings) for each in table.seats]
    follower = followers[seat.number]
    if follower is None:
        raise UsageError(f"{layout.file}: {seat.jack} has no AI card to follow.")
    table.players = tuple(player or follower for player in followers)
    explanation = follower.explain(table, seat)
    act = follower.act(table, seat)
    names = tuple(card.name for card in _cards_of(act, seat))  # by the end up before the act

    def hear(event: Event) -> None:
        nonlocal explanation
        if event.kind == "choice" and event.seat == seat.number:
            ruling = follower.silent_on(event.what, table, seat)
            explanation = explanation.resting_on(ruling) if ruling else explanation

    table.listener = hear
    deed = type(act).__name__.lower(), names, carry_out(act, table, seat)
    explained = explanation.notation, explanation.considered
    result = Step(layout.file, explanation.line, *deed, *explained)

    def listed(value: object) -> list[str]:
        return [*map(str, value)] if isinstance(value, tuple) else [str(value)]

    mismatches = []
    for name, expected in asdict(layout.scenario.expect).items():
        due, got = listed(expected), listed(getattr(result, name))
        if expected is not None and [*map(plain, due)] != [*map(plain, got)]:
            one, other = (", ".join(each) or "none" for each in (due, got))
            mismatches.append(f"expected {name} {one}, found {other}")
    return replace(result, mismatches=tuple(mismatches))


def carry_out(act: Act, table: Table, seat: Seat) -> tuple[str, ...]:
    """Carry out ``act`` and return the names of its targets, in order.

    These are the cards that the acting seat's player chose for the effect, or those Set upon.
    """
    targets: list[str] = []
    before = table.listener

    def listen(event: Event) -> None:
        if before is not None:
            before(event)
        if event.kind == "choice" and event.seat == seat.number:
            targets.extend(card.name for card in event.cards)

    if isinstance(act, Build):
        targets = [placed.card.name for _, placed in act.onto(seat)]
    table.listener = listen
    try:
        act.perform(table, seat)
    finally:
        table.listener = before
    return tuple(targets)


def _cards_of(act: Act, seat: Seat) -> Sequence[Card]:
    """Return the cards that an act names, of a Build those that are Set."""
    if isinstance(act, Play):
        return (act.card,)
    if isinstance(act, Spend):
        return act.cards
    if isinstance(act, Shop):
        return act.cards(seat) or ()
    if isinstance(act, Build):
        return tuple(card for card, _ in act.pairs)
    return ()


def _follower(
    jack: str, cards: Catalogue, ai_cards: Mapping[str, AICard], rulings: Rulings | None
) -> AICardPlayer | None:
    """Return the player following a Jack's AI card, ``None`` if there is no such card."""
    try:
        return AICardPlayer(ai_cards.get(jack) or load_ai_card(jack, cards), cards, rulings)
    except UsageError:
        return None

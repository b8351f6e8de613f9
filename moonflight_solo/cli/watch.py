"""`moonflight watch`: AI cards among themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.seating import a_seed, ai_deck, seat_number, settings
from moonflight_solo.cli.telling import Teller, Told
from moonflight_solo.cli.terminal import terminal
from moonflight_solo.cli.why import as_json as reasons_json
from moonflight_solo.cli.why import show_reasons
from moonflight_solo.cli.witness import Witness
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.events import Event
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.table import Table


@click.command()
@click.argument("jacks", nargs=-1, required=True, metavar="JACK...")
@options.ai_files
@options.card_files
@options.edition
@options.seed
@click.option("--first", metavar="WHO", help="Who goes first: a seat number or a Jack.")
@options.rounds
@options.rulings
@click.option("--why", is_flag=True, help="Say for each act which lines were passed over and why.")
@options.json
@options.look
def command(
    jacks: tuple[str, ...],
    ai_files: tuple[str, ...],
    card_files: tuple[Path, ...],
    edition: str,
    seed: int | None,
    first: str | None,
    rounds: int | None,
    rulings: tuple[str, ...],
    why: bool,
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Watch the AI cards of two or more Jacks play a game to its end, a line an act.

    The number in brackets is that of the AI-card line followed. Names may be cut short.
    """
    cards = catalogue(edition, card_files)
    switches = options.switched(rulings)
    deck = ai_deck(cards, ai_files, switches)
    seated = [cards.jack(name) for name in jacks]
    game = settings(
        seated,
        a_seed(seed),
        edition,
        first=seat_number(first, seated, cards),
        rulings=switches,
        rounds=rounds,
    )
    witnesses = [Witness(deck.follower(jack), explaining=why) for jack in seated]
    table = set_up(game, cards, witnesses)
    if as_json:
        click.echo(json.dumps(_as_json(table, game, witnesses, why=why), ensure_ascii=False))
        return
    screen = terminal(plain=plain, color=not no_color)
    teller = Teller(None, followed=lambda number: witnesses[number].followed)

    def show() -> None:
        for told in teller.take():
            screen.say(told.words, _style(told))

    def listen(event: Event) -> None:
        if event.kind == "act":
            show()
        teller(event)
        last = witnesses[event.seat].last if event.kind == "act" else None
        if why and last is not None:
            show_reasons(last.explanation, f"{last.title}: {last.explanation.notation}", screen)

    teller.listen(table)
    table.listener = listen
    screen.say(f"{', '.join(map(table.title, range(len(seated))))}. Seed {game.seed}.")
    play(table, game)
    show()


def _style(told: Told) -> str:
    return {"pass": "dim", "reset": "dim", "round": "bold", "turn": "bold yellow"}.get(
        told.kind, "bold" if told.kind == "end" else ""
    )


def _as_json(
    table: Table, game: Settings, witnesses: list[Witness], *, why: bool
) -> dict[str, Any]:
    acts: list[dict[str, Any]] = []

    def listen(event: Event) -> None:
        if event.kind != "act":
            return
        number, witness = event.seat, witnesses[event.seat]
        act: dict[str, Any] = {
            "round": table.round,
            "seat": number + 1,
            "act": notation(event.what, table, table.seats[number]),  # type: ignore[arg-type]
            "line": witness.followed,
        }
        if why and witness.last is not None:
            act["considered"] = reasons_json(witness.last.explanation.considered)
        acts.append(act)

    table.listener = listen
    outcome = play(table, game)
    return {
        "settings": {
            "jacks": list(game.jacks),
            "seed": game.seed,
            "edition": game.edition,
            "first": None if game.first is None else game.first + 1,
            "rulings": dict(game.rulings),
            "rounds": game.round_limit,
        },
        "acts": acts,
        "outcome": outcome_json(outcome),
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return how a game ended as plain data; seats are numbered from 1."""
    return {
        "finished": outcome.finished,
        "ended_by": outcome.ended_by,
        "triggered_by": [number + 1 for number in outcome.triggered_by],
        "scores": list(outcome.scores),
        "ranking": [number + 1 for number in outcome.ranking],
        "winner": None if outcome.winner is None else outcome.winner + 1,
        "won_by": outcome.won_by,
        "rounds": outcome.rounds,
        "acts": outcome.acts,
        "turned": outcome.turned,
    }

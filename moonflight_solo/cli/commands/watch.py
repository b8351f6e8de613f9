"""`moonflight watch`: AI cards among themselves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import compress
from pathlib import Path
from typing import Any

import click

from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.gamefile import header
from moonflight_solo.cli.game.loading import gather
from moonflight_solo.cli.game.log import tell_aloud
from moonflight_solo.cli.game.narrator import Teller
from moonflight_solo.cli.game.setup import a_seed, ai_deck, seat_number, settings
from moonflight_solo.cli.game.watchlog import WatchLog, new_record
from moonflight_solo.cli.game.witness import Witness
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.cli.output.why import as_json as reasons_json
from moonflight_solo.cli.planning import split_seat
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.plan import AI
from moonflight_solo.playtest.players import player_of
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Event, Player, Table
from moonflight_solo.scoremode import ScoreMode


@click.command()
@click.argument("seats", nargs=-1, required=True, metavar="SEAT...", shell_complete=shell.jacks)
@options.ai_files
@options.card_files
@options.edition
@options.seed
@click.option("--first", metavar="WHO", help="Who goes first: a seat number or a Jack.")
@options.rounds
@options.rulings
@click.option("--score", is_flag=True, help="Watch Score Mode, one Jack alone.")
@click.option("--why", is_flag=True, help="Say for each act which lines were passed over and why.")
@click.option(
    "--record",
    "record_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Put every act and answer in a new file, a line of JSON each, as in docs/record.md.",
)
@click.option(
    "--log-state",
    is_flag=True,
    help="In that file, put the whole table before each act too, hidden cards and all.",
)
@options.json
@options.look
def command(
    seats: tuple[str, ...],
    ai_files: tuple[str, ...],
    card_files: tuple[Path, ...],
    edition: str,
    seed: int | None,
    first: str | None,
    rounds: int | None,
    rulings: tuple[str, ...],
    score: bool,
    why: bool,
    record_file: Path | None,
    log_state: bool,
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Watch the AI cards of Jacks play a game to its end, a line an act.

    The number in brackets is that of the AI-card line followed. Names may be cut short. A SEAT is
    a Jack, or a Jack played by something else: JACK:random, JACK:greedy or JACK:search=50.
    """
    split = [split_seat(words) for words in seats]
    jacks = [jack for jack, _ in split]
    gathered = gather(edition, card_files, jacks)
    cards = gathered.cards
    switches = options.switched(rulings)
    deck = ai_deck(cards, ai_files, switches, gathered.ai_cards)
    seated = [gathered.jack(name) for name in jacks]
    by_card = [player == AI for _, player in split]
    following = list(compress(seated, by_card))
    unused = [each for each in deck.cards if each not in following]
    if unused:
        raise UsageError(f"the AI card given for {unused[0]} has no seat that is played by it.")
    game = settings(
        seated,
        a_seed(seed),
        edition,
        first=seat_number(first, seated, cards),
        rulings=switches,
        rounds=rounds,
    )
    if log_state and record_file is None:
        raise UsageError("--log-state says what goes into a file; give it with --record FILE.")
    witnesses = {
        number: Witness(deck.follower(jack), explaining=why)
        for number, jack in enumerate(seated)
        if by_card[number]
    }
    if record_file is not None and (score or not all(by_card)):
        raise UsageError("--record keeps games of AI cards against AI cards only.")
    ai_cards = [
        deck.card(jack) if card else None for jack, card in zip(seated, by_card, strict=True)
    ]
    with ExitStack() as stack:
        players: Sequence[Player] = [
            witnesses[number]
            if number in witnesses
            else player_of(player, number, game, cards, ai_cards, deck.rulings)
            for number, (_, player) in enumerate(split)
        ]
        log: WatchLog | None = None
        if record_file is not None:
            files = gathered.card_files(seated)
            start = header(game, deck, person=False, card_files=files)
            file = stack.enter_context(new_record(record_file, start))
            log = WatchLog(file, list(witnesses.values()), log_state=log_state)
            players = log.players
        table = set_up(game, cards, players)
        if score:
            table.variant = ScoreMode(table)
        if log is not None:
            log.table = table
        if as_json:
            outcome, found = _played(table, game, witnesses, why=why)
        else:
            screen = terminal(plain=plain, color=not no_color)
            teller = Teller(None, followed=lambda number: _followed(witnesses, number))
            show = tell_aloud(table, teller, screen, witnesses if why else {})
            screen.say(f"{', '.join(map(table.title, range(len(seated))))}. Seed {game.seed}.")
            outcome = play(table, game)
            show()
        if log is not None:
            log.end(outcome)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))


def _followed(witnesses: Mapping[int, Witness], number: int) -> str:
    """Return the AI-card line that a seat followed last, "" for a seat that follows none."""
    return witnesses[number].followed if number in witnesses else ""


def _played(
    table: Table, game: Settings, witnesses: Mapping[int, Witness], *, why: bool
) -> tuple[Outcome, dict[str, Any]]:
    """Play a game; return its outcome, and all of it as plain data."""
    acts: list[dict[str, Any]] = []

    def listen(event: Event) -> None:
        if event.kind != "act":
            return
        number, witness = event.seat, witnesses.get(event.seat)
        act: dict[str, Any] = {
            "round": table.round,
            "seat": number + 1,
            "act": notation(event.what, table, table.seats[number]),
            "line": _followed(witnesses, number),
        }
        if why and witness is not None and witness.last is not None:
            act["considered"] = reasons_json(witness.last.explanation.considered)
        acts.append(act)

    table.listener = listen
    outcome = play(table, game)
    return outcome, {
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

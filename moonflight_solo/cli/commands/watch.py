"""`moonflight watch`: AI cards among themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from moonflight_solo.ai_cards.player import ExplainingPlayer
from moonflight_solo.cli import options
from moonflight_solo.cli.game.loading import load
from moonflight_solo.cli.game.narrator import Narrator, tell_aloud
from moonflight_solo.cli.game.setup import AIDeck, a_seed, ai_deck, seat_number
from moonflight_solo.cli.options import NewPath, Paths, Words
from moonflight_solo.cli.output.terminal import Terminal, print_json, warn
from moonflight_solo.cli.output.why import as_json as reasons_json
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.playtest.kinds import AI, split_seat
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import ROUND_LIMIT, Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Event, Player, Table
from moonflight_solo.scoremode import ScoreMode, said

if TYPE_CHECKING:  # who only watches waits for no record, and AI cards for no other player
    from moonflight_solo.records import Answer, Header, Record, RecordFile


@click.command()
@click.argument("seats", nargs=-1, required=True, metavar="SEAT...", shell_complete=options.jacks)
@options.ai_files
@options.card_files
@options.edition
@options.seed
@click.option("--first", metavar="WHO", help="Who goes first: a seat number or a Jack.")
@options.rounds
@options.rulings
@options.changes
@options.flag("--score", "Watch Score Mode, one Jack alone.")
@options.flag(
    "--step", "Step through the game with the table on the screen, forward, back or at a pace."
)
@options.flag("--why", "Say for each act which lines were passed over and why.")
@click.option(
    "--from",
    "begins",
    metavar="ROUND.ACT",
    callback=lambda _context, _option, words: None if words is None else _act_place(words),
    help="Tell the game from this act on, such as 14.3: the third act of round 14.",
)
@click.option(
    "--record",
    "record_file",
    type=NewPath(path_type=Path),
    metavar="FILE",
    help="Put every act and answer in a new file, a line of JSON each, as in docs/record.md.",
)
@options.flag(
    "--log-state", "In that file, put the whole table before each act too, hidden cards and all."
)
@options.json
@options.screen
def watch(
    seats: Words,
    ai_files: Words,
    card_files: Paths,
    edition: str,
    seed: int | None,
    first: str | None,
    rounds: int | None,
    rulings: Words,
    changes: Words,
    score: bool,
    step: bool,
    why: bool,
    begins: tuple[int, int] | None,
    record_file: Path | None,
    log_state: bool,
    as_json: bool,
    screen: Terminal,
) -> None:
    """Watch the AI cards of Jacks play a game to its end, a line an act.

    The number in brackets is that of the AI-card line followed. Names may be cut short. A SEAT is
    a Jack, or a Jack played by something else: JACK:random, JACK:greedy or JACK:search=50.
    """
    split = [split_seat(words) for words in seats]
    jacks = [jack for jack, _ in split]
    loaded = load(edition, card_files, jacks)
    cards = loaded.with_changes([loaded.jack(name) for name in jacks], changes)
    switches = options.switched(rulings)
    deck = ai_deck(cards, ai_files, switches, loaded.ai_cards)
    seated = [loaded.jack(name) for name in jacks]
    by_card = [player == AI for _, player in split]
    unused = [each for each in deck.cards if each not in compress(seated, by_card)]
    if unused:
        raise UsageError(f"the AI card given for {unused[0]} has no seat that is played by it.")
    start = seat_number(first, seated, cards)
    limit = rounds or ROUND_LIMIT
    game = Settings(tuple(seated), a_seed(seed), edition, start, switches, limit)
    if log_state and record_file is None:
        raise UsageError("--log-state says what goes into a file; give it with --record FILE.")
    followers = {at: deck.follower(jack) for at, jack in enumerate(seated) if by_card[at]}
    if record_file is not None and (score or changes or not all(by_card)):
        raise UsageError("--record keeps games of AI cards with the cards as they are only.")
    ai_cards = [followers[at].card if at in followers else None for at in range(len(seated))]
    players: list[Player] = []
    for at, (_, player) in enumerate(split):
        if at in followers:
            players.append(followers[at])
        else:
            from moonflight_solo.playtest.players import player_of

            players.append(player_of(player, at, game, cards, ai_cards, deck.rulings))
    if step and (as_json or record_file is not None):
        raise UsageError("--step is for the eyes; give --json and --record without it.")
    file: RecordFile | None = None
    record: Record | None = None

    def state() -> dict[str, object] | None:
        from moonflight_solo.scenario import snapshot

        return snapshot(table) if log_state else None

    def keep(answer: Answer) -> None:
        assert file is not None
        if answer.ask == "act":
            line = followers[answer.seat - 1].followed
            answer = replace(answer, line=line, table=state())
        file.write(answer)

    if step or record_file is not None:
        from moonflight_solo.cli.game.start import ended, header
        from moonflight_solo.records import Record, RecordedPlayer

        record = Record(
            header(
                game,
                deck,
                person=False,
                card_files=loaded.card_files(seated),
                score_mode=score,
            )
        )
        if record_file is not None:
            file = _new_record(record_file, record.header)
        kept_by = record.add if file is None else keep
        players = [RecordedPlayer(player, iter(()), kept_by) for player in players]
    with file or nullcontext():
        table = set_up(game, cards, players)
        if score:
            table.variant = ScoreMode(table)
        explained = followers if why else {}
        if step:
            assert record is not None
            _step(table, game, followers, record, deck, begins or (1, 1), screen)
            return
        if as_json:
            outcome, found = _played(table, game, explained, begins or (1, 1))
        else:
            narrator = Narrator(None, explained)
            show = tell_aloud(table, narrator, screen)
            table.listener = _skipping(table, narrator, begins) if begins else table.listener
            screen.say(f"{', '.join(map(table.title, range(len(seated))))}. Seed {game.seed}.")
            outcome = play(table, game)
            show()
            if score and outcome.finished:
                screen.say(said(outcome.scores[0], f"{table.title(0)} is"), "bold")
            if begins is not None and outcome.rounds < begins[0]:
                warn(f"the game was over in round {outcome.rounds}, before round {begins[0]}.")
        if file is not None:
            file.write(replace(ended(outcome), table=state()))
    if as_json:
        print_json(found)


def _step(
    table: Table,
    game: Settings,
    followers: Mapping[int, ExplainingPlayer],
    record: Record,
    deck: AIDeck,
    begins: tuple[int, int],
    screen: Terminal,
) -> None:
    """Play the game, and step through it; AI cards' games may be played on from anywhere."""
    # Whoever only watches waits for none of it.
    from moonflight_solo.cli.evening.evening import step_through
    from moonflight_solo.cli.evening.film import filmed
    from moonflight_solo.cli.game.keyboard import Keyboard

    seen = filmed(
        table,
        lambda: play(table, game),
        None,
        followers,
        given=lambda: [
            sum(answer.seat == number for answer in record.answers)
            for number in range(1, len(table.seats) + 1)
        ],
    )
    known = record if len(followers) == len(table.seats) else None
    step_through(seen, known, deck, screen, Keyboard(screen), seen.at_act(*begins))


def _act_place(words: str) -> tuple[int, int]:
    """Return the round and the act of it that "14.3" means; "14" is its first act."""
    round_, *act = map(counting_number, words.split("."))
    if not round_ or len(act) > 1 or not all(act):
        raise UsageError(f'--from {words}: give a round and an act of it, such as "14.3".')
    return round_, act[0] if act and act[0] else 1


class _ActsCounted:
    """Says at each event whether an act of a round has been reached."""

    def __init__(self, table: Table, begins: tuple[int, int]) -> None:
        self._table = table
        self._begins = begins
        self._at = (0, 0)

    def reached(self, event: Event) -> bool:
        """Return whether ``event`` is of that act or comes after it."""
        if event.kind == "act":
            round_, number = self._at
            now = self._table.round
            self._at = (now, number + 1 if now == round_ else 1)
        return self._at >= self._begins or event.kind == "end"


def _skipping(table: Table, narrator: Narrator, begins: tuple[int, int]) -> Callable[[Event], None]:
    """Return what listens to the table but tells nothing before an act."""
    tell, counted = table.listener, _ActsCounted(table, begins)
    assert tell is not None

    def hear(event: Event) -> None:
        if counted.reached(event):
            tell(event)
        else:
            narrator(event)
            narrator.take()

    return hear


def _new_record(path: Path, start: Header) -> RecordFile:
    """Return a record begun in a file that must not be there yet.

    It is not forced on the disk line by line: a game watched is played again from its seed.
    """
    from moonflight_solo.records import RecordFile

    try:
        return RecordFile.begin(path, start, safe=False)
    except FileExistsError:
        raise MoonflightError(f"{path} is there already; name a new file.") from None


def _played(
    table: Table,
    game: Settings,
    explained: Mapping[int, ExplainingPlayer],
    begins: tuple[int, int],
) -> tuple[Outcome, dict[str, Any]]:
    """Play a game; return its outcome, and all of it from an act on as plain data."""
    acts: list[dict[str, Any]] = []
    counted = _ActsCounted(table, begins)

    def listen(event: Event) -> None:
        if not counted.reached(event) or event.kind != "act":
            return
        seat = table.seats[event.seat]
        act: dict[str, Any] = {
            "round": table.round,
            "seat": event.seat + 1,
            "act": notation(event.what, table, seat),
            "line": event.line,
        }
        if event.seat in explained:
            considered = explained[event.seat].explain(table, seat).considered
            act["considered"] = reasons_json(considered)
        acts.append(act)

    table.listener = listen
    outcome = play(table, game)
    settings = {
        "jacks": game.jacks,
        "seed": game.seed,
        "edition": game.edition,
        "first": None if game.first is None else game.first + 1,
        "rulings": dict(game.rulings),
        "rounds": game.round_limit,
    }
    return outcome, {"settings": settings, "acts": acts, "outcome": _outcome_json(outcome)}


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return how a game ended as plain data; seats are numbered from 1."""
    return {
        "finished": outcome.finished,
        "ended_by": outcome.ended_by,
        "triggered_by": [number + 1 for number in outcome.triggered_by],
        "scores": outcome.scores,
        "ranking": [number + 1 for number in outcome.ranking],
        "winner": None if outcome.winner is None else outcome.winner + 1,
        **{key: getattr(outcome, key) for key in ("won_by", "rounds", "acts", "turned")},
    }

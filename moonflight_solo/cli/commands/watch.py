"""`moonflight watch`: AI cards among themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec.structs import replace

from moonflight_solo.ai_cards.player import ExplainingPlayer
from moonflight_solo.cli import options
from moonflight_solo.cli.game.loading import load
from moonflight_solo.cli.game.narrator import Narrator, tell_aloud
from moonflight_solo.cli.game.setup import AIDeck, a_seed, ai_deck, seat_number
from moonflight_solo.cli.options import Paths, Words
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

START: Final = (1, 1)
"""The round and the act of it that a game begins with."""


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
    callback=lambda _context, _option, words: START if words is None else _act_place(words),
    help="Tell the game from this act on, such as 14.3: the third act of round 14.",
)
@options.new_path(
    "--record",
    "Put every act and answer in a new file, a line of JSON each, as in docs/record.md.",
    "record_file",
)
@options.flag(
    "--log-state", "In that file, put the whole table before each act too, hidden cards and all."
)
@options.answer
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
    begins: tuple[int, int],
    record_file: Path | None,
    log_state: bool,
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
    if step and (screen.as_json or record_file is not None):
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

        own = loaded.card_files(seated)
        record = Record(header(game, deck, person=False, card_files=own, score_mode=score))
        if record_file is not None:
            file = _new_record(record_file, record.header)
        kept_by = record.add if file is None else keep
        players = [RecordedPlayer(player, iter(()), kept_by) for player in players]
    with file or nullcontext():
        table = set_up(game, cards, players)
        if score:
            table.variant = ScoreMode(table)
        explained = followers if why else {}
        if record is not None and step:
            _step(table, game, followers, record, deck, begins, screen)
            return
        if screen.as_json:
            outcome, found = _played(table, game, explained, begins)
        else:
            outcome = _told(table, game, explained, begins, screen)
        if file is not None:
            file.write(replace(ended(outcome), table=state()))
    if screen.as_json:
        print_json(found)


def _told(
    table: Table,
    game: Settings,
    explained: Mapping[int, ExplainingPlayer],
    begins: tuple[int, int],
    screen: Terminal,
) -> Outcome:
    """Play a game and tell it from an act on, a line an act; return its outcome."""
    narrator = Narrator(None, explained)
    show = tell_aloud(table, narrator, screen)
    tell, reached = table.listener, _reaching(table, begins)
    assert tell is not None

    def hear(event: Event) -> None:
        if reached(event):
            tell(event)
        else:
            narrator(event)
            narrator.take()

    if begins != START:
        table.listener = hear
    screen.say(f"{', '.join(map(table.title, range(len(game.jacks))))}. Seed {game.seed}.")
    outcome = play(table, game)
    show()
    if isinstance(table.variant, ScoreMode) and outcome.finished:
        screen.say(said(outcome.scores[0], f"{table.title(0)} is"), "bold")
    if outcome.rounds < begins[0]:
        warn(f"the game was over in round {outcome.rounds}, before round {begins[0]}.")
    return outcome


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
    from moonflight_solo.cli.evening.evening import Evening
    from moonflight_solo.cli.evening.film import filmed
    from moonflight_solo.cli.game.keyboard import Keyboard, is_there

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
    evening = Evening(screen, Keyboard(screen), is_there())
    evening.step_through(seen, known, deck, seen.at_act(*begins))


def _act_place(words: str) -> tuple[int, int]:
    """Return the round and the act of it that "14.3" means; "14" is its first act."""
    round_, *act = map(counting_number, words.split("."))
    if not round_ or len(act) > 1 or not all(act):
        raise UsageError(f'--from {words}: give a round and an act of it, such as "14.3".')
    return round_, (act and act[0]) or 1


def _reaching(table: Table, begins: tuple[int, int]) -> Callable[[Event], bool]:
    """Return what says of each event whether it is of an act of a round, or comes after it."""
    at = (0, 0)

    def reached(event: Event) -> bool:
        nonlocal at
        if event.kind == "act":
            at = (table.round, at[1] + 1 if at[0] == table.round else 1)
        return at >= begins or event.kind == "end"

    return reached


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
    table: Table, game: Settings, explained: Mapping[int, ExplainingPlayer], begins: tuple[int, int]
) -> tuple[Outcome, dict[str, Any]]:
    """Play a game; return its outcome, and all from an act on as plain data, seats from 1."""
    acts: list[dict[str, Any]] = []
    reached = _reaching(table, begins)

    def listen(event: Event) -> None:
        if not reached(event) or event.kind != "act":
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
    ending = {
        "finished": outcome.finished,
        "ended_by": outcome.ended_by,
        "triggered_by": [number + 1 for number in outcome.triggered_by],
        "scores": outcome.scores,
        "ranking": [number + 1 for number in outcome.ranking],
        "winner": None if outcome.winner is None else outcome.winner + 1,
        **{key: getattr(outcome, key) for key in ("won_by", "rounds", "acts", "turned")},
    }
    return outcome, {"settings": settings, "acts": acts, "outcome": ending}

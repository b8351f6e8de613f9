"""`moonflight watch`: AI cards playing each other."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli import args
from moonflight_solo.cli.answers.act_answers import (
    ConsideredAnswer,
    WatchAnswer,
    WatchedAct,
    WatchedEnd,
    WatchedSettings,
)
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.game.telling import START, Telling, belonging
from moonflight_solo.cli.loading import GivenGame
from moonflight_solo.cli.opponents import seats_as_typed, settings_given
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.recorded_games.decks import AIDeck
from moonflight_solo.recorded_games.replayed_game import ReplayedGame
from moonflight_solo.recorded_games.start import GameStart, end_entry
from moonflight_solo.records import Answer, CannotRecord, Ended, Record, RecordFile
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Event
from moonflight_solo.warning import warn


@args.command()
def watch(
    seats: Words = args.seats(metavar="SEAT...", required=True),
    given: GivenGame = args.given(
        *("ai_files", "card_files", "edition", "rulings", "changes", "seed", "first", "rounds")
    ),
    score: bool = args.flag(
        "Watch Score Mode, one Jack alone; without it, a Jack alone plays the usual game."
    ),
    step: bool = args.flag(
        "Step through the game with the table on the screen: forward, back, or automatically.",
    ),
    why: bool = args.flag("For each act, show which lines were skipped and why."),
    begins: tuple[int, int] = args.word(
        "ROUND.ACT",
        "Start showing at this act, such as 14.3: the third act of round 14.",
        callback=lambda _context, _option, words: START if words is None else _act_place(words),
        names="--from",
    ),
    record_file: Path | None = args.new_path(
        "Write every act and answer to a new file, one JSON line each (see docs/record.md).",
        names="--record",
    ),
    log_state: bool = args.flag(
        "In that file, also write the whole table before each act, hidden cards included.",
    ),
    screen: Terminal = args.answer,
) -> None:
    """Watch AI cards play a game to its end, one line per act.

    The number in brackets is the AI-card line followed. A SEAT is a Jack, or a Jack played by
    something else: JACK:random, JACK:greedy, JACK:search=50, or JACK:bot.py:Bot for a class of
    your own in that file. You can shorten names.
    """
    at = seats_as_typed(seats, given)
    if log_state and record_file is None:
        raise UsageError("--log-state needs --record FILE.")
    if record_file is not None and (score or given.changes or at.by):
        raise UsageError("--record is only for games of AI cards, with unchanged cards.")
    if step and (screen.as_json or record_file is not None):
        raise UsageError("--step shows the game on the screen; use --json and --record without it.")
    settings = settings_given(given, at.jacks, at.deck.catalogue, score_mode=score)
    record = Record(GameStart.new(settings, at.deck, at.by).header)
    if step:
        # Slow to import.
        from moonflight_solo.cli.game.keyboard import Keyboard
        from moonflight_solo.cli.game.replay_view import film
        from moonflight_solo.cli.game.session import GameLoop

        seen = film(record, at.deck, keep=record.add)
        GameLoop(Keyboard(screen)).step_through(seen, seen.at_act(*begins))
        return
    log = None if record_file is None else _RecordedGame(record_file, record, at.deck, log_state)
    game = ReplayedGame(record, at.deck) if log is None else log.game
    with nullcontext() if log is None else log.file:
        if screen.as_json:
            outcome, answer = _play(game, begins, why=why)
        else:
            outcome = Telling(game, screen, why, begins=begins).play()
        assert outcome is not None
        if log is not None:
            log.write(end_entry(outcome))
    if screen.as_json:
        print_json(answer)
    elif outcome.rounds < begins[0]:
        warn(f"the game was over in round {outcome.rounds}, before round {begins[0]}.")


class _RecordedGame:
    """Plays a ``game`` and records every act and answer in a new file, with the table if wanted."""

    def __init__(self, path: Path, record: Record, deck: AIDeck, log_state: bool) -> None:
        try:
            # No fsync per line: the game can be played again from its seed.
            self.file = RecordFile.begin(path, record.header, safe=False)
        except FileExistsError:
            raise MoonflightError(f"{path} already exists; name a new file.") from None
        self._path = path
        self.game = ReplayedGame(record, deck, self.write)
        self._log_state = log_state

    def write(self, entry: Answer | Ended) -> None:
        """Record an act, an answer or how the game ended."""
        if self._log_state and getattr(entry, "ask", "act") == "act":
            from moonflight_solo.scenario import snapshot

            entry = replace(entry, table=snapshot(self.game.table))
        try:
            self.file.write(entry)
        except CannotRecord:
            self.file.close()
            self._path.unlink()
            raise


def _act_place(words: str) -> tuple[int, int]:
    """Parse "14.3" into a round and an act; "14" means its first act."""
    round_, *act = map(counting_number, words.split("."))
    if not round_ or len(act) > 1 or not all(act):
        raise UsageError(f'--from {words}: give a round and an act of it, such as "14.3".')
    return round_, (act and act[0]) or 1


def _play(
    game: ReplayedGame, begins: tuple[int, int], *, why: bool
) -> tuple[Outcome | None, WatchAnswer]:
    """Play a game; return its outcome, and the answer in JSON from an act on."""
    table, header = game.table, game.record.header
    acts: list[WatchedAct] = []
    reached = belonging(table, begins)

    def listen(event: Event) -> None:
        if not reached(event) or event.kind != "act":
            return
        seat, player = table.seats[event.seat], game.followers[event.seat]
        act = table.round, event.seat + 1, notation(event.what, table, seat), event.line
        why_so = (
            [ConsideredAnswer.of(line) for line in player.explain(table, seat).considered]
            if why and isinstance(player, AICardPlayer)
            else UNSET
        )
        acts.append(WatchedAct(*act, why_so))

    table.listener = listen
    outcome = game.play()
    assert outcome is not None
    settings = WatchedSettings.of(header, rounds=header.round_limit)
    return outcome, WatchAnswer(settings, acts, WatchedEnd.of(outcome))

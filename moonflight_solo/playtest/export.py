"""A playtest as tables to compute with: a row per game, act and AI-card line.

The games are played once more, one at a time, so an export is as large as the disk allows and the
same for any number of processes. ``docs/playtest-reference.md`` describes the columns.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import file_digest
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec

from moonflight_solo import __version__
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.observing.course import Course
from moonflight_solo.playtest.observing.observer import instruments_of
from moonflight_solo.playtest.plan import Plan, playtest_command
from moonflight_solo.playtest.round_robin import is_round_robin, pairing_name, round_robin_command
from moonflight_solo.playtest.run import ObservedPlayer, Run, run_of, side_name
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.game import play
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Player, Seat, Table
from moonflight_solo.userfiles import put_in_place

MANIFEST: Final = "playtest.json"
_BATCH: Final = 20_000
"""Rows of a Parquet table that are held in memory at a time."""

_TEXTS: Final = {"way", "ended_by", "won_by", "jack", "player", "side", "section", "line", "words"}
"""Columns of text; all others are integers."""

TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    name: ("way", "seed", *columns.split())
    for name, columns in {
        "games": "first ended_by rounds acts turn winner won_by lead_changes",
        "scores": "seat jack player score won",
        "acts": "act round seat side line words",
        "lines": "seat side section line looked_at true followed",
    }.items()
}
"""The columns of each table."""

ExportRow = tuple[int | str | None, ...]
RowWriter = Callable[[Sequence[ExportRow]], object]


class ExportedTable(msgspec.Struct, frozen=True):
    """A table of an export: its file, number of rows, columns, and the file's SHA-256."""

    file: str
    rows: int
    columns: tuple[str, ...]
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything needed to make an export's tables again, and to see that they are the same.

    ``command`` makes them; ``plan`` holds the text of every file it names, and ``digest`` and
    ``words`` identify the games and the printed data. ``seeds`` are (first seed, number of games).
    """

    kind: str = "moonflight export"
    format: int = 1
    program: str = f"moonflight-solo {__version__}"
    command: str
    digest: str
    words: str
    seeds: tuple[tuple[int, int], ...]
    ways: tuple[str, ...]
    tables: tuple[ExportedTable, ...]
    plan: Plan


def export(
    folder: Path,
    plan: Plan,
    seeds: Sequence[tuple[int, int]],
    played: Callable[[int], None] = lambda games: None,
    *,
    parquet: bool = False,
) -> Manifest:
    """Write the games of a plan, or every pairing of a round robin, and return what was written.

    ``played`` is told after each seed how many are done. Raises :class:`MoonflightError` if it
    cannot be written, and what :func:`check_export` raises.
    """
    check_export(folder, parquet=parquet)
    games, many = sum(number for _, number in seeds), is_round_robin(plan)
    plan = plan if many else msgspec.structs.replace(plan, others=())
    command = round_robin_command(plan, games) if many else playtest_command(plan, games)
    fast = msgspec.structs.replace(plan, detail_every=0)
    ways = {pairing_name(plan) if many else "": run_of(fast)}
    ways |= {treatment.label: run_of(fast.with_treatment(treatment)) for treatment in plan.others}
    ending, opened = ("parquet", _parquet_rows) if parquet else ("csv", _csv_rows)
    paths, counts = {name: folder / f"{name}.{ending}" for name in TABLES}, dict.fromkeys(TABLES, 0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            add = {n: stack.enter_context(opened(paths[n], TABLES[n])) for n in TABLES}
            for number_done, seed in enumerate(chain(*(range(at, at + n) for at, n in seeds)), 1):
                for way, run in ways.items():
                    for name, rows in _rows(run, way, seed).items():
                        add[name](rows)
                        counts[name] += len(rows)
                played(number_done)
        written = []
        for name, path in paths.items():
            with path.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
            written.append(ExportedTable(path.name, counts[name], TABLES[name], digest))
        manifest = Manifest(
            command=command + " --export FOLDER" + " --parquet" * parquet,
            digest=plan.digest(),
            words=plan.words,
            seeds=tuple(seeds),
            ways=tuple(ways),
            tables=tuple(written),
            plan=plan,
        )
        text = msgspec.json.format(msgspec.json.encode(manifest))
        put_in_place(folder / MANIFEST, text + b"\n")
    except BaseException as error:  # tables without their manifest are of no use
        for path in paths.values():
            path.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise MoonflightError(f"{folder} cannot be written: {error.strerror}.") from None
    return manifest


def check_export(folder: Path, *, parquet: bool) -> None:
    """Raise :class:`UsageError` if the folder has files already, or Parquet cannot be written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} already exists; name a new or an empty folder for --export.")
    if parquet:
        _pyarrow()


def _rows(run: Run, way: str, seed: int) -> dict[str, list[ExportRow]]:
    """Play one game and return its rows of every table. Seats and acts count from 1."""
    settings, game = run.plan.settings(seed), (way, seed)
    rows: dict[str, list[ExportRow]] = {name: [] for name in TABLES}

    def noting(player: Player) -> Player:
        def acted(table: Table, seat: Seat, act: Act) -> None:
            at = (len(rows["acts"]) + 1, table.round, seat.number + 1, side_name(table.turned))
            line = getattr(player, "followed", "")
            rows["acts"].append((*game, *at, line, notation(act, table, seat)))

        return ObservedPlayer(player, acted)

    instruments, course, tally = instruments_of(run), Course(seed), Tally()
    watched = instruments.watch(seed, run.players(settings))
    table = run.set_up(settings, course.with_watchers(list(map(noting, watched))))
    first = table.first + 1
    course.begin(table)
    outcome = play(table, settings)
    winner = None if outcome.winner is None else outcome.winner + 1
    ended = outcome.ended_by, outcome.rounds, outcome.acts, table.turned_in, winner
    won_by = outcome.won_by if outcome.finished else None
    rows["games"].append((*game, first, *ended, won_by, course.changes(outcome.winner)))
    for at, (seat, score) in enumerate(zip(run.plan.seats, outcome.scores, strict=True), 1):
        rows["scores"].append((*game, at, seat.jack, seat.player, score, int(at == winner)))
    instruments.count(tally, seed, watched, outcome.finished)
    for at, card in run.by_ai_cards:
        for place, line in enumerate(card.lines):
            if line.printed.section == "action" and not line.printed.parent:
                name = at + 1, side_name(line.printed.turned), line.printed.section, line.number
                counts = (tally["line", at, place, w] for w in ("looked at", "true", "followed"))
                rows["lines"].append((*game, *name, *counts))
    return rows


@contextmanager
def _csv_rows(path: Path, columns: Sequence[str]) -> Iterator[RowWriter]:
    """Open a CSV table with a header; unknown values are empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        yield writer.writerows


@contextmanager
def _parquet_rows(path: Path, columns: Sequence[str]) -> Iterator[RowWriter]:
    """Open a Parquet table, which is written in batches; unknown values are null."""
    arrow, parquet = _pyarrow()
    texts, integers = arrow.string(), arrow.int64()
    schema = arrow.schema([(name, texts if name in _TEXTS else integers) for name in columns])
    waiting: list[ExportRow] = []

    def add(rows: Sequence[ExportRow], most: int = _BATCH) -> None:
        waiting.extend(rows)
        if len(waiting) > most:
            writer.write_table(arrow.table(list(zip(*waiting, strict=True)), schema=schema))
            waiting.clear()

    with parquet.ParquetWriter(str(path), schema) as writer:
        yield add
        add((), 0)


def _pyarrow() -> tuple[Any, Any]:
    """Import pyarrow, which is optional; raises :class:`UsageError` without it."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "Parquet needs the package pyarrow: pip install 'moonflight-solo[parquet]'. "
            "Without --parquet the export is CSV."
        ) from None

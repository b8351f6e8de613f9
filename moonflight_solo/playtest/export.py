"""A playtest as tables to compute with: a row a game, a row an act, a row an AI-card line.

The games are played again, one at a time, so an export is as large as the disk allows, and the same
for any number of processes. ``docs/playtest-reference.md`` describes the columns.
"""

from __future__ import annotations

import csv
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from hashlib import file_digest
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final, Self

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

ColumnType = type[int] | type[str]
ExportRow = tuple[int | str | None, ...]

MANIFEST: Final = "playtest.json"
_BATCH: Final = 20_000
"""Rows that are held in memory at a time."""

GAME: Final[dict[str, ColumnType]] = {"way": str, "seed": int}
TABLES: Final[dict[str, dict[str, ColumnType]]] = {
    "games": {
        **GAME,
        **{"first": int, "ended_by": str, "rounds": int, "acts": int, "turn": int},
        **{"winner": int, "won_by": str, "lead_changes": int},
    },
    "scores": {**GAME, "seat": int, "jack": str, "player": str, "score": int, "won": int},
    "acts": {
        **GAME,
        **{"act": int, "round": int, "seat": int, "side": str, "line": str, "words": str},
    },
    "lines": {
        **GAME,
        **{"seat": int, "side": str, "section": str, "line": str},
        **{"looked_at": int, "true": int, "followed": int},
    },
}
"""The tables, and the columns of each."""


class ExportedTable(msgspec.Struct, frozen=True):
    """A table of an export: its file, number of rows, columns, and the file's SHA-256."""

    file: str
    rows: int
    columns: tuple[str, ...]
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """Everything needed to make an export's tables again, and to see that they are the same.

    ``command`` makes them; ``plan`` holds the text of every file it names, and ``digest`` and
    ``words`` identify the games and the printed data. ``seeds`` are (first seed, number of games).
    """

    kind: str
    format: int
    program: str
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
    plan, command = _replayable(plan, sum(games for _, games in seeds))
    fast = msgspec.structs.replace(plan, detail_every=0)
    ways = [(each.label, run_of(fast.treated(each))) for each in plan.others]
    ways = [(pairing_name(plan) if ways else "", run_of(fast)), *ways]
    kind = "parquet" if parquet else "csv"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            files = {
                name: stack.enter_context(_WRITERS[kind](folder / f"{name}.{kind}", columns))
                for name, columns in TABLES.items()
            }
            for done, seed in enumerate(chain(*(range(at, at + n) for at, n in seeds)), 1):
                for way, run in ways:
                    for name, rows in _rows(run, way, seed).items():
                        files[name].add(rows)
                played(done)
        manifest = Manifest(
            kind="moonflight export",
            format=1,
            program=f"moonflight-solo {__version__}",
            command=shlex.join(
                [*command, "--export", "FOLDER", *(["--parquet"] if parquet else [])]
            ),
            digest=plan.digest(),
            words=plan.words,
            seeds=tuple(seeds),
            ways=tuple(way for way, _ in ways),
            tables=tuple(file.exported() for file in files.values()),
            plan=plan,
        )
        told = msgspec.json.format(msgspec.json.encode(manifest))
        (folder / MANIFEST).write_bytes(told + b"\n")
    except OSError as error:
        raise MoonflightError(f"{folder} cannot be written: {error.strerror}.") from None
    return manifest


def _replayable(plan: Plan, games: int) -> tuple[Plan, list[str]]:
    """Return the plan whose games are exported, and the command that plays them."""
    if is_round_robin(plan):
        return plan, shlex.split(round_robin_command(plan, games))
    plan = msgspec.structs.replace(plan, others=())
    return plan, shlex.split(playtest_command(plan, games))


def check_export(folder: Path, *, parquet: bool) -> None:
    """Raise :class:`UsageError` if the folder has files already, or Parquet cannot be written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} already exists; name a new or an empty folder for --export.")
    if parquet:
        _pyarrow()


# ------------------------------------------------------------------------------- one game


def _rows(run: Run, way: str, seed: int) -> dict[str, list[ExportRow]]:
    """Play one game and return its rows of every table. Seats and acts count from 1."""
    settings, game = run.plan.settings(seed), (way, seed)
    rows: dict[str, list[ExportRow]] = {name: [] for name in TABLES}

    def noting(player: Player) -> Player:
        def acted(table: Table, seat: Seat, act: Act) -> None:
            line = getattr(player, "followed", "")
            at = (len(rows["acts"]) + 1, table.round, seat.number + 1, side_name(table.turned))
            rows["acts"].append((*game, *at, line, notation(act, table, seat)))

        return ObservedPlayer(player, acted)

    instruments, course = instruments_of(run), Course(seed)
    watched = instruments.watch(seed, run.players(settings))
    table = run.set_up(settings, course.watched(list(map(noting, watched))))
    first = table.first + 1
    course.begin(table)
    outcome = play(table, settings)
    winner = None if outcome.winner is None else outcome.winner + 1
    ended = outcome.ended_by, outcome.rounds, outcome.acts, table.turned_in
    won_by = outcome.won_by if outcome.finished else None
    rows["games"].append((*game, first, *ended, winner, won_by, course.changes(outcome.winner)))
    for number, (seat, score) in enumerate(zip(run.plan.seats, outcome.scores, strict=True), 1):
        rows["scores"].append((*game, number, seat.jack, seat.player, score, int(number == winner)))
    tally = Tally()
    instruments.count(tally, seed, watched, outcome.finished)
    for at, card in run.by_ai_cards:
        for place, line in enumerate(card.lines):
            printed = line.printed
            if printed.section == "action" and not printed.parent:
                name = at + 1, side_name(printed.turned), printed.section, line.number
                counts = (tally["line", at, place, w] for w in ("looked at", "true", "followed"))
                rows["lines"].append((*game, *name, *counts))
    return rows


# ---------------------------------------------------------------------------------- files


class _TableFile:
    """A table that is written to a file in batches; a context manager."""

    def __init__(self, path: Path, columns: Mapping[str, ColumnType]) -> None:
        self._path, self._columns = path, columns
        self._rows, self._waiting = 0, list[ExportRow]()

    def add(self, rows: Sequence[ExportRow]) -> None:
        self._rows += len(rows)
        self._waiting += rows
        if len(self._waiting) >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        self._write(self._waiting)
        self._waiting = []

    def _write(self, rows: Sequence[ExportRow]) -> None:
        raise NotImplementedError

    def _close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._close()

    def exported(self) -> ExportedTable:
        with self._path.open("rb") as content:
            digest = file_digest(content, "sha256").hexdigest()
        return ExportedTable(self._path.name, self._rows, tuple(self._columns), digest)


class _CSVFile(_TableFile):
    """CSV with a header; unknown values are empty."""

    def __init__(self, path: Path, columns: Mapping[str, ColumnType]) -> None:
        super().__init__(path, columns)
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(columns)
        self._write, self._close = self._writer.writerows, self._file.close  # type: ignore[method-assign]


class _ParquetFile(_TableFile):
    """Parquet; unknown values are null."""

    def __init__(self, path: Path, columns: Mapping[str, ColumnType]) -> None:
        super().__init__(path, columns)
        self._arrow, parquet = _pyarrow()
        kinds = {int: self._arrow.int64(), str: self._arrow.string()}
        self._schema = self._arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._writer = parquet.ParquetWriter(str(path), self._schema)

    def _write(self, rows: Sequence[ExportRow]) -> None:
        columns = list(zip(*rows, strict=True)) or [()] * len(self._columns)
        arrays = [self._arrow.array(c, t) for c, t in zip(columns, self._schema.types, strict=True)]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))

    def _close(self) -> None:
        self._writer.close()


_WRITERS: Final[Mapping[str, type[_TableFile]]] = {"csv": _CSVFile, "parquet": _ParquetFile}


def _pyarrow() -> tuple[Any, Any]:
    """Import pyarrow, which is optional; raises :class:`UsageError` without it."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "Parquet needs the package pyarrow: pip install 'moonflight-solo[parquet]'. "
            "Without --parquet the export is CSV."
        ) from None

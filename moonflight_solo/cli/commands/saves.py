"""`moonflight saves` and `moonflight notes`: the games that are kept, and the remarks in them."""

from __future__ import annotations

from typing import Any

import click
from msgspec.structs import asdict

from moonflight_solo.cli import options
from moonflight_solo.cli.output.terminal import Terminal, plural, print_json
from moonflight_solo.records import Note, Record, read_record
from moonflight_solo.records.saves import Save, find, folder, name_of
from moonflight_solo.records.saves import saves as every_save


@click.command()
@options.json
@options.screen
def saves(as_json: bool, screen: Terminal) -> None:
    """List the games that are kept, the one last played first.

    Games in which nothing was decided are left out.

    They lie in the platform's data folder, or in games in the folder that MOONFLIGHT_HOME names.
    """
    found = [save for save in every_save() if save.record is None or not save.record.untouched]
    if as_json:
        print_json([_as_json(save) for save in found])
        return
    if not found:
        screen.say(f"There are no games yet in {folder()}; moonflight play begins one.")
    for save in found:
        screen.say(_line(save), "bold" if save.unfinished else "")
    if found:
        screen.say(f"They lie in {folder()}.")


@click.command()
@options.saved_game
@options.json
@options.screen
def notes(game: str | None, as_json: bool, screen: Terminal) -> None:
    """List the notes made in a game, each with the moment it was made at.

    The game last played, or the one named. In a game, note and some words make one.
    """
    path = find(game)
    record = read_record(path)
    if as_json:
        print_json(
            [{**asdict(note), "stands": record.stands(at)} for at, note in enumerate(record.notes)]
        )
        return
    if not record.notes:
        screen.say(f"There are no notes in {name_of(path)}.")
    for at, note in enumerate(record.notes):
        screen.say(note_line(note) + ("" if record.stands(at) else " (taken back since)"))


def _line(save: Save) -> str:
    when = f"{save.played:%Y-%m-%d %H:%M}"
    if save.record is None:
        return f"{save.name}: {save.problem}"
    notes = len(save.record.notes)
    noted = f", {plural(notes, 'note')}" if notes else ""
    return f"{save.name}: {_who(save.record)}, {_standing(save.record)}{noted}, last played {when}."


def _who(record: Record) -> str:
    header = record.header
    if not header.persons:
        return f"{' and '.join(header.jacks)}, watched"
    if header.score_mode:
        return f"{header.jacks[0]} alone in Score Mode"
    return f"{header.jacks[0]} against {' and '.join(header.jacks[1:])}"


def _standing(record: Record) -> str:
    ended = record.ended
    if ended is None:
        return f"round {record.round}, unfinished"
    scores = " to ".join(map(str, ended.scores))
    if ended.winner is None:
        return f"broken off in round {ended.round} at {scores}"
    how = f"finished in round {ended.round}"
    if record.header.score_mode:
        return f"{how} with a score of {scores}"
    if record.header.persons:
        won = ended.winner - 1 in record.header.persons
        return f"{how}, {'won' if won else 'lost'} at {scores}"
    return f"{how} at {scores}"


def _as_json(save: Save) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": save.name,
        "file": str(save.path),
        "played": save.played.isoformat(timespec="seconds"),
    }
    if save.record is None:
        return {**found, "problem": save.problem}
    record, ended = save.record, save.record.ended
    settings = ("begun", "jacks", "score_mode", "edition", "seed")
    return {
        **found,
        **{key: getattr(record.header, key) for key in settings},
        "round": ended.round if ended else record.round,
        "answers": len(record.answers),
        "notes": len(record.notes),
        "finished": ended is not None,
        **{key: getattr(ended, key, None) for key in ("ended", "scores", "winner")},
    }


def note_line(note: Note) -> str:
    """Return a note in a line, with its moment."""
    turned = ", after the Turn" if note.turned else ""
    moment = f"Note in round {note.round}{turned}, after {plural(note.act, 'act')}"
    if note.ai:
        line = f"line {note.line} ({note.words})" if note.line else "without a line"
        moment += f", the last by {note.ai} {line}: {note.did}"
    return f"{moment}. {note.note}"

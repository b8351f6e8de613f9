"""`moonflight notes`: the remarks that a person made in a game."""

from __future__ import annotations

import json
from typing import Any

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.records import Note, read_record
from moonflight_solo.records.saves import find, name_of


@click.command()
@click.argument("game", required=False, metavar="[NAME | FILE]")
@options.json
@options.look
def command(game: str | None, as_json: bool, plain: bool, no_color: bool) -> None:
    """List the notes made in a game, each with the moment it was made at.

    The game last played, or the one named. In a game, note and some words make one.
    """
    path = find(game)
    record = read_record(path)
    if as_json:
        found = [note_json(note, stands=record.stands(at)) for at, note in enumerate(record.notes)]
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    screen = terminal(plain=plain, color=not no_color)
    if not record.notes:
        screen.say(f"There are no notes in {name_of(path)}.")
    for at, note in enumerate(record.notes):
        screen.say(note_line(note) + ("" if record.stands(at) else " (taken back since)"))


def note_line(note: Note) -> str:
    """Return a note in a line, with its moment."""
    turned = ", after the Turn" if note.turned else ""
    acts = f"{note.act} act{'' if note.act == 1 else 's'}"
    moment = f"Note in round {note.round}{turned}, after {acts}"
    if note.ai and note.line:
        moment += f", the last by {note.ai} line {note.line} ({note.words}): {note.did}"
    elif note.ai:
        moment += f", the last by {note.ai} without a line: {note.did}"
    return f"{moment}. {note.note}"


def note_json(note: Note, *, stands: bool) -> dict[str, Any]:
    """Return a note as plain data, with every key; ``stands`` is False if it was taken back."""
    return {**{key: getattr(note, key) for key in note.__struct_fields__}, "stands": stands}

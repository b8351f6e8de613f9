"""`moonflight saves`: the games that are kept."""

from __future__ import annotations

import json
from typing import Any

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.records import Record
from moonflight_solo.records.saves import Save, folder, saves


@click.command()
@options.json
@options.look
def command(as_json: bool, plain: bool, no_color: bool) -> None:
    """List the games that are kept, the one last played first.

    They lie in the platform's data folder, or in games in the folder that MOONFLIGHT_HOME names.
    """
    found = saves()
    if as_json:
        click.echo(json.dumps([_as_json(save) for save in found], ensure_ascii=False))
        return
    screen = terminal(plain=plain, color=not no_color)
    if not found:
        screen.say(f"There are no games yet in {folder()}; moonflight play begins one.")
    for save in found:
        screen.say(_line(save), "bold" if save.unfinished else "")
    if found:
        screen.say(f"They lie in {folder()}.")


def _line(save: Save) -> str:
    when = f"{save.played:%Y-%m-%d %H:%M}"
    if save.record is None:
        return f"{save.name}: {save.problem}"
    notes = len(save.record.notes)
    noted = f", {notes} note{'' if notes == 1 else 's'}" if notes else ""
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
    record = save.record
    header, ended = record.header, record.ended
    return {
        **found,
        "begun": header.begun,
        "jacks": list(header.jacks),
        "score_mode": header.score_mode,
        "edition": header.edition,
        "seed": header.seed,
        "round": ended.round if ended else record.round,
        "answers": len(record.answers),
        "notes": len(record.notes),
        "finished": ended is not None,
        "ended": ended.ended if ended else None,
        "scores": ended.scores if ended else None,
        "winner": ended.winner if ended else None,
    }

"""`moonflight compare`: two wordings, editions or rulings on the same seeds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from moonflight_solo.cli import options, planning
from moonflight_solo.cli.playing import play
from moonflight_solo.cli.sections import comparison, show
from moonflight_solo.cli.terminal import terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.own_jacks import ENDINGS
from moonflight_solo.playtest.comparing import first_difference
from moonflight_solo.playtest.lab import lab_of
from moonflight_solo.playtest.plan import Other, Plan
from moonflight_solo.playtest.summary import summary
from moonflight_solo.rules.editions import editions

GAMES = 1000
PRINTED = "printed"


@dataclass(frozen=True)
class Way:
    """One of the two ways to play that are compared: what was typed, and what it changes."""

    words: str
    what: Literal["ai card", "edition", "ruling"]


@click.command()
@click.argument("one", metavar="A")
@click.argument("two", metavar="B")
@planning.seats
@planning.games
@planning.setting
@options.json
@options.look
def command(
    one: str,
    two: str,
    seats: tuple[str, ...],
    games: int | None,
    jobs: int | None,
    as_json: bool,
    plain: bool,
    no_color: bool,
    **setting: Any,
) -> None:
    """Play the same seeds in two ways, A and B, and tell what B changes.

    A and B are each the FILE of an AI card, an edition, a choice of a ruling as ID=CHOICE, or
    "printed" for everything as it is without it.
    """
    setting["detail"] = setting["detail"] or 0
    plan, there = (planned_way(way_of(words), seats, setting) for words in (one, two))
    way = way_of(two if two != PRINTED else one)
    other = Other(two, way.what, there.edition, there.rulings, there.ai_files)
    plan = msgspec.structs.replace(plan, others=(other,))
    for each in (plan, plan.played(other)):
        lab_of(each)
    played = play(plan, games or GAMES, jobs, None, quiet=plain or as_json)
    found = {"here": one, "there": two, **summary(played.tally, plan)}
    for example in found["others"][0]["examples"]:
        example["first_difference"] = first_difference(plan, other, example["seed"])
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    elif found["games"]:
        screen = terminal(plain=plain, color=not no_color)
        for section in comparison(found, one, two):
            show(section, screen)
    if played.stopped:
        raise KeyboardInterrupt


def way_of(words: str) -> Way:
    """Return what is meant by A or B; raises :class:`UsageError` if it is nothing known."""
    if words.endswith(ENDINGS) or Path(words).is_file():
        return Way(words, "ai card")
    if "=" in words:
        return Way(words, "ruling")
    if words in editions() or words == PRINTED:
        return Way(words, "edition")
    known = ", ".join(editions())
    raise UsageError(
        f'"{words}" is no AI-card file, no edition ({known}) and no choice of a ruling '
        f'(ID=CHOICE); "{PRINTED}" leaves everything as it is.'
    )


def planned_way(way: Way, seats: tuple[str, ...], setting: dict[str, Any]) -> Plan:
    """Return the plan of one way: what else was typed, and what the way changes."""
    changed = dict(setting)
    if way.what == "ai card":
        changed["ai_files"] = (*setting["ai_files"], way.words)
    elif way.what == "ruling":
        changed["rulings"] = (*setting["rulings"], way.words)
    elif way.words != PRINTED:
        changed["edition"] = way.words
    return planning.planned(seats, **changed)

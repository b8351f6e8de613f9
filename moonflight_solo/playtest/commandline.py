"""Command lines: what to type to look at one game of a playtest, or to play it all again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from moonflight_solo.playtest.plan import AI, DETAIL_EVERY, Plan, TextFile
from moonflight_solo.rules.game import ROUND_LIMIT


def watch_command(plan: Plan, seed: int) -> str | None:
    """Return the command that shows the game played with ``seed``.

    ``None`` where there is none: no command shows a game with another reading of a line.
    """
    if plan.readings:
        return None
    words = ["moonflight", "watch", *seat_words(plan), "--seed", str(seed), *_options(plan)]
    return shlex.join(words)


def playtest_command(plan: Plan, games: int) -> str:
    """Return the command that plays ``games`` games of a plan, the others not told."""
    words = ["moonflight", "playtest", *seat_words(plan)]
    words += ["--games", str(games), "--seed", str(plan.seed), *_options(plan)]
    if plan.detail_every != DETAIL_EVERY:
        words += ["--detail", str(plan.detail_every)]
    return shlex.join(words)


def seat_words(plan: Plan) -> list[str]:
    """Return what is typed for each seat: the Jack, and what plays it if it is no AI card."""
    return [
        (seat.typed or seat.jack) + ("" if seat.player == AI else f":{seat.player}")
        for seat in plan.seats
    ]


def _options(plan: Plan) -> list[str]:
    words: list[str] = []
    if plan.edition != "prototype":
        words += ["--edition", plan.edition]
    words += _named("--ai", plan.ai_files) + _named("--cards", plan.card_files)
    for ruling, choice in sorted(plan.rulings.items()):
        words += ["--ruling", f"{ruling}={choice}"]
    if plan.first is not None:
        words += ["--first", str(plan.first)]
    if plan.round_limit != ROUND_LIMIT:
        words += ["--rounds", str(plan.round_limit)]
    if plan.score_mode:
        words.append("--score")
    return words


def _named(option: str, files: Sequence[TextFile]) -> list[str]:
    return [word for file in files if file.option for word in (option, file.name)]

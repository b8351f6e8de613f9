"""`moonflight stats` and `moonflight challenges`: how a person has fared, and what to try next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.output.terminal import Terminal, plural, print_json
from moonflight_solo.playtest.kinds import AI, LEVELS, even_level, level_of, strength_faced
from moonflight_solo.records.career import (
    Challenge,
    Played,
    career,
    challenges,
    grouped,
    seed_of,
    tally,
    to_replay,
)
from moonflight_solo.records.saves import saves
from moonflight_solo.scoremode import RANKS

MOST_TO_REPLAY: Final = 4
ENOUGH: Final = 3
"""With fewer games against one opponent no level is proposed."""


@click.command()
@options.json
@options.screen
def stats(as_json: bool, screen: Terminal) -> None:
    """Say how you have fared: by Jack, opponent, level and edition, in Score Mode, in a row.

    It counts the games that are kept and came to their End; those taken over from another game or
    sent by somebody do not count. The games most worth seeing again are named.
    """
    every = saves()
    games = career((save.name, save.record) for save in every if save.record is not None)
    if as_json:
        print_json(_as_json(games))
        return
    unfinished = sum(save.unfinished and not save.record.untouched for save in every if save.record)
    if not games:
        how = "moonflight resume goes on" if unfinished else "moonflight play begins one"
        screen.say(f"You have not finished a game yet; {how}.")
        return
    against, alone = _parted(games)
    if against:
        _tell_against(against, screen)
        _tell_level(against, screen)
    if alone:
        _tell_alone(alone, screen)
    _tell_rest(games, unfinished, screen)


@click.command(name="challenges")
@options.json
@options.screen
def show_challenges(as_json: bool, screen: Terminal) -> None:
    """List the challenges, and by which game each was met."""
    games = career((save.name, save.record) for save in saves() if save.record is not None)
    found = [(each, each.met_by(games)) for each in challenges()]
    if as_json:
        print_json([_challenge_json(each, game) for each, game in found])
        return
    for each, game in found:
        done = f" Met on {game.begun[:10]}, {game.name}." if game else ""
        mark = "" if screen.plain else f"[{'x' if game else ' '}] "
        screen.say(f"{mark}{each.name}: {each.text}{done}", "dim" if game else "")
    met = sum(game is not None for _, game in found)
    screen.say(
        f"{met} of {len(found)} met. The seed of the day is {seed_of(date.today())}.", "bold"
    )


# ----------------------------------------------------------------------------- in words


def _parted(games: Sequence[Played]) -> tuple[list[Played], list[Played]]:
    """Return the games against others, and those in Score Mode."""
    return [g for g in games if g.won is not None], [g for g in games if g.won is None]


def _tell_against(games: Sequence[Played], screen: Terminal) -> None:
    whole = tally(games)
    screen.say(f"Against others: {plural(whole.games, 'game')}, {whole.won} won.", "bold")
    row = f"{abs(whole.streak)} were" if abs(whole.streak) > 1 else "one was"
    how = "won" if whole.streak > 0 else "lost"
    screen.say(f"The last {row} {how}; the longest run of wins is {whole.longest}.")
    for heading, by in GROUPS.items():
        rows = grouped(games, by)
        if heading not in ("Edition", "Level") or len(rows) > 1:
            _table(heading, rows, screen)


def _table(heading: str, rows: dict[str, list[Played]], screen: Terminal) -> None:
    """Put out a row for each group: games, won, mean score, best score."""
    wide = max(map(len, [heading, *rows]))
    if not screen.plain:
        screen.say(f"{heading:<{wide}}  games   won  mean score  best", "dim")
    for name, games in rows.items():
        count = tally(games)
        best = max(game.score for game in games)
        if screen.plain:
            screen.say(
                f"{heading} {name}: {plural(count.games, 'game')}, {count.won} won, mean score "
                f"{count.mean:.1f}, best {best}."
            )
        else:
            screen.say(
                f"{name:<{wide}}  {count.games:>5}  {count.won:>4}  {count.mean:>10.1f}  {best:>4}"
            )


def _tell_alone(games: Sequence[Played], screen: Terminal) -> None:
    screen.say(f"Score Mode: {plural(len(games), 'game')}.", "bold")
    for jack, played in grouped(games, lambda game: game.jack).items():
        ranks = Counter(game.rank.name for game in played if game.rank)
        told = ", ".join(f"{each.name} {ranks[each.name]}" for each in RANKS if ranks[each.name])
        count = tally(played)
        screen.say(f"{jack}: {told}; mean score {count.mean:.1f}, best {count.best.score}.")


def _tell_level(games: Sequence[Played], screen: Terminal) -> None:
    level = _proposed(games)
    if level is not None:
        screen.say(
            f"At level {level} of {len(LEVELS)} you would win about half, were the decks alike: "
            f"moonflight play --level {level}."
        )


def _proposed(games: Sequence[Played]) -> int | None:
    """Return the level at which about half is won, ``None`` if too little is known."""
    faced = strengths_faced(games)
    return even_level(faced) if len(faced) >= ENOUGH else None


def strengths_faced(games: Sequence[Played]) -> list[tuple[float, bool]]:
    """Return how strong the opponent was in each game against one alone, and whether it was won."""
    faced = []
    for game in games:
        others = [seat for seat in game.record.header.seats if seat.player != "person"]
        if game.won is None or len(others) != 1 or others[0].ai:
            continue
        strength = strength_faced(others[0].by or AI, others[0].jack, game.jack)
        if strength is not None:
            faced.append((strength, game.won))
    return faced


def _level(game: Played) -> int | None:
    """Return the level of the only opponent, ``None`` for several or an AI card from a file."""
    others = [seat for seat in game.record.header.seats if seat.player != "person"]
    return level_of(others[0].by or AI) if len(others) == 1 and not others[0].ai else None


def _tell_rest(games: Sequence[Played], unfinished: int, screen: Terminal) -> None:
    screen.say("Worth seeing again, with moonflight replay and the name:", "bold")
    for game, what in to_replay(games, MOST_TO_REPLAY):
        screen.say(f"{game.name}: {what}, {_result(game)}")
    met = sum(each.met_by(games) is not None for each in challenges())
    screen.say(f"{met} of {len(challenges())} challenges met; moonflight challenges lists them.")
    if unfinished:
        screen.say(f"{plural(unfinished, 'game')} unfinished; moonflight resume goes on.")


def _result(game: Played) -> str:
    if game.rank is not None:
        return f"{game.score}, {game.rank.name}."
    others = " and ".join(game.opponents)
    return f"{game.score} to {game.best_other} against {others}, in {game.round} rounds."


GROUPS: Final[dict[str, Callable[[Played], str]]] = {
    "Jack": lambda game: game.jack,
    "Against": lambda game: " and ".join(sorted(game.opponents)),
    "Level": lambda game: str(_level(game) or "none"),
    "Edition": lambda game: game.record.header.edition,
}
"""What games against others are told by."""


# ------------------------------------------------------------------------------ as JSON


def _as_json(games: Sequence[Played]) -> dict[str, Any]:
    against, alone = _parted(games)
    groups: dict[str, Any] = {}
    for heading, by in GROUPS.items():
        groups[heading.casefold()] = {
            name: _tally_json(rows) for name, rows in grouped(against, by).items()
        }
    score_mode = {}
    for jack, rows in grouped(alone, lambda game: game.jack).items():
        ranks = Counter(game.rank.name for game in rows if game.rank)
        mean = sum(game.score for game in rows) / len(rows)
        score_mode[jack] = {"games": len(rows), "mean_score": mean, "ranks": ranks}
    return {
        "games": [_game_json(game) for game in games],
        "all": _tally_json(against) if against else None,
        "even_level": _proposed(against),
        **groups,
        "score_mode": score_mode,
        "worth_replaying": [
            {"name": game.name, "for": what} for game, what in to_replay(games, MOST_TO_REPLAY)
        ],
    }


def _tally_json(games: Sequence[Played]) -> dict[str, Any]:
    count = tally(games)
    return {
        "games": count.games,
        "won": count.won,
        "mean_score": count.mean,
        "best": count.best.name,
        "streak": count.streak,
        "longest_streak": count.longest,
    }


def _game_json(game: Played) -> dict[str, Any]:
    fields = ("name", "begun", "jack", "opponents", "round", "score", "won", "margin", "taken_back")
    found = {name: getattr(game, name) for name in fields}
    return {**found, "rank": game.rank.name if game.rank else None}


def _challenge_json(each: Challenge, game: Played | None) -> dict[str, Any]:
    met = game.name if game else None
    return {"id": each.id, "name": each.name, "text": each.text, "met_by": met}

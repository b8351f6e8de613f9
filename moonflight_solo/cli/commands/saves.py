"""`moonflight saves`, `notes`, `stats` and `challenges`: the games kept, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Final

import click
from msgspec.structs import asdict

from moonflight_solo.cli import options
from moonflight_solo.cli.output.terminal import Terminal, plural, print_json
from moonflight_solo.playtest.kinds import AI, LEVELS, even_level, level_of, strength_faced
from moonflight_solo.records import Record, read_record
from moonflight_solo.records.career import (
    PlayedGame,
    career,
    challenges,
    grouped,
    seed_of,
    tally,
    to_replay,
)
from moonflight_solo.records.saves import Save, find, folder, name_of
from moonflight_solo.records.saves import saves as every_save
from moonflight_solo.scoremode import RANKS

MOST_TO_REPLAY: Final = 4
ENOUGH: Final = 3
"""With fewer games against one opponent no level is proposed."""
GROUPS: Final[dict[str, Callable[[PlayedGame], str]]] = {
    "Jack": lambda game: game.jack,
    "Against": lambda game: " and ".join(sorted(game.opponents)),
    "Level": lambda game: next((str(level_of(by) or "none") for _, by in _others(game)), "none"),
    "Edition": lambda game: game.record.header.edition,
}
"""What games against others are told by."""


@click.command()
@options.answer
def saves(screen: Terminal) -> None:
    """List the games that are kept, the one last played first.

    Games in which nothing was decided are left out.

    They lie in the platform's data folder, or in games in the folder that MOONFLIGHT_HOME names.
    """
    found = [save for save in every_save() if save.record is None or not save.record.untouched]
    if screen.as_json:
        print_json([_save_json(save) for save in found])
        return
    if not found:
        screen.say(f"There are no games yet in {folder()}; moonflight play begins one.")
        return
    for save in found:
        screen.say(_line(save), "bold" if save.unfinished else "")
    screen.say(f"They lie in {folder()}.")


def _line(save: Save) -> str:
    if save.record is None:
        return f"{save.name}: {save.problem}"
    notes = len(save.record.notes)
    noted = f", {plural(notes, 'note')}" if notes else ""
    when = f"{save.played:%Y-%m-%d %H:%M}"
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
        how += ", won" if ended.winner - 1 in record.header.persons else ", lost"
    return f"{how} at {scores}"


def _save_json(save: Save) -> dict[str, Any]:
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


@click.command()
@options.saved_game
@options.answer
def notes(game: str | None, screen: Terminal) -> None:
    """List the notes made in a game, each with the moment it was made at.

    The game last played, or the one named. In a game, note and some words make one.
    """
    path = find(game)
    record = read_record(path)
    made = [(note, record.stands(at)) for at, note in enumerate(record.notes)]
    if screen.as_json:
        print_json([{**asdict(note), "stands": stands} for note, stands in made])
        return
    if not made:
        screen.say(f"There are no notes in {name_of(path)}.")
    for note, stands in made:
        screen.say(note.told + ("" if stands else " (taken back since)"))


# ---------------------------------------------------------------------- how one has fared


@click.command()
@options.answer
def stats(screen: Terminal) -> None:
    """Say how you have fared: by Jack, opponent, level and edition, in Score Mode, in a row.

    It counts the games that are kept and came to their End; those taken over from another game or
    sent by somebody do not count. The games most worth seeing again are named.
    """
    every = every_save()
    games = career((save.name, save.record) for save in every if save.record is not None)
    against = [game for game in games if game.won is not None]
    alone = grouped([game for game in games if game.won is None], lambda game: game.jack)
    if screen.as_json:
        print_json(_stats_json(games, against, alone))
        return
    unfinished = sum(save.unfinished and not save.record.untouched for save in every if save.record)
    if not games:
        how = "moonflight resume goes on" if unfinished else "moonflight play begins one"
        screen.say(f"You have not finished a game yet; {how}.")
        return
    if against:
        _tell_against(against, screen)
    if alone:
        screen.say(f"Score Mode: {plural(len(games) - len(against), 'game')}.", "bold")
    for jack, played in alone.items():
        ranks = _ranks(played)
        told = ", ".join(f"{each.name} {ranks[each.name]}" for each in RANKS if ranks[each.name])
        count = tally(played)
        screen.say(f"{jack}: {told}; mean score {count.mean:.1f}, best {count.best.score}.")
    screen.say("Worth seeing again, with moonflight replay and the name:", "bold")
    for game, what in to_replay(games, MOST_TO_REPLAY):
        screen.say(f"{game.name}: {what}, {_result(game)}")
    met = sum(each.met_by(games) is not None for each in challenges())
    screen.say(f"{met} of {len(challenges())} challenges met; moonflight challenges lists them.")
    if unfinished:
        screen.say(f"{plural(unfinished, 'game')} unfinished; moonflight resume goes on.")


def _tell_against(games: Sequence[PlayedGame], screen: Terminal) -> None:
    whole = tally(games)
    screen.say(f"Against others: {plural(whole.games, 'game')}, {whole.won} won.", "bold")
    row = f"{abs(whole.streak)} were" if abs(whole.streak) > 1 else "one was"
    how = "won" if whole.streak > 0 else "lost"
    screen.say(f"The last {row} {how}; the longest run of wins is {whole.longest}.")
    for heading, by in GROUPS.items():
        rows = grouped(games, by)
        if heading not in ("Edition", "Level") or len(rows) > 1:
            _table(heading, rows, screen)
    level = _proposed(games)
    if level is not None:
        screen.say(
            f"At level {level} of {len(LEVELS)} you would win about half, were the decks alike: "
            f"moonflight play --level {level}."
        )


def _table(heading: str, rows: dict[str, list[PlayedGame]], screen: Terminal) -> None:
    """Put out a row for each group: games, won, mean score, best score."""
    wide = max(map(len, [heading, *rows]))
    if not screen.plain:
        screen.say(f"{heading:<{wide}}  games   won  mean score  best", "dim")
    for name, games in rows.items():
        count, best = tally(games), max(game.score for game in games)
        screen.say(
            f"{heading} {name}: {plural(count.games, 'game')}, {count.won} won, mean score "
            f"{count.mean:.1f}, best {best}."
            if screen.plain
            else f"{name:<{wide}}  {count.games:>5}  {count.won:>4}  {count.mean:>10.1f}  {best:>4}"
        )


def _ranks(games: Sequence[PlayedGame]) -> Counter[str]:
    return Counter(game.rank.name for game in games if game.rank)


def _result(game: PlayedGame) -> str:
    if game.rank is not None:
        return f"{game.score}, {game.rank.name}."
    others = " and ".join(game.opponents)
    return f"{game.score} to {game.best_other} against {others}, in {game.round} rounds."


def _others(game: PlayedGame) -> list[tuple[str, str]]:
    """Return the Jack of the only opponent and what plays it; nothing for an AI card of a file."""
    others = [seat for seat in game.record.header.seats if seat.player != "person"]
    one = len(others) == 1 and not others[0].ai
    return [(each.jack, each.by or AI) for each in others] if one else []


def _proposed(games: Sequence[PlayedGame]) -> int | None:
    """Return the level at which about half is won, ``None`` if too little is known."""
    faced = []
    for game in games:
        for jack, by in _others(game):
            strength = strength_faced(by, jack, game.jack)
            if strength is not None:
                faced.append((strength, bool(game.won)))
    return even_level(faced) if len(faced) >= ENOUGH else None


def _stats_json(
    games: Sequence[PlayedGame], against: Sequence[PlayedGame], alone: dict[str, list[PlayedGame]]
) -> dict[str, Any]:
    groups = {
        heading.casefold(): {name: _tally_json(rows) for name, rows in grouped(against, by).items()}
        for heading, by in GROUPS.items()
    }
    return {
        "games": [_game_json(game) for game in games],
        "all": _tally_json(against) if against else None,
        "even_level": _proposed(against),
        **groups,
        "score_mode": {
            jack: {"games": len(rows), "mean_score": tally(rows).mean, "ranks": _ranks(rows)}
            for jack, rows in alone.items()
        },
        "worth_replaying": [
            {"name": game.name, "for": what} for game, what in to_replay(games, MOST_TO_REPLAY)
        ],
    }


def _tally_json(games: Sequence[PlayedGame]) -> dict[str, Any]:
    count = tally(games)
    return {
        "games": count.games,
        "won": count.won,
        "mean_score": count.mean,
        "best": count.best.name,
        "streak": count.streak,
        "longest_streak": count.longest,
    }


def _game_json(game: PlayedGame) -> dict[str, Any]:
    fields = ("name", "begun", "jack", "opponents", "round", "score", "won", "margin", "taken_back")
    found = {name: getattr(game, name) for name in fields}
    return {**found, "rank": game.rank.name if game.rank else None}


# ----------------------------------------------------------------------- what to try next


@click.command(name="challenges")
@options.answer
def show_challenges(screen: Terminal) -> None:
    """List the challenges, and by which game each was met."""
    games = career((save.name, save.record) for save in every_save() if save.record is not None)
    found = [(each, each.met_by(games)) for each in challenges()]
    if screen.as_json:
        print_json(
            [
                {"id": c.id, "name": c.name, "text": c.text, "met_by": game.name if game else None}
                for c, game in found
            ]
        )
        return
    for each, game in found:
        done = f" Met on {game.begun[:10]}, {game.name}." if game else ""
        mark = "" if screen.plain else f"[{'x' if game else ' '}] "
        screen.say(f"{mark}{each.name}: {each.text}{done}", "dim" if game else "")
    met = sum(game is not None for _, game in found)
    screen.say(
        f"{met} of {len(found)} met. The seed of the day is {seed_of(date.today())}.", "bold"
    )

"""`moonflight saves`, `notes`, `stats` and `challenges`: saved games and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, UnsetType

from moonflight_solo.cli import args
from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.cli.output.markup import Page, put_page
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.playtest.player_kinds import AI, LEVELS, even_level, level_of, strength_faced
from moonflight_solo.records import read_record
from moonflight_solo.records.career import (
    PlayedGame,
    career,
    challenges,
    games_by,
    games_to_replay,
    seed_of,
    tally,
)
from moonflight_solo.records.saved_games import Save, find, folder, listed_saves, save_name
from moonflight_solo.records.saved_games import saves as every_save
from moonflight_solo.scoremode import RANKS

if TYPE_CHECKING:  # slow to import
    from moonflight_solo.cli.answers.career_answers import StatsAnswer
    from moonflight_solo.coach.kept_reviews import KeptReview

MOST_TO_REPLAY: Final = 4
MOST_EVENINGS: Final = 8
ENOUGH: Final = 3
"""Minimum number of games against one opponent for proposing a level."""
GROUPS: Final[dict[str, Callable[[PlayedGame], str]]] = {
    "Jack": lambda game: game.jack,
    "Against": lambda game: " and ".join(sorted(game.opponents)),
    "Level": lambda game: next((str(level_of(by) or "none") for _, by in _others(game)), "none"),
    "Edition": lambda game: game.record.header.edition,
}
"""How games against others are grouped."""


class SaveAnswer(JSONAnswer):
    """A saved game: `moonflight saves`. For an unreadable one, the problem is given."""

    name: str
    file: str
    played: str
    problem: str | UnsetType = UNSET
    begun: str | UnsetType = UNSET
    jacks: list[str] | UnsetType = UNSET
    score_mode: bool | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    answers: int | UnsetType = UNSET
    notes: int | UnsetType = UNSET
    finished: bool | UnsetType = UNSET
    ended: str | UnsetType | None = UNSET
    scores: list[int] | UnsetType | None = UNSET
    winner: int | UnsetType | None = UNSET


@args.command()
def saves(screen: Terminal = args.answer) -> None:
    """List your saved games by number, the last one played first.

    moonflight resume 3 continues the third, and moonflight replay 3 shows it. Games in which
    you decided nothing are left out. Your games are in the platform's data folder, or in the
    folder games of MOONFLIGHT_HOME if that is set.
    """
    games = listed_saves()
    if screen.as_json:
        print_json([_save_answer(save) for save in games])
    else:
        put_page("saves", Page(screen, screen.width), saves=games, folder=folder())


def _save_answer(save: Save) -> SaveAnswer:
    basics = save.name, str(save.path), save.played.isoformat(timespec="seconds")
    if save.record is None:
        return SaveAnswer(*basics, problem=save.problem)
    record, ended = save.record, save.record.ended
    name, file, played = basics
    return SaveAnswer.of(
        record.header,
        name=name,
        file=file,
        played=played,
        problem=UNSET,
        round=ended.round if ended else record.round,
        answers=len(record.answers),
        notes=len(record.notes),
        finished=ended is not None,
        **{field: getattr(ended, field, None) for field in ("ended", "scores", "winner")},
    )


class NoteAnswer(JSONAnswer):
    """A note, its moment, and whether that has not been undone: `moonflight notes`."""

    note: str
    answers: int
    round: int
    act: int
    turned: bool
    ai: str
    line: str
    words: str
    did: str
    stands: bool


@args.command()
def notes(game: str | None = args.saved_game, screen: Terminal = args.answer) -> None:
    """List the notes made in the last game you played, or in the one you name.

    To make a note in a game, type "note" and your note.
    """
    path = find(game)
    record = read_record(path)
    notes_and_stands = [(note, record.stands(index)) for index, note in enumerate(record.notes)]
    if screen.as_json:
        print_json([NoteAnswer.of(note, stands=stands) for note, stands in notes_and_stands])
        return
    if not notes_and_stands:
        screen.say(f"There are no notes in {save_name(path)}.")
    for note, stands in notes_and_stands:
        screen.say(note.told + ("" if stands else " (undone since)"))


# ----------------------------------------------------------------------------- statistics


@args.command()
def stats(screen: Terminal = args.answer) -> None:
    """Show how you are doing: by Jack, opponent, level, edition and rank, and your runs of wins.

    Counts your finished games, but not those continued from another game or sent by somebody.
    Lists the games most worth seeing again.
    """
    # Slow to import.
    from moonflight_solo.cli.output.why import in_interval
    from moonflight_solo.coach.kept_reviews import evenings, kept_reviews
    from moonflight_solo.coach.practice import Practice

    every, reviews = every_save(), kept_reviews()
    games = career((save.name, save.record) for save in every if save.record is not None)
    against = [game for game in games if game.won is not None]
    alone = games_by([game for game in games if game.won is None], lambda game: game.jack)
    if screen.as_json:
        print_json(_stats_answer(games, against, alone, reviews))
        return
    tables = []
    for heading, by in GROUPS.items():
        rows = games_by(against, by)
        if heading not in ("Edition", "Level") or len(rows) > 1:
            table = [(name, tally(row), _highest(row)) for name, row in rows.items()]
            tables.append((heading, max(map(len, [heading, *rows])), table))
    put_page(
        "stats",
        Page(screen),
        games=games,
        whole=tally(against) if against else None,
        tables=tables,
        level=_level(against),
        levels=len(LEVELS),
        alone=[(jack, tally(r), _ranks(r).items(), _highest(r)) for jack, r in alone.items()],
        worth_replaying=games_to_replay(games, MOST_TO_REPLAY),
        practice=Practice.read(reviews).progress(date.today()),
        evenings=evenings(reviews)[-MOST_EVENINGS:],
        told=partial(in_interval, by=100),
        met=sum(challenge.met_by(games) is not None for challenge in challenges()),
        challenges=len(challenges()),
        unfinished=sum(
            save.unfinished and not save.record.untouched for save in every if save.record
        ),
    )


def _highest(games: Sequence[PlayedGame]) -> int:
    return max(game.score for game in games)


def _ranks(games: Sequence[PlayedGame]) -> dict[str, int]:
    """Return how often each rank was earned, the highest first."""
    earned = Counter(game.rank.name for game in games if game.rank)
    return {each.name: earned[each.name] for each in RANKS if earned[each.name]}


def _others(game: PlayedGame) -> list[tuple[str, str]]:
    """Return a single opponent's Jack and player; empty for several, or an AI card from a file."""
    others = [seat for seat in game.record.header.seats if seat.player != "person"]
    one = len(others) == 1 and not others[0].ai
    return [(header.jack, header.by or AI) for header in others] if one else []


def _level(games: Sequence[PlayedGame]) -> int | None:
    """Return the level at which about half the games are won, ``None`` if too few are known."""
    faced = []
    for game in games:
        for jack, by in _others(game):
            strength = strength_faced(by, jack, game.jack)
            if strength is not None:
                faced.append((strength, bool(game.won)))
    return even_level(faced) if len(faced) >= ENOUGH else None


def _stats_answer(
    games: Sequence[PlayedGame],
    against: Sequence[PlayedGame],
    alone: dict[str, list[PlayedGame]],
    reviews: Sequence[KeptReview],
) -> StatsAnswer:
    # Slow to import.
    from moonflight_solo.cli.answers.career_answers import (
        FaredAlone,
        FinishedGame,
        StatsAnswer,
        ToReplay,
    )
    from moonflight_solo.coach.kept_reviews import evenings

    groups = {
        heading.casefold(): {name: tally(rows) for name, rows in games_by(against, by).items()}
        for heading, by in GROUPS.items()
    }
    return StatsAnswer(
        games=[FinishedGame.of(game) for game in games],
        all=tally(against) if against else None,
        even_level=_level(against),
        **groups,
        score_mode={
            jack: FaredAlone(len(rows), tally(rows).mean_score, _ranks(rows))
            for jack, rows in alone.items()
        },
        worth_replaying=[
            ToReplay(game.name, why) for game, why in games_to_replay(games, MOST_TO_REPLAY)
        ],
        evenings=evenings(reviews),
    )


# ----------------------------------------------------------------------------- challenges


class ChallengeAnswer(JSONAnswer):
    """A challenge, and the game that completed it: `moonflight challenges`."""

    id: str
    name: str
    text: str
    met_by: str | None


@args.command("challenges")
def show_challenges(screen: Terminal = args.answer) -> None:
    """List the challenges, and which game completed each."""
    games = career((save.name, save.record) for save in every_save() if save.record is not None)
    results = [(challenge, challenge.met_by(games)) for challenge in challenges()]
    if screen.as_json:
        print_json([ChallengeAnswer.of(each, met_by=game and game.name) for each, game in results])
        return
    met = sum(game is not None for _, game in results)
    put_page("challenges", Page(screen), found=results, met=met, seed=seed_of(date.today()))

"""What a decision of the ladder's players costs.

    python bench/decision_cost.py play build/costs.jsonl --games 40
    python bench/decision_cost.py show build/costs.jsonl

Each player plays so many games in the first seat against the AI card of the other printed Jack, and
the coach reviews its decisions in every fourth round, as thoroughly as those of a person. One line
a game: how many it reviewed, and what these cost in all. Games that are in the file are not played
again. `show` prints the mean cost of a decision of each player, with its interval.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import count
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.coaching import ROUNDS_IN_ALL
from moonflight_solo.coach.review import ROUNDS_EACH, Reviewer, without_postponed
from moonflight_solo.playtest.players import player_of, policies
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

PLAYERS = ("random", "greedy", "ai", "search=10", "search=50")
EVERY = 4
ROUNDS = 60

Game = dict[str, Any]


class Now(Reviewer):
    """Reviews the decisions of some rounds, and counts all."""

    def __init__(self, seed: int, followed: Any, rounds: float) -> None:
        self.number, self.seed, self.due = 0, seed, False
        numbers = count()
        super().__init__(0, followed, lambda: next(numbers) if self.due else None, rounds)

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Review an act, if it is in one of the rounds."""
        self.note(table, seat)
        super().act(table, seat, act)

    def answer(self, table: Table, seat: Seat, question: Question, answer: Sequence[int]) -> None:
        """Review an answer, if it is in one of the rounds."""
        self.note(table, seat)
        super().answer(table, seat, question, answer)

    def note(self, table: Table, seat: Seat) -> None:
        self.number += seat.number == 0
        self.due = self._rounds > 0 and (table.round + self.seed) % EVERY == 0


def one_game(player: str, seed: int) -> Game:
    """Play a game twice, first to count its decisions, and review it."""
    known = catalogue()
    files = sorted(ai_card_files().values())
    cards = [load_ai_card(file, known) for file in (files if seed % 2 else reversed(files))]
    jacks = tuple(card.jack for card in cards)
    settings = Settings(jacks, seed, round_limit=ROUNDS)
    rounds, begun = 0.0, process_time()
    for _ in range(2):
        first, other = (AICardPlayer(card, known) for card in cards)
        mine: Player = first
        if player != "ai":
            mine = player_of(player, 0, settings, known, cards)
        reviewer = Now(seed, policies(list(jacks), known), rounds)
        players = reviewer.watching([mine, other])
        outcome = play(set_up(settings, known, players), settings)
        rounds = min(ROUNDS_EACH, ROUNDS_IN_ALL / reviewer.number)
    costs = [each.cost.value for each in without_postponed(reviewer.found) if each.mistake]
    return {
        "player": player,
        "seed": seed,
        "rounds": outcome.rounds,
        "decisions": reviewer.number,
        "reviewed": len(reviewer.found),
        "mistakes": len(costs),
        "cost": sum(costs),
        "seconds": round(process_time() - begun, 1),
    }


def play_all(chosen: argparse.Namespace) -> None:
    """Play the games that are not in the file yet."""
    path = Path(chosen.file)
    known = {(each["player"], each["seed"]) for each in _read(path)} if path.exists() else set()
    with path.open("a", encoding="utf-8") as out:
        for seed in range(30_000_000, 30_000_000 + chosen.games):
            for player in PLAYERS:
                if (player, seed) not in known:
                    print(json.dumps(one_game(player, seed)), file=out, flush=True)


def _read(path: Path) -> list[Game]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def mean_cost(games: Sequence[Game]) -> tuple[float, float]:
    """Return the mean cost of a decision and half its 95% interval; games are independent."""
    number = len(games)
    decisions = sum(game["reviewed"] for game in games)
    mean = sum(game["cost"] for game in games) / decisions
    off = [game["cost"] - mean * game["reviewed"] for game in games]
    return mean, 1.96 * sqrt(number / (number - 1) * sum(each**2 for each in off)) / decisions


def show(chosen: argparse.Namespace) -> None:
    """Print what a decision of each player costs."""
    games = _read(Path(chosen.file))
    of = {name: [each for each in games if each["player"] == name] for name in PLAYERS}
    print("| player | games | decisions | mistakes | wins in 100 games per decision |")
    print("|---|---:|---:|---:|---:|")
    for name, some in of.items():
        mean, half = mean_cost(some)
        print(
            f"| {name} | {len(some)} | {_sum(some, 'reviewed')} | {_sum(some, 'mistakes')} |",
            end="",
        )
        print(f" {100 * mean:.2f} ± {100 * half:.2f} |")


def _sum(games: Sequence[Game], what: str) -> int:
    return sum(game[what] for game in games)


def main() -> None:
    """Play games, or show those played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help=play_all.__doc__)
    playing.add_argument("file")
    playing.add_argument("--games", type=int, default=40)
    playing.set_defaults(do=play_all)
    showing = commands.add_parser("show", help=show.__doc__)
    showing.add_argument("file")
    showing.set_defaults(do=show)
    chosen = parser.parse_args()
    chosen.do(chosen)


if __name__ == "__main__":
    main()

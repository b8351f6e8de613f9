"""How strong the players made of program are, each against each, on one scale.

    python bench/ladder.py play bench/ladder.jsonl search=50 ai --games 200
    python bench/ladder.py play bench/ladder.jsonl search=200 ai search=50 --games 40
    python bench/ladder.py fit bench/ladder.jsonl

The first player named plays so many games against each of the others, in the pairings of the
printed Jacks in turn, each seated first and going first half of the time; a game is broken off
after 60 rounds. Games that are in the file are not played again. `bench/ladder.jsonl` holds the
games of the scale, a line each: the two players, the number of the game, their Jacks, which of them
won (0, 1 or null), and the seconds and acts of each. `fit` prints the tables that
`docs/playtest-methods.md` shows and writes the scale to `moonflight_solo/playtest/levels.json`,
where the program takes it from: a Bradley-Terry fit by player, with one figure for what the decks
are worth and one for each Jack's AI card. It needs numpy, which `pip install -e .[dev]` brings.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.playtest import player_kinds
from moonflight_solo.playtest.player_kinds import AI
from moonflight_solo.playtest.players import player_of
from moonflight_solo.playtest.statistics import point_for, share_of
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

WRITTEN = Path(str(player_kinds.__file__)).with_name("levels.json")
ROUNDS = 60
FIRST_SEED = 20_000_000
"""Nothing is tuned on seeds from here on."""
ELO = 400 / log(10)
PRIOR = 0.5
"""Virtual draws against the AI card added for each player."""

Game = dict[str, Any]


class Timed:
    """Acts like ``player``, measuring CPU ``seconds`` and counting ``acts``."""

    def __init__(self, player: Player) -> None:
        self._player, self.seconds, self.acts = player, 0.0, 0

    def act(self, table: Table, seat: Seat) -> Act:
        start = time.process_time()
        act = self._player.act(table, seat)
        self.seconds += time.process_time() - start
        self.acts += 1
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        start = time.process_time()
        answer = self._player.choose(table, seat, question)
        self.seconds += time.process_time() - start
        return answer


def one_game(words: tuple[str, str], number: int, cards: Catalogue) -> Game:
    """Play game ``number`` of a pairing; return who won (0, 1 or nobody) and how long it took."""
    suits = list(cards.suits)
    jacks = suits[number // 2 % 2], suits[number % 2]
    swapped = number // 4 % 2
    order = (1, 0) if swapped else (0, 1)
    settings = Settings(
        tuple(jacks[at] for at in order),
        seed=FIRST_SEED + number,
        first=number // 8 % 2,
        round_limit=ROUNDS,
    )
    players = []
    for seat, at in enumerate(order):
        player: Player = AICardPlayer(load_ai_card(jacks[at], cards), cards)
        if words[at] != AI:
            player = player_of(words[at], seat, settings, cards)
        players.append(Timed(player))
    outcome = play(set_up(settings, cards, players), settings)
    timed = [players[order[at]] for at in (0, 1)]
    return {
        "players": words,
        "number": number,
        "jacks": jacks,
        "won": None if outcome.winner is None else order[outcome.winner],
        "seconds": [round(each.seconds, 4) for each in timed],
        "acts": [each.acts for each in timed],
    }


def play_all(chosen: argparse.Namespace) -> None:
    """Play the games that are not in the file yet."""
    path, cards = Path(chosen.file), catalogue()
    known = {(*game["players"], game["number"]) for game in read(path)} if path.exists() else set()
    with path.open("a", encoding="utf-8") as out:
        for number in range(chosen.games):
            for other in chosen.others:
                if (chosen.player, other, number) not in known:
                    game = one_game((chosen.player, other), number, cards)
                    print(json.dumps(game), file=out, flush=True)


def read(path: Path) -> list[Game]:
    """Return the games of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# ------------------------------------------------------------------------------ the scale


def fit(chosen: argparse.Namespace) -> None:
    """Print the tables and write the scale."""
    games = [game for name in chosen.files for game in read(Path(name))]
    found = scale(games)
    _print_pairings(games, list(found["levels"]))
    print("\n| level | player | strength | seconds an act | a game |\n|---:|---|---:|---:|---:|")
    for name, told in found["levels"].items():
        strength = f"{told['strength']} ± {told['give']}"
        took = "{:.4f} | {:.2f}".format(*_seconds(games, name))
        print(f"| {told['level']} | {name} | {strength} | {took} |")
    print(json.dumps({name: found[name] for name in ("ai_cards", "decks")}))
    WRITTEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def scale(games: Sequence[Game]) -> dict[str, Any]:
    """Return the scale that the program reads: levels, AI cards and decks, from the games."""
    names = sorted({name for game in games for name in game["players"]}, key=_order)
    jacks = sorted({jack for game in games for jack in game["jacks"]})
    strengths, gives = bradley_terry(games, names, jacks)

    def measured(name: str, part: float = 1) -> dict[str, int]:
        return {"strength": round(part * strengths[name]), "give": round(abs(part) * gives[name])}

    levels = _in_order({name: measured(name) for name in names})
    for number, level in enumerate(levels_apart(counted(games), names), 1):
        for name in level:
            levels[name]["level"] = number
    halves = zip(jacks, (0.5, -0.5), strict=True)
    return {
        "levels": levels,
        "ai_cards": {jack: measured(f"{AI} {jack}") for jack in jacks},
        "decks": {jack: measured("deck", half) for jack, half in halves},
    }


Counted = dict[tuple[str, str], tuple[int, int, int]]
"""Of each player against another, the games, those won and those lost."""


def counted(games: Sequence[Game]) -> Counted:
    """Count the games of each player against each other, from both sides."""
    found: Counted = {}
    for game in games:
        one, other = game["players"]
        for pair, seat in (((one, other), 0), ((other, one), 1)):
            before = found.get(pair, (0, 0, 0))
            now = (1, int(game["won"] == seat), int(game["won"] == 1 - seat))
            found[pair] = tuple(map(sum, zip(before, now, strict=True)))  # type: ignore[assignment]
    return found


def levels_apart(games: Counted, names: Sequence[str]) -> list[list[str]]:
    """Return the players by level, the weakest first; ``names`` are in order of strength.

    A player stands on a level of its own if it surely wins more than half of its games against the
    player of the level below, whoever would have won those that did not end, and all levels at
    once. Else it shares that level. The AI card is the player of its level, or else the first.
    """
    z = point_for(len(names) - 1)
    levels: list[list[str]] = []
    for name in names:
        if levels:
            below = AI if AI in levels[-1] else levels[-1][0]
            number, won, _ = games.get((name, below), (0, 0, 0))
            if not number or share_of(won, number, z).low <= 0.5:
                levels[-1].append(name)
                continue
        levels.append([name])
    return levels


def _in_order(levels: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Make the levels nondecreasing: more rollouts do a search no harm.

    Neighbours measured in the opposite order get their mean, weighted by precision.
    """
    pools: list[tuple[float, float, list[str]]] = []
    for name, told in levels.items():
        weight = 1 / max(1, told["give"]) ** 2
        pools.append((told["strength"], weight, [name]))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (one, sure, these), (other, surer, those) = pools[-2:]
            mean = (one * sure + other * surer) / (sure + surer)
            pools[-2:] = [(mean, sure + surer, these + those)]
    return {
        name: levels[name] | {"strength": round(mean)} for mean, _, names in pools for name in names
    }


def _order(name: str) -> tuple[int, int]:
    kind, _, number = name.partition("=")
    return ["random", "greedy", AI, "search"].index(kind), int(number or 0)


def _print_pairings(games: Sequence[Game], names: Sequence[str]) -> None:
    print("| player | against | games | won | 95% | lost | not ended |")
    print("|---|---|---:|---:|---|---:|---:|")
    for name in names:
        for other in names:
            these = [g["won"] for g in games if list(g["players"]) == [name, other]]
            if these:
                share = share_of(these.count(0), len(these))
                shares = f"{these.count(0)} | {100 * share.low:.0f} to {share.high:.0%}"
                rest = f"{these.count(1)} | {these.count(None)}"
                print(f"| {name} | {other} | {len(these)} | {shares} | {rest} |")


def _seconds(games: Sequence[Game], name: str) -> tuple[float, float]:
    seconds, acts, number = 0.0, 0, 0
    for game in games:
        for at in (0, 1):
            if game["players"][at] == name:
                seconds, acts = seconds + game["seconds"][at], acts + game["acts"][at]
                number += 1
    return seconds / acts, seconds / number


def bradley_terry(
    games: Sequence[Game], names: Sequence[str], jacks: Sequence[str]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return all strengths as Elo, and the half-widths of their 95% intervals.

    From finished games. The AI card is at 0; ``deck`` is the advantage of the first Jack's deck
    over the other's, and each Jack's AI card is also listed by name.
    """
    import numpy as np

    columns = [name for name in names if name != AI] + ["deck", "card"]
    rows, won = [], []
    for game in games:
        if game["won"] is None:
            continue
        row = dict.fromkeys(columns, 0.0)
        for sign, name, jack in zip((1, -1), game["players"], game["jacks"], strict=True):
            half = sign * (0.5 if jack == jacks[0] else -0.5)
            row["deck"] += half
            row["card" if name == AI else name] += half if name == AI else sign
        rows.append(list(row.values()))
        won.append(game["won"] == 0)
    x, y = np.array(rows), np.array(won, float)
    prior = np.array([PRIOR / 2 if name in names else 0.0 for name in columns])
    found = np.zeros(len(columns))
    for _ in range(30):
        likely = 1 / (1 + np.exp(-x @ found))
        drawn = 1 / (1 + np.exp(-found)) - 0.5
        bend = (x.T * (likely * (1 - likely))) @ x + np.diag(prior / 4 + 1e-9)
        found -= np.linalg.solve(bend, x.T @ (likely - y) + prior * drawn)
    errors = 1.96 * np.sqrt(np.diag(np.linalg.inv(bend)))
    strengths = {AI: 0.0} | dict(zip(columns, ELO * found, strict=True))
    gives = {AI: 0.0} | dict(zip(columns, ELO * errors, strict=True))
    for jack in jacks:
        part = 0.5 if jack == jacks[0] else -0.5
        strengths[f"{AI} {jack}"] = part * strengths["card"]
        gives[f"{AI} {jack}"] = gives["card"] / 2
    return strengths, gives


def main() -> None:
    """Play games, or fit the scale to those played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help=play_all.__doc__)
    playing.add_argument("file")
    playing.add_argument("player")
    playing.add_argument("others", nargs="+")
    playing.add_argument("--games", type=int, default=200)
    playing.set_defaults(do=play_all)
    fitting = commands.add_parser("fit", help=fit.__doc__)
    fitting.add_argument("files", nargs="+")
    fitting.set_defaults(do=fit)
    chosen = parser.parse_args()
    chosen.do(chosen)


if __name__ == "__main__":
    main()

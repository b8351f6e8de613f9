"""The weights by which a searching player values a table, fitted to games anew.

Games are played between searching players, AI cards and greedy players with some acts by chance
between, in all pairings of the printed Jacks; after each Reset it is noted what is told by every
seat's cards. Who won in the end is what the weights are fitted to, by logistic regression with a
penalty on their squares, before the Turn and after it by itself; the penalty that foretells the
games left out best is taken. They are written to ``moonflight_solo/playtest/players/value.json``.
Since search goes by the weights, fit twice or more:

    python bench/fit_value.py play build/tables.jsonl --games 1000 --seed 7000000
    python bench/fit_value.py fit build/tables.jsonl

The second needs numpy, which `pip install -e .[dev]` brings.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.playtest.players import player_of, value
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.ending import outcome
from moonflight_solo.rules.game import Settings, action, set_up
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

WRITTEN = Path(str(value.__file__)).with_name("value.json")
ROUNDS = 45
BY_CHANCE = (0.0, 0.02, 0.06, 0.15)
"""The possible shares of random acts, one of which is drawn for each seat."""
PENALTIES = (3.0, 10.0, 30.0, 100.0)
FOLDS = 5

MOST = 8
"""Maximum number of tables per game before the Turn, and after it."""

Row = tuple[int, bool, list[float], list[float], float | None]
"""The game, whether the Turn had come, the features of both seats, and whether the first won."""


class Wavering:
    """Acts like ``player``, except for a share of random acts, for variety."""

    def __init__(self, player: Player, share: float, lot: Random) -> None:
        self._player, self._share, self._lot = player, share, lot

    def act(self, table: Table, seat: Seat) -> Act:
        act = self._player.act(table, seat)
        if self._lot.random() < self._share:
            return self._lot.choice(candidate_acts(table, seat))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self._player.choose(table, seat, question)


def play_one(seed: int, words: Sequence[str], cards: Catalogue) -> Iterator[Row]:
    """Play the game with ``seed`` and yield rows for some of its rounds."""
    lot = Random(f"fit {seed}")
    jacks = tuple(cards.suits)
    seated = (jacks[seed // 2 % len(jacks)], jacks[seed % len(jacks)])
    settings = Settings(seated, seed=seed, round_limit=ROUNDS)
    players: list[Player] = []
    for number, jack in enumerate(seated):
        word = lot.choice(words)
        player: Player = AICardPlayer(load_ai_card(jack, cards), cards)
        if word != "ai":
            player = player_of(word, number, settings, cards)
        players.append(Wavering(player, lot.choice(BY_CHANCE), lot))
    table = set_up(settings, cards, players)
    seen: dict[bool, list[list[list[float]]]] = {False: [], True: []}
    while table.round <= ROUNDS and not table.ended_by and action(table):
        reset(table)
        if not table.ended_by:
            told = [value.features(seat, table.turned) for seat in table.seats]
            seen[table.turned].append([[round(each, 4) for each in seat] for seat in told])
    won = float(outcome(table).winner == 0) if table.ended_by else None
    for turned, tables in seen.items():
        for one, other in lot.sample(tables, min(MOST, len(tables))):
            yield seed, turned, one, other, won


def play(chosen: argparse.Namespace) -> None:
    """Play games and add their rows to the file."""
    cards = catalogue()
    with Path(chosen.file).open("a", encoding="utf-8") as out:
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            for row in play_one(seed, chosen.players, cards):
                out.write(json.dumps(row) + "\n")
            out.flush()


# ------------------------------------------------------------------------------ fitting


def fit(chosen: argparse.Namespace) -> None:
    """Fit the weights to the rows of all files and write them."""
    rows: list[Row] = []
    for name in chosen.files:
        rows += [json.loads(line) for line in Path(name).read_text(encoding="utf-8").splitlines()]
    written: dict[str, dict[str, dict[str, float]]] = {}
    for when, turned in (("before", False), ("after", True)):
        these = [row for row in rows if row[1] == turned]
        ended = [row for row in these if row[4] is not None]
        leads = [[one - other for one, other in zip(row[2], row[3], strict=True)] for row in ended]
        means = [[(a + b) / 2 for a, b in zip(row[2], row[3], strict=True)] for row in these]
        written[when] = {
            "win": _told(turned, best_fit(ended, leads, [float(row[4] or 0) for row in ended])),
            "end": _told(
                turned, best_fit(these, means, [float(row[4] is not None) for row in these])
            ),
        }
    WRITTEN.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


def _told(turned: bool, found: Sequence[float]) -> dict[str, float]:
    named = zip(value.names(turned), found, strict=True)
    return {name: round(weight, 4) for name, weight in named if round(weight, 4)}


def best_fit(rows: Sequence[Row], features: Any, truth: Sequence[float]) -> list[float]:
    """Return the weights for the penalty with the least cross-validated loss."""
    import numpy as np

    x, y = np.array(features), np.array(truth)
    fold = np.array([row[0] // 4 % FOLDS for row in rows])
    scale = x.std(0) + 1e-9
    x = x / scale
    losses = {}
    for penalty in PENALTIES:
        odds = np.zeros(len(y))
        for left_out in range(FOLDS):
            inside = fold != left_out
            odds[~inside] = x[~inside] @ _logistic(x[inside], y[inside], penalty)
        losses[penalty] = float(np.mean(np.logaddexp(0, odds) - y * odds))
    least = min(losses, key=lambda each: losses[each])
    print(f"{len(y)} tables, {y.mean():.1%} so; penalty {least:g}, loss on games left out ", end="")
    print(f"{losses[least]:.4f}")
    return list(_logistic(x, y, least) / scale)


def _logistic(x: Any, y: Any, penalty: float, steps: int = 12) -> Any:
    """Fit a penalized logistic regression of ``y`` on ``x`` by Newton's method."""
    import numpy as np

    found = np.zeros(x.shape[1])
    for _ in range(steps):
        likely = 1 / (1 + np.exp(-x @ found))
        slope = x.T @ (likely - y) + penalty * found
        bend = (x.T * (likely * (1 - likely))) @ x + penalty * np.eye(len(found))
        found -= np.linalg.solve(bend, slope)
    return found


def main(arguments: Iterable[str] | None = None) -> None:
    """Play games, or fit the weights to those played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help=play.__doc__)
    playing.add_argument("file")
    playing.add_argument("--games", type=int, default=1000)
    playing.add_argument("--seed", type=int, default=7_000_000)
    playing.add_argument("--players", nargs="+", default=["search=10", "search=10", "ai"])
    playing.set_defaults(do=play)
    fitting = commands.add_parser("fit", help=fit.__doc__)
    fitting.add_argument("files", nargs="+")
    fitting.set_defaults(do=fit)
    chosen = parser.parse_args(None if arguments is None else list(arguments))
    chosen.do(chosen)


if __name__ == "__main__":
    main()

"""Games and acts a second of this program beside well-known libraries of games, in one run.

    python -m venv /tmp/beside
    /tmp/beside/bin/pip install . chess rlcard open_spiel catanatron pyminion
    /tmp/beside/bin/python bench/libraries.py

Each plays its own game in one process with its own simplest players, none of which searches; what
is not installed is left out. The games differ in all but what they cost, so the table places a
speed and ranks nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import time
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from random import Random

Played = Callable[[int], int]
"""Plays the game with this seed and returns the number of acts in it."""


def _moonflight(detail: int) -> Played:
    plan = import_module("moonflight_solo.playtest.plan")
    play_batch = import_module("moonflight_solo.playtest.runner").play_batch
    card = import_module("moonflight_solo.ai_cards.card")
    known = import_module("moonflight_solo.rules.catalogue").catalogue()
    printed = [card.load_ai_card(file, known) for file in card.ai_card_files()]
    seats = tuple(plan.SeatPlan(each.jack) for each in printed)
    games = plan.Plan(seats=seats, detail_every=detail)

    def play(seed: int) -> int:
        acts: int = play_batch(games, seed, 1)["acts",]
        return acts

    return play


def _answers() -> Played:
    new_game = import_module("moonflight_solo").new_game

    def play(seed: int) -> int:
        rng, game, answers = Random(seed), new_game("clay", "words", seed=seed), 0
        while game.decision is not None:
            game.push(rng.choice(game.legal))
            answers += 1
        return answers

    return play


def _chess() -> Played:
    chess = import_module("chess")

    def play(seed: int) -> int:
        rng, board = Random(seed), chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 1_000:
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


def _rlcard(game: str) -> Played:
    rlcard = import_module("rlcard")
    player = import_module("rlcard.agents").RandomAgent

    def play(seed: int) -> int:
        env = rlcard.make(game, config={"seed": seed})
        env.set_agents([player(num_actions=env.num_actions) for _ in range(env.num_players)])
        trajectories, _ = env.run(is_training=False)
        return sum(len(each) // 2 for each in trajectories)

    return play


def _open_spiel(name: str) -> Played:
    game = import_module("pyspiel").load_game(name)

    def play(seed: int) -> int:
        rng, state, acts = Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                acts += 1
        return acts

    return play


def _catanatron() -> Played:
    catanatron = import_module("catanatron")
    colors = (catanatron.Color.RED, catanatron.Color.BLUE)

    def play(seed: int) -> int:
        game = catanatron.Game([catanatron.RandomPlayer(color) for color in colors], seed=seed)
        acts = 0
        while game.winning_color() is None and game.state.num_turns < 1_000:
            game.play_tick()
            acts += 1
        return acts

    return play


def _pyminion() -> Played:
    game = import_module("pyminion.game").Game
    base = import_module("pyminion.expansions.base")
    bot = import_module("pyminion.bots.examples").BigMoney
    logging.disable(logging.CRITICAL)

    def play(seed: int) -> int:
        import_module("random").seed(seed)
        players = [bot("one"), bot("two")]
        table = game(players, expansions=[base.base_set], log_stdout=False)
        table.play()
        turns: int = sum(player.turns for player in players)
        return turns

    return play


GAMES: dict[str, tuple[str, Callable[[], Played]]] = {
    "Moonflight, two AI cards, every line's outcome counted": (
        "moonflight-solo",
        lambda: _moonflight(0),
    ),
    "Moonflight, a playtest by default": ("moonflight-solo", lambda: _moonflight(1)),
    "Moonflight, random answers to every decision": ("moonflight-solo", _answers),
    "python-chess, random moves": ("chess", _chess),
    "RLCard, Uno": ("rlcard", lambda: _rlcard("uno")),
    "RLCard, gin rummy": ("rlcard", lambda: _rlcard("gin-rummy")),
    "OpenSpiel (C++), gin rummy": ("open_spiel", lambda: _open_spiel("gin_rummy")),
    "OpenSpiel (C++), chess": ("open_spiel", lambda: _open_spiel("chess")),
    "Catanatron, two random players": ("catanatron", _catanatron),
    "pyminion, Dominion, Big Money twice (acts are turns)": ("pyminion", _pyminion),
}


def measured(play: Played, seconds: float) -> tuple[float, float]:
    """Return games and acts per second of processor time, over about so many ``seconds``."""
    for seed in range(20):  # what is compiled or loaded at first use
        play(seed)
    games = acts = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        acts += play(1_000 + games)
        games += 1
    return games / spent, acts / spent


def _rows(seconds: float) -> Iterator[str]:
    for words, (package, made) in GAMES.items():
        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            yield f"| {words} | not installed | | |"
            continue
        with contextlib.redirect_stdout(io.StringIO()):  # some greet whoever loads them
            games, acts = measured(made(), seconds)
        yield f"| {words} | {version} | {games:,.0f} | {acts:,.0f} |"


def main() -> None:
    """Print the table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each game")
    print("| | version | games/s | acts/s |\n|---|---|---|---|")
    for row in _rows(parser.parse_args().seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()

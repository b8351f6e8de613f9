"""Find positions to practise with, and write guide/practice.json.

`python tools/make_practice.py [NUMBER]` looks through games of the printed AI cards, seed by seed,
until it has so many positions, by default 60, at most three a game. It keeps those in the file and
goes on after their last seed, so it may be interrupted. One act has to be surely the best, first by
the games of a hint and then by 20 times as many; all others are measured too. It takes about two
minutes a position.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import process_time

import msgspec

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.coach.advice import CHOOSING, MEASURING, best_two
from moonflight_solo.coach.practice import POSITIONS_FILE, Position, built_in
from moonflight_solo.coach.simulated_games import NO_GAIN, SimulatedGames, compare, reasons
from moonflight_solo.datafiles import data_folder
from moonflight_solo.playtest.players import policies
from moonflight_solo.playtest.players.search import ActSearch, Candidate, surely_better
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.run import ObservedPlayer
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Seat, Table

LEAST = 0.04
"""Gain on the next best act, as a share of wins, at which it is worth measuring further."""
SURELY = 0.01
"""Least lower end of its interval."""
MOST_ACTS = 10
LONGEST = 8
"""Mean number of rounds to the End from which on measuring takes too long."""
A_GAME = 3
SURE = 20 * MEASURING
"""Games after the best act and the next best, and any other that is not clearly worse sooner."""


def clear(found: SimulatedGames[Candidate]) -> bool:
    """Return whether the first act is clearly better."""
    return found.gain(0, 1).low > LEAST


class Looking:
    """Looks at the first seat's acts after the Turn for positions, at most one a round."""

    def __init__(self, jacks: tuple[str, ...], known: Catalogue, seed: int) -> None:
        self.jacks, self.known, self.seed, self.acted = jacks, known, seed, -1
        self.found: dict[int, Position] = {}

    def look(self, table: Table, seat: Seat, act: Act) -> None:
        """Look at the position before an act."""
        self.acted += 1
        acts = candidate_acts(table, seat)
        wanted = table.turned and table.round not in self.found and len(self.found) < A_GAME
        if wanted and 2 < len(acts) <= MOST_ACTS:
            position = self.looked_at(acts, table, seat, Random(f"{self.seed} {self.acted}"))
            if position:
                self.found[table.round] = position

    def looked_at(self, acts: list[Act], table: Table, seat: Seat, lots: Random) -> Position | None:
        """Return the position if one act is surely the best."""
        searching = partial(ActSearch, policies(self.jacks, self.known), table, seat)
        two = best_two(
            searching(seed=lots.getrandbits(64)),
            [Candidate(act) for act in acts],
            share=0.25,
        )
        if not surely_better(*two):
            return None

        def measured(act: Act, *games: int) -> SimulatedGames[Candidate]:
            both = [Candidate(two[0].act), Candidate(act)]
            return compare(searching, lots.getrandbits(64), both, games, enough=clear)

        others = [act for act in acts if act != two[0].act]
        others.sort(key=lambda act: act != two[1].act)
        most = 2 * CHOOSING * LONGEST
        lot = lots.getrandbits(64)
        first = compare(searching, lot, two, (CHOOSING,), rounds=most)
        if first.number < CHOOSING or first.gain(0, 1).value < LEAST:
            return None
        if any(measured(act, MEASURING).gain(0, 1).low < SURELY for act in others):
            return None
        found = measured(two[1].act, SURE)
        costs = {two[0].act: NO_GAIN, two[1].act: found.gain(0, 1)}
        for act in others:
            if act not in costs:
                costs[act] = measured(act, MEASURING, SURE).gain(0, 1)
            if costs[act].low < SURELY:
                return None
        why = reasons(searching, lots.getrandbits(64), found)
        told = {
            notation(act, table, seat): cost
            for act, cost in sorted(costs.items(), key=lambda each: each[1].value)
        }
        return Position(self.jacks, self.seed, self.acted, told, why)


def main() -> None:
    """Find the positions and write them, after each game."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    known = catalogue()
    found = built_in()
    file = Path(data_folder("guide")) / POSITIONS_FILE
    both = [load_ai_card(path, known) for path in sorted(ai_card_files().values())]
    for seed in count(1 + max([each.seed for each in found], default=0)):
        cards = both[:: 1 if seed % 2 else -1]
        jacks = tuple(card.jack for card in cards)
        own, (first, other) = Looking(jacks, known, seed), (AICardPlayer(c, known) for c in cards)
        settings = Settings(jacks, seed, round_limit=30)
        play(set_up(settings, known, [ObservedPlayer(first, own.look), other]), settings)
        found += own.found.values()
        print(f"seed {seed}: {len(found)} positions, {process_time():.0f} s", flush=True)
        file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
        if len(found) >= number:
            return


if __name__ == "__main__":
    main()

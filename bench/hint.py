"""Whether a hint's share of wins is one: python bench/hint.py TABLES [--games 2000] [--seed N]

Asks for a hint at TABLES moments of games between the printed AI cards, each game at another
moment, then takes the best act and plays on to the End, GAMES times, by AI cards in every seat,
with everything dealt anew that the seat cannot see; of these games it counts those won. One JSON
line a table: the share told with its interval, the share of games won, the same for the gain over
the next best act, and the processor time of the hint. A last line counts the intervals that hold.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from random import Random
from time import process_time

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.coach.advice import advise
from moonflight_solo.coach.simulated_games import compare
from moonflight_solo.playtest.players import policies
from moonflight_solo.playtest.players.search import ActSearch, Candidate
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

MOST_ACTS = 90
"""The moment is drawn among so many acts of the first seat; a game may end before."""


class Until:
    """Acts like ``player``, but stops the game at its ``acts``-th act."""

    def __init__(self, player: Player, acts: int) -> None:
        self.player, self.acts = player, acts

    def act(self, table: Table, seat: Seat) -> Act:
        self.acts -= 1
        if self.acts < 0:
            raise GameStop
        return self.player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> list[int]:
        return list(self.player.choose(table, seat, question))


def table_of(seed: int) -> tuple[Table, list[str]] | None:
    """Return a table in the middle of the game of ``seed``, ``None`` if it ended before."""
    known = catalogue()
    jacks = [load_ai_card(file, known).jack for file in sorted(ai_card_files().values())]
    jacks = jacks if seed % 2 else jacks[::-1]
    settings = Settings(tuple(jacks), seed)
    first, *others = (make() for make in policies(jacks, known))
    moment = Random(f"hint {seed}").randrange(MOST_ACTS)
    table = set_up(settings, known, [Until(first, moment), *others])
    try:
        play(table, settings)
    except GameStop:
        return table, jacks
    return None


def measured(seed: int, games: int) -> dict[str, object] | None:
    """Return what a hint says at the table of ``seed``, and what came of ``games`` games."""
    found = table_of(seed)
    if found is None:
        return None
    table, jacks = found
    seat, how = table.seats[0], policies(jacks, catalogue())
    begun = process_time()
    told = advise(table, seat, how, 0)
    seconds = process_time() - begun
    if told.next_best is None:
        return None
    searching = partial(ActSearch, how, table, seat)
    acts = [Candidate(told.best), Candidate(told.next_best)]
    true = compare(searching, 10**6 + seed, acts, (games,))
    won, gained = true.worth(0).value, true.gain(0, 1).value
    return {
        "seed": seed,
        "round": table.round,
        "act": notation(told.best, table, seat),
        "told": [round(each, 3) for each in (told.worth.value, told.worth.low, told.worth.high)],
        "won": round(won, 4),
        "holds": told.worth.low <= won <= told.worth.high,
        "gain": [round(each, 3) for each in (told.gain.value, told.gain.low, told.gain.high)],
        "gained": round(gained, 4),
        "gain_holds": told.gain.low <= gained <= told.gain.high,
        "sure": told.sure,
        "reason": told.reason,
        "seconds": round(seconds, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=30_000)
    options = parser.parse_args()
    seed, rows = options.seed, list[dict[str, object]]()
    while len(rows) < options.tables:
        row = measured(seed, options.games)
        seed += 1
        if row is not None:
            rows.append(row)
            print(json.dumps(row), flush=True)
    holds = {name: sum(bool(row[name]) for row in rows) for name in ("holds", "gain_holds", "sure")}
    reasons = sum(bool(row["reason"]) for row in rows)
    print(json.dumps({"tables": len(rows), **holds, "reasons": reasons}))


if __name__ == "__main__":
    main()

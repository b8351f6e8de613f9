"""A prototype beside the rules: the same acts in small integers, and how much quicker they are.

Two seats play by the same AI card, whose lines play cards by their names; nobody buys, so that the
decks stay the starter cards. The rules play so, and `bench/small_loop.py`, which may be compiled
with mypyc, from the same deal and by the same chance; the piles they end with must be the same.
"""

from __future__ import annotations

import argparse
import time
from copy import deepcopy

import small_loop
from small_loop import GAIN, SmallSeat, rounds

from bench import LOOP_STEPS, compiled, plain_loop
from moonflight_solo.ai_cards.card import read_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.documents import parse_document
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up

KNOWN = catalogue("prototype")
JACK = next(iter(KNOWN.suits))
STARTERS = set_up(Settings((JACK,)), KNOWN, []).seats[0]
STARTER = {bool(card.meaning.effects): card.name for card in STARTERS.hand + STARTERS.draw_deck}
GAINING, BLANK = STARTER[True], STARTER[False]
NAMED = [card.name for card in KNOWN.suits[JACK].kinds]
LEAST = 7
CARD = "\n".join(
    [
        f"jack: {JACK}",
        "card: |",
        "  PRE TURN",
        "  ACTION",
        *(f"  {number} – Play “{name}”." for number, name in enumerate(NAMED, 1)),
        f"  {len(NAMED) + 1} – If {LEAST}+ coin tokens under control, play “{BLANK}”.",
        f"  {len(NAMED) + 2} – Play “{GAINING}”.",
    ]
)


def main() -> None:
    """Play both ways, see that they end alike, and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=150, help="rounds of each game")
    parser.add_argument("--games", type=int, default=20)
    chosen = parser.parse_args()
    card = read_ai_card(parse_document(CARD + "\n", "small.yaml"), KNOWN)
    numbers = {name: number for number, name in enumerate([GAINING, BLANK, *NAMED])}
    texts = [[(GAIN, 1)] if name == GAINING else [] for name in numbers]
    lines = [(0, numbers[name]) for name in NAMED]
    lines += [(LEAST, numbers[BLANK]), (0, numbers[GAINING])]
    by_rules = in_numbers = 0.0
    acts = 0
    loop = plain_loop()
    for seed in range(chosen.games):
        settings = Settings((JACK, JACK), seed=seed, round_limit=chosen.rounds)
        table = set_up(settings, KNOWN, [AICardPlayer(card, KNOWN) for _ in range(2)])
        small = [
            SmallSeat(
                [numbers[each.name] for each in seat.hand],
                [numbers[each.name] for each in seat.draw_deck],
                [numbers[each.name] for each in seat.discard_stack],
                seat.coins,
            )
            for seat in table.seats
        ]
        rng = deepcopy(table.rng)
        first = table.first
        start = time.process_time()
        outcome = play(table, settings)
        by_rules += time.process_time() - start
        start = time.process_time()
        found = rounds(small, lines, texts, chosen.rounds, first, rng.random)
        in_numbers += time.process_time() - start
        assert found == outcome.acts, (found, outcome.acts)
        for seat, mine in zip(table.seats, small, strict=True):
            assert [numbers[each.name] for each in seat.draw_deck] == mine.deck
            assert [numbers[each.name] for each in seat.hand] == mine.hand
        acts += found
    steps = 2 * LOOP_STEPS / (loop + plain_loop())
    kinds = {True: "compiled", False: "plain"}
    small_kind = kinds[not str(small_loop.__file__).endswith(".py")]
    print(f"{acts} acts in {chosen.games * chosen.rounds} rounds, alike both ways")
    for what, kind, seconds in (
        ("the rules", kinds[compiled()], by_rules),
        ("small numbers", small_kind, in_numbers),
    ):
        rate = acts / seconds
        each = f"{rate:9.0f} acts a second, {1000 * rate / steps:4.0f} per 1000 loops"
        print(f"{what:14}{kind:9}{each}")
    print(f"{by_rules / in_numbers:.1f} times as quick")


if __name__ == "__main__":
    main()

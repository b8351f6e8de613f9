"""What shared seeds save, and how many pairs a difference takes: python bench/saving.py [PAIRS].

Plays PAIRS pairs of games, 1,000 by default, of four changes to the printed AI cards and cards,
each pair played on seven times, and prints the tables of docs/playtest-methods.md. The second table
needs no games: it is computed from the confidence sequence.
"""

from __future__ import annotations

import sys

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.context import phrases_of
from moonflight_solo.playtest.paired import AGAIN, PairedResults, pairs_needed, points_seen
from moonflight_solo.playtest.plan import OmittedLine, Plan, SeatPlan, Treatment
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.rules.catalogue import catalogue

FIRST_SEED = 30_000_000
LEFT_OUT = ((0, "pre", "3"), (1, "post", "7"))
"""Lines to leave out: the seat, from 0, the side, and the number."""


def main() -> None:
    """Print both tables."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    jacks = [load_ai_card(path, catalogue()).jack for path in ai_card_files().values()]
    plan = Plan(
        seats=tuple(map(SeatPlan, sorted(jacks))), seed=FIRST_SEED, detail_every=0, again=AGAIN
    )
    print("| A against B | another result | same seeds | played on, an act | a pair |")
    for other in changes(plan):
        tally = play_batch(
            Plan(seats=plan.seats, detail_every=0, again=AGAIN, others=(other,)), FIRST_SEED, pairs
        )
        acts, more = (tally["other", 0, each] for each in ("acts", "acts, again"))
        at = ("other", 0, "seat", 0)
        alone, again = PairedResults.of(tally, at), PairedResults.of(tally, at, AGAIN)
        saved = alone.saving(acts, 0), again.saving(acts, more), again.saving(acts, 0)
        told = " | ".join("-" if each is None else f"{each:.1f} times" for each in saved)
        print(f"| {other.label} | {tally['other', 0, 'otherwise'] / pairs:.0%} | {told} |")
    print("\n| pairs that differ | 1,000 pairs see | 10,000 see | ±1 | ±2 | ±5 |")
    for share in (0.05, 0.1, 0.2, 0.4):
        seen = (f"±{points_seen(number, share):.1f}" for number in (1000, 10_000))
        needed = (f"{pairs_needed(points, share):,}" for points in (1, 2, 5))
        print(f"| {share:.0%} | {' | '.join((*seen, *needed))} |")


def changes(plan: Plan) -> list[Treatment]:
    """Return the four changes: a ruling, two lines left out, and a price.

    The card that the first of these lines plays costs one more.
    """
    found = [Treatment(label="A-exact=at-least", what="ruling", rulings={"A-exact": "at-least"})]
    for seat, side, number in LEFT_OUT:
        card = run_of(plan).ai_cards[seat]
        assert card is not None
        place = next(
            at
            for at, line in enumerate(card.lines)
            if line.number == number
            and line.printed.section == "action"
            and line.printed.turned == (side == "post")
        )
        label = f"{side}-Turn {number} of {card.jack} left out"
        found.append(Treatment(label=label, what="line", omitted=(OmittedLine(seat, place),)))
    seat, omitted = LEFT_OUT[0][0], found[1].omitted or ()
    line = run_of(plan).ai_cards[seat].lines[omitted[0].line]  # type: ignore[union-attr]
    played = catalogue().card(phrases_of(line.meaning.act)[0].names[0], False)
    price = f"{played.name} cost={played.cost + 1}"
    return [*found, Treatment(label=price, what="cards", changes=(price,))]


if __name__ == "__main__":
    main()

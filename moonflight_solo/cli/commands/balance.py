"""`moonflight balance`: the fewest changes after which a deck wins as often as asked."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from moonflight_solo.cli import args, playtests
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.loading import GivenGame
from moonflight_solo.cli.output.playtest_results import Output, show_balance
from moonflight_solo.cli.playtests import PlaytestOptions
from moonflight_solo.playtest.balance_search import MOST_CHANGES, BalanceSearch

USUAL_BUDGET: Final = 40_000


@args.command()
def balance(
    seats: Words = args.seats(metavar="[SEATS]..."),
    target: float = args.word(
        "PERCENT",
        "The percentage of games that the first seat is to win.",
        type=click.FloatRange(1, 99),
        default=50,
        show_default=True,
    ),
    only: Words = args.several(
        "WORD",
        "Change only these: a kind (cost, score, copies, hand limit, number, order, list, line), "
        "cards, ai, a Jack or a card, or several joined by colons, such as JACK:KIND. Can be "
        "repeated.",
    ),
    keep: Words = args.several("WORD", "Leave these unchanged. Can be repeated."),
    most: int = args.number(
        "The most changes to make together; with fewer, each gets more games.",
        most=MOST_CHANGES,
        default=MOST_CHANGES,
    ),
    games: int = args.number("Roughly how many games to play.", 100, default=USUAL_BUDGET),
    seed: int = playtests.SEED,
    jobs: int | None = playtests.JOBS,
    given: GivenGame = args.given(
        *("ai_files", "card_files", "edition", "rulings", "changes", "first", "rounds")
    ),
    write: Path | None = args.new_folder("Write the changed suits and AI cards to a new folder."),
    output: Output = playtests.output(),
) -> None:
    """Search for the fewest changes that make two decks even.

    Changes costs, scores, copies and hand limits of both suits, and numbers, the order of lines and
    list items, and lines of their AI cards; the suits still meet "Building The Market". The best
    one, two and three changes are measured again on fresh seeds, and listed with what cannot be
    told apart from them. SEATS are as for playtest.
    """
    plan = playtests.planned(PlaytestOptions(seats, given, seed))
    search = BalanceSearch(plan, target / 100, games, only, keep, most)
    with playtests.searched(search, jobs, quiet=output.quiet):
        try:
            if write is not None:
                search.write(write)
        finally:  # a disk that is full takes none of what was found
            show_balance(search.results(), output)

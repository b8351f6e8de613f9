"""`moonflight balance` and `ai levels`: searches among changes to cards and AI cards."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import ai_card_files
from moonflight_solo.cli import args, playtests
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.loading import GivenGame
from moonflight_solo.cli.output.playtest_results import Output, show_figures, show_section
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.playtests import PlaytestOptions
from moonflight_solo.playtest.balance_search import MOST_CHANGES, BalanceSearch
from moonflight_solo.playtest.card_levels import LevelSearch
from moonflight_solo.playtest.report.sections import sections
from moonflight_solo.recorded_games.decks import load_checked
from moonflight_solo.records.saved_games import command_line
from moonflight_solo.rules.catalogue import plain

USUAL_BUDGET: Final = 40_000
USUAL_LEVEL_GAMES: Final = 24_000


@args.command()
def balance(
    seats: Words = args.seats(metavar="[SEATS]..."),
    target: float = args.word(
        "PERCENT",
        "The percentage of games that the first seat is to win.",
        type=args.NumberType(1, 99),
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
    plan = playtests.plan_of(PlaytestOptions(seats, given, seed))
    search = BalanceSearch(plan, target / 100, games, only, keep, most)
    with playtests.run_search(search, jobs, quiet=output.screen.quiet):
        try:
            if write is not None:
                search.write(write)
        finally:  # a disk that is full takes none of what was found
            found = search.results()
            show_figures(" – ".join(found.seats), found, sections("balance", b=found), output)


@args.command()
def levels(
    source: Words = args.sources(),
    against: str | None = args.word(
        "JACK", "The Jack it plays against; by default the first other printed Jack."
    ),
    games: int = args.number(
        "Roughly how many games the AI cards play.", 200, default=USUAL_LEVEL_GAMES
    ),
    seed: int = playtests.SEED,
    jobs: int | None = playtests.JOBS,
    given: GivenGame = args.given("card_files", "edition", "rulings"),
    write: Path | None = args.new_folder("Write the AI card of each level to a new folder."),
    screen: Terminal = args.screen,
) -> None:
    """Search for levels of an AI card to print, at most two changes from it each.

    Give a JACK for its printed card, or a FILE or folder. Shows up to five variants, from gentle to
    hard, that surely differ in strength, and how often three players of the ladder win against
    each.
    """
    name = " ".join(source)
    loaded = given.load_for_ai([name])
    card = loaded.ai_card(name)
    jack = load_checked(card, loaded.cards).jack
    rival = against or next(file for file in ai_card_files() if file != plain(jack))
    if isinstance(card, Path):
        given = replace(given, ai_files=(str(card),))
    plan = playtests.plan_of(PlaytestOptions([loaded.as_typed(jack), rival], given, seed))
    search = LevelSearch(plan, games)
    with playtests.run_search(search, jobs, quiet=screen.plain):
        found, fresh = search.levels(), search.fresh
        for section in sections(
            "levels", jack=jack, rival=plan.seats[1].jack, levels=found, fresh=fresh
        ):
            show_section(section, screen)
        if write is not None and found:
            files = [str(path) for path in search.write(write)]
            screen.say(f"To print them: {command_line(['moonflight', 'ai', 'print', *files])}")

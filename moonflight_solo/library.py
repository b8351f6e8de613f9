"""The public API that ``import moonflight_solo`` offers; see ``docs/library.md``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from moonflight_solo.ai_cards.card import AICard, load_ai_card, read_ai_card, rulings_for
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.ai_cards.step import Step, step
from moonflight_solo.check.checker import check_ai_card, check_document
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.report import GAMES, Report
from moonflight_solo.documents import Document, parse_document
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile
from moonflight_solo.playtest.player_kinds import AI
from moonflight_solo.playtest.runner import missing, play_units, unit_size
from moonflight_solo.playtest.summarize import summarize
from moonflight_solo.playtest.summary import Summary
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.acts import Build, IllegalAct, Pass, Play, Shop, Spend
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.decisions import Decision, Game, GivenAnswer, Listener
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings
from moonflight_solo.rules.notation import NotationError
from moonflight_solo.rules.possible_answers import Beginning, Choice
from moonflight_solo.rules.state import Card, Event, IllegalChoice, Seat, Table
from moonflight_solo.scenario import (
    Scenario,
    ScenarioFile,
    SeatLayout,
    lay_out,
    load_scenario,
    scenario_of,
)
from moonflight_solo.scoremode import rank, table_for

__all__ = ["Card", "Catalogue", "Event", "Outcome", "Seat", "Table", "load_cards", "rank"]
__all__ += ["Decision", "Game", "GivenAnswer", "IllegalAct", "NotationError", "new_game"]
__all__ += ["Beginning", "Build", "Choice", "IllegalChoice", "Pass", "Play", "Shop", "Spend"]
__all__ += ["AICard", "Explanation", "Step", "explain", "load_ai_card", "parse_ai_card", "step"]
__all__ += ["Scenario", "ScenarioFile", "SeatLayout", "lay_out", "load_scenario", "scenario_of"]
__all__ += ["Finding", "Report", "check_ai_card", "check_wording"]
__all__ += ["Summary", "run_playtest"]
__all__ += ["DataError", "MoonflightError", "UsageError"]


def load_cards(*files: str | Path, edition: str = "prototype") -> Catalogue:
    """Load the cards of an edition, plus your own card files (docs/own-jack.md).

    The catalogue's ``suits`` are the available Jacks. Raises :class:`MoonflightError`, with file,
    line and column, for cards that cannot be read.
    """
    return catalogue(edition, tuple(map(Path, files)))


def new_game(
    *seats: str | AICard,
    seed: int = 0,
    first: int | None = None,
    rulings: Mapping[str, str] | None = None,
    cards: Catalogue | None = None,
    listener: Listener | None = None,
) -> Game:
    """Set up a game and return it at its first decision.

    A seat is the name of a Jack, whose decisions you make, or an AI card, which plays by itself; a
    single seat plays Score Mode. ``first`` is the index of the first player's seat, from 0;
    ``None`` draws lots. ``rulings`` maps rulings to the choices to put in force. The same settings,
    seed and answers give the same game. Raises :class:`UsageError` for unknown Jacks, seats and
    rulings.
    """
    known = cards or catalogue()
    jacks = tuple(known.jack(seat if isinstance(seat, str) else seat.jack) for seat in seats)
    switched = dict(rulings or {})
    in_force = rulings_for((seat for seat in seats if isinstance(seat, AICard)), switched)
    players = [
        partial(AICardPlayer, seat, known, in_force) if isinstance(seat, AICard) else None
        for seat in seats
    ]
    alone = len(seats) == 1
    settings = Settings(jacks, seed, known.edition.edition, first, switched, score_mode=alone)
    return Game(table_for(settings, known, ()), settings, players, listener)


def explain(card: AICard, decision: Decision, cards: Catalogue | None = None) -> Explanation:
    """Return the act an AI card would take at this decision, and why.

    ``considered`` has every line down to the one followed, each with the reason it was passed over.
    Raises :class:`UsageError` for a decision within an act or in Reset.
    """
    if decision.question is not None:
        raise UsageError("an AI card says which act it takes; this decision is another.")
    known = cards or catalogue(decision.table.edition.edition)
    return AICardPlayer(card, known).explain(decision.table, decision.seat)


def parse_ai_card(words: str, jack: str, cards: Catalogue | None = None) -> AICard:
    """Parse ``words``, headings and lines as printed, as the AI card of a Jack.

    Raises :class:`MoonflightError` for words that cannot be parsed, or have several readings.
    """
    return read_ai_card(_document(words, jack), cards or catalogue())


def check_wording(
    words: str, jack: str, cards: Catalogue | None = None, *, games: int = GAMES
) -> Report:
    """Run :func:`check_ai_card` on ``words``, as the AI card of a Jack."""
    return check_document(_document(words, jack), Basis(cards or catalogue()), games=games)


def _document(words: str, jack: str) -> Document:
    card = "".join(f"  {line}\n" for line in words.splitlines())
    return parse_document(f"jack: {jack}\ncard: |\n{card}", "your AI card")


def run_playtest(
    *seats: str,
    games: int = 100,
    seed: int = 0,
    edition: str = "prototype",
    ai_files: tuple[str | Path, ...] = (),
    card_files: tuple[str | Path, ...] = (),
    jobs: int = 1,
) -> Summary:
    """Play many games and return the statistics; docs/playtest.md explains them.

    A seat is a Jack, played by its AI card, or ``JACK:PLAYER`` with "random", "greedy" or "search".
    ``ai_files`` replace printed AI cards. ``jobs`` is the number of processes. Raises
    :class:`MoonflightError` if the games cannot be played.
    """
    known = load_cards(*card_files, edition=edition)
    split = [seat.partition(":") for seat in seats]
    plan = Plan(
        seats=tuple(SeatPlan(known.jack(jack), player or AI) for jack, _, player in split),
        seed=seed,
        edition=edition,
        score_mode=len(seats) == 1,
        ai_files=tuple(TextFile.read(Path(file)) for file in ai_files),
        card_files=tuple(TextFile.read(Path(file)) for file in card_files),
    )
    tally = Tally()
    units = missing(plan, games, (), unit_size(plan, games, jobs))
    for _, counted in play_units(plan, units, jobs):
        tally.merge(counted)
    return summarize(tally, plan)

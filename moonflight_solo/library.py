"""The public API that ``import moonflight_solo`` offers; see ``docs/library.md``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
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
from moonflight_solo.numbers import require_whole
from moonflight_solo.own_jacks import suit_file
from moonflight_solo.playtest.own_players import GIVEN_PLAYERS, Bot, given_name
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile
from moonflight_solo.playtest.player_kinds import AI, split_seat
from moonflight_solo.playtest.runner import missing_units, play_units, unit_size
from moonflight_solo.playtest.summaries.summarize import summarize
from moonflight_solo.playtest.summaries.summary import Summary
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.recorded_games.kept_games import game_of, load, save, share
from moonflight_solo.recorded_games.start import Origin
from moonflight_solo.rules.acts import Build, IllegalAct, Pass, Play, Shop, Spend
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.decision import Decision
from moonflight_solo.rules.decisions import Game, GivenAnswer
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import ROUND_LIMIT, Settings
from moonflight_solo.rules.game_position import Listener
from moonflight_solo.rules.notation import NotationError
from moonflight_solo.rules.possible_answers import Beginning, Choice
from moonflight_solo.rules.state import Card, Event, IllegalChoice, Seat, Table
from moonflight_solo.rules.table_view import PlayerView, SeenEvent, TableView
from moonflight_solo.scenario import (
    Scenario,
    ScenarioFile,
    SeatLayout,
    lay_out,
    load_scenario,
    scenario_of,
)
from moonflight_solo.scoremode import rank

__all__ = ["Card", "Catalogue", "Event", "Outcome", "Seat", "Table", "load_cards", "rank"]
__all__ += ["Decision", "Game", "GivenAnswer", "IllegalAct", "NotationError", "new_game"]
__all__ += ["Beginning", "Build", "Choice", "IllegalChoice", "Pass", "Play", "Shop", "Spend"]
__all__ += ["PlayerView", "SeenEvent", "TableView", "load", "save", "share"]
__all__ += ["AICard", "Explanation", "Step", "explain", "load_ai_card", "parse_ai_card", "step"]
__all__ += ["Scenario", "ScenarioFile", "SeatLayout", "lay_out", "load_scenario", "scenario_of"]
__all__ += ["Finding", "Report", "check_ai_card", "check_wording"]
__all__ += ["Summary", "run_playtest"]
__all__ += ["DataError", "MoonflightError", "UsageError"]


def load_cards(*files: str | Path, edition: str = "prototype") -> Catalogue:
    """Load the cards of an edition, plus your own card files or folders (docs/own-jack.md).

    The catalogue's ``suits`` are the available Jacks. Raises :class:`MoonflightError`, with file,
    line and column, for cards that cannot be read.
    """
    return catalogue(edition, tuple(suit_file(Path(file)) for file in files))


SeatGiven = str | AICard | Bot | tuple[str, AICard | Bot | str]
"""A seat of a game: a Jack, perhaps with its player behind a colon; an AI card; or both.

A player of one's own that has a ``jack`` stands for both.
"""


def new_game(
    *seats: SeatGiven,
    seed: int = 0,
    first: int | None = None,
    rulings: Mapping[str, str] | None = None,
    cards: Catalogue | None = None,
    listener: Listener | None = None,
) -> Game:
    """Set up a game and return it at its first decision.

    A seat is the name of a Jack, whose decisions you make; ``JACK:ai`` for its AI card, or
    ``JACK:PLAYER`` with a program, as for :func:`run_playtest`; an AI card, which plays by itself;
    a pair of a Jack and a player of your own; or that player alone if it has a ``jack``. A single
    seat plays Score Mode. ``first`` is the index of the first player's seat, from 0; ``None`` picks
    one at random. ``rulings`` maps rulings to their choices. The same settings, seed and answers
    give the same game. Raises :class:`UsageError` for unknown Jacks, players, seats and
    rulings, and for anything of another type.
    """
    require_whole("seed", seed)
    if first is not None:
        require_whole("first", first, 0)
    if listener is not None and not callable(listener):
        raise UsageError(f"listener is a function of an event, not {listener!r}.")
    for name, value, kind in (("rulings", rulings, Mapping), ("cards", cards, Catalogue)):
        if value is not None and not isinstance(value, kind):
            raise UsageError(f"{name} is a {kind.__name__}, not {value!r}.")
    deck = cards or catalogue()
    seated = [_seat(seat, deck) for seat in seats]
    jacks = tuple(jack for jack, _ in seated)
    ai_cards = [player if isinstance(player, AICard) else None for _, player in seated]
    switched = dict(rulings or {})
    in_force = rulings_for(filter(None, ai_cards), switched)
    settings = Settings(
        jacks, seed, deck.edition.edition, first, switched, score_mode=len(seats) == 1
    )
    players = [player for _, player in seated]
    return game_of(Origin(settings, players, deck, in_force, ai_cards), listener)


def _seat(seat: object, cards: Catalogue) -> tuple[str, AICard | str]:
    """Return a seat's Jack, and its AI card or the name of its player, "" for none.

    Raises :class:`UsageError` for anything that is not a seat.
    """
    if isinstance(seat, AICard):
        return cards.jack(seat.jack), seat
    if isinstance(seat, str):
        jack, player = split_seat(seat)
        if player != AI:
            return cards.jack(jack), player
        return cards.jack(jack), load_ai_card(jack, cards) if jack != seat else ""
    if isinstance(seat, tuple) and len(seat) == 2 and isinstance(seat[0], str):
        if isinstance(seat[1], str):
            return _seat(f"{seat[0]}:{seat[1]}", cards)
        jack, bot = cards.jack(seat[0]), seat[1]
        return jack, bot if isinstance(bot, AICard) else given_name(bot)
    own_jack = getattr(seat, "jack", None)
    if isinstance(own_jack, str):
        return _seat((own_jack, seat), cards)
    raise UsageError(
        f"{seat!r} is not a seat: give the name of a Jack, an AI card, or a Jack and its player, "
        'such as ("clay", MyPlayer).'
    )


def explain(card: AICard, decision: Decision, cards: Catalogue | None = None) -> Explanation:
    """Return the act an AI card would take at this decision, and why.

    ``considered`` has every line down to the one followed, each with the reason it was skipped.
    Raises :class:`UsageError` for a decision within an act or in Reset, or of another Jack.
    """
    if not all(map(isinstance, (card, decision), (AICard, Decision))):
        raise UsageError('give an AI card, such as load_ai_card("clay"), and game.decision.')
    if decision.question is not None:
        raise UsageError("an AI card explains an act; this decision is an answer to a question.")
    if card.jack != decision.seat.jack:
        raise UsageError(f"the AI card of {card.jack} does not act for {decision.seat.jack}.")
    deck = cards or catalogue(decision.table.edition.edition)
    return AICardPlayer(card, deck).explain(decision.table, decision.seat)


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
    *seats: SeatGiven,
    games: int = 100,
    seed: int = 0,
    edition: str = "prototype",
    first: int | None = None,
    rulings: Mapping[str, str] | None = None,
    rounds: int = ROUND_LIMIT,
    ai_files: Sequence[str | Path] = (),
    card_files: Sequence[str | Path] = (),
    jobs: int = 1,
) -> Summary:
    """Play many games and return the statistics; docs/playtest-reference.md explains them.

    A seat is a Jack, played by its AI card; an AI card; ``JACK:PLAYER`` with "random", "greedy",
    "search" or a player of your own in a file, "FILE.py:NAME"; a pair of a Jack and a player of
    your own; or that player alone if it has a ``jack``. ``first`` is the index of the first
    player's seat, from 0, and ``rulings`` are those of :func:`new_game`; games stop after
    ``rounds`` rounds. ``ai_files`` replace printed AI cards. ``jobs`` is the number of processes;
    more than one needs players in files. Raises :class:`MoonflightError` if the games cannot be
    played.
    """
    for name, number, least in (
        ("games", games, 1),
        ("jobs", jobs, 1),
        ("rounds", rounds, 1),
        ("seed", seed, None),
        ("first", 0 if first is None else first, 0),
    ):
        require_whole(name, number, least)
    if isinstance(ai_files, str | Path) or isinstance(card_files, str | Path):
        raise UsageError("ai_files and card_files are lists of files: write [FILE] for one.")
    if not seats:
        raise UsageError("nobody is seated: name at least one Jack.")
    deck = load_cards(*card_files, edition=edition)
    seated = [_seat(seat, deck) for seat in seats]
    cards = [player for _, player in seated if isinstance(player, AICard)]
    unwritten = [player for _, player in seated if player in GIVEN_PLAYERS]
    if unwritten and jobs > 1:
        raise UsageError(
            f"{unwritten[0]} is known to this process alone: write its file and name "
            'into the seat, such as "clay:bot.py:Bot", or leave jobs at 1.'
        )
    plan = Plan(
        seats=tuple(
            SeatPlan(jack, AI if isinstance(player, AICard) else player or AI)
            for jack, player in seated
        ),
        seed=seed,
        edition=edition,
        first=None if first is None else first + 1,
        rulings=dict(rulings or {}),
        round_limit=rounds,
        score_mode=len(seats) == 1,
        ai_files=(*(TextFile.read(Path(file)) for file in ai_files), *_files_of(cards)),
        card_files=tuple(TextFile.read(suit_file(Path(file))) for file in card_files),
    )
    tally = Tally()
    units = missing_units(plan, games, (), unit_size(plan, games, jobs))
    for _, unit_tally in play_units(plan, units, jobs):
        tally.merge(unit_tally)
    return summarize(tally, plan)


def _files_of(cards: Sequence[AICard]) -> Iterator[TextFile]:
    """Yield each AI card once as a file; raises :class:`UsageError` for two of one Jack."""
    for jack, group in groupby(sorted(cards, key=attrgetter("jack")), attrgetter("jack")):
        card, *others = dict.fromkeys(group)
        if others:
            raise UsageError(f"two of the AI cards given are for {jack}; give one.")
        yield TextFile(card.file, card.document.text)

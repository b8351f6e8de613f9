"""Acts written as Python do to the table what the same acts do when they are told.

Every set-up of the golden games is played twice to the end with nobody listening: each act decided
line by line and carried out by the compiled instructions, and each act as one written function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from golden import adapter
from golden.setups import SetUp, setups
from helpers import CLAY, WORDS, at_least
from msgspec.structs import replace

from moonflight_solo.ai_cards import policy
from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.written_acts import tell_and_perform, written_acts
from moonflight_solo.playtest.observing.observer import Observer
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.rules import game
from moonflight_solo.rules.acts import PASS, Play
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements.codegen import Code, comment
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, CardInPlay, Question, Seat, Table

SETUPS = {name: each for name, each in setups().items() if not all(":" in s for s in each.seats)}
GAMES = at_least(1, 4)
EXAMPLES = Path(__file__).parent.parent / "examples"


@contextmanager
def _all_written(patch: pytest.MonkeyPatch, written: bool) -> Iterator[None]:
    """Have no act written, or every one from the first on."""
    with patch.context() as here:
        if written:
            here.setattr(policy, "FEW_PLAYERS", 0)
        else:
            here.setattr(AICardPlayer, "written", lambda self, table: None)
        yield


def _played(setup: SetUp, seed: int) -> tuple[object, ...]:
    players = adapter._players(setup, seed)
    table = adapter._table(setup, seed, players)
    outcome = game.play(table, adapter._settings(setup, seed))
    counts = [p.counts.coverage() for p in players if isinstance(p, AICardPlayer)]
    return adapter.table_words(table), outcome, counts, table.rng.getstate(), table.chained


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_written_acts_do_the_same(setup: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(GAMES):
        with _all_written(monkeypatch, written=False):
            told = _played(setup, seed)
        with _all_written(monkeypatch, written=True):
            assert _played(setup, seed) == told, f"seed {seed}"


@pytest.mark.parametrize("jack", [CLAY, WORDS])
@pytest.mark.parametrize("turned", [False, True])
def test_every_printed_card_has_a_written_form(jack: str, turned: bool) -> None:
    """What is printed is all written; so no game of the printed cards goes the long way."""
    cards = catalogue("prototype")
    acts = written_acts(cards.game_cards((CLAY, WORDS)), turned, "move")
    unwritten = [
        each.name for each in cards.kinds(turned) if _falls_back(acts.play((Play(each), None)))
    ]
    assert unwritten == []
    lines = compile_side(load_ai_card(jack, cards), turned, Basis(cards))
    spends = [option.spend for line in lines for option in line.options if option.spend]
    assert all(acts.ability(each.ability, each.aim) for each in spends)
    assert jack != CLAY or spends


def test_cards_come_off_a_deck_at_once_unless_a_card_of_the_game_looks_at_decks() -> None:
    cards = catalogue("prototype")
    acts = written_acts(cards.game_cards((CLAY, WORDS)), turned=False, paying="move")
    (draws_two,) = (card for card in cards.kinds(False) if card.words == "Draw 2")
    assert "    if len(deck) >= 2:" in (acts.code(draws_two) or [])


def _falls_back(way: object) -> bool:
    return getattr(way, "func", None) is tell_and_perform


@pytest.mark.parametrize("end", ["\n", "\r", "\f", "\x85", "\u2028", "\u2029", "\v", "\x1c"])
def test_no_words_get_out_of_a_comment(end: str) -> None:
    code = Code()
    hostile = f"Bury{end}raise SystemExit"
    name = code.name(object(), hostile)
    assert name.isidentifier()
    tree = ast.parse("\n".join(["def act():", f"    {comment(hostile)}", "    return 1"]))
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    assert [type(each) for each in function.body] == [ast.Return]


def test_whoever_takes_a_seat_later_is_asked_in_reset() -> None:
    """An AI card need not be asked in which order its cards leave play; whoever replaces it is."""
    cards = catalogue("prototype")
    settings = game.Settings((CLAY, WORDS))
    table = game.set_up(settings, cards, [_follower(jack) for jack in (CLAY, WORDS)])
    game.action(table)
    reset(table)
    asked: list[str] = []

    class Asked:
        def act(self, table: Table, seat: Seat) -> Act:
            return PASS

        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            asked.append(question.ask)
            return range(question.least)

    table.players = (Asked(), Asked())
    for seat in table.seats:
        kinds = dict.fromkeys([*seat.draw_deck, *seat.discard_stack])
        seat.in_play = [CardInPlay(card) for card in kinds][:2]
    game.action(table)
    reset(table)
    assert asked.count("order") == 2
    assert asked.count("retain") == 2


def _follower(jack: str) -> AICardPlayer:
    cards = catalogue("prototype")
    return AICardPlayer(load_ai_card(jack, cards), cards)


def _in_detail(*jacks: str, edition: str = "prototype", own: str = "") -> Plan:
    plan = Plan(seats=tuple(map(SeatPlan, jacks)), edition=edition, detail_every=1)
    if not own:
        return plan
    suit, card = (TextFile.read(EXAMPLES / own / f"{what}.yaml") for what in ("suit", "ai"))
    return replace(plan, card_files=(suit,), ai_files=(card,))


@pytest.mark.parametrize(
    "plan",
    [
        _in_detail(CLAY, WORDS),
        _in_detail(WORDS, CLAY, edition="final"),
        _in_detail(CLAY, WORDS, CLAY),
        _in_detail("Tide and Toll", CLAY, own="tide_and_toll"),
        _in_detail("Mask and Mirror", WORDS, own="mask_and_mirror"),
    ],
    ids=["printed", "final", "three seats", "tide", "mask"],
)
def test_acts_seen_in_detail_are_counted_as_if_told(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether an observer's act is written, or returned and then carried out, counts the same."""
    written = play_batch(plan, 0, GAMES)
    monkeypatch.setattr(Observer, "writing_for", lambda self, course: None)
    assert play_batch(plan, 0, GAMES) == written

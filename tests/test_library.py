"""The public library: its contents, that it is lazy, and that its page is true."""

from __future__ import annotations

import doctest
import pickle
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import moonflight_solo
from moonflight_solo import library
from moonflight_solo.library import (
    Beginning,
    Build,
    Choice,
    IllegalAct,
    IllegalChoice,
    NotationError,
    Pass,
    Play,
    Shop,
    Spend,
    UsageError,
    new_game,
)
from moonflight_solo.recorded_games.replayed_game import ReplayedGame
from moonflight_solo.recorded_games.start import open_record
from moonflight_solo.scenario import snapshot as lying

ROOT = Path(__file__).parent.parent


def test_every_example_of_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = str(ROOT / "docs" / "library.md")
    found = doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 40
    assert found.failed == 0


def test_what_is_offered_is_there_and_named_on_its_page() -> None:
    assert frozenset(library.__all__) == moonflight_solo._OFFERED
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    for name in library.__all__:
        assert getattr(moonflight_solo, name) is getattr(library, name)
        assert name in dir(moonflight_solo)
    functions = {name for name in library.__all__ if name.islower()}
    assert {name for name in functions if f"{name}(" in page or f"`{name}`" in page} == functions
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = moonflight_solo.nothing


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    words = "import sys, moonflight_solo; print([m for m in sys.modules if 'moonflight' in m])"
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['moonflight_solo']"


ANY: Any = None
WRONG: list[Any] = [None, 0, [0], Pass, Shop((99,)), Shop((-2,)), Spend(0, ANY)]
OF_WRONG_PARTS: list[tuple[Any, Any]] = [(Play, "Coin"), (Shop, [0]), (Shop, 0), (Build, 3)]
OF_WRONG_PARTS += [(Choice, 0), (Choice, ("a",))]
WRONG += [kind(given) for kind, given in OF_WRONG_PARTS]


@pytest.mark.parametrize("answer", WRONG, ids=repr)
def test_what_is_no_answer_is_refused_in_a_sentence(answer: Any) -> None:
    game = new_game("clay", seed=3)
    for give in (game.push, game.decision.refuse):  # type: ignore[union-attr]
        with pytest.raises(IllegalAct) as refusal:
            give(answer)
        assert re.fullmatch(r"[^\n]+\.", str(refusal.value))
    assert not game.answers
    while game.decision is not None and game.decision.ask == "act":
        game.push("pass")
    with pytest.raises(IllegalChoice):
        game.push(answer)


def test_what_cannot_be_said_or_seen_is_refused_in_a_sentence() -> None:
    game = new_game("clay", "words", seed=3)
    decision = game.decision
    assert decision is not None
    for words in (Choice((99,)), 3):
        with pytest.raises(IllegalAct):
            decision.words(words)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="3 is not an answer in words"):
        decision.read(3)  # type: ignore[arg-type]
    for seat in (-1, 2, "clay", None):
        with pytest.raises(UsageError, match="is not a seat: seats go from 0 to 1"):
            game.view(seat)  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="is not a seat: seats go from 0 to 1"):
            game.redealt(seat, Random(1))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"rng is a random.Random, not 7"):
        game.redealt(0, 7)  # type: ignore[arg-type]


def test_an_imagined_game_cannot_be_kept(tmp_path: Path) -> None:
    game = new_game("clay", "words:ai", seed=3)
    lots = Random(3)
    for _ in range(20):
        game.push(lots.choice(game.legal))
    imagined = game.redealt(0, lots).copy()
    for keep in (library.share, lambda each: library.save(each, tmp_path / "game.jsonl")):
        with pytest.raises(UsageError, match="this game cannot be saved"):
            keep(imagined)
    assert not [*tmp_path.iterdir()]
    with pytest.raises(TypeError, match="share"):
        pickle.dumps(game)
    other = deepcopy(game)
    other.pop()
    assert len(other.answers) < len(game.answers)


def test_an_answer_that_is_only_begun_is_not_kept() -> None:
    game = new_game("clay", seed=3)
    game.push(next(each for each in game.legal if isinstance(each, Beginning)))
    kept = library.load(library.share(game))
    assert kept.decision is not None
    assert (kept.decision.begun, kept.answers) == (None, [])
    assert isinstance(game.pop(), Beginning)
    assert game.legal == kept.legal


def test_a_folder_of_a_jack_has_its_cards() -> None:
    folder = ROOT / "examples" / "mask_and_mirror"
    assert "Mask and Mirror" in library.load_cards(folder).suits
    seats = ("mask", lambda view: view.legal[0]), "clay"
    assert library.run_playtest(*seats, games=1, card_files=[folder]).games == 1


def test_an_ai_card_and_its_lines_are_shown_in_a_few_words() -> None:
    words = library.load_ai_card("words")
    assert repr(words) == "<AI card of Words and Names>"
    assert repr(words.lines[0]) == "<pre-Turn 1: If 6 cards in hand play “Call”.>"


def test_a_listener_is_something_to_call() -> None:
    with pytest.raises(UsageError, match="listener is a function of an event, not 3"):
        new_game("clay", listener=3)  # type: ignore[arg-type]


def test_explain_names_what_it_takes() -> None:
    clay, game = library.load_ai_card("clay"), new_game("clay", "words:ai", seed=50)
    given: list[tuple[Any, Any]] = [("clay", game.decision), (clay, game), (clay, None)]
    for card, decision in given:
        with pytest.raises(UsageError, match=r'such as load_ai_card\("clay"\), and game\.decision'):
            library.explain(card, decision)


@pytest.mark.parametrize("by", ["random", "greedy", "search=2"])
def test_a_game_with_a_program_is_played_again_as_it_was(by: str, tmp_path: Path) -> None:
    """Also after answers were undone: the program then goes on from where it stood."""
    game, lot, path = new_game("clay", f"words:{by}", seed=3), Random(1), tmp_path / "game.jsonl"
    for number in range(200):
        if number % 7 == 3:
            game.pop()
        elif game.decision is not None:
            game.push(lot.choice(game.decision.legal))
    library.save(game, path)
    assert str(library.load(path).view(0)) == str(game.view(0))
    record, deck, _ = open_record(str(path))
    again = ReplayedGame(record, deck)
    assert again.play() == game.outcome
    assert lying(again.table) == lying(game.table)

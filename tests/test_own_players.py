"""Players of one's own, in the library and at the command line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import run

import moonflight_solo as moonflight
from moonflight_solo import Card, Choice, Game, MoonflightError, Play, UsageError
from moonflight_solo.records.saved_games import folder
from moonflight_solo.rules.state import Table
from moonflight_solo.rules.table_view import TableView
from moonflight_solo.scenario import snapshot

BOT = """
class Bot:
    jack = "words"

    def act(self, view):
        return view.rng.choice(view.legal)

    def choose(self, view):
        return view.rng.choice(view.legal)


def passing(view):
    return "pass" if view.ask == "act" else view.legal[-1]


def lost(view):
    return 1 / 0
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "bot.py").write_text(BOT)
    return str(tmp_path / "bot.py")


def anything(view: TableView) -> Any:
    return view.rng.choice(view.legal)


class Watching:
    """Plays by class, and keeps what it has seen."""

    seen: list[TableView]

    def __init__(self) -> None:
        Watching.seen = []

    def act(self, view: TableView) -> Any:
        assert None in view.players[1].hand or not view.players[1].hand
        Watching.seen.append(view)
        return view.legal[0]

    def choose(self, view: TableView) -> Any:
        Watching.seen.append(view)
        assert view.question is not None
        return range(view.question.least) if view.question.ask != "order" else view.legal[0]


def test_a_function_and_a_class_play_a_game() -> None:
    once = moonflight.new_game(("clay", anything), "words:greedy", seed=3)
    again = moonflight.new_game(("clay", anything), "words:greedy", seed=3)
    assert once.outcome == again.outcome is not None
    game = moonflight.new_game(("clay", Watching), "words:ai", seed=3)
    assert game.outcome is not None
    views = Watching.seen
    assert len(views) > 20
    history = views[-1].history
    assert {event.kind for event in history} > {"act", "play", "purchase", "round"}
    assert history[: len(views[5].history)] == views[5].history


def test_a_player_of_ones_own_plays_between_ones_own_decisions() -> None:
    """What it draws by lot, and what it has seen, is the same when the game goes back."""

    def careful(view: TableView) -> Any:
        assert view.seat == 1
        sizes.setdefault(view.round, len(view.history))
        assert len(view.history) >= sizes[view.round]
        return anything(view)

    sizes: dict[int, int] = {}
    game = moonflight.new_game("clay", ("words", careful), seed=4)
    seen = []
    for _ in range(60):
        seen.append(str(game.decision.view))  # type: ignore[union-attr]
        game.push(game.legal[0])
    given = [game.pop() for _ in range(60)][::-1]
    for answer, view in zip(given, seen, strict=True):
        assert str(game.decision.view) == view  # type: ignore[union-attr]
        game.push(answer)


def test_only_who_cheats_sees_the_table() -> None:
    class Cheat:
        cheats = True

        def act(self, view: TableView, table: Table) -> Any:
            assert all(isinstance(card, Card) for card in table.seats[1].hand)
            return view.legal[-1]

        choose = act

    assert moonflight.new_game(("clay", Cheat), "words:greedy", seed=2).outcome is not None


def test_a_playtest_of_ones_own_player(bot: str) -> None:
    def wins(*seats: Any, jobs: int = 1) -> list[int]:
        summary = moonflight.run_playtest(*seats, games=6, seed=5, jobs=jobs)
        assert summary.games == 6
        return [seat.wins.count for seat in summary.seats]

    assert wins(("clay", anything), "words") == wins(("clay", anything), "words")
    assert wins(f"clay:{bot}:Bot", "words:greedy") == wins(
        f"clay:{bot}:Bot", "words:greedy", jobs=2
    )
    assert wins(f"{bot}:Bot", moonflight.load_ai_card("clay")) == wins(f"words:{bot}:Bot", "clay")


REFUSED: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (("clay", 3), {}, "3 is not a seat: give the name of a Jack"),
    (("clay", ("words", 3)), {}, "3 cannot play: give a class"),
    (("clay", "words:nobody"), {}, 'no player is called "nobody"'),
    (("clay", "words:none.py:Bot"), {}, 'there is no file "none.py" with a player in it.'),
    (("clay",), {"seed": "x"}, "seed is a whole number, not 'x'."),
    (("clay", "words"), {"first": "clay"}, "first is a whole number from 0, not 'clay'."),
    (("clay", ("words", "clever")), {}, "choose one of: ai, random, greedy, search"),
    ((type("Idle", (), {"jack": "clay"}),), {}, "cannot play: give a class"),
]
OF_PLAYTESTS: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((), {}, "nobody is seated"),
    (("clay", "words"), {"jobs": 0}, "jobs is a whole number from 1, not 0."),
    (("clay", "words"), {"games": -5}, "games is a whole number from 1, not -5."),
    (("clay", ("words", anything)), {"jobs": 2}, "is known to this process alone"),
    ((moonflight.load_ai_card("clay"),) * 0 + (3,), {}, "3 is not a seat"),
    (("clay", "words"), {"rounds": 0}, "rounds is a whole number from 1, not 0."),
    (("clay", "words"), {"ai_files": "own.yaml"}, "are lists of files"),
]


@pytest.mark.parametrize(("seats", "named", "said"), REFUSED)
def test_what_is_no_seat_is_refused(seats: tuple[Any, ...], named: Any, said: str) -> None:
    for call in (moonflight.new_game, moonflight.run_playtest):
        with pytest.raises(UsageError) as refusal:
            call(*seats, **named)
        assert said in str(refusal.value)
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("seats", "named", "said"), OF_PLAYTESTS)
def test_what_is_no_playtest_is_refused(seats: tuple[Any, ...], named: Any, said: str) -> None:
    with pytest.raises(UsageError) as refusal:
        moonflight.run_playtest(*seats, **named)
    assert said in str(refusal.value)


def test_a_wrong_answer_and_a_fault_are_one_sentence() -> None:
    def wrong(view: TableView) -> Any:
        return Play(view.you.character.card) if view.ask == "act" else Choice((99,))

    def faulty(view: TableView) -> Any:
        raise ValueError("no idea")

    def played(bot: Any) -> Game:
        return moonflight.new_game(("clay", bot), "words:greedy", seed=1)

    with pytest.raises(
        MoonflightError, match=r"wrong answers Play.*which is not one of view.legal: .* not in hand"
    ):
        played(wrong)
    with pytest.raises(MoonflightError, match=r"faulty: ValueError: no idea \(line \d+\)"):
        played(faulty)
    with pytest.raises(MoonflightError, match=r"None, which is not one of view\.legal\.$"):
        played(lambda view: None)
    with pytest.raises(MoonflightError, match=r"leaving: SystemExit: bye \(line \d+\)"):
        played(leaving)
    with pytest.raises(MoonflightError, match=r"two: TypeError: .*argument: 'other'\.$"):
        played(two)

    class Made:
        def __init__(self, name: str) -> None: ...

        act = choose = staticmethod(anything)

    with pytest.raises(MoonflightError, match="Made cannot be made: TypeError: "):
        played(Made)


def leaving(view: TableView) -> Any:
    raise SystemExit("bye")


def two(view: TableView, other: object) -> Any:
    return view.legal[0]


def test_a_player_with_a_jack_is_a_seat_and_may_answer_with_an_index() -> None:
    class First:
        jack = "clay"

        def act(self, view: TableView) -> Any:
            return "pass" if view.round > 3 else view.legal[0]

        def choose(self, view: TableView) -> Any:
            return 0 if view.question and view.question.least == 1 else view.legal[0]

    assert moonflight.new_game(First, "words:ai", seed=3).decision is None
    summary = moonflight.run_playtest(First, ("words", "greedy"), games=2, rounds=5, first=1)
    assert (summary.plan.rounds, summary.plan.first, summary.unfinished.count) == (5, 2, 2)
    assert (summary.plan.command, summary.unfinished.examples[0].command) == ("", None)


def test_at_the_command_line(bot: str) -> None:
    told = run("watch", f"clay:{bot}:Bot", "words", "--seed", "3").stdout
    assert "wins" in told
    told = run("playtest", f"clay:{bot}:passing", "words", "--games", "4").stdout
    assert "4 games" in told
    for seat, said in [
        (f"clay:{bot}:nobody", 'has no player called "nobody"'),
        (f"{bot}:passing", "say which Jack"),
        (f"clay:{bot}:lost", "ZeroDivisionError: division by zero (line"),
    ]:
        done = run("playtest", seat, "words", "--games", "2")
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_a_file_that_python_cannot_read_is_named_with_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text("class Bot(\n", "utf-8")
    with pytest.raises(UsageError, match=r"'\(' was never closed \(half\.py, line 1\)\.$"):
        moonflight.new_game(f"clay:{tmp_path / 'half.py'}:Bot", "words")


def test_what_a_bot_prints_spoils_no_answer(bot: str) -> None:
    loud = BOT.replace("class Bot:", "print('loaded')\n\nclass Bot:").replace(
        "def act(self, view):", "def act(self, view):\n        print('thinking')"
    )
    Path(bot).write_text(loud)
    done = run("playtest", f"{bot}:Bot", "clay", "--games", "2", "--json")
    assert json.loads(done.stdout)["games"] == 2
    assert done.stderr.startswith("loaded\nthinking\n")


def test_a_strangers_record_runs_no_code(bot: str, tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    told = run("play", "--jack", "clay", "--against", f"{bot}:Bot", "--seed", "1", typed=["1", "1"])
    assert "Traceback" not in told.stderr
    (saved,) = folder().glob("*.jsonl")
    kept.write_bytes(saved.read_bytes())
    said = run("resume", str(kept), typed=["quit"])
    assert "only one of your own saved games may run" in said.stderr
    assert "only a game" not in run("resume", typed=["quit"]).stderr


def test_a_game_is_saved_shared_and_loaded(tmp_path: Path) -> None:
    once = moonflight.new_game("clay", "words:ai", seed=9)
    lot = Random(1)
    for number in (40, 300):
        while once.decision is not None and len(once.answers) < number:
            once.push(lot.choice(once.legal))
        if once.decision is not None and once.decision.begun is not None:
            once.pop()
        path = tmp_path / f"{number}.jsonl"
        moonflight.save(once, path)
        for again in (moonflight.load(path), moonflight.load(moonflight.share(once))):
            assert again.answers == once.answers
            assert snapshot(again.table) == snapshot(once.table)
            assert repr(again) == repr(once)
        assert "Traceback" not in run("replay", str(path)).stderr
        assert run("replay", str(path)).exit_code == 0
        with pytest.raises(MoonflightError, match="already exists"):
            moonflight.save(again, path)
        assert moonflight.share(again) == moonflight.share(once)


def test_what_cannot_be_saved_says_why(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    drawn = moonflight.parse_ai_card(
        "PRE TURN\nACTION\n1 – Pass.\nPOST TURN\nACTION\n1 – Pass.", "clay"
    )
    for seats, said in [
        ((("clay", anything), "words"), "anything has no file"),
        (("words", drawn), "the AI card of Clay and Bones has no file"),
    ]:
        with pytest.raises(UsageError, match=said):
            moonflight.save(moonflight.new_game(*seats), path)  # type: ignore[arg-type]
    assert not path.exists()
    with pytest.raises(MoonflightError, match="there is no file"):
        moonflight.load(path)


def test_a_game_says_whose_decision_it_is() -> None:
    game = moonflight.new_game("clay", "words:greedy", seed=1, first=0)
    assert (
        repr(game) == "<Game of Clay and Bones and Words and Names: <Clay and Bones, round 1: act>>"
    )
    assert repr(game.table) == "<Table of Clay and Bones, Words and Names, round 1>"

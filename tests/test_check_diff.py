"""Rewordings with known verdicts, and the tables that show them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from helpers import CLAY, WORDS
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.step import Step, step
from moonflight_solo.check.diff import comparison
from moonflight_solo.check.diff.comparison import Difference, LineChange, difference
from moonflight_solo.check.games import game_tables
from moonflight_solo.check.reachability.side import SideProver
from moonflight_solo.check.small_tables.outcomes import Followers, alone
from moonflight_solo.cli import main
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements.requirement import TRUE, Not
from moonflight_solo.scenario import Scenario, load_scenario
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.text import Text

CARDS = catalogue()
GAMES = 1


EVERY = {name: getattr(comparison, name) for name in ("_MOST_TABLES", "_MOST_TABLES_OF_TWO")}
pytestmark = pytest.mark.usefixtures("fewer_tables")


@pytest.fixture
def every_table(fewer_tables: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in EVERY.items():
        monkeypatch.setattr(comparison, name, number)


@cache
def ai_card(jack: str) -> AICard:
    return load_ai_card(jack, CARDS)


def reworded(folder: Path, jack: str, *changes: tuple[str, str]) -> Path:
    """Return a file with a Jack's printed AI card, with words replaced."""
    words = Path(ai_card(jack).file).read_text("utf-8")
    for old, new in changes:
        assert words.count(old) >= 1, old
        words = words.replace(old, new)
    file = folder / "new.yaml"
    file.write_text(words, "utf-8")
    return file


def with_one_line(jack: str, old: str, new: str) -> AICard:
    """Return a Jack's printed AI card with words replaced in one line, and only that line parsed
    again.
    """
    card = ai_card(jack)
    lines: list[AILine] = []
    for line in card.lines:
        words = f"{line.number} – {line.words}"
        if old in words:
            text = Text(words.replace(old, new).partition(" – ")[2])
            printed = replace(line.printed, text=text)
            line = replace(line, printed=printed, reading=disambiguate(text, "line"))
        lines.append(line)
    assert sum(one is not other for one, other in zip(lines, card.lines, strict=True)) == 1
    return replace(card, lines=tuple(lines))


def compared(folder: Path, jack: str, *changes: tuple[str, str]) -> Difference:
    new = load_ai_card(reworded(folder, jack, *changes), CARDS)
    return difference(ai_card(jack), new, Basis(CARDS), GAMES)


def changed(found: Difference) -> list[LineChange]:
    return [
        each for each in found.lines if each.verdict != "same" or each.reworded or each.pair.moved
    ]


def steps(found: Difference, shown_table: dict[str, Any], folder: Path) -> tuple[Step, Step]:
    """Return `ai step`'s results on a table with the old card and the new one."""
    file = folder / "table.yaml"
    file.write_text(yaml.safe_dump(shown_table, allow_unicode=True), "utf-8")
    jack = found.old.jack
    old, new = (step(load_scenario(file), {jack: card}) for card in (found.old, found.new))
    return old, new


def deed(seen: Step) -> tuple[str, tuple[str, ...]]:
    return seen.notation, seen.targets


# One line is reworded; what is to come out is the verdict, how sure that is, and the ways shown.
MEMORY = "6 – Play “Memory”.\n  7 – Play a card with Stability 1+."
MEMORY_LATER = "6 – Play a card with Stability 1+.\n  7 – Play “Memory”."
LIVING = "5.1 – If “Call The Living” played play the"
ROBBER = "3 – Play “Grave Robber”"
RISE_UP = "on top of Discard Stack play “Rise Up”"
REWORDINGS = [
    (WORDS, "If 6 cards in hand play “Call”", "If 6+ cards in hand play “Call”", "wider", 1),
    (WORDS, "If 8 cards in hand play", "If 9 cards in hand play", "different", 2),
    (WORDS, "If 2 cards in hand with total score 0 play “Hear”", "Play “Hear”", "wider", 1),
    (WORDS, "9 – Play the highest cost", "9 – Play the lowest cost", "different", 1),
    (WORDS, "“Talk” OR “Teach” in hand", "“Teach” OR “Talk” in hand", "same", 0),
    (WORDS, "Set as many of the lowest cost", "Set as many of the highest cost", "different", 1),
    (CLAY, "suit on top of Discard Stack", "suit in Discard Stack", "wider", 1),
    (CLAY, ROBBER, "3 – If 6+ coin tokens in hand play “Grave Robber”", "narrower", 1),
    (CLAY, RISE_UP, "on top of Discard Stack and 2+ cards in hand play “Rise Up”", "narrower", 1),
    (CLAY, RISE_UP, "on top of Discard Stack OR 2+ cards in hand play “Rise Up”", "wider", 1),
    (CLAY, f"{LIVING} highest cost card", f"{LIVING} lowest cost card", "different", 1),
    # Only the top card can be moved by the card that is played, so the condition says no more.
    (CLAY, "starter card on top of their", "starter card in their", "same", 0),
    (CLAY, "Clay and Bone’s suit on top", "Clay and Bones’ suit on top", "same", 0),
    (CLAY, "If 6+ coin tokens in hand", "If controlling 6+ coin tokens", "same", 0),
    (CLAY, "“Danse Macabre”/”Go Down”.", "“Go Down”/“Danse Macabre”.", "different", 1),
    (CLAY, "highest scoring card in the Trash", "highest cost card in the Trash", "different", 1),
]


@pytest.mark.parametrize(("jack", "old", "new", "verdict", "ways"), REWORDINGS)
def test_a_rewording_is_judged(
    jack: str, old: str, new: str, verdict: str, ways: int, tmp_path: Path
) -> None:
    """Each verdict is the one a person gives, and each table shown shows it with `ai step`."""
    found = difference(ai_card(jack), with_one_line(jack, old, new), Basis(CARDS), 0)
    (change,) = changed(found)
    assert change.verdict == verdict
    assert change.reworded
    assert len(change.shown) >= min(ways, 1)
    assert (found.verdict == "same") == (verdict == "same")
    if verdict == "same":
        assert change.certainty.startswith("proved")
        assert found.tables == 0
    if change.certainty == "proved":
        proof_holds_in_games(found, change)
    unit = change.pair.new
    assert unit is not None
    for shown in change.shown:
        seen = steps(found, shown.scenario.written(), tmp_path)
        assert deed(seen[0]) == shown.outcomes[0].deed
        assert deed(seen[1]) == shown.outcomes[1].deed
        assert not shown.alone
        followed = [each.line == unit.number for each in seen]
        if verdict == "narrower":
            assert followed == [True, False]
        elif verdict == "wider":
            assert followed == [False, True]
        else:
            assert any(followed)
    for shown in found.shown:
        one, two = steps(found, shown.scenario.written(), tmp_path)
        assert deed(one) != deed(two)


@pytest.mark.usefixtures("every_table")
def test_a_list_of_fewer_names_is_narrower(tmp_path: Path) -> None:
    names = "“Call”/“Talk”/“Teach”", "“Call”/“Talk”"
    test_a_rewording_is_judged(WORDS, *names, "narrower", 2, tmp_path)


@cache
def tables_of_games(jack: str) -> list[Scenario]:
    return game_tables(ai_card(jack), Basis(CARDS), 3)


def proof_holds_in_games(found: Difference, change: LineChange) -> None:
    """Check what is proved of a single line on the tables of games."""
    pair = change.pair
    assert pair.old is not None
    assert pair.new is not None
    lines = (alone(found.old, pair.old.line), alone(found.new, pair.new.line))
    followers = Followers(lines, Basis(CARDS))
    tables = [s for s in tables_of_games(found.new.jack) if s.turned == change.turned]
    assert len(tables) > 60
    for scenario in tables:
        one, two = followers.plans(scenario)
        if change.verdict == "same":
            assert one.deed == two.deed
        elif change.verdict == "narrower":
            assert one.line or not two.line
        else:
            assert two.line or not one.line


def test_a_change_of_and_and_or_is_judged_both_ways(tmp_path: Path) -> None:
    """Where one stands for the other, "or" is wider than "and"; both are proved."""
    printed = "If controlling 6+ coin tokens"
    with_and = tmp_path / "and.yaml"
    reworded(tmp_path, WORDS, (printed, f"{printed} and 4+ cards in hand")).rename(with_and)
    with_or = reworded(tmp_path, WORDS, (printed, f"{printed} or 4+ cards in hand"))
    one, other = (load_ai_card(file, CARDS) for file in (with_and, with_or))
    (wider,) = changed(difference(one, other, Basis(CARDS), GAMES))
    (narrower,) = changed(difference(other, one, Basis(CARDS), GAMES))
    assert (wider.verdict, wider.certainty) == ("wider", "proved")
    assert (narrower.verdict, narrower.certainty) == ("narrower", "proved")


# ------------------------------------------------------------------------ order, new, gone


def test_lines_that_change_places_have_moved(tmp_path: Path) -> None:
    found = compared(tmp_path, WORDS, (MEMORY, MEMORY_LATER))
    (change,) = changed(found)
    assert (change.verdict, change.pair.moved, change.reworded) == ("same", True, False)
    assert found.verdict == "different"
    (shown,) = found.shown
    assert shown.scenario.size == 2
    one, two = steps(found, shown.scenario.written(), tmp_path)
    assert {one.notation, two.notation} == {"play Memory", f"play {shown.new.split()[-1]}"}


def test_an_order_that_makes_no_difference_is_proved_the_same(tmp_path: Path) -> None:
    """A hand has 6 cards or 8, so neither line stands in the other's way."""
    first = "1 – If 6 cards in hand play “Call”."
    second = "2 – If 8 cards in hand play “Talk”."
    swapped = (f"{first}\n  {second}", f"1{second[1:]}\n  2{first[1:]}")
    found = compared(tmp_path, WORDS, swapped)
    (change,) = changed(found)
    assert change.pair.moved
    assert found.verdict == "same"
    numbers = compared(tmp_path, WORDS, swapped, ("2 – If 6 cards", "2 – If 6+ cards"))
    assert numbers.verdict == "different"


def test_the_order_of_two_reset_lines_counts(tmp_path: Path) -> None:
    """Only one card can be retained, and both lines stand for the same step."""
    one, other = "3 – Retain “Understand”.", "3 – Retain “Listen”."
    old = load_ai_card(reworded(tmp_path, WORDS, (one, f"{one}\n  {other}")), CARDS)
    (tmp_path / "new").mkdir()
    new = load_ai_card(reworded(tmp_path / "new", WORDS, (one, f"{other}\n  {one}")), CARDS)
    found = difference(old, new, Basis(CARDS), GAMES)
    assert found.verdict == "different"
    (shown,) = found.shown
    assert (shown.old, shown.new) == ("retain Understand", "retain Listen")


def test_a_line_taken_out_and_one_put_in(tmp_path: Path) -> None:
    taken = ("5 – Play “Take Us With You”.\n  6 –", "5 –"), ("7 – Spend lowest", "6 – Spend lowest")
    file = reworded(tmp_path, CLAY, *taken, ("8 – Pass\n  RESET", "7 – Pass\n  RESET"))
    without = load_ai_card(file, CARDS)
    (gone,) = changed(difference(ai_card(CLAY), without, Basis(CARDS), GAMES))
    assert (gone.verdict, gone.pair.new) == ("gone", None)
    found = difference(without, ai_card(CLAY), Basis(CARDS), GAMES)
    (new,) = changed(found)
    assert (new.verdict, new.pair.old) == ("new", None)
    for shown in (*gone.shown, *new.shown):
        assert "play Take Us With You" in [each.notation for each in shown.outcomes]
    one, two = steps(found, new.shown[0].scenario.written(), tmp_path)
    assert (one.notation, two.line) == (new.shown[0].outcomes[0].notation, "5")
    # The lines below have other numbers now, and nothing else.
    assert found.verdict == "different"


def test_to_pass_last_is_what_a_card_does_that_has_no_line_left(tmp_path: Path) -> None:
    """Passing above a line that might be followed is another matter."""
    found = compared(tmp_path, CLAY, ("  10 – Pass\n", ""), ("  8 – Pass\n", ""))
    assert [each.verdict for each in changed(found)] == ["gone", "gone"]
    assert (found.verdict, found.tables) == ("same", 0)
    above = [
        ("10 – Pass", "10 – If 2+ cards in hand pass.\n  11 – Play “Coin”."),
        ("8 – Pass", "8 – Pass."),
    ]
    assert compared(tmp_path, CLAY, *above).verdict != "same"
    higher = compared(
        tmp_path,
        CLAY,
        ("9 – Play “Take", "9 – Pass.\n  10 – Play “Take"),
        ("10 – Pass", "11 – Pass"),
    )
    assert higher.verdict != "same"


def test_a_line_that_is_never_reached_makes_no_difference(tmp_path: Path) -> None:
    """Pre-Turn line 9 stands behind line 5, which plays any card."""
    gone = "9 – Play “Take It With You” targeting “Waste” card.\n  10 – Pass"
    found = compared(tmp_path, CLAY, (gone, "9 – Pass"))
    (change,) = changed(found)
    assert change.verdict == "gone"
    assert change.shown == ()
    assert change.certainty == "proved, it is never followed"
    assert found.verdict == "same"


@pytest.mark.parametrize(
    ("old", "new", "by"),
    [
        (
            "Spend any “Waste” cards using",
            "Spend 1 “Waste” card in hand using",
            "G-spend A-partial",
        ),
        ("highest cost card available", "the highest cost card", "A-available"),
        ("If there is a scoring card in the Trash Stack play “Wake", "Play “Wake", "A-follow"),
        (
            "“Danse Macabre”/”Go Down”.",
            "“Danse Macabre”/”Go Down” targeting a scoring card on top of the Trash Stack.",
            "A-same A-follow",
        ),
        (
            "If no Market Stacks of Jack O’ Clay and Bones’ suit are empty shop to",
            "Shop to",
            "A-fewest",
        ),
        ("If any cards scoring 0 in play or hand Spend 2", "Spend 2", "A-follow"),
    ],
)
def test_what_the_check_advises_is_proved_and_says_the_rulings_it_leans_on(
    old: str, new: str, by: str, tmp_path: Path
) -> None:
    """The prover of `ai check`: what it calls redundant, or says to write, is the same."""
    found = compared(tmp_path, CLAY, (old, new))
    (change,) = (each for each in found.lines if each.reworded)
    assert change.verdict == "same"
    assert change.certainty == f"proved, by {' and '.join(by.split())}" * bool(by) + "proved" * (
        not by
    )
    assert found.verdict == "same"


def test_a_reset_line_is_compared_by_what_is_kept(tmp_path: Path) -> None:
    found = compared(tmp_path, CLAY, ("3 – Retain “Wake The Dead”.", "3 – Retain “Grave Digger”."))
    (change,) = changed(found)
    assert (change.section, change.verdict) == ("reset", "different")
    (shown,) = found.shown
    assert shown.section == "reset"
    assert shown.scenario.size == 1
    (held,) = shown.scenario.seats[0].hand
    kept = {"Wake The Dead": 0, "Grave Digger": 1}[held]
    said = ["retain nothing", "retain nothing"]
    said[kept] = f"retain {held}"
    assert [shown.old, shown.new] == said


@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_a_card_is_the_same_as_itself(jack: str, tmp_path: Path) -> None:
    found = compared(tmp_path, jack)
    assert found.verdict == "same"
    assert changed(found) == []
    assert {each.certainty for each in found.lines} == {"proved"}


def test_cards_of_two_jacks_cannot_be_compared() -> None:
    with pytest.raises(UsageError, match="two Jacks"):
        difference(ai_card(CLAY), ai_card(WORDS), Basis(CARDS))


# ------------------------------------------------------------------------------- implying

HAND = ast.Place(("hand",))


def held(least: int, most: int | None = None) -> ast.Has:
    return ast.Has(ast.Cards(place=HAND), ast.Range(least, most))


@pytest.mark.parametrize(
    ("one", "other", "proved"),
    [
        (held(6, 6), held(6), True),
        (held(6), held(6, 6), False),
        (held(7), held(6), True),
        (None, held(0), True),
        (None, held(1), False),
        (held(1), None, True),
        (ast.All((held(2), ast.Coins(ast.Range(6)))), ast.Coins(ast.Range(5)), True),
        (ast.Coins(ast.Range(5)), ast.All((held(2), ast.Coins(ast.Range(5)))), False),
        (ast.Either((held(3, 4), held(6))), held(3), True),
        (held(3), ast.Either((held(3, 4), held(6))), False),
        (held(3), ast.Either((held(3, 4), held(5))), True),
    ],
)
def test_a_condition_that_implies_another(
    one: ast.Condition | None, other: ast.Condition | None, proved: bool
) -> None:
    side = SideProver(ai_card(CLAY), False, Basis(CARDS))
    holds, does = (each and side.context.lower.condition(each) for each in (one, other))
    assert side.never(holds or TRUE, Not(does or TRUE)) == proved


# ---------------------------------------------------------------------------- the command


def run(*args: object, games: int = 0) -> Result:
    return CliRunner().invoke(main, ["ai", "diff", *map(str, args), "--games", str(games)])


def test_the_command_tells_what_changes(tmp_path: Path) -> None:
    file = reworded(tmp_path, WORDS, ("If 6 cards in hand play", "If 6+ cards in hand play"))
    result = run("words", file, games=1)
    assert result.exit_code == 1
    rows = result.output.splitlines()
    assert "  Line 1: wider, followed in more positions (proved, by A-exact)" in rows
    assert "    - If 6 cards in hand play “Call”." in rows
    assert "    + If 6+ cards in hand play “Call”." in rows
    assert "      NEW play Call" in rows
    assert rows[-2] == "  Different before the Turn, as in a position of line 1."
    assert rows[-1].startswith("By hand, ")


def test_the_command_ends_as_diff_does(tmp_path: Path) -> None:
    """0 for the same, 1 for different, 2 for trouble."""
    same = reworded(tmp_path, CLAY, ("Clay and Bone’s suit", "Clay and Bones’ suit"))
    result = run("clay", same)
    assert result.exit_code == 0
    assert "  Line 2: same meaning, other words (proved)" in result.output
    assert "Same (proved): every line has the same me" in result.output
    unreadable = reworded(tmp_path, CLAY, ("3 – Retain", "3 – Retayn"))
    result = run("clay", unreadable)
    assert result.exit_code == 2
    assert "Retayn" in result.output
    assert "Traceback" not in result.output
    assert run("clay", "words").exit_code == 2
    assert run("clay", tmp_path / "none.yaml").exit_code == 2
    assert run("clay", "nobody").exit_code == 2


def test_several_readings_without_a_ruling_are_trouble(tmp_path: Path) -> None:
    start = "1 – If hand contains “Wake The Dead”"
    file = reworded(tmp_path, CLAY, (f"{start} OR", f"{start} or"))
    result = run("clay", file)
    assert result.exit_code == 2
    assert "can be read in 9 ways" in result.output


def test_the_command_gives_json(tmp_path: Path) -> None:
    file = reworded(tmp_path, WORDS, (MEMORY, MEMORY_LATER))
    result = run("words", file, "--json")
    assert result.exit_code == 1
    found = json.loads(result.output)
    assert (found["jack"], found["verdict"]) == (WORDS, "different")
    (moved,) = [line for line in found["lines"] if line["moved"]]
    assert (moved["verdict"], moved["certainty"]) == ("same", "proved")
    assert {moved["old"]["number"], moved["new"]["number"]} == {"6", "7"}
    (shown,) = found["shown"]
    assert shown["old_does"] == "line 6: play Memory"
    assert shown["table"]["seats"][0]["jack"] == WORDS


@pytest.mark.usefixtures("every_table")
def test_the_tables_are_saved_for_ai_step(tmp_path: Path) -> None:
    """With NEW every saved table is as expected, with OLD none is."""
    new = reworded(
        tmp_path,
        WORDS,
        ("If 6 cards in hand play", "If 6+ cards in hand play"),
        ("with total score 2 play", "with total score 3 play"),
        ("9 – Play the highest cost", "9 – Play the lowest cost"),
    )
    folder = tmp_path / "shown"
    run("words", new, "--save-scenarios", folder)
    files = sorted(folder.glob("*.yaml"))
    assert {file.stem for file in files} >= {"pre-1", "pre-9", "whole-pre", "whole-post"}
    for file in files:
        steps_ = [
            CliRunner().invoke(main, ["ai", "step", str(file), *more])
            for more in (["--ai", str(new)], [])
        ]
        assert [each.exit_code for each in steps_] == [0, 1], file.read_text("utf-8")

"""Single changes to cards and AI cards, and the search for those that make two decks even."""

from __future__ import annotations

import difflib
from itertools import islice
from pathlib import Path

import pytest
from command_line import run
from helpers import CLAY, WORDS

from moonflight_solo.documents import read_document
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.balance_search import BalanceFront, BalanceSearch
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.run import Run, card_documents, run_of
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.playtest.single_changes import (
    SingleChange,
    go_together,
    single_changes,
    with_changes,
)
from moonflight_solo.playtest.statistics import bounded_mean

PLAN = Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)), detail_every=0)
AI_OF_CLAY = f"{CLAY} AI, "


def every() -> dict[str, SingleChange]:
    return {each.label: each for each in single_changes(run_of(PLAN))}


def rows_changed(*labels: str) -> list[str]:
    """Return the rows that changes take from files and add to them, without their indentation."""
    plan = with_changes(run_of(PLAN), [every()[label] for label in labels])
    Run(plan)
    texts = [
        (was.text, now.text)
        for was, now in zip(card_documents(PLAN), card_documents(plan), strict=True)
    ]
    texts += [(read_document(Path(file.name)).text, file.text) for file in plan.ai_files]
    rows = [
        f"{row[0]}{row[2:].strip()}"
        for was, now in texts
        for row in difflib.ndiff(was.splitlines(), now.splitlines())
        if row[0] in "+-" and "words:" not in row
    ]
    return rows


# ------------------------------------------------------------------------ single changes


CHANGES = {
    "“Bury” cost 1 → 3": """
        -cost: 1
        +cost: 3
    """,
    "“Danse Macabre” score 1 → 0, “The Long Walk” 0 → 1": """
        -stability/score: -/-
        +stability/score: -/1
        -stability/score: -/1
        +stability/score: -/-
    """,
    "“Bury” 6 → 5 copies, “Rise Up” 5 → 6": """
        -- copies: 6
        +- copies: 5
        -- copies: 5
        +- copies: 6
    """,
    "“Lesson” text “Hand limit +1” → “Hand limit +2”": """
        -text: Hand limit +1
        +text: "Hand limit +2"
    """,
    f"{AI_OF_CLAY}pre-Turn 1: “than 4 cards” → “than 5 cards”": """
        -1 – If fewer than 4 cards in Draw Deck play “Macabre Harvest”.
        +1 – If fewer than 5 cards in Draw Deck play “Macabre Harvest”.
    """,
    f"{WORDS} AI, post-Turn 4: “If 2 cards” → “If 1 card”": """
        -4 – If 2 cards in hand with total score 0 play “Hear”.
        +4 – If 1 card in hand with total score 0 play “Hear”.
    """,
    f"{AI_OF_CLAY}pre-Turn 3 and 4 exchanged": """
        -3 – Play “Grave Robber”.
        -4 – Spend any “Waste” cards using “Grave Robber”.
        +3 – Spend any “Waste” cards using “Grave Robber”.
        +4 – Play “Grave Robber”.
    """,
    f"{WORDS} AI, pre-Turn 5: “Talk” before “Call”": """
        -5 – Play “Forget To Remember” targeting “Call”/“Talk”/“Teach”.
        +5 – Play “Forget To Remember” targeting “Talk”/“Call”/“Teach”.
    """,
    f"{AI_OF_CLAY}pre-Turn 9 left out": """
        -9 – Play “Take It With You” targeting “Waste” card.
        -10 – Pass
        +9 – Pass
    """,
}


@pytest.mark.parametrize("label", CHANGES)
def test_a_single_change_changes_one_thing(label: str) -> None:
    rows = [row.strip() for row in CHANGES[label].strip().splitlines()]
    assert sorted(rows_changed(label)) == sorted(rows)


def test_a_line_takes_its_sub_lines_and_its_ruling_along() -> None:
    moved = rows_changed(f"{AI_OF_CLAY}pre-Turn 5 and 6 exchanged")
    assert (
        "+6.1 – If “Call The Living” played play the highest cost card in Discard Stack." in moved
    )
    plan = with_changes(run_of(PLAN), [every()[f"{AI_OF_CLAY}post-Turn 1 and 2 exchanged"]])
    card = Run(plan).ai_cards[0]
    assert card is not None
    assert not card.stale
    assert "A-cb-post-1" in card.main_lines(True)[1].ruled_by


def test_changes_of_one_ai_card_go_together_unless_they_touch_the_same() -> None:
    exchanged, out, number = (
        every()[AI_OF_CLAY + each]
        for each in (
            "pre-Turn 3 and 4 exchanged",
            "pre-Turn 7 left out",
            "pre-Turn 8: “If 6+ coin tokens” → “If 7+ coin tokens”",
        )
    )
    card = Run(with_changes(run_of(PLAN), [exchanged, out, number])).ai_cards[0]
    assert card is not None
    words = [line.words for line in card.main_lines(False)]
    assert len(words) == 9
    assert words[2].startswith("Spend any")
    assert words[6].startswith("If 7+ coin tokens")
    assert go_together([exchanged, out, number])
    assert not go_together([exchanged, every()[f"{AI_OF_CLAY}pre-Turn 4 left out"]])
    assert not go_together([every()["“Bury” cost 1 → 2"], every()["“Bury” cost 1 → 3"]])


def test_suits_still_make_a_market_and_every_label_is_its_own() -> None:
    found = single_changes(run_of(PLAN))
    assert len({each.label for each in found}) == len(found)
    for each in found[::9]:
        if not each.of_ai_card:
            Run(with_changes(run_of(PLAN), [each]))  # or the suit would be refused


@pytest.mark.parametrize(
    ("only", "keep", "kinds", "jacks"),
    [
        (["cost"], [], {"cost"}, {CLAY, WORDS}),
        (["clay:ai"], ["number", "line"], {"order", "list"}, {CLAY}),
        (["words"], ["ai", "cost", "copies", "score"], {"hand limit"}, {WORDS}),
        (["Bury"], ["copies"], {"cost"}, {CLAY}),
        (["dig:cost", "words:list"], [], {"cost", "list"}, {CLAY, WORDS}),
    ],
)
def test_only_and_keep(only: list[str], keep: list[str], kinds: set[str], jacks: set[str]) -> None:
    found = single_changes(run_of(PLAN), only, keep)
    assert {each.kind for each in found} == kinds
    assert {each.jack for each in found} == jacks


def test_words_that_name_nothing_are_refused() -> None:
    with pytest.raises(UsageError, match='"nobody" names nothing to change'):
        single_changes(run_of(PLAN), ["nobody"])
    for words, problem in (
        ("clay words --keep cards --keep ai", "leave nothing to change"),
        ("clay clay", "two different Jacks"),
        ("clay", "two different Jacks"),
    ):
        told = run("balance", *words.split())
        assert told.exit_code == 2
        assert problem in told.stderr


# ----------------------------------------------------------------------------- the search


def found(
    plan: Plan, games: int, only: list[str], target: float = 0.5, jobs: int = 1
) -> BalanceFront:
    search = BalanceSearch(plan, target, games, only, [])
    for _ in search.search(jobs):
        pass
    return search.results(stopped=False, plans={})


def test_the_result_is_the_same_for_any_number_of_jobs() -> None:
    here = found(PLAN, 500, ["hand limit"])
    assert here == found(PLAN, 500, ["hand limit"], jobs=2)
    assert here.front
    assert here.today.fresh
    assert [len(row.changes) for row in here.front] == sorted(
        len(row.changes) for row in here.front
    )
    assert all(row.fresh and row.wins.low < row.wins.share < row.wins.high for row in here.front)  # type: ignore[operator]


def test_what_is_known_stays_known() -> None:
    search = BalanceSearch(PLAN, 0.5, 1000, ["hand limit"], [])
    for _ in islice(search.search(1), 9):
        pass
    told = search.results(stopped=True, plans={})
    assert told.front
    assert not told.today.fresh
    assert not any(row.fresh for row in told.front)


def test_intervals_of_several_at_once_are_wider() -> None:
    alone, together = (bounded_mean({1: 60, 0: 40}, 0, 1, number) for number in (1, 20))
    assert together.low < alone.low < 0.6 < alone.high < together.high


def test_the_files_play_what_was_measured(tmp_path: Path) -> None:
    search = BalanceSearch(PLAN, 0.5, 500, ["hand limit", "clay:ai"], ["line", "order"])
    for _ in search.search(1):
        pass
    plans = search.write(tmp_path / "out")
    assert plans
    for combination, plan in plans.items():
        changes = [search.singles[number] for number in combination]
        same = with_changes(run_of(PLAN), changes)
        assert play_batch(plan, 7, 6) == play_batch(same, 7, 6)
        for file in plan.revised:
            assert run("jack", "check", file.name, "--games", 0).exit_code < 2
            sheet = str(tmp_path / f"{Path(file.name).stem}{len(changes)}.html")
            assert run("cards", "print", file.name, "--to", sheet).exit_code == 0
        for file in plan.ai_files:
            sheet = str(tmp_path / f"ai{len(changes)}.html")
            assert run("ai", "print", file.name, "--to", sheet).exit_code == 0
    command = next(row.command for row in search.results(stopped=False, plans=plans).front)
    assert command is not None
    assert str(tmp_path / "out" / "1") in command
    with pytest.raises(UsageError, match="already exists"):
        search.write(tmp_path / "out")

"""What the log and the feedback sheet tell: enough to follow a game by hand, and nothing idle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import run

from moonflight_solo.cli.game.narrator import cards_in_words
from moonflight_solo.cli.output.playtest_results import traits
from moonflight_solo.numbers import per_cent
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.text import Text


def test_equal_cards_are_gathered_only_where_they_lie_together() -> None:
    coin, bury = (catalogue().card(name, turned=False) for name in ("Coin", "Bury"))
    assert cards_in_words([coin, coin, bury, coin]) == "Coin ×2, Bury, Coin"


def test_a_log_names_the_market_stacks_of_a_deal_in_order() -> None:
    told = run("watch", "clay", "words", "--seed", "5").stdout
    deals = re.findall(r"Deals ([^;.]*?) to Market Stacks? ([\d, ]+)", told)
    assert deals
    for cards, stacks in deals:
        number = sum(int(times or 1) for _, times in re.findall(r"([^,×]+)(?:×(\d+))?", cards))
        assert number == len(stacks.split(", "))
    assert {stacks for _, stacks in deals} == {"1, 2, 3"}


def test_a_reason_does_not_double_its_quotes() -> None:
    told = run("watch", "clay", "words", "--seed", "5", "--why").stdout
    assert "\"'Call' in your hand\": there is none" in told
    assert '""' not in told


def test_reasons_for_an_opponents_act_are_said_of_its_hand() -> None:
    game = ("play", "--jack", "clay", "--against", "words", "--seed", "5")
    told = run(*game, typed=["1", "why all", "hint card all", "quit"]).stdout
    assert re.search(r": “Call” in its hand: there is none; “Talk” in its hand: there ", told)
    assert re.search(r"6 cards in its hand: there (are|is) ", told)
    assert "'" not in re.sub(r"\w'\w|\bo' ", "", told.partition("Line 1, ")[2].partition("hint")[0])
    assert re.search(r": at most 3 cards in your Draw Deck: there are 5", told)


def arising(path: Path, *seats: object) -> set[str]:
    """Return the questions that a feedback sheet lists for a game."""
    result = run("playtest", *seats, "--games", "1", "--feedback", path)
    assert result.exit_code == 0, result.output
    return {*re.findall(r"^- (G-[\w-]+):", path.read_text("utf-8"), re.M)}


@pytest.mark.usefixtures("known_checks")
def test_a_feedback_sheet_lists_only_questions_that_arise_on_these_cards(tmp_path: Path) -> None:
    listed = arising(tmp_path / "sheet.md", "clay", "words")
    every = {name for name in printed_rulings().by_id if name.startswith("G-")}
    assert {"G-give", "G-cheaper", "G-once", "G-bar", "G-instead", "G-mirror"} <= every - listed
    assert not {name for name in listed if name.startswith("G-turn") and name != "G-turn"}
    assert {"G-edition", "G-spend", "G-targetcard", "G-refill", "G-tie"} <= listed
    assert "G-mirror" in arising(tmp_path / "same.md", "clay", "clay")
    assert "can be read in one way only." in (tmp_path / "sheet.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "ruling"),
    [
        ("Give 1 coin token to Target opponent", "G-give"),
        ("Turn 1 card in hand", "G-turned"),
        ("Cards of your suit cost 1 less", "G-cheaper"),
        ("Once per round, Spend 1 card to Draw 1", "G-once"),
        ("When you Purchase a card, Trash it instead", "G-instead"),
        ("When you Draw 2 cards Gain 1 coin token", "G-trigger-number"),
        ("Trash 1 Target card in play", "G-target-play"),
        ("Draw 1 per empty Market Stack", "G-stacks"),
        ("Reveal the top card of your Draw Deck", "G-reveal"),
    ],
)
def test_a_question_arises_with_a_card_that_asks_it(words: str, ruling: str) -> None:
    has = {*traits(disambiguate(Text(words), "effect").meaning)}
    assert not has.isdisjoint(printed_rulings().by_id[ruling].arises_with)


def test_what_a_question_arises_with_is_some_part_of_a_meaning() -> None:
    from moonflight_solo.wording.examples import wordings
    from moonflight_solo.wording.lock import readings

    meanings = [readings(Text(w), s.start) for s in wordings() for w in s.examples]
    known = {"same Jack", *traits(tuple(m for each in meanings for m in each))}
    wanted = {name for each in printed_rulings().by_id.values() for name in each.arises_with}
    assert wanted - known <= {"When play", "When move", "When several"}  # no example has these


def test_a_share_is_rounded() -> None:
    assert (per_cent(50 / 120), per_cent(1 / 3, 1)) == ("42%", "33.3%")


def test_one_round_is_one() -> None:
    result = run("watch", "clay", "words", "--seed", "3", "--rounds", "1", "--plain")
    assert "Unfinished: the game reached its limit of 1 round.\n" in result.stdout

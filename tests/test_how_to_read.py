"""The box HOW TO READ of an AI card: read as rulings of that card, checked, proved and priced."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from command_line import run
from helpers import CLAY, WORDS, told_game, yaml_in

from moonflight_solo.ai_cards.card import load_ai_card, with_choices_of
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.how_to_read import (
    convention_of,
    other_answers,
    standing_sentence,
)
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.check.fix.fixer import fix_card
from moonflight_solo.check.fix.writing import CardSize, printed_width
from moonflight_solo.datafiles import data_folder
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.wording.english import english
from moonflight_solo.wording.text import Text

CARDS = catalogue()
ENTRIES = yaml_in(data_folder("guide") / "how_to_read.yaml")
LINES = """\
  PRE TURN
  ACTION
  1 – Play the highest cost card in hand.
  2 – Shop to Purchase a card with score 1+.
  3 – Pass
  POST TURN
  ACTION
  1 – Play “Grave Digger” targeting the highest scoring card in the Trash Stack.
  2 – Pass
"""


def own(tmp_path: Path, *box: str, lines: str = LINES, last: bool = False) -> Path:
    told = "".join(f"  {each}\n" for each in ("HOW TO READ", *box)) if box else ""
    path = tmp_path / "own.yaml"
    card = lines + told if last else told + lines
    path.write_text(f"jack: {CLAY}\ncard: |\n{card}", "utf-8")
    return path


def reads(path: Path) -> dict[str, str]:
    return {line.printed.title: english(line.meaning) for line in load_ai_card(path, CARDS).lines}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["sentence"])
def test_every_sentence_answers_rulings_that_there_are_however_it_is_typed(
    entry: dict[str, Any],
) -> None:
    rulings = printed_rulings().by_id
    for words in (entry["sentence"], *entry.get("also", ())):
        typed = words.upper().replace("“", '"').replace("”", '"').rstrip(".")
        assert dict(convention_of(Text(typed)).answers) == entry["answers"]
    for ruling, choice in entry["answers"].items():
        assert ruling in rulings
        known = {(name, other) for name, other, _ in other_answers()}
        assert choice in ("", rulings[ruling].chosen) or (ruling, choice) in known


@pytest.mark.parametrize(
    ("sentence", "line", "said"),
    [
        (
            "Scores are those of the end now up.",
            "pre-Turn 2",
            "Shop to Purchase a scoring card before the Turn",
        ),
        (
            "Scores are those of the end now up.",
            "post-Turn 1",
            'Play "Grave Digger" targeting the highest scoring card after the Turn in your Trash '
            "Stack",
        ),
        (
            "If cards are tied, take the highest scoring, and give up the lowest scoring.",
            "pre-Turn 1",
            "Play the highest cost card in your hand breaking ties by highest scoring",
        ),
        (
            "Costs are the higher of both ends.",
            "pre-Turn 1",
            "Play the highest cost card by the higher end in your hand",
        ),
        (
            "If there is no such target, take any other.",
            "post-Turn 1",
            'Play "Grave Digger" targeting the highest scoring card in your Trash Stack/a card',
        ),
    ],
)
def test_another_answer_than_the_ruling_is_read_into_every_line_it_is_about(
    sentence: str, line: str, said: str, tmp_path: Path
) -> None:
    path = own(tmp_path, sentence)
    assert reads(path)[line].lower() == said.lower()
    others = [title for title, words in reads(own(tmp_path)).items() if words == reads(path)[title]]
    assert "pre-Turn 3" in others


@pytest.mark.parametrize("last", [False, True], ids=["above", "below"])
def test_sentences_wrap_as_they_are_printed_and_the_box_stands_above_or_below(
    last: bool, tmp_path: Path
) -> None:
    box = (
        "If cards are tied, take the one nearest",
        "the top. Scores are those",
        "of the end now up.",
    )
    card = load_ai_card(own(tmp_path, *box, last=last), CARDS)
    assert [dict(each.answers) for each in card.box] == [{"A-stack": ""}, {"A-score": "all-end-up"}]
    assert [line.number for line in card.lines] == ["1", "2", "3", "1", "2"]


def test_what_the_box_answers_is_printed_and_no_gap(tmp_path: Path) -> None:
    def gaps(path: Path) -> set[str]:
        findings = check_ai_card(path, CARDS, games=0).findings
        return {each.ruling for each in findings if each.code.endswith("-unsaid")}

    before = gaps(own(tmp_path))
    assert {"A-tie", "A-stack", "A-cost", "A-score", "A-follow", "A-ties-buy"} <= before
    after = gaps(
        own(tmp_path, "If cards are tied, take the first.", "Costs are those of the end now up.")
    )
    assert before - after == {"A-tie", "A-stack", "A-cost"}
    assert after < before
    # A word on a Stack says nothing of a hand.
    assert "A-tie" in gaps(own(tmp_path, "If cards are tied, take the one nearest the top."))


def test_what_is_wrong_in_a_box_is_told_with_its_place_and_a_remedy(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        "If cards are tied, take the one at the top.",
        "Costs are those of the end now up.",
    )
    told = run("ai", "check", path, "--games", 0, "--format", "editor")
    assert told.exit_code == 1
    assert f"{path}:4:3: error: This sentence is not one for the box HOW TO READ." in told.output
    assert "“If cards are tied, take the one nearest the top.”" in told.output
    refused = run("watch", CLAY, WORDS, "--ai", path, "--rounds", 1)
    assert refused.exit_code == 1
    assert f"{path}:4:3: this sentence is not one for the box HOW TO READ" in refused.output
    twice = own(
        tmp_path, "Costs are the higher of both ends.", "Costs are those of the end now up."
    )
    told = run("ai", "check", twice, "--games", 0, "--format", "editor")
    assert "ruling-twice" in told.output
    assert "“Costs are the higher of both ends.” answers the same question already" in told.output


def test_a_sentence_that_answers_nothing_on_the_card_is_told(tmp_path: Path) -> None:
    path = own(tmp_path, "Build one card at a time.", "Costs are those of the end now up.")
    told = run("ai", "check", path, "--games", 0, "--format", "editor").output
    assert "stale-ruling" in told
    assert told.count("No line of this card leaves that open") == 1


def test_a_box_is_about_its_own_card_and_stands_against_a_switch(tmp_path: Path) -> None:
    said = own(tmp_path, "Scores are those of the higher scoring end.")
    switched = Basis(CARDS, printed_rulings().switch({"A-score": "end-up"}))

    def bought(path: Path) -> object:
        return compile_side(load_ai_card(path, CARDS), False, switched)[1].requirement

    as_said = bought(said)
    assert as_said != bought(own(tmp_path))
    standing = compile_side(load_ai_card(own(tmp_path), CARDS), False, Basis(CARDS))[1]
    assert as_said == standing.requirement


@pytest.mark.parametrize(("ruling", "choice"), [each[:2] for each in other_answers()])
def test_both_printed_cards_can_be_played_by_every_other_answer(ruling: str, choice: str) -> None:
    """The prices of gaps are measured so."""
    cards = [with_choices_of(load_ai_card(jack, CARDS), {ruling: choice}) for jack in (CLAY, WORDS)]
    changed = [a != b for a, b in zip(cards, map(load_ai_card, (CLAY, WORDS)), strict=True)]
    assert any(changed)
    for seed in range(2):
        assert told_game(cards, seed, 12)


# ------------------------------------------------------------------------------ ai fix


@pytest.mark.usefixtures("fewer_tables")
@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_the_cleaned_card_can_be_printed(jack: str) -> None:
    """One sentence in the box instead of the same on many lines, and no line too long."""
    card = load_ai_card(jack, CARDS)
    text = Path(card.file).read_text("utf-8")
    what = fix_card(text, card.file, Basis(CARDS))
    before, after = what.sizes
    assert after.longest <= printed_width()
    assert after.card < before.card + 500
    assert what.new.rulings == ()
    assert what.new.box
    assert what.whole.verdict == "same"
    tails = [line.words for line in what.new.lines if "before the Turn" in line.words]
    assert tails == []
    assert CardSize.of(what.new) == after


@pytest.mark.usefixtures("fewer_tables")
@pytest.mark.parametrize(
    "box",
    [
        ["If cards are tied, take the one nearest the top."],
        [
            "A card's cost is that of",
            "the end that is up. If cards are tied, take the one",
            "nearest the top.",
        ],
    ],
)
def test_a_sentence_that_answers_nothing_is_taken_out(tmp_path: Path, box: list[str]) -> None:
    """No tie on this card is in a Stack; a new sentence would answer the same question."""
    lines = "  PRE TURN\n  ACTION\n  1 – Play the highest cost card in hand.\n  2 – Pass\n"
    path = own(tmp_path, *box, lines=lines)
    page = " ".join(run("ai", "check", path, "--games", 0, "--plain").output.split())
    assert "No line of this card leaves that open: “If cards are tied" in page
    what = fix_card(path.read_text("utf-8"), "own.yaml", Basis(CARDS))
    assert {each.code for each in what.left} == {"missing-side"}
    said = [" ".join(each.text.words.split()) for each in what.new.box]
    assert "If cards are tied, take the one nearest the top." not in said
    assert "A card's cost is that of the end that is up." in said
    only = fix_card(path.read_text("utf-8"), "own.yaml", Basis(CARDS), only=("stale-ruling",))
    assert ("HOW TO READ" in only.text) == (len(box) > 1)
    assert only.whole.verdict == "same"


@pytest.mark.usefixtures("fewer_tables")
def test_a_tail_on_one_line_is_left_there_if_it_is_shorter(tmp_path: Path) -> None:
    lines = "  PRE TURN\n  ACTION\n  1 – Play the highest cost card in hand.\n  2 – Pass\n"
    text = own(tmp_path, lines=lines).read_text("utf-8")
    what = fix_card(text, "own.yaml", Basis(CARDS), only=("tie-unsaid",))
    assert all(standing_sentence("A-tie") != each.after for each in what.fixes)


@pytest.mark.usefixtures("fewer_tables")
def test_no_line_becomes_longer_than_the_width_asked_for(tmp_path: Path) -> None:
    path = own(tmp_path)
    for width in (60, 200):
        found = json.loads(run("ai", "fix", path, "--json", "--games", 0, "--width", width).output)
        card = yaml.safe_load(found["text"])["card"].splitlines()
        lines = [row for row in card if row[0].isdigit()]
        longest = max(len(each.partition("– ")[2]) for each in LINES.splitlines())
        assert max(len(row.partition("– ")[2]) for row in lines) <= max(width, longest)


@pytest.mark.usefixtures("fewer_tables")
def test_more_sentences_join_a_box_that_is_there(tmp_path: Path) -> None:
    path = own(tmp_path, "Costs are those of the end now up.")
    text = json.loads(run("ai", "fix", path, "--json", "--games", 0).output)["text"]
    rows = [row.strip() for row in text.splitlines()]
    assert rows.count("HOW TO READ") == 1
    at = rows.index("HOW TO READ")
    box = rows[at + 1 : rows.index("PRE TURN")]
    assert "Costs are those of the end now up." in box
    assert len(box) > 1

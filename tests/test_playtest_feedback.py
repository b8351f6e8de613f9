"""The feedback sheet: three questions, answered with figures, and the playtester's notes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
import report_samples as samples
from helpers import CLAY, WORDS
from markdown_it import MarkdownIt
from markdown_it.token import Token

from moonflight_solo.playtest.report.feedback import (
    as_markdown,
    code,
    feedback_sheet,
    literal,
)
from moonflight_solo.playtest.report.in_words import in_quotation_marks
from moonflight_solo.playtest.report.sections import (
    Bullets,
    CodeText,
    Column,
    DataTable,
    Emphasis,
    Row,
)
from moonflight_solo.playtest.summaries.figures import Share
from moonflight_solo.records import Answer, Ended, Header, Note, Record, SeatHeader
from moonflight_solo.rules.rulings import Ruling

QUESTIONS = (
    "1. Are the rules clear?",
    "2. Are the decks balanced?",
    "3. Is the AI card clear, easy to follow and a reasonable challenge?",
)


def record(*notes: Note, ended: Ended | None = None) -> Record:
    seats = (SeatHeader(CLAY, "person"), SeatHeader(WORDS, "ai"))
    found = Record(Header(seats=seats, edition="prototype", seed=4))
    found.add(Answer(1, 3, "pass"))
    for note in notes:
        found.add(note)
    if ended:
        found.add(ended)
    return found


def game() -> Record:
    return record(
        Note("Who *goes* first now?\nI forgot.", 1, 3, act=2),
        Note(
            "This line is <hard>",
            1,
            3,
            act=1,
            turned=True,
            ai="Jack o' Words and Names AI",
            line="2",
            words="If 8 cards in hand play “Talk”.",
            did="play Talk",
        ),
        Note("Never mind", 9, 5),
        ended=Ended("end", 14, [7, 4], 1),
    )


OPEN = (
    Ruling(id="G-left", question="Who sits left?", ruling="The next seat.", why="So it is."),
    Ruling(
        id="G-tie",
        question="Who wins a tie?",
        why="So it is.",
        choices={"first": "The First Player.", "none": "Nobody."},
        chosen="none",
    ),
)


@cache
def sheet() -> str:
    return feedback_sheet(
        samples.typed(samples.summary()),
        samples.checks(),
        {"game.jsonl": game()},
        OPEN,
    )


def parsed(markdown: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(markdown)


def words_of(block: Token) -> str:
    """Return the visible words of a block."""
    return "".join(
        part.content if part.type != "softbreak" else " " for part in block.children or ()
    )


def shown(markdown: str) -> str:
    """Return the visible words of a document, one line per block."""
    return "\n".join(words_of(token) for token in parsed(markdown) if token.type == "inline")


def headings(markdown: str) -> list[tuple[int, str]]:
    tokens = parsed(markdown)
    return [
        (int(token.tag[1]), words_of(tokens[at + 1]))
        for at, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


# ------------------------------------------------------------------------------ Markdown


@pytest.mark.parametrize(
    "words",
    [
        "plain",
        "*not* _this_ **nor** __that__",
        "# no heading",
        "- no list",
        "+ no list",
        "1. no list",
        "12) no list",
        "> no quotation",
        "=== no underline",
        "<b>no HTML</b> &amp; <!-- here -->",
        "[no](link) ![nor](picture)",
        "`no code` ~~nor~~ this",
        "a | b \\ c",
        "“Sew Sheds”/”Bury”, 8+ cards, Jack o' Names – Pass",
    ],
)
def test_words_are_shown_to_the_letter(words: str) -> None:
    for markdown in (literal(words), as_markdown(Bullets([words])), literal(("so: ", words))):
        assert shown(markdown).removeprefix("so: ") == words
        assert "html_block" not in [token.type for token in parsed(markdown)]


@pytest.mark.parametrize("words", ["plain", "a `b` c", "``", "`x`", "'a b' --seed 1"])
def test_commands_are_shown_to_the_letter(words: str) -> None:
    assert shown(code(words)) == words


def test_a_table_is_a_table() -> None:
    share = msgspec.convert(samples.share(8, 10), Share)
    rows = [Row("A", ["1", share]), Row("B | C", ["2", share])]
    tokens = parsed(
        as_markdown(DataTable("", [Column("Who"), Column("cost"), Column("won")], rows))
    )
    assert [words_of(token) for token in tokens if token.type == "inline"] == [
        *("Who", "Cost", "Won", "Share", "95% interval"),
        *("A", "1", "8 of 10", "80%", "49% to 96%"),
        *("B | C", "2", "8 of 10", "80%", "49% to 96%"),
    ]


def test_pieces_of_a_paragraph_bear_their_marks() -> None:
    markdown = literal(("1. type ", CodeText("a_b"), " and ", Emphasis("wait_"), "."))
    assert markdown == r"1\. type `a_b` and *wait\_*."
    assert shown(markdown) == "1. type a_b and wait_."


# ------------------------------------------------------------------------------- the sheet


def test_the_three_questions_are_asked_in_order() -> None:
    found = headings(sheet())
    assert found[0] == (1, "Moonflight: feedback from a playtest")
    assert tuple(words for level, words in found if level == 2)[:3] == QUESTIONS
    levels = [level for level, _ in found]
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_the_sheet_is_tidy() -> None:
    assert sheet().endswith("\n")
    assert not sheet().endswith("\n\n")
    assert "\n\n\n" not in sheet()
    assert all(line == line.rstrip() for line in sheet().splitlines())
    assert not {"html_block", "html_inline", "code_block"} & {
        part.type for token in parsed(sheet()) for part in (token, *(token.children or ()))
    }


@pytest.mark.parametrize(
    "words",
    [
        "1,000 games (seeds 0 to 999)",
        "moonflight playtest clay words --games 1000 --seed 0",
        "2 games of 1,000, 0.2% (<0.1% to 0.7%), never reached their End: seeds 613, 777.",
        "won more often than an even share of 50%: 561 of 998 finished games, 56.2% (53.1% to "
        "59.3%); 53.0% to 59.3% of all games, whoever would have won the 2 that never ended.",
        "Every deck was played by its AI card",
        'never bought: <b>Ink & "Quill"</b>',
        "80 of the 100 things a player needs to know to follow it are printed on the card; the "
        "rulebooks or a ruling give the other 20.",
        "The wording check finds 0 errors, 1 warning and 1 note.",
        "warning two-wordings: “fewer than 4 cards” The same is said in other words in line 7.",
        "error several-readings: “6 cards in hand” “6 cards” may mean six or at least six.",
        "“so many or more”: 88 of 7,100 acts (1.2% of a game's on average), in 61% of games at "
        "least once. 22.5% of 400 games with the same seeds had a different result; its "
        "share of wins changes by −4.0 percentage points (−7.0 to −1.0), its score by −0.40 (−0.80 "
        "to 0.00).",
        "1 other reading or ruling would have changed no act in the 100 games looked at in "
        "detail; each would change one in at most 4% of games (95% interval).",
        "Ruling A-tie broke a tie that the card leaves open, which changed the act, in 312 "
        "of 7,000 acts (4.5% of a game's on average; 4.0% to 5.0%).",
        "pre-Turn 9: “Play “Take It With You” targeting “Waste” card.” It was never looked at.",
        "these games say nothing about the challenge to a person",
        "G-left: Who sits left? Played: The next seat.",
        "G-tie: Who wins a tie? Played: Nobody.",
    ],
)
def test_the_sheet_says(words: str) -> None:
    assert words in shown(sheet())


def test_words_in_quotation_marks_get_no_second_pair() -> None:
    assert in_quotation_marks("6 cards") == "“6 cards”"
    assert in_quotation_marks("“Dig”/”Bury”") == "“Dig”/”Bury”"
    assert in_quotation_marks("“Dig” in hand") == '"“Dig” in hand"'
    assert in_quotation_marks('"Dig" card') == '“"Dig" card”'


def test_notes_stand_with_game_round_and_seed() -> None:
    """With the playtester's own notes from records."""
    text = shown(sheet())
    for words in (
        "game.jsonl",
        "Clay and Bones (person) against Words and Names (AI card), prototype edition, seed 4, "
        "ended in round 14 with 7 to 4 points, seat 1 won.",
        "Round 3, after 2 acts: “Who *goes* first now? I forgot.”",
        "Round 3, after the Turn, after 1 act: “This line is <hard>” The last line followed was "
        "post-Turn 2 of Jack o' Words and Names AI, “If 8 cards in hand play “Talk”.”: play Talk.",
        "Round 5, after 0 acts (undone since): “Never mind”",
        "2 notes below are not tied to a line of an AI card.",
    ):
        assert words in text, words


def test_without_notes_there_is_no_section_of_them() -> None:
    summary = samples.typed(samples.summary())
    found = feedback_sheet(summary)
    assert [words for level, words in headings(found) if level == 2] == [*QUESTIONS]
    assert "wording check" not in found
    assert "No notes were made" in feedback_sheet(summary, records={"x": record()})


@pytest.mark.parametrize("summary", [samples.no_games(), samples.score_mode()])
def test_little_was_played(summary: dict[str, Any]) -> None:
    text = feedback_sheet(samples.typed(summary))
    assert [words for level, words in headings(text) if level == 2] == [*QUESTIONS]
    assert "None" not in text
    assert "No seat was played by an AI card." in text


def against_a_searcher() -> samples.Plain:
    summary = samples.summary()
    summary["seats"][0]["player"] = "search=50"
    del summary["ai_cards"][0]
    return summary


def test_a_challenge_without_the_decks_own_measure_says_so() -> None:
    text = shown(feedback_sheet(samples.typed(against_a_searcher())))
    assert (
        "Against Clay and Bones, searching player (50 simulations), it won 437 of 998 "
        "finished games, 43.8%" in text
    )
    assert "so these wins measure the player along with the deck." in text
    assert "The seats were played by different players" in text


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        (-0.2, "so this player plays that deck better than its AI card."),
        (0.0, "so the games do not show that this player plays that deck better or worse"),
        (0.2, "so the AI card plays that deck better than this player."),
    ],
)
def test_a_challenge_is_measured_against_the_decks_own_card(more: float, verdict: str) -> None:
    summary = against_a_searcher()
    summary["others"] = [samples.other("AI card for Clay and Bones", "player", more)]
    text = shown(feedback_sheet(samples.typed(summary)))
    assert f"the AI card of Clay and Bones won {200 + round(400 * more)} of 400" in text
    assert "where the searching player (50 simulations) won 200 of 400" in text
    assert verdict in text


def test_what_was_not_looked_at_is_not_said_to_change_nothing() -> None:
    """ "would have changed no act" was said of 0 of 0 acts."""
    summary = samples.summary()
    summary["detailed_games"] = 0
    for each in summary["otherwise"]:
        (own,) = each["seats"]
        own["acts"], own["games"] = samples.act_share(0, 0), samples.share(0, 0)
        each["price"] = None
    text = shown(feedback_sheet(samples.typed(summary)))
    assert "changed no act" not in text
    assert text.count("what those would have changed was not measured") == 2


def test_a_way_that_ends_otherwise_is_not_said_to_change_nothing() -> None:
    """Contradicted by --price on the same games."""
    summary = samples.summary()
    (_, silent) = summary["otherwise"]
    silent["price"] = samples.other(silent["label"], "reading", 0.01)
    text = shown(feedback_sheet(samples.typed(summary)))
    assert "changed no act" not in text
    assert "0 of 7,000 acts (0% of a game's on average), in 0% of games at least once." in text
    assert "22.5% of 400 games" in text


def test_every_line_followed_is_said_too() -> None:
    summary = samples.summary()
    for card in summary["ai_cards"]:
        for line in card["lines"]:
            line["followed"] = samples.count(3)
    text = shown(feedback_sheet(samples.typed(summary)))
    assert text.count("Every line was followed in at least one of 1,000 games.") == 2
    assert "Never followed in" not in text


def test_score_mode_is_told_by_its_ranks() -> None:
    sheet = feedback_sheet(samples.typed(samples.score_mode()))
    alone = sheet.partition("## 2.")[2].partition("## 3.")[0]
    assert "greedy player, scored " in alone
    assert "| Moonlit | 20+ | 8 of 998 | 0.8% | 0.4% to 1.6% |" in alone
    assert "last token of the End stack taken, 998 of 1,000" in sheet

"""Lines of Reset in designers' words: what is kept, and what has to be said."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay, named
from on_tables import OTHER

from moonflight_solo.ai_cards.card import load_ai_card, read_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.documents import parse_document
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Question
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


@pytest.mark.parametrize(
    ("hand", "kept"), [("Teach, Talk", "Teach"), ("Talk, Call", "Talk"), ("Call", "")]
)
def test_what_is_retained_otherwise_is_kept_only_for_lack_of_the_first(
    hand: str, kept: str
) -> None:
    """With a limit of two a list would keep both."""
    said = "If “Teach” in hand retain “Teach”, otherwise retain “Talk”."
    card = f"jack: {WORDS}\ncard: |\n  PRE TURN\n  ACTION\n  1 – Pass.\n  RESET\n  2 – {said}\n"
    table = lay(At(WORDS, hand=hand, in_play=""), OTHER)
    assert isinstance(table.names, Catalogue)
    read = read_ai_card(parse_document(card, "own.yaml"), table.names)
    player = AICardPlayer(read, table.names)
    held = table.seats[0].hand
    question = Question("retain", held, held, least=0, most=2)
    answer = player.choose(table, table.seats[0], question)
    assert named([held[index] for index in answer]) == kept


@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_only_a_ruling_that_lines_of_reset_rest_on_changes_what_they_mean(jack: str) -> None:
    """The others are not asked in Reset by the lab."""
    names, rulings = catalogue(), printed_rulings()
    card = load_ai_card(jack, names)
    own = AICardPlayer(card, names, rulings)
    for ruling, choice, alike in (
        ("A-score", "end-up", True),
        ("A-same", "any", True),
        ("A-step", "numbered", False),
    ):
        other = AICardPlayer(card, names, rulings.switch({ruling: choice}))
        assert own.resets_like(other) is alike, ruling


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Retain one copy of “Talk” and Discard the rest.", "leave this out"),
        ("Retain the highest scoring card. If tied, you choose.", "name what decides"),
        ("If “Call” costs more than every card in hand retain “Call”.", "name a number"),
        ("Retain a “Talk”; if tied, choose one.", "what is tied"),
    ],
)
def test_what_no_line_of_reset_says_is_told(words: str, wrong: str) -> None:
    with pytest.raises(WordingError, match=wrong):
        parsed_readings(Text(words), "reset_line")


@pytest.mark.parametrize(
    "words",
    [
        "Retain “Understand”, otherwise “Listen”.",
        "Retain “Understand”, or else the highest scoring card.",
        "Retain “Understand”. Otherwise retain “Listen”.",
        "Retain “Understand”, or “Listen” if none.",
    ],
)
def test_whether_both_are_kept_has_to_be_said(words: str) -> None:
    with pytest.raises(WordingError, match="whether both are kept"):
        parsed_readings(Text(words), "reset_line")

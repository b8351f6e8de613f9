"""A new phrase needs only a grammar rule and a lowering: everything else supports it at once.

Each of these phrases was added in a commit of its own; a row for yours shows the same of it. They
are played, explained, proved, shown on small tables, split into slots, compared, counted and listed
without further code.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from helpers import CLAY, WORDS, At, lay
from reach_cards import before, card_saying, verdicts

from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.check.diff.comparison import difference
from moonflight_solo.playtest.observing.line_phrases import line_phrases
from moonflight_solo.rules.catalogue import catalogue

# The phrase, one that says less, a table on which it holds, one on which it does not, and what is
# seen there.
PHRASES = [
    (
        "no more than 2 cards in hand",
        "no more than 3 cards in hand",
        At(CLAY, hand="Bury"),
        At(CLAY, hand="Bury, Coin, Coin"),
        "there are 3",
    ),
    (
        "3 or more cards in hand",
        "2 or more cards in hand",
        At(CLAY, hand="Bury, Coin, Coin"),
        At(CLAY, hand="Bury"),
        "there is 1",
    ),
    (
        "Draw Deck is empty",
        "Draw Deck has 2 or fewer cards",
        At(CLAY, hand="Bury", deck=""),
        At(CLAY, hand="Bury", deck="Coin"),
        "there is 1",
    ),
]
new_phrases = pytest.mark.parametrize(("phrase", "wider", "so", "not_so", "seen"), PHRASES)


@new_phrases
def test_a_new_phrase_is_understood_everywhere_at_once(
    phrase: str, wider: str, so: At, not_so: At, seen: str, tmp_path: Path
) -> None:
    known = catalogue()
    line = f"If {phrase} play “Bury”."
    card = card_saying(before(line, "Pass"))
    # play, and why not
    player = AICardPlayer(card, known)
    table = lay(so, At(WORDS))
    player.act(table, table.seats[0])
    assert player.followed == "1"
    table = lay(not_so, At(WORDS))
    player.act(table, table.seats[0])
    assert player.followed == "2"
    first = player.explain(table, table.seats[0]).considered[0]
    assert first.status == "condition-false"
    assert first.because.endswith(seen)
    # reach: shadowed where the phrase was asked before, possible where it was not
    shadowed = card_saying(before(f"If {wider} play “Bury”.", line, "Pass"))
    assert verdicts(shadowed) == ["possible", "never 1", "possible"]
    open_ = card_saying(before(line, f"If {wider} play “Bury”.", "Pass"))
    assert verdicts(open_) == ["possible", "possible", "possible"]
    # slots, by print
    file = tmp_path / "ai.yaml"
    file.write_text(f"jack: {CLAY}\ncard: |\n{indent(before(line, 'Pass'), '  ')}\n", "utf-8")
    (checked, _) = check_ai_card(file, known, games=0).lines
    assert ("if", "print") in [(slot.about, slot.by) for slot in checked.slots]
    # ai diff, proved and with a small table
    found = difference(
        card_saying(before(f"If {wider} play “Bury”.", "Pass")), card, Basis(known), 0
    )
    change = found.lines[0]
    assert (change.verdict, change.certainty) == ("narrower", "proved")
    (shown,) = change.shown
    assert shown.scenario.size <= 4
    # coverage of phrases
    assert [each.kind for each in line_phrases(card.lines[0])] == ["condition"]


@new_phrases
def test_a_new_phrase_is_in_the_docs(
    phrase: str, wider: str, so: At, not_so: At, seen: str
) -> None:
    vocabulary = (Path(__file__).parent.parent / "docs" / "vocabulary.md").read_text("utf-8")
    assert phrase in vocabulary

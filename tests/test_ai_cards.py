"""Loading, settling and following AI cards: what scenario files cannot express."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from helpers import CLAY, ODDS, STICKS, WORDS, At, Script, act, lay, made_up_cards, named, saying

from moonflight_solo.ai_cards.card import AICard, ai_card_files, load_ai_card, with_choices_of
from moonflight_solo.ai_cards.player import AICardPlayer, Considered
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.rules import moves
from moonflight_solo.rules import reset as steps
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Table
from moonflight_solo.scenario import snapshot
from moonflight_solo.wording.disambiguation import Ambiguous

KNOWN = catalogue("prototype")
MADE = made_up_cards()

# In a file written by `Own`, the first printed line stands here.
FIRST_LINE, INDENT = 3, 3


class Own:
    """Writes AI cards to a file and loads them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(
        self, block: str, jack: str = WORDS, rulings: str = "", known: Catalogue = KNOWN
    ) -> AICard:
        indented = textwrap.indent(block.strip("\n"), "  ")
        self.path.write_text(f"jack: {jack}\ncard: |\n{indented}\n{rulings}", "utf-8")
        return load_ai_card(self.path, known)

    def follower(self, block: str, jack: str = WORDS, known: Catalogue = KNOWN) -> AICardPlayer:
        return AICardPlayer(self.load(block, jack, known=known), known)

    def line(
        self, words: str, jack: str = WORDS, turned: bool = False, known: Catalogue = KNOWN
    ) -> AICardPlayer:
        """Return a follower of a card with one line."""
        side = "POST" if turned else "PRE"
        return self.follower(f"{side} TURN, ACTION\n1 – {words}", jack, known)

    def refused(self, block: str, line: int, column: int, rulings: str = "") -> MoonflightError:
        """Return the error a card raises at a position in its block, counted from 1."""
        with pytest.raises(MoonflightError) as caught:
            AICardPlayer(self.load(block, rulings=rulings), KNOWN)
        place = f"{self.path}:{FIRST_LINE + line - 1}:{INDENT + column - 1}: "
        assert str(caught.value).startswith(place)
        return caught.value


@pytest.fixture
def own(tmp_path: Path) -> Own:
    return Own(tmp_path / "own.yaml")


@cache
def printed_card(jack: str, known: Catalogue = KNOWN) -> AICard:
    return load_ai_card(jack, known)


def printed_follower(jack: str, edition: str = "prototype", **switched: str) -> AICardPlayer:
    known = catalogue(edition)
    rulings = printed_rulings().switch({k.replace("_", "-"): v for k, v in switched.items()})
    return AICardPlayer(printed_card(jack, known), known, rulings)


def decided(follower: AICardPlayer, table: Table) -> tuple[str, str]:
    """Return the line seat 0 follows and its act, after checking that explaining agrees."""
    seat = table.seats[0]
    explained = follower.explain(table, seat)
    taken = follower.act(table, seat)
    assert (explained.line, explained.act) == (follower.followed, taken)
    assert explained.notation == notation(taken, table, seat)
    assert taken.why_illegal(table, seat) is None
    return follower.followed, explained.notation


def why(follower: AICardPlayer, table: Table, line: str = "1") -> Considered:
    """Return the explanation of one line for seat 0."""
    (found,) = [c for c in follower.explain(table, table.seats[0]).considered if c.line == line]
    return found


def words_of(card: AICard) -> list[tuple[bool, str, str, str]]:
    return [(x.printed.turned, x.printed.section, x.number, x.words) for x in card.lines]


# ----------------------------------------------------------------------------- the layout


def test_printed_ai_cards_are_kept_to_the_letter_and_read() -> None:
    for name, path in ai_card_files().items():
        card = load_ai_card(name, KNOWN)
        assert card.file == str(path)
        assert textwrap.indent(card.printed, "  ") in path.read_text("utf-8")
        for turned in (False, True):
            numbers = [line.number for line in card.side(turned) if not line.printed.parent]
            assert numbers == [str(n + 1) for n in range(len(numbers))]
        assert [line.number for line in card.reset_lines(True)] == ["3"]
        assert card.reset_lines(False) == []
        assert card.stale == ()


def test_a_wrapped_line_is_one_line(own: Own) -> None:
    card = own.load(
        """
PRE TURN
ACTION
1 – Play the highest
   cost card

in hand.
2 – Pass
"""
    )
    assert words_of(card) == [
        (False, "action", "1", "Play the highest cost card in hand."),
        (False, "action", "2", "Pass"),
    ]


def test_a_wrap_inside_a_name_parts_its_words(own: Own) -> None:
    follower = own.follower('PRE TURN, ACTION\n1 – Play "Forget To\nRemember".')
    table = lay(At(WORDS, hand="Forget To Remember"), At(CLAY))
    assert decided(follower, table) == ("1", "play Forget To Remember")


@pytest.mark.parametrize(
    "heading",
    [
        "PRE TURN\nACTION",
        "PRE TURN, ACTION",
        "PRE TURN ACTION",
        "PRE TURN – ACTION",
        "Pre-Turn: Action:",
        "pre turn\n\n  action",
    ],
)
def test_headings_on_one_line_or_two(own: Own, heading: str) -> None:
    assert words_of(own.load(f"{heading}\n1 – Pass")) == [(False, "action", "1", "Pass")]


def test_each_heading_begins_a_side_or_a_section(own: Own) -> None:
    card = own.load(
        """
PRE TURN, ACTION
1 – Play "Call".
1.1 – If "Call" played play the highest cost card in hand.
1.2 – If "Call" played play the lowest cost card in hand.
2 – Pass
RESET
3 – Retain "Call".
3 – Retain "Talk".
POST TURN, ACTION
1 – Pass
RESET
2 – Retain "Hear".
"""
    )
    assert [(turned, section, number) for turned, section, number, _ in words_of(card)] == [
        (False, "action", "1"),
        (False, "action", "1.1"),
        (False, "action", "1.2"),
        (False, "action", "2"),
        (False, "reset", "3"),
        (False, "reset", "3"),
        (True, "action", "1"),
        (True, "reset", "2"),
    ]
    assert [line.printed.parent for line in card.side(False)] == ["", "1", "1", ""]


@pytest.mark.parametrize("dash", [" – ", " - ", " — ", "–", "-", "  –"])
def test_dashes_after_a_number(own: Own, dash: str) -> None:
    assert words_of(own.load(f"PRE TURN, ACTION\n1{dash}Pass"))[0][2:] == ("1", "Pass")


@pytest.mark.parametrize("name", ["“Memory”", '"Memory"', "”Memory”", '“Memory"', "“ Memory ”"])
def test_quotation_marks_straight_curly_and_mixed(own: Own, name: str) -> None:
    follower = own.line(f"Play {name}.")
    assert decided(follower, lay(At(WORDS, hand="Memory"), At(CLAY))) == ("1", "play Memory")


def test_windows_line_ends_and_trailing_blanks(own: Own) -> None:
    own.path.write_bytes(
        b"jack: Words and Names\r\ncard: |\r\n  PRE TURN  \r\n  ACTION \r\n  1 - Pass  \r\n"
    )
    assert words_of(load_ai_card(own.path, KNOWN)) == [(False, "action", "1", "Pass")]


@pytest.mark.parametrize(
    ("number", "column", "remedies"),
    [
        ("3", 1, ["2", "1.1"]),
        ("1", 1, ["2", "1.1"]),
        ("1.2", 1, ["2", "1.1"]),
        ("2.1", 1, ["2", "1.1"]),
        ("0", 1, ["2", "1.1"]),
    ],
)
def test_wrong_numbering(own: Own, number: str, column: int, remedies: Sequence[str]) -> None:
    error = own.refused(f'PRE TURN, ACTION\n1 – Play "Call".\n{number} – Pass', 3, column)
    assert isinstance(error, DataError)
    assert f"line {number}" in error.problem
    assert all(remedy in error.remedy for remedy in remedies)


def test_the_first_line_is_line_1(own: Own) -> None:
    error = own.refused("PRE TURN, ACTION\n2 – Pass", 2, 1)
    assert "Number it 1" in str(error)


def test_a_side_printed_twice_is_refused(own: Own) -> None:
    """Most likely the second heading was meant to be the other side's."""
    own.refused('PRE TURN, ACTION\n1 – Play "Call".\nPRE TURN, ACTION\n1 – Pass', 3, 1)


@pytest.mark.parametrize(
    ("block", "line", "words"),
    [
        ("Jack o' Words AI\nPRE TURN, ACTION\n1 – Pass", 1, "Jack o' Words AI"),
        ("PRE TURN, ACTION\nDo this:\n1 – Pass", 2, "Do this:"),
        ("1 – Pass\nPRE TURN, ACTION", 1, "1 – Pass"),
        ("PRE TURN\n1 – Pass", 2, "1 – Pass"),
        ("PRE TURN, ACTION\n1 – Pass\nPOST TURN\n1 – Play a card in hand.", 4, "1 – Play a card"),
        ("ACTION\n1 – Pass", 2, "1 – Pass"),
        ("PRE TURN, ACTION\n1. Pass", 2, "1. Pass"),
    ],
)
def test_words_that_stand_nowhere(own: Own, block: str, line: int, words: str) -> None:
    error = own.refused(block, line, 1)
    assert isinstance(error, DataError)
    assert f'"{words}' in error.problem
    assert error.remedy


WRAPPED = [
    """
POST TURN, ACTION
1 – If 4+ in hand play “Remember To Forget”/“Lapse” targeting - If
11+ in hand - cards scoring 1. If 4-10 in hand - highest
scoring card.
2 – Pass
""",
    """
POST TURN, ACTION
1 – If
4+ in hand play “Remember To Forget”/“Lapse” targeting - If 11+ in hand
- cards scoring 1. If 4-10 in hand - highest scoring card.
2 – Pass
""",
    """
POST TURN, ACTION
1 – If 4+ in hand play “Remember To Forget”/“Lapse” targeting - If 11+
in hand - cards scoring 1. If
4-10 in hand - highest scoring card.
2 – Pass
""",
    """
POST TURN, ACTION
1 – If 4+ in hand play “Remember To Forget”/“Lapse” targeting - If 11+
in hand - cards scoring 1. If
4–10 in hand - highest scoring card.
2 – Pass
""",
    """
POST TURN, ACTION
1 – If 2+ in hand play “Remember To Forget”/“Lapse” targeting - If 11+
in hand - cards scoring 1. If
2-10 in hand - highest scoring card.
2 – Pass
""",
]


@pytest.mark.parametrize("block", WRAPPED)
def test_a_number_that_begins_a_wrapped_line_is_no_line_number(own: Own, block: str) -> None:
    follower = own.follower(block)
    table = lay(At(WORDS, hand="Lapse, 2 Waste, Understand"), At(CLAY), turned=True)
    assert decided(follower, table) == ("1", "play Lapse")
    assert [line.number for line in follower.card.side(True)] == ["1", "2"]


# ------------------------------------------------------------------------- loading, refused


def test_an_unknown_word_is_named_where_it_stands_on_a_wrapped_line(own: Own) -> None:
    error = own.refused("PRE TURN, ACTION\n1 – Play the highest cost\n  crad in hand.", 3, 3)
    assert '"crad"' in str(error)
    assert "card" in str(error).partition("crad")[2]


def test_words_in_the_wrong_place_are_named(own: Own) -> None:
    error = own.refused("PRE TURN, ACTION\n1 – If not 6 cards in hand play “Call”.", 2, 12)
    assert '"6" does not follow here' in str(error)


def test_a_line_that_breaks_off(own: Own) -> None:
    error = own.refused("PRE TURN, ACTION\n1 – Shop to Purchase", 2, 21)
    assert "breaks off" in str(error)


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ('PRE TURN, ACTION\n1 – Play "Forgot To Remember".', 2),
        ('PRE TURN, ACTION\n1 – Pass\n2 – Play "Call"/"Forgot To Remember".', 3),
        ('PRE TURN, ACTION\n1 – If "Forgot To Remember" in hand play "Call".', 2),
        ('PRE TURN, ACTION\n1 – Play "Forget To Remember" targeting "Forgot To Remember".', 2),
        ('PRE TURN, ACTION\n1 – Build to Set "Call" to "Forgot To Remember".', 2),
        ('PRE TURN, ACTION\n1 – Shop to Purchase "Forgot To Remember".', 2),
        ('PRE TURN, ACTION\n1 – Spend any "Forgot To Remember" cards using "Grave Robber".', 2),
        ('PRE TURN, ACTION\n1 – Spend any "Waste" cards using "Forgot To Remember".', 2),
        ('PRE TURN, ACTION\n1 – Pass\nRESET\n3 – Retain "Forgot To Remember".', 4),
    ],
)
def test_an_unknown_card_name_comes_with_a_suggestion(own: Own, block: str, line: int) -> None:
    error = own.refused(block, line, 5)
    assert 'no card is called "Forgot To Remember"' in str(error)
    assert "Forget To Remember" in str(error)


def test_an_unknown_card_name_in_a_sub_line(own: Own) -> None:
    block = 'PRE TURN, ACTION\n1 – Play "Call".\n1.1 – If "Coll" played play a card in hand.'
    with pytest.raises(DataError, match=r'"Coll".*Did you mean Call'):
        own.follower(block)


@pytest.mark.parametrize(
    ("block", "line", "says"),
    [
        ('PRE TURN, ACTION\n1 – Play "Understand".', 2, '"Teach"'),
        ('POST TURN, ACTION\n1 – Play "Teach".', 2, '"Understand"'),
        ('PRE TURN, ACTION\n1 – Pass\nPOST TURN, RESET\n3 – Retain "Teach".', 4, '"Understand"'),
    ],
)
def test_the_name_of_the_other_end_is_refused(own: Own, block: str, line: int, says: str) -> None:
    error = own.refused(block, line, 5)
    assert "the Turn" in str(error)
    assert says in str(error)


MIXED = 'If 6 cards in hand and 3+ coin tokens in hand or "Call" in hand play "Talk".'


def ruling(reads: str, words: str = MIXED) -> str:
    return f"rulings:\n  - {{id: A-x, question: q, why: w, words: '{words}', reads: '{reads}'}}\n"


def test_a_line_with_two_meanings_is_refused_with_both(own: Own) -> None:
    error = own.refused(f"PRE TURN, ACTION\n1 – {MIXED}", 2, 5)
    assert isinstance(error, Ambiguous)
    assert len(error.found) == 2
    assert "2 ways" in str(error)
    for reading in ("(1)", "(2)"):
        assert reading in str(error)
    assert "(6 cards in your hand and controlling 3+ coin tokens) or" in str(error)
    assert "and (controlling 3+ coin tokens or" in str(error)


@pytest.mark.parametrize(
    ("reads", "line"),
    [
        ('If (6 cards in hand and 3+ coin tokens in hand) or "Call" in hand play "Talk".', "1"),
        ('If 6 cards in hand and (3+ coin tokens in hand or "Call" in hand) play "Talk".', "2"),
    ],
)
def test_a_ruling_settles_which_meaning(own: Own, reads: str, line: str) -> None:
    card = own.load(f"PRE TURN, ACTION\n1 – {MIXED}\n2 – Pass", rulings=ruling(reads))
    table = lay(At(WORDS, hand="Call, Talk"), At(CLAY))
    follower = AICardPlayer(card, KNOWN)
    assert decided(follower, table)[0] == line
    assert card.side(False)[0].ruled_by == ("A-x",)
    assert card.side(False)[0].reading.ruling == "A-x"
    assert "A-x" in why(follower, table).rulings


def test_a_ruling_holds_for_a_wrapped_line_too(own: Own) -> None:
    reads = 'If (6 cards in hand and 3+ coin tokens in hand) or "Call" in hand play "Talk".'
    wrapped = MIXED.replace(" and ", "\nand ").replace(" or ", "\n  or ")
    card = own.load(f"PRE TURN, ACTION\n1 – {wrapped}", rulings=ruling(reads))
    assert card.side(False)[0].reading.by == "ruling"
    assert card.stale == ()


def test_a_ruling_for_words_that_no_longer_stand_is_stale(own: Own) -> None:
    reads = 'If (6 cards in hand and 3+ coin tokens in hand) or "Call" in hand play "Talk".'
    card = own.load('PRE TURN, ACTION\n1 – Play "Talk".', rulings=ruling(reads))
    assert [stale.id for stale in card.stale] == ["A-x"]
    changed = MIXED.replace("6", "7")
    error = own.refused(f"PRE TURN, ACTION\n1 – {changed}", 2, 5, ruling(reads))
    assert isinstance(error, Ambiguous)


def test_a_ruling_cannot_say_what_the_words_cannot_mean(own: Own) -> None:
    with pytest.raises(MoonflightError, match=r"A-x reads .* cannot mean") as caught:
        own.load(f"PRE TURN, ACTION\n1 – {MIXED}", rulings=ruling('Play "Talk".'))
    line = str(caught.value).removeprefix(f"{own.path}:").partition(":")[0]
    assert "reads: 'Play" in own.path.read_text("utf-8").splitlines()[int(line) - 1]


def test_blanks_at_the_end_of_a_folded_line_say_nothing(tmp_path: Path) -> None:
    """They become two between the words, also of a name that is folded."""
    text = ai_card_files()["clay and bones"].read_text("utf-8")
    path = tmp_path / "ai.yaml"
    path.write_text(re.sub(r"(?<=\w)$", "  ", text, flags=re.MULTILINE), "utf-8")
    assert '("Grave  \n' in path.read_text("utf-8")
    blank, plain = load_ai_card(path, KNOWN), printed_card(CLAY)
    assert [line.meaning for line in blank.lines] == [line.meaning for line in plain.lines]


def test_the_printed_card_of_nine_readings_needs_its_ruling(own: Own) -> None:
    (line,) = [x for x in printed_card(CLAY).lines if x.reading.by == "ruling"]
    block = f"POST TURN, ACTION\n1 – {line.words}"
    own.path.write_text(f"jack: {CLAY}\ncard: |\n{textwrap.indent(block, '  ')}\n", "utf-8")
    with pytest.raises(Ambiguous) as caught:
        load_ai_card(own.path, KNOWN)
    assert len(caught.value.found) == 9
    assert all(f"({n})" in str(caught.value) for n in range(1, 4))
    assert "and 6 more. Write it differently" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('Play "Call" in Discard Stack.', "hand"),
        ('Play 2 "Call" cards.', "one"),
        ('Spend 1 card using "Call".', "no Spend ability"),
        ('Build to Set the lowest cost card in Discard Stack to "Lesson".', "hand"),
        ('If "Call" played play "Talk".', "played"),
        ('If there is a "Coin" card in Draw Deck play "Talk".', "face down"),
        ('If an opponent has a "Coin" card in their hand play "Talk".', "hand"),
    ],
)
def test_a_line_that_can_be_read_but_not_followed(own: Own, line: str, says: str) -> None:
    error = own.refused(f"PRE TURN, ACTION\n1 – {line}", 2, 5)
    assert isinstance(error, DataError)
    assert "cannot be followed" in error.problem
    assert says in error.problem
    assert error.remedy


@pytest.mark.parametrize(
    "lines",
    [
        '1 – Pass\n1.1 – If "Call" played play "Talk".',
        '1 – Play "Call".\n1.1 – Play "Talk".',
    ],
)
def test_a_sub_line_speaks_of_a_card_that_its_line_plays(own: Own, lines: str) -> None:
    with pytest.raises(DataError, match="cannot be followed"):
        own.follower(f"PRE TURN, ACTION\n{lines}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Pass", "Pass"),
        ('Move "Waste" to Trash Stack.', "Market Stacks or the Discard Stack"),
    ],
)
def test_a_reset_line_that_cannot_be_followed(own: Own, line: str, says: str) -> None:
    error = own.refused(f"PRE TURN, ACTION\n1 – Pass\nRESET\n3 – {line}", 4, 5)
    assert says in str(error)


@pytest.mark.parametrize(
    "line",
    [
        "Shop to Purchase from a Market Stack of Sticks and Bones’ suit with the fewest cards.",
        "If no Market Stacks of Sticks and Bones’ suit are empty pass.",
    ],
)
def test_an_unknown_suit_of_market_stacks(own: Own, line: str) -> None:
    own.refused(f"PRE TURN, ACTION\n1 – {line}", 2, 5)


def test_an_unknown_suit_of_cards(own: Own) -> None:
    line = "Shop to Purchase a card of Sticks and Bones’ suit with score 1+."
    assert 'no Jack has the suit "Sticks and Bones’"' in str(
        own.refused(f"PRE TURN, ACTION\n1 – {line}", 2, 5)
    )


def test_cards_without_lines_to_act_by(own: Own) -> None:
    for block in ("PRE TURN, ACTION", 'POST TURN, RESET\n3 – Retain "Understand".'):
        with pytest.raises(DataError, match="no Action line") as caught:
            own.load(block)
        assert str(caught.value).startswith(f"{own.path}:2:7: ")


@pytest.mark.parametrize(
    ("written", "place", "says"),
    [
        ("jack: Words and Names\n", "1:1", "“card”"),
        ("jack: Words and Names\ncrad: x\ncard: x\n", "2:1", "“card”"),
        ("jack: Words and Names\ncard: [x]\n", "2:7", "text"),
        ("jack: Words and Names\ncard: |\n x\nrulings: {id: A-x}\n", "4:10", "list"),
        ("", "1:1", "mapping"),
        ('jack: "Words\n', "1:7", "closed"),
        (
            "jack: Wards and Names\ncard: |\n  PRE TURN, ACTION\n  1 – Pass\n",
            "1:7",
            "Wards and Names",
        ),
    ],
)
def test_a_file_that_is_no_ai_card(own: Own, written: str, place: str, says: str) -> None:
    own.path.write_text(written, "utf-8")
    with pytest.raises(MoonflightError) as caught:
        load_ai_card(own.path, KNOWN)
    assert str(caught.value).startswith(f"{own.path}:{place}: ")
    assert says in str(caught.value)


def test_a_jack_without_an_ai_card_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Odds and Ends has no AI card; give one with --ai FILE"):
        load_ai_card(ODDS, MADE)
    with pytest.raises(UsageError, match="no Jack is called"):
        load_ai_card("Cot and Hovel", KNOWN)
    for source in (tmp_path / "none.yaml", str(tmp_path / "none.yaml")):
        with pytest.raises(DataError, match="no such file"):
            load_ai_card(source, KNOWN)


@pytest.mark.parametrize("name", [CLAY, "clay and bones", "Jack o' Clay and Bones", "clay"])
def test_a_jack_is_found_by_name(name: str) -> None:
    assert load_ai_card(name, KNOWN).jack == CLAY


# ------------------------------------------------------------------------ following in Reset


def retained(follower: AICardPlayer, hand: str, turned: bool, jack: str = WORDS) -> str:
    """Return the hand after cards are retained in Reset."""
    table = lay(At(jack, hand=hand), At(CLAY), players=[follower, Script()], turned=turned)
    steps.retain_cards(table)
    return named(table.seats[0].hand)


@pytest.mark.parametrize(
    ("jack", "hand", "turned", "kept"),
    [
        (CLAY, "Grave Digger, Wake The Dead, Coin", True, "Wake The Dead"),
        (CLAY, "Grave Digger, Danse Macabre, Take Us With You", True, ""),
        (CLAY, "Call The Living, Grave Robber", False, ""),
        (WORDS, "Wealth, Understand, Listen", True, "Understand"),
        (WORDS, "Understand, Understand", True, "Understand"),
        (WORDS, "Listen, Learnt, Coin", True, ""),
        (WORDS, "Teach, Lesson", False, ""),
    ],
)
def test_the_printed_retain_lines(jack: str, hand: str, turned: bool, kept: str) -> None:
    """Each is followed when its card is in hand after the Turn and passed over otherwise
    (A-retain, A-step)."""
    assert retained(printed_follower(jack), hand, turned, jack) == kept


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ('3 – Retain "Teach".', ""),
        ('2 – Retain "Teach".', "Teach"),
        ('2 – Retain all cards.\n2 – Move "Teach" to Discard Stack.', ""),
        ('2 – Retain all cards.\n3 – Move "Teach" to Discard Stack.', "Teach"),
    ],
)
def test_a_line_of_reset_may_belong_to_the_step_with_its_number(
    own: Own, lines: str, kept: str
) -> None:
    """Ruling A-step."""
    card = own.follower(f"PRE TURN, ACTION\n1 – Pass\nRESET\n{lines}").card
    rulings = printed_rulings().switch({"A-step": "numbered"})
    assert retained(AICardPlayer(card, KNOWN, rulings), "Teach", turned=False) == kept


def test_a_condition_may_name_no_target() -> None:
    """Ruling A-same."""
    for choice, names_one in (("named", True), ("any", False)):
        lines = printed_follower(CLAY, A_same=choice).lines
        assert any("A-same" in each.rulings for each in lines) is names_one


def test_of_several_to_retain_the_box_may_prefer_what_scores(own: Own) -> None:
    """Ruling A-retain: as listed, or as the sentence says."""
    listed = 'PRE TURN, ACTION\n1 – Pass\nRESET\n2 – Retain "Talk"/"Teach".'
    card = own.follower(listed).card
    for each, kept in ((card, "Talk"), (with_choices_of(card, {"A-retain": "worth"}), "Teach")):
        assert retained(AICardPlayer(each, KNOWN), "Teach, Talk", turned=False) == kept


@pytest.mark.parametrize(
    ("lines", "hand", "kept"),
    [
        ('3 – Retain "Teach"/"Talk".', "Coin, Talk, Teach", "Teach"),
        ('3 – Retain "Teach"/"Talk".', "Coin, Talk", "Talk"),
        ('2 – Retain "Teach".\n2 – Retain "Talk".', "Talk, Teach", "Teach"),
        ('3 – If 3 cards in hand retain "Teach".\n3 – Retain "Talk".', "Talk, Teach", "Talk"),
        ('3 – If 2 cards in hand retain "Teach".\n3 – Retain "Talk".', "Talk, Teach", "Teach"),
        ("3 – Retain the highest scoring card in hand.", "Coin, Lesson, Teach", "Teach"),
        ("3 – Retain the highest scoring card in hand.", "Coin, Call", ""),
        ("3 – Retain the lowest cost card.", "Coin, Waste, Teach", "Waste"),
        ('3 – Move "Waste" to Discard Stack.', "Coin, Waste", ""),
        ('2 – Retain all cards.\n3 – Move a "Waste" to Discard Stack.', "Waste, Waste", "Waste"),
        ('2 – Retain all cards.\n3 – Move a "Waste" to Discard Stack.', "Waste", ""),
        ("3 – Retain a card with cost 0+.", "Coin, Teach", "Teach"),
    ],
)
def test_retain_lines_of_ones_own(own: Own, lines: str, hand: str, kept: str) -> None:
    follower = own.follower(f"PRE TURN, ACTION\n1 – Pass\nRESET\n{lines}")
    assert retained(follower, hand, turned=False) == kept


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('Retain "Waste".', "Waste"),
        ('Retain any "Waste" cards.', "Waste, Waste"),
        ('Retain 2 "Waste" cards.', "Waste, Waste"),
        ('Retain 2 "Coin" cards.', "Coin"),
        ('Retain "Coin"/"Waste".', "Waste, Coin"),
        ("Retain the lowest cost card in hand.", "Waste"),
    ],
)
def test_with_a_retain_limit_of_two(own: Own, line: str, kept: str) -> None:
    """One card where the line says one; the earliest listed (A-retain)."""
    follower = own.follower(f"PRE TURN, ACTION\n1 – Pass\nRESET\n2 – {line}", STICKS, MADE)
    seat = At(STICKS, hand="Bricks, Waste, Waste, Coin, Waste")
    table = lay(seat, At(WORDS), players=[follower, Script()], made_up=True)
    assert table.seats[0].retain_limit() == 2
    steps.retain_cards(table)
    assert named(table.seats[0].hand) == kept


@pytest.mark.parametrize(
    "lines",
    [
        '3 – Retain "Coin".\n3 – Retain the lowest cost card in hand.',
        '3 – Retain the highest scoring card in hand/"Teach".',
    ],
)
def test_retain_lines_that_mean_the_same_card(own: Own, lines: str) -> None:
    follower = own.follower(f"PRE TURN, ACTION\n1 – Pass\nRESET\n{lines}")
    table = lay(At(WORDS, hand="Coin, Teach"), At(CLAY), players=[follower, Script()])
    steps.retain_cards(table)
    assert len(table.seats[0].hand) == 1


def covered(follower: AICardPlayer, hand: str, jack: str = WORDS) -> list[str]:
    """Return the Market Stacks of both seats after covering; each starts with one card."""
    table = lay(
        At(jack, hand=hand, market=("Oeuvre", "Oeuvre", "Memory")),
        At(CLAY, market=("Bury", "Bury", "Bury")),
        players=[follower, Script()],
    )
    table.dealt = True
    steps.cover(table)
    return [named(stack.cards) for seat in table.seats for stack in seat.market]


UNCOVERED = ["Oeuvre", "Oeuvre", "Memory", "Bury", "Bury", "Bury"]


@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_the_printed_ai_cards_cover_nothing(jack: str) -> None:
    """Only what an AI card lists is Moved to a Market Stack (A-market)."""
    assert covered(printed_follower(jack), "Call, Bury, Lesson, Rise Up") == UNCOVERED


@pytest.mark.parametrize(
    ("line", "hand", "stacks"),
    [
        (
            'Move "Try To Forget" to a Market Stack of your suit.',
            "Coin, Try To Forget",
            {0: "Oeuvre, Try To Forget"},
        ),
        ('Move "Try To Forget" to a Market Stack of your suit.', "Coin, Call", {}),
        ('Move "Talk"/"Call" to a Market Stack of your suit.', "Call, Waste", {0: "Oeuvre, Call"}),
        (
            'Move any "Call" cards to Market Stacks of your suit.',
            "Call, Call",
            {0: "Oeuvre, Call", 1: "Oeuvre, Call"},
        ),
        ('If 2 cards in hand move "Call" to a Market Stack of your suit.', "Call, Coin, Coin", {}),
        (
            'If 3 cards in hand move "Call" to a Market Stack of your suit.',
            "Call, Coin, Coin",
            {0: "Oeuvre, Call"},
        ),
        ('Move "Bury" to a Market Stack of Clay and Bones’ suit.', "Bury", {3: "Bury, Bury"}),
        ('Move "Bury" to a Market Stack of your suit.', "Bury", {}),
        (
            'Move "Call" to a Market Stack of your suit.\n'
            '4.1 – Move "Talk" to a Market Stack of your suit.',
            "Call, Talk",
            {0: "Oeuvre, Call", 1: "Oeuvre, Talk"},
        ),
    ],
)
def test_cover_lines_of_ones_own(own: Own, line: str, hand: str, stacks: dict[int, str]) -> None:
    follower = own.follower(f"PRE TURN, ACTION\n1 – Pass\nRESET\n4.1 – {line}")
    expected = [stacks.get(index, stack) for index, stack in enumerate(UNCOVERED)]
    assert covered(follower, hand) == expected


def test_a_cover_line_for_one_card_moves_one_card(own: Own) -> None:
    line = "Move the lowest cost card in hand to a Market Stack of your suit."
    follower = own.follower(f"PRE TURN, ACTION\n1 – Pass\nRESET\n4.1 – {line}")
    assert covered(follower, "Call, Try To Forget, Talk")[:3] == [
        "Oeuvre, Try To Forget",
        "Oeuvre",
        "Memory",
    ]


def test_a_cover_line_for_one_card_moves_one_in_each_reset(own: Own) -> None:
    """Ruling A-market: whatever it has moved in the Reset before."""
    line = 'Move "Call" to a Market Stack of your suit.'
    follower = own.follower(f"PRE TURN, ACTION\n1 – Pass\nRESET\n4.1 – {line}")
    table = lay(At(WORDS, hand="3 Call"), At(CLAY), players=[follower, Script()])
    for left in (2, 1, 0):
        table.dealt = True
        steps.cover(table)
        assert len(table.seats[0].hand) == left
        steps.pass_marker(table)


def test_cards_leave_play_in_the_order_they_were_played() -> None:
    in_play = "Coin, Bury, Waste, Grave Robber"
    table = lay(At(CLAY, in_play=in_play), At(WORDS), players=[printed_follower(CLAY), Script()])
    steps.leave_play(table)
    assert named(table.seats[0].discard_stack) == in_play


def test_a_whole_hand_goes_in_the_order_it_was_held() -> None:
    """Ruling A-silent: not what scores least first, as where one card is picked."""
    follower = printed_follower(WORDS)
    mine = At(WORDS, hand="Wealth, Listen, Waste, Coins, Coin")
    table = lay(mine, At(CLAY), players=[follower, Script()], turned=True)
    assert decided(follower, table) == ("3", "play Listen")
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].trash_stack) == "Wealth, Waste, Coins, Coin"


# ------------------------------------------------------------------------- switched rulings


@pytest.mark.parametrize(
    ("hand", "exactly", "at_least"),
    [
        ("Call, 5 Coin", "1", "1"),
        ("Call, 4 Coin", "9", "9"),
        ("Call, 6 Coin", "9", "1"),
        ("Talk, 7 Coin, Waste", "9", "2"),
        ("Call, Talk, 6 Coin", "2", "1"),
        ("Teach, 7 Coin, 3 Waste, Riches", "9", "3"),
        ("Teach, 6 Coin, 3 Waste", "9", "9"),
    ],
)
def test_a_number_means_exactly_or_at_least(hand: str, exactly: str, at_least: str) -> None:
    table = lay(At(WORDS, hand=hand), At(CLAY))
    assert decided(printed_follower(WORDS), table)[0] == exactly
    assert decided(printed_follower(WORDS, A_exact="exactly"), table)[0] == exactly
    assert decided(printed_follower(WORDS, A_exact="at-least"), table)[0] == at_least


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Understand, 6 Coin, 3 Waste", "8"),
        ("Understand, 5 Coin, 3 Waste", "2"),
        ("Listen, 4 Coin, Waste", "8"),
        ("Listen, 3 Coin, Waste", "3"),
        ("Hear, Coin, Waste", "8"),
        ("Hear, Coin", "4"),
    ],
)
def test_after_the_turn_a_number_is_exact_however_it_is_switched(hand: str, line: str) -> None:
    table = lay(At(WORDS, hand=hand), At(CLAY), turned=True)
    for choice in ("exactly", "at-least"):
        assert decided(printed_follower(WORDS, A_exact=choice), table)[0] == line


@pytest.mark.parametrize("choice", ["exactly", "at-least"])
def test_numbers_with_a_plus_and_fewer_than_are_not_switched(choice: str) -> None:
    follower = printed_follower(CLAY, A_exact=choice)
    for deck, line in (("3 Coin", "1"), ("4 Coin", "5"), ("2 Coin", "1")):
        assert (
            decided(follower, lay(At(CLAY, hand="Macabre Harvest", deck=deck), At(WORDS)))[0]
            == line
        )
    for coins, line in ((5, "10"), (6, "8"), (7, "8")):
        seat = At(CLAY, market=("", "", ""), coins=coins)
        assert decided(follower, lay(seat, At(WORDS)))[0] == line


@pytest.mark.parametrize(
    ("hand", "in_play", "in_order", "ties_only"),
    [
        (
            "Riches, Coin",
            "Oeuvre, Lesson",
            "build Coin on Oeuvre, Riches on Lesson",
            "build Coin on Oeuvre",
        ),
        (
            "Coin, Coin",
            "Oeuvre, Lesson",
            "build Coin on Oeuvre, Coin on Lesson",
            "build Coin on Oeuvre",
        ),
        (
            "Coin, Waste, Waste",
            "Lesson, Oeuvre, Oeuvre",
            "build Waste on Oeuvre, Waste on Oeuvre #2, Coin on Lesson",
            "build Waste on Oeuvre, Waste on Oeuvre #2",
        ),
        (
            "Coin, Waste, Waste",
            "Lesson, Lesson, Lesson, Wealth",
            "build Waste on Lesson, Waste on Lesson #2, Coin on Lesson #3",
            "build Waste on Lesson, Waste on Lesson #2",
        ),
    ],
)
def test_as_many_as_possible_in_order_or_ties_only(
    hand: str, in_play: str, in_order: str, ties_only: str
) -> None:
    table = lay(At(WORDS, hand=hand, in_play=in_play), At(CLAY))
    assert decided(printed_follower(WORDS), table) == ("8", in_order)
    assert decided(printed_follower(WORDS, A_many="in-order"), table) == ("8", in_order)
    assert decided(printed_follower(WORDS, A_many="ties-only"), table) == ("8", ties_only)


# ------------------------------------------------------------------------------- following


def test_without_a_line_to_follow_it_passes(own: Own) -> None:
    """A printed card ends in a Pass; one's own need not (A-pass)."""
    follower = own.follower('PRE TURN, ACTION\n1 – Play "Call".\n2 – If 2 cards in hand pass.')
    table = lay(At(WORDS, hand="Coin"), At(CLAY))
    assert decided(follower, table) == ("", "pass")
    explained = follower.explain(table, table.seats[0])
    assert explained.act == PASS
    assert [(c.line, c.status) for c in explained.considered] == [
        ("1", "not-in-hand"),
        ("2", "condition-false"),
    ]
    after = lay(At(WORDS, hand="Coin"), At(CLAY), turned=True)
    assert decided(follower, after) == ("", "pass")
    assert follower.explain(after, after.seats[0]).considered == ()


def test_the_line_that_is_never_reached_on_its_card_works_by_itself(own: Own) -> None:
    (printed,) = [x for x in printed_card(CLAY).side(False) if x.number == "9"]
    follower = own.line(printed.words, CLAY)
    hand = "Macabre Harvest, Take It With You, Coin, Waste"
    table = lay(At(CLAY, hand=hand), At(WORDS), players=[follower, Script()])
    assert decided(follower, table) == ("1", "play Take It With You")
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].trash_stack) == "Waste"

    table = lay(At(CLAY, hand="Take It With You, Coin", in_play="Waste"), At(WORDS))
    assert decided(follower, table) == ("", "pass")
    assert why(follower, table).status == "no-target"
    table = lay(At(CLAY, hand="Waste, Coin"), At(WORDS))
    assert why(follower, table).status == "not-in-hand"


def test_a_card_that_would_only_come_back_is_no_card_to_play() -> None:
    """The final edition's Listen: `if not, Draw this card` (A-return)."""
    follower = printed_follower(WORDS, "final")
    for hand, line, told in [
        ("Listen", "9", "pass"),
        ("Waste, Listen", "8", "play Waste"),
        ("3 Money, Listen, Waste", "3", "play Listen"),
        ("Wealth, Opulence, Listen, Listen", "8", "play Opulence"),
        ("Listen, Listen", "9", "pass"),
    ]:
        table = lay(At(WORDS, hand=hand), At(CLAY), edition="final", turned=True)
        assert decided(follower, table) == (line, told)


def test_the_prototype_plays_the_same_card() -> None:
    table = lay(At(WORDS, hand="Listen"), At(CLAY), turned=True)
    assert decided(printed_follower(WORDS), table) == ("8", "play Listen")


CONDITIONS = [
    ('If no "Call" in hand play "Memory".', "Memory, Talk", "Memory, Call"),
    ('If exactly 2 cards in hand play "Memory".', "Memory, Coin", "Memory, 2 Coin"),
    ('If at most 2 cards in hand play "Memory".', "Memory", "Memory, 2 Coin"),
    ('If more than 2 cards in hand play "Memory".', "Memory, 2 Coin", "Memory, Coin"),
    ('If 3-4 cards in hand play "Memory".', "Memory, 3 Coin", "Memory, 4 Coin"),
    ('If 3-4 cards in hand play "Memory".', "Memory, 2 Coin", "Memory, Coin"),
    ('If no scoring cards are in hand play "Memory".', "Memory, Oeuvre", "Memory, Lesson"),
    ('If 2 cards of an opponent\'s suit in hand play "Memory".', "Memory, 2 Bury", "Memory, Bury"),
    ('If 2 cards of your suit in hand play "Memory".', "Memory, Call, Bury", "Memory, 2 Call"),
    ('If "Call" in hand and "Talk" in hand play "Memory".', "Memory, Call, Talk", "Memory, Talk"),
    ('If "Call" OR "Talk" in hand play "Memory".', "Memory, Talk", "Memory, Teach"),
    ('If hand contains "Call" and "Talk" play "Memory".', "Memory, Call, Talk", "Memory, Call"),
    ('If 6 cards in hand with total score 1 play "Memory".', "Memory, Lesson, 4 Coin", "Memory"),
]


@pytest.mark.parametrize(("line", "yes", "no"), CONDITIONS)
def test_conditions_of_ones_own(own: Own, line: str, yes: str, no: str) -> None:
    follower = own.line(line)
    assert decided(follower, lay(At(WORDS, hand=yes), At(CLAY))) == ("1", "play Memory")
    table = lay(At(WORDS, hand=no), At(CLAY))
    assert decided(follower, table) == ("", "pass")
    assert why(follower, table).status == "condition-false"


@pytest.mark.parametrize(
    ("line", "market", "coins", "followed"),
    [
        ("If a Market Stack of your suit is empty pass.", ("Call", "", "Call"), 0, True),
        ("If a Market Stack of your suit is empty pass.", ("Call", "Call", "Call"), 0, False),
        ("If no Market Stacks of your suit are empty pass.", ("Call", "Call", "Call"), 0, True),
        ("If 2 coin tokens in hand pass.", ("", "", ""), 2, True),
        ("If 2 coin tokens in hand pass.", ("", "", ""), 3, False),
        ("If controlling 2+ coin tokens pass.", ("", "", ""), 3, True),
        ("If controlling fewer than 2 coin tokens pass.", ("", "", ""), 2, False),
    ],
)
def test_conditions_on_markets_and_coin_tokens(
    own: Own, line: str, market: tuple[str, str, str], coins: int, followed: bool
) -> None:
    follower = own.line(line)
    table = lay(At(WORDS, market=market, coins=coins), At(CLAY))
    assert (decided(follower, table)[0] == "1") is followed


def test_lines_of_ones_own_for_each_act(own: Own) -> None:
    follower = own.follower(
        """
PRE TURN, ACTION
1 – Play "Talk"/"Call".
2 – Build to Set 2 lowest cost cards in hand to "Lesson".
3 – Build to Set "Waste" to "Lesson".
4 – Spend 1 coin token to Draw 1.
5 – Shop to Purchase "Teach"/"Power".
6 – Shop to Purchase the lowest cost card available.
7 – Play the lowest cost card in hand.
"""
    )

    def told(**laid: object) -> tuple[str, str]:
        seat = At(WORDS, deck=str(laid.pop("deck", "")), **laid)  # type: ignore[arg-type]
        return decided(follower, lay(seat, At(CLAY)))

    assert told(hand="Call, Talk") == ("1", "play Talk")
    assert told(hand="Call, Coin") == ("1", "play Call")
    lessons = "Lesson, Coin, Lesson"
    assert told(hand="Coin, Riches, Waste", in_play=lessons) == (
        "2",
        "build Waste on Lesson, Coin on Lesson #2",
    )
    assert told(hand="Coin, Riches, Waste", in_play="Lesson") == ("3", "build Waste on Lesson")
    assert told(hand="Riches", in_play="Lesson", coins=1, deck="Coin") == (
        "4",
        "spend 1 coin token with Jack o' Words",
    )
    assert told(coins=5, market=("Lesson", "Teach", "Call")) == ("5", "shop Teach")
    assert told(coins=4, market=("Lesson", "Teach", "Call")) == ("5", "shop Power")
    assert told(coins=1, market=("Lesson", "Teach", "Call")) == ("", "pass")
    assert told(hand="Riches, Coin") == ("7", "play Coin")


@pytest.mark.parametrize(
    ("line", "jack", "seat", "told"),
    [
        # The higher end counts, before the Turn too.
        (
            "Play the highest scoring card in hand.",
            WORDS,
            At(WORDS, hand="Lesson, Grave Robber, Teach"),
            "play Grave Robber",
        ),
        (
            "Play the lowest scoring card in hand.",
            WORDS,
            At(WORDS, hand="Teach, Oeuvre"),
            "play Oeuvre",
        ),
        # A list may go on from a name to a description.
        (
            'Play "Teach"/the highest cost card in hand.',
            WORDS,
            At(WORDS, hand="Coin, Wealth"),
            "play Wealth",
        ),
        # One card where the line says one.
        (
            "Build to Set the lowest cost card in hand to a card in play.",
            WORDS,
            At(WORDS, hand="Coin, Waste, Waste", in_play="Oeuvre, Lesson"),
            "build Waste on Oeuvre",
        ),
        # A card in play may be its own target.
        (
            'Play "Forget To Remember" targeting "Forget To Remember".',
            WORDS,
            At(WORDS, hand="Forget To Remember", in_play="Coin"),
            "play Forget To Remember",
        ),
        (
            'Play "Take It With You" targeting "Take It With You".',
            CLAY,
            At(CLAY, hand="Take It With You, Coin"),
            "pass",
        ),
        # Conditions on cards in hand before an act that needs none.
        ('If no "Coin" in hand shop to Purchase "Power".', WORDS, At(WORDS, coins=2), "shop Power"),
        (
            'If no "Coin" in hand shop to Purchase "Power".',
            WORDS,
            At(WORDS, hand="Waste, Coin", coins=2),
            "pass",
        ),
        (
            'If 2 "Coin" cards in hand shop to Purchase "Power".',
            WORDS,
            At(WORDS, hand="Coin, Waste, Coin", coins=2),
            "shop Power",
        ),
        (
            'If "Coin" in hand or 2 cards in hand shop to Purchase "Power".',
            WORDS,
            At(WORDS, hand="Waste, Waste", coins=2),
            "shop Power",
        ),
        (
            'If "Coin" in play shop to Purchase "Power".',
            WORDS,
            At(WORDS, in_play="Coin", coins=2),
            "shop Power",
        ),
    ],
)
def test_single_lines_of_ones_own(own: Own, line: str, jack: str, seat: At, told: str) -> None:
    other = At(CLAY if jack == WORDS else WORDS)
    assert decided(own.line(line, jack), lay(seat, other))[1] == told


def test_the_first_shop_binds_a_line_that_names_the_opponents_stacks(own: Own) -> None:
    line = "Shop to Purchase from the Market Stack of Words and Names’ suit with the fewest cards."
    follower = own.line(line, CLAY)
    table = lay(At(CLAY, coins=5), At(WORDS, market=("Oeuvre", "Call", "Memory")))
    assert decided(follower, table) == ("", "pass")
    assert why(follower, table).status == "not-allowed"
    table.seats[0].shopped = True
    assert decided(follower, table) == ("1", "shop Oeuvre")
    table.seats[0].coins = 3
    assert decided(follower, table) == ("1", "shop Call")


def test_the_stack_a_condition_names_is_the_target(own: Own) -> None:
    """An opponent's here, although its own Stack would be the default (A-same, A-own-stack)."""
    line = 'If an opponent has a scoring card on top of their Trash Stack play "Go Down".'
    follower = own.line(line, CLAY, turned=True)
    table = lay(
        At(CLAY, hand="Go Down", trash="Wake The Dead"),
        At(WORDS, trash="Hear, Understand"),
        players=[follower, Script()],
        turned=True,
    )
    assert decided(follower, table) == ("1", "play Go Down")
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].trash_stack) == "Wake The Dead"
    assert named(table.seats[1].trash_stack) == "Hear"


def test_what_a_spend_is_for_is_what_it_is_aimed_at(own: Own) -> None:
    line = (
        "Spend 2 lowest cost cards in hand to Trash the highest cost card in hand "
        'using "Take Us With You".'
    )
    follower = own.line(line, CLAY, turned=True)
    table = lay(
        At(CLAY, hand="Dig, Coin, Riches, Waste, Wake The Dead", in_play="Take Us With You"),
        At(WORDS),
        players=[follower, Script()],
        turned=True,
    )
    assert decided(follower, table) == ("1", "spend Waste, Coin with Take Us With You")
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].trash_stack) == "Wake The Dead"


def test_a_card_with_stability_2_takes_two_cards(own: Own) -> None:
    line = (
        "Build to Set as many of the lowest cost card(s) in hand to as many of the highest cost "
        "card(s) in play as possible."
    )
    follower = own.line(line, ODDS, known=MADE)
    table = lay(
        At(ODDS, hand="Coin, Waste, Hoard, Job Lot", in_play="Hoard, Glue Pot"),
        At(WORDS),
        made_up=True,
    )
    told = "build Waste on Glue Pot, Coin on Glue Pot, Hoard on Hoard"
    assert decided(follower, table) == ("1", told)


def test_when_abilities_happen_and_spend_abilities_wait_for_a_line(own: Own) -> None:
    """Ruling A-trigger; each time one act, and then from the first line again (ruling A-one)."""
    lines = 'PRE TURN, ACTION\n1 – Play "Bury".\n2 – Pass.'
    follower = own.follower(lines, CLAY)
    table = lay(
        At(CLAY, hand="Bury, Bury", deck="Coin, Waste, Riches, Wealth"),
        At(WORDS),
        players=[follower, Script()],
    )
    for hand in ("Bury, Riches", "Riches, Coin"):
        assert decided(follower, table) == ("1", "play Bury")
        follower.act(table, table.seats[0]).perform(table, table.seats[0])
        assert named(table.seats[0].hand) == hand
    assert decided(follower, table) == ("2", "pass")

    spender = own.follower('PRE TURN, ACTION\n1 – Play "Teach".\n2 – Pass.')
    table = lay(At(WORDS, coins=3, deck="Coin"), At(CLAY))
    assert decided(spender, table) == ("2", "pass")


def test_a_follower_remembers_the_line_of_its_last_act() -> None:
    follower = printed_follower(CLAY)
    assert follower.followed == ""
    table = lay(At(CLAY, hand="Grave Robber"), At(WORDS))
    follower.act(table, table.seats[0])
    assert follower.followed == "3"
    follower.explain(lay(At(CLAY, hand="Bury"), At(WORDS)), lay(At(CLAY), At(WORDS)).seats[0])
    assert follower.followed == "3"


def test_what_a_line_aims_at_holds_for_its_own_act_only() -> None:
    """Line 7 after the Turn gives up the highest scoring card. When the opponent then makes it
    Discard, no line speaks, and the least is given up (A-silent)."""
    follower = AICardPlayer(printed_card(WORDS, MADE), MADE)
    table = lay(
        At(WORDS, hand="Remember To Forget, Understand, Understand, Listen, Waste"),
        At(ODDS, hand="Tithe"),
        players=[follower, Script()],
        turned=True,
        made_up=True,
    )
    assert decided(follower, table) == ("7", "play Remember To Forget")
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].hand) == "Listen, Waste"
    act(table, 1, "play Tithe")
    assert named(table.seats[0].hand) == "Listen"


def test_the_default_catalogue_is_that_of_the_prototype() -> None:
    """Cards are told apart by being the same object, so two catalogues cannot be mixed: what was
    read with one would silently find none of its cards on a table of the other."""
    assert catalogue() is KNOWN
    assert catalogue(edition="prototype") is KNOWN


# ------------------------------------------------------------------------------ explaining


def test_nor_does_it_hold_when_another_plays_the_same_card(own: Own) -> None:
    follower = own.line('Play "Tithe" targeting "Wealth".', ODDS, turned=True, known=MADE)
    table = lay(
        At(ODDS, hand="Tithe, Wealth, Waste, Wealth"),
        At(ODDS, hand="Tithe, Coin, Waste"),
        players=[follower, Script(discard="Coin")],
        turned=True,
        made_up=True,
    )
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].hand) == "Waste, Wealth"
    table.acting = 1
    act(table, 1, "play Tithe")
    assert named(table.seats[0].hand) == "Wealth"


def test_an_explanation_ends_with_the_line_followed_and_its_sub_lines() -> None:
    follower = printed_follower(CLAY)
    explained = follower.explain(
        table := lay(At(CLAY, hand="Call The Living", discard="Bury, Coin"), At(WORDS)),
        table.seats[0],
    )
    assert [(c.line, c.status) for c in explained.considered] == [
        ("1", "condition-false"),
        ("2", "condition-false"),
        ("3", "not-in-hand"),
        ("4", "not-in-play"),
        ("5", "followed"),
        ("5.1", "followed"),
    ]
    assert (explained.line, explained.notation) == ("5", "play Call The Living")
    words = {line.number: line.words for line in follower.card.side(False)}
    assert all(c.words == words[c.line] for c in explained.considered)


def test_an_explanation_says_what_was_seen() -> None:
    for jack, seat, line, said in [
        (WORDS, At(WORDS, hand="Call, 4 Coin"), "1", "5"),
        (WORDS, At(WORDS, market=("", "", "Call"), coins=3), "11", "2 of 3"),
        (WORDS, At(WORDS, coins=5, market=("", "", "")), "12", "5 coin tokens"),
        (CLAY, At(CLAY, deck="4 Coin"), "1", "4"),
        (
            CLAY,
            At(CLAY, market=("Grave Robber", "", ""), coins=4),
            "6",
            "costs 5 coin tokens and it has 4",
        ),
    ]:
        other = CLAY if jack == WORDS else WORDS
        assert said in why(printed_follower(jack), lay(seat, At(other)), line).because
    after = lay(At(WORDS, hand="Understand, Power, 7 Coin"), At(CLAY), turned=True)
    assert "9 with total score 3" in why(printed_follower(WORDS), after, "2").because


@pytest.mark.parametrize(
    ("jack", "turned", "line", "ruling_id"),
    [
        (WORDS, False, "1", "A-exact"),
        (WORDS, False, "4", "A-purpose"),
        (WORDS, False, "7", "A-play"),
        (WORDS, False, "8", "A-many"),
        (WORDS, False, "9", "A-tie"),
        (WORDS, False, "9", "A-cost"),
        (WORDS, False, "10", "A-ties-buy"),
        (WORDS, False, "11", "A-fewest"),
        (WORDS, False, "12", "A-available"),
        (WORDS, True, "2", "A-score"),
        (WORDS, True, "6", "A-set-many"),
        (WORDS, True, "7", "A-wn-post-7"),
        (WORDS, True, "7", "A-target-self"),
        (CLAY, False, "4", "A-partial"),
        (CLAY, True, "1", "A-cb-post-1"),
        (CLAY, True, "2", "A-slash"),
        (CLAY, True, "3", "A-highest"),
        (CLAY, True, "6", "A-cb-post-6"),
        (CLAY, True, "2", "A-same"),
        (CLAY, True, "4", "A-others"),
        (WORDS, False, "5", "A-slash"),
    ],
)
def test_the_rulings_that_fill_a_gap_are_named(
    jack: str, turned: bool, line: str, ruling_id: str
) -> None:
    hand = "Hear" if turned else ""
    table = lay(At(jack, hand=hand if jack == WORDS else "", market=("", "", "")), turned=turned)
    assert ruling_id in why(printed_follower(jack), table, line).rulings


@pytest.mark.parametrize(
    ("theirs", "shopped", "named"),
    [
        ("Bury", False, True),
        ("Bury", True, False),
        ("", False, False),
    ],
)
def test_the_ruling_on_the_first_shop_is_named_where_its_limit_bars_a_card(
    theirs: str, shopped: bool, named: bool
) -> None:
    table = lay(At(WORDS, coins=6, market=("Call", "", "")), At(CLAY, market=(theirs, "", "")))
    table.seats[0].shopped = shopped
    assert ("A-first-shop" in why(printed_follower(WORDS), table, "12").rulings) is named


def test_every_ruling_named_can_be_looked_up() -> None:
    known = printed_rulings().by_id
    for jack in (CLAY, WORDS):
        card = printed_card(jack)
        its_own = {r.id for r in card.rulings}
        for turned in (False, True):
            table = lay(At(jack, market=("", "", "")), turned=turned)
            named = [
                each.rulings
                for each in printed_follower(jack).explain(table, table.seats[0]).considered
            ]
            assert any(named)
            assert set().union(*named) <= known.keys() | its_own


def test_explaining_and_deciding_change_nothing() -> None:
    """Even where a line looks at what a card could be aimed at, and at a card that comes back."""
    for edition, seat in [
        ("prototype", At(WORDS, hand="Lapse, Remember To Forget, Coin, Coin", deck="")),
        ("final", At(WORDS, hand="Listen, Waste", deck="", discard="2 Power")),
        ("prototype", At(CLAY, hand="Go Down, Grave Digger, Coin", trash="Waste, Power", deck="")),
        ("prototype", At(CLAY, hand="2 Dig, Coin", in_play="Take Us With You", deck="")),
    ]:
        for other in (WORDS, CLAY):
            table = lay(seat, At(other, trash="Waste"), edition=edition, turned=True)
            heard: list[object] = []
            table.listener = heard.append
            before = snapshot(table)
            state = table.rng.getstate()
            follower = printed_follower(seat.jack, edition)
            assert decided(follower, table) == decided(follower, table)
            assert snapshot(table) == before
            assert table.rng.getstate() == state
            assert heard == []


# ------------------------------------------------------------------------------ choosing


def test_what_the_line_aims_at_goes_first_and_the_rest_is_silent() -> None:
    """A count is made one card at a time (A-each); of two that score alike the one held longest."""
    follower = printed_follower(WORDS)
    hand = "Lapse, Power, Understand, Coin, Waste, Wealth, Listen, Hear, Fealty"
    table = lay(At(WORDS, hand=hand), At(CLAY), players=[follower, Script()], turned=True)
    assert decided(follower, table) == ("7", "play Lapse")
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].discard_stack) == "Understand, Power, Listen, Waste"


def test_what_a_line_says_of_a_choice_does_not_reach_a_copy_of_the_card() -> None:
    """The copy that the card plays is another card, for which A-silent chooses (A-each)."""
    follower = printed_follower(CLAY)
    mine = At(CLAY, hand="Call The Living", discard="Call The Living, Power, Riches")
    table = lay(mine, At(CLAY), players=[follower, Script()])
    assert decided(follower, table) == ("5", "play Call The Living")
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].discard_stack) == "Riches"


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Play “Learnt”.", "Coin, Wealth, Coins"),
        (
            "Play “Learnt”, giving up the lowest scoring, then the lowest cost.",
            "Coin, Wealth, Coins",
        ),
        ("Play “Learnt”, giving up the highest cost.", "Coin, Waste, Coins"),
        (
            "Play the highest scoring card in hand, giving up the highest cost.",
            "Coin, Waste, Coins",
        ),
        ("Play “Learnt”, giving up the highest cost, targeting “Coins”.", "Coin, Waste, Wealth"),
        (
            "Play “Learnt” targeting a starter card, giving up the highest cost.",
            "Waste, Wealth, Coins",
        ),
        ("Play “Learnt”, taking the highest cost.", "Coin, Wealth, Coins"),
    ],
)
def test_a_line_says_by_what_a_card_chooses_of_itself(own: Own, words: str, left: str) -> None:
    follower = own.line(words, turned=True)
    hand = "Coin, Waste, Learnt, Wealth, Coins"
    table = lay(At(WORDS, hand=hand), At(CLAY), players=[follower, Script()], turned=True)
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].hand) == left


def test_a_line_says_what_a_card_takes(own: Own) -> None:
    for said, bought in [("", "Teach"), (", taking the lowest cost", "Bury")]:
        follower = own.line(f"Play “Teach”{said}.")
        table = lay(
            At(WORDS, hand="Teach, 7 Coin, 3 Waste", market=("Teach", "Oeuvre", "Call")),
            At(CLAY, market=("Grave Robber", "Take It With You", "Bury")),
            players=[follower, Script()],
        )
        follower.act(table, table.seats[0]).perform(table, table.seats[0])
        assert named(table.seats[0].discard_stack) == bought


def test_a_free_purchase_takes_the_best_card_of_any_market_stack() -> None:
    """Highest score, then highest cost, then reading order (A-silent, A-tie)."""
    for own_market, other_market, bought in [
        (("Lesson", "Talk", "Call"), ("Bury", "Macabre Harvest", "Rise Up"), "Talk"),
        (("Lesson", "Oeuvre", "Call"), ("Macabre Harvest", "Bury", "Bury"), "Lesson"),
        (("Teach", "Oeuvre", "Call"), ("Grave Robber", "Take It With You", "Bury"), "Teach"),
        (("Call", "Oeuvre", "Call"), ("Take It With You", "Grave Robber", ""), "Take It With You"),
        (("Call", "", "Call"), ("", "", ""), "Power"),
    ]:
        follower = printed_follower(WORDS)
        table = lay(
            At(WORDS, hand="Teach, 7 Coin, 3 Waste", market=own_market),
            At(CLAY, market=other_market),
            players=[follower, Script()],
        )
        assert decided(follower, table) == ("3", "play Teach")
        follower.act(table, table.seats[0]).perform(table, table.seats[0])
        assert named(table.seats[0].discard_stack) == bought


def test_an_ai_player_asked_by_another_gives_up_the_least() -> None:
    follower = AICardPlayer(printed_card(WORDS, MADE), MADE)
    table = lay(
        At(WORDS, hand="Lesson, Coin, Call, Waste"),
        At(ODDS, hand="Pickpocket"),
        players=[follower, Script(player=WORDS)],
        made_up=True,
    )
    act(table, 1, "play Pickpocket")
    assert named(table.seats[0].hand) == "Lesson, Call"


def test_an_ai_player_without_a_target_line_aims_at_the_next_opponent(own: Own) -> None:
    """A card that makes a Target player Discard (A-player)."""
    follower = own.line('Play "Pickpocket".', ODDS, known=MADE)
    table = lay(
        At(WORDS, hand="2 Coin"),
        At(ODDS, hand="Pickpocket, 2 Coin"),
        At(WORDS, hand="2 Coin"),
        players=[Script(), follower, Script(discard="1")],
        made_up=True,
    )
    follower.act(table, table.seats[1]).perform(table, table.seats[1])
    assert [len(seat.hand) for seat in table.seats] == [2, 2, 0]


def test_of_two_lines_below_only_that_of_the_card_played_is_followed(own: Own) -> None:
    """Ruling A-sub: each speaks of one card, and says nothing of another that is played."""
    follower = own.follower(
        "PRE TURN, ACTION\n"
        "1 – Play the highest cost card in hand.\n"
        '1.1 – If "Call The Living" played play "Coin".\n'
        '1.2 – If "Take It With You" played play "Waste".',
        CLAY,
    )
    table = lay(At(CLAY, hand="Take It With You, Waste"))
    told = follower.explain(table, table.seats[0]).considered
    assert [(each.line, each.status) for each in told] == [
        ("1", "followed"),
        ("1.1", "condition-false"),
        ("1.2", "followed"),
    ]


# -------------------------------------------------------- rulings that have been reasoned anew


@pytest.mark.parametrize(
    ("words", "choice", "bought"),
    [
        ("with score 1+", "higher-end", "shop Lesson"),
        ("with score 1+", "end-up", "pass"),
        ("scoring 0", "higher-end", "shop Call"),
        ("scoring 0", "end-up", "shop Lesson"),
    ],
)
def test_of_which_end_a_number_of_a_score_is(
    own: Own, words: str, choice: str, bought: str
) -> None:
    """Ruling A-score: a Lesson scores nothing before the Turn, and 1 after it."""
    card = own.load(f"PRE TURN, ACTION\n1 – Shop to Purchase a card {words}.\n2 – Pass.")
    follower = AICardPlayer(card, KNOWN, printed_rulings().switch({"A-score": choice}))
    table = lay(At(WORDS, market=("Lesson", "Call", ""), coins=5), generic=[""] * 5)
    assert decided(follower, table)[1] == bought


def test_a_scoring_card_is_by_either_end_whatever_is_chosen_of_numbers(own: Own) -> None:
    """Following AI Card Instructions, last paragraph: "the highest score at either end"."""
    card = own.load("PRE TURN, ACTION\n1 – Shop to Purchase a scoring card.")
    for choice in ("higher-end", "end-up"):
        follower = AICardPlayer(card, KNOWN, printed_rulings().switch({"A-score": choice}))
        table = lay(At(WORDS, market=("Lesson", "Call", ""), coins=5), generic=[""] * 5)
        assert decided(follower, table) == ("1", "shop Lesson")


def test_after_the_turn_what_scores_is_kept_where_a_line_does_not_say(own: Own) -> None:
    """Ruling A-play: before the Turn the best card is used, after it the hand scores."""
    before = own.line("Play a card with cost 1+.")
    table = lay(At(WORDS, hand="Call, Teach, Oeuvre, Lesson"))
    assert decided(before, table) == ("1", "play Teach")
    after = own.line("Play a card with cost 1+.", turned=True)
    table = lay(At(WORDS, hand="Understand, Hear, Magnum Opus, Learnt"), turned=True)
    assert decided(after, table) == ("1", "play Magnum Opus")


@pytest.mark.parametrize(
    ("says", "trashed"),
    [
        ("Trash 1 of Target Discard Stack", ([], ["Teach"])),
        ("Trash 1 Target card in Target Discard Stack", ([], ["Teach"])),
        ("Move 1 of Target Discard Stack to its Trash Stack", (["Lesson"], [])),
    ],
)
def test_what_is_given_up_from_a_target_stack_is_the_opponents(
    says: str, trashed: tuple[list[str], list[str]]
) -> None:
    """Ruling A-own-stack, as A-player has it of Target players."""
    follower = printed_follower(WORDS)
    table = lay(
        At(WORDS, discard="Call, Lesson"),
        At(CLAY, discard="Waste, Teach"),
        players=[follower, Script()],
    )
    moves.put_in_play(table, table.seats[0], saying(says, table.names))
    assert tuple([c.name for c in seat.trash_stack] for seat in table.seats) == trashed


def test_there_is_nobody_else_to_give_up_from_an_empty_stack() -> None:
    follower = printed_follower(WORDS)
    table = lay(At(WORDS, discard="Lesson, Call"), At(CLAY), players=[follower, Script()])
    says = "Trash 1 Target card in Target Discard Stack"
    moves.put_in_play(table, table.seats[0], saying(says, table.names))
    assert named(table.seats[0].trash_stack) == "Call"


@pytest.mark.parametrize(
    ("onto", "built"),
    [
        ("a card in play with no Settled cards", "build Coin on Lesson #2"),
        ("cards in play with a Settled card", "build Coin on Lesson"),
        ("a card in play", "build Coin on Lesson"),
    ],
)
def test_it_is_set_where_something_is_settled_or_nothing(own: Own, onto: str, built: str) -> None:
    table = lay(At(WORDS, hand="Coin", in_play="Lesson + Waste, Lesson"), At(CLAY))
    follower = own.line(f"Build to Set 1 card in hand to {onto}.")
    assert decided(follower, table) == ("1", built)


@pytest.mark.parametrize(
    ("block", "why"),
    [
        ("RESET\n1 – If all opponents have Passed retain “Call”.", "in Reset all players have"),
        (
            "ACTION\n1 – Build to Set up to 1 card to each card in play.",
            "say how many cards to Set",
        ),
    ],
)
def test_what_is_always_so_or_said_of_each_is_refused(own: Own, block: str, why: str) -> None:
    with pytest.raises(MoonflightError, match=why):
        own.follower(f"PRE TURN, ACTION\n1 – Pass.\nPOST TURN\n{block}")

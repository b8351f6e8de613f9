"""Regression tests for mutants that no test killed (docs/mutants.md): lines on tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import CLAY, MADE_UP, STICKS, WORDS, At, lay
from test_compiled_lines import assert_known
from test_general_changes import RULE, suit_with

from moonflight_solo.ai_cards.card import read_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.policy import Policy, Seen
from moonflight_solo.ai_cards.targeting import silent_ruling
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import Count, Opaque, leaves
from moonflight_solo.rules.state import Ask, Question, Table
from moonflight_solo.rules.texts.candidates import reach

SHOWN = "If an opponent has a “Coin” on top of their Discard Stack play “Law” targeting "
FROM_ALL = "Trash 1 Target card in Target player's Discard Stack"

PAID = "spend 1 coin token with Jack o' Rule"
HAND_OR_PLAY = "Spend 1 card to Trash 1 card in hand or play"
TOP_FOR_A_COIN = "Spend 1 coin token to Trash the top card of the Discard Stack"
TOP_FOR_A_CARD = "Spend 1 card to Trash the top card of the Discard Stack"
FEWEST = "Spend 1 coin token to Trash the top card of your Market Stack with the fewest cards"


def following(line: str, jack: str, known: Catalogue, *, turned: bool = False) -> AICardPlayer:
    """Return a player following an AI card with only this line."""
    side = "POST" if turned else "PRE"
    written = f"jack: {jack}\ncard: |\n  {side} TURN\n  ACTION\n  1 – {line}\n"
    return AICardPlayer(read_ai_card(parse_document(written, "ai.yaml"), known), known)


def done(line: str, table: Table, known: Catalogue) -> str:
    """Return what seat 0 does by this line, "" for nothing, and at whose card it is aimed.

    Checks all ways of following it, and everything known without looking closer.
    """
    seat = table.seats[0]
    player = following(line, seat.jack, known, turned=table.turned)
    (compiled,) = player.lines
    assert_known(compiled, table, seat)
    decision = compiled.attempt(table, seat)
    act = player.act(table, seat)
    followed, (written, _) = Policy(player.lines).written()(table, seat, Seen())
    assert (followed, written) == (player.followed, act)
    if decision is None:
        assert player.followed == ""
        return ""
    assert act == decision[0]
    told, aim = notation(act, table, seat), decision[1]
    if aim is None or not isinstance(act, Play):
        return told
    offer = reach(act.card, table, seat)
    at = aim.index(offer, table, seat)
    card = None if at is None else offer.cards[at]
    if at is None or card is None:
        return told
    return f"{told}: {card.name} in {offer.zones[at]} {offer.owners[at]}"


def made(folder: Path, text: str) -> Path:
    """Write a suit with a card with this text, or a Jack if it is an ability."""
    if text.startswith("Spend"):
        return suit_with(folder / "suit.yaml", "", character=text)
    return suit_with(folder / "suit.yaml", text)


# A line; the words of one's own card or Jack, if it takes one; the seats; and what comes of it.
Row = tuple[str, str, tuple[At, ...], str]
LINES: list[Row] = [
    # Places enough on the one card that is meant.
    (
        "Build to Set 2 cards in hand to the highest cost card in play.",
        "",
        (At(STICKS, hand="2 Waste", in_play="Gleaner, Scaffold"), At(CLAY)),
        "",
    ),
    (
        "Build to Set 2 cards in hand to the highest cost card in play.",
        "",
        (At(STICKS, hand="2 Waste", in_play="Tower Block, Scaffold"), At(CLAY)),
        "build Waste on Tower Block, Waste on Tower Block",
    ),
    # "Other" cards than the one that is played, where it is named.
    ("If another card in hand play “Bury”.", "", (At(CLAY, hand="Bury"), At(WORDS)), ""),
    (
        "If another card in hand play “Bury”.",
        "",
        (At(CLAY, hand="Bury, Waste"), At(WORDS)),
        "play Bury",
    ),
    # An opponent's is that of the opponent spoken of, unless it is described anew (A-same).
    (
        f"{SHOWN}an opponent's “Bury”.",
        FROM_ALL,
        (At(RULE, hand="Law"), At(CLAY, discard="Bury"), At(WORDS, discard="Bury, Coin")),
        "play Law: Bury in discard stack 2",
    ),
    (
        f"{SHOWN}“Bury”.",
        FROM_ALL,
        (At(RULE, hand="Law", discard="Bury"), At(WORDS, discard="Bury, Coin")),
        "play Law: Bury in discard stack 0",
    ),
    # Where a condition names a Stack, the Target lies there, and of that opponent (A-same).
    (
        "If an opponent has 3+ coin tokens and a “Bury” in their Discard Stack play “Law”.",
        FROM_ALL,
        (At(RULE, hand="Law"), At(CLAY, discard="Bury"), At(WORDS, discard="Bury", coins=3)),
        "play Law: Bury in discard stack 2",
    ),
    # So many cards lie on a card in play, none on the one that is being played.
    (
        "Play “Forget To Remember” targeting a card in play with 1+ cards Settled on it.",
        "",
        (At(WORDS, hand="Forget To Remember", in_play="Lesson, Oeuvre + Coin"),),
        "play Forget To Remember: Oeuvre in in play 0",
    ),
    # What an opponent has to be the owner of is not one's own.
    (
        "Play “Law” targeting an opponent's “Bury”.",
        FROM_ALL,
        (At(RULE, hand="Law", discard="Bury"), At(CLAY)),
        "",
    ),
    # The card played has left the hand.
    (
        "Play “Take It With You” targeting “Take It With You”.",
        "",
        (At(CLAY, hand="2 Take It With You"), At(WORDS)),
        "play Take It With You: Take It With You in hand 0",
    ),
    # What breaks ties.
    (
        "Play the highest cost card in hand, if tied the highest scoring.",
        "",
        (At(CLAY, hand="Oeuvre, Grave Robber"), At(WORDS)),
        "play Grave Robber",
    ),
    # Of one name it is the first in reading order, whoever's it is.
    (
        "Play “Law” targeting “Bury”.",
        FROM_ALL,
        (At(RULE, hand="Law", discard="Bury"), At(CLAY, discard="Bury")),
        "play Law: Bury in discard stack 0",
    ),
    # On top is what lies on top, not the first that the card's words let one choose.
    *(
        (
            f"Play “Law” targeting {what} on top of the Discard Stack.",
            "Draw 1 Target card of your suit in your Discard Stack",
            (At(RULE, hand="Law", discard=discard), At(CLAY)),
            taken,
        )
        for what in ("“Filler A”", "a card")
        for discard, taken in [
            ("Filler A, Waste", ""),
            ("Waste, Filler A", "play Law: Filler A in discard stack 0"),
            ("Filler A, Bury, Waste", ""),
        ]
    ),
    (
        "Play “Law” targeting the top card of the Discard Stack.",
        "Trash 1 Target card in your Discard Stack",
        (At(RULE, hand="Law", discard="Waste, Bedrock"), At(CLAY)),
        "",
    ),
    # What its words do not let one choose is no target.
    (
        "Play “Law” targeting “Waste”.",
        "Draw 1 Target card of your suit in your Discard Stack",
        (At(RULE, hand="Law", discard="Waste, Filler A"), At(CLAY)),
        "",
    ),
    # What one is kept from Purchasing is not available.
    (
        "Shop to Purchase the highest cost card available.",
        "Opponents cannot Purchase generic cards",
        (At(CLAY, coins=2, market=("", "Bury", "")), At(RULE, in_play="Law")),
        "shop Bury",
    ),
    (
        "Play the highest cost card in hand that is not “Teach”.",
        "",
        (At(CLAY, hand="Teach, Coin"),),
        "play Coin",
    ),
    # What it is Spent for happens once it is paid for; what is paid lies on the Discard Stack then.
    *(
        (
            f"{paying} to Trash 1 “Coin” in hand or play.",
            HAND_OR_PLAY,
            (At(RULE, hand=hand, in_play=lies),),
            taken,
        )
        for paying, hand, lies, taken in [
            ("Spend 1 “Coin”", "Coin", "", ""),
            ("Spend 1 “Coin”", "2 Coin", "", "spend Coin with Jack o' Rule"),
            ("Spend 1 “Waste”", "Waste", "", ""),
            ("Spend 1 “Waste”", "Waste", "Coin", "spend Waste with Jack o' Rule"),
            ("Spend the lowest cost card", "Coin, Waste", "", "spend Waste with Jack o' Rule"),
        ]
    ),
    *(
        (f"{words}.", words, (At(RULE, hand=hand, discard=discard, coins=1),), taken)
        for words, hand, discard, taken in [
            (TOP_FOR_A_COIN, "", "Bedrock, Waste", PAID),
            (TOP_FOR_A_COIN, "", "Waste, Bedrock", ""),
            (TOP_FOR_A_CARD, "Bedrock", "Waste", ""),
            (TOP_FOR_A_CARD, "Bedrock, Coin", "Bedrock", "spend Coin with Jack o' Rule"),
            (TOP_FOR_A_CARD.replace("1 card", "2 cards"), "Bedrock, Waste", "Coin", ""),
            ("Spend 1 coin token to Trash Discard Stack", "", "Waste, Bedrock", PAID),
            (FEWEST, "", "", PAID),
        ]
    ),
]


@pytest.mark.parametrize("row", LINES, ids=lambda row: row[0])
def test_a_line_is_followed(row: Row, tmp_path: Path) -> None:
    line, text, seats, wanted = row
    files = (*MADE_UP, made(tmp_path, text))
    known = catalogue("prototype", files)
    assert done(line, lay(*seats, *[At(CLAY)] * (len(seats) == 1), more=files), known) == wanted


@pytest.mark.parametrize(
    ("condition", "mine", "so"),
    [
        ("3+ cards in hand or play together", At(RULE, hand="Bury", in_play="Law, Oeuvre"), True),
        ("fewer than 2 “Bury” in Discard Stack", At(RULE, discard="Bury"), True),
        ("fewer than 2 “Bury” in Discard Stack", At(RULE, discard="2 Bury"), False),
        ("a card scoring before the Turn in hand", At(RULE, hand="Filler A"), False),
        ("a card scoring after the Turn in hand", At(RULE, hand="Filler A"), True),
        ("all cards in hand are “Waste”", At(RULE, hand="2 Waste"), True),
        ("all cards in hand are “Waste”", At(RULE, hand="Waste, Coin"), False),
        ("as many “Bury” in hand as cards in Discard Stack", At(RULE, hand="Bury"), False),
        ("2+ “Bury” in your Market Stacks", At(RULE, market=("2 Bury", "", "")), True),
        ("4+ “Bury” on top of your Market Stacks", At(RULE, market=("2 Bury",) * 3), False),
    ],
)
def test_a_condition_holds(condition: str, mine: At, *, so: bool, tmp_path: Path) -> None:
    files = (made(tmp_path, "Draw 1"),)
    table, known = lay(mine, At(CLAY), more=files), catalogue("prototype", files)
    assert done(f"If {condition} pass.", table, known) == "pass" * so


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("“Bury” in Draw Deck", "lie face down"),
        ("2+ cards in Draw Deck with total score 3+", "lie face down"),
        ("3+ cards in Target Discard Stack", "cannot leave open whose"),
    ],
)
def test_a_condition_asks_for_what_can_be_seen(condition: str, why: str) -> None:
    with pytest.raises(MoonflightError, match=why):
        following(f"If {condition} pass.", CLAY, catalogue())


def test_another_card_somewhere_else_is_any_there() -> None:
    line = "If another “Bury” in Discard Stack play “Bury”."
    table = lay(At(CLAY, hand="Bury", discard="Bury"), At(WORDS))
    assert done(line, table, catalogue()) == "play Bury"


def test_what_costs_coin_tokens_too_is_not_paid_with_a_card() -> None:
    with pytest.raises(MoonflightError, match="Odd Job has"):
        following("Spend 1 card using “Odd Job”.", CLAY, catalogue("prototype", MADE_UP))


def test_of_two_stacks_named_it_is_said_in_which_a_target_lies() -> None:
    told = "If “Coin” on top of Discard Stack and “Waste” on top of Trash Stack play “Call The "
    told += "Living” targeting “Bury”"
    with pytest.raises(MoonflightError, match="two Stacks are named"):
        following(f"{told}.", CLAY, catalogue())
    following(f"{told} in Discard Stack.", CLAY, catalogue())


def test_what_lies_on_top_once_it_is_paid_for_is_known(tmp_path: Path) -> None:
    """So that the check can prove what it says of it."""
    known = catalogue("prototype", (made(tmp_path, TOP_FOR_A_CARD),))
    (compiled,) = following(f"{TOP_FOR_A_CARD}.", RULE, known).lines
    assert not [leaf for leaf in leaves(compiled.requirement) if isinstance(leaf, Opaque)]
    (plain,) = following("If “Bury” in hand pass.", RULE, known).lines
    assert isinstance(plain.requirement, Count)


def test_what_cannot_be_paid_with_other_cards_is_seen_at_once(tmp_path: Path) -> None:
    """One card in hand cannot be what is Spent and what it is Spent for."""
    known = catalogue("prototype", (made(tmp_path, HAND_OR_PLAY),))
    line = "Spend the highest cost card in hand to Trash 1 “Coin” in hand or play."
    (compiled,) = following(line, RULE, known).lines
    (leaf,) = [leaf for leaf in leaves(compiled.requirement) if isinstance(leaf, Opaque)]
    for hand, so in [("Coin", False), ("Coin, Waste", True)]:
        table = lay(At(RULE, hand=hand), At(CLAY), more=(tmp_path / "suit.yaml",))
        assert as_test(leaf.needs)(table, table.seats[0]) is so


@pytest.mark.parametrize(
    ("ask", "owners", "ruling"),
    [("discard", (0, 1), "A-own-stack"), ("play", (0, 1), "A-silent"), ("turn", (0, 1), "A-turn")],
)
def test_the_ruling_that_answers_is_named(ask: Ask, owners: tuple[int, int], ruling: str) -> None:
    shown = [catalogue().card(name, False) for name in ("Waste", "Coin")]
    assert silent_ruling(Question(ask, shown, shown, ["in play"] * 2, owners)) == ruling


def test_a_side_may_be_named_above_each_of_its_parts() -> None:
    written = f"jack: {CLAY}\ncard: |\n  PRE TURN\n  ACTION\n  1 – Pass.\n  PRE TURN\n  RESET\n"
    written += "  2 – Retain “Bury”.\n"
    card = read_ai_card(parse_document(written, "ai.yaml"), catalogue())
    assert [line.printed.section for line in card.lines] == ["action", "reset"]


@pytest.mark.parametrize("held", ["Bury", "Rise Up"])
def test_of_two_kinds_of_card_the_one_in_hand_is_played(held: str) -> None:
    """However it is written down what a line does: here it fits just two kinds."""
    table = lay(At(CLAY, hand=held, deck="Coin", discard="Coin"), At(WORDS))
    assert done("Play a card costing 1.", table, catalogue()) == f"play {held}"

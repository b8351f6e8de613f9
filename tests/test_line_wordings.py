"""Lines of AI cards, followed or passed over on tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

import pytest
from helpers import CLAY, MADE_UP, STICKS, WORDS, At, Script, act, lay, made_up_cards, named, saying
from on_tables import (
    OTHER,
    RULE,
    THEM,
    Chooser,
    aimed,
    compiled,
    done,
    followed,
    following,
    made,
    play,
)
from reach_cards import before, card_saying

from moonflight_solo.ai_cards.card import (
    AILine,
    CannotFollow,
    load_ai_card,
    read_ai_card,
)
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import NumberedLine
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.targeting import silent_ruling
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import Count, Opaque, leaves
from moonflight_solo.rules.state import Ask, Question, Seat, Table
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

SHOWN = "If an opponent has a “Coin” on top of their Discard Stack play “Law” targeting "
FROM_ALL = "Trash 1 Target card in Target player's Discard Stack"
PAID = "spend 1 coin token with Jack o' Rule"
HAND_OR_PLAY = "Spend 1 card to Trash 1 card in hand or play"
TOP_FOR_A_COIN = "Spend 1 coin token to Trash the top card of the Discard Stack"
TOP_FOR_A_CARD = "Spend 1 card to Trash the top card of the Discard Stack"
FEWEST = "Spend 1 coin token to Trash the top card of your Market Stack with the fewest cards"
ALL_WASTE = "Spend 2 cards to Trash all “Waste” in Discard Stack"
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
    (
        "If another card in hand play 1 “Bury”.",
        "",
        (At(CLAY, hand="Bury, Waste"), At(WORDS)),
        "play Bury",
    ),
    ("If “Bury” in Discard Stack pass.", "", (At(CLAY, hand="Bury"), At(WORDS)), ""),
    ("If 3+ cards in the Supply Stack of your suit pass.", "", (At(CLAY), At(WORDS)), "pass"),
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
    # Nor the first that they let one choose in another way.
    *(
        (
            "Play “Law” targeting the top card of the Discard Stack.",
            "Trash 1 Target starter card in your Discard Stack. "
            "Trash 1 Target card of your suit in your Discard Stack",
            (At(RULE, hand="Law", discard=discard), At(CLAY)),
            f"play Law: {top} in discard stack 0",
        )
        for discard, top in [("Waste, Filler A", "Filler A"), ("Filler A, Waste", "Waste")]
    ),
    # Nor what is for sale, if it lies on another Stack than the card's words let one choose.
    *(
        (
            f"Play “Law” targeting “{filler}”.",
            "Trash the top card of your Market Stack with the fewest cards",
            (At(RULE, hand="Law", market=("2 Filler A", "Filler B", "2 Filler C")), At(CLAY)),
            done,
        )
        for filler, done in [
            ("Filler A", ""),
            ("Filler B", "play Law: Filler B in market stack 0"),
        ]
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
            (ALL_WASTE, "Coin, Waste", "", "spend Waste, Coin with Jack o' Rule"),
            (ALL_WASTE, "2 Coin", "", ""),
        ]
    ),
]


@pytest.mark.parametrize("row", LINES, ids=lambda row: row[0])
def test_a_line_is_followed(row: Row, tmp_path: Path) -> None:
    line, text, seats, wanted = row
    files = (*MADE_UP, made(tmp_path, text))
    known = catalogue("prototype", files)
    assert done(line, lay(*seats, *[At(CLAY)] * (len(seats) == 1), more=files), known) == wanted


def test_what_costs_coin_tokens_too_is_not_paid_with_a_card() -> None:
    with pytest.raises(MoonflightError, match="Odd Job has"):
        following("Spend 1 card using “Odd Job”.", CLAY, made_up_cards())


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
    for hand, in_play, so in [
        ("Coin", "", False),
        ("Coin", "Waste", False),
        ("Coin, Waste", "", True),
    ]:
        mine = At(RULE, hand=hand, in_play=in_play)
        table = lay(mine, At(CLAY), more=(tmp_path / "suit.yaml",))
        assert as_test(leaf.needs)(table, table.seats[0]) is so


@pytest.mark.parametrize(
    ("ask", "owners", "ruling"),
    [("discard", (0, 1), "A-own-stack"), ("play", (0, 1), "A-silent"), ("turn", (0, 1), "A-turn")],
)
def test_the_ruling_that_answers_is_named(ask: Ask, owners: tuple[int, int], ruling: str) -> None:
    shown = [catalogue().card(name, False) for name in ("Waste", "Coin")]
    assert silent_ruling(Question(ask, shown, shown, ["in play"] * 2, owners)) == ruling


@pytest.mark.parametrize(
    ("said", "text", "ruling"),
    [
        ("", "Trash 1 card in hand", "A-silent"),
        (" targeting “Waste”", "Trash 1 Target card in hand", ""),
        (", giving up the highest cost", "Trash 1 card in hand", ""),
        (", giving up the highest cost", "Turn 1 card in hand", "A-turn"),
    ],
)
def test_a_ruling_is_named_for_what_the_line_leaves_open(
    said: str, text: str, ruling: str, tmp_path: Path
) -> None:
    file = made(tmp_path, text)
    table = lay(At(RULE, hand="Law, Waste, Bury"), At(CLAY), more=(file,))
    player = following(f"Play “Law”{said}.", RULE, catalogue("prototype", (file,)))
    told = []

    class Asked(Chooser):
        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            told.append(player.silent_on(question, table, seat))
            return player.choose(table, seat, question)

    table.players = (Asked(), Chooser())
    player.act(table, table.seats[0]).perform(table, table.seats[0])
    assert told == [ruling]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Play “Bury”.", {"Bury"}),
        ("Play “Bury”/“Coin”.", {"Bury", "Coin"}),
        ("Build to Set “Waste” to “Lesson”.", {"Waste"}),
        ("Pass.", set()),
    ],
)
def test_one_of_the_cards_a_line_needs_is_in_hand(line: str, names: set[str]) -> None:
    (compiled,) = following(line, CLAY, catalogue()).lines
    assert {card.name for card in compiled.needs} == names


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


@pytest.mark.parametrize(
    ("line", "hand", "played"),
    [
        ("Play “Bury” unless Draw Deck is empty, in which case play “Coin”.", "Bury, Coin", "Bury"),
        ("Play “Rise Up”, otherwise play “Coin”.", "Bury, Coin", "Coin"),
        ("If Draw Deck is empty, do not play “Coin”; otherwise play it.", "Bury, Coin", "Coin"),
        ("Play the highest cost card in hand, “Bury” last.", "Bury, Coin", "Coin"),
        ("Play the highest cost card in hand, “Bury” last.", "Bury", "Bury"),
        ("Play any starter card, preferring “Waste” over “Coin”.", "Coin, Waste", "Waste"),
        ("Play any card in hand but “Bury” or a card costing 0, highest cost first.", "Bury", ""),
        ("If there are two or more copies of “Coin” in hand, play one.", "Bury, 2 Coin", "Coin"),
        (
            "If at least two of “Coin”, “Bury” and “Rise Up” are in hand play “Coin”.",
            "Bury, Coin",
            "Coin",
        ),
        ("Play the highest cost card in hand if it costs 2+.", "Bury, Coin", ""),
    ],
)
def test_what_a_line_is_put_together_of_is_followed(line: str, hand: str, played: str) -> None:
    player = AICardPlayer(card_saying(before(line, "Pass")), catalogue())
    table = lay(At(CLAY, hand=hand), THEM)
    act = player.act(table, table.seats[0])
    card = getattr(act, "card", None)
    assert (card.name if card else "") == played


def test_otherwise_is_followed_where_the_condition_does_not_hold() -> None:
    words = "If Draw Deck has two or more cards play “Shallow Grave”, otherwise play “Bury”."
    both = "Shallow Grave, Bury"
    assert followed(words, lay(At(CLAY, hand=both, deck="2 Coin"), OTHER)) == "play Shallow Grave"
    assert followed(words, lay(At(CLAY, hand=both, deck="Coin"), OTHER)) == "play Bury"
    # The card of the case has to be in hand: neither stands in for the other.
    assert followed(words, lay(At(CLAY, hand="Bury", deck="2 Coin"), OTHER)) == ""
    assert followed(words, lay(At(CLAY, hand="Shallow Grave", deck="Coin"), OTHER)) == ""


def test_shopping_from_stacks_that_are_described() -> None:
    market = ("2 Bury", "Rise Up", "2 Macabre Harvest")
    table = lay(At(CLAY, market=market, coins=9), OTHER)
    suit = "a Market Stack of Clay and Bones' suit"
    words = f"Shop to Purchase the top card of {suit} with only one card left."
    assert followed(words, table) == "shop Rise Up"
    words = f"Shop to Purchase from {suit} whose top card scores."
    assert followed(words, table) == "shop Macabre Harvest"
    assert followed("Shop to Purchase a generic card costing at least 5.", table) == "shop Wealth"
    table.generic[2].cards *= 3
    words = "Shop to Purchase from the Market Stack with the most cards."
    assert followed(words, table) == f"shop {table.generic[2].cards[-1].name}"


def test_the_cheapest_and_the_costliest() -> None:
    table = lay(At(CLAY, hand="Bury, Waste, Grave Robber"), OTHER)
    assert followed("Play the cheapest card in hand.", table) == "play Waste"
    dearest = followed("Play the highest cost card in hand.", table)
    assert followed("Play the most expensive card in hand.", table) == dearest


def test_all_cards_of_either_name() -> None:
    table = play(
        "Discard all “Waste” and “Coin” cards in hand", At(WORDS, hand="Call, Waste, Coin")
    )
    assert named(table.seats[0].hand) == "Call"


def test_cards_that_are_not_of_your_suit() -> None:
    at = At(CLAY, hand="Bury, Waste, Call, Riches")
    table = play("Trash each card in hand that is not of your suit", at, OTHER)
    assert named(table.seats[0].hand) == "Bury"


def test_so_many_coin_tokens_are_spent_at_most() -> None:
    """One is the least that a cost is; how many is the spender's to say (ruling G-spend)."""
    asked = Script(way=["1 coin token"])
    table = lay(At(CLAY, coins=5, deck="5 Coin"), OTHER, players=(asked, Script()))
    moves.put_in_play(
        table, table.seats[0], saying("Spend up to 3 coin tokens to Draw that many", table.names)
    )
    act(table, 0, "spend 1 coin token with Made up")
    assert asked.asked[0][1] == [f"{n} coin token{'s' * (n != 1)}" for n in (2, 1, 0)]
    assert (table.seats[0].coins, len(table.seats[0].hand)) == (3, 2)


@pytest.mark.parametrize(
    ("line", "at", "done"),
    [
        *(
            (f"If “Talk” in hand and {one} in play play “Call”.", at, does)
            for one in ("there is one", "one is", "one")
            for at, does in (
                (At(WORDS, hand="Call, Talk", in_play="Talk"), "play Call"),
                (At(WORDS, hand="Call, Talk", in_play="Talk, Talk"), "play Call"),
                (At(WORDS, hand="Call, Talk", in_play="Coin"), ""),
            )
        ),
        ("If 1 “Call” is in hand play it.", At(WORDS, hand="Call, Talk"), "play Call"),
        ("Play “Call” or, if not in hand, “Talk”.", At(WORDS, hand="Talk, Call"), "play Call"),
        ("Play “Call” or, if not in hand, “Talk”.", At(WORDS, hand="Talk"), "play Talk"),
        (
            "If you can afford “Riches” shop to Purchase it.",
            At(WORDS, coins=5),
            "shop Riches",
        ),
        ("If you can afford “Riches” shop to Purchase it.", At(WORDS, coins=4), ""),
        (
            "If a card in play has no cards Settled on it, build to Set “Waste” to it.",
            At(WORDS, hand="Waste", in_play="Lesson+Coin, Lesson"),
            "build Waste on Lesson #2",
        ),
        (
            "If a card in play has no cards Settled on it, build to Set “Waste” to it.",
            At(WORDS, hand="Waste", in_play="Lesson+Coin"),
            "",
        ),
        *(
            (
                "If “Oeuvre” in play has fewer than 2 cards Settled build to Set “Waste” to it.",
                At(WORDS, hand="Waste", in_play=f"Oeuvre+{settled}"),
                does,
            )
            for settled, does in (("Coin", "build Waste on Oeuvre"), ("Coin+Coin", ""))
        ),
        *(
            ("If “Oeuvre” is in play and has no cards Settled on it play “Call”.", at, does)
            for at, does in (
                (At(WORDS, hand="Call", in_play="Oeuvre"), "play Call"),
                (At(WORDS, hand="Call", in_play="Oeuvre+Coin"), ""),
            )
        ),
        *(
            ("If not both “Call” and “Talk” in hand play “Lesson”.", At(WORDS, hand=hand), does)
            for hand, does in (("Call, Lesson", "play Lesson"), ("Call, Talk, Lesson", ""))
        ),
        ("Play anything but “Waste”.", At(WORDS, hand="Waste, Call"), "play Call"),
        ("Play “Call” if there is one in play.", At(WORDS, hand="Call", in_play="Talk"), ""),
        *(
            (
                "If fewer than 2 of “Call”, “Talk” and “Teach” are in hand play “Lesson”.",
                At(WORDS, hand=f"Lesson, {hand}"),
                does,
            )
            for hand, does in (
                ("2 Coin", "play Lesson"),
                ("Teach", "play Lesson"),
                ("Talk, Call", ""),
            )
        ),
        *(
            ("If neither you nor any opponent has 2+ cards in hand play “Call”.", at, does)
            for at, does in (
                (At(WORDS, hand="Call"), "play Call"),
                (At(WORDS, hand="Call, Coin"), ""),
            )
        ),
        (
            "Play “Call” if there is one in play.",
            At(WORDS, hand="Call", in_play="Call"),
            "play Call",
        ),
    ],
)
def test_a_line_in_a_designers_words_is_followed(line: str, at: At, done: str) -> None:
    assert followed(line, lay(at, OTHER)) == done


SIDE = "PRE TURN\nACTION\n{}\n2 – Pass\nPOST TURN\nACTION\n1 – Pass\nRESET\n1 – Retain no cards"


def player_of(lines: str, tmp_path: Path) -> AICardPlayer:
    file = tmp_path / "ai.yaml"
    file.write_text(f"jack: {CLAY}\ncard: |\n{indent(SIDE.format(lines), '  ')}\n", "utf-8")
    return AICardPlayer(load_ai_card(file), catalogue())


@pytest.mark.parametrize("said", ["Trash “Waste”/“Call”", "targeting “Waste”", "target “Waste”"])
def test_a_part_of_a_line_says_what_the_card_played_does(said: str, tmp_path: Path) -> None:
    """Ruling A-sub: as PRE TURN 5.1, with whatever the card played does for "play"."""
    line = f"1 – Play “Take It With You”.\n1.1 – If “Take It With You” played {said}."
    player = player_of(line, tmp_path)
    at = At(CLAY, hand="Coin, Take It With You, Bury, Waste")
    table = lay(at, At(WORDS), players=(player, Chooser()))
    player.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].trash_stack) == "Waste"


@pytest.mark.parametrize(
    ("below", "why"),
    [
        ("Discard “Waste”", '"Discard" is not what Take It With You does: it Trashes cards'),
        ("and 2+ cards in hand play “Waste”", "says “If … played” and nothing else"),
    ],
)
def test_a_part_of_a_line_says_nothing_else(below: str, why: str, tmp_path: Path) -> None:
    line = f"1 – Play “Take It With You”.\n1.1 – If “Take It With You” played {below}."
    with pytest.raises((CannotFollow, WordingError), match=why) as error:
        player_of(line, tmp_path)
    assert "1.1" in str(error.value)


def test_a_place_after_a_list_is_that_of_all_of_it() -> None:
    """Ruling A-slash: the earliest that is there to be picked, in the place that is said."""
    line = "Play “Forget To Remember” targeting “Call”/“Talk” in play."
    at = At(CLAY, hand="Forget To Remember, Call", in_play="Coin, Talk")
    assert named(aimed(line, at, At(WORDS)).seats[0].discard_stack) == "Talk"
    both = At(CLAY, hand="Forget To Remember", in_play="Talk, Call")
    assert named(aimed(line, both, At(WORDS)).seats[0].discard_stack) == "Call"
    assert followed(line, lay(At(CLAY, hand="Forget To Remember, Call"), At(WORDS))) == ""


def test_any_of_several_names_is_one_payment() -> None:
    """Ruling A-partial: the earliest that is held."""
    line = "Spend any “Bury”/“Coin” cards using “Grave Robber”."
    table = lay(At(CLAY, hand="Coin, Coin, Bury", in_play="Grave Robber"), At(WORDS))
    assert followed(line, table) == "spend Bury with Grave Robber"


@pytest.mark.parametrize(
    "words",
    [
        "If 3+ coin tokens play “Rise Up”; otherwise Pass.",
        "If First Player play “Rise Up”, otherwise play “Bury”.",
        "If not First Player play “Bury”, otherwise play “Rise Up”.",
    ],
)
def test_why_neither_half_of_otherwise_is_followed(words: str) -> None:
    table = lay(At(CLAY, coins=3), At(WORDS))
    text = Text(words)
    line = AILine(NumberedLine(table.turned, "action", "1", text), disambiguate(text, "line"), ())
    jack = table.seats[0].jack
    context = Basis(catalogue()).context(jack, table.turned)
    compiled = compile_line(line, (), context)
    assert compiled.attempt(table, table.seats[0]) is None
    why = compiled.why_not(table, table.seats[0])
    assert why == ("not-in-hand", "Rise Up is not in hand")


@pytest.mark.parametrize(
    ("words", "hand", "in_play", "act"),
    [
        ("“Waste”/“Coin” to “Oeuvre”/“Lesson”", "Coin", "Lesson", "Coin on Lesson"),
        ("“Waste”/“Coin” to “Oeuvre”/“Lesson”", "Coin, Waste", "Oeuvre", "Waste on Oeuvre"),
        ("“Waste” to “Coin”/“Oeuvre”", "Waste", "Coin, Oeuvre", "Waste on Oeuvre"),
    ],
)
def test_of_a_list_what_is_set_and_upon_what_is_the_first_possible(
    words: str, hand: str, in_play: str, act: str
) -> None:
    """A card without Stability in play is no reason to pass over the next."""
    table = lay(At(WORDS, hand=hand, in_play=in_play), At(CLAY))
    assert followed(f"Build to Set {words}.", table) == f"build {act}"


def test_what_is_set_or_kept_where_a_line_does_not_say_goes_by_what_it_is_worth() -> None:
    """Ruling A-silent: what is Set is given up."""
    table = lay(At(WORDS, hand="Teach, Waste, Coin", in_play="Oeuvre"), At(CLAY))
    assert followed("Build to Set any card to “Oeuvre”.", table) == "build Waste on Oeuvre"


def test_the_fewest_are_those_of_the_stacks_that_are_not_empty() -> None:
    words = "Shop to Purchase from the Market Stack with the fewest cards that is not empty."
    table = lay(At(CLAY, market=("", "Bury", "2 Rise Up"), coins=9), At(WORDS))
    assert followed(words, table) == "shop Bury"


def test_why_a_line_of_two_halves_is_passed_over_is_what_the_half_lacks_that_holds() -> None:
    table = lay(At(CLAY), At(WORDS))
    line = compiled("If First Player play “Rise Up”, otherwise play “Bury”.", table)
    status, why = line.why_not(table, table.seats[0])
    assert (status, "First Player" in why) == ("not-in-hand", False)


def test_a_trailing_if_that_is_the_last_ones_leaves_the_first_as_it_is() -> None:
    says = "If 6+ cards in hand, play “Bury”/“Coin”, otherwise play “Bury”"
    few, many = (lay(At(CLAY, hand=hand), At(WORDS)) for hand in ("Coin", "6 Coin"))
    assert followed(says, few) == ""
    assert followed(says, many) == "play Coin"


USING = "using “Take Us With You”."


@pytest.mark.parametrize(
    ("words", "hand", "spent"),
    [
        ("Spend 2 cards to Trash “Waste”", "Waste, Coin, Dig", "Coin, Dig"),
        ("Spend 2 cards to Trash “Waste”", "2 Waste, Dig", "Waste, Dig"),
        ("Spend 2 cards to Trash “Waste”", "Waste, Coin", ""),
        ("Spend 2 cards to Trash a starter card", "Coin, Waste, Dig", "Waste, Dig"),
        # What is said to be paid is paid, whatever is left then.
        ("Spend the 2 lowest cost cards to Trash “Waste”", "Waste, Coin, Dig", ""),
        ("Spend 2 “Waste” cards to Trash “Waste”", "2 Waste, Dig", ""),
    ],
)
def test_a_spend_does_not_pay_with_what_it_is_for(words: str, hand: str, spent: str) -> None:
    """Ruling A-follow: the first payment by A-silent that leaves the purpose possible."""
    table = lay(At(CLAY, hand=hand, in_play="Take Us With You"), At(WORDS), turned=True)
    said = f"spend {spent} with Take Us With You" if spent else ""
    assert followed(f"{words} {USING}", table) == said


@pytest.mark.parametrize(
    ("cards", "act"),
    [
        ("the highest cost card", "Call on Oeuvre, Coin on Lesson"),
        ("the lowest cost card", "Waste on Oeuvre, Coin on Lesson"),
        ("1 “Coin”", "Coin on Oeuvre"),
    ],
)
def test_one_is_set_to_each_the_highest_that_is_left(cards: str, act: str) -> None:
    """Rulings A-set-many and A-each; a card without Stability is no place."""
    table = lay(At(WORDS, hand="Waste, Call, Coin", in_play="Oeuvre, Lesson, Coin"), At(CLAY))
    assert followed(f"Build to Set {cards} to each card in play.", table) == f"build {act}"


def test_the_highest_scoring_to_each_stops_where_none_scores() -> None:
    """Ruling A-highest."""
    table = lay(At(WORDS, hand="Waste, Teach, Coin", in_play="Oeuvre, Oeuvre"), At(CLAY))
    line = "Build to Set the highest scoring card to each card in play."
    assert followed(line, table) == "build Teach on Oeuvre"


def following_line(tmp_path: Path, *lines: str) -> AICardPlayer:
    numbered = "\n".join(f"  {number} – {line}" for number, line in enumerate(lines, 1))
    after = "  POST TURN\n  ACTION\n  1 – Pass\n  RESET\n  1 – Retain no cards"
    file = tmp_path / "ai.yaml"
    file.write_text(f"jack: {CLAY}\ncard: |\n  PRE TURN\n  ACTION\n{numbered}\n{after}\n", "utf-8")
    return AICardPlayer(load_ai_card(file), catalogue())


def test_no_other_instructions_is_said_in_the_last_line(tmp_path: Path) -> None:
    last = "If no other instructions can be followed and 1+ cards in hand play any card."
    player = following_line(tmp_path, "Play “Bury”.", last, "Pass")
    table = lay(At(CLAY, hand="Waste, Bury"), At(WORDS))
    seat = table.seats[0]
    assert notation(player.act(table, seat), table, seat) == "play Bury"
    seat.hand.pop()
    assert notation(player.act(table, seat), table, seat) == "play Waste"
    seat.hand.clear()
    assert player.act(table, seat) is PASS


def test_above_another_line_it_is_not_said_which_are_meant(tmp_path: Path) -> None:
    first = "If no other instructions can be followed play “Coin”."
    with pytest.raises(CannotFollow, match="say it in the last line"):
        following_line(tmp_path, first, "Play “Call The Living”.", "Pass")


def test_no_other_instructions_cannot_be_turned_round() -> None:
    with pytest.raises(WordingError, match="what “not” applies to"):
        parsed_readings(Text("Unless no other instructions can be followed pass."), "line")


@pytest.mark.parametrize(
    ("hand", "gone"),
    [("Coin, Waste", "Waste"), ("Coin, Teach", "Coin"), ("Waste, Coin, Waste", "Waste")],
)
def test_what_is_spent_for_is_the_earliest_of_the_list(hand: str, gone: str) -> None:
    """Ruling A-slash: the Character's "Spend 1 coin token to Discard 1"."""
    line = "Spend 1 coin token to Discard “Waste”/“Coin”."
    at, other = At(WORDS, hand=hand.replace("Teach", "Understand"), coins=1), At(CLAY)
    assert named(aimed(line, at, other, turned=True).seats[0].discard_stack) == gone
    assert followed(line, lay(At(WORDS, hand="Understand", coins=1), other, turned=True)) == ""
    assert followed(line, lay(At(WORDS, hand="Waste"), other, turned=True)) == ""


@pytest.mark.parametrize("hand", ["Coin, Waste", "Waste, Coin"])
def test_of_several_names_the_one_worth_less_is_given_up(hand: str) -> None:
    """Ruling A-silent: "or" gives no order, as "/" does."""
    line = "Spend 1 coin token to Discard “Waste” or “Coin”."
    table = aimed(line, At(WORDS, hand=hand, coins=1), At(CLAY), turned=True)
    assert named(table.seats[0].discard_stack) == "Waste"


def test_a_list_and_a_list_are_not_mixed() -> None:
    for words, why in [
        ("Spend “Call”/“Talk” to Trash 1 “Waste”/“Coin”.", "which of the two lists"),
        ("Spend 1 coin token to Trash 2 “Waste”/“Coin”.", "mixed"),
    ]:
        with pytest.raises(WordingError, match=why):
            parsed_readings(Text(words), "line")


def test_any_suit_asks_for_none() -> None:
    for words in ("the highest cost card available", "a card with score 1+", "“Bury”/“Coins”"):
        plain = parsed_readings(Text(f"Shop to Purchase {words}."), "line")
        assert parsed_readings(Text(f"Shop to Purchase {words} of any suit."), "line") == plain


@pytest.mark.parametrize(
    "what", ["“Bury”", "the highest cost card in hand", "1 scoring card", "“Bury”/“Lesson”"]
)
def test_one_card_to_several_market_stacks_is_refused(what: str) -> None:
    for whose in ("", "the ", "your "):
        with pytest.raises(WordingError, match="or one to each"):
            parsed_readings(
                Text(f"Move {what} to {whose}Market Stacks of your suit."), "reset_line"
            )
    assert parsed_readings(Text(f"Move {what} to a Market Stack of your suit."), "reset_line")


@pytest.mark.parametrize("what", ["all “Bury”", "2 “Bury”", "scoring cards", "up to 2 cards"])
def test_several_cards_go_to_several_market_stacks(what: str) -> None:
    assert parsed_readings(Text(f"Move {what} to Market Stacks of your suit."), "reset_line")


@pytest.mark.parametrize(
    "words",
    [
        "Build to Set as many starter cards as possible to “Oeuvre”/“Lesson”.",
        "Build to Set as many of the lowest cost card(s) in hand to “Oeuvre”/“Lesson” as possible.",
    ],
)
def test_as_many_as_possible_of_a_list_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="or as all of them do"):
        parsed_readings(Text(words), "line")
    assert parsed_readings(Text(words.replace("/“Lesson”", "")), "line")


def test_a_list_ends_where_a_fact_begins_anew() -> None:
    """Ruling A-list-and."""
    words = (
        "If hand contains “Talk” or “Teach” and there is a scoring card in the Trash Stack pass."
    )
    (line,) = parsed_readings(Text(words), "line")
    assert english(line).startswith('If ("Talk" in your hand or "Teach" in your hand) and there is')
    loose = "If hand contains “Talk” or “Teach” and no scoring cards are in the Trash Stack pass."
    assert len(parsed_readings(Text(loose), "line")) == 2

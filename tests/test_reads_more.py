"""Wordings of designers who did not know the grammar: carried out on a table, or refused."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers import CLAY, WORDS, At, Script, act, in_play, lay, named, saying
from test_whose_is_meant import Looking, holds, play

from moonflight_solo.ai_cards.card import AILine, NumberedLine, read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.documents import parse_document
from moonflight_solo.rules import moves
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Question, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import _every_example, parsed_readings
from moonflight_solo.wording.text import Text, WordingError

ME, OTHER, THIRD = At(CLAY), At(WORDS), At(CLAY)


def compiled(words: str, table: Table) -> CompiledLine:
    """Return a line as compiled for the first seat."""
    text = Text(words)
    printed = NumberedLine(table.turned, "action", "1", text)
    line = AILine(printed, disambiguate(text, "line"), ())
    jack = table.seats[0].jack
    assert isinstance(table.names, Catalogue)
    context = Basis(table.names).context(jack, table.turned)
    return compile_line(line, (), context)


def followed(words: str, table: Table) -> str:
    """Return the act that a line gives the first seat, "" if it cannot be followed."""
    decision = compiled(words, table).attempt(table, table.seats[0])
    return "" if decision is None else notation(decision[0], table, table.seats[0])


# ---------------------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    ("words", "true", "false"),
    [
        (
            "Draw Deck and Discard Stack are both empty",
            [At(CLAY, deck="")],
            [At(CLAY, deck="", discard="Coin")],
        ),
        (
            "neither hand nor Draw Deck is empty",
            [At(CLAY, hand="Coin")],
            [At(CLAY), At(CLAY, hand="Coin", deck="")],
        ),
        (
            "Draw Deck and Discard Stack together hold no more than two cards",
            [At(CLAY, deck="Coin", discard="Coin")],
            [At(CLAY, deck="2 Coin", discard="Coin")],
        ),
        ("two cards or fewer in hand", [At(CLAY, hand="2 Coin")], [At(CLAY, hand="3 Coin")]),
        (
            "the top card of your Discard Stack costs 1 or more",
            [At(CLAY, discard="Waste, Bury")],
            [At(CLAY, discard="Bury, Waste"), ME],
        ),
        (
            "the card on top of Discard Stack is not of your suit",
            [At(CLAY, discard="Bury, Waste"), At(CLAY, discard="Call")],
            [At(CLAY, discard="Waste, Bury"), ME],
        ),
        (
            "two or more “Waste” or “Coin” cards in hand",
            [At(CLAY, hand="Waste, Coin"), At(CLAY, hand="2 Coin")],
            [At(CLAY, hand="Waste, Bury")],
        ),
        (
            "fewer than two “Waste” and “Coin” in total in hand",
            [At(CLAY, hand="Waste, 3 Bury")],
            [At(CLAY, hand="Waste, Coin")],
        ),
        (
            "no “Waste” or “Coin” in hand",
            [At(CLAY, hand="Bury")],
            [At(CLAY, hand="Coin"), At(CLAY, hand="Waste")],
        ),
        (
            "total score in hand is 2 or more",
            [At(CLAY, hand="2 Macabre Harvest")],
            [At(CLAY, hand="Macabre Harvest, Coin")],
        ),
        ("controlling between two and four coin tokens", [At(CLAY, coins=4)], [At(CLAY, coins=5)]),
        ("not all Market Stacks of your suit are empty", [ME], [At(CLAY, market=("", "", ""))]),
        (
            "no more than one card in play has Stability 1 or more",
            [At(WORDS, in_play="Lesson, Call"), At(WORDS)],
            [At(WORDS, in_play="Lesson, Lesson")],
        ),
        (
            "more cards in hand than in Discard Stack",
            [At(CLAY, hand="2 Coin", discard="Coin")],
            [At(CLAY, hand="Coin", discard="Coin")],
        ),
    ],
)
def test_a_condition_of_ones_own_cards(words: str, true: list[At], false: list[At]) -> None:
    assert all(holds(words, at, OTHER) for at in true)
    assert not any(holds(words, at, OTHER) for at in false)


COINS = [At(WORDS, coins=2), At(CLAY, coins=4)]


@pytest.mark.parametrize(
    ("words", "mine", "true"),
    [
        ("you have more coin tokens than an opponent", 3, True),
        ("you have more coin tokens than an opponent", 2, False),
        ("you have more coin tokens than each opponent", 4, False),
        ("you have more coin tokens than each opponent", 5, True),
        ("you have at least as many coin tokens as every opponent", 4, True),
        ("an opponent has more coin tokens than you", 3, True),
        ("an opponent has more coin tokens than you", 4, False),
        ("each opponent controls more coin tokens than you do", 2, False),
        ("each opponent controls more coin tokens than you do", 1, True),
        ("no opponent has more coin tokens than you", 4, True),
        ("no opponent has more coin tokens than you", 3, False),
        ("each opponent has two coin tokens or more", 0, True),
        ("each opponent has 3+ coin tokens", 0, False),
        ("no opponent has 5+ coin tokens", 9, True),
        ("no opponent has 4+ coin tokens", 0, False),
        ("an opponent has no coin tokens", 0, False),
    ],
)
def test_coin_tokens_are_compared(words: str, mine: int, true: bool) -> None:
    assert holds(words, At(CLAY, coins=mine), *COINS) is true


def test_one_opponent_alone_has_all_that_is_compared() -> None:
    words = "an opponent holds fewer cards than you and controls six or more coin tokens"
    me = At(CLAY, hand="2 Coin")
    assert not holds(words, me, At(WORDS, hand="Coin"), At(CLAY, hand="3 Coin", coins=6))
    assert holds(words, me, At(WORDS), At(CLAY, hand="Coin", coins=6))


def test_their_stack_and_your_stack_are_told_apart() -> None:
    words = "an opponent has more cards in their Trash Stack than in your Trash Stack"
    assert holds(words, At(CLAY, trash="Coin"), At(WORDS, trash="2 Coin"))
    assert not holds(words, At(CLAY, trash="2 Coin"), At(WORDS, trash="2 Coin"))
    assert not holds(words, At(CLAY, trash="2 Coin"), At(WORDS, trash="Coin", hand="4 Coin"))


def test_what_has_been_done_this_round_and_who_is_first() -> None:
    first = lay(ME, OTHER, players=(Looking(), Looking()))
    assert followed("If First Player pass", first) == "pass"
    assert followed("Unless First Player pass", first) == ""
    assert followed("If not the first Shop this round pass", first) == ""
    first.first, first.seats[0].shopped = 1, True
    assert followed("If you are First Player pass", first) == ""
    assert followed("If not the first Shop this round pass", first) == "pass"
    assert followed("If you have not Shopped this round pass", first) == ""
    assert followed("If you have not yet Built this round pass", first) == "pass"


# ---------------------------------------------------------------------------- AI-card lines


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


# ------------------------------------------------------------------------------- card texts


def test_all_cards_of_either_name() -> None:
    table = play(
        "Discard all “Waste” and “Coin” cards in hand", At(WORDS, hand="Call, Waste, Coin")
    )
    assert named(table.seats[0].hand) == "Call"


def test_cards_that_are_not_of_your_suit() -> None:
    at = At(CLAY, hand="Bury, Waste, Call, Riches")
    table = play("Trash each card in hand that is not of your suit", at, OTHER)
    assert named(table.seats[0].hand) == "Bury"


# ------------------------------------------------------------------------------------ traps


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "If you have more cards in hand than any opponent pass",
            {
                "If each opponent has fewer cards in their hand than you, pass",
                "If an opponent has fewer cards in their hand than you, pass",
            },
        ),
        (
            "If your Draw Deck has the fewest cards of all players' pass",
            {
                "If each opponent has more cards in their Draw Deck than you, pass",
                "If each opponent has at least as many cards in their Draw Deck as you, pass",
            },
        ),
        (
            "If an opponent has 5+ cards in hand and 6+ coin tokens in hand pass",
            {
                "If an opponent has 5+ cards in their hand and you control 6+ coin tokens, pass",
                "If an opponent has 5+ cards in their hand and 6+ coin tokens, pass",
            },
        ),
    ],
)
def test_what_print_leaves_open_is_asked_about(words: str, says: set[str]) -> None:
    assert {english(meaning) for meaning in parsed_readings(Text(words), "line")} == says


@pytest.mark.parametrize(
    "words",
    [
        "more scoring cards in hand than an opponent",
        "the top card of your Draw Deck costs 3",
        "no “Grave Robber” is in hand, play or Draw Deck",
    ],
)
def test_nobody_looks_at_what_is_hidden(words: str) -> None:
    with pytest.raises(CannotDo, match=r"face down|looked at"):
        holds(words, ME, OTHER)


# ------------------------------------------------------- limits, owners and what was not done


def test_one_draws_up_to_the_hand_limit_and_not_beyond() -> None:
    """The limit is that of whoever Draws, with what changes it (Reset, Draw; ruling G-limit)."""
    words = "Draw up to your hand limit"
    for hand, held in (("2 Coin", 5), ("5 Coin", 5), ("6 Coin", 6)):
        table = play(words, At(CLAY, hand=hand, deck="9 Coin"), OTHER)
        assert len(table.seats[0].hand) == held
    table = play("Each player Draws up to their hand limit", At(CLAY, deck="9 Coin"), OTHER)
    assert [len(seat.hand) for seat in table.seats] == [5, 5]


@pytest.mark.parametrize(("hand", "left"), [("7 Coin", 5), ("5 Coin", 5), ("3 Coin", 3)])
def test_one_discards_down_to_the_hand_limit(hand: str, left: int) -> None:
    table = play("Discard down to your hand limit", At(WORDS, hand=hand), OTHER)
    assert len(table.seats[0].hand) == left


@pytest.mark.parametrize(("hand", "trash"), [("Coin", 0), ("", 1)])
def test_what_is_done_if_one_cannot(hand: str, trash: int) -> None:
    """One card is Discarded or it cannot be, there is no third; of two that is not so."""
    table = play(
        "Discard 1. If you cannot, Trash 1 from Draw Deck", At(CLAY, hand=hand, deck="Coin")
    )
    assert len(table.seats[0].trash_stack) == trash


def test_its_owners_stack_is_that_of_whose_card_it_is() -> None:
    words = "Move 1 card from an opponent's hand to its owner's Discard Stack"
    table = play(words, At(CLAY, hand="2 Waste"), At(WORDS, hand="Coin"))
    assert [named(seat.discard_stack) for seat in table.seats] == ["", "Coin"]


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


def test_an_opponent_has_not_done_it_this_round() -> None:
    """One opponent who has not is enough, and nobody is asked what they themselves have done."""
    words = "If an opponent has not Shopped this round Gain 1 coin token"
    for shopped, coins in (((1, 0, 0), 1), ((0, 1, 1), 0), ((0, 1, 0), 1)):
        table = lay(ME, OTHER, THIRD)
        for seat, did in zip(table.seats, shopped, strict=True):
            seat.shopped = bool(did)
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert table.seats[0].coins == coins


def test_an_opponent_has_not_discarded_this_round() -> None:
    words = "If an opponent has not Discarded this round Gain 1 coin token"
    for seat, coins in ((1, 0), (0, 1)):
        table = lay(At(CLAY, hand="Coin"), At(WORDS, hand="Coin"))
        table.seats[seat].did["discard"] = tuple(table.seats[seat].hand)
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert table.seats[0].coins == coins


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("Discard all other cards you have in play", "Lesson, Oeuvre"),
        ("Discard all cards you have in play", "Lesson, Oeuvre"),
    ],
)
def test_the_cards_one_has_in_play_are_ones_own(words: str, at: str) -> None:
    table = play(words, At(WORDS, in_play=at), At(WORDS, in_play=at))
    assert in_play(table.seats[1]) == at
    assert in_play(table.seats[0]) == ("Made up" if "other" in words else "")


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("Everybody else Discards 1", "Each opponent Discards 1"),
        (
            "Once per round, you may Spend 1 card to Draw 1",
            "Once per round, Spend 1 card to Draw 1",
        ),
        ("If you have coin tokens, Draw 1", "If you have 1+ coin tokens, Draw 1"),
        ("Draw 3. Discard any number of them", "Draw 3. Discard any number of cards of them"),
        (
            "If the top card of Discard Stack costs more than 2 coin tokens Draw 1",
            "If the top card of Discard Stack costs 3+ Draw 1",
        ),
        *(
            (f"Choose one: {words}", "Choose one: Draw 1, or Gain 2 coin tokens, or Discard 1")
            for words in (
                "Draw 1; Gain 2 coin tokens; Discard 1",
                "Draw 1; Gain 2 coin tokens; or Discard 1",
            )
        ),
        ("Trash this card or 2 from hand", "Choose one: Trash this card, or Trash 2 from hand"),
        ("Trash this card and 2 from hand", "Trash this card. Trash 2 from hand"),
        (
            "Discard the highest cost card in hand. If tied, you choose",
            "Discard the highest cost card in hand",
        ),
        *(
            (
                f"Target player reveals their hand{link} 1 scoring card from it",
                "Target player reveals their hand. Discard 1 Target scoring card in their hand",
            )
            for link in (". Discard", " and you Discard")
        ),
        (
            "Gain 1 coin token for each card in play except this card",
            "Gain 1 per other card in play",
        ),
        (
            "Until the Reset, cards you Purchase enter your hand",
            "Until the Reset, when you Purchase a card, Move it to your hand instead",
        ),
        (
            "If an opponent holds the First Player Marker, Draw 1",
            "If you are not First Player, Draw 1",
        ),
    ],
)
def test_what_is_said_otherwise_is_the_same(words: str, same: str) -> None:
    (one,), (other,) = (parsed_readings(Text(each), "effect") for each in (words, same))
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("start", "words", "said"),
    [
        ("effect", "Discard any number of cards, then Draw that many", "Draw that many cards"),
        ("effect", "Target opponent Discards 1 at random", "Discards 1 random card in"),
        ("effect", "Each opponent cannot Build", "Opponents cannot Build"),
        ("effect", "Scoring cards cannot be Purchased", "No player can Purchase"),
        ("effect", "Discard 1 non-starter card in hand", "non-starter card"),
        ("effect", "You may Choose one: Draw 1, or Gain 1 coin token", "You may choose one: "),
        ("effect", "Gain 1 coin token for each empty Market Stack", "per empty Market Stack"),
        ("effect", "Trash 1 from hand. Gain coin tokens equal to its cost", "equal to its cost"),
        (
            "line",
            "If you have not Discarded a scoring card this round pass.",
            "you have not Discarded a scoring card this round",
        ),
        ("line", "If no coin tokens pass.", "controlling no coin tokens"),
        ("line", "If exactly 1 Market Stack is empty pass.", "exactly 1 Market Stack is empty"),
        ("line", "Play a card that does not score.", "Play a non-scoring card"),
        ("line", "Play the lowest cost card scoring 0.", "the lowest cost non-scoring card"),
        (
            "line",
            "Build to Set as many starter cards as possible to “Oeuvre”.",
            "as many starter cards as possible",
        ),
    ],
)
def test_it_is_said_back_in_plain_english(start: ast.Start, words: str, said: str) -> None:
    assert said in english(parsed_readings(Text(words), start)[0])


def test_no_example_stands_twice() -> None:
    for start in ("effect", "line", "reset_line"):
        assert not [e for e, often in Counter(_every_example(start)).items() if often > 1]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Discard 2. If you cannot, Draw 1", "whether fewer will do"),
        ("Each player Draws up to your hand limit", "one player's doing"),
        ("If you did not Discard exactly 2 cards this way Draw 1", "exactly"),
        ("Gain 1 coin token from an opponent", "Take"),
        ("If “Call” has been Played this round Draw 1", "by whom"),
        ("If the Turn has come Draw 1", "on the side"),
        ("The first time you Trash a card each round, Draw 1", "before this card came into play"),
        ("Trash a “Waste” if there are 2 in hand", "what is counted"),
        ("If there is one in hand, Draw 1", "“one” refers to"),
        ("Move 1 from hand to a Market Stack", "whose Market Stacks"),
        ("Draw 2, then Discard 1 unless you have 3+ cards in hand", "make two sentences"),
        ("3 – Draw 1", "number of a line"),
        ("You may Spend 1 coin token to Draw 1", 'leave "you may" out'),
        ("Trash one or two cards from hand", "from the same place"),
        ("Target opponent Discards 2 cards of your choice", "Target card in Target opponent's"),
        ("Discard 1 card in hand; if tied, choose one", "what is tied"),
        ("Each opponent Discards the highest cost card in hand. If tied, you choose", "another"),
        ("If this card would be Discarded, Trash it instead", "its own card"),
        ("Trash 2 from hand. Gain coin tokens equal to their total cost", "only one card's"),
        ("You become First Player", "who is First Player"),
        ("Cards in hand cannot be Trashed", 'say "This card cannot be Trashed"'),
        ("Swap hands with Target player", "only your own cards"),
        ("Swap your hand with Target opponent's hand", "only your own cards"),
        ("If nobody has Passed Draw 1", "your own Pass"),
        ("If 2 of “Call”, “Talk” and “Teach” are in hand Draw 1", "so many, or more of these"),
        ("Move 1 from hand to the Market Stack with the fewest cards", "whose Market Stacks"),
    ],
)
def test_what_is_not_said_clearly_is_asked_for(words: str, wrong: str) -> None:
    with pytest.raises(WordingError, match=wrong):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    "condition",
    [
        "“Bury” is in the Discard Stack and 1 “Rise Up” in hand",
        "“Bury” is in play and one is in hand",
        "1 “Bury” is in hand and “Rise Up” is in play",
    ],
)
def test_it_is_neither_of_two_cards_that_there_are(condition: str) -> None:
    """A number before one of them makes it no less a card that is spoken of."""
    with pytest.raises(WordingError, match="it does not say which card is meant"):
        parsed_readings(Text(f"If {condition} play it."), "line")


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


@pytest.mark.parametrize(("where", "so"), [(0, False), (1, False), (2, True)])
def test_any_opponents_stack_is_looked_at(where: int, *, so: bool) -> None:
    seats = [At(CLAY), At(WORDS, trash="Waste"), At(CLAY)]
    seats[where] = At(seats[where].jack, discard="Waste" if where != 1 else "Coin")
    assert holds("a “Waste” lies in any opponent's Discard Stack", *seats) is so


@pytest.mark.parametrize(
    ("asked", "none", "one", "both"),
    [
        ("any of them scores", 0, 1, 1),
        ("either scores", 0, 1, 1),
        ("none of them scores", 1, 0, 0),
        ("both score", 0, 0, 1),
    ],
)
def test_what_is_asked_of_them_is_asked_of_the_cards_just_moved(
    asked: str, none: int, one: int, both: int
) -> None:
    """Of those in the Trash Stack before nothing is asked, nor of those still in hand."""
    hands = (("Waste, Coin", none), ("Teach, Coin", one), ("2 Teach", both))
    for hand, gained in hands:
        words = f"Trash 2 from hand. If {asked}, Gain 1 coin token"
        mine = At(WORDS, hand=hand, trash="Teach", deck="Teach")
        table = lay(mine, At(CLAY), players=(Looking(), Looking()))
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert table.seats[0].coins == gained


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


@pytest.mark.parametrize(
    "such",
    ["not one with a scoring card on top", "but not topped by a “Call”", "without a “Call” on top"],
)
def test_whether_an_empty_stack_is_meant_has_to_be_said(such: str) -> None:
    with pytest.raises(WordingError, match="whether an empty one"):
        parsed_readings(Text(f"Move “Waste” to a Market Stack of your suit, {such}."), "reset_line")


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

"""The notation of acts and answers, as typed, shown and recorded."""

from __future__ import annotations

from itertools import permutations

import pytest
from helpers import CLAY, ODDS, WORDS, At, Script, act, in_play, lay, named

from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.notation import (
    NotationError,
    act_words,
    answer_notation,
    in_prose,
    labels,
    notation,
    parse_act,
    parse_answer,
)
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Question, Table

HAND = "Bury, Call The Living, Call, Waste, Waste, Take It With You"


def busy_table() -> Table:
    """Return a table where many things look alike."""
    clay = At(
        CLAY,
        hand=HAND,
        in_play="Grave Robber, Lesson, Grave Robber, Lesson",
        market=("Rise Up, Bury", "Bury", "Bury, Bury"),
        coins=9,
    )
    return lay(clay, At(WORDS, coins=3))


@pytest.mark.parametrize(
    "words",
    [
        "play Bury",
        "spend Waste with Grave Robber",
        "spend Take It With You with Grave Robber #2",
        "shop Power",
        "shop Bury #2",
        "shop Bury, Bury #2, Bury, Rise Up",
        "build Waste on Lesson",
        "build Waste on Lesson #2, Bury on Lesson",
        "pass",
    ],
)
def test_what_is_written_is_read_back_the_same(words: str) -> None:
    table = busy_table()
    seat = table.seats[0]
    assert notation(parse_act(words, table, seat), table, seat) == words


def test_every_legal_act_is_written_differently_and_read_back() -> None:
    table = busy_table()
    seat = table.seats[0]
    acts = list(legal_acts(table, seat))
    written = [notation(each, table, seat) for each in acts]
    assert len(set(written)) == len(written)
    assert [parse_act(words, table, seat) for words in written] == acts


def test_which_of_several_alike_is_meant() -> None:
    """`#2` is the second in reading order: played second, or the second stack that shows it."""
    table = busy_table()
    seat = table.seats[0]
    assert parse_act("shop Bury #3", table, seat) == Shop((2,))
    build = parse_act("build Waste on Lesson #2", table, seat)
    assert isinstance(build, Build)
    assert build.pairs[0][1] == 3
    spend = parse_act("spend Waste with Grave Robber #2", table, seat)
    assert isinstance(spend, Spend)
    assert spend.place == 2


def test_a_stack_named_again_sells_the_card_below() -> None:
    table = busy_table()
    seat = table.seats[0]
    shop = parse_act("shop Bury, Rise Up", table, seat)
    assert shop == Shop((0, 0))


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("PLAY bury", "play Bury"),
        ("  pl   bur ", "play Bury"),
        ("play call", "play Call"),
        ("play call t", "play Call The Living"),
        ("play take", "play Take It With You"),
        ("buy pow", "shop Power"),
        ("sp waste with grave", "spend Waste with Grave Robber"),
        ("spend take with grave robber", "spend Take It With You with Grave Robber"),
        ("bui waste on lesson", "build Waste on Lesson"),
        ("pa", "pass"),
    ],
)
def test_small_letters_and_beginnings_will_do(words: str, meant: str) -> None:
    table = busy_table()
    assert notation(parse_act(words, table, table.seats[0]), table, table.seats[0]) == meant


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "is not an act; the acts are play, spend, shop, build or pass"),
        ("jump", '"jump" is not an act'),
        ("p Bury", '"p" could be play or pass'),
        ("b Bury", '"b" could be buy or build'),
        ("pass now", '"pass" takes nothing after it'),
        ("play", "play what? Name a card in your hand."),
        ("play Oeuvre", '"Oeuvre" is not in your hand'),
        ("play Waste #3", "there are only 2 copies of Waste in your hand"),
        ("shop", "shop for what"),
        ("shop Oeuvree", "is not on top of a Market Stack"),
        ("shop Bury #4", "there are only 3 copies of Bury on top of a Market Stack"),
        ("shop Bury,", "shop for what"),
        ("build", "build what"),
        ("build Waste", 'type "build CARD on CARD IN PLAY"'),
        ("build Waste on Oeuvre", '"Oeuvre" is not in play in front of you'),
        ("spend", "spend what"),
        ("spend Waste", 'type "spend CARD with CARD IN PLAY"'),
        ("spend Waste with Lesson", '"Lesson" is not among the cards with a Spend ability'),
        ("spend 1 coin token with Grave Robber", 'Grave Robber says "Spend 1 card'),
        ("spend Waste, Bury with Grave Robber", 'Grave Robber says "Spend 1 card'),
    ],
)
def test_what_is_not_understood_is_said_why(words: str, said: str) -> None:
    table = busy_table()
    with pytest.raises(NotationError) as caught:
        parse_act(words, table, table.seats[0])
    assert said in str(caught.value)


def test_the_character_may_be_called_so() -> None:
    table = busy_table()
    seat = table.seats[1]
    for words in ("spend 1 coin with character", "spend 1 coin token with Jack o’ Words"):
        spend = parse_act(words, table, seat)
        assert notation(spend, table, seat) == "spend 1 coin token with Jack o' Words"


def test_copies_in_hand_are_one_and_the_one_held_longest_goes() -> None:
    """Copies in hand are all the same; ruling A-tie reads a hand from the card held longest."""
    table = lay(At(CLAY, hand="Waste, Bury, Waste"), At(WORDS))
    act(table, 0, "play Waste")
    assert named(table.seats[0].hand) == "Bury, Waste"
    assert parse_act("play Waste #1", table, table.seats[0]) == Play(table.seats[0].hand[1])


def test_a_payment_of_coins_and_cards_is_written_with_both() -> None:
    table = lay(At(ODDS, hand="Waste", in_play="Odd Job", coins=1), At(CLAY), made_up=True)
    seat = table.seats[0]
    (spend,) = (a for a in legal_acts(table, seat) if isinstance(a, Spend))
    assert notation(spend, table, seat) == "spend 1 coin token, Waste with Odd Job"
    assert parse_act("spend 1 coin token, Waste with Odd Job", table, seat) == spend


# ------------------------------------------------------------------------------ answers


def hand_question(table: Table, least: int, most: int) -> Question:
    hand = table.seats[0].hand
    places, owners = ["hand"] * len(hand), [0] * len(hand)
    return Question("discard", range(len(hand)), hand, places, owners, least, most)


def test_answers_are_numbers_or_names() -> None:
    table = lay(At(CLAY, hand="Bury, Waste, Coin, Waste"), At(WORDS))
    question = hand_question(table, 0, 2)
    names = labels(question, table, table.seats[0])
    assert names == ["Bury", "Waste", "Coin", "Waste #2"]
    for words, answer in [
        ("1", [0]),
        ("Coin", [2]),
        ("coi, bury", [2, 0]),
        ("Waste", [1]),
        ("Waste #2", [3]),
        ("Waste, Waste", [1, 3]),
        ("4, 2", [3, 1]),
        ("none", []),
        ("", []),
    ]:
        assert list(parse_answer(words, question, names)) == answer, words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("5", "5 is not a choice; type a number from 1 to 4"),
        ("0", "0 is not a choice"),
        ("Power", '"Power" is not among the choices. Among the choices: Bury, Waste, Coin'),
        ("none", "choose at least 1"),
        ("1, 2, 3", "choose at most 2"),
        ("1, 1", "you chose the same thing twice"),
    ],
)
def test_an_answer_that_is_none_is_said_why(words: str, said: str) -> None:
    table = lay(At(CLAY, hand="Bury, Waste, Coin, Waste"), At(WORDS))
    question = hand_question(table, 1, 2)
    with pytest.raises(NotationError) as caught:
        parse_answer(words, question, labels(question, table, table.seats[0]))
    assert said in str(caught.value)


def test_every_answer_can_be_given_by_its_labels() -> None:
    """What a question's choices are called picks them, one by one or several in any order."""
    table = lay(At(CLAY, hand="Waste, Bury, Waste, Waste"), At(WORDS))
    question = hand_question(table, 0, 4)
    names = labels(question, table, table.seats[0])
    for number in range(1, 5):
        for answer in permutations(range(4), number):
            words = ", ".join(names[index] for index in answer)
            assert list(parse_answer(words, question, names)) == list(answer), words


def test_a_card_of_another_player_is_named_with_its_owner() -> None:
    player = Script(move="Dig of Clay and Bones (2)")
    seat = At(CLAY, trash="Dig")
    table = lay(
        At(CLAY, hand="Go Down", trash="Dig"), seat, players=[player, Script()], turned=True
    )
    act(table, 0, "play Go Down")
    assert player.asked == [("move", ["Dig", "Dig of Clay and Bones (2)"])]
    assert named(table.seats[1].discard_stack) == "Dig"
    assert in_play(table.seats[0]) == "Go Down"


def test_an_answer_that_its_names_do_not_tell_is_told_by_numbers() -> None:
    names = ["A, B", "A", "B"]
    question = Question("discard", names, [None] * 3, most=2)
    for chosen in ([0], [1, 2], [2]):
        told = answer_notation(chosen, question, names)
        assert parse_answer(told, question, names) == chosen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("shop Bury #2", "shop the second Bury"),
        (
            "build Waste on Lesson #2, Waste on Lesson",
            "build Waste on the second Lesson, Waste on Lesson",
        ),
        ("spend Waste with Grave Robber #2", "spend Waste with the second Grave Robber"),
        ("play Waste", "play Waste"),
    ],
)
def test_copies_are_told_in_prose(words: str, said: str) -> None:
    table = busy_table()
    act = parse_act(words, table, table.seats[0])
    assert notation(act, table, table.seats[0]) == words
    assert str(act_words(act, table.seats[0], in_prose)) == said

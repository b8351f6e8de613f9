"""The log as one seat sees it, and the wording of questions."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

import pytest
from command_line import run
from helpers import CLAY, WORDS, At, Script, cards, lay, play_round, saying
from msgspec import structs
from rich.console import Console

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.habits import Habits
from moonflight_solo.cli.game.narrator import Narrator, ending
from moonflight_solo.cli.game.numbered_acts import Numbers
from moonflight_solo.cli.game.prompts import Prompt, prompt_for
from moonflight_solo.cli.game.reset_form import ResetForm
from moonflight_solo.cli.output.terminal import ASCII, Terminal
from moonflight_solo.cli.output.view import act_views, view
from moonflight_solo.cli.output.why import show_advice
from moonflight_solo.coach.advice import Advice
from moonflight_solo.playtest.statistics import Estimate, share_of
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import PASS, Play
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import outcome
from moonflight_solo.rules.notation import NotationError
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.reset import turn
from moonflight_solo.rules.state import CoinTokens, Event, Question, Seat, Table


def told(table: Table, *, viewer: int | None = 0) -> list[str]:
    """Return every log line of one round."""
    narrator = Narrator(viewer)
    narrator.listen(table)
    play_round(table)
    return [line.words for line in narrator.take()]


def two(mine: Script, theirs: Script, *, turned: bool = False, **zones: str) -> Table:
    """Return a two-seat table: `hand` etc. are the first seat's zones, `their_hand` etc. the
    other's.
    """
    own = {name: text for name, text in zones.items() if not name.startswith("their_")}
    theirs.followed = "7"
    other = {name[6:]: text for name, text in zones.items() if name.startswith("their_")}
    return lay(
        At(CLAY, **own),  # type: ignore[arg-type]
        At(WORDS, **other),  # type: ignore[arg-type]
        players=[mine, theirs],
        turned=turned,
    )


def test_one_line_an_act_with_what_followed() -> None:
    table = two(Script("play Bury"), Script("play Coin"), hand="Bury, Waste", their_hand="Coin")
    lines = told(table)
    assert lines[0] == (
        "You play Bury: Discard Waste from Draw Deck, and Draw Waste (Jack o' Clay)."
    )
    assert lines[1] == "Words and Names [7] plays Coin: Gains 1 coin token."
    assert lines[2:4] == ["You pass.", "Words and Names [7] passes."]


def test_what_others_draw_is_only_counted() -> None:
    table = two(Script("play Fealty"), Script("play Fealty"), hand="Fealty", their_hand="Fealty")
    lines = told(table)
    assert lines[0] == "You play Fealty: Draw Waste ×2."
    assert lines[1] == "Words and Names [7] plays Fealty: Draws 2 cards."
    table = two(Script("play Fealty"), Script("play Fealty"), hand="Fealty", their_hand="Fealty")
    lines = told(table, viewer=None)
    assert lines[0] == "Clay and Bones plays Fealty: Draws Waste ×2."
    assert lines[1] == "Words and Names [7] plays Fealty: Draws Waste ×2."


def test_what_others_set_is_only_counted() -> None:
    build = "build Waste on Lesson, Coin on Oeuvre"
    table = two(Script(), Script(build), their_hand="Waste, Coin", their_in_play="Lesson, Oeuvre")
    assert told(table)[1] == "Words and Names [7] builds: 2 cards on Lesson, Oeuvre."
    table = two(Script(), Script(build), their_hand="Waste, Coin", their_in_play="Lesson, Oeuvre")
    assert told(table, viewer=1)[1] == "You [7] build Waste on Lesson, Coin on Oeuvre."


def test_shopping_and_spending() -> None:
    acts = ("shop Bury, Bury", "spend Coin with Grave Robber")
    table = two(Script(*acts), Script(), hand="Coin", in_play="Grave Robber", coins="")
    table.seats[0].coins = 4
    lines = told(table)
    assert lines[0] == "You buy Bury and Bury for 2 coin tokens."
    assert "You spend Coin with Grave Robber: Gain 1 coin token." in lines


def test_a_card_that_plays_another() -> None:
    table = two(
        Script("play Call The Living", play="Bury"),
        Script(),
        hand="Call The Living",
        discard="Bury, Waste",
    )
    lines = told(table)
    assert lines[0].startswith("You play Call The Living: Play Bury; Discard Waste from Draw Deck")


def test_cards_moved_between_stacks() -> None:
    table = two(
        Script("play Danse Macabre", "play Go Down", move="Dig"),
        Script(),
        turned=True,
        hand="Danse Macabre, Go Down",
        trash="Dig, Wake The Dead",
    )
    lines = told(table)
    assert lines[0] == "You play Danse Macabre: Draw Wake The Dead from Trash Stack."
    assert lines[2] == "You play Go Down: Move Dig from Trash Stack to Discard Stack."
    dug = two(
        Script("play Grave Digger", move="Dig"),
        Script(),
        turned=True,
        hand="Grave Digger",
        trash="Dig, Wake The Dead",
    )
    assert told(dug)[0] == "You play Grave Digger: Move Dig within Trash Stack."


def test_an_act_told_in_part_goes_on() -> None:
    table = two(Script(), Script(), turned=True)
    narrator = Narrator(0)
    narrator.listen(table)

    class Taker(Script):
        def choose(self, table: Table, seat: object, question: Question) -> Sequence[int]:
            if question.ask == "discard":
                narrator.take(midway=True)
            return [0] if question.ask == "discard" else range(question.least)

    table.seats[0].hand = cards("Remember To Forget, Waste, Coin, Dig", table.names, True)
    table.players = (Taker("play Remember To Forget"), Script())
    play_round(table)
    words = [line.words for line in narrator.history]
    assert words[0] == "You play Remember To Forget."
    assert words[1] == "Then you Discard Waste, Coin."


@pytest.mark.parametrize(
    ("hand", "named"),
    [("Take It With You, Coin", set()), ("Take It With You, Bury, Coin", {"A-silent"})],
)
def test_why_names_the_ruling_by_which_an_effect_chose(hand: str, named: set[str]) -> None:
    """Not where there was nothing to choose."""
    follower = AICardPlayer(load_ai_card(CLAY, catalogue()), catalogue())
    table = lay(At(CLAY, hand=hand), At(WORDS), players=[follower, Script()])
    narrator = Narrator(1, {0: follower})
    narrator.listen(table)
    act = follower.act(table, table.seats[0])
    narrator(Event("act", 0, what=act))
    act.perform(table, table.seats[0])
    explanation = narrator.reasons[0].explanation
    (followed,) = (each for each in explanation.considered if each.line == explanation.line)
    assert named == {"A-silent", "A-own-stack"}.intersection(followed.rulings)


def test_reset_is_told_in_a_line_a_seat() -> None:
    table = two(
        Script("play Coin", retain="Bury"), Script("play Coin"),
        hand="Coin, Bury, Waste", their_hand="Coin, Call", discard="Bury", deck="2 Coin",
    )  # fmt: skip
    lines = told(table)
    resets = [line for line in lines if line.startswith("In Reset ")]
    assert resets[0].startswith(
        "In Reset you Move 1 card to the Discard Stack; retain Bury; Move 1 card to the Discard "
        "Stack; shuffle 3 cards into a new Draw Deck; Draw "
    )
    moved = "In Reset Words and Names Moves 2 cards to the Discard Stack; "
    assert resets[1] == f"{moved}Draws 5 cards."


def test_the_deal_the_turn_and_covering() -> None:
    table = two(
        Script(cover=["Dig on Clay and Bones stack 1", "none"]),
        Script(),
        hand="",
        deck="5 Bury",
        supply="3 Bury",
    )
    table.seats[0].market[0].cards.clear()
    lines = told(table)
    assert any(line.endswith("Deal Bury ×3 to Market Stacks 1, 2, 3.") for line in lines)
    assert "The Turn: every card flips to its other end." in lines
    assert any("cover a Market Stack with Dig" in line for line in lines)


def test_what_cannot_be_trashed_is_met() -> None:
    table = two(Script(), Script())
    narrator = Narrator(0)
    narrator.listen(table)
    moves.tell_blocked(table, table.seats[1], table.names.card("Bury", False))
    assert narrator.take()[0].words.endswith("meets Bury, which cannot be moved that way.")


@pytest.mark.parametrize(
    ("viewer", "words", "told"),
    [
        (0, "Move the top card of your Draw Deck to the bottom of your Draw Deck", "Move 1 card"),
        (None, "Move the top card of your Draw Deck to the bottom of your Draw Deck", "Moves Dig"),
        (0, "Draw the bottom card of your Draw Deck", "Draw Waste"),
        (1, "Draw the bottom card of your Draw Deck", "Draws 1 card"),
        (0, "Swap your hand with your Draw Deck", "Move Waste, Dig"),
        (1, "Swap your hand with your Draw Deck", "Moves 2 cards"),
    ],
)
def test_nobody_knows_what_nobody_has_looked_at(viewer: int | None, words: str, told: str) -> None:
    table = two(Script(), Script(), turned=True, hand="", deck="Waste, Dig")
    narrator = Narrator(viewer)
    narrator.listen(table)
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    (line,) = narrator.take()
    assert told in line.words
    assert ("Dig" in line.words) is ("Dig" in told)


def test_the_end_says_who_won_and_why() -> None:
    table = two(
        Script(), Script(), turned=True, hand="Wake The Dead, 2 Danse Macabre", their_hand="Learnt"
    )
    table.ended_by = "end"
    table.seats[0].draw_deck.clear()
    assert ending(outcome(table), table, 0) == [
        "The End, in round 1: Clay and Bones has no cards left in Draw Deck or Discard Stack.",
        "You score 5: Wake The Dead 3, Danse Macabre 1 ×2.",
        "Words and Names scores 1: Learnt 1.",
        "You win: highest score.",
    ]
    table.ended_by = "act limit"
    assert ending(outcome(table), table, 1)[0] == (
        "Unfinished: round 1 reached the limit on acts and was stopped."
    )


# -- questions


def put(question: Question, **zones: str) -> Prompt:
    table = lay(At(CLAY, **zones), At(WORDS))  # type: ignore[arg-type]
    return prompt_for(question, table, table.seats[0])


def hand(written: str, *, turned: bool = False) -> list[object]:
    return list(cards(written, catalogue(), turned))


def test_cards_that_are_alike_are_offered_once() -> None:
    held = hand("Coin, Waste, Coin, Bury")
    found = put(Question("discard", held, held, ["hand"] * 4, [0] * 4))  # type: ignore[arg-type]
    assert found.names == ("Coin", "Waste", "Bury")
    assert found.answer("3") == [3]
    assert found.answer("bu") == [3]
    with pytest.raises(NotationError, match="there is no default here"):
        found.answer("")
    assert found.words == "Discard which card?"
    with pytest.raises(NotationError, match="choose at most 1"):
        found.answer("1, 2")


def test_choices_have_the_numbers_of_the_table() -> None:
    table = lay(At(CLAY, hand="Waste, Coin, Bury, Coin", market=("Bury", "Rise Up", "")), At(WORDS))
    seat, numbers = table.seats[0], Numbers()
    legal = list(legal_acts(table, seat))
    listed = act_views(legal, numbers.of(legal, seat, table.round), table, seat)
    plays = {act.card: act.number for act in listed if act.verb == "play" and act.card}
    assert sorted(plays.values()) == [1, 2, 3]

    zones: tuple[list[str], list[int]] = ["hand"] * 4, [0] * 4
    waste, coin, bury = (plays[card] for card in seat.hand[:3])
    held = Question("discard", seat.hand, seat.hand, *zones, most=3)
    found = prompt_for(held, table, seat, numbers=numbers)
    assert found.numbered_choices == sorted([(waste, "Waste"), (coin, "Coin ×2"), (bury, "Bury")])
    assert found.numbers_on_table(view(table, 0)) == plays
    assert found.answer(f"{bury}") == [2]
    assert found.answer(f"{coin} {waste} {coin}") == [1, 0, 3]
    for typed in ("9", f"{waste}, {waste}"):
        with pytest.raises(NotationError, match=r"cannot choose 9|the same thing twice"):
            found.answer(typed)

    stacks = [stack for stack in seat.stacks if stack.cards][:2]
    tops = [stack.cards[-1] for stack in stacks]
    market = Question("purchase", stacks, tops, ["market stack"] * 2, [0, 0])
    bought = prompt_for(market, table, seat, numbers=numbers)
    assert [number for number, _ in bought.numbered_choices] == [11, 12]
    assert list(bought.numbers_on_table(view(table, 0)).values()) == [11, 12]
    assert bought.answer("12") == [1]

    order = prompt_for(Question("order", seat.hand, seat.hand, least=4, most=4), table, seat)
    assert order.numbered_choices == [(1, "Waste"), (2, "Coin ×2"), (3, "Bury")]
    assert order.answer("2 1") == [2, 3, 1, 0]
    assert order.answer("2, 1, 2, 3") == [1, 0, 3, 2]
    assert order.answer("coin #2") == [0, 1, 2, 3]
    assert order.numbers_on_table(view(table, 0)) == {}

    mixed = Question("move", [0, *stacks[:1]], [seat.hand[0], tops[0]], ["trash stack", ""], [1, 0])
    assert [n for n, _ in prompt_for(mixed, table, seat, numbers=numbers).numbered_choices] == [
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("mine", "theirs", "chosen"),
    [
        ("Waste, Take Us With You", "Coin", "Take Us With You"),
        ("Take Us With You, Waste", "Coin", "Coin of Words and Names"),
        ("Take Us With You, Waste", "Learnt", None),
        ("", "Waste", "Waste of Words and Names"),
        ("", "Learnt", "none"),
    ],
)
def test_enter_moves_back_what_scores_of_ones_own_and_what_does_not_of_others(
    mine: str, theirs: str, chosen: str | None
) -> None:
    """By "Move 1 of Target Trash Stack to its Discard Stack"; without either, one has to choose."""
    put: list[Prompt] = []

    class Person(Script):
        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            put.append(prompt_for(question, table, seat))
            return put[-1].indexes[:1]

    table = two(
        Person("play Go Down"),
        Script(),
        turned=True,
        hand="Go Down",
        trash=mine,
        their_trash=theirs,
    )
    told(table)
    (prompt,) = put
    assert (None if prompt.default is None else prompt.default_words) == chosen


@pytest.mark.parametrize(
    ("typed", "index"),
    [("3", 0), ("2", 1), ("0", 3), ("none", 3), ("1 coin token", 2), ("4", None), ("", None)],
)
def test_a_number_of_coin_tokens_is_typed_as_that_number(typed: str, index: int | None) -> None:
    ways = [CoinTokens(number) for number in (3, 2, 1, 0)]
    found = put(Question("way", ways, [None] * 4))
    assert (found.words, found.default) == ("How many coin tokens? 0 to 3.", None)
    if index is not None:
        assert found.answer(typed) == [index]
    else:
        with pytest.raises(NotationError, match="type a number from 0 to 3"):
            found.answer(typed)
    assert len(ResetForm(Habits()).rows(found, [], 80)) == 1


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("Spend any number of coin tokens to Draw that many", "How many more coin tokens?"),
        ("Lose any number of coin tokens, then Draw that many", "How many coin tokens?"),
    ],
)
def test_what_is_paid_already_is_not_asked_again(words: str, asked: str) -> None:
    ways = [CoinTokens(number) for number in (2, 1, 0)]
    found = put(Question("way", ways, [None] * 3, source=saying(words)))
    assert found.words == f"Made up: {asked} 0 to 2."
    rows = [row.plain for row in ResetForm(Habits()).rows(found, [], 80)]
    assert rows[1:] == [f' "{words}"'], "the words of the card that asks stand below"


def test_what_does_not_fit_of_a_long_question_is_counted() -> None:
    held = hand("Bury, Rise Up, Shallow Grave")
    found = put(Question("discard", held, held, ["hand"] * 3, [0] * 3))  # type: ignore[arg-type]
    rows = [row.plain for row in ResetForm(Habits()).rows(found, [], 20, 2)]
    assert rows[-2:] == ["   1) Bury", '   3 in all: type "acts" to see them']


def test_a_choice_among_equals_is_forced() -> None:
    held = hand("Coin, Coin")
    assert put(Question("discard", held, held)).forced  # type: ignore[arg-type]
    assert put(Question("order", held, held, least=2, most=2)).forced  # type: ignore[arg-type]
    assert not put(Question("retain", held, held, least=0)).forced  # type: ignore[arg-type]


def test_the_order_may_be_given_in_part() -> None:
    held = hand("Coin, Waste, Bury")
    found = put(Question("order", held, held, least=3, most=3))  # type: ignore[arg-type]
    assert found.answer("") == [0, 1, 2]
    assert found.answer("coin") == [1, 2, 0]
    assert found.answer("3, 1, 2") == [2, 0, 1]
    assert found.default_words == "as played"


def test_a_player_is_chosen_by_title() -> None:
    table = lay(At(CLAY), At(WORDS), At(CLAY))
    question = Question(
        "player", list(table.seats), [None] * 3, ["player"] * 3, [0, 1, 2], verb="discard"
    )
    found = prompt_for(question, table, table.seats[0])
    assert found.names == ("Clay and Bones (1)", "Words and Names", "Clay and Bones (2)")
    assert found.answer("words") == [1]
    assert found.answer("") == [1]


def test_every_question_can_be_put() -> None:
    table = lay(At(CLAY, in_play="Oeuvre + Coin, Lesson"), At(WORDS))
    seat = table.seats[0]
    onto = Question(
        "onto", seat.in_play, [p.card for p in seat.in_play], source=seat.character.card
    )
    assert "On which card in play do you Set Jack o' Clay?" in prompt_for(onto, table, seat).words
    to = Question("to", seat.market, [s.cards[-1] for s in seat.market], source=seat.character.card)
    assert prompt_for(to, table, seat).names[0] == "Clay and Bones stack 1"
    deal = Question("deal", seat.market, [None] * 3, least=2, most=2)
    assert prompt_for(deal, table, seat).answer("") == [0, 1]
    token = Question("token", ["Turn", "End"], [None, None])
    assert prompt_for(token, table, seat).answer("e") == [1]
    pairs = [(seat.in_play[0].card, stack) for stack in seat.market]
    cover = Question("cover", pairs, [p[0] for p in pairs], least=0)
    assert prompt_for(cover, table, seat).answer("") == []
    assert prompt_for(cover, table, seat).answer("oeuvre on clay and bones stack 2") == [1]


def test_a_question_says_how_many_follow_it() -> None:
    put: list[str] = []

    class Noting(Script):
        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            put.append(prompt_for(question, table, seat).words)
            return [0]

    hand = "Lapse, Coin, Waste, Coin, Waste"
    table = lay(At(WORDS, hand=hand), At(CLAY), turned=True, players=(Noting(), Script()))
    Narrator(None).listen(table)
    seat = table.seats[0]
    Play(seat.hand[0]).perform(table, seat)
    asks = "Lapse: Discard which card?"
    assert put == [f"{asks} 2 to choose, one at a time.", asks]


def test_the_turn_is_told_from_a_turn() -> None:
    table = lay(At(CLAY), At(WORDS))
    narrator = Narrator(None)
    narrator.listen(table)
    turn(table)
    assert [line.kind for line in narrator.take()] == ["turn"]


CLEAR = Estimate(0.09, 0.03, 0.15)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({"worth": share_of(0, 200)}, "After it you win about 0 of 100 games (0 to 2), if "),
        ({"worth": share_of(56, 200)}, "After it you win about 28 of 100 games (22 to 35), if "),
        ({"gain": CLEAR}, "Next best: pass (0), worse by 9.0 wins in 100 games (3.0 to 15.0)."),
        ({"gain": CLEAR, "reason": "you have more"}, "Why: you have more."),
        ({"gain": CLEAR}, "No clear reason: many small things add up."),
        ({"reason": "you have more"}, "In its favour: you have more."),
        ({}, "No clear reason: the simulated games differ by no more than chance."),
        (
            {"same": True},
            "Just as good: pass (0). The simulated games end the same ",
        ),
        ({"unfinished": 90}, "90 of 200 simulated games did not reach an End, which is not a win."),
        ({"alone": True, "worth": CLEAR}, "After it you score about 0.1 points (0.0 to 0.2), if "),
    ],
)
def test_a_hint_always_says_why_and_how_sure_it_is(found: dict[str, Any], told: str) -> None:
    table, shown = lay(At(CLAY), At(WORDS)), StringIO()
    given = Advice(PASS, PASS, games=200)
    screen = Terminal(Console(file=shown, width=100), plain=True, glyphs=ASCII)
    show_advice(structs.replace(given, **found), table, table.seats[0], screen, {PASS: 0})
    assert told in shown.getvalue()
    assert shown.getvalue().startswith("Best found: pass (0)\n"), "the number to type stands by"


def test_a_jack_alone_plays_the_usual_game_unless_score_mode_is_asked_for() -> None:
    usual, ranked = (run("watch", "clay", "--seed", "3", *more) for more in ((), ("--score",)))
    assert (usual.exit_code, ranked.exit_code) == (0, 0)
    assert "The End, in round " in usual.stdout
    assert "End stack" not in usual.stdout
    assert "takes 1 token from the End stack" in ranked.stdout
    for command in ("watch", "playtest", "worth"):
        told = " ".join(run(command, "--help").stdout.split())
        assert "one Jack alone; without it, a Jack alone plays the usual game." in told

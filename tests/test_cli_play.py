"""`moonflight play` and `moonflight score`: whole games through the real input parser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import Result
from command_line import run
from helpers import CLAY, EDITIONS, WORDS
from typing_person import typed_game

from moonflight_solo.cli.output.screen import KEYS
from moonflight_solo.coach import advice
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.notation import in_prose
from moonflight_solo.scoremode import rank

ROOT = Path(__file__).parent.parent
GAME = ("play", "--jack", CLAY, "--against", WORDS, "--seed", "4", "--first", "me")


def assert_plain(result: Result) -> None:
    assert "\x1b" not in result.output
    assert not set("─│┌┐└┘━┃") & set(result.output)


def assert_told(result: Result, outcome: Outcome, jacks: tuple[str, ...]) -> None:
    assert result.exit_code == 0, result.output[-2000:]
    assert f"You score {outcome.scores[0]}" in result.stdout
    if outcome.winner is not None and len(jacks) > 1:
        who = "You win" if outcome.winner == 0 else f"{jacks[outcome.winner]} wins"
        assert f"{who}: {outcome.won_by}." in result.stdout


# -- whole games


@pytest.mark.parametrize(
    ("jacks", "edition"), [((CLAY, WORDS), "prototype"), ((WORDS, CLAY), "final")]
)
def test_a_person_plays_a_whole_game(jacks: tuple[str, ...], edition: str) -> None:
    typed, outcome = typed_game(*jacks, seed=7, edition=edition, rounds=40)
    result = run(
        *("play", "--jack", jacks[0], "--against", jacks[1], "--seed", "7"),
        *("--edition", edition, "--rounds", "40"),
        typed=typed,
    )
    assert_told(result, outcome, jacks)
    assert_plain(result)
    assert re.search(r"^(Clay and Bones|Words and Names) \[\d+\] plays ", result.stdout, re.M)


@pytest.mark.parametrize(
    "against", [("--against", "words", "--against", "clay"), ("--against", "words, clay")]
)
def test_three_at_a_table_and_one_jack_twice(against: tuple[str, ...]) -> None:
    jacks = (CLAY, WORDS, CLAY)
    typed, outcome = typed_game(*jacks, seed=1, rounds=4)
    arguments = ("play", "--jack", "clay", *against)
    result = run(*arguments, "--seed", "1", "--rounds", "4", typed=typed)
    assert result.exit_code == 0
    assert f"You score {outcome.scores[0]}" in result.stdout
    assert "Clay and Bones (2) [5] plays " in result.stdout
    assert "Unfinished: the game reached its limit of 4 rounds." in result.stdout


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_of_score_mode(edition: str) -> None:
    typed, outcome = typed_game(CLAY, seed=3, edition=edition)
    result = run("score", "--jack", CLAY, "--seed", "3", "--edition", edition, typed=typed)
    assert_told(result, outcome, (CLAY,))
    assert_plain(result)
    earned = rank(outcome.scores[0])
    assert (
        f"\nYou are a {earned.name}. {earned.saying} " in result.stdout
    )  # then what the next takes
    assert "from the Turn stack" in result.stdout


def test_the_same_seed_and_answers_are_the_same_game() -> None:
    typed, _ = typed_game(CLAY, WORDS, seed=9, rounds=5)
    arguments = ("play", "--jack", CLAY, "--against", WORDS, "--seed", "9", "--rounds", "5")
    assert run(*arguments, typed=typed).output == run(*arguments, typed=typed).output


# -- asking what it needs


def test_it_asks_which_jack_and_whom_to_face() -> None:
    typed = ["9", "?", "zzz", "words", "nobody", "1, clay", "quit"]
    result = run("play", "--seed", "1", typed=typed)
    assert result.exit_code == 0
    assert "A Jack is a character with a suit of its own" in result.stdout
    assert "Type a number from 1 to 2." in result.stdout
    assert (
        '"zzz" is not a Jack in this game. Choose from: Clay and Bones, Words and Names.'
        in result.stdout
    )
    for suit in catalogue().suits.values():
        assert f": {suit.jack}. {suit.style}\n" in result.stdout
    assert "You are Words and Names, against Clay and Bones (1) and Clay and Bones (2)." in (
        result.stdout
    )


def test_enter_is_an_answer_to_both() -> None:
    run("play", typed=["", "0", "quit"])  # Who is new is offered a guided game first.
    result = run("play", typed=["1", "", "quit"])
    assert result.exit_code == 0
    assert "You are Clay and Bones, against Words and Names. Seed " in result.stdout


def test_input_that_ends_before_the_game_begins() -> None:
    result = run("play")
    assert result.exit_code == 1
    assert result.stderr.endswith("moonflight: the input ended\n")


def test_a_seed_is_picked_and_named() -> None:
    first = run("play", "--jack", "clay", "--against", "words", typed=["quit"]).stdout
    seed = re.search(r"Seed (\d+)\.", first)
    assert seed is not None
    again = run(
        "play", "--jack", "clay", "--against", "words", "--seed", seed[1], typed=["quit"]
    ).stdout
    assert again == first


# -- stopping


def test_input_that_ends_in_mid_game() -> None:
    result = run(*GAME, typed=["1"])
    assert result.exit_code == 1
    assert result.stderr == (
        "moonflight: the input ended in round 1, before the game was over. Continue "
        "the game with: moonflight resume\n"
    )


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_quit(word: str) -> None:
    result = run(*GAME, typed=["1", word])
    assert result.exit_code == 0
    assert result.stdout.endswith(
        "You left in round 1. Continue the game with: moonflight resume\n"
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("shop 13, 12", "You buy {13} and {12} for 3 coin tokens."),
        ("buy 12 13", "You buy {12} and {13} for 3 coin tokens."),
        ("shop 14 15", "You buy Power for 2 coin tokens."),
        ("play 1 1", "You play Coin: Gain 1 coin token (2 times)."),
        ("p 13", "13 is shop {13}."),
        ("play 13", "13 is shop {13}."),
        ("shop 77", "77 is not an act now."),
        ("play 18", "18 is not an act now: Wealth is in the Market."),
        ("18", "18, Wealth, cannot be bought now: that costs 7 coin tokens and you have 5."),
    ],
)
def test_numbers_stand_behind_a_verb(typed: str, said: str) -> None:
    told = run(*GAME, typed=[typed, "quit"]).stdout
    names = dict(re.findall(r"^(\d+): shop ([\w #]+?) \(", told, re.MULTILINE))
    prose = said.startswith("You")

    def said_of(name: str) -> str:
        card, _, copy = name.partition(" #")
        return in_prose(card, int(copy)) if copy else card

    named = {number: said_of(name) if prose else name for number, name in names.items()}
    assert re.sub(r"{(\d+)}", lambda found: named[found[1]], said) in told


def test_q_only_goes_back() -> None:
    told = run(*GAME, typed=["q", "1", "q", "done", "q", "quit"]).stdout
    assert told.count("There is nothing to go back from; type quit to leave the game.") == 3


def test_a_game_left_before_the_first_decision_is_not_kept() -> None:
    told = run(*GAME, typed=["save", "help", "quit"]).stdout
    again = "Start the same game again with: moonflight play --jack 'Clay and Bones' --against "
    assert f"You left in round 1. {again}" in told
    assert run("saves").stdout.startswith("You have no games yet")
    assert "there is no unfinished game yet" in run("resume").stderr


def test_quit_at_a_question() -> None:
    result = run(*GAME, typed=["done", "quit"])
    assert result.exit_code == 0
    assert "You left in round 1." in result.stdout


def test_done_is_undone_by_its_name() -> None:
    told = run(*GAME, typed=["done", "undo", "redo", "undo", "pass", "undo", "quit"]).stdout
    assert re.findall("(?:Un|Re)done: .*?[.]", told) == [
        *('Undone: "done".', 'Redone: "done".', 'Undone: "done".', 'Undone: "pass".')
    ]


# -- what is typed


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("foo", '"foo" is neither an act nor a command. Type a number, or help.'),
        ("99", "No act has the number 99 now."),
        ("1 all", '"1 all" mixes numbers with an act; type them on two lines.'),
        ("1 99", "No act has the number 99 now."),
        ("play xyz", '"xyz" is not in your hand. In your hand: '),
        ("play", "Play what? Name a card in your hand."),
        ("s", '"s" could be spend or shop'),
        ("h", "NUMBER: take that act or give that answer"),
        ("l", '"l" could be look or log.'),
        ("p", '"p" could be play or pass'),
        ("shop teach", "Your first Shop of a round cannot be for a card of an opponent's suit."),
        ("shop wealth", "That costs 7 coin tokens and you have 5."),
        ("shop riches, power", "You can Purchase several cards at once only of your own suit."),
        ("build coin on waste", '"waste" is not in play in front of you; nothing is.'),
        ("spend coin with waste", "None of your cards has a Spend ability now."),
        ("why", "No AI player has acted yet."),
        ("shop grave", '"grave" is not on top of a Market Stack. On top of a Market Stack: '),
        ("shop 11 11", "The Market Stack 11 has only 1 card."),
        ("story", "Nothing has happened yet."),
        ("why nobody", 'No AI player is called "nobody". Choose from: Words and Names.'),
        ("look nowhere", 'No face-up Stack is called "nowhere"; type "look" for all of them.'),
        ("look me tra", "Clay and Bones Trash Stack: empty."),
        ("look my Trash", "Clay and Bones Trash Stack: empty."),
        ("look mine", "Clay and Bones Discard Stack: empty."),
        ("look words (di", "Words and Names Discard Stack: empty."),
        ("rules zzz", 'No topic is called "zzz"; "rules" lists them all.'),
        ("card", 'Which card? Type "card" and its name.'),
        ("card zzz", 'No card is called "zzz". "cards" lists them all.'),
        ("card t", '"t" could be '),
        ("log x", 'Type "log", or "log" and how many lines.'),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_asked_again(typed: str, answer: str) -> None:
    result = run(*GAME, typed=[typed, "quit"])
    assert result.exit_code == 0
    lines = result.stdout.split(f"Clay and Bones> {typed}".rstrip() + "\n")[1].splitlines()
    assert lines[0].startswith(answer)
    assert any(line == "Clay and Bones> quit" for line in lines)


def test_the_reasons_of_another_speak_of_its_own_cards() -> None:
    """They said "6 cards in your hand" of the hand of the AI player."""
    typed = ["play coin", "why all", "hint card all", "story", "quit"]
    told = re.split("Clay and Bones> ", run(*GAME, typed=typed).stdout)
    why, card, story = told[-4:-1]
    assert "6 cards in its hand: there are 5" in why
    assert "your" not in why
    assert "at most 3 cards in your Draw Deck: there are 5" in card
    assert "Words and Names most often followed [" in story
    assert "An average hand after the Turn, round by round" in story


def test_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "HINT_ROLLOUTS", 100)
    monkeypatch.setattr(advice, "MEASURING", 40)
    typed = [
        "play coin",
        "why",
        "why all",
        "next",
        "hint card",
        "hint",
        "look",
        "look words 1",
        "look my disc",
        "card call the",
    ]
    result = run(*GAME, typed=[*typed, "table", "log", "log 1", "acts", "help", "?", "quit"])
    assert result.exit_code == 0
    for words in (
        "Words and Names in round 1: play ",
        "Skipped: 1-",
        "Line 1, condition false: ",
        "What Words and Names may do next, in 100 deals of the hidden cards:",
        "Your Jack's AI card would: ",
        "Best found: ",
        "After it you win about ",
        "  Clay and Bones Trash Stack: 0",
        "Words and Names Market Stack 1, top first: ",
        "Clay and Bones Discard Stack: empty.",
        "Call The Living / Wake The Dead: Clay and Bones, 1 copy.",
        "Your Draw Deck: 5 cards.",
        "You play Coin: Gain 1 coin token.",
        "1: play ",
        "shop CARD, CARD, ...: one card, or several of your own suit in one act",
    ):
        assert words in result.stdout, words


def test_acts_by_number_by_notation_and_several_at_once() -> None:
    typed = ["pl coi", "1", "shop bur, bury", "pass", "log", "quit"]
    result = run(*GAME[:5], "--seed", "5", "--first", "me", typed=typed)
    assert "You play Coin: Gain 1 coin token." in result.stdout
    assert "You buy Bury and Bury for 2 coin tokens." in result.stdout
    assert "You pass." in result.stdout


def test_done_passes_until_the_round_is_over() -> None:
    result = run(*GAME, typed=["done", "", "", "", "log 40", "quit"])
    before = result.stdout.split("Round 2.")[0]
    assert result.stdout.count("You pass.") - before.count("You pass.") > 2  # in the log
    assert before.count("Clay and Bones> ") == 1


def test_questions() -> None:
    for none in ("0", "none", "pass", ""):
        assert "\nRound 2. " in run(*GAME, typed=["done", none, "quit"]).stdout, none
    typed = ["done", "?", "card coin", "99", "zzz", "table", "help", "2", "quit"]
    result = run(*GAME, typed=typed)
    assert result.exit_code == 0, result.stdout[-800:]
    asked = result.stdout.split("Which cards do you retain?")
    assert len(asked) == 6
    assert "Cards you retain stay in your hand for the next round." in result.stdout
    assert "99 is not a choice; type a number from 1 to 2." in result.stdout
    assert '"zzz" is not among the choices. Among the choices: Coin, Waste.' in result.stdout
    assert "In Reset you retain Waste; Move 4 cards to the Discard Stack; Draw " in result.stdout


@pytest.mark.parametrize(
    ("typed", "top"), [("", "Coin"), ("2", "Waste"), ("waste", "Waste"), ("2, 1", "Coin")]
)
def test_the_order_of_cards_leaving_play(typed: str, top: str) -> None:
    begun = ["always ask", "play coin", "play waste", "1", "done"]
    result = run(*GAME, typed=[*begun, typed, "table", "quit"])
    assert "In which order do your cards leave play?" in result.stdout
    assert "[Enter: as played] >" in result.stdout
    assert f"Your Discard Stack: 3 cards, {top} on top." in result.stdout


def test_all_coins_are_played_as_the_menu_says_it() -> None:
    assert "all" in KEYS
    for typed in ("all", "all coins", "ALL Coins"):
        told = run(*GAME, typed=[typed, "quit"]).stdout
        assert "You play Coin: Gain 1 coin token" in told, typed
    told = run(*GAME, typed=["all waste", "quit"]).stdout
    assert '"all" plays every card that only gains coin tokens.' in told
    assert "You play Coin" not in told


def test_a_new_player_is_not_asked_for_the_order_but_told_how_to_choose_it() -> None:
    game = ["play coin", "play waste", "done", ""]
    told = run(*GAME, typed=[*game, *game, "undo round", *game, "quit"]).stdout
    assert "In which order" not in told
    assert told.count("Your cards leave play in the order you played them") == 1
    asked = run(*GAME, typed=["play coin", "play waste", "always ask", "done", "quit"]).stdout
    assert "In which order do your cards leave play?" in asked
    assert "Your cards leave play in the order" not in asked
    kept = run(*GAME, typed=["always as played", *game, "quit"]).stdout
    assert "Your cards leave play in the order" not in kept


def test_others_cards_stay_hidden_unless_hands_are_open() -> None:
    typed = ["done", "", "", "", "quit"]
    hidden = run(*GAME, typed=typed).stdout
    shown = run(*GAME, "--open-hands", typed=typed).stdout
    assert "Words and Names: hand: 5 cards." in hidden
    assert re.search(r"In Reset Words and Names .*Draws 5 cards", hidden)
    assert re.search(r"Words and Names: hand: \w+", shown)
    assert re.search(r"In Reset Words and Names .*Draws (Coin|Waste)", shown)


# -- options


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--jack", "nobody"), 'no Jack is called "nobody"; these are known: '),
        (("--jack", "clay", "--against", "nobody"), 'no Jack is called "nobody"'),
        (("--seed", "x"), "'x' is not a valid whole number"),
        (("--rounds", "0"), "0 is not in the range x>=1"),
        (("--edition", "third"), 'there is no edition "third"; choose one of: '),
        (("--ai", "no/such/file.yaml"), "File 'no/such/file.yaml' does not exist"),
        (("--first", "3"), "there is no seat 3; they go from 1 to 2."),
        (("--first", "nobody"), 'no Jack is called "nobody"'),
        (("--ruling", "A-exact"), "--ruling takes ID=CHOICE"),
        (("--ruling", "A-tie=last"), "ruling A-tie offers no choice; these"),
        (("--ruling", "nothing=x"), 'there is no ruling "nothing"; these have choices: A-'),
        (("--ai", "ai/clay_and_bones.yaml"), "no seat uses the AI card given for Clay and Bones"),
        (
            ("extra",),
            "comes without an option: --jack names the Jack you play, --against your opponents",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(
    arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    result = run("play", "--jack", "clay", "--against", "words", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_refusal_is_a_sentence() -> None:
    said = run("challenges", "all").stderr
    assert said.endswith("got unexpected extra argument (all). See moonflight challenges --help.\n")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play --against words clay", "play --jack clay --against words"),
        ("play words --against clay", "play --jack words --against clay"),
        ("play words clay,words", "play --jack words --against clay,words"),
        ("play --jack words clay --seed 3", "play --jack words --against clay"),
        ("score clay", "score --jack clay"),
        ("score --jack words clay", "play --jack words --against clay"),
    ],
)
def test_a_jack_named_without_an_option_is_told_its_place(typed: str, meant: str) -> None:
    result = run(*typed.split())
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Did you mean moonflight {meant}?\n")


def test_an_ai_card_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "lazy.yaml"
    file.write_text("jack: Words and Names\ncard: |\n  PRE TURN\n  ACTION\n  1 – Pass\n")
    result = run(
        "play", "--jack", "clay", "--ai", str(file), "--seed", "1", "--first", "me",
        typed=["pass", "", "quit"],
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "Words and Names [1] passes." in result.stdout


def test_a_broken_ai_card(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text("jack: Words and Names\ncard: |\n  PRE TURN\n  ACTION\n  1 – Plya “Call”.\n")
    result = run("play", "--jack", "clay", "--ai", str(file))
    assert result.exit_code == 1
    assert re.match(rf"moonflight: {re.escape(str(file))}:5:\d+: ", result.stderr)


def test_who_goes_first() -> None:
    arguments = ("play", "--jack", "clay", "--against", "words", "--seed", "1", "--first")
    for who, first in (("me", CLAY), ("1", CLAY), ("ai", WORDS), ("2", WORDS), ("words", WORDS)):
        assert f"First Player: {first}." in run(*arguments, who, typed=["quit"]).stdout


def test_score_says_no_to_an_unknown_jack() -> None:
    result = run("score", "--jack", "nobody")
    assert result.exit_code == 2
    assert json.dumps("nobody") in result.stderr


def test_teaching_explains_each_phase_once() -> None:
    """--teach explains each phase the first time it comes up."""
    typed = ["play coin", "done", "1", "done", "1", "quit"]
    taught = run(*GAME, "--teach", typed=typed).stdout
    plain = run(*GAME, typed=typed).stdout
    lessons = [line for line in taught.splitlines() if line not in plain.splitlines()]
    assert any(line.startswith("A round begins with Action") for line in lessons)
    assert any("retain" in line for line in lessons)
    assert len(lessons) == len(set(lessons)) > 4


def test_lessons_are_not_said_again_after_undo() -> None:
    taught = run(*GAME, "--teach", typed=["play coin", "play coin", "undo", "quit"]).stdout
    assert taught.count("A round begins with Action") == 1


@pytest.mark.parametrize("typed", [["quit"], ["1", "q"]])
def test_one_may_leave_before_a_game_begins(typed: list[str]) -> None:
    result = run("play", typed=typed)
    assert result.exit_code == 0
    assert "Round 1" not in result.stdout


def test_rules_and_rulings_are_explained_in_the_game() -> None:
    result = run(*GAME, typed=["rules", "rules shop", "rules A-tie", "rules zzz", "quit"])
    assert "To read one: rules TOPIC, such as rules quick" in result.stdout
    assert "Ruling A-tie, question: Which card is taken when several are equal?" in result.stdout
    assert 'No topic is called "zzz"' in result.stdout


def test_a_ruling_is_explained_as_it_is_in_force_in_this_game() -> None:
    told = run(
        *GAME, "--ruling", "A-exact=at-least", typed=["rules A-exact", "rules ai words", "quit"]
    )
    assert told.stdout.count("Ruling A-exact, choice at-least (in force): ") == 2
    assert "choice exactly (in force)" not in told.stdout


def test_what_is_looked_up_in_the_game() -> None:
    typed = ["1", "cards words", "cards nobody", "ai show", "score", "save", "quit please", "exit"]
    told = run(*GAME, typed=typed).stdout
    names = [card.name for card in catalogue().suits[WORDS].kinds]
    assert all(f"{name}, cost " in told for name in names)
    assert "Shallow Grave, cost" not in told.split("ai show")[0].split("cards words")[1]
    assert "Jack o' Words and Names AI\nPRE TURN\n" in told
    assert "Your hand scores 0, and 0 after the Turn." in told
    assert "Every answer is saved as you give it. Continue the game with: " in told
    assert '"quit" takes nothing after it.' in told
    assert told.endswith("You left in round 1. Continue the game with: moonflight resume\n")


def test_a_card_in_sight_is_asked_for_by_the_first_letter_of_its_name() -> None:
    """Elsewhere that letter would not do: Bury and Buried Deep, say."""
    told = run(*GAME, typed=["b?", "12?", "sh?", "jack o' c?", "q?", "quit"]).stdout
    assert told.count("Bury: ") + told.count("Bury / Dig") >= 1
    assert "Shallow Grave / Buried Deep" in told
    assert "Jack o' Clay / Jack o' Bones" in told
    assert 'No card is called "q".' in told


def test_repeated_acts_are_told_once_in_sentences_too() -> None:
    told = run("score", "--jack", "clay", "--seed", "4", typed="all\nlog\nquit\n").stdout
    assert told.count("You play Coin: Gain 1 coin token (3 times).") == 1
    assert told.count("You play Coin: Gain 1 coin token.") == 3  # in the log


def test_alone_no_command_is_about_opponents() -> None:
    told = run(
        "score", "--jack", CLAY, "--seed", "1", "--plain", typed=["help", "why", "quit"]
    ).stdout
    assert "hint [card] [all]: " in told
    assert "why [WHO] [all]: " not in told
    assert "next: " not in told
    assert '"why" is neither an act nor a command.' in told

"""`moonflight follow`: never a wrong act, few questions, and everything can be undone."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import pytest
from by_hand_player import Agreement, FollowedByHand
from command_line import run as run_command
from helpers import at_least

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.by_hand.follower import ByHand, HandSession, JackAct
from moonflight_solo.by_hand.questions import FirstInHand, KnownCards
from moonflight_solo.cli.commands.follow import TypedKeys
from moonflight_solo.datafiles import data_files
from moonflight_solo.own_jacks import own_jack
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.rulings import printed_rulings

EXAMPLES = Path(__file__).parent.parent / "examples"
MOST_QUESTIONS = 3
RULINGS = printed_rulings()

run = partial(run_command, "follow")


def played(cards: Catalogue, files: list[str | Path], games: int, edition: str) -> Agreement:
    heard = Agreement()
    followed = [load_ai_card(file, cards) for file in files]
    for seed in range(games):
        jacks = tuple(card.jack for card in followed)
        settings = Settings(jacks, seed, edition, round_limit=60)
        players = [FollowedByHand(card, cards, RULINGS, heard) for card in followed]
        play(set_up(settings, cards, players), settings)
    return heard


@pytest.mark.parametrize(
    ("seats", "games", "edition"),
    [
        (["clay and bones", "words and names"], at_least(2, 6), "prototype"),
        (["words and names", "words and names", "clay and bones"], at_least(1, 2), "prototype"),
        (["clay and bones", "words and names"], at_least(1, 3), "final"),
    ],
)
def test_a_printed_card_is_followed_as_the_engine_does(
    seats: list[str | Path], games: int, edition: str
) -> None:
    heard = played(catalogue(edition), seats, games, edition)
    assert heard.wrong == []
    assert heard.acts > 100 * games
    assert heard.questions / heard.acts <= MOST_QUESTIONS


def test_own_jacks_are_followed_too() -> None:
    owns = [own_jack(EXAMPLES / name) for name in ("tide_and_toll", "thatch_and_tile")]
    files = [*data_files("cards"), *(own.cards for own in owns)]
    cards = Catalogue(edition_named("prototype"), files)
    ai_files: list[str | Path] = [own.ai for own in owns if own.ai is not None]
    heard = played(cards, ai_files, at_least(2, 4), "prototype")
    assert heard.wrong == []
    assert heard.questions / heard.acts <= MOST_QUESTIONS


# ---------------------------------------------------------------------------- what is kept


def session(*jacks: str) -> HandSession:
    cards = catalogue()
    return HandSession([ByHand(load_ai_card(jack, cards), Basis(cards, RULINGS)) for jack in jacks])


def test_what_was_said_of_the_hand_stays_until_cards_come() -> None:
    at_table = session("clay and bones")
    at_table.begin(0)
    question = at_table.next()
    assert isinstance(question, FirstInHand)
    assert [label for label, _ in question.groups][:3] == [
        "Macabre Harvest",
        "Rise Up",
        "Grave Robber",
    ]
    at_table.answer(question, 3)
    said = at_table.next()
    assert isinstance(said, JackAct)
    assert (said.number, said.does) == ("3", 'play "Grave Robber"')
    assert [row.partition(":")[0] for row in said.passed] == ["1", "2"]
    at_table.record_act(said)
    at_table.begin(0)
    at_table.record_changes()
    again = at_table.next()
    assert isinstance(again, FirstInHand)
    # Lines 1 and 2 are out of the question; another Grave Robber may be there.
    assert [label for label, _ in again.groups][:2] == ["Grave Robber", "Waste"]
    at_table.undo()
    at_table.record_changes(come=True)
    fresh = at_table.next()
    assert isinstance(fresh, FirstInHand)
    assert fresh.groups == question.groups


def test_nothing_is_asked_that_was_said_already() -> None:
    at_table = session("clay and bones")
    at_table.begin(0)
    question = at_table.next()
    assert isinstance(question, FirstInHand)
    assert question.groups[4][0] == "any other card"
    at_table.answer(question, 5)
    said = at_table.next()
    assert isinstance(said, JackAct)
    assert said.number == "5"


def test_everything_can_be_taken_back() -> None:
    at_table = session("clay and bones", "words and names")
    start = at_table.state
    assert not at_table.undo()
    at_table.begin(1)
    question = at_table.next()
    assert not isinstance(question, JackAct)
    at_table.answer(question, 0)
    at_table.turn()
    at_table.reset()
    assert at_table.state.turned
    while at_table.undo():
        pass
    assert at_table.state == start


def test_a_zone_knows_what_follows_from_what_was_said() -> None:
    one, two, three = catalogue().starter[0], *catalogue().generic[:2]
    zone = KnownCards().with_answer(frozenset({one, two}), present=True)
    assert zone.has(None) is True
    assert zone.has(frozenset({one})) is None
    assert zone.with_answer(frozenset({one}), present=False).has(frozenset({two, three})) is True
    assert KnownCards().with_answer(None, present=False).has(frozenset({one})) is False
    assert KnownCards(size=0).with_unknown().has(None) is True
    assert zone.without_unknown().has(None) is None


# ------------------------------------------------------------------------------ the command


def test_a_person_answers_and_is_told_the_act_and_why() -> None:
    found = run("clay", "words", typed="1\n3\nw\n1\n\n0\nu\nq\n")
    assert found.exit_code == 0
    assert 'Jack o\' Clay and Bones, line 3: play "Grave Robber".' in found.output
    assert '  1: it cannot play "Macabre Harvest"' in found.output
    assert "Undone." in found.output
    assert found.output.rstrip().endswith("Ended.")


def test_the_turn_and_reset_are_known() -> None:
    found = run("words", typed="t\nr\n\n1\nq\n")
    assert "The Turn" in found.output
    assert '"Understand"; no other card is retained or covers a Market Stack.' in found.output
    assert 'line 1: play "Magnum Opus"' in found.output


def test_without_a_reset_line_it_is_told_what_the_rulings_say() -> None:
    """Rulings A-retain, A-market and A-silent: a person at a table has to be told."""
    found = run("words", typed="r\nq\n")
    assert "no card is retained or covers a Market Stack. Cards leave play in" in found.output


@pytest.mark.parametrize("typed", ["x", "99", "\x00", "٢"])
def test_what_is_no_answer_is_told_and_asked_again(typed: str) -> None:
    found, usual = (run("clay", "words", typed=f"1\n{words}q\n") for words in (f"{typed}\n", ""))
    assert (found.exit_code, usual.exit_code) == (0, 0)
    assert "That is not an answer here" in found.output
    assert "That is not an answer here" not in usual.output
    assert found.output.splitlines()[-3:] == usual.output.splitlines()[-3:]


def test_the_end_of_the_input_ends_it() -> None:
    found = run("clay", "words", typed="")
    assert found.exit_code == 0
    assert "Traceback" not in found.output


def test_keys_that_come_at_once_are_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those typed while the program was at work; Ctrl-C ends it wherever it stands."""
    chunks = iter(["y12", "n", "\x1b[A", "2np\rq", "n\x03\x03", "\x04"])
    monkeypatch.setattr("click.getchar", lambda echo: next(chunks))
    monkeypatch.setattr("sys.stdin", io.StringIO("l\n"))
    keys = TypedKeys()
    assert [keys.key() for _ in range(6)] == ["y", "1", "2", "n", "\x1b[A", "2"]
    assert (keys.line(), keys.line()) == ("np\n", "ql\n")
    with pytest.raises(KeyboardInterrupt):
        keys.key()
    with pytest.raises(EOFError):
        keys.key()


def test_a_jack_is_named_once() -> None:
    assert run("clay", "clay").exit_code == 2
    assert run("nobody").exit_code == 2


@pytest.mark.parametrize(
    ("condition", "question", "yes"),
    [
        ("If an opponent has Shopped this round", "an opponent has Shopped this round?", True),
        ("If an opponent has 3+ coin tokens", "an opponent has 3+ coin tokens?", True),
        ("If no opponent has 3+ coin tokens", "an opponent has 3+ coin tokens?", False),
        ("If all opponents have 3+ coin tokens", "an opponent who has not: 3+ coin tokens?", False),
        ("If all opponents have Passed", "an opponent who has not: Passed?", False),
    ],
)
@pytest.mark.parametrize("answer", [True, False])
def test_what_opponents_have_is_asked_of_them(
    condition: str, question: str, yes: bool, answer: bool, tmp_path: Path
) -> None:
    """And a "yes" means that of which it is asked."""
    file = tmp_path / "ai.yaml"
    side = "\n  ACTION\n  1 – Pass.\n  RESET\n  1 – Retain no cards.\n"
    lines = f"  1 – {condition} play any card.\n  2 – Pass."
    card = f"  PRE TURN\n  ACTION\n{lines}\n  RESET\n  1 – Retain no cards.\n  POST TURN{side}"
    file.write_text(f"jack: Clay and Bones\ncard: |\n{card}", "utf-8")
    typed = f"\ny\n{'y' if answer else 'n'}\n"  # it holds a card
    said = run(file, "--plain", typed=typed)
    assert question in said.output
    assert ("line 2: pass" in said.output) == (answer is not yes), said.output

"""A whole game on a real terminal, read back from its screen, and Tab in the game and the shell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers import CLAY, WORDS
from terminal_window import ESCAPE, Window
from typing_person import Typist

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.keyboard import Offer, completions
from moonflight_solo.cli.loading import all_cards
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.state import Act, Seat, Table

SEED = 2159


@dataclass(frozen=True)
class Expected:
    """What a screen must show."""

    round: int
    turned: bool
    hand: Counter[str]
    coins: int


class Watcher(Typist):
    """A typist that records, with each act typed, what the screen must show before it."""

    def __init__(self, follower: AICardPlayer) -> None:
        super().__init__(follower)
        self.expected: dict[int, Expected] = {}

    def act(self, table: Table, seat: Seat) -> Act:
        hand = Counter(card.name for card in seat.hand)
        self.expected[len(self.typed)] = Expected(table.round, table.turned, hand, seat.coins)
        return super().act(table, seat)


def watched_game() -> tuple[Watcher, Outcome]:
    """Return a game played without a terminal."""
    known = catalogue()
    followers = [AICardPlayer(load_ai_card(jack, known), known) for jack in (CLAY, WORDS)]
    watcher = Watcher(followers[0])
    settings = Settings((CLAY, WORDS), SEED, "prototype", first=0)
    return watcher, play(set_up(settings, known, [watcher, followers[1]]), settings)


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    game = ("play", "--jack", "clay", "--against", "words", "--seed", str(SEED), "--first", "me")
    opened = Window(tmp_path, *game)
    yield opened
    opened.child.close(force=True)


NAMES = "|".join(end.name for card in all_cards(catalogue()) for end in (card, card.flipped))


def hand(rows: Sequence[str]) -> Counter[str]:
    """Return the cards shown in the rows of the hand."""
    at = max(number for number, row in enumerate(rows) if row.startswith(" hand "))
    below = next(number for number in range(at, len(rows)) if rows[number].startswith(" so far "))
    found: Counter[str] = Counter()
    for chip in re.split(r"\d+\) ", " ".join([rows[at][9:], *rows[at + 1 : below]])):
        match = re.match(rf"\s*›?({NAMES}) \d+¢(?:.*?×(\d+))?", chip)
        if match:
            found[match[1]] += int(match[2] or 1)
    return found


def check(window: Window, expected: Expected) -> None:
    """Compare the screen with the game."""
    rows, width = window.rows(), window.screen.columns
    sign = "☼ After" if expected.turned else "☾ Before"
    assert rows[0].startswith(f" {sign} the Turn, round {expected.round} "), rows[0]
    assert rows[1].startswith("─ "), "a row is wider than the screen"
    own = next(row for row in rows if "Clay and Bones (you)" in row)
    assert f" {expected.coins}¢ ─" in own
    assert max(map(len, rows)) == width
    assert hand(rows) == expected.hand
    drawn = window.raw.decode().rpartition("\x1b[2J")[2]
    for line in ESCAPE.sub("", drawn).replace("\r", "").split("\n"):
        assert len(line) <= width
    assert any(row.startswith((" play ", " pass ")) for row in rows)


# What is done on the way; nothing of it takes an act.


def ask_about(window: Window) -> None:
    window.tab("pl", "play ")
    window.tab("play c", "play Coin")
    window.tab("shop p", "shop Power")
    window.tab("shop po, ri", "shop po, Riches")
    window.tab("card forget t", "card Forget To Remember")
    window.tab("look words and names d", "look Words and Names Discard Stack")
    window.tab("hint c", "hint card")
    for words, answer in (
        ("why", "Words and Names in round 1: "),
        ("hint card", "Your Jack's AI card would: "),
        ("look my disc", "Clay and Bones Discard Stack: empty."),
        ("log", "Round 1. First Player: "),
        ("play Nothing", '"Nothing" is not in your hand. In your hand: '),
        ("99", "No act has the number 99 now."),
        ("fly", '"fly" is neither an act nor a command. Type a number, or help.'),
        ("card", 'Which card? Type "card" and its name.'),
        ("why nobody", 'No AI player is called "nobody". Choose from: Words and Names.'),
    ):
        window.say(words)
        rows = window.rows()
        assert rows[0].startswith(" ☾ Before the Turn, round 1"), rows
        assert any(answer in row for row in rows), (answer, rows)
    for words, answer in (
        ("why all", "Skipped:"),
        ("rules retain", "Retaining cards"),
        ("flip", " ☼ After the Turn, round 1"),
        ("table", " ☾ Before the Turn, round 1"),
    ):
        window.say(words)
        assert window.row() in ("[Enter: back] >", "[Enter: more, q: back] >")
        assert any(
            row.strip().startswith(answer) or row.startswith(answer) for row in window.rows()
        )
        window.say("q")
        assert window.row() == "Clay and Bones>"
    window.say("")


def widen(window: Window) -> None:
    """Widen the window while something is typed."""
    window.type("play w")
    window.until(r"Clay and Bones> play w")
    window.resize(120, 40, r"Clay and Bones> play w")
    window.rub_out()


def narrow(window: Window) -> None:
    window.resize(60, 24)


def back(window: Window) -> None:
    window.resize(80, 24)
    window.type("\x1b[A")  # The last line typed is called back.
    window.until(r"Clay and Bones> \S.*")
    window.rub_out()


ON_THE_WAY = {2: ask_about, 12: widen, 22: narrow, 32: back}


@pytest.mark.slow
def test_a_whole_game_on_a_terminal(window: Window) -> None:
    watcher, outcome = watched_game()
    assert outcome.finished
    assert outcome.turned
    assert outcome.winner is not None
    assert len(watcher.expected) > max(ON_THE_WAY) + 5
    window.prompt()
    acts = 0
    for number, words in enumerate(watcher.typed[:-1]):
        expected = watcher.expected.get(number)
        if expected is not None:
            acts += 1
            check(window, expected)
            if acts in ON_THE_WAY:
                ON_THE_WAY[acts](window)
                if acts > 2:
                    check(window, expected)
        window.say(words)
        if window.row() == "[Enter: continue] >":
            assert any("The Turn: every card flips" in row for row in window.rows())
            window.say("")
    window.type(watcher.typed[-1] + "\r\r")  # an Enter too many must not begin another game
    window.until(r"\[Enter: this page\] >")
    rows = window.rows()
    mine, theirs = outcome.scores
    assert any(re.match(rf"  You +{mine} ", row) for row in rows), rows
    assert any(re.match(rf"  Words and Names +{theirs} ", row) for row in rows), rows
    who = "You win" if outcome.winner == 0 else f"{WORDS} wins"
    by = abs(mine - theirs)
    assert f" {who} by {by} point{'' if by == 1 else 's'}." in rows
    window.type("quit\r")
    window.ending()
    assert window.child.exitstatus == 0


def test_a_resize_draws_the_prompt_once(window: Window) -> None:
    """Even a prompt that has stood long enough for the size to be looked at in between."""
    window.prompt()
    window.pause(1.2)
    window.resize(60, 24)
    window.pause(0.8)
    drawn = window.raw.decode().rpartition("\x1b[2J")[2]
    assert ESCAPE.sub("", drawn).count("Clay and Bones>") == 1


@pytest.mark.parametrize("words", ["help", "table", "flip", "look", "rules spend"])
def test_a_page_is_laid_out_anew_for_another_window(window: Window, words: str) -> None:
    window.prompt()
    window.resize(70, 16)
    window.say(words)
    narrow = [*window.rows()]
    window.say("q")
    window.resize(100, 16)
    window.say(words)
    assert window.rows() != narrow
    window.resize(70, 16, r"\[Enter: .*\] >")
    assert window.rows() == narrow
    window.say("q")


def test_a_new_round_tells_its_reset_whatever_was_asked_in_it(window: Window) -> None:
    window.prompt()
    covers = 0
    for number in range(2, 6):
        for typed in ("all", "13", "12", "done") if number > 2 else ("done",):
            window.say(typed)
        if number == 2:
            assert " You pass." in window.rows()
            window.say("acts")
            assert "         All answers are on the screen." in window.rows()
        while window.row().startswith("[Enter: "):
            covers += any(" Cover a Market Stack with a card, " in row for row in window.rows())
            window.say("")
        text = "\n".join(window.rows())
        for told in (" In Reset you ", f" Round {number}. First Player: "):
            assert f"\n{told}" in text, text
    assert covers


@pytest.mark.parametrize("colours", ["", "truecolor"])
def test_the_line_that_is_typed_has_the_ground_of_the_table(tmp_path: Path, colours: str) -> None:
    window = Window(tmp_path, "play", "--jack", CLAY, "--against", WORDS, colours=colours)
    window.prompt(after=b"")
    at = window.screen.cursor.y
    line, above = (window.screen.buffer[row][1].bg for row in (at, at - 1))
    window.child.close(force=True)
    assert line == above != "default"


def test_tab_names_jacks_and_answers(tmp_path: Path) -> None:
    window = Window(tmp_path, "play", "--seed", str(SEED), "--first", "me")
    window.prompt()
    for typed, named in (("cl", "Clay and Bones"), ("w", "Words and Names")):
        window.type(f"{typed}\t")
        window.until(rf"\[Enter: .*\] > {named}")
        window.type("\r")
        window.prompt()
    window.say("done")
    window.type("c\t")  # Cards to keep in hand.
    window.until(r"\[Enter: none\] > Coin")
    window.rub_out()
    window.type("quit\r")
    assert "You left in round 1." in window.ending()


def test_what_is_typed_while_a_hint_is_looked_for_is_not_echoed(window: Window) -> None:
    window.prompt()
    window.type("hint\r")
    window.until(".*", after=b"Looking ahead")
    assert not window.child.getecho()
    assert b"Looking ahead; press Ctrl-C to stop ..." in window.raw
    window.child.send("quit\r")
    assert "You left in round 1." in window.ending()
    assert b"Best found: " in window.raw
    assert window.child.getecho()


# -- what Tab offers


def completed(typed: str, offer: Offer) -> list[str]:
    """Return the possible inputs after Tab."""
    start, names = completions(typed, offer)
    return [typed[:start] + name for name in names]


OFFER = Offer(
    [
        "play Coin",
        "play Call",
        "spend Coin with Grave Robber",
        "shop Bury",
        "shop Bury #2",
        "build Coin on Oeuvre",
        "pass",
        "card Forget To Remember",
        "look",
        "look Words and Names Discard Stack",
    ]
)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", ["play ", "spend ", "shop ", "build ", "pass", "card ", "look "]),
        ("p", ["play ", "pass"]),
        ("P", ["play ", "pass"]),
        ("play ", ["play Coin", "play Call"]),
        ("pl CO", ["pl Coin"]),
        ("play x", []),
        ("spend c", ["spend Coin with Grave Robber"]),
        ("spend Coin with g", ["spend Coin with Grave Robber"]),
        ("shop ", ["shop Bury", "shop Bury #2"]),
        ("shop bury, ", ["shop bury, Bury", "shop bury, Bury #2"]),
        ("shop bury,", ["shop bury, Bury", "shop bury, Bury #2"]),
        ("build coin on oeuvre, c", ["build coin on oeuvre, Coin on Oeuvre"]),
        ("card forget t", ["card Forget To Remember"]),
        ("look words and names d", ["look Words and Names Discard Stack"]),
        ("zzz ", []),
    ],
)
def test_tab_in_an_act(typed: str, offered: list[str]) -> None:
    assert completed(typed, OFFER) == offered


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", ["Take It With You", "Bury", "none"]),
        ("take i", ["Take It With You"]),
        ("bury, ", ["bury, Take It With You", "bury, none"]),
        ("h", ["hint"]),
    ],
)
def test_tab_in_an_answer(typed: str, offered: list[str]) -> None:
    offer = Offer(["hint"], ["Take It With You", "Bury", "none"])
    assert completed(typed, offer) == offered


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("moonflight wat", ["watch"]),
        ("moonflight play --jack ", ["clay", "words"]),
        ("moonflight play --jack clay --against W", ["words"]),
        ("moonflight score --jack c", ["clay"]),
        ("moonflight watch clay ", ["clay", "words"]),
        ("moonflight cards ", ["clay", "words", "check", "diff", "print"]),
        ("moonflight cards check w", ["words"]),
        ("moonflight ai show W", ["words"]),
        ("moonflight ai show cl", ["clay"]),
        ("moonflight card forget ", ["To"]),
        ("moonflight card the long g", ["Goodbye"]),
        ("moonflight play --edition p", ["prototype"]),
        ("moonflight rules se", ["set-up", "set", "settled"]),
        ("moonflight rules a-plac", ["A-places"]),
        ("moonflight watch clay --ruling a-exa", ["A-exact=exactly", "A-exact=at-least"]),
    ],
)
def test_tab_in_the_shell(line: str, offered: list[str]) -> None:
    from click.shell_completion import BashComplete

    from moonflight_solo.cli import main

    *words, incomplete = line.split(" ")
    found = BashComplete(main, {}, "moonflight", "_MOONFLIGHT_COMPLETE").get_completions(
        words[1:], incomplete
    )
    assert [item.value for item in found] == offered

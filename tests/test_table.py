"""At the table: acts without effect, habits, news, and answers in panels."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import CLAY, WORDS, At, Script, lay, saying
from rich.console import Console, ConsoleDimensions
from screens import screen_lines

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.cli import main
from moonflight_solo.cli.game import habits
from moonflight_solo.cli.game.display import Display
from moonflight_solo.cli.game.habits import Habits
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.game.numbered_acts import Numbers, building
from moonflight_solo.cli.game.person import Person
from moonflight_solo.cli.game.prompts import prompt_for
from moonflight_solo.cli.game.reset_form import ResetForm
from moonflight_solo.cli.game.table_commands import TableCommands
from moonflight_solo.cli.output.drawing import Brush
from moonflight_solo.cli.output.screen import Scene, card_panel, render_acts
from moonflight_solo.cli.output.sentences import act_lines
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.cli.output.view import LogLine, act_views, flip, view
from moonflight_solo.errors import MoonflightError
from moonflight_solo.recorded_games.decks import ai_deck
from moonflight_solo.rules.acts import PASS, Play
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import action
from moonflight_solo.rules.notation import NotationError, notation
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Ask, Event, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode

GAME = ("play", "--jack", CLAY, "--against", WORDS, "--seed", "4", "--first", "me")


def run(*typed: str) -> str:
    lines = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(main, GAME, input=lines, prog_name="moonflight").output


def told(table: Table, *acts: str) -> list[str]:
    """Return the log of the first seat's acts."""
    table.players = (Script(*acts), *[Script()] * (len(table.seats) - 1))
    narrator = Narrator(0)
    narrator.listen(table)
    action(table)
    reset(table)
    narrator.take()
    return [line.words for line in narrator.history]


# -- what happened


@pytest.mark.parametrize(
    ("seat", "turned", "act", "words"),
    [
        (
            At(CLAY, hand="Macabre Harvest", discard="Coin"),
            False,
            "play Macabre Harvest",
            "You play Macabre Harvest, no effect: 1 card in Discard Stack.",
        ),
        (
            At(CLAY, hand="Call The Living", discard=""),
            False,
            "play Call The Living",
            "You play Call The Living, no effect: no card in Discard Stack.",
        ),
        (
            At(WORDS, hand="Listen, Coin"),
            True,
            "play Listen",
            "You play Listen, no effect: not exactly 4 cards in hand.",
        ),
        (At(CLAY, hand="Waste"), False, "play Waste", "You play Waste."),
        (At(CLAY, hand="Coin"), False, "play Coin", "You play Coin: Gain 1 coin token."),
    ],
)
def test_a_card_that_does_nothing_says_why(seat: At, turned: bool, act: str, words: str) -> None:
    assert words in told(lay(seat, At(WORDS), turned=turned), act)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("Trash 1 scoring card in hand", "no scoring cards in hand"),
        ("Trash the top card of your Trash Stack", "no card in Trash Stack"),
        ("Trash 1 in hand. If you do, Draw 2", ""),
        ("Discard 1 from Trash Stack. If you do, Draw 2", "no card in Trash Stack"),
        ("If 4+ cards in hand Draw 2", "fewer than 4 cards in hand"),
        ("If 4+ cards in hand Draw 2, otherwise Draw 1 from Trash Stack", "no card in Trash Stack"),
        ("If 1+ cards in hand Draw 1 from Trash Stack", "no card in Trash Stack"),
        ("You may Draw 1 from Trash Stack", "no card in Trash Stack"),
        ("You may Discard 1 scoring card in hand", "not done"),
        (
            "Choose one: Draw 1 from Trash Stack or Lose 1 coin token",
            "no card in Trash Stack or no coin token",
        ),
        ("Lose 2 coin tokens", "no coin token"),
        ("Gain 1 coin token per 3 cards in hand", "2 cards in hand"),
        ("Draw until you have 2 cards in hand", "2 cards in hand already"),
        ("Discard up to 2 cards in hand", "none chosen"),
        ("Set 1 from hand to a card in play", "no card in play with Stability"),
        ("Each opponent Discards 1", "no card in hand"),
        (
            "Move 1 of Target Trash Stack to its Discard Stack",
            "no card like that in the Stack chosen",
        ),
    ],
)
def test_the_reason_why_nothing_came_is_derived_from_what_was_read(words: str, reason: str) -> None:
    """Each on a table on which the rules do nothing; what could be done is not given as open."""
    table = lay(At(CLAY, hand="Waste, Coin"), At(WORDS, trash="Bury" if "Target" in words else ""))
    card = saying(words)
    seat = table.seats[0]
    seat.hand.append(card)

    class Nobody(Script):
        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            if question.ask == "way":
                return [len(question.items) - 1] if "may" in words else [0]
            return range(question.least)

    table.players = (Nobody(), Nobody())
    narrator = Narrator(0)
    narrator.listen(table)
    table.tell(Event("act", 0, what=Play(card)))
    Play(card).perform(table, seat)
    (line,) = narrator.take()
    if reason:
        assert line.words == f"You play Made up, no effect: {reason}."
    else:
        assert "nothing" not in line.words


def test_settled_cards_that_fall_are_told() -> None:
    table = lay(At(WORDS, in_play="Lesson + Waste", deck="5 Coin", supply=""), At(CLAY))
    lines = told(table)
    at = next(at for at, words in enumerate(lines) if words.startswith("The Turn: "))
    assert lines[at + 1] == "In Reset you Move Waste, Settled on Learnt, to the Discard Stack."


def test_why_does_not_name_a_card_set_face_down() -> None:
    table = lay(At(CLAY), At(WORDS, hand="Waste", in_play="Oeuvre"), first=1)
    follower = AICardPlayer(load_ai_card(WORDS, catalogue()), catalogue())
    for open_hands, words in ((False, "build 1 card on Oeuvre"), (True, "build Waste on Oeuvre")):
        copy = table.copy((Script(), follower), table.rng)
        narrator = Narrator(0, {1: follower}, open_hands=open_hands)
        narrator.listen(copy)
        seen: list[Explanation] = []

        def hear(event: Event, tell: Narrator = narrator, seen: list[Explanation] = seen) -> None:
            tell(event)
            seen += [reason.explanation for reason in tell.reasons.values()]

        copy.listener = hear
        action(copy)
        built = next(each for each in seen if each.notation.startswith("build"))
        assert built.notation == words
        assert built.considered[-1].because == words


def test_the_questions_of_reset_are_answered_in_one_line() -> None:
    """By names, by the numbers that stand beside them, or as they are shown."""
    begun = ("always ask", "play coin", "play waste", "done")
    for typed in (("as played; coin",), ("as played", "coin"), (";coin",), (";1",), ("2 1; 1",)):
        assert "retain Coin" in run(*begun, *typed).split("Round 2.")[0]
    for typed in ((";",), ("", ""), ("", "0"), ("as played; none",)):
        assert (
            "retain Coin"
            not in run(*begun, *typed, "1").split("[Enter: as played]")[1].split("Round 2.")[0]
        )
    wrong = run(*begun, "as played; dragon; none", "coin").split("Round 2.")[0]
    assert '"dragon" is not among the choices' in wrong
    assert "retain Coin" in wrong


def test_every_jack_says_its_words() -> None:
    told = " ".join(run("j", "quit").split())
    for ends in (
        "Clay and Bones: Jack o' Clay, \"When Discard 1 then Draw 1\"; other end Jack o' Bones, "
        '"Spend 1 card to Trash 1 from Draw Deck".',
        'Words and Names: Jack o\' Words, "Spend 1 coin token to Draw 1"; other end',
    ):
        assert ends in told


def test_the_questions_of_a_reset_stand_on_one_screen() -> None:
    table = lay(At(CLAY, hand="Coin, Waste", market=("", "Bury", "Bury")), At(WORDS))
    seat, cards, habits = table.seats[0], table.seats[0].hand, Habits()
    form = ResetForm(habits)

    def asked(question: Question) -> list[str]:
        return [each.words for each in form.later(question, view(table, 0), table, seat)]

    keep, cover = "Which cards do you retain? Up to 1.", "Cover a Market Stack with a card?"
    order = Question("order", cards, cards, least=2, most=2)
    retain = Question("retain", cards, cards, least=0, most=1)
    assert asked(order) == [keep, cover]
    assert asked(retain) == [cover]
    assert asked(Question("trash", cards, cards)) == []
    later = form.later(order, view(table, 0), table, seat)
    rows = [row.plain for row in form.rows(prompt_for(order, table, seat), later, 80)]
    assert rows == [
        " In which order do your cards leave play? (type ? for help)",
        "   1) Coin  2) Waste",
        ' Type "always as played" to stop this question.',
        f" then: {keep} [none]  1) Coin  2) Waste",
        f" then: {cover} [none]",
        ' Or all at once: "as played; none; none". A lone ; accepts the answers shown.',
    ]
    with pytest.raises(NotationError, match="3 has no numbers until it is asked"):
        form.first_answer("as played; 1; 3", later)
    assert form.ahead(prompt_for(retain, table, seat)) is None
    assert form.first_answer("2; 1;", later) == "2"
    assert [form.ahead(prompt_for(retain, table, seat)) for _ in range(2)] == ["Coin", ""]
    habits.switch("never cover", True)
    assert asked(order) == [keep]


def test_what_is_spent_needs_no_card_where_only_one_takes_it() -> None:
    game = ("play", "--jack", WORDS, "--against", CLAY, "--seed", "4", "--first", "me")
    typed = "spend 1 coin\nspend waste\nquit\n"
    out = CliRunner().invoke(main, game, input=typed, prog_name="moonflight").output
    assert "You spend 1 coin token with Jack o' Words: Draw " in out
    assert 'Type "spend CARD with CARD IN PLAY"' in out


def test_ctrl_c_ends_a_hint_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("moonflight_solo.coach.advice.advise", broken_off)
    out = run("hint", "1", "quit")
    assert "No hint: you stopped it." in out
    assert "You play Coin" in out


# -- news on the screen


def test_the_last_act_of_each_opponent_stays_among_the_news() -> None:
    table = lay(At(CLAY), At(WORDS), At(CLAY))
    news = [LogLine("Words buys Bury.", "act", 1), LogLine("Clay plays Dig.", "act", 2)]
    news += [LogLine(f"You do number {number}.", "act", 0) for number in range(30)]
    news.insert(1, LogLine("The Turn.", "turn"))
    rows = [line.plain for line in screen_lines(view(table, 0), news, [], 80, 24, PRETTY)]
    text = "\n".join(rows)
    for words in ("Words buys Bury.", "Clay plays Dig.", "The Turn."):
        assert words in text
    assert len(rows) < 24


# -- answers beside the table


class Typed(Keyboard):
    """A scripted keyboard."""

    def __init__(self, terminal: Terminal, *lines: str) -> None:
        super().__init__(terminal)
        self.lines = list(lines)
        self.prompts: list[str] = []

    def read(self, prompt: str, *rest: object) -> str:
        words, self.ahead = self.ahead, ""
        if words:
            return words
        self.prompts.append(prompt)
        return self.lines.pop(0)


def display(*typed: str) -> tuple[Display, Typed, io.StringIO]:
    file = io.StringIO()
    console = Console(file=file, width=80, height=24, force_terminal=True, color_system=None)
    terminal = Terminal(console, plain=False, glyphs=PRETTY)
    keyboard = Typed(terminal, *typed)
    shown = Display(keyboard)
    shown.show(Scene(view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0), []))
    file.truncate(0)
    return shown, keyboard, file


def test_cards_that_cover_stand_with_the_market_stacks_of_their_suit() -> None:
    table = lay(At(CLAY, hand="Talk, Bury", market=("Rise Up", "", "")), At(WORDS))
    own, other = (seat.market[:2] for seat in table.seats)
    talk, bury = table.seats[0].hand
    pairs = [*((talk, stack) for stack in other), *((bury, stack) for stack in own)]
    question = Question("cover", pairs, [card for card, _ in pairs], ["hand"] * 4, least=0)
    prompt = prompt_for(question, table, table.seats[0], None, Numbers())
    assert [row.plain for row in ResetForm(Habits()).rows(prompt, [], 80)][1:3] == [
        f"   1) Talk  21) on {other[0].cards[-1].name}  22) on {other[1].cards[-1].name}",
        "   2) Bury  11) on Rise Up  12) on an empty Stack",
    ]
    with pytest.raises(NotationError, match='a Market Stack of its suit, such as "1 on 21"'):
        prompt.answer("1 on 11")


def test_a_person_builds_by_the_numbers_of_the_table() -> None:
    table = lay(At(WORDS, hand="Waste, Coin", in_play="Lesson"), At(CLAY))
    file, seat, narrator = io.StringIO(), table.seats[0], Narrator(0)
    narrator.listen(table)
    terminal = Terminal(Console(file=file, width=80), plain=True, glyphs=PRETTY)
    keyboard = Typed(terminal, "41", "41?", "2 on 41", "1 on 41", "pass")
    person = Person(TableCommands(terminal, narrator, ai_deck(catalogue(), (), {})), keyboard)
    act = person.act(table, seat)
    assert notation(act, table, seat) == "build Coin on Lesson"
    assert '41: build a card on Lesson; type "1 on 41"\n' in file.getvalue()
    assert 'To Build on Lesson, type the card too: "build ' in file.getvalue()
    assert "Before the Turn: Lesson, cost 3" in file.getvalue()
    act.perform(table, seat)
    assert person.act(table, seat) is PASS
    assert "You have already built this round.\n" in file.getvalue()


@pytest.mark.parametrize(
    "typed",
    ["1 2 on 42", "1,2 on 42", "1 on 42, 2 on 42", "1 on 42 2 on 42", "waste, coin on oeuvre"],
)
def test_several_cards_are_built_on_one(typed: str) -> None:
    table = lay(At(WORDS, hand="Waste, Coin", in_play="Lesson, Oeuvre"), At(CLAY))
    seat = table.seats[0]
    acts = list(legal_acts(table, seat))
    listed = act_views(acts, Numbers().of(acts, seat, 1), table, seat)
    built = notation(building(typed, listed, seat), table, seat)
    assert built == "build Waste on Oeuvre, Coin on Oeuvre"


def test_the_stability_of_a_card_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lay(At(WORDS, hand="Waste", in_play="Lesson, Oeuvre"), At(CLAY))
    seat = table.seats[0]
    oeuvre = seat.in_play[1].card
    monkeypatch.setattr(oeuvre, "stability", 3)
    acts = list(legal_acts(table, seat))
    listed = act_views(acts, Numbers().of(acts, seat, 1), table, seat)
    brush = Brush(view(table, seat.number), 80, PRETTY)
    shown = [line.plain.rstrip() for line in render_acts(listed, brush, 10)]
    assert ' build   type "waste on 41":  41) Lesson  42) Oeuvre (Stability 3)' in shown
    told = act_lines(listed, brush.view)
    assert '42: build a card on Oeuvre, Stability 3; type "1 on 42"' in told
    panel = [line.plain for line in card_panel(oeuvre, brush)]
    assert "Oeuvre 5¢  Stability 3. Hand limit +2" in panel[0]
    learnt = card_panel(seat.in_play[0].card, brush)[1]
    assert "Learnt" in learnt.plain
    assert "Stability" not in learnt.plain


@pytest.mark.parametrize("width", [40, 60, 200])
def test_the_words_of_a_card_looked_up_are_never_cut(width: int) -> None:
    seen = view(lay(At(WORDS), At(CLAY)), 0)
    brush = Brush(seen, width, PRETTY)
    for card in catalogue().kinds(turned=False):
        panel = card_panel(card, brush)
        assert max(line.cell_len for line in panel) <= width
        told = " ".join(line.plain for line in panel)
        for end in (card, card.flipped):
            assert set(end.words.split()) <= set(told.split()), end.name


@pytest.mark.parametrize(
    ("height", "spend"), [(1, " … more: acts"), (2, " spend   with Jack o' Words 31")]
)
def test_acts_left_out_on_a_narrow_screen_say_how_to_see_them(height: int, spend: str) -> None:
    table = lay(At(WORDS, hand="Waste", coins=3), At(CLAY))
    seat = table.seats[0]
    acts = list(legal_acts(table, seat))
    listed = [
        act
        for act in act_views(acts, Numbers().of(acts, seat, 1), table, seat)
        if act.verb in ("spend", "pass")
    ]
    shown = render_acts(listed, Brush(view(table, 0), 40, PRETTY), height)
    assert [line.plain.rstrip() for line in shown] == [
        spend,
        " pass    0)  why  next  hint  done  help",
    ]


def test_a_short_answer_stands_beside_the_table() -> None:
    shown, keyboard, file = display()
    shown.answer("look", lambda out: out.say("Bury lies there."))
    assert " look    Bury lies there." in file.getvalue()
    assert "☾ Before the Turn" in file.getvalue()
    assert keyboard.prompts == []
    shown.clean()
    assert "Bury lies there." not in file.getvalue().rpartition("☾ Before the Turn")[2]


def test_a_page_is_laid_out_anew_for_another_window() -> None:
    """Its lines were as wide as the window had been, and broken by the terminal."""
    shown, keyboard, file = display()
    console = shown.terminal.console
    widths: list[int] = []

    def resize(prompt: str, offer: object, redraw: Callable[[], None], ground: str) -> str:
        console.size = ConsoleDimensions(50, 12)
        file.truncate(file.seek(0))
        redraw()
        shown_now = re.sub(r"\x1b\[[0-9;]*[A-Z]", "", file.getvalue())
        widths.append(max(map(len, shown_now.splitlines())))
        return "q"

    keyboard.read = resize  # type: ignore[method-assign, assignment]
    seen = view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0)
    looks: tuple[Callable[[], None], ...] = (
        lambda: shown.read_table(seen),
        lambda: shown.glance(seen, "The other end of every card, as it will be after the Turn."),
        lambda: shown.answer("log", lambda out: out.say_all(["word " * 30] * 20)),
    )
    for look in looks:
        console.size = ConsoleDimensions(80, 24)
        look()
    assert all(width <= 50 for width in widths), widths
    assert len(widths) == 3


def test_a_short_answer_is_said_once_whatever_becomes_of_the_window() -> None:
    """A note was written again, and a hint searched for again, for each width of the window."""
    shown, _, file = display()
    said: list[int] = []

    def say(out: Terminal) -> None:
        shown.remark("Looking ahead ...")
        said.append(out.width)
        out.say("word " * 20)

    shown.answer("hint", say)
    for width in (50, 80, 60):
        shown.terminal.console.size = ConsoleDimensions(width, 24)
        file.truncate(file.seek(0))
        shown.redraw()
        assert "word word" in file.getvalue()
        assert "Looking ahead" not in file.getvalue()
    assert len(said) == 1


def test_what_was_under_way_is_gone_after_a_long_answer() -> None:
    shown, _, file = display("q")

    def say(out: Terminal) -> None:
        shown.remark("Looking ahead ...")
        out.say("word " * 200)

    shown.answer("hint", say)
    file.truncate(file.seek(0))
    shown.redraw()
    assert "Bury" in file.getvalue()
    assert "Looking ahead" not in file.getvalue()


def test_a_long_answer_is_read_a_screen_at_a_time() -> None:
    shown, keyboard, file = display("", "1 1")
    shown.answer("log", lambda out: out.say_all(f"line {number}" for number in range(40)))
    assert keyboard.prompts == ["[Enter: more, q: back] > ", "[Enter: back] > "]
    for number in (0, 22, 23, 39):
        assert f"line {number}\n" in re.sub(" +\n", "\n", file.getvalue())
    assert "☾ Before the Turn" in file.getvalue().rpartition("line 39")[2]
    # What was typed there is taken up.
    assert shown.read("> ", lambda: pytest.fail("nothing is read")) == "1 1"


@pytest.mark.parametrize(("typed", "ahead"), [("", ""), ("f", ""), ("flip", ""), ("12", "12")])
def test_a_table_that_is_flipped_is_flipped_back(typed: str, ahead: str) -> None:
    shown, keyboard, file = display(typed)
    shown.glance(flip(view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0)), "Every other end.")
    assert keyboard.ahead == ahead
    assert "Every other end." in file.getvalue()


def test_the_card_looked_at_goes_with_the_next_act() -> None:
    shown, _, file = display()
    shown.look_at(catalogue().card("Bury", False))
    assert "☾ Bury 1¢  Discard 1 from Draw Deck" in file.getvalue()
    file.truncate(0)
    shown.show(Scene(view(lay(At(CLAY, hand="Dig"), At(WORDS), turned=True), 0), []))
    assert "Bury" not in file.getvalue()


# -- questions


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        ("retain", "Reset 3  Retain “Wake The Dead”.\n"),
        ("cover", "No line of the card covers this.\n"),
    ],
)
def test_a_hint_at_a_question_quotes_only_lines_about_it(ask: Ask, why: str) -> None:
    table, file, narrator = (
        lay(At(CLAY, hand="Dig"), At(WORDS), turned=True),
        io.StringIO(),
        Narrator(0),
    )
    narrator.listen(table)
    terminal = Terminal(Console(file=file, width=80), plain=True, glyphs=PRETTY)
    commands = TableCommands(terminal, narrator, ai_deck(catalogue(), (), {}))
    card, stack = table.seats[0].hand[0], table.seats[0].stacks[0]
    items = [(card, stack)] if ask == "cover" else [card]
    commands.asked = Question(ask, items, [card], least=0)
    commands.carry_out("hint", "")
    assert file.getvalue().partition("\n")[2] == why


def test_a_letter_that_is_a_command_keeps_no_card() -> None:
    out = run("done", "w", "wa", "quit")
    asked, _, after = out.partition("[Enter: none] > w\n")
    assert "Words and Names in round 1: " in after.partition("[Enter: none] > wa\n")[0]
    assert asked
    assert "In Reset you retain Waste;" in out


def test_every_command_works_at_a_question() -> None:
    out = run("done", "hint", "log 1", "rules retain", "card bury", "look", "quit")
    assert "Your Jack's AI card would answer: none" in out
    assert "No line of the card covers this (ruling A-retain)." in out
    assert out.count("Which cards do you retain? Up to 1.") == 6
    assert "You left in round 1." in out


def test_habits_are_remembered(moonflight_home: Path) -> None:
    play = ["play coin", "play waste", "1", "done"]
    out = run("always ask", *play, "always as played", "", "quit")
    assert "From now on your cards leave play in the order you played them." in out
    assert "Which cards do you retain?" in out
    assert json.loads((moonflight_home / "habits.json").read_text()) == ["as played"]
    again = run(*play, "quit")
    assert "In which order do your cards leave play?" not in again
    assert "Which cards do you retain?" in again
    out = run("always ask", "always what", *play, "quit")
    assert "You are asked in which order your cards leave play." in out
    assert 'Type "always as played", "never cover" or "never keep blanks"; ' in out
    assert "In which order do your cards leave play?" in out


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("always as played, never cover", {"as played": True, "never cover": True}),
        ("always as played; cover", {"as played": True, "never cover": True}),
        ("always never cover", {"never cover": True}),
        ("never cover and always as played", {"as played": True, "never cover": True}),
        ("never keep blanks, cover", {"never keep blanks": True, "never cover": True}),
        ("ALWAYS  ask", dict.fromkeys(habits.HABITS, False)),
        ("never ask", dict.fromkeys(habits.QUESTIONS, True)),
        (
            "always ask, never cover",
            {**dict.fromkeys(habits.HABITS, False), "never cover": True},
        ),
        ("never as played", None),
        ("always cover", None),
        ("always coverage", None),
        ("always", None),
    ],
)
def test_several_habits_are_typed_in_a_line(
    typed: str, held: dict[habits.Habit, bool] | None
) -> None:
    if held is None:
        with pytest.raises(MoonflightError, match='type "always as played", "never'):
            habits.habits_typed(typed)
    else:
        assert habits.habits_typed(typed) == held


def test_who_never_keeps_blanks_is_asked_only_of_others() -> None:
    table = lay(At(CLAY, hand="Waste, Waste, Bury"), At(WORDS))
    hand = table.seats[0].hand
    blanks, others = (Question("retain", held, held, least=0) for held in (hand[:2], hand))
    own = Habits()
    assert not own.answers(blanks)
    own.switch("never keep blanks", True)
    assert own.answers(blanks)
    assert not own.answers(others)


def test_what_covers_a_market_stack_is_typed_by_the_numbers_of_the_table() -> None:
    market = ("Bury", "Grave Robber", "")
    table = lay(At(CLAY, hand="Coin, Rise Up, Bury", market=market), At(WORDS))
    seat, numbers = table.seats[0], Numbers()
    held = {card.name: numbers.of_card(card) for card in seat.hand}
    cards = [card for card in seat.hand[1:] for _ in market]
    pairs = [*zip(cards, seat.market * 2, strict=True)]
    prompt = prompt_for(
        Question("cover", pairs, cards, ["hand"] * 6, [0] * 6, least=0), table, seat, None, numbers
    )
    assert prompt.words.endswith("with a card, such as 2 on 11?")
    assert prompt.numbered_choices == [
        *((2, "Rise Up"), (3, "Bury")),
        *((11, "on Bury"), (12, "on Grave Robber"), (13, "on an empty Stack")),
    ]
    assert held == {"Coin": 1, "Rise Up": 2, "Bury": 3}
    assert [row.plain for row in ResetForm(Habits()).rows(prompt, [], 80)][1:3] == [
        "   2) Rise Up  3) Bury  11) on Bury  12) on Grave Robber  13) on an empty Stack",
        ' Type "never cover" to stop this question.',
    ]
    assert [row.plain for row in ResetForm(Habits()).rows(prompt, [], 60)][1:3] == [
        "   2) Rise Up  3) Bury",
        "   11) on Bury  12) on Grave Robber  13) on an empty Stack",
    ]
    assert {*prompt.numbers_on_table(view(table, 0)).values()} == {2, 3, 11, 12, 13}
    for typed in ("3 on 12", "3 12", "3,12", "bury over 12", "3 on grave", "BU ON GRAVE ROBBER"):
        assert prompt.answer(typed) == [4], typed
    for at, name in enumerate(prompt.names):
        assert prompt.answer(name) == [at]
        assert prompt.as_typed([at]) == name
    assert prompt.answer("") == prompt.answer("0") == prompt.answer("none") == []
    for typed in ("3", "12", "1 on 12", "3 on 14", "coin", "3 12 13", "bury on"):
        with pytest.raises(NotationError, match='such as "2 on 11"'):
            prompt.answer(typed)


@pytest.mark.parametrize("kept", ["[3]", "{", '"as played"', '["of its own", "never cover"]'])
def test_habits_that_cannot_be_read_are_the_usual_ones(kept: str, moonflight_home: Path) -> None:
    moonflight_home.mkdir(exist_ok=True)
    (moonflight_home / "habits.json").write_text(kept)
    habits = Habits()
    assert habits.usual is ("as played" in habits) is ("never cover" not in kept)
    assert ("never cover" in habits) is ("never cover" in kept)


def test_a_hand_that_is_trashed_is_asked_about_as_such() -> None:
    table = lay(At(WORDS, hand="Coin, Riches"), At(CLAY), turned=True)
    held = table.seats[0].hand
    question = Question("order", held, held, least=2, most=2, source=catalogue().card("Hear", True))
    prompt = prompt_for(question, table, table.seats[0])
    assert prompt.words == "Hear: In which order do the cards leave your hand?"
    assert "Discard Stack" not in prompt.meaning
    assert not Habits().answers(question)


@pytest.mark.parametrize(
    ("turn", "end", "turned", "shown"),
    [
        (8, 8, False, ("Turn (1 of 8)", "End (2 of 8)")),
        (
            1,
            2,
            False,
            ("Turn (1 of 1, which brings the Turn)", "End (2 of 2, which ends the game)"),
        ),
        (3, 1, True, ("Turn (1 of 3)", "End (1 of 1, which ends the game)")),
    ],
)
def test_the_last_token_says_what_it_brings(
    turn: int, end: int, turned: bool, shown: tuple[str, str]
) -> None:
    table = lay(At(CLAY), turned=turned)
    mode = ScoreMode(table)
    mode.turn, mode.end = turn, end
    table.variant = mode
    question = Question("token", ["Turn", "End"], [None, None])
    assert prompt_for(question, table, table.seats[0]).shown == shown


def test_a_rule_is_shown_as_it_is_in_force() -> None:
    arguments = (*GAME, "--ruling", "A-exact=at-least")
    out = CliRunner().invoke(main, arguments, input="rules A-exact\nquit\n").output
    assert "Ruling A-exact, choice at-least (in force): " in out
    assert "Ruling A-exact, choice exactly (--ruling A-exact=exactly): " in out


def test_what_may_be_typed_keeps_its_indent() -> None:
    from moonflight_solo.cli.game.menu import help_lines

    file = io.StringIO()
    terminal = Terminal(Console(file=file, width=60), plain=False, glyphs=PRETTY)
    lines = help_lines([("do THIS", "word " * 30)], terminal)
    assert all(line.cell_len <= 60 for line in lines)
    rows = [line.plain for line in lines if "word word" in line.plain]
    assert len(rows) > 3
    assert all(row.startswith(" " * 27 + "word") for row in rows[1:])


def test_help_in_a_game_has_the_whole_width() -> None:
    file = io.StringIO()
    terminal = Terminal(Console(file=file, width=80, height=24), plain=False, glyphs=PRETTY)
    display = Display(Keyboard(terminal))
    display.scene = Scene(view(lay(At(CLAY), At(WORDS)), 0), [])
    widths: list[int] = []
    for label in ("help", "why"):
        display.answer(label, lambda out: widths.append(out.width))
    assert widths == [79, 70]

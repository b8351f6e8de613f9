"""The screen: equal to stored text, and true to the table at every width."""

from __future__ import annotations

import io
import re

import pytest
import screens
from helpers import CLAY, WORDS, At, lay
from msgspec.structs import asdict, astuple, replace
from rich.console import Console
from rich.style import Style
from rich.text import Text
from screens import screen_lines

from moonflight_solo.cli.game.display import turn_page
from moonflight_solo.cli.game.menu import RecordingTerminal
from moonflight_solo.cli.output.drawing import Brush
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.screen import News, Scene, Screen, without_repeated_words
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import ASCII, LEAST_WIDTH, PAGE, PRETTY, Terminal, terminal
from moonflight_solo.cli.output.text_layout import (
    columns,
    fit,
    flow,
    show_painted,
    sixteen,
    theme,
    wrap,
)
from moonflight_solo.cli.output.view import LogLine, view
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.state import Question


@pytest.mark.parametrize("name", sorted(path.name for path in screens.FOLDER.iterdir()))
def test_screens_are_as_kept(name: str) -> None:
    kept = (screens.FOLDER / name).read_text(encoding="utf-8")
    assert screens.files()[name] == kept, "python tests/screens.py draws them anew; look at them"


def test_no_kept_screen_is_left_over() -> None:
    assert {path.name for path in screens.FOLDER.iterdir()} == set(screens.files())


@pytest.mark.parametrize("width", [20, 33, 79, 80, 120, 200])
@pytest.mark.parametrize("name", screens.SCENES)
def test_every_line_is_as_wide_as_the_screen(name: str, width: int) -> None:
    seen, _, _ = screens.scene(name)
    assert {line.cell_len for line in render(seen, width, PRETTY)} == {width}


@pytest.mark.parametrize("height", [6, 16, 24, 50])
@pytest.mark.parametrize("width", [LEAST_WIDTH, 80, 120])
@pytest.mark.parametrize("name", screens.SCENES)
def test_a_screen_leaves_room_for_what_is_typed(name: str, width: int, height: int) -> None:
    seen, acts, news = screens.scene(name)
    lines = [line.plain for line in screen_lines(seen, news, acts, width, height, PRETTY)]
    assert len(lines) < height
    assert all(len(line) == width for line in lines)
    assert f"pass {acts[-1].number}" in " ".join(lines[-1].split())
    if height >= 16:
        assert lines[0].startswith((" ☾ Before the Turn", " ☼ After the Turn"))


def test_a_window_may_be_too_narrow_for_anything() -> None:
    """As one being resized is now and then; the screen is drawn at once, in its event handler."""
    terminal = Terminal(Console(width=1, height=1), plain=False, glyphs=PRETTY)
    assert terminal.width == LEAST_WIDTH


def test_acts_stand_in_the_order_of_their_numbers() -> None:
    """One that can be taken since keeps its number, wherever it would come among the others."""
    seen, acts, news = screens.scene("before")
    lines = screen_lines(seen, news, [*acts[-2::-1], acts[-1]], 100, 40, PRETTY)
    for line in (line.plain for line in lines):
        if line.startswith((" spend", " build")):
            numbers = [int(each) for each in re.findall(r"(\d+)\) ", line)]
            assert numbers == sorted(numbers)


@pytest.mark.parametrize("height", range(20, 44, 3))
def test_what_ones_own_jack_says_stands_on_top_at_every_height(height: int) -> None:
    for name in ("before", "after", "three", "crowded"):
        seen, acts, news = screens.scene(name)
        rows = [line.plain for line in screen_lines(seen, news, acts, 80, height, PRETTY)]
        assert seen.you is not None
        said = f"{seen.you.character.name}: {seen.you.character.words}"
        assert rows[0].endswith(f" {said} "), (name, height)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("jack", "width"), [(CLAY, 80), (WORDS, 80), (WORDS, 60)])
def test_what_ones_own_jack_says_matters_more_than_its_name(
    jack: str, width: int, turned: bool
) -> None:
    table = lay(At(jack), At(WORDS), turned=turned)
    for table.round in (1, 9, 10, 99):
        (top, *_) = screen_lines(view(table, 0), [], [], width, 24, PRETTY)
        assert top.plain.endswith(f" {table.seats[0].character.card.words} ")


def _table(name: str, height: int, news: list[LogLine], panel: list[Text]) -> list[str]:
    """Return the rows of the table on a screen, down to the rule below it."""
    seen, acts, _ = screens.scene(name)
    lines = screen_lines(seen, news, acts, 80, height, PRETTY, panel=panel)
    rows = [line.plain for line in lines]
    return rows[: next(at for at, row in enumerate(rows) if row.startswith(" so far"))]


def test_blank_lines_give_way_to_a_long_answer_before_rows_of_the_table() -> None:
    seen, question = view(lay(At(CLAY, hand="Waste"), At(WORDS)), 0), [Text("asked")] * 6
    screen = Screen(Scene(seen, [], question=question), 100, 30, PRETTY)
    free, table = screen.lines(), {line.plain for line in screen.lines() if line.plain.strip()}
    answered = screen.lines([Text("answer")] * (screen.free + 2))
    assert len(answered) == len(free)
    assert table <= {line.plain for line in answered}


ACT = LogLine("Words and Names [9] plays Waste.", "act", 0)
PRINTED = "Build to Set lowest cost cards to the highest cost card."
BUILDS = "Words and Names [8] builds: 1 card on Oeuvre."


@pytest.mark.parametrize("height", [24, 32, 40])
@pytest.mark.parametrize("name", ["before", "after", "three"])
def test_what_is_looked_up_takes_the_place_of_news_and_not_of_the_table(
    name: str, height: int
) -> None:
    news = [ACT, LogLine("You pass.", "act", 9), LogLine("Told.", "said")]
    panel = [Text("looked up")] * 3
    assert _table(name, height, news, panel) == _table(name, height, news, [])


@pytest.mark.parametrize(
    ("width", "room", "shown"),
    [
        (120, 2, [f' {BUILDS}  "{PRINTED}"']),
        (80, 3, [f" {BUILDS}", f'     "{PRINTED}"']),
        (80, 2, [f" {BUILDS}"]),
    ],
)
def test_the_printed_words_behind_an_act_are_told_where_there_is_room(
    width: int, room: int, shown: list[str]
) -> None:
    again = LogLine("Words and Names [8] passes by.", "act", 0, PRINTED)
    news = [LogLine(BUILDS, "act", 0, PRINTED), again]
    brush = Brush(screens.scene("before")[0], width, PRETTY)
    rows = [row.plain.rstrip() for row in News(news, brush).most(room)][1:]
    assert rows == [*shown, " Words and Names [8] passes by."]


@pytest.mark.parametrize("room", range(1, 9))
def test_no_row_is_empty_while_news_are_missing(room: int) -> None:
    told = "In Reset you Move 6 cards to the Discard Stack; shuffle 18 cards into a new Draw Deck"
    news = [LogLine(f"{told}; Draw {many} cards.", "reset", many % 2) for many in (20, 300)]
    news = [ACT, *news, LogLine("Round 6.", "round")]
    rule, *rows = News(news, Brush(screens.scene("before")[0], 60, PRETTY)).most(room)
    assert len(rows) == min(room, 6)
    assert ("more line" in rule.plain) is (room < 6)


def test_a_pass_before_a_reset_is_told_after_it() -> None:
    news = [LogLine("Words and Names passes.", "pass", 0)]
    news += [LogLine("In Reset you draw.", "reset", 1), LogLine("Round 6.", "round")]
    _, *rows = News(news, Brush(screens.scene("before")[0], 80, PRETTY)).most(2)
    assert [row.plain.strip() for row in rows] == ["In Reset you draw.", "Round 6."]


@pytest.mark.parametrize("name", ["before", "after", "three"])
def test_words_have_no_number_that_is_not_on_the_table(name: str) -> None:
    """Neither on a table turned over nor while stepping through a game, where nothing is typed."""
    seen, _, _ = screens.scene(name)
    rows = [row.plain for row in screen_lines(seen, [], [], 80, 40, PRETTY)]
    assert not re.search(r"(?<!\()\d[)?] ", "\n".join(rows))


@pytest.mark.parametrize("room", [2, 3, 5])
def test_the_end_and_its_winner_are_told_before_what_came_before(room: int) -> None:
    ends = ["The End, in round 9.", "You score 1.", "Clay and Bones scores 6.", "You lose."]
    resets = [LogLine(f"In Reset {who} draw 5 cards.", "reset", who) for who in range(3)]
    news = [ACT, *resets, *(LogLine(words, "end") for words in ends)]
    brush = Brush(screens.scene("after")[0], 60, PRETTY)
    rows = [row.plain.strip() for row in News(news, brush).most(room)][1:]
    assert {ends[0], ends[-1]} <= {*rows}


def test_the_cards_of_each_player_are_counted_up_beside_the_name() -> None:
    rows = "\n".join(screens.drawn("before", "80"))
    assert "Words and Names ☆3 " in rows
    assert "Clay and Bones (you) ☆6 " in rows
    assert "Clay and Bones ★6 " in "\n".join(screens.drawn("after", "80"))
    table = screens.before()
    me = table.seats[1]
    leaving = [placed.card for placed in me.in_play]
    me.in_play = []
    asked = Question("order", leaving, leaving, least=2, most=2)
    assert (
        view(table, 1, asked=asked).seats[-1].points == view(screens.before(), 1).seats[-1].points
    )


@pytest.mark.parametrize("size", screens.SIZES)
@pytest.mark.parametrize("name", ["before", "after", "three"])
def test_every_card_of_the_market_has_a_number_to_be_bought_or_asked_by(
    name: str, size: str
) -> None:
    seen, acts, _ = screens.scene(name)
    text = "\n".join(screens.drawn(name, size))
    buyable = {act.on for act in acts}
    piles = [pile for seat in seen.seats for pile in seat.market] + list(seen.generic)
    asked = [pile for pile in piles if pile.cards]
    assert any(pile.title not in buyable for pile in asked)
    for pile in asked:
        assert f" {pile.number}{')' if pile.title in buyable else '?'} " in text, pile.title


@pytest.mark.parametrize("height", range(20, 44, 3))
@pytest.mark.parametrize("width", [60, 80, 120])
def test_ones_own_discard_stack_is_counted_at_every_height(width: int, height: int) -> None:
    for name in ("before", "after", "three", "alone"):
        seen, acts, news = screens.scene(name)
        rows = [line.plain for line in screen_lines(seen, news, acts, width, height, PRETTY)]
        assert any("discard " in row for row in rows), (name, width, height)


@pytest.mark.parametrize(
    ("hand", "told"), [("Dig", " cards score, 0"), ("Dig, Danse Macabre", " cards scores, 1")]
)
def test_the_page_of_the_turn_counts_what_scores(hand: str, told: str) -> None:
    table = lay(At(CLAY, hand=hand), At(WORDS), turned=True)
    seen = view(table, 0)
    rows = turn_page(seen, table.seats[0], Terminal(Console(width=80), plain=False, glyphs=PRETTY))
    assert any(told in row.plain for row in rows)


def test_the_page_of_the_turn_puts_long_words_below_the_name() -> None:
    """Wrapped together, nothing but a space parted the name from its words."""
    table = lay(At(CLAY), At(WORDS), turned=True)
    screen = Terminal(Console(width=60), plain=False, glyphs=PRETTY)
    rows = turn_page(view(table, 0), table.seats[0], screen)
    at = next(index for index, row in enumerate(rows) if "Jack o' Bones" in row.plain)
    assert [row.plain for row in rows[at : at + 2]] == [
        "   Jack o' Clay → Jack o' Bones",
        "     Spend 1 card to Trash 1 from Draw Deck",
    ]


def test_the_page_of_the_turn_says_how_the_end_comes_alone() -> None:
    """It named only the last token, though the End may still be triggered by the normal rules
    ("Score Mode", note).
    """
    table = lay(At(CLAY), turned=True)
    screen = Terminal(Console(width=80), plain=False, glyphs=PRETTY)
    told = " ".join(row.plain.strip() for row in turn_page(view(table, 0), table.seats[0], screen))
    assert "leaves you with no cards in Draw Deck and Discard Stack, or at once with the" in told
    assert "last token of the End stack" in told


def test_what_is_new_is_marked() -> None:
    text = "\n".join(screens.drawn("before", "80"))
    assert set(re.findall(r"›(\w+)", text)) == {"Lesson", "Grave", "Coin", "Power"}
    assert "›" not in "\n".join(screens.drawn("after", "80"))


def test_nothing_is_marked_across_the_turn_nor_the_hand_of_a_new_round() -> None:
    table = screens.before()
    now = view(table, 1)
    old = replace(screens.earlier(), round=5)
    text = "\n".join(line.plain for line in screen_lines(now, [], [], 80, 40, PRETTY, old))
    assert "›Lesson" in text
    rows = text.splitlines()
    assert not any("›" in row for row in rows if row.startswith(" hand "))
    in_play = [row[9:].split() for row in rows if row.startswith(" in play")]
    # Oeuvre has stayed in play.
    assert in_play[0] == ["Oeuvre", "▪1", "·", "›Lesson", "☆1", "·", "›Coin", "×2"]
    old = replace(old, turned=True)
    turned = "\n".join(line.plain for line in screen_lines(now, [], [], 80, 40, PRETTY, old))
    assert "›" not in turned


def test_signs_are_ascii_where_there_is_no_utf_8() -> None:
    assert "\n".join(screens.drawn("before", "80", ASCII)).isascii()


def test_the_table_turns_from_dark_to_light() -> None:
    assert "on #14182b" in theme(False).base
    assert "on #f3ecd9" in theme(True).base
    assert screens.drawn("before", "80")[0].startswith(" ☾ Before the Turn, round 6")
    assert screens.drawn("after", "80")[0].startswith(" ☼ After the Turn, round 11")


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG defines it, from 1 to 21."""

    def light(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return sum(
            share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
        )

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("turned", [False, True])
def test_everything_on_the_table_can_be_read(turned: bool) -> None:
    colours = theme(turned)
    ground = colours.base.split()[-1]
    styles = [value for name, value in asdict(colours).items() if isinstance(value, str)]
    styles = [*styles, *colours.suits, *colours.inks.values()]
    styles.remove(colours.rule)  # no words
    assert len(styles) > 15
    for style in styles:
        for ink in re.findall("#[0-9a-f]{6}", style)[:1]:
            on = style.rpartition(" on ")[2] if " on " in style else ground
            assert contrast(ink, on) > 5, style


@pytest.mark.parametrize("ground", ["#000000", "#ffffff"])
def test_a_page_can_be_read_in_a_dark_window_and_in_a_light_one(ground: str) -> None:
    console = terminal().console
    for style in ("red", "green", "magenta", "bold red", "bold green", "bold magenta"):
        colour = console.get_style(style).color
        assert colour is not None
        assert contrast(colour.get_truecolor().hex, ground) > 4, style


def test_what_is_looked_up_has_the_colours_of_the_table() -> None:
    for turned in (False, True):
        notepad = RecordingTerminal(Terminal(Console(width=80), plain=False, glyphs=PRETTY), 70)
        assert notepad.console.get_style("red") == Style.parse(PAGE["red"])
        inked = RecordingTerminal(notepad, 70, theme(turned).inks)
        inked.say("No.", "red")
        assert [str(span.style) for span in inked.lines[0].spans] == [theme(turned).inks["red"]]


@pytest.mark.parametrize("turned", [False, True])
def test_what_is_said_dim_can_be_read_on_the_ground_of_the_table(turned: bool) -> None:
    """At least 4.5 to 1, by the formula of WCAG 2."""
    colours = theme(turned)
    paper = _luminance(colours.base.partition(" on ")[2])
    terminal = Terminal(Console(width=80), plain=False, glyphs=PRETTY)
    notepad = RecordingTerminal(terminal, 70, colours.inks)
    notepad.say("Skipped.", "dim")
    seen, news = view(screens.before(), 0), [LogLine("You pass.", "said")] * 9
    brush = Brush(replace(seen, turned=turned), 80, PRETTY)
    rule = News([replace(line, words=str(at)) for at, line in enumerate(news)], brush).most(2)[0]
    assert "more lines: log" in rule.plain
    words_of_rule = next(s for s in rule.spans if "log" in rule.plain[s.start : s.end])
    for style in (notepad.lines[0].spans[0].style, words_of_rule.style):
        ink = _luminance(str(style))
        assert (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as "#14182b"."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_hidden_cards_are_only_counted() -> None:
    table = screens.before()
    shown = "\n".join(line.plain for line in render(view(table, 1), 120, PRETTY, 24))
    said = "\n".join(sentences(view(table, 1)))
    for text in (shown, said):
        assert "Talk" not in text
    assert "Oeuvre ▪1" in shown
    assert "Oeuvre (Stability 1), with Set on it: 1." in said
    assert view(table, 1).seats[0].hand is None


def test_open_hands_show_everything_but_decks() -> None:
    table = screens.before()
    seen = view(table, 1, open_hands=True)
    shown = "\n".join(line.plain for line in render(seen, 80, PRETTY, 24))
    assert "Talk" in shown
    assert "Oeuvre ▪Waste" in shown


def test_a_spectator_has_no_seat() -> None:
    seen = view(screens.before(), None)
    assert seen.you is None
    assert [seat.title for seat in seen.seats] == [WORDS, CLAY]
    assert render(seen, 80, PRETTY)


def test_the_sentences_say_what_the_screen_shows() -> None:
    seen, _, _ = screens.scene("before")
    said = "\n".join(sentences(seen))
    for fact in (
        "Round 6, before the Turn. First Player: Clay and Bones.",
        "Your coin tokens: 6.",
        "Your hand: Coin (cost 1) ×2, Waste (cost 0), Bury (cost 1; after the Turn Dig, cost 2), "
        "Call The Living (cost 6, scores 2; after the Turn Wake The Dead, cost 8, scores 3), "
        "Macabre Harvest (cost 3; after the Turn Danse Macabre, cost 4, scores 1).",
        "Your hand scores 2, and 4 after the Turn.",
        "Your Market Stack 2: Bury (cost 1; after the Turn Dig, cost 2), 3 cards.",
        "Words and Names: Market Stack 3: empty.",
        "Words and Names has built this round.",
        "Generic Market Stack: Coins, none left.",
    ):
        assert fact in said


def test_an_empty_hand_and_a_market_without_cards() -> None:
    table = lay(At(CLAY, market=("", "", "")), generic=("", "", "", "", ""))
    seen = view(table, 0)
    assert any(line.plain.startswith(" hand    –") for line in render(seen, 80, PRETTY))
    assert "Your hand: empty." in sentences(seen)


def test_very_many_cards_wrap() -> None:
    known = catalogue()
    names = ", ".join(card.name for card in known.suits[CLAY].kinds)
    table = lay(At(CLAY, hand=names, in_play=names), At(CLAY, in_play=names))
    for width in (40, 80, 100, 120):
        lines = render(view(table, 0), width, PRETTY)
        assert {line.cell_len for line in lines} == {width}
        text = " ".join(" ".join(line.plain for line in lines).split())
        for card in known.suits[CLAY].kinds:
            assert card.name in text


# -- lines


def test_fit_cuts_and_fills() -> None:
    assert fit(Text("abcdef"), 4, PRETTY).plain == "abc…"
    assert fit(Text("abcdef"), 4, ASCII).plain == "abc~"
    assert fit(Text("ab"), 4, PRETTY).plain == "ab  "
    assert fit(Text("ab"), 0, PRETTY).plain == ""


def test_flow_and_columns() -> None:
    chips = [Text(word) for word in ("a", "bbb", "cc", "d")]
    assert [line.plain for line in flow(chips, 6, 1)] == ["a bbb", "cc d"]
    assert [line.plain for line in columns(chips, 8)] == ["a   bbb", "cc  d"]
    assert [line.plain for line in columns(chips, 2)] == ["a", "bbb", "cc", "d"]
    assert columns([], 10) == []
    assert [line.plain for line in wrap("one two three", 7)] == ["one two", "three"]


# -- the terminal


class _Screen(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def coloured(monkeypatch: pytest.MonkeyPatch, *, color: bool = True) -> Terminal:
    monkeypatch.setenv("TERM", "xterm-256color")
    return terminal(color=color, file=_Screen())


def shown(screen: Terminal) -> str:
    file = screen.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_a_terminal_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = coloured(monkeypatch)
    assert not screen.plain
    show_painted([Text("x", "bold")], False, screen)
    assert "\x1b[" in shown(screen)


def test_sixteen_colours_keep_the_suits_apart() -> None:
    console = Console(
        file=_Screen(), color_system="standard", force_terminal=True, width=80, no_color=False
    )
    screen = Terminal(console, plain=False, glyphs=PRETTY)
    assert screen.few_colors
    for turned, colours in enumerate(map(theme, (False, True))):
        show_painted([Text().append("x", suit) for suit in colours.suits], bool(turned), screen)
        codes = re.findall(r"\x1b\[(\d+);\d+m", shown(screen))
        assert len(set(codes[-6:])) == 6
        styles = " ".join(str(each) for each in astuple(colours)[:10]) + " ".join(colours.suits)
        assert set(re.findall(r"#\w{6}", styles)) <= set(sixteen())


@pytest.mark.parametrize("how", ["environment", "option"])
def test_no_color_takes_the_colours_away(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if how == "environment":
        monkeypatch.setenv("NO_COLOR", "1")
    screen = coloured(monkeypatch, color=how != "option")
    assert not screen.plain
    show_painted([Text("x", "#ff0000")], False, screen)
    assert "38;" not in shown(screen)
    assert "48;" not in shown(screen)


def test_what_nobody_watches_is_plain() -> None:
    screen = terminal(file=io.StringIO())
    assert screen.plain
    screen.say("a ★", "bold red")
    screen.clear()
    assert shown(screen) == "a ★\n"
    assert "\x1b" not in shown(screen)


def test_control_characters_never_get_through_plain_output() -> None:
    file = _Screen()
    screen = terminal(plain=True, file=file)
    screen.say("a\x1b[31mb\x07c")
    assert file.getvalue() == "abc\n"


def test_other_encodings_get_ascii() -> None:
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding="ascii")
    screen = terminal(plain=True, file=file)
    assert screen.glyphs is ASCII
    screen.say("“Bury” – ×2 … é")
    assert buffer.getvalue() == b'"Bury" - x2 ... ?\n'


def test_printed_words_are_not_told_twice_in_a_row() -> None:
    coin, other = LogLine("Coin.", "act", 0, "Play."), LogLine("Wares.", "act", 0, "Shop.")
    theirs, reset = LogLine("Theirs.", "act", 1, "Play."), LogLine("Reset.", "reset", 0)
    history = [coin, theirs, reset, coin, other, coin, theirs]
    told = without_repeated_words(history, 1)
    assert [line.words for line in told] == [line.words for line in history[1:]]
    assert [line.printed for line in told] == ["Play.", "", "", "Shop.", "Play.", ""]

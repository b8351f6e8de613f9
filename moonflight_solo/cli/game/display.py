"""What the player sees: the table, the news, the prompt, the Turn, and anything looked up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from rich.text import Text

from moonflight_solo.cli.game.card_counting import coins_first
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.menu import (
    GO_ON,
    RecordingTerminal,
    lines_said,
    read_pages,
    read_table,
)
from moonflight_solo.cli.game.prompts import Prompt
from moonflight_solo.cli.game.reset_form import MEANING, ResetForm, choice_rows
from moonflight_solo.cli.game.table_commands import TableCommands
from moonflight_solo.cli.output.drawing import LABEL, Brush
from moonflight_solo.cli.output.printed import show_card
from moonflight_solo.cli.output.screen import (
    Scene,
    Screen,
    card_panel,
    render_acts,
    without_repeated_words,
    without_repetitions,
)
from moonflight_solo.cli.output.sentences import act_lines, own_hand, sentences, standing_lines
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import (
    between_margins,
    flow,
    ground,
    show_painted,
    theme,
    wrap,
)
from moonflight_solo.cli.output.view import ActView, LogLine, View
from moonflight_solo.records import Answer
from moonflight_solo.rules.state import Card, Seat

TO_DO: Final = (
    "Only cards in hand at the End score. The End comes in a Reset that leaves {} with no cards in "
    "Draw Deck and Discard Stack{}: so Trash cards that do not score, buy cards that do, and keep "
    "them in hand."
)
END_ALONE: Final = "you", ", or at once with the last token of the End stack"
OFF: Final = 'Type "never turn page" and this page is not shown again.'


def turn_page(view: View, you: Seat, screen: Terminal) -> list[Text]:
    """Return the lines of the page, seen by the player at ``you`` after the Turn."""
    me, brush = view.you, Brush(view, screen.width, screen.glyphs)
    assert me is not None
    now = brush.theme.score
    cards = Counter([*you.hand, *you.draw_deck, *you.discard_stack])
    for placed in you.in_play:
        there = enumerate(placed.settled)
        cards.update(
            [placed.card, *(c for at, c in there if placed.owner_of(at, you) == you.number)]
        )
    scoring = sum(n for card, n in cards.items() if card.score)
    best_first = sorted(cards.items(), key=lambda each: (-each[0].score, each[0].name))
    lines = [
        Text(f" {brush.glyphs.after} The Turn: every card flips to its other end.", now),
        Text(),
        *_row("your Jack", [_became(me.character, 1, brush)], brush),
        *_row("your cards", (_became(card, n, brush) for card, n in best_first), brush),
        *_row(
            "your market", (_became(each.top, 1, brush) for each in me.market if each.top), brush
        ),
        Text(),
    ]
    verb = "scores" if scoring == 1 else "score"
    scores = [f"{scoring} of your {cards.total()} cards {verb}, {me.points} in all."]
    scores += [f"{seat.title}: {seat.points} in all." for seat in view.seats if not seat.you]
    to_do = TO_DO.format(*(("somebody", "") if view.seats[1:] else END_ALONE))
    for words in (" ".join(scores), to_do, OFF):
        lines += between_margins(words, brush.width)
    return lines


def _became(card: Card, count: int, brush: Brush) -> Text:
    """Return a card's other name, and what it is now."""
    before = card.flipped
    text = brush.dim(f"{before.name} {brush.glyphs.becomes} " if before.name != card.name else "")
    text.append(card.name, brush.suit_style(card.suit)).append_text(brush.end(card))
    text.append_text(brush.times(count))
    return text.append(f"  {card.words}" * (before.words != card.words), brush.theme.dim)


def _row(label: str, chips: Iterable[Text], brush: Brush) -> Iterator[Text]:
    """Yield a heading and the cards below it, side by side where they are short."""
    yield Text(f" {label}", brush.theme.title)
    for line in flow([*chips], brush.width - 4, 3):
        is_long = line.cell_len > brush.width - 4
        name, _, words = line.plain.partition("  ") if is_long else (line.plain, "", "")
        yield Text("   ") + line[: len(name)]
        for row in wrap(words, brush.width - 6, brush.theme.dim) if words else ():
            yield Text("     ") + row


LEAST_ANSWER: Final = 3
"""How many lines of an answer always stand beside the table, if need be in place of its top."""
FULL_WIDTH: Final = ("help",)
"""Commands whose output is always too long to stand beside the table."""

Panel = Callable[[Brush], list[Text]]


class Display:
    """Draws the player's scenes, and panels looked up in between.

    ``scene`` is the current scene. Without one, as on a plain terminal, output is printed directly.
    """

    def __init__(self, keyboard: Keyboard) -> None:
        self.terminal = keyboard.terminal
        self._keyboard = keyboard
        self.scene: Scene | None = None
        self._panel: Panel | None = None

    def read(self, prompt: str, offer: Callable[[], Offer]) -> str:
        """Prompt for a line and return it."""
        style = ground(self.scene.view.turned, self.terminal) if self.scene else ""
        return self._keyboard.read(prompt, offer, self.redraw, style)

    # -- scenes

    def show(self, scene: Scene, greetings: Sequence[str] = ()) -> None:
        """Draw a scene, with ``greetings`` in its panel until Enter is pressed."""
        self.scene = scene
        self._panel = partial(_sentence_rows, greetings) if greetings else None
        self.redraw()

    def hold(self, words: str) -> None:
        """Show ``words`` in the panel of the scene until Enter is pressed; without one, print them.

        Anything else that is typed becomes the next input.
        """
        if self.scene is None:
            self.terminal.say(words)
            return
        self.show(self.scene, [words])
        self._keyboard.ahead = self.read(GO_ON, Offer)

    def redraw(self) -> None:
        """Redraw the scene for the current window size."""
        if self.scene is not None:
            lines = self._lines_of(self.scene, self._panel)
            self.terminal.clear()
            show_painted(lines, self.scene.view.turned, self.terminal)

    def remark(self, words: str) -> None:
        """Say something, such as what is under way, where an answer would stand."""
        if self.scene is None:
            self.terminal.say(words, "dim")
            return
        self._panel = lambda brush: brush.labelled("", [brush.dim(words)])
        self.redraw()

    def clean(self) -> bool:
        """Redraw without the panel; return whether one was open."""
        was_open, self._panel = self._panel is not None, None
        self.redraw()
        return was_open

    def glance(self, view: View, words: str) -> None:
        """Show another table with a caption until Enter is pressed; without a scene, print it."""
        if self.scene is None:
            self.terminal.say_all([words, *sentences(view)])
            return
        self._show_pages(lambda width: self._lines_of(Scene(view, [LogLine(words, "round")])), view)
        if "flip".startswith(self._keyboard.ahead.casefold()):  # turns it back
            self._keyboard.ahead = ""

    def _screen(self, scene: Scene) -> Screen:
        return Screen(scene, self.terminal.width, self.terminal.height, self.terminal.glyphs)

    def _lines_of(self, scene: Scene, panel: Panel | None = None) -> list[Text]:
        brush = Brush(scene.view, self.terminal.width, self.terminal.glyphs)
        return self._screen(scene).lines(panel(brush) if panel else ())

    # -- panels

    def look_at(self, card: Card) -> None:
        """Show a card's text beside the table until the next scene; without a scene, print it."""
        if self.scene is None:  # both ends, the one before the Turn first
            show_card(card.flipped if card.turned else card, self.terminal)
            return
        up = card if card.turned is self.scene.view.turned else card.flipped
        self._panel = lambda brush: card_panel(up, brush)
        self.redraw()

    def answer(self, label: str, say: Callable[[Terminal], None]) -> None:
        """Show what ``say`` prints beside the table, or on its own if long.

        What is long is said again for another width of the window. What stands beside the table is
        said once, as it may take long or change something.
        """
        if self.scene is None:
            say(self.terminal)
            return
        margin, view = 1 if label in FULL_WIDTH else LABEL + 1, self.scene.view
        inks, width = theme(view.turned).inks, self.terminal.width
        notepad = RecordingTerminal(self.terminal, width - margin, inks)
        said = {width: lines_said(say, notepad)}

        def pages(width: int) -> list[Text]:
            if width not in said:
                anew = RecordingTerminal(self.terminal, width - margin, inks)
                said[width] = lines_said(say, anew)
            return said[width]

        if len(notepad.lines) > max(self._screen(self.scene).free, LEAST_ANSWER):
            self._panel = None  # nothing is under way any more
            self._show_pages(pages, view)
        elif notepad.lines:
            self._panel = lambda b: b.labelled(label, notepad.lines_at(b.width - margin))
            self.redraw()

    # -- full screens

    def read_table(self, view: View) -> None:
        """Show a table in full, page by page."""
        read_table(self._keyboard, view)
        self.redraw()

    def list_acts(self, acts: Sequence[ActView], view: View) -> None:
        """List every act with its number, page by page; print them if there is no scene."""
        scene, terminal = self.scene, self.terminal
        if scene is None:
            terminal.say_all(act_lines(acts, view))
            return
        on_table = {act.on: act for act in acts if act.on is not None}
        brush = partial(Brush, scene.view, glyphs=terminal.glyphs, acts=on_table)
        self._show_pages(lambda width: render_acts(acts, brush(width)), scene.view)

    def _show_pages(self, lay: Callable[[int], Sequence[Text]], view: View) -> None:
        """Page through something too long for a panel, then redraw the scene."""
        read_pages(self._keyboard, lay, view)
        self.redraw()


def _sentence_rows(words: Sequence[str], brush: Brush) -> list[Text]:
    return [row for word in words for row in between_margins(word, brush.width, brush.theme.title)]


class PlayerDisplay(Display):
    """Shows what is new since the player's last act, as a screen or in sentences."""

    def __init__(self, commands: TableCommands, keyboard: Keyboard, form: ResetForm) -> None:
        super().__init__(keyboard)
        self._form = form
        self._commands = commands
        self._narrator = commands.narrator
        commands.wait = self.remark
        self._greetings: list[str] = []
        self._shown_round = 0
        self._told_end = 0
        # The view and the history position last shown, to mark and tell what is new.
        self._seen: View | None = None
        self._since = 0
        # How much of it has been searched for the Turn.
        self._turn_seen = 0
        # Whether the game was resumed, and whether everything replayed was told before.
        self._come_back = False
        self._retold = False

    # -- greetings

    def greet(self, words: str, *, retold: bool = False) -> None:
        """Queue ``words`` to be shown before the next prompt.

        ``retold`` says that everything replayed until then has been told before.
        """
        self._greetings.append(words)
        self._retold = self._retold or retold

    def greetings(self) -> list[str]:
        """Return the queued greetings and clear the queue."""
        words, self._greetings = self._greetings, []
        return words

    def pass_by(self, answer: Answer) -> None:
        """Skip the news leading up to a recorded answer."""
        self._come_back = True
        self._turn_seen = len(self._narrator.history)
        if answer.auto or (answer.more and answer.ask == "act"):
            return
        self._narrator.take(midway=answer.ask != "act")
        if answer.ask == "act":
            self._since = len(self._narrator.history)
            if not self.terminal.plain:
                self._seen = self._commands.view()

    def _show_turn(self, seen: View) -> None:
        """Show the page of the Turn if it has come since the last question."""
        news = self._narrator.history[self._turn_seen :]
        self._turn_seen = len(self._narrator.history)
        if any(line.kind == "turn" for line in news) and "never turn page" not in self._form.habits:
            you, screen = self._commands.seat, self.terminal
            read_pages(self._keyboard, lambda _: turn_page(seen, you, screen), seen, GO_ON)

    # -- before an act

    def acting(self, acts: Sequence[ActView]) -> None:
        """Show the table, the news since the player's last act, and the legal acts."""
        terminal, narrator = self.terminal, self._narrator
        seen, this_round = self._commands.view(), narrator.table.round
        news, _ = self._news(midway=False)
        if terminal.plain:
            self._commands.tell(without_repetitions(news))
            terminal.say_all(self.greetings())
            whole, self._shown_round = self._shown_round != this_round, this_round
            terminal.say_all(sentences(seen) if whole else own_hand(seen))
            terminal.say_all(act_lines(acts, seen))
            return
        self._show_turn(seen)
        news = without_repeated_words(narrator.history, self._since)
        self._since = len(narrator.history)
        since, self._seen = self._seen, seen
        _, gain = coins_first(acts, self._commands.table, self._commands.seat)
        self.show(Scene(seen, news, acts, since, gain=gain), self.greetings())

    def _news(self, *, midway: bool) -> tuple[list[LogLine], bool]:
        """Return what is new, and whether the player has just come back to the game."""
        news, back = self._narrator.take(midway=midway), self._come_back or self._retold
        news, self._come_back, self._retold = [] if self._retold else news, False, False
        return news, back

    # -- before a question

    def later(self, prompt: Prompt) -> list[Prompt]:
        """Return the prompts that may still follow in this Reset."""
        if not self._narrator.in_reset:
            return []
        commands = self._commands
        return self._form.later(prompt.question, commands.view(), commands.table, commands.seat)

    def asking(self, prompt: Prompt) -> None:
        """Show the table with a question; on a plain terminal, tell the news and ask."""
        seen, later = self._commands.view(), self.later(prompt)
        news, back = self._news(midway=True)
        if not self.terminal.plain:
            self._show_turn(seen)
            rows = without_repeated_words(self._narrator.history, self._since)
            room = self._screen(Scene(seen, rows)).free - 1
            question = self._form.rows(prompt, later, self.terminal.width, max(room, LEAST_ANSWER))
            scene = Scene(seen, rows, (), self._seen, question, prompt.numbers_on_table(seen))
            self.show(scene, self.greetings())
            return
        if back:
            self.terminal.say_all(sentences(seen))
        self._commands.tell(without_repetitions(news))
        self.terminal.say_all(self.greetings())
        this_round = self._narrator.table.round
        if seen.standing and seen.standing.ending and self._told_end != this_round:
            self._told_end = this_round
            self.terminal.say_all(standing_lines(seen.standing, "end"))
        self.terminal.say_all(self._form.sentences(prompt, later))
        self.ask_again(prompt)

    def list_choices(self, prompt: Prompt) -> None:
        """List every choice with its number, page by page; on a plain terminal, ask again."""
        rows = choice_rows(prompt, "", self.terminal.width)
        if self.scene is not None:
            rows_shown = {row.plain for row in self.scene.question}
            if rows_shown.issuperset(row.plain for row in rows):
                self.remark("All answers are on the screen.")
            else:
                self._show_pages(lambda width: choice_rows(prompt, "", width), self.scene.view)

    def ask_again(self, prompt: Prompt) -> None:
        """Repeat the question on a plain terminal; elsewhere it is still on the screen."""
        if self.terminal.plain:
            self.terminal.say(f"{prompt.words}{MEANING}")
            self.terminal.say_all(f"{number}: {words}" for number, words in prompt.numbered_choices)

"""Pictures of the screen, drawn by the program from a scripted game."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock
from xml.sax.saxutils import escape

from rich.color import Color
from rich.console import Console, Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from moonflight_solo.cli.game import display, habits
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.game.person import Person
from moonflight_solo.cli.game.table_commands import Quit, TableCommands
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.cli.output.text_layout import theme
from moonflight_solo.recorded_games.decks import ai_deck
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up

ANSWERS = Path(__file__).parent / "screen_game.txt"
WIDTH, HEIGHT = 100, 32
DRAWN = display.Display._lines_of
TALL = 500
"""A height at which everything fits without paging."""
COLUMN, LINE, SIZE, MARGIN = 8.4, 19, 14, 14
FONTS = "ui-monospace,'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace"


class Camera(Terminal):
    """A terminal that collects what is shown between two clears.

    It only renders after `open`, at the picture's height, because drawing tables is slow.
    """

    def __init__(self) -> None:
        console = Console(
            file=io.StringIO(),
            width=WIDTH,
            height=TALL,
            force_terminal=True,
            color_system="truecolor",
            no_color=False,
            legacy_windows=False,
            _environ={},
        )
        super().__init__(console, plain=False, glyphs=PRETTY)
        self.kept: list[RenderableType] = []
        self._is_open = False

    def open(self) -> None:
        """Start rendering, at the height of the picture."""
        self._is_open = True
        self.console.height = HEIGHT

    def drawn(self, shown: display.Display, *scene: Any) -> list[Text]:
        """Return a screen as the program draws it; empty before `open`."""
        return DRAWN(shown, *scene) if self._is_open else []

    def show(self, renderable: RenderableType) -> None:
        """Collect a renderable."""
        self.kept.append(renderable)

    def clear(self) -> None:
        """Forget everything."""
        self.kept.clear()

    def lines(self) -> list[list[Segment]]:
        """Return what was collected, line by line."""
        options = self.console.options.update(width=WIDTH)
        return self.console.render_lines(Group(*self.kept), options)


class Script(Keyboard):
    """A keyboard that types given answers, then shows one more without Enter."""

    def __init__(self, camera: Camera, answers: Sequence[str], last: str) -> None:
        super().__init__(camera)
        self._camera = camera
        self._answers = iter(answers)
        self._last = last

    def read(
        self,
        prompt: str,
        offer: Callable[[], Offer] | None = None,
        redraw: Callable[[], str | None] | None = None,
        ground: str = "",
    ) -> str:
        """Return the next answer; raises `Quit` when there is none."""
        answer = next(self._answers, None)
        if answer is None:
            self._camera.open()
            if redraw is not None:
                redraw()
            self._camera.show(Text(f"{prompt}{self._last}█"))
            raise Quit
        return answer


@dataclass(frozen=True)
class Scene:
    """A moment of a game: its settings, the answers before it, and the text at the prompt."""

    settings: Settings
    answers: tuple[str, ...]
    last: str


def scenes(path: Path = ANSWERS) -> dict[str, Scene]:
    """Return the scenes in a file of answers, one answer per line, by name.

    It starts with the Jacks, the seed and who goes first; an empty line is Enter alone, and ``==
    NAME: WORDS`` is a scene.
    """
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    jacks, seed, first = lines[0].split("; ")
    settings = Settings(tuple(jacks.split(", ")), int(seed), "prototype", first=int(first) - 1)
    found: dict[str, Scene] = {}
    answers: list[str] = []
    for line in lines[1:]:
        if line.startswith("== "):
            name, _, last = line[3:].partition(": ")
            found[name] = Scene(settings, tuple(answers), last)
        else:
            answers.append(line)
    return found


def picture(scene: Scene) -> str:
    """Return the screen at a scene as SVG."""
    camera, cards = Camera(), catalogue(scene.settings.edition)
    deck = ai_deck(cards, (), {})
    followers = [deck.follower(jack) for jack in scene.settings.jacks[1:]]
    narrator = Narrator(0, dict(enumerate(followers, 1)))
    commands = TableCommands(camera, narrator, deck)
    script = Script(camera, scene.answers, scene.last)
    # Not with the habits of whoever draws it.
    with mock.patch.object(habits, "FILE", ".nobody"):
        person = Person(commands, script)
    table = set_up(scene.settings, cards, [person, *followers])
    narrator.listen(table)
    try:
        with mock.patch.object(display.Display, "_lines_of", lambda *scene: camera.drawn(*scene)):
            play(table, scene.settings)
    except Quit:
        return svg(camera.lines(), Style.parse(theme(table.turned).base))
    raise ValueError("the game ends before its answers do")


def svg(lines: Sequence[Sequence[Segment]], base: Style) -> str:
    """Return lines of styled text as a self-contained SVG, without fonts, scripts or links."""
    width, height = WIDTH * COLUMN + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    classes: dict[str, str] = {}
    shapes: list[str] = []
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            style = base + (segment.style or Style.null())
            if style.bgcolor != base.bgcolor:
                shapes.append(_ground(column, row, segment.cell_length, _color(style.bgcolor)))
            for at, words in _runs(segment.text):
                shapes.append(_shape(column + at, row, words, _class(style, classes)))
            column += segment.cell_length
    styles = "".join(f".{name}{{{css}}}" for css, name in classes.items())
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-label="A game in a terminal">',
            f"<style>text{{font:{SIZE}px {FONTS};white-space:pre}}{styles}</style>",
            f'<rect width="100%" height="100%" rx="8" fill="{_color(base.bgcolor)}"/>',
            *shapes,
            "</svg>\n",
        ]
    )


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield adjacent words with their columns; other signs are yielded singly, rules in runs."""
    for match in re.finditer(
        r"─+|[^\x00-\x7f¢×–’“”]|[\x21-\x7e¢×–’“”]+(?: [\x21-\x7e¢×–’“”]+)*", text
    ):
        yield match.start(), match[0]


def _shape(column: int, row: int, words: str, name: str) -> str:
    x, y = MARGIN + column * COLUMN, MARGIN + row * LINE
    if words[0] == "─":
        return f'<path class="{name}" d="M{x:g} {y + LINE // 2}h{len(words) * COLUMN:g}v1H{x:g}z"/>'
    length = f' textLength="{len(words) * COLUMN:g}"' if len(words) > 1 else ""
    return f'<text class="{name}" x="{x:g}" y="{y + 14:g}"{length}>{escape(words)}</text>'


def _ground(column: int, row: int, columns: int, color: str) -> str:
    x = MARGIN + column * COLUMN
    return (
        f'<rect x="{x:g}" y="{MARGIN + row * LINE}" width="{columns * COLUMN:g}" '
        f'height="{LINE}" fill="{color}"/>'
    )


def _class(style: Style, classes: dict[str, str]) -> str:
    color = _color(style.color)
    css = f"fill:{color}" + (";font-weight:bold" if style.bold else "")
    return classes.setdefault(css, f"s{len(classes)}")


def _color(color: Color | None) -> str:
    return color.get_truecolor().hex if color else "#808080"

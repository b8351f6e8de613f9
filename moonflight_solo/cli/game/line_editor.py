"""Line editing with prompt_toolkit. Imported only when first needed, because it is slow."""

from __future__ import annotations

import atexit
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO, cast

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import is_searching
from prompt_toolkit.input.defaults import create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style
from rich.console import Console

from moonflight_solo.cli import held_back

Complete = Callable[[str], tuple[int, Sequence[str]]]
"""Returns where the last name of the typed text begins, and its possible completions."""
Redraw = Callable[[], str | None]

MENU_LINES = 6
_ANSI = {"white": "gray", "bright_white": "white"}
HINT = "Tab: what you can type "
HINT_STYLE = "fg:#767676"
"""To be read on the ground of any terminal, as bright black is not on some; on the table's own it
has the ink of the line.
"""


class LineEditor:
    """Reads lines with editing, completion, history and paste.

    Redraws what a completion menu or a resize has displaced, also one since the line before.
    """

    def __init__(self, console: Console) -> None:
        self._redraw: Redraw | None = None
        self._hint_style = HINT_STYLE
        _stop_echo()
        self._output = create_output(cast(TextIO, console.file))
        if isinstance(self._output, Vt100_Output):
            # No cursor-position request: a late reply would be read as typed keys.
            self._output.enable_cpr = False
        self._size = self._output.get_size()
        self._menu = False
        self._session: PromptSession[str] = PromptSession(
            input=create_input(sys.stdin),
            output=self._output,
            color_depth=ColorDepth.MONOCHROME if console.no_color else _depth(console),
            complete_style=CompleteStyle.MULTI_COLUMN,
            complete_while_typing=False,
            reserve_space_for_menu=MENU_LINES,
            enable_suspend=True,
            key_bindings=self._keys(),
            rprompt=lambda: [(self._hint_style, "" if self._session.default_buffer.text else HINT)],
        )
        app = self._session.app
        app.before_render += lambda app: self._draw_again()
        if hasattr(signal, "SIGWINCH") and threading.current_thread() is threading.main_thread():
            # The signal tells of a resize; found once more, the prompt would be drawn twice.
            app.terminal_size_polling_interval = None

    def edit(self, prompt: str, complete: Complete, redraw: Redraw | None, ground: str = "") -> str:
        """Return what is typed; several lines if they were pasted.

        ``redraw`` draws what stands above the line, which has the colours of ``ground``, and may
        return another prompt. Raises `EOFError` for Ctrl-D and `KeyboardInterrupt` for Ctrl-C.
        """
        self._prompt, self._redraw, self._menu = prompt, redraw, False
        self._hint_style = "" if ground else HINT_STYLE
        ink, _, paper = ground.partition(" on ")
        style = Style.from_dict({"": f"{_ansi(ink)} bg:{_ansi(paper)}"} if paper else {})
        app = self._session.app

        def leave() -> None:
            if waiting and app.is_running and not app.is_done:
                app.exit(result="")

        # Raised within the event loop, a signal's exception may take away the step that a task
        # waits for, and the loop then waits for that task at its end, for ever.
        with held_back(lambda: app.loop and app.loop.call_soon_threadsafe(leave)) as waiting:
            return self._session.prompt(
                lambda: self._prompt, completer=_Completer(complete), style=style, pre_run=leave
            )

    def forget(self) -> None:
        """Drop what was typed before now and is not read yet."""
        clear_typeahead(self._session.input)
        if sys.platform != "win32":
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("c-l", filter=~is_searching)
        def _clear(event: KeyPressEvent) -> None:
            event.app.renderer.clear()
            if self._redraw is not None:
                self._prompt = self._redraw() or self._prompt

        return keys

    def _draw_again(self) -> None:
        """Redraw what stands above the line after a resize or when a menu closes."""
        size, menu = self._output.get_size(), self._session.default_buffer.complete_state
        if size == self._size and not (self._menu and menu is None):
            self._menu = menu is not None
            return
        self._size, self._menu = size, menu is not None
        if self._redraw is not None and not self._session.app.is_done:
            self._session.app.renderer.erase()
            self._prompt = self._redraw() or self._prompt


def _depth(console: Console) -> ColorDepth:
    """Return how many colours the line has: as many as what stands above it."""
    depths = {"truecolor": ColorDepth.DEPTH_24_BIT, "256": ColorDepth.DEPTH_8_BIT}
    return depths.get(console.color_system or "", ColorDepth.DEPTH_4_BIT)


def _ansi(colour: str) -> str:
    """Return a colour of rich by its name in prompt_toolkit, such as "ansibrightwhite"."""
    return colour if colour.startswith("#") else f"ansi{_ANSI.get(colour, colour)}".replace("_", "")


def _stop_echo() -> None:
    """Keep what is typed between two prompts off the screen until the program ends.

    The next prompt shows it, and echoed now it would move the screen up.
    """
    if sys.platform != "win32":
        import termios

        before, quiet = (termios.tcgetattr(sys.stdin) for _ in range(2))
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(sys.stdin, termios.TCSANOW, quiet)
        atexit.register(termios.tcsetattr, sys.stdin, termios.TCSANOW, before)


class _Completer(Completer):
    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        """Yield completions for the last words before the cursor."""
        typed = document.text_before_cursor
        start, names = self._complete(typed)
        for name in names:
            yield Completion(name, start - len(typed))

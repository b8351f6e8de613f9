"""The console that renders what is not plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.theme import Theme

from moonflight_solo.cli.output.streams import clean


def inks(colours: Mapping[str, str]) -> Theme:
    """Return a rich theme in which a colour, bold or not, is that of ``colours``."""
    bold = {f"bold {name}": f"bold {colour}" for name, colour in colours.items()}
    return Theme({**colours, **bold})


class CleanConsole(Console):
    """A rich console that sanitizes the text it renders."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield a renderable's segments with sanitized text."""
        for segment in super().render(renderable, options):
            if not segment.control and not segment.text.isprintable():
                segment = Segment(clean(segment.text), segment.style)
            yield segment

"""The console that renders what is not plain text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from moonflight_solo.cli.output.streams import clean


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

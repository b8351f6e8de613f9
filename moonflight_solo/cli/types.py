"""What options take: whole numbers of a sane length, and files that are still to be written."""

from __future__ import annotations

import os
from typing import Any

import click

from moonflight_solo.numbers import MOST_DIGITS, OVER, whole_number


class _Short:
    """Refuses a number with too many digits, whatever else is asked of it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that was typed, as click's own types do."""
        number = whole_number(value) if isinstance(value, str) else value
        if number is not None and abs(number) >= OVER:
            message = f"a number of over {MOST_DIGITS} digits is not understood."
            raise click.BadParameter(message, ctx, param)
        return super().convert(value, param, ctx)  # type: ignore[misc]


class Integer(_Short, click.types.IntParamType):
    """A whole number."""


class Count(_Short, click.IntRange):
    """A whole number from ``min`` on, and up to ``max`` if there is one."""


class NewPath(click.Path):
    """A file or folder to be made. What looks like another option's words is not taken for one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that was typed; a bare name with a dash before or a = in it is refused.

        Who means such a name writes its folder before it.
        """
        name = os.fspath(value)
        if not name.strip():
            self.fail("a name is missing.", param, ctx)
        if os.path.basename(name) == name and (name[0] == "-" or "=" in name):
            self.fail(f"{name!r} looks like another option; for a file, write ./{name}", param, ctx)
        return super().convert(value, param, ctx)

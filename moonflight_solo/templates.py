"""Jinja templates for pages and messages: environments and the cache of compiled templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from moonflight_solo.userfiles import from_cache, to_cache

if TYPE_CHECKING:  # imported only when a page is rendered
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from jinja2.runtime import Context
    from markupsafe import Markup


class Templates:
    """The templates (`NAME.j2`) in the ``templates`` folder of a ``package``.

    ``module`` is the file that renders them, and ``way`` names this environment if it has several;
    both go into the cache key. ``prepare`` adds globals and filters to the environment.
    """

    def __init__(
        self, package: str, module: str, way: str, prepare: Callable[[Environment], object]
    ) -> None:
        self.package, self.module, self.way, self.prepare = package, module, way, prepare

    @cached_property
    def environment(self) -> Environment:
        """The Jinja environment; an undefined variable is an error."""
        from jinja2 import Environment, PackageLoader, StrictUndefined

        environment = Environment(
            loader=PackageLoader(self.package),
            autoescape=True,
            bytecode_cache=compiled_templates(self.module, self.way),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.prepare(environment)
        return environment

    def text(self, name: str, /, **given: object) -> str:
        """Render the template ``name`` with the variables ``given``."""
        return self.environment.get_template(f"{name}.j2").render(**given)


class Pieces(list[Any]):
    """The values that ``{{ }}`` inserts, kept out of the text so that no markup is found in them.

    The rendered text holds the index of each between two null bytes.
    """

    def parts(self, words: str) -> Iterator[Any]:
        """Yield the text between placeholders and the values in their place, alternately."""
        for number, part in enumerate(re.split(r"\0(\d+)\0", words)):
            yield self[int(part)] if number % 2 else part

    def single_value(self, words: str) -> Any:
        """Return the value if ``words`` is a single placeholder, else ``None``."""
        match = re.fullmatch(r"\0(\d+)\0", words.strip())
        return self[int(match[1])] if match else None


class PiecedTemplates(Templates):
    """Templates with markup of their own; inserted values are kept apart as `Pieces`."""

    @cached_property
    def environment(self) -> Environment:
        """The Jinja environment, which puts every inserted value aside."""
        from jinja2 import pass_context

        environment = super().environment
        environment.finalize = pass_context(_put_aside)
        return environment

    def pieces(self, name: str, /, **given: object) -> tuple[str, Pieces]:
        """Render the template ``name``; return the text and the values kept out of it."""
        pieces = Pieces()
        return self.text(name, pieces=pieces, **given), pieces


def _put_aside(context: Context, value: object) -> Markup:
    from markupsafe import Markup

    if isinstance(value, Markup):  # the output of a macro
        return value
    pieces = context["pieces"]
    pieces.append(value)
    return Markup(f"\0{len(pieces) - 1}\0")


def compiled_templates(module: str, way: str = "") -> BytecodeCache:
    """Return the cache of compiled templates.

    The key combines the template's name, a digest of the file ``module`` and the ``way`` it
    compiles; jinja2 also checks the template's text.
    """
    from jinja2 import BytecodeCache  # already imported by the caller

    compiled_by = f"{crc32(Path(module).read_bytes()):x} {way}"

    class TemplateCache(BytecodeCache):
        def get_cache_key(self, name: str, filename: str | None = None) -> str:
            return super().get_cache_key(f"{compiled_by} {name}", filename)

        def load_bytecode(self, bucket: Bucket) -> None:
            code = from_cache("templates", bucket.key, bytes)
            if code is not None:
                bucket.bytecode_from_string(code)

        def dump_bytecode(self, bucket: Bucket) -> None:
            to_cache("templates", bucket.key, bucket.bytecode_to_string(), MOST_TEMPLATES)

    return TemplateCache()


MOST_TEMPLATES = 200
"""How many compiled templates the cache keeps."""

"""Templates that hold what pages say: how they are made ready, and kept as compiled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from moonflight_solo.datafiles import NoHome, cache_folder, prune

if TYPE_CHECKING:  # loaded only when a page is put out
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from jinja2.runtime import Context
    from markupsafe import Markup


class Templates:
    """The templates of a ``package``: `NAME.j2` in its folder of templates.

    ``module`` is the file that writes them, in one ``way`` of several, and ``prepare`` adds what
    they know beside what they are given.
    """

    def __init__(
        self, package: str, module: str, way: str, prepare: Callable[[Environment], object]
    ) -> None:
        self.package, self.module, self.way, self.prepare = package, module, way, prepare

    @cached_property
    def environment(self) -> Environment:
        """What the templates are written with; what is not given is an error."""
        from jinja2 import Environment, PackageLoader, StrictUndefined

        made = Environment(
            loader=PackageLoader(self.package),
            autoescape=True,
            bytecode_cache=compiled_templates(self.module, self.way),
            undefined=StrictUndefined,
            finalize=self._finalize(),
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.prepare(made)
        return made

    def _finalize(self) -> Callable[..., object] | None:
        """Return what is done to what ``{{ }}`` puts in, if anything is."""
        return None

    def text(self, name: str, /, **given: object) -> str:
        """Return what a template makes of what is given."""
        return self.environment.get_template(f"{name}.j2").render(**given)


class Pieces(list[Any]):
    """What ``{{ }}`` puts in, put aside until marks are read: nothing in it is taken for one.

    In the text stands the number of each between two null bytes.
    """

    def parts(self, words: str) -> Iterator[Any]:
        """Yield words of the text, and what was put in between them."""
        for number, part in enumerate(re.split(r"\0(\d+)\0", words)):
            yield self[int(part)] if number % 2 else part

    def alone(self, words: str) -> Any:
        """Return what was put in, if the words are nothing else, or else ``None``."""
        found = re.fullmatch(r"\0(\d+)\0", words.strip())
        return self[int(found[1])] if found else None


class PiecedTemplates(Templates):
    """Templates whose text has marks of its own, beside which stand the `Pieces` put in."""

    def _finalize(self) -> Callable[..., object]:
        from jinja2 import pass_context

        return pass_context(_put_aside)

    def pieces(self, name: str, /, **given: object) -> tuple[str, Pieces]:
        """Return what a template makes of what is given, and what was put aside of it."""
        pieces = Pieces()
        return self.text(name, pieces=pieces, **given), pieces


def _put_aside(context: Context, value: object) -> Markup:
    from markupsafe import Markup

    if isinstance(value, Markup):  # what a macro wrote
        return value
    pieces = context["pieces"]
    pieces.append(value)
    return Markup(f"\0{len(pieces) - 1}\0")


def compiled_templates(module: str, way: str = "") -> BytecodeCache | None:
    """Return where templates are kept as compiled, ``None`` for nowhere.

    Each is kept under its text, the file of the ``module`` that compiles it, and which of its ways
    to do so it is.
    """
    from jinja2 import FileSystemBytecodeCache  # who puts out a template has loaded it

    class Kept(FileSystemBytecodeCache):
        def get_cache_key(self, name: str, filename: str | None = None) -> str:
            return super().get_cache_key(f"{compiled_by} {name}", filename)

        def dump_bytecode(self, bucket: Bucket) -> None:
            with suppress(OSError):  # a full disk is no reason to say nothing
                super().dump_bytecode(bucket)
                prune(folder, "*", MOST_TEMPLATES)

    try:
        folder = cache_folder() / "templates"
        folder.mkdir(parents=True, exist_ok=True)
        compiled_by = f"{crc32(Path(module).read_bytes()):x} {way}"
    except (NoHome, OSError):
        return None
    return Kept(str(folder))


MOST_TEMPLATES = 200
"""So many compiled templates stay."""

"""Templates that hold what pages say: how they are made ready, and kept as compiled."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from moonflight_solo.datafiles import NoHome, cache_folder, prune

if TYPE_CHECKING:  # loaded only when a page is put out
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from jinja2.runtime import Context
    from markupsafe import Markup


def environment(
    package: str, module: str, way: str = "", finalize: Callable[..., object] | None = None
) -> Environment:
    """Return what the templates of a ``package`` are written with.

    ``module`` is the file that writes them, in one ``way`` of several; ``finalize`` is done to what
    ``{{ }}`` puts in.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        bytecode_cache=compiled_templates(module, way),
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def putting_aside() -> Callable[..., object]:
    """Return what puts a value aside until marks are read, so that nothing in it is taken for one.

    It goes to ``pieces``, which a template is given, and its number stands between two null bytes.
    """
    from jinja2 import pass_context

    return pass_context(_put_aside)


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

"""Standard output and error, sanitized of terminal control sequences.

Records, card files, file names and arguments may contain escape sequences that recolour the
terminal, move its cursor or set its title. All output is cleaned here; only a `Terminal` adds
escapes, its own, after the cleaning.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any, Final

# CSI sequences; C0 except tab and line feed, DEL, C1; bidirectional controls; lone surrogates,
# which no encoding can represent.
_ESCAPES: Final = "\x1b\\[[0-?]*[ -/]*[@-~]"
_CONTROLS: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_FOREIGN: Final = f"{_ESCAPES}|[{_CONTROLS}]|([\ud800-\udfff])"
_UNPRINTED: Final = f"[{_CONTROLS}\ud800-\udfff]"

_TO_ASCII: Final = str.maketrans(
    {**dict(zip("“”‘’–—·×─", "\"\"''---x-", strict=True)), "…": "...", "→": "->"}
)


def clean(words: str) -> str:
    """Remove control characters and sequences; a lone surrogate becomes U+FFFD."""
    if words.replace("\n", "").isprintable():
        return words
    return re.sub(_FOREIGN, lambda match: "\ufffd" if match[1] else "", words)


def escape_controls(data: str) -> str:
    """Escape control characters in JSON ``data``, so that none is lost."""
    return re.sub(_UNPRINTED, lambda match: f"\\u{ord(match[0]):04x}", data)


def to_ascii(words: str) -> str:
    """Replace typographic signs with ASCII ones."""
    return words.translate(_TO_ASCII)


def word_wrapped(words: str, width: int, later: str = "") -> list[str]:
    """Fold words into rows of up to ``width`` columns, each but the first after ``later``.

    A longer word is not broken.
    """
    from textwrap import wrap  # slow to import

    whole: Any = {"break_long_words": False, "break_on_hyphens": False}
    return wrap(words, max(1, width), subsequent_indent=later, **whole)


class SpelledStream:
    """A text stream that falls back to ASCII if its encoding is not Unicode."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        self.unicode = is_unicode(stream)

    def write(self, words: str) -> int:
        """Write ``words``; characters the encoding lacks become question marks."""
        if not self.unicode:
            encoding: str = self.encoding
            words = to_ascii(words).encode(encoding, "replace").decode(encoding)
        return self.stream.write(words)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer" and not self.unicode:
            raise AttributeError(name)  # click would write into it past this stream
        return getattr(self.stream, name)


class CleanStream(SpelledStream):
    """A text stream that sanitizes its output."""

    def write(self, words: str) -> int:
        """Write ``words``, sanitized."""
        return super().write(clean(words))


def is_unicode(stream: IO[str]) -> bool:
    """Return whether a stream's encoding covers Unicode."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").startswith("utf")


def styled_stream(stream: IO[str]) -> IO[str]:
    """Return the stream for a `Terminal` to write to in place of ``stream``, bypassing the
    cleaning.
    """
    inner: Any = stream.stream if isinstance(stream, CleanStream) else stream
    return inner if is_unicode(inner) else SpelledStream(inner)  # type: ignore[return-value]


@contextmanager
def clean_streams() -> Iterator[None]:
    """Sanitize standard output and error in this context; closed ones discard their output.

    Undecodable bytes on standard input are replaced rather than raising.
    """
    before = sys.stdout, sys.stderr
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with ExitStack() as stack:
        for name, stream in zip(("stdout", "stderr"), before, strict=True):
            if stream is None:
                stream = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))
            setattr(sys, name, CleanStream(stream))
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before

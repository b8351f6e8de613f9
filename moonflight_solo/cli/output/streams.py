"""Standard output and error: what goes out by them is words, and nothing that a terminal obeys.

A record, a card file, the name of a file or an argument may hold escape sequences, which would
recolour a terminal, move its cursor or write its title. All that goes out is cleaned of them here;
only a `Terminal` adds escapes, its own, behind the cleaning.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any, Final

# ESC with a sequence behind it; C0 but for tab and line feed, DEL, C1; marks that turn the order of
# writing round; halves of a surrogate pair, which no encoding has letters for.
_ESCAPES: Final = "\x1b\\[[0-?]*[ -/]*[@-~]"
_CONTROLS: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_FOREIGN: Final = f"{_ESCAPES}|[{_CONTROLS}]|([\ud800-\udfff])"
_UNPRINTED: Final = f"[{_CONTROLS}\ud800-\udfff]"

_TO_ASCII: Final = str.maketrans(
    {**dict(zip("“”‘’–—·×─", "\"\"''---x-", strict=True)), "…": "...", "→": "->"}
)


def clean(words: str) -> str:
    """Return ``words`` without what a terminal obeys; what is no letter at all becomes U+FFFD."""
    if words.replace("\n", "").isprintable():
        return words
    return re.sub(_FOREIGN, lambda found: "\ufffd" if found[1] else "", words)


def escaped(data: str) -> str:
    """Return JSON ``data`` with such characters as JSON escapes, so that none of them is lost."""
    return re.sub(_UNPRINTED, lambda found: f"\\u{ord(found[0]):04x}", data)


def to_ascii(words: str) -> str:
    """Return ``words`` with signs from ASCII in place of those that print has more of."""
    return words.translate(_TO_ASCII)


class SpelledStream:
    """A text stream that is written in ASCII signs where its encoding has no others."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        self.unicode = is_unicode(stream)

    def write(self, words: str) -> int:
        """Write ``words``, those letters that there are not as question marks."""
        if not self.unicode:
            encoding: str = self.encoding
            words = to_ascii(words).encode(encoding, "replace").decode(encoding)
        return self.stream.write(words)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer" and not self.unicode:
            raise AttributeError(name)  # click would write into it past this stream
        return getattr(self.stream, name)


class CleanStream(SpelledStream):
    """A text stream to which only clean words go."""

    def write(self, words: str) -> int:
        """Write ``words``, cleaned."""
        return super().write(clean(words))


def is_unicode(stream: IO[str]) -> bool:
    """Return whether a stream has every letter."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").startswith("utf")


def styled(stream: IO[str]) -> IO[str]:
    """Return the stream by which a `Terminal` writes to where ``stream`` leads."""
    inner: Any = stream.stream if isinstance(stream, CleanStream) else stream
    return inner if is_unicode(inner) else SpelledStream(inner)  # type: ignore[return-value]


@contextmanager
def clean_streams() -> Iterator[None]:
    """Let standard output and error be clean streams; one that is closed leads nowhere.

    Bytes on standard input that are no text are a wrong answer like another, and end nothing.
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

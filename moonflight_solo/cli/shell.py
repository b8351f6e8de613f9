"""What a shell completes on the command line: Jacks, cards and editions by name.

The names are read straight from the data files, a line each, because a shell waits for them. Every
completer is told the words that already stand for its parameter, and the word begun.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from moonflight_solo.datafiles import data_files

Items = list[CompletionItem]


def _completer(
    items: Callable[[Sequence[str], str], Items],
) -> Callable[[click.Context, click.Parameter, str], Items]:
    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
        return items(context.params.get(parameter.name or "") or (), incomplete)

    return complete


def _jacks(typed: Sequence[str], incomplete: str) -> Items:
    """Return the first words of the Jacks' names, which are enough to name them.

    If none begins so, the shell completes a file or folder, which may be a Jack of one's own.
    """
    found: dict[str, CompletionItem] = {}
    for name in _found(r"^jack: *(.+)"):
        if name.casefold().startswith(incomplete.casefold()):
            word = name.split()[0].casefold()
            found.setdefault(word, CompletionItem(word, help=name))
    return list(found.values()) or [CompletionItem(incomplete, type="file")]


jacks = _completer(_jacks)


@_completer
def jack_or_check(typed: Sequence[str], incomplete: str) -> Items:
    """Return Jacks and the command that checks card texts; a name is cut after its first word."""
    check = CompletionItem("check", help="Check what card texts say.")
    found = [] if typed else _jacks(typed, incomplete)
    return [*found, *([check] if not typed and "check".startswith(incomplete) else [])]


@_completer
def jack_or_file(typed: Sequence[str], incomplete: str) -> Items:
    """Return Jacks for the first word, and let the shell complete a file for any after it."""
    return [CompletionItem(incomplete, type="file")] if typed else _jacks(typed, incomplete)


@_completer
def card_words(typed: Sequence[str], incomplete: str) -> Items:
    """Return the words that may come next in a card's name, whose every word is an argument."""
    before = [word.casefold() for word in typed]
    found: dict[str, CompletionItem] = {}
    for name in _found(r"\bname: *([^,}\n]+)"):
        words = name.split()
        start = [word.casefold() for word in words[: len(before) + 1]]
        if start[:-1] == before and start[-1].startswith(incomplete.casefold()):
            word = words[len(before)]
            found.setdefault(word, CompletionItem(word, help=name))
    return list(found.values())


@_completer
def editions(typed: Sequence[str], incomplete: str) -> Items:
    """Return the editions."""
    names = [path.stem for path in data_files("editions")]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _found(pattern: str) -> Iterator[str]:
    """Yield what the pattern finds in the card files, without quotation marks, each once."""
    seen = set()
    for path in [*data_files("cards"), *_kept_files()]:
        try:
            words = path.read_text("utf-8")
        except (OSError, UnicodeError):
            continue
        for match in re.finditer(pattern, words, re.MULTILINE):
            name = match[1].strip().strip("\"'")
            if name not in seen:
                seen.add(name)
                yield name


def _kept_files() -> Iterator[Path]:
    """Yield the files of the Jacks that are kept; what is wrong in them is no matter here."""
    from moonflight_solo.own_jacks import ENDINGS, kept_jacks  # YAML is slow to load

    for path in kept_jacks():
        for file in path.iterdir() if path.is_dir() else [path]:
            if file.suffix in ENDINGS and file.is_file():
                yield file

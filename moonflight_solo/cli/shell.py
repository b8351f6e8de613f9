"""What a shell completes on the command line: Jacks, cards and editions by name.

The names are read straight from the data files, a line each, because a shell waits for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from moonflight_solo.datafiles import data_files
from moonflight_solo.own_jacks import ENDINGS, kept_jacks


def jacks(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the first words of the Jacks' names, which are enough to name them.

    If none begins so, the shell completes a file or folder, which may be a Jack of one's own.
    """
    found: dict[str, CompletionItem] = {}
    for name in _found(r"^jack: *(.+)"):
        if name.casefold().startswith(incomplete.casefold()):
            word = name.split()[0].casefold()
            found.setdefault(word, CompletionItem(word, help=name))
    return list(found.values()) or [CompletionItem(incomplete, type="file")]


def one_jack(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return what :func:`jacks` does for the first word, and nothing for any after it."""
    return [] if _typed(context, parameter) else jacks(context, parameter, incomplete)


def jack_or_check(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return Jacks and, for the first word, the command that checks card texts."""
    found = one_jack(context, parameter, incomplete)
    if not _typed(context, parameter) and "check".startswith(incomplete):
        found.append(CompletionItem("check", help="Check what card texts say."))
    return found


def jack_or_file(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return what :func:`one_jack` does, or let the shell complete a file where that is nothing."""
    return one_jack(context, parameter, incomplete) or [CompletionItem(incomplete, type="file")]


def card_words(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the words that may come next in a card's name, whose every word is an argument."""
    before = [word.casefold() for word in _typed(context, parameter)]
    found: dict[str, CompletionItem] = {}
    for name in _found(r"\bname: *([^,}\n]+)"):
        words = name.split()
        at = len(before)
        if [word.casefold() for word in words[:at]] == before and words[at:]:
            word = words[at]
            if word.casefold().startswith(incomplete.casefold()):
                found.setdefault(word, CompletionItem(word, help=name))
    return list(found.values())


def editions(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the editions."""
    names = [path.stem for path in data_files("editions")]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _typed(context: click.Context, parameter: click.Parameter) -> Iterable[str]:
    """Return the words that already stand for a parameter."""
    return context.params.get(parameter.name or "") or ()


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
    for path in kept_jacks():
        for file in path.iterdir() if path.is_dir() else [path]:
            if file.suffix in ENDINGS and file.is_file():
                yield file

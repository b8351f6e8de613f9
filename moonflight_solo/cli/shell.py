"""What a shell completes on the command line: Jacks, cards and editions by name.

The names are read straight from the data files, a line each, because a shell waits for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click
from click.shell_completion import CompletionItem

from moonflight_solo.datafiles import data_files


def jacks(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the first words of the Jacks' names, which are enough to name them."""
    found = []
    for name in _found(r"^jack: *(.+)"):
        if name.casefold().startswith(incomplete.casefold()):
            found.append(CompletionItem(name.split()[0].casefold(), help=name))
    return found


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
    """Return Jacks, or let the shell complete a file if none begins so."""
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
    for path in data_files("cards"):
        for match in re.finditer(pattern, path.read_text("utf-8"), re.MULTILINE):
            name = match[1].strip().strip("\"'")
            if name not in seen:
                seen.add(name)
                yield name

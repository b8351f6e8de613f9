"""Shell completion of the names of Jacks, cards, editions, topics and rulings.

They are found in the data files by pattern: parsing these would keep the shell waiting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from moonflight_solo.datafiles import data_files

Items = list[CompletionItem]


def _words_of(context: click.Context, parameter: click.Parameter) -> Sequence[str]:
    """Return the words already given for a parameter."""
    return context.params.get(parameter.name or "") or ()


def jacks(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Complete the first words of Jacks' names, which suffice to name them.

    If none matches, the shell completes a file or folder, which may hold a user-made Jack.
    """
    items: dict[str, CompletionItem] = {}
    for name in _matches(r"^jack: *(.+)"):
        if name.casefold().startswith(incomplete.casefold()):
            word = name.split()[0].casefold()
            items.setdefault(word, CompletionItem(word, help=name))
    return list(items.values()) or [CompletionItem(incomplete, type="file")]


def jack_or_subcommand(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> Items:
    """Complete a Jack or a subcommand as the first word, and nothing after it."""
    above = context.parent.command if context.parent else None
    group = above.commands.get(context.info_name or "") if isinstance(above, click.Group) else None
    if _words_of(context, parameter) or not isinstance(group, click.Group):
        return []
    subcommands = [
        CompletionItem(name, help=command.short_help)
        for name, command in group.commands.items()
        if name.startswith(incomplete)
    ]
    names = jacks(context, parameter, incomplete)
    return [*(name for name in names if name.type == "plain" or not subcommands), *subcommands]


def jack_or_file(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Complete a Jack as the first word, and files after it."""
    file = [CompletionItem(incomplete, type="file")]
    return file if _words_of(context, parameter) else jacks(context, parameter, incomplete)


def card_words(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Complete the next word of a card's name, each word of which is an argument."""
    return _next_words(_matches(r"\bname: *([^,}\n]+)"), _words_of(context, parameter), incomplete)


def topics(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Complete the next word of a topic's name, or a ruling's id."""
    names = _matches(r"^  - name: *(.+)", *data_files("guide"))
    ids = _matches(r"^  - id: *(.+)", *data_files("rulings"))
    return _next_words([*names, *ids], _words_of(context, parameter), incomplete)


def rulings(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Complete a choice of a ruling as ID=CHOICE."""
    items: Items = []
    for path in data_files("rulings"):
        for ruling in re.split(r"^  - id: *", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            part = re.search(r"^    choices:\n((?:      .*\n)+)", ruling, re.MULTILINE)
            choices = re.findall(r"^      ([\w-]+):", part[1] if part else "", re.MULTILINE)
            items += [CompletionItem(f"{ruling.split()[0]}={choice}") for choice in choices]
    return [item for item in items if item.value.casefold().startswith(incomplete.casefold())]


def _next_words(names: Iterable[str], typed: Sequence[str], incomplete: str) -> Items:
    """Return the words that can come next of names whose first words are ``typed``."""
    before = [word.casefold() for word in typed]
    items: dict[str, CompletionItem] = {}
    for name in names:
        words = name.split()
        start = [word.casefold() for word in words[: len(before) + 1]]
        if start[:-1] == before and start[-1].startswith(incomplete.casefold()):
            word = words[len(before)]
            items.setdefault(word, CompletionItem(word, help=name))
    return list(items.values())


def edition_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Complete editions."""
    names = [path.stem for path in data_files("editions")]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _matches(pattern: str, *files: Path) -> Iterator[str]:
    """Yield each distinct match of a pattern in ``files``, by default the card files.

    They are without quotation marks.
    """
    matches = set()
    for path in files or [*data_files("cards"), *_kept_files()]:
        try:
            words = path.read_text("utf-8")
        except (OSError, UnicodeError):
            continue
        for match in re.finditer(pattern, words, re.MULTILINE):
            name = match[1].strip().strip("\"'")
            if name not in matches:
                matches.add(name)
                yield name


def _kept_files() -> Iterator[Path]:
    """Yield the files of kept Jacks, faulty or not."""
    from moonflight_solo.own_jacks import ENDINGS, kept_jacks  # slow to import

    for path in kept_jacks():
        for file in path.iterdir() if path.is_dir() else [path]:
            if file.suffix in ENDINGS and file.is_file():
                yield file

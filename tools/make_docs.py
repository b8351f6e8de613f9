"""Write what is generated under docs/: the rulings as a FAQ, the commands' help, the guide to
clear wording, the pictures.

`python tools/make_docs.py` writes them; with `--check` it only says which are out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
from picture import picture, scenes

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.check.finding import Example, codes
from moonflight_solo.cli import LazyCommand
from moonflight_solo.cli import main as moonflight
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import Ruling, RulingsFile
from moonflight_solo.wording.examples import read_as, wordings

DOCS = Path(__file__).parent.parent / "docs"
TITLES = {"ai_cards": "Following an AI card", "game": "The game", "score_mode": "Score Mode"}


def rulings_page() -> str:
    """Return every ruling as a page of questions and answers."""
    parts = [
        "# Rulings",
        "What the printed words leave open, and how it is played here. Made from `rulings/*.yaml` "
        "and `ai/*.yaml` by `tools/make_docs.py`.",
    ]
    for path in data_files("rulings"):
        parts.append(f"## {TITLES.get(path.stem, path.stem)}")
        parts += [_entry(ruling) for ruling in convert(read_document(path), RulingsFile).rulings]
    cards = catalogue()
    for path in ai_card_files().values():
        card = load_ai_card(path, cards)
        parts.append(f"## The words of {card.title}")
        parts += [_entry(ruling) for ruling in card.rulings]
    return "\n\n".join(parts) + "\n"


def _entry(ruling: Ruling) -> str:
    lines = [f"**{ruling.id}** {ruling.question.strip()}"]
    if ruling.words:
        lines.append(f"> {ruling.words.strip()}")
    if ruling.ruling:
        lines.append(ruling.ruling.strip())
    if ruling.reads:
        lines.append(f"Read as: {ruling.reads.strip()}")
    for name, meaning in ruling.choices.items():
        mark = " (in force)" if name == ruling.chosen else ""
        lines.append(f"- `{name}`{mark}: {meaning.strip()}")
    lines.append(f"*Why:* {ruling.why.strip()}")
    return "\n\n".join(lines)


def commands_page() -> str:
    """Return the help of every command."""
    parts = ["# Commands", "Made from the program's own help by `tools/make_docs.py`."]
    context = click.Context(
        moonflight,
        info_name="moonflight",
        terminal_width=78,
        help_option_names=["-h", "--help"],
    )
    _add_help(parts, moonflight, context)
    return "\n\n".join(parts) + "\n"


def _add_help(parts: list[str], command: click.Command, context: click.Context) -> None:
    parts.append(f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            if isinstance(child, LazyCommand):
                child = child.load()
            _add_help(parts, child, click.Context(child, info_name=name, parent=context))


def vocabulary_page() -> str:
    """Return an example of every wording that is understood, and how each is read."""
    parts = [
        "# The wordings that are understood",
        "An example of everything the grammar reads, with what it is read to mean. Made from "
        "`moonflight_solo/wording/examples.yaml` by `tools/make_docs.py`; `moonflight jack words` "
        "shows the same.",
    ]
    for section in wordings():
        parts.append(f"## {section.title}")
        parts += [section.note] if section.note else []
        rows = [f"| {each} | {read_as(section, each)} |" for each in section.examples]
        parts.append("\n".join(["| words | read as |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def wording_guide_page() -> str:
    """Return how to write clear AI cards: every finding of the wording check, with examples."""
    parts = [
        "# How to write clear AI cards",
        "What `moonflight ai check` finds, group by group, each with a card that has it and one "
        "that has not. Errors keep a card from being "
        "played, warnings are worth a look, and notes say what everybody who plays the card has to "
        "know besides its words. Made from `guide/findings.yaml` by `tools/make_docs.py`.",
    ]
    group = ""
    for code in codes().values():
        if code.group != group:
            group = code.group
            parts.append(f"## {group}")
        parts.append(f"### {code.title}\n\n`{code.code}`, {_AN[code.severity]}")
        parts += [code.why, f"*{code.remedy}*"]
        parts.append(f"Before:\n\n{_example(code.before)}")
        if code.after is not None:
            parts.append(f"After:\n\n{_example(code.after)}")
    return "\n\n".join(parts) + "\n"


_AN = {"error": "an error", "warning": "a warning", "note": "a note"}


def _example(example: Example) -> str:
    rows = [*(example.text or example.card).splitlines()]
    for ruling in example.rulings:
        said = ruling.get("reads") or ruling.get("ruling", "")
        rows += ["", f"ruling on: {ruling['words']}", f"reads as:  {said}"]
    return "\n".join(["```text", *rows, "```"])


def main() -> int:
    """Write or check the pages; the exit code is 1 when a checked page is out of date."""
    pages = {"rulings.md": rulings_page(), "commands.md": commands_page()}
    pages["vocabulary.md"] = vocabulary_page()
    pages["wording-guide.md"] = wording_guide_page()
    pages |= {f"{name}.svg": picture(scene) for name, scene in scenes().items()}
    stale = []
    for name, page in pages.items():
        path = DOCS / name
        if path.exists() and path.read_text("utf-8") == page:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.write_text(page, "utf-8")
    for name in stale:
        print(f"docs/{name}: {'out of date' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())

"""`moonflight cards check`: how the texts of a card file are read, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from moonflight_solo.check.card_texts import CheckedFile, CheckedText, check_card_files
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.report import finding_json
from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import gather, is_path
from moonflight_solo.cli.output.terminal import Terminal, terminal
from moonflight_solo.own_jacks import own_jack
from moonflight_solo.rules.catalogue import plain as compared
from moonflight_solo.wording.text import one_line

_STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}


@click.command()
@click.argument(
    "files", metavar="FILE|JACK...", nargs=-1, required=True, shell_complete=shell.jack_or_file
)
@options.card_files
@options.edition
@options.json
@options.look
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    card_files: tuple[Path, ...],
    edition: str,
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Check card texts: how each is read, and what its words leave open.

    Each FILE is a card file, or a folder with one; a JACK is the suit of that Jack, and "starter"
    and "generic" are those cards. The exit code is 1 if a text will not run.
    """
    more = [own_jack(path).cards if path.is_dir() else path for path in card_files]
    checked = check_card_files([_path(each, edition) for each in files], edition, more)
    if as_json:
        click.echo(json.dumps([checked_json(each) for each in checked], ensure_ascii=False))
    else:
        screen = terminal(plain=plain, color=not no_color)
        for each in checked:
            show_checked(each, screen)
    if any(found.severity == "error" for each in checked for found in each.every()):
        context.exit(1)


def _path(words: str, edition: str) -> Path:
    """Return the card file meant by a path, a folder, a Jack's name or a group's."""
    if is_path(words) or Path(words).is_file():
        path = Path(words)
        return own_jack(path).cards if path.is_dir() else path
    gathered = gather(edition)
    for card in (*gathered.cards.starter, *gathered.cards.generic):
        if compared(words) == ("starter" if card.is_starter else "generic"):
            return Path(card.text.file)
    return Path(gathered.cards.suits[gathered.jack(words)].file)


# ---------------------------------------------------------------------------- for a person


def show_checked(checked: CheckedFile, screen: Terminal) -> None:
    """Show how each text of a card file is read, and what is found."""
    screen.say(f"{checked.title}: {checked.file}" if checked.title else checked.file, "bold")
    for found in checked.findings:
        _show_finding(found, screen)
    for text in checked.texts:
        _show_text(text, screen)
    _show_notes(checked, screen)
    screen.say(_sum(list(checked.every())), "bold")


def _show_text(checked: CheckedText, screen: Terminal) -> None:
    words = one_line(checked.text.words)
    when = "after the Turn" if checked.turned else "before the Turn"
    if screen.plain:
        screen.say(f"{checked.card}, {when}: " + (f'"{words}".' if words else "no text."))
    else:
        screen.show(Text(f"  {checked.card}", "bold").append(f"  {when}", "dim"))
        screen.say(f"    {words or '(no text)'}")
    for part in checked.parts:
        screen.say(f"{'' if screen.plain else '    = '}{part.kind}: {part.says}")
    for found in checked.findings:
        if found.severity != "note":
            _show_finding(found, screen)


def _show_finding(found: Finding, screen: Terminal) -> None:
    indent = "" if screen.plain else "      "
    heading = f"{indent}{found.severity} {found.code}, {found.place}: "
    words = f'"{found.words}": ' if found.words else ""
    screen.show(Text(heading, _STYLES[found.severity]).append(f"{words}{found.because}"))
    if found.remedy:
        screen.say(f"{indent}{found.remedy}")
    for number, each in enumerate(found.readings, 1):
        screen.say(f"{indent}({number}) {each.says}")


def _show_notes(checked: CheckedFile, screen: Terminal) -> None:
    """Show what is not printed, each gap once, with the cards that leave it open."""
    notes: dict[tuple[str, str, str], dict[str, None]] = {}
    for text in checked.texts:
        for found in text.findings:
            if found.severity == "note":
                gap = (found.code, found.because, found.ruling)
                notes.setdefault(gap, {})[text.card] = None
    if notes:
        screen.say("NOT PRINTED", "bold")
    indent = "" if screen.plain else "  "
    for (code, because, ruling), cards in sorted(notes.items()):
        ruled = f" [{ruling}]" if ruling else ""
        screen.say(f"{indent}{code}: {because}{ruled} {', '.join(cards)}.")


def _sum(findings: list[Finding]) -> str:
    counts = [
        (sum(found.severity == severity for found in findings), severity)
        for severity in ("error", "warning", "note")
    ]
    return ", ".join(f"{n} {what}{'' if n == 1 else 's'}" for n, what in counts) + "."


# -------------------------------------------------------------------------- for a program


def checked_json(checked: CheckedFile) -> dict[str, Any]:
    """Return what is found in a card file as plain data."""
    return {
        "file": checked.file,
        "cards_of": checked.title,
        "findings": [finding_json(found) for found in checked.findings],
        "texts": [
            {
                "card": text.card,
                "end": "after" if text.turned else "before",
                "text": one_line(text.text.words),
                "place": text.text.place(0),
                "reads": text.reads,
                "parts": [{"kind": part.kind, "says": part.says} for part in text.parts],
                "findings": [finding_json(found) for found in text.findings],
            }
            for text in checked.texts
        ],
    }

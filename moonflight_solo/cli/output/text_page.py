"""How card texts are read and what is wrong with them, for reading and as plain data."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from moonflight_solo.check.card_texts import CheckedFile, CheckedText
from moonflight_solo.check.finding import Finding
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.wording.text import one_line

_STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}


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
    return ", ".join(plural(n, what) for n, what in counts) + "."


# -------------------------------------------------------------------------- for a program


def checked_json(checked: CheckedFile) -> dict[str, Any]:
    """Return what is found in a card file as plain data."""
    return {
        "file": checked.file,
        "cards_of": checked.title,
        "findings": [found.as_json() for found in checked.findings],
        "texts": [
            {
                "card": text.card,
                "end": "after" if text.turned else "before",
                "text": one_line(text.text.words),
                "place": text.text.place(0),
                "reads": text.reads,
                "parts": [{"kind": part.kind, "says": part.says} for part in text.parts],
                "findings": [found.as_json() for found in text.findings],
            }
            for text in checked.texts
        ],
    }

"""An AI card's reasons, line by line: what was looked at, and why it was passed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from moonflight_solo.ai_cards.follower import Considered, Explanation
from moonflight_solo.cli.paint import wrap
from moonflight_solo.cli.terminal import Terminal

FOLLOWED = "followed"


def show_reasons(explanation: Explanation, heading: str, terminal: Terminal) -> None:
    """Put out every line that was looked at, with what came of it and the rulings it rests on."""
    terminal.say(heading, "bold")
    show_considered(explanation.considered, terminal)
    if not explanation.line:
        terminal.say("No line can be followed, so it passes (ruling A-pass).")


def show_considered(lines: Sequence[Considered], terminal: Terminal) -> None:
    """Put out each line that was looked at, one a line if plain."""
    for considered in lines:
        if terminal.plain:
            terminal.say(reason_sentence(considered))
        else:
            for line in _block(considered, terminal.width):
                terminal.show(line)


def reason_sentence(considered: Considered) -> str:
    """Return one line's fate as a sentence."""
    return (
        f"Line {considered.line}, {considered.status.replace('-', ' ')}: {considered.because}"
        f" ({_rulings(considered.rulings)}printed: {considered.words})"
    )


def as_json(considered: Sequence[Considered]) -> list[dict[str, Any]]:
    """Return the lines looked at as plain data."""
    return [
        {
            "line": each.line,
            "status": each.status,
            "because": each.because,
            "rulings": list(each.rulings),
        }
        for each in considered
    ]


def _block(considered: Considered, width: int) -> list[Text]:
    followed = considered.status == FOLLOWED
    lines = wrap(considered.words, width - 8, "bold" if followed else "dim")
    status = considered.status.replace("-", " ")
    lines += wrap(f"{status}: {considered.because}", width - 8, "green" if followed else "yellow")
    if considered.rulings:
        lines += wrap(_rulings(considered.rulings).rstrip("; "), width - 8, "dim italic")
    label = f"  {considered.line}"
    return [
        Text(label.ljust(8) if at == 0 else " " * 8, "bold").append_text(line)
        for at, line in enumerate(lines)
    ]


def _rulings(rulings: Sequence[str]) -> str:
    if not rulings:
        return ""
    return f"{'rulings' if len(rulings) > 1 else 'ruling'} {', '.join(rulings)}; "

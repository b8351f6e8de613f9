"""An AI card's reasons, line by line: what was looked at, and why it was passed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, Final

from rich.text import Text

from moonflight_solo.ai_cards.player import Considered, Explanation
from moonflight_solo.cli.output.paint import wrap
from moonflight_solo.cli.output.terminal import Terminal

FOLLOWED: Final = "followed"
PASSED_OVER: Final = "Passed over:"
WIDE: Final = 100
LABEL: Final = 7

# How many letters of a line's words are shown, the fewer the more lines there are; at last, only
# those for which there is room beside the reason.
LENGTHS: Final = (1_000, 60, 40, 24, 0)
LEAST: Final = 8


def show_reasons(explanation: Explanation, heading: str, terminal: Terminal) -> None:
    """Put out every line that was looked at, with what came of it and the rulings it rests on."""
    terminal.say(heading, "bold")
    if explanation.because:
        terminal.say(explanation.because)
        return
    show_considered(explanation.considered, terminal)
    if not explanation.line:
        terminal.say("No line can be followed, so it passes (ruling A-pass).")


def show_folded(explanation: Explanation, heading: str, terminal: Terminal, more: str) -> None:
    """Put out the line followed, in full, and those passed over by their numbers.

    ``more`` is what to type to see them all.
    """
    terminal.say(heading, "bold")
    if not explanation.line:
        terminal.say("No line can be followed, so it passes (ruling A-pass).")
    followed, others = _parted(explanation.considered)
    for each in followed:
        if terminal.plain:
            terminal.say(_sentence(each))
        else:
            rulings = f" [{', '.join(each.rulings)}]" if each.rulings else ""
            because = "" if each.because == explanation.notation else f" {each.because}"
            terminal.say(f"{each.line}  {each.words}{because}{rulings}")
    if others:
        groups = groupby(others, key=lambda each: each.status.replace("-", " "))
        told = [f"{_span([each.line for each in lines])} {why}" for why, lines in groups]
        terminal.say(f"{PASSED_OVER} {'; '.join(told)}. {more} shows them.", "dim")


def _span(lines: Sequence[str]) -> str:
    """Return the numbers of lines that stand one below the other."""
    return lines[0] if len(lines) == 1 else f"{lines[0]}-{lines[-1]}"


def _parted(lines: Sequence[Considered]) -> tuple[list[Considered], list[Considered]]:
    """Return the lines followed, and those passed over."""
    followed = [each for each in lines if each.status == FOLLOWED]
    return followed, [each for each in lines if each.status != FOLLOWED]


def show_considered(lines: Sequence[Considered], terminal: Terminal) -> None:
    """Put out the line followed, then those passed over; in few rows, or one a line if plain."""
    followed, others = _parted(lines)
    if terminal.plain:
        above = [PASSED_OVER] if others else []
        terminal.say_all([*map(_sentence, followed), *above, *map(_sentence, others)])
        return
    above_others = [Text(PASSED_OVER, "bold")] if others else []
    rows: list[Text] = []
    # As much of the words as leaves room for a heading and a prompt.
    for length in LENGTHS if terminal.width >= WIDE else LENGTHS[1:]:
        rows = [row for each in followed for row in _block(each, LENGTHS[0], terminal)]
        rows += above_others
        rows += [row for each in others for row in _block(each, length, terminal)]
        if len(rows) <= terminal.height - 2:
            break
    terminal.say_all(rows)


def _sentence(considered: Considered) -> str:
    """Return one line's fate as a sentence."""
    named = "rulings" if len(considered.rulings) > 1 else "ruling"
    rulings = f"{named} {', '.join(considered.rulings)}; " if considered.rulings else ""
    return (
        f"Line {considered.line}, {considered.status.replace('-', ' ')}: {considered.because}"
        f" ({rulings}printed: {considered.words})"
    )


def as_json(considered: Sequence[Considered]) -> list[dict[str, Any]]:
    """Return the lines looked at as plain data, without their words."""
    return [
        {name: value for name, value in asdict(each).items() if name != "words"}
        for each in considered
    ]


def _block(considered: Considered, length: int, terminal: Terminal) -> list[Text]:
    """Return a line's number, its words cut short, and the reason: in one row if that will do."""
    followed = considered.status == FOLLOWED
    width = terminal.width - LABEL
    reason = considered.because
    if considered.rulings:
        reason += f" [{', '.join(considered.rulings)}]"
    words = _cut(considered.words, length or width - len(reason) - 3, terminal.glyphs.more)
    style, words_style = ("green", "bold") if followed else ("yellow", "dim")
    if not words:
        lines = wrap(reason, width, style)
    elif len(words) + 2 + len(reason) <= width:
        lines = [Text().append(words, words_style).append("  ").append(reason, style)]
    else:
        lines = [*wrap(words, width, words_style), *wrap(reason, width, style)]
    labels = [f"  {considered.line}", *[""] * len(lines)]
    return [
        Text(label.ljust(LABEL), "bold").append_text(line)
        for label, line in zip(labels, lines, strict=False)
    ]


def _cut(words: str, length: int, more: str) -> str:
    """Return words with a sign after the first ``length`` letters; "" if that is next to none."""
    if len(words) <= length:
        return words
    return words[:length].rstrip() + more if length >= LEAST else ""

"""What a rewording changes, of an AI card or of a suit, and what might be printed instead."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from moonflight_solo.check.diff.comparison import Difference
from moonflight_solo.cli.output.first_page import price_words, short, side_heading, table_words
from moonflight_solo.cli.output.paint import Page
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.written import put

if TYPE_CHECKING:  # who compares AI cards waits neither for suits nor for what mends
    from moonflight_solo.check.diff.suits import SuitDifference
    from moonflight_solo.check.finding import Price
    from moonflight_solo.check.fix.fixer import Fixed


def show_difference(found: Difference, games: int, screen: Terminal) -> None:
    """Put out the lines that are not as they were, then what changes for the card as a whole.

    ``games`` is how many games of each card were looked at.
    """
    moved = [each for each in found.lines if each.verdict != "same" or each.pair.moved]
    changed = [each for each in found.lines if each in moved or each.reworded]
    parts = groupby(changed, key=lambda each: side_heading(each.turned, each.section))
    lines = {
        (shown.scenario, shown.section): each.pair.new or each.pair.old
        for each in found.lines
        for shown in each.shown
    }
    told = ((each, lines.get((each.scenario, each.section))) for each in found.shown)
    put(
        "diff",
        Page(screen, indents=True),
        found=found,
        games=games,
        parts=[(part, list(changes)) for part, changes in parts],
        unchanged=len(found.lines) - len(changed),
        moved=moved,
        whole=[(shown, line and line.number) for shown, line in told],
        table_words=table_words,
    )


def show_suits(found: SuitDifference, screen: Terminal) -> None:
    """Put out which cards of a suit are other, and what is not."""
    changed = [each for each in found.cards if each.changed]
    unseen = any(text.verdict == "seems same" for card in changed for text in card.texts)
    page = Page(screen, indents=True)
    put("suits", page, found=found, changed=changed, unseen=unseen, table_words=table_words)


def show_fixed(found: Fixed, prices: Mapping[str, Price], screen: Terminal) -> None:
    """Put out every rewording with its proof, what no words mend, and what becomes of the card."""
    shown = {(fix.finding.code, fix.line) for fix in found.fixes if not fix.made}
    left = [each for each in found.left if (each.code, each.line) not in shown]
    page = Page(screen, indents=True)
    words = {"table_words": table_words, "price_words": price_words, "short": short}
    put("fix", page, found=found, prices=prices, left=left, **words)

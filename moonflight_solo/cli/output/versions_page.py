"""What a rewording changes, of an AI card or of a suit, and what might be printed instead."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final

from moonflight_solo.check.diff.comparison import Difference, LineChange
from moonflight_solo.check.diff.disagree import Shown
from moonflight_solo.check.diff.suits import ChangedCard, SuitDifference, TextChange
from moonflight_solo.cli.output.first_page import price_words, short, side_heading, table_words
from moonflight_solo.cli.output.paint import Page
from moonflight_solo.cli.output.terminal import Terminal, plural

if TYPE_CHECKING:  # who compares AI cards waits neither for suits nor for what mends
    from moonflight_solo.check.diff.suits import ChangedCard, SuitDifference, TextChange
    from moonflight_solo.check.finding import Price
    from moonflight_solo.check.fix.fixer import Fix, Fixed

_TEXTS: Final = {
    "same": "the same, in other words",
    "seems same": "no difference was seen on any table tried",
    "wider": "wider: it does something where the old one did nothing, elsewhere the same",
    "narrower": "narrower: it does nothing where the old one did something, elsewhere the same",
    "other": "does something else",
}


class _Page(Page):
    """A page that is indented, plain or not: old words above new ones, and tables below."""

    def __init__(self, screen: Terminal) -> None:
        super().__init__(screen, indents=True)

    def words(self, indent: int, old: str = "", new: str = "") -> None:
        """Put out old words in red and new ones in green, where there are any."""
        for sign, words, style in (("-", old, "red"), ("+", new, "green")):
            if words:
                self.put(f"{sign} {words}", indent, style, hanging=2)

    def table(self, heading: str, shown: Shown, indent: int) -> None:
        """Put out a table, and what the old words and the new ones do there."""
        first, *others = table_words(shown.scenario)
        self.put(f"{heading}: {first}", indent, hanging=2)
        for row in others:
            self.put(row, indent + 2, hanging=2)
        self.does(shown, indent + 2)

    def does(self, shown: Shown, indent: int, style: str = "") -> None:
        """Put out what the old words and the new ones do."""
        self.put(f"OLD {shown.old}", indent, style, hanging=4)
        self.put(f"NEW {shown.new}", indent, style, hanging=4)


# ------------------------------------------------------------------------- of an AI card


def show_difference(found: Difference, games: int, screen: Terminal) -> None:
    """Put out the lines that are not as they were, then what changes for the card as a whole.

    ``games`` is how many games of each card were looked at.
    """
    page = _Page(screen)
    page.put(f"{found.new.title}", style="bold")
    page.put(f"OLD {found.old.file}")
    page.put(f"NEW {found.new.file}")
    changed = [
        each for each in found.lines if each.verdict != "same" or each.reworded or each.pair.moved
    ]
    for part, changes in groupby(changed, key=lambda each: side_heading(each.turned, each.section)):
        page.put(part, style="bold")
        for change in changes:
            old, new = change.pair.old, change.pair.new
            page.put(f"{_called(change)}: {_verdict(change)}", 2, "bold")
            if old is None or new is None or change.reworded:
                page.words(4, old.words if old else "", new.words if new else "")
            for shown in change.shown:
                _show_table(shown, page)
    unchanged = len(found.lines) - len(changed)
    if unchanged:
        what = "1 line is" if unchanged == 1 else f"{unchanged} lines are"
        page.put(f"{what} word for word the same, in the same order.")
    page.put("THE WHOLE CARD", style="bold")
    _show_whole(found, games, page)


def _show_table(shown: Shown, page: _Page) -> None:
    page.table("the line by itself, on this table" if shown.alone else "on this table", shown, 4)
    if shown.alone:
        page.put("An earlier line is followed first on every such table found.", 6)


def _show_whole(found: Difference, games: int, page: _Page) -> None:
    if found.verdict == "same":
        alike = "every line means what it meant, in the same place"
        if any(each.verdict != "same" or each.pair.moved for each in found.lines):
            alike = "on no table is another of the lines that differ followed"
        page.put(f"Same, proved: {alike}.", 2)
    elif found.verdict == "seems same":
        page.put(
            f"No difference was seen on {found.tables} tables: small ones, and those of "
            f"{games} games of each card. That is no proof.",
            2,
        )
    told = {(s.scenario, s.section): each for each in found.lines for s in each.shown}
    for shown in found.shown:
        when = "after" if shown.scenario.turned else "before"
        reset = ", in Reset" if shown.section == "reset" else ""
        change = told.get((shown.scenario, shown.section))
        if change is not None:
            line = _called(change).partition(",")[0].lower()
            page.put(f"Different {when} the Turn{reset}, as on a table of {line}.", 2)
        else:
            page.put(f"Different {when} the Turn{reset}:", 2)
            _show_table(shown, page)


def _called(change: LineChange) -> str:
    old, new, moved = change.pair.old, change.pair.new, change.pair.moved
    unit = new or old
    assert unit is not None
    if new is None or old is None or old.number == new.number:
        return f"Line {unit.number}{', moved' if moved else ''}"
    return f"Line {new.number}, {'moved from' if moved else 'was'} {old.number}"


def _verdict(change: LineChange) -> str:
    if change.verdict == "same":
        told = f"same meaning, other words ({change.certainty})"
        return told if change.reworded else "word for word the same"
    if change.verdict in ("new", "gone"):
        unseen = change.certainty.startswith(("no difference", "proved"))
        return f"{change.verdict}; {change.certainty}" if unseen else change.verdict
    return {
        "seems same": f"other words; {change.certainty}",
        "narrower": f"narrower, followed on fewer tables ({change.certainty})",
        "wider": f"wider, followed on more tables ({change.certainty})",
    }.get(change.verdict, change.verdict)


# ----------------------------------------------------------------------------- of a suit


def show_suits(found: SuitDifference, screen: Terminal) -> None:
    """Put out which cards of a suit are other, and what is not."""
    page = _Page(screen)
    page.put(f"Jack o' {found.jack}", style="bold")
    changed = [each for each in found.cards if each.changed]
    for change in changed:
        _show_card(change, page)
    unchanged = len(found.cards) - len(changed)
    page.put(f"{unchanged} of {len(found.cards)} cards, the character with them, are as they were.")
    if any(text.verdict == "seems same" for card in changed for text in card.texts):
        page.put(f"What no difference was seen of was tried on {found.tables} tables: no proof.")


def _show_card(change: ChangedCard, page: _Page) -> None:
    card = change.new or change.old
    assert card is not None
    state = ": new" if change.old is None else ": gone" if change.new is None else ""
    page.put(f"{card.name} / {card.flipped.name}{state}", 2, "bold")
    for value in change.values:
        page.put(value, 4)
    for text in change.texts:
        if text.reworded:
            _show_text(text, page)


def _show_text(text: TextChange, page: _Page) -> None:
    when = "after" if text.turned else "before"
    page.put(f"text {when} the Turn: {_TEXTS[text.verdict]}", 4)
    page.words(6, text.old.words or "(no text)", text.new.words or "(no text)")
    for label, said in (("no longer", text.gone), ("now", text.come)):
        for words in said:
            page.put(f"{label}, while in play: {words}", 6, hanging=2)
    if text.shown is not None:
        page.table("played on this table", text.shown, 6)


# ------------------------------------------------------------------ what to print instead


def show_fixed(found: Fixed, prices: Mapping[str, Price], screen: Terminal) -> None:
    """Put out every rewording with its proof, what no words mend, and what becomes of the card."""
    page = _Page(screen)
    made = [fix for fix in found.fixes if fix.made]
    told = f"{plural(len(made), 'rewording')}, {found.mended} of {len(found.report.findings)}"
    page.put(f"{found.old.title}: {told} findings mended", style="bold")
    for fix in found.fixes:
        _show_fix(fix, prices.get(fix.line), page)
    shown = {(fix.finding.code, fix.line) for fix in found.fixes if not fix.made}
    left = [each for each in found.left if (each.code, each.line) not in shown]
    if left:
        page.put("NO WORDS, OR NONE NEEDED", style="bold")
    for each in left:
        page.put(f"{short(each.line)}, {each.code}: {each.because}", 2, hanging=2)
    page.put("THE CLEANED CARD", style="bold")
    tables = f"No difference was seen on {found.whole.tables} tables; that is no proof."
    whole = {"same": "It does the same as the print on every table (proved).", "seems same": tables}
    page.put(whole.get(found.whole.verdict, "It plays otherwise than the print, as asked for."), 2)
    ids = [each.id for each in found.new.rulings]
    needs = f"It needs these rulings on its words: {', '.join(ids)}." if ids else ""
    page.put(needs or "It needs no ruling on its words.", 2)


def _show_fix(fix: Fix, price: Price | None, page: _Page) -> None:
    verdict = {
        "same": f"same ({fix.certainty})",
        "seems same": f"same {fix.certainty}",
        "changes play": "changes play" + ("" if fix.made else ", not made without --unsafe"),
    }[fix.verdict]
    page.put(f"{short(fix.line)}, {fix.finding.code}: {verdict}", 0, "bold")
    page.words(2, fix.before, fix.after if fix.after != fix.before else "")
    page.words(2, new=f"({fix.besides})" if fix.besides else "")
    if fix.verdict != "changes play":
        return
    if fix.shown is not None:
        page.put(f"on {'; '.join(table_words(fix.shown.scenario))}", 4, "dim", hanging=2)
        page.does(fix.shown, 4, "dim")
    if price is not None:
        page.put(f"{price_words(price)} ({price.games} games)", 4, "dim", hanging=2)

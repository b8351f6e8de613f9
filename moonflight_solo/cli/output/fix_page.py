"""Rewordings of an AI card beside the print, each with how it is known to play the same."""

from __future__ import annotations

from collections.abc import Mapping

from moonflight_solo.check.finding import Price
from moonflight_solo.check.fix.fixer import Fix, Fixed
from moonflight_solo.cli.output.first_page import price_words, short
from moonflight_solo.cli.output.page import Page, table_words
from moonflight_solo.cli.output.terminal import Terminal, plural


def show_fixed(found: Fixed, prices: Mapping[str, Price], screen: Terminal) -> None:
    """Put out every rewording with its proof, what no words mend, and what becomes of the card."""
    page = Page(screen, indents=True)
    made = [fix for fix in found.fixes if fix.made]
    told = f"{plural(len(made), 'rewording')}, {found.mended} of {len(found.report.findings)}"
    page.put(f"{found.old.title}: {told} findings mended", style="bold")
    for fix in found.fixes:
        _show(fix, prices.get(fix.line), page)
    shown = {(fix.finding.code, fix.line) for fix in found.fixes if not fix.made}
    left = [each for each in found.left if (each.code, each.line) not in shown]
    if left:
        page.put("NO WORDS, OR NONE NEEDED", style="bold")
    for each in left:
        page.put(f"{short(each.line)}, {each.code}: {each.because}", 2, hanging=2)
    page.put("THE CLEANED CARD", style="bold")
    page.put(_whole(found), 2)
    ids = [each.id for each in found.new.rulings]
    needs = f"It needs these rulings on its words: {', '.join(ids)}." if ids else ""
    page.put(needs or "It needs no ruling on its words.", 2)


def _whole(found: Fixed) -> str:
    if found.whole.verdict == "same":
        return "It does the same as the print on every table (proved)."
    if found.whole.verdict == "seems same":
        return f"No difference was seen on {found.whole.tables} tables; that is no proof."
    return "It plays otherwise than the print, as asked for."


def _show(fix: Fix, price: Price | None, page: Page) -> None:
    verdict = {
        "same": f"same ({fix.certainty})",
        "seems same": f"same {fix.certainty}",
        "changes play": "changes play" + ("" if fix.made else ", not made without --unsafe"),
    }[fix.verdict]
    page.put(f"{short(fix.line)}, {fix.finding.code}: {verdict}", 0, "bold")
    page.put(f"- {fix.before}", 2, "red", hanging=2)
    if fix.after and fix.after != fix.before:
        page.put(f"+ {fix.after}", 2, "green", hanging=2)
    if fix.besides:
        page.put(f"+ ({fix.besides})", 2, "green", hanging=2)
    if fix.shown is not None and fix.verdict == "changes play":
        page.put(f"on {'; '.join(table_words(fix.shown.scenario))}", 4, "dim", hanging=2)
        page.put(f"OLD {fix.shown.old}", 4, "dim", hanging=4)
        page.put(f"NEW {fix.shown.new}", 4, "dim", hanging=4)
    if price is not None and fix.verdict == "changes play":
        page.put(f"{price_words(price)} ({price.games} games)", 4, "dim", hanging=2)

"""What a rewording of an AI card changes, as a page for reading."""

from __future__ import annotations

from itertools import groupby

from moonflight_solo.check.diff.comparison import Difference, LineChange
from moonflight_solo.check.diff.disagree import Shown
from moonflight_solo.cli.output.page import Page, side_heading, table_words
from moonflight_solo.cli.output.terminal import Terminal


def show_difference(found: Difference, games: int, screen: Terminal) -> None:
    """Put out the lines that are not as they were, then what changes for the card as a whole.

    ``games`` is how many games of each card were looked at.
    """
    page = Page(screen, indents=True)
    page.put(f"{found.new.title}", style="bold")
    page.put(f"OLD {found.old.file}")
    page.put(f"NEW {found.new.file}")
    changed = [
        each for each in found.lines if each.verdict != "same" or each.reworded or each.pair.moved
    ]
    for part, changes in groupby(changed, key=lambda each: side_heading(each.turned, each.section)):
        page.put(part, style="bold")
        for change in changes:
            _show_line(change, page)
    unchanged = len(found.lines) - len(changed)
    if unchanged:
        what = "1 line is" if unchanged == 1 else f"{unchanged} lines are"
        page.put(f"{what} word for word the same, in the same order.")
    _show_whole(found, games, page)


def _show_line(change: LineChange, page: Page) -> None:
    old, new = change.pair.old, change.pair.new
    page.put(f"{_called(change)}: {_verdict(change)}", 2, "bold")
    if old is not None and (new is None or change.reworded):
        page.put(f"- {old.words}", 4, "red", hanging=2)
    if new is not None and (old is None or change.reworded):
        page.put(f"+ {new.words}", 4, "green", hanging=2)
    for shown in change.shown:
        _show_table(shown, page)


def _show_table(shown: Shown, page: Page) -> None:
    heading = "the line by itself, on this table" if shown.alone else "on this table"
    first, *others = table_words(shown.scenario)
    page.put(f"{heading}: {first}", 4, hanging=2)
    for row in others:
        page.put(row, 6, hanging=2)
    page.put(f"OLD {shown.old}", 6, hanging=4)
    page.put(f"NEW {shown.new}", 6, hanging=4)
    if shown.alone:
        page.put("An earlier line is followed first on every such table found.", 6)


def _show_whole(found: Difference, games: int, page: Page) -> None:
    page.put("THE WHOLE CARD", style="bold")
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
    old, new = change.pair.old, change.pair.new
    if old is None or new is None:
        unit = new or old
        assert unit is not None
        return f"Line {unit.number}"
    if old.number == new.number:
        return f"Line {new.number}{', moved' if change.pair.moved else ''}"
    return f"Line {new.number}, {'moved from' if change.pair.moved else 'was'} {old.number}"


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

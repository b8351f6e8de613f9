"""What a rewording of an AI card changes, as a page for reading."""

from __future__ import annotations

from itertools import groupby

from moonflight_solo.check.diff.comparison import Difference, LineChange
from moonflight_solo.check.diff.two_cards import Shown
from moonflight_solo.cli.output.paint import wrap
from moonflight_solo.cli.output.small_table import table_words
from moonflight_solo.cli.output.terminal import Terminal


def show_difference(found: Difference, games: int, screen: Terminal) -> None:
    """Put a difference out for reading; ``games`` is how many games of each were looked at."""
    _Page(found, games, screen).show()


class _Page:
    """A difference put out for reading: the lines that are not as they were, then the whole."""

    def __init__(self, found: Difference, games: int, screen: Terminal) -> None:
        self._found = found
        self._games = games
        self._screen = screen

    def show(self) -> None:
        """Put all of it out."""
        found = self._found
        self._say(f"{found.new.title}", style="bold")
        self._say(f"OLD {found.old.file}")
        self._say(f"NEW {found.new.file}")
        changed = [each for each in found.lines if _changed(each)]
        for part, changes in groupby(changed, key=_part):
            self._say(part, style="bold")
            for change in changes:
                self._line(change)
        unchanged = len(found.lines) - len(changed)
        if unchanged:
            what = "1 line is" if unchanged == 1 else f"{unchanged} lines are"
            self._say(f"{what} word for word the same, in the same order.")
        self._whole()

    def _line(self, change: LineChange) -> None:
        old, new = change.pair.old, change.pair.new
        self._say(f"{_called(change)}: {_verdict(change)}", 2, "bold")
        if old is not None and (new is None or change.reworded):
            self._say(f"- {old.words}", 4, "red", hanging=2)
        if new is not None and (old is None or change.reworded):
            self._say(f"+ {new.words}", 4, "green", hanging=2)
        for shown in change.shown:
            self._table(shown)

    def _table(self, shown: Shown) -> None:
        heading = "on this table" if not shown.alone else "the line by itself, on this table"
        self._say(f"{heading}: {table_words(shown.scenario)[0]}", 4, hanging=2)
        for row in table_words(shown.scenario)[1:]:
            self._say(row, 6, hanging=2)
        self._say(f"OLD {shown.old}", 6, hanging=4)
        self._say(f"NEW {shown.new}", 6, hanging=4)
        if shown.alone:
            self._say("An earlier line is followed first on every such table found.", 6)

    def _whole(self) -> None:
        found = self._found
        self._say("THE WHOLE CARD", style="bold")
        if found.verdict == "same":
            alike = "every line means what it meant, in the same place"
            if any(each.verdict != "same" or each.pair.moved for each in self._found.lines):
                alike = "on no table is another of the lines that differ followed"
            self._say(f"Same, proved: {alike}.", 2)
        elif found.verdict == "seems same":
            self._say(
                f"No difference was seen on {found.tables} tables: small ones, and those of "
                f"{self._games} games of each card. That is no proof.",
                2,
            )
        told = {(s.scenario, s.section): each for each in found.lines for s in each.shown}
        for shown in found.shown:
            when = "after" if shown.scenario.turned else "before"
            reset = ", in Reset" if shown.section == "reset" else ""
            change = told.get((shown.scenario, shown.section))
            if change is not None:
                line = _called(change).partition(",")[0].lower()
                self._say(f"Different {when} the Turn{reset}, as on a table of {line}.", 2)
                continue
            self._say(f"Different {when} the Turn{reset}:", 2)
            self._table(shown)

    def _say(self, words: str, indent: int = 0, style: str = "", hanging: int = 0) -> None:
        """Put out words, wrapped at the screen's width, all but the first line ``hanging``."""
        if self._screen.plain:
            self._screen.say(" " * indent + words)
            return
        width = min(self._screen.width, 100) - indent - hanging
        for at, line in enumerate(wrap(words, width, style)):
            self._screen.say(" " * (indent + (hanging if at else 0)) + line.plain, style)


def _changed(change: LineChange) -> bool:
    return change.verdict != "same" or change.reworded or change.pair.moved


def _part(change: LineChange) -> str:
    side = "AFTER THE TURN" if change.turned else "BEFORE THE TURN"
    return f"{side}, RESET" if change.section == "reset" else side


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
        return "same meaning, other words (proved)" if change.reworded else "word for word the same"
    if change.verdict == "seems same":
        return f"other words; {change.certainty}"
    if change.verdict == "narrower":
        return f"narrower, followed on fewer tables ({change.certainty})"
    if change.verdict == "wider":
        return f"wider, followed on more tables ({change.certainty})"
    if change.verdict == "different":
        return "different"
    if change.certainty.startswith("no difference"):
        return f"{change.verdict}; {change.certainty}"
    return change.verdict

"""`moonflight ai diff`: what a rewording of an AI card changes in what it does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import click

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.check.diff.both import Shown
from moonflight_solo.check.diff.comparison import Difference, LineChange, as_json, difference
from moonflight_solo.check.small_tables.outcomes import Outcome
from moonflight_solo.cli import options, shell
from moonflight_solo.cli.gathering import gather_for_ai
from moonflight_solo.cli.paint import wrap
from moonflight_solo.cli.seating import warn_of_stale
from moonflight_solo.cli.sketches import save_scenario, table_words
from moonflight_solo.cli.terminal import Terminal, terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.rulings import printed_rulings

SAME, DIFFERENT, TROUBLE = 0, 1, 2


@click.command()
@click.argument("old", metavar="OLD", shell_complete=shell.jack_or_file)
@click.argument("new", metavar="NEW", shell_complete=shell.jack_or_file)
@options.look_in_games(20, "Look at the tables of that many games of each card too.")
@options.save_scenarios
@options.card_files
@options.edition
@options.rulings
@options.json
@options.look
@click.pass_context
def command(
    context: click.Context,
    old: str,
    new: str,
    games: int,
    directory: Path | None,
    card_files: tuple[Path, ...],
    edition: str,
    rulings: tuple[str, ...],
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Say what a rewording changes: line by line from OLD to NEW, and for the card as a whole.

    OLD and NEW are AI cards of one Jack, each a Jack's name (the printed card), a file or a folder.
    A line is the same, narrower (followed on fewer tables), wider, or different, and shown with
    the smallest table found on which that is seen.

    Exit codes, as `diff` has them: 0 if the cards do the same or no difference was seen, 1 if they
    act otherwise, 2 for trouble, such as a card that cannot be read.
    """
    try:
        found = _difference(old, new, games, card_files, edition, rulings)
    except MoonflightError as error:
        click.echo(f"moonflight: {error}", err=True)
        context.exit(TROUBLE)
    if directory is not None:
        _save(found, directory)
    if as_json:
        click.echo(_json(found))
    else:
        show_difference(found, games, terminal(plain=plain, color=not no_color))
    context.exit(DIFFERENT if found.verdict == "different" else SAME)


def _json(found: Difference) -> str:
    return json.dumps(as_json(found), ensure_ascii=False)


def _difference(
    old: str,
    new: str,
    games: int,
    card_files: tuple[Path, ...],
    edition: str,
    rulings: tuple[str, ...],
) -> Difference:
    gathered = gather_for_ai(edition, card_files, [old, new])
    cards: list[AICard] = []
    for words in (old, new):
        card = load_ai_card(gathered.ai_card(words), gathered.cards)
        warn_of_stale(card)
        cards.append(card)
    chosen = printed_rulings().switch(options.switched(rulings))
    return difference(cards[0], cards[1], gathered.cards, games, chosen)


# ------------------------------------------------------------------------------ as a page


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
        self._say(f"{heading}: {table_words(shown.sketch)[0]}", 4, hanging=2)
        for row in table_words(shown.sketch)[1:]:
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
        told = {(s.sketch, s.section): each for each in found.lines for s in each.shown}
        for shown in found.shown:
            when = "after" if shown.sketch.turned else "before"
            reset = ", in Reset" if shown.section == "reset" else ""
            change = told.get((shown.sketch, shown.section))
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


# ------------------------------------------------------------------------- as scenario files


def _save(found: Difference, directory: Path) -> None:
    for name, shown in _named(found):
        title = f"OLD {shown.old}. NEW {shown.new}."
        note = (
            f"Shows what differs between {found.old.file} and {found.new.file}.\n"
            "What is expected is what NEW does."
        )
        expect = _expected(shown.new_outcome)
        if shown.alone or shown.section == "reset":
            expect, note = {}, note.splitlines()[0]
        save_scenario(directory, name, shown.sketch.as_scenario(title, expect), note)


def _expected(done: Outcome) -> dict[str, object]:
    expected: dict[str, object] = {"line": done.line, "notation": done.notation}
    if done.targets:
        expected["targets"] = list(done.targets)
    return expected


def _named(found: Difference) -> Iterator[tuple[str, Shown]]:
    """Yield every table shown with a name of its own for its file."""
    for change in found.lines:
        unit = change.pair.new or change.pair.old
        assert unit is not None
        side = "post" if change.turned else "pre"
        part = "-reset" if change.section == "reset" else ""
        gone = "-gone" if change.pair.new is None else ""
        for at, shown in enumerate(change.shown, 1):
            number = f"-{at}" if len(change.shown) > 1 else ""
            yield f"{side}{part}-{unit.number}{gone}{number}", shown
    for shown in found.shown:
        side = "post" if shown.sketch.turned else "pre"
        part = "-reset" if shown.section == "reset" else ""
        yield f"whole-{side}{part}", shown

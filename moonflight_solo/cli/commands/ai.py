"""`moonflight ai show` and `ai step`: AI cards as printed, and what they do on a given table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final, Literal, TypeVar

import click

from moonflight_solo.ai_cards.card import AICard, load_ai_card, rulings_for
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.how_to_read import with_counts
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.step import step as step_scenario
from moonflight_solo.ai_cards.underspecified.listing import slots_of
from moonflight_solo.ai_cards.underspecified.slot import LineContext
from moonflight_solo.by_hand.chart import Chart, ChartRow, chart
from moonflight_solo.cli import args
from moonflight_solo.cli.answers.act_answers import StepAnswer
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.loading import GivenGame
from moonflight_solo.cli.output.markup import WIDEST
from moonflight_solo.cli.output.streams import word_wrapped
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.cli.output.why import show_considered
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.recorded_games.decks import ai_deck, load_checked
from moonflight_solo.scenario import load_scenario
from moonflight_solo.userfiles import write_file
from moonflight_solo.warning import warn
from moonflight_solo.wording.english import english

ChartKind = Literal["table", "flow"]

CARD: Final = (70, 120)
"""Size of a card in millimetres: a Tarot card, as in the boxed game."""
_TEXT: Final = 42
"""Width of the boxes in the picture, in characters."""

S = TypeVar("S")
T = TypeVar("T")


@args.command()
def show(
    source: Words = args.sources(),
    read: bool = args.flag("Also show how each line is read."),
    code: bool = args.flag("Also show each side as the Python that plays it."),
    table: bool = args.flag("Show it as a decision table."),
    flow: bool = args.flag("Show it as a flowchart."),
    to: Path | None = args.new_path(
        "Write the table or flowchart to a file: .svg, or .html for printing.",
        dir_okay=False,
    ),
    given: GivenGame = args.given("rulings", "card_files", "edition"),
    screen: Terminal = args.screen,
) -> None:
    """Show an AI card as printed: that of a JACK, or one in a FILE or folder.

    --read shows how each line is read under the rulings in force, and which rulings fill its gaps.
    --code shows the words as code: a function for each side, each printed line above its code.
    --table and --flow leave out conditions that earlier rows decide, and are proved to give the
    same acts as the lines.
    """
    if table and flow:
        raise UsageError("give only one of --table and --flow.")
    name = " ".join(source)
    loaded = given.load_for_ai([name])
    cards = loaded.cards
    card = load_checked(loaded.ai_card(name), cards)
    rulings = rulings_for([card], given.ruling_choices)
    basis = Basis(cards, rulings)
    if table or flow:
        _show_chart(card, basis, "table" if table else "flow", to, screen)
        return
    if to is not None:
        raise UsageError("--to writes a table or a flowchart; add --table or --flow.")
    screen.say(card.title, "bold")
    screen.say_all(card.printed.splitlines())
    player = AICardPlayer(card, cards, rulings)  # fail here rather than in a game
    for turned, lines in enumerate(player.code(tuple(cards.suits)) if code else ()):
        screen.say(f"WRITTEN AS CODE, {'AFTER' if turned else 'BEFORE'} THE TURN", "bold")
        screen.say_all(lines)
    if not read:
        return
    screen.say("HOW IT IS READ", "bold")
    for line in card.lines:
        turned = line.printed.turned
        side = "after" if turned else "before"
        section = " (Reset)" if line.printed.section == "reset" else ""
        slots = slots_of(LineContext(line, card.below(line), basis, card.jack))
        filling = (slot.ruling for slot in slots if slot.by == "ruling")
        ruled = ", ".join(dict.fromkeys((*line.ruled_by, *filling)))
        said = english(with_counts(line.meaning, exactly=rulings.bare_is_exact(turned))).rstrip(".")
        screen.say(f"{line.number}, {side} the Turn{section}: {said}.{f' [{ruled}]' * bool(ruled)}")


def _show_chart(
    card: AICard, basis: Basis, kind: ChartKind, to: Path | None, screen: Terminal
) -> None:
    sides = [turned for turned in (False, True) if card.main_lines(turned)]
    charts = [chart(card, turned, basis) for turned in sides]
    if to is None:
        show_chart(charts, kind, screen)
        return
    if to.suffix.lower() not in (".svg", ".html"):
        raise UsageError(f"{to}: name a file that ends in .svg or .html.")
    if to.exists():
        raise UsageError(f"{to} already exists; name a new file.")
    write_file(to, drawn_sides(charts, kind, to.suffix.lower()))
    screen.say(f"Written to {to}.")


@args.command()
def step(
    files: Words = args.argument(metavar="FILE...", nargs=-1, required=True),
    given: GivenGame = args.given("ai_files", "card_files", "rulings"),
    screen: Terminal = args.answer,
) -> None:
    """Show which AI-card line is followed in the position in each FILE, and why.

    A file with `expect` is a test: if the result is different, the exit code is 1. A file with an
    error is reported; the other files are still run.
    """
    loaded = given.load_for_ai([os.path.abspath(file) for file in given.ai_files])
    own = ai_deck(loaded.cards, given.ai_files, given.ruling_choices).cards
    scenarios = list(_try_each(lambda file: load_scenario(file, (*loaded.cards.own_files,)), files))
    failed = len(scenarios) < len(files)
    seated = {seat.jack for scenario in scenarios for seat in scenario.table().seats}
    for jack in own:
        if jack not in seated and not failed:
            raise UsageError(f"nobody plays {jack} in these files, so its AI card has no seat.")
    for jack, path in loaded.ai_cards.items():
        if jack in seated and jack not in own:
            own = {**own, jack: load_ai_card(path, loaded.cards)}
    steps = 0
    for result in _try_each(
        lambda scenario: step_scenario(scenario, own, given.in_force), scenarios
    ):
        steps += 1
        if screen.as_json:
            print_json(StepAnswer.of(result))
        else:
            line = f"line {result.line}" if result.line else "no line"
            screen.say(f"{result.file}: {line}, {result.notation}", "bold")
            if result.targets:
                screen.say(f"Chosen for it: {', '.join(result.targets)}.")
            show_considered(result.considered, screen)
        for mismatch in result.mismatches:
            failed = True
            warn(f"{result.file}: {mismatch}")
    if failed or steps < len(scenarios):
        raise click.exceptions.Exit(1)


def _try_each(work: Callable[[S], T], things: Iterable[S]) -> Iterator[T]:
    """Yield ``work(each)`` for each thing, warning about errors and skipping them."""
    for each in things:
        try:
            yield work(each)
        except MoonflightError as error:
            warn(error)


# ----------------------------------------------------------------------------- charts


def show_chart(charts: Sequence[Chart], kind: ChartKind, screen: Terminal) -> None:
    """Print both sides of a card as a table or a flowchart."""
    lines = {"table": _table, "flow": _flow}[kind]
    for each in charts:
        screen.say(_title(each), "bold")
        if screen.plain:
            screen.say_all(_sentence(row, kind) for row in each.rows)
        else:
            screen.say_all(lines(each, min(screen.width, WIDEST + 20)))
        screen.say_all(_foot(each))
        screen.say()


def drawn_sides(charts: Sequence[Chart], kind: ChartKind, ending: str) -> str:
    """Return both sides of a card as one SVG picture, or as HTML with a card-sized page each.

    ``ending`` is the file's extension: ".svg" or ".html".
    """
    from moonflight_solo.playtest.report.sections import PAGES  # slow to import

    sides = [
        {
            "title": _title(each),
            "rows": [
                (row, _when(row), _does(row), *_lines(row, _TEXT, _TEXT)) for row in each.rows
            ],
            "foot": _foot(each),
        }
        for each in charts
    ]
    return PAGES.text(f"chart{ending}", title=charts[0].title, sides=sides, kind=kind, card=CARD)


def _title(chart: Chart) -> str:
    return f"{chart.title}, {'after' if chart.turned else 'before'} the Turn"


def _foot(chart: Chart) -> list[str]:
    rows = [f"Reset: {line}" for line in chart.reset]
    if chart.left_out:
        rows.append(f"Left out because never followed: line {', '.join(chart.left_out)}.")
    proved = " It gives the same acts as the lines (proved)." * chart.proved
    return [*rows, f"Follow the first row that applies.{proved}"]


def _when(row: ChartRow) -> tuple[str, ...]:
    return row.when or ("always",)


def _does(row: ChartRow) -> str:
    return " ".join((row.does, *(f"({each})" for each in row.below)))


def _sentence(row: ChartRow, kind: ChartKind) -> str:
    if kind == "table":
        return f"{row.number}: {'; '.join(_when(row))}: {_does(row)}"
    if not row.when:
        return f"{row.number}: {_does(row)}."
    return f"{row.number}: {' and '.join(row.when)}? If so, {_does(row)}; if not, go on."


def _lines(
    row: ChartRow, room: int, right: int, numbered: str = "{}  "
) -> tuple[list[str], list[str]]:
    """Return a row's conditions and its act, each wrapped to its width."""
    when = [part for each in _when(row) for part in _wrap(each, room, "  ")]
    return when, _wrap(numbered.format(row.number) + _does(row), right)


def _wrap(words: str, width: int, later: str = "") -> list[str]:
    return word_wrapped(words, max(10, width), later) or [""]


def _table(chart: Chart, width: int) -> Iterator[str]:
    half = (width - 8) // 2
    yield f" {'line':<5}{'if all of this holds':<{half}} then"
    for row in chart.rows:
        when, then = _lines(row, half - 2, width - half - 8, "")
        for number, one, two in zip_longest([row.number], when, then, fillvalue=""):
            yield f" {number:<5}{one:<{half}} {two}".rstrip()


def _flow(chart: Chart, width: int) -> Iterator[str]:
    """Yield a vertical flowchart: a question per row, with its act to the right."""
    half = width // 2 - 6
    for row in chart.rows:
        when, then = _lines(row, half - 4, width - half - 12)
        if not row.when:
            yield from (f"{'      ' if at else '  ╰─▶ '}{each}" for at, each in enumerate(then))
            continue
        for index, (one, two) in enumerate(zip_longest(when, then, fillvalue="")):
            mark, fill, joint = ("│", " ", " " * 7) if index else ("◇", "─", "─yes─▶ ")
            yield f"  {mark} {one} {fill * (half - len(one) - 1)}{joint}{two}".rstrip()
        yield "  │ no"

"""`moonflight ai check` and `cards check`: what texts mean and leave open."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal

import click

from moonflight_solo.ai_cards.card import ai_card_files, ai_card_path
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import laid_out
from moonflight_solo.ai_cards.underspecified.slot import Slot
from moonflight_solo.check.card_texts import CheckedFile, CheckedText, check_card_files
from moonflight_solo.check.finding import AlternativeReading, Finding, code_named
from moonflight_solo.check.report import GAMES, CheckedLine, Report, is_called
from moonflight_solo.check.report_cache import report_on
from moonflight_solo.cli import args
from moonflight_solo.cli.answers import JSONAnswer, answer_about
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.loading import Collection, GivenGame, is_path
from moonflight_solo.cli.output import check_page, first_page
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.documents import read_document
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.own_jacks import suit_file
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.scenario import save_scenario
from moonflight_solo.warning import warn
from moonflight_solo.wording.text import one_line, text_at

_SECONDS: Final = 0.3
check_games: Any = args.look_in_games(
    GAMES, "Play this many games to look for lines that are never followed."
)


# ------------------------------------------------------------------------------ AI cards

ReadingAnswer: Final = answer_about(
    "ReadingAnswer",
    "One of several readings of words, what an AI card would do by it, and words for it alone.",
    AlternativeReading,
    "says does in_force outline write",
)
FindingAnswer: Final = answer_about(
    "FindingAnswer",
    "A finding; docs/check.md explains the fields. A table is a scenario.",
    Finding,
    "code severity line place sentence start end words because remedy ruling certainty readings "
    "table prices",
    readings=[ReadingAnswer],
    table=(dict[str, Any] | None, lambda found: found.table and found.table.written()),
)


class SeverityCounts(JSONAnswer):
    """The number of findings of each severity."""

    error: int
    warning: int
    note: int


class ByPrint(JSONAnswer):
    """The number of slots in all lines, and of those that the print fills."""

    printed: int
    slots: int


SlotAnswer: Final = answer_about(
    "SlotAnswer",
    "Something that must be known to follow a line, and its source.",
    Slot,
    "about says by words ruling why",
    words=str,
    why=str,
)
LineAnswer: Final = answer_about(
    "LineAnswer",
    'A line of an AI card, such as "pre-Turn 5.1", at FILE:LINE:COLUMN, and how it is read.',
    CheckedLine,
    "line words place reads slots",
    line=(str, lambda line: line.title),
    place=(str, lambda line: line.printed.text.place(0)),
    slots=[SlotAnswer],
)
CheckAnswer: Final = answer_about(
    "CheckAnswer",
    'The findings on an AI card: `moonflight ai check`. Its Jack is "" if unknown.',
    Report,
    "file jack title refused counts by_print games upkeep lines findings",
    counts=(SeverityCounts, lambda report: SeverityCounts(**report.counts)),
    by_print=(ByPrint, lambda report: ByPrint(*report.by_print)),
    lines=([LineAnswer], lambda report: [_line(line, report.rulings) for line in report.lines]),
    findings=[FindingAnswer],
)


def _line(line: CheckedLine, rulings: Rulings) -> JSONAnswer:
    slots = [
        SlotAnswer.of(
            slot,
            words=one_line(line.printed.text.words[slice(*slot.span)]),
            why=one_line(rulings.by_id[slot.ruling].why) if slot.ruling else "",
        )
        for slot in line.slots
    ]
    return LineAnswer.of(line, slots=slots)


@args.command()
def check_ai(
    sources: Words = args.sources("JACK|FILE...", required=False),
    everything: bool = args.flag("Show everything about every line.", names="--all"),
    line: str | None = args.word(
        "LINE", 'Show everything about one line, such as "5.1" or "post 1".'
    ),
    code: str | None = args.word(
        "CODE", "Explain what a finding means, and exit.", names="--explain"
    ),
    summary: bool = args.flag("Print what to fix as Markdown, ready to post."),
    form: str = args.option(
        type=click.Choice(["page", "editor"]),
        default="page",
        help="editor: one finding per line, as FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE].",
        names="--format",
    ),
    watching: bool = args.flag("Check again whenever a file is saved.", names="--watch"),
    games: int = check_games,
    directory: Path | None = args.save_scenarios,
    given: GivenGame = args.given("card_files", "edition", "rulings"),
    screen: Terminal = args.answer,
) -> None:
    """Check the wording of AI cards: find problems, their effect in play, and better words.

    Give a JACK for its printed card, or a FILE or folder. The findings fit on one screen, most
    important first; --all shows how every line is read. The exit code is 1 if a card cannot be
    played, or cannot be read at all.
    """
    if code is not None:
        check_page.explain_code(code_named(code), screen)
        return
    if not sources:
        raise UsageError("name a Jack or an AI-card file to check, or give --explain CODE.")

    def show(reports: Sequence[Report]) -> None:
        if screen.as_json:
            print_json([CheckAnswer.of(each) for each in reports])
        elif form == "editor":
            screen.say_all(first_page.editor_rows(reports))
        elif summary:
            for each in reports:
                click.echo(first_page.summary(each))
        elif line is not None:
            check_page.show_line(reports, line, screen)
        else:
            for each in reports:
                (check_page.show_report if everything else first_page.show_first_page)(each, screen)

    def check() -> bool:
        reports, failed = _reports(sources, given, games, line)
        if directory is not None:
            for report in reports:
                _save(report, directory)
        show(reports)
        return failed or any(each.refused for each in reports)

    if watching:
        watch_files(check, [*map(Path, sources), *given.card_files], screen)
    elif check():
        raise click.exceptions.Exit(1)


def _reports(
    sources: Words, given: GivenGame, games: int, line: str | None
) -> tuple[list[Report], bool]:
    """Return a priced report on each card that can be read, and whether any cannot.

    Raises :class:`UsageError` if none has the ``line`` asked for.
    """
    loaded = given.load_for_ai(sources)
    basis = Basis(loaded.cards, given.in_force)
    reports: list[Report] = []
    failed, named = False, _card_names(sources, loaded)
    if line is not None:
        _refuse_unknown(line, named, loaded)
    for words in named:
        try:
            path = ai_card_path(loaded.ai_card(words), loaded.cards)
            report = report_on(read_document(path), basis, games)
            if games and not report.refused:
                # Slow to import.
                from moonflight_solo.playtest.prices import play_changes, prices_of, with_prices

                worth = prices_of(report.jack, path, games, basis, play_changes(report))
                report = with_prices(report, worth)
            reports.append(report)
        except UsageError:
            raise
        except MoonflightError as error:
            failed = True
            warn(error)
    return reports, failed


def _refuse_unknown(line: str, named: Sequence[str], loaded: Collection) -> None:
    """Raise :class:`UsageError` for a line that no card has, before any game is played."""
    titles: list[str] = []
    for words in named:
        with suppress(DataError):  # told of when the card is checked
            document = read_document(ai_card_path(loaded.ai_card(words), loaded.cards))
            block = text_at(document, "card")
            titles += [each.title for each in laid_out(block, lambda _: None).lines]
    if titles and not any(is_called(title, line) for title in titles):
        raise UsageError(f'no line is called "{line}". Choose from: {", ".join(titles)}.')


def _card_names(sources: Sequence[str], loaded: Collection) -> Sequence[str]:
    """Return the cards to check; several words may together name one Jack."""
    whole = " ".join(sources)
    if len(sources) > 1 and not any(map(is_path, sources)):
        try:
            loaded.jack(whole)
        except UsageError:
            return sources
        return (whole,)
    return sources


def _save(report: Report, directory: Path) -> None:
    """Save the table of each finding that has one, in a file named after the finding."""
    jack = re.sub(r"[^a-z0-9]+", "_", report.jack.lower())
    printed = Path(report.file) in ai_card_files().values()
    own = "" if printed else f"\nRun it with --ai {report.file}, whose words it is about."
    findings = [finding for finding in report.findings if finding.table is not None]
    for number, finding in enumerate(findings, 1):
        assert finding.table is not None
        line = re.sub(r"[^a-z0-9.]+", "-", finding.line.lower()).strip("-")
        save_scenario(
            directory,
            f"{jack}-{number:02}-{line}-{finding.code}",
            finding.table.but(title=f"{finding.line}: {finding.because}"),
            f"Shows {finding.code} of {finding.place}.{own}",
        )


# ---------------------------------------------------------------------------- card texts

TextAnswer: Final = answer_about(
    "TextAnswer",
    "A card's text and the findings on it.",
    CheckedText,
    "card end text place reads parts findings",
    end=(Literal["before", "after"], lambda text: "after" if text.turned else "before"),
    text=(str, lambda text: one_line(text.text.words)),
    place=(str, lambda text: text.text.place(0)),
    findings=[FindingAnswer],
)
CheckedCards: Final = answer_about(
    "CheckedCards",
    "A card file: `moonflight cards check`, one answer per file.",
    CheckedFile,
    "file cards_of findings texts",
    cards_of=(str, lambda file: file.title),
    findings=[FindingAnswer],
    texts=[TextAnswer],
)


@args.command()
def check_cards(
    files: Words = args.sources("FILE|JACK..."),
    given: GivenGame = args.given("card_files", "edition"),
    screen: Terminal = args.answer,
) -> None:
    """Check card texts: how each is read, and what its words leave open.

    Give a card FILE, a folder with one, a JACK for its suit, or "starter" or "generic" for those
    cards. The exit code is 1 if a text cannot be played.
    """
    more = [suit_file(path) for path in given.card_files]
    card_files = [_card_file(file, GivenGame(given.edition)) for file in files]
    checked = check_card_files(card_files, given.edition, more)
    if screen.as_json:
        print_json([CheckedCards.of(each) for each in checked])
    else:
        for each in checked:
            check_page.show_checked(each, screen)
    if any(finding.severity == "error" for file in checked for finding in file.every()):
        raise click.exceptions.Exit(1)


def _card_file(words: str, given: GivenGame) -> Path:
    """Return the card file for a path, a folder, a Jack's name or a group's."""
    if is_path(words):
        return suit_file(Path(words))
    loaded = given.load()
    for card in (*loaded.cards.starter, *loaded.cards.generic):
        if plain(words) == ("starter" if card.is_starter else "generic"):
            return Path(card.text.file)
    return Path(loaded.cards.suits[loaded.jack(words)].file)


# ----------------------------------------------------------------------- watching files


def watch_files(
    work: Callable[[], object],
    paths: Sequence[Path],
    screen: Terminal,
    *,
    rest: Callable[[float], object] = time.sleep,
) -> None:
    """Run ``work``, and again whenever a file, or one in a folder, is saved; Ctrl-C ends it.

    Errors are printed and the watch goes on. ``rest`` sleeps between two looks, given the seconds.
    """
    versions: object = None
    while True:
        now = list(_stamps(paths))
        if now != versions:
            versions = now
            screen.clear()
            try:
                work()
            except (MoonflightError, OSError) as error:
                warn(error)
            screen.say("Watching; Ctrl-C ends it.", "dim")
        rest(_SECONDS)


def _stamps(paths: Sequence[Path]) -> Iterator[tuple[str, ...]]:
    """Yield every file with what changes when it is saved, taken away or made unreadable."""
    for path in paths:
        try:
            for file in sorted(path.iterdir()) if path.is_dir() else [path]:
                status = file.stat()
                yield str(file), *map(str, (status.st_mtime_ns, status.st_ctime_ns, status.st_size))
        except OSError as error:
            yield str(path), str(error)

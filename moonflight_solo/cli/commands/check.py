"""`moonflight ai check`, `cards check` and `jack check`: what texts mean and leave open."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from moonflight_solo.ai_cards.card import ai_card_files, ai_card_path
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import laid_out
from moonflight_solo.check.card_texts import check_card_files
from moonflight_solo.check.finding import code_named
from moonflight_solo.check.report import GAMES, Report, is_called
from moonflight_solo.check.report_cache import report_on
from moonflight_solo.cli import options
from moonflight_solo.cli.answers.check_answers import (
    CheckAnswer,
    CheckedCards,
    ConditionAnswer,
    JackAnswer,
)
from moonflight_solo.cli.loading import Collection, GivenGame, is_path
from moonflight_solo.cli.options import Words, command, existing, flag, option, sources, word
from moonflight_solo.cli.output import check_page, first_page
from moonflight_solo.cli.output.terminal import Terminal, print_json, warn
from moonflight_solo.documents import read_document
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.own_jacks import OwnJack, can_be_spoken_of, own_jack
from moonflight_solo.rules.card_files import StackCondition, conditions
from moonflight_solo.rules.catalogue import plain, pool
from moonflight_solo.scenario import save_scenario
from moonflight_solo.wording.text import printed

_SECONDS: Final = 0.3
_games = options.look_in_games(
    GAMES, "Play this many games to look for lines that are never followed."
)


# ------------------------------------------------------------------------------ AI cards


@command()
def check_ai(
    sources: Words = sources("JACK|FILE...", required=False),
    everything: bool = flag("Show everything about every line.", names="--all"),
    line: str | None = word("LINE", 'Show everything about one line, such as "5.1" or "post 1".'),
    code: str | None = word("CODE", "Explain what a finding means, and exit.", names="--explain"),
    summary: bool = flag("Print what to fix as Markdown, ready to post."),
    form: str = option(
        type=click.Choice(["page", "editor"]),
        default="page",
        help="editor: one finding per line, as FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE].",
        names="--format",
    ),
    watching: bool = flag("Check again whenever a file is saved.", names="--watch"),
    games: int = _games,
    directory: Path | None = options.save_scenarios,
    given: GivenGame = options.given("card_files", "edition", "rulings"),
    screen: Terminal = options.answer,
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
                from moonflight_solo.playtest.plan import TextFile
                from moonflight_solo.playtest.prices import measured, play_changes, with_prices

                files = [TextFile.read(path) for path in loaded.card_files([report.jack])]
                worth = measured(
                    report.jack,
                    path,
                    games=games,
                    edition=given.edition,
                    card_files=tuple(files),
                    rulings=given.switched,
                    reworded=play_changes(report),
                )
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
            block = printed(document, "card")
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
    shown = [finding for finding in report.findings if finding.table is not None]
    for number, finding in enumerate(shown, 1):
        assert finding.table is not None
        line = re.sub(r"[^a-z0-9.]+", "-", finding.line.lower()).strip("-")
        save_scenario(
            directory,
            f"{jack}-{number:02}-{line}-{finding.code}",
            finding.table.but(title=f"{finding.line}: {finding.because}"),
            f"Shows {finding.code} of {finding.place}.{own}",
        )


# ---------------------------------------------------------------------------- card texts


@command()
def check_cards(
    files: Words = sources("FILE|JACK..."),
    given: GivenGame = options.given("card_files", "edition"),
    screen: Terminal = options.answer,
) -> None:
    """Check card texts: how each is read, and what its words leave open.

    Give a card FILE, a folder with one, a JACK for its suit, or "starter" or "generic" for those
    cards. The exit code is 1 if a text cannot be played.
    """
    more = [own_jack(path).cards if path.is_dir() else path for path in given.card_files]
    card_files = [_card_file(each, GivenGame(given.edition)) for each in files]
    checked = check_card_files(card_files, given.edition, more)
    if screen.as_json:
        print_json([CheckedCards.of(each) for each in checked])
    else:
        for each in checked:
            check_page.show_checked(each, screen)
    if any(finding.severity == "error" for each in checked for finding in each.every()):
        raise click.exceptions.Exit(1)


def _card_file(words: str, given: GivenGame) -> Path:
    """Return the card file for a path, a folder, a Jack's name or a group's."""
    if is_path(words):
        path = Path(words)
        return own_jack(path).cards if path.is_dir() else path
    loaded = given.load()
    for card in (*loaded.cards.starter, *loaded.cards.generic):
        if plain(words) == ("starter" if card.is_starter else "generic"):
            return Path(card.text.file)
    return Path(loaded.cards.suits[loaded.jack(words)].file)


# ----------------------------------------------------------------------------- whole Jacks


@command()
def check_jack(
    source: Path = existing("FILE|DIR"),
    games: int = _games,
    given: GivenGame = options.given("edition"),
    screen: Terminal = options.answer,
) -> None:
    """Check a Jack of your own: the suit in a FILE, or the suit and AI card in a folder.

    Shows how every text is read, whether the suit makes a Supply Stack, and what the AI card's
    lines mean and leave open. The exit code is 1 if the Jack cannot be played.
    """
    jack = own_jack(source)
    (suit,) = check_card_files([jack.cards], given.edition, ())
    wrong = any(finding.severity == "error" for finding in suit.every())
    report: Report | None = None
    if jack.ai is not None and not wrong:
        cards = given.load([str(source)]).cards
        report = report_on(read_document(jack.ai), Basis(cards), games)
    stack = _supply_stack(jack)
    if screen.as_json:
        conditions_met = [ConditionAnswer.of(each) for each in stack]
        ai_card = CheckAnswer.of(report) if report else None
        shown = CheckedCards.of(suit)
        print_json(JackAnswer.of(jack, suit=shown, supply_stack=conditions_met, ai_card=ai_card))
    else:
        check_page.show_checked(suit, screen)
        screen.say("BUILDING THE MARKET", "bold")
        for each in stack:
            mark = "met" if each.met else f"{each.due - each.found:+d}"
            screen.say(f"  {each.found} of {each.due} {each.what}: {mark}")
        if not can_be_spoken_of(jack.name):
            screen.say(
                f'  No AI card can name the suit "{jack.name}": a Jack is called by a capital '
                'word, or two with "and" between.',
                "magenta",
            )
        if report is not None:
            check_page.show_report(report, screen)
        elif jack.ai is None:
            screen.say("There is no AI card, so this Jack is for a person to play.")
        else:
            screen.say("The AI card is checked as soon as the suit can be read.")
    if wrong or (report is not None and report.refused):
        raise click.exceptions.Exit(1)


def _supply_stack(jack: OwnJack) -> tuple[StackCondition, ...]:
    """Return the conditions on a Supply Stack; empty if the suit cannot be read."""
    try:
        kinds = pool(jack.cards, untried=True).kinds
    except MoonflightError:
        return ()
    return conditions({card: card.copies for card in kinds})


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
    seen: object = None
    while True:
        now = list(_stamps(paths))
        if now != seen:
            seen = now
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

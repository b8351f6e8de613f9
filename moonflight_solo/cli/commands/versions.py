"""`moonflight ai diff`, `cards diff`, `ai fix`: the effect of a rewording, and which to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

import click

from moonflight_solo.ai_cards.card import ai_card_path
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.diff.comparison import Difference, LineChange, difference
from moonflight_solo.check.diff.disagree import Contrast
from moonflight_solo.check.diff.line_diff import Unit
from moonflight_solo.check.diff.suits import (
    ChangedCard,
    SuitDifference,
    TextChange,
    suit_difference,
)
from moonflight_solo.check.finding import Price, code_named
from moonflight_solo.check.fix.fixer import Fix, FixResult, SeveralWays, fix_card
from moonflight_solo.check.games import upkeep
from moonflight_solo.check.reachability.side import sides_of
from moonflight_solo.check.report import ReadingEffort, Report
from moonflight_solo.cli import args, completion
from moonflight_solo.cli.answers import JSONAnswer, answer_about
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.commands.check import FindingAnswer
from moonflight_solo.cli.loading import GivenGame, is_folder, is_path
from moonflight_solo.cli.output import check_page
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.documents import read_document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.own_jacks import own_jack
from moonflight_solo.recorded_games.decks import load_checked
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.scenario import Expectation, save_scenario
from moonflight_solo.userfiles import write_file
from moonflight_solo.warning import warn

SAME, DIFFERENT, TROUBLE = 0, 1, 2


_version: Any = args.argument(shell_complete=completion.jack_or_file)


@contextmanager
def _trouble() -> Iterator[None]:
    """Exit with `TROUBLE` on an error, as `diff` does."""
    try:
        yield
    except MoonflightError as error:
        warn(error)
        raise click.exceptions.Exit(TROUBLE) from None


# ------------------------------------------------------------------------------ AI cards

UnitAnswer: Final = answer_about(
    "UnitAnswer", "A line of one of two AI cards.", Unit, "number words"
)
ShownAnswer: Final = answer_about(
    "ShownAnswer",
    "A small table on which two AI cards differ, and what each does there.",
    Contrast,
    "old_does new_does alone table",
    old_does=(str, lambda shown: shown.old),
    new_does=(str, lambda shown: shown.new),
    table=(Any, lambda shown: shown.scenario.written()),
)
DiffLine: Final = answer_about(
    "DiffLine",
    "A line of one card or both, and the effect of its change.",
    LineChange,
    "side section old new verdict certainty reworded moved shown",
    side=(Literal["pre-turn", "post-turn"], lambda at: "post-turn" if at.turned else "pre-turn"),
    old=(UnitAnswer | None, lambda line: line.pair.old),
    new=(UnitAnswer | None, lambda line: line.pair.new),
    verdict=str,
    moved=(bool, lambda line: line.pair.moved),
    shown=[ShownAnswer],
)


class BothByHand(JSONAnswer):
    """The effort of following each card by hand."""

    old: ReadingEffort
    new: ReadingEffort


DiffAnswer: Final = answer_about(
    "DiffAnswer",
    "The effect of a new wording: `moonflight ai diff`.",
    Difference,
    "jack old new verdict tables shown lines upkeep",
    jack=(str, lambda found: found.new.jack),
    old=(str, lambda found: found.old.file),
    new=(str, lambda found: found.new.file),
    verdict=str,
    shown=[ShownAnswer],
    lines=[DiffLine],
    upkeep=BothByHand | None,
)


@args.command("diff")
def diff_ai(
    old: str = _version,
    new: str = _version,
    games: int = args.look_in_games(
        20, "Also compare the positions of this many games of each card."
    ),
    directory: Path | None = args.save_scenarios,
    given: GivenGame = args.given("card_files", "edition", "rulings"),
    screen: Terminal = args.answer,
) -> None:
    """Show what a rewording changes: line by line from OLD to NEW, and for the card as a whole.

    OLD and NEW are AI cards of one Jack: a Jack's name (the printed card), a file or a folder. A
    line is the same, narrower (followed in fewer positions), wider, or different; a difference is
    shown in the smallest position found.

    Exit codes, as for `diff`: 0 if the cards do the same or no difference was seen, 1 if they act
    differently, 2 on an error, such as a card that cannot be read.
    """
    with _trouble():
        loaded = given.load_for_ai([old, new])
        basis = Basis(loaded.cards, given.in_force)
        cards = [load_checked(loaded.ai_card(words), loaded.cards) for words in (old, new)]
        result = difference(cards[0], cards[1], basis, games)
        work = [upkeep(sides_of(card, basis)) for card in cards] if games else []
    if directory is not None:
        _save(result, directory)
    if screen.as_json:
        print_json(DiffAnswer.of(result, upkeep=BothByHand(*work) if work else None))
    else:
        check_page.show_difference(result, games, screen)
        if work:
            screen.say(f"By hand, {work[0].beside(work[1])}")
    raise click.exceptions.Exit(DIFFERENT if result.verdict == "different" else SAME)


def _save(difference: Difference, directory: Path) -> None:
    """Save every table shown, in a file of its own."""
    for name, table in _named_tables(difference):
        title = f"OLD {table.old}. NEW {table.new}."
        note = f"Shows the difference between {difference.old.file} and {difference.new.file}."
        expect, outcome = Expectation(), table.outcomes[1]
        if not table.alone and table.section != "reset":
            note += "\nIt expects the act of NEW."
            expect = Expectation(
                line=outcome.line, notation=outcome.notation, targets=outcome.targets or None
            )
        save_scenario(directory, name, table.scenario.but(title=title, expect=expect), note)


def _named_tables(difference: Difference) -> Iterator[tuple[str, Contrast]]:
    """Yield the tables shown, each with the name of its file."""
    for change in difference.lines:
        line = change.pair.new or change.pair.old
        assert line is not None
        side = _side(change.turned, change.section)
        removed = "-gone" if change.pair.new is None else ""
        for at, table in enumerate(change.shown, 1):
            number = f"-{at}" if len(change.shown) > 1 else ""
            yield f"{side}-{line.number}{removed}{number}", table
    for table in difference.shown:
        yield f"whole-{_side(table.scenario.turned, table.section)}", table


def _side(turned: bool, section: str) -> str:
    return ("post" if turned else "pre") + ("-reset" if section == "reset" else "")


# --------------------------------------------------------------------------------- suits

PlayedOtherwise: Final = answer_about(
    "PlayedOtherwise",
    "A small table on which two versions of a card differ, and the result of each.",
    Contrast,
    "scenario old new",
    scenario=(Any, lambda shown: shown.scenario.written()),
)
TextDiff: Final = answer_about(
    "TextDiff",
    "The text of one end of a card in two versions.",
    TextChange,
    "turned verdict old new gone come shown",
    old=(str, lambda text: text.old.words),
    new=(str, lambda text: text.new.words),
    shown=PlayedOtherwise | None,
)
CardDiff: Final = answer_about(
    "CardDiff",
    "A card of one suit or both, and its changes.",
    ChangedCard,
    "old new values texts",
    old=(str | None, lambda card: card.old and card.old.name),
    new=(str | None, lambda card: card.new and card.new.name),
    texts=([TextDiff], lambda card: [text for text in card.texts if text.reworded]),
)
CardsDiffAnswer: Final = answer_about(
    "CardsDiffAnswer",
    "The effect of another version of a suit: `moonflight cards diff`.",
    SuitDifference,
    "jack same tables cards",
    cards=([CardDiff], lambda found: [card for card in found.cards if card.changed]),
)


@args.command("diff")
def diff_cards(
    old: str = _version,
    new: str = _version,
    games: int = args.look_in_games(
        0, "Play this many games with each suit, on the same seeds, as `moonflight compare` does."
    ),
    given: GivenGame = args.given("card_files", "edition"),
    screen: Terminal = args.answer,
) -> None:
    """Show what another version of a suit changes, card by card: copies, cost, corners and texts.

    OLD and NEW are suits of one Jack: a Jack's name (the printed suit), a file or a folder. A text
    is the same, wider (it does something in more positions), narrower, or different; a difference
    is shown in the smallest position found in which playing the card does something else.

    Exit codes, as for `diff`: 0 if the suits play the same or no difference was seen, 1 if they do
    not, 2 on an error, such as a text that cannot be read.
    """
    with _trouble():
        if games and screen.as_json:
            raise UsageError(
                "--games answers in words: leave out --json, or use `moonflight compare --json`."
            )
        result = _suits(old, new, given)
    if screen.as_json:
        print_json(CardsDiffAnswer.of(result))
    else:
        check_page.show_suits(result, screen)
    if games:
        from moonflight_solo.cli.commands.playtest import AS_PRINTED, compare

        printed = tuple(catalogue(given.edition).suits)
        seats = () if result.jack in printed else (old, printed[0])
        one, two = AS_PRINTED if seats else _way(old, AS_PRINTED), _way(new, AS_PRINTED)
        click.get_current_context().invoke(
            compare, one=one, two=two, seats=seats, games=games, edition=given.edition
        )
    raise click.exceptions.Exit(SAME if result.same else DIFFERENT)


def _suits(old: str, new: str, given: GivenGame) -> SuitDifference:
    loaded = [given.load([words]) for words in (old, new)]
    jacks = [collection.jack(words) for collection, words in zip(loaded, (old, new), strict=True)]
    if jacks[0] != jacks[1]:
        raise UsageError(
            f"{old} is a suit of Jack o' {jacks[0]} and {new} one of Jack o' {jacks[1]}: give two "
            "versions of one Jack's."
        )
    return suit_difference(loaded[0].cards, loaded[1].cards, jacks[0])


def _way(words: str, printed: str) -> str:
    """Return a suit as `compare` takes it: a file, or ``printed``."""
    if is_folder(words):
        return str(own_jack(Path(words)).cards)
    return words if is_path(words) else printed


# ---------------------------------------------------------------------------------- fixes

FixAnswer: Final = answer_about(
    "FixAnswer",
    "A rewording, and its proof.",
    Fix,
    "code line before after besides verdict certainty made table price",
    code=(str, lambda fix: fix.finding.code),
    verdict=str,
    table=(Any, lambda fix: fix.shown and fix.shown.scenario.written()),
    price=Price | None,
)
FixedAnswer: Final = answer_about(
    "FixedAnswer",
    "What to print instead: `moonflight ai fix`.",
    FixResult,
    "file jack findings mended whole rulings fixes unmended text",
    file=(str, lambda found: found.report.file),
    jack=(str, lambda found: found.old.jack),
    findings=(int, lambda found: len(found.report.findings)),
    whole=(str, lambda found: found.whole.verdict),
    rulings=(list[str], lambda found: [ruling.id for ruling in found.new.rulings]),
    fixes=[FixAnswer],
    unmended=[FindingAnswer],
)


def fixed_answer(result: FixResult, prices: Mapping[str, Price]) -> JSONAnswer:
    """Return rewordings as an answer, with the prices of those that change play, by line."""
    fixes = []
    for fix in result.fixes:
        price = prices.get(fix.line) if fix.verdict == "changes play" else None
        fixes.append(FixAnswer.of(fix, price=price))
    return FixedAnswer.of(result, fixes=fixes)


def undecided_answer(report: Report, text: str) -> JSONAnswer:
    """Return the answer for a card that is left as it is, as only its author knows its meaning."""
    return FixedAnswer.of(
        report,
        file=report.file,
        jack=report.jack,
        findings=len(report.findings),
        mended=0,
        whole="same",
        rulings=[],
        fixes=[],
        unmended=[FindingAnswer.of(finding) for finding in report.findings],
        text=text,
    )


@args.command()
def fix(
    source: Words = args.sources(),
    new: Path | None = args.new_path(
        "Write the cleaned card to a new file.", "NEW", dir_okay=False, names="--write"
    ),
    overwrite: bool = args.flag("Let --write replace an existing file."),
    only: Words = args.several("CODE", "Fix only this finding. Can be repeated."),
    unsafe: bool = args.flag("Also apply rewordings that change play."),
    width: int | None = args.number(
        "Make no line longer than NUMBER characters. [default: the longest line printed]",
    ),
    games: int = args.look_in_games(
        200, "Play this many games to measure the effect of a rewording that changes play."
    ),
    given: GivenGame = args.given("card_files", "edition", "rulings"),
    screen: Terminal = args.answer,
) -> None:
    """Suggest better words for what `ai check` finds, and prove that they play the same.

    A box HOW TO READ says once what several lines leave open. Each suggestion stands below the
    printed line with a verdict: same (proved), same in N positions, or changes play, with a
    position and the effect on wins. The card of the JACK or FILE is not changed; --write makes a
    new file. For a line that has several readings, choose from a sentence for each.
    """
    name = " ".join(source)
    if new is not None and new.exists() and not overwrite:
        raise UsageError(f"{new} already exists; name a new file, or add --overwrite.")
    codes = tuple(code_named(each).code for each in only)
    loaded = given.load_for_ai([name])
    path = ai_card_path(loaded.ai_card(name), loaded.cards)
    text = read_document(path).text
    basis = Basis(loaded.cards, given.in_force)
    try:
        result = fix_card(text, str(path), basis, only=codes, unsafe=unsafe, width=width or 0)
    except SeveralWays as error:
        if screen.as_json:
            print_json(undecided_answer(error.report, text))
        else:
            check_page.show_undecided(error.report, screen)
        raise click.exceptions.Exit(1) from None
    prices: dict[str, Price] = {}
    changing = [each for each in result.fixes if each.verdict == "changes play"]
    if games and changing:
        from moonflight_solo.playtest.prices import plan_for, price_of

        plan, _ = plan_for(result.old.jack, path, basis)
        for each in changing:
            prices[each.line] = price_of(str(path), text, each.text, plan, games)
    if screen.as_json:
        print_json(fixed_answer(result, prices))
    else:
        check_page.show_fixed(result, prices, screen)
    if new is not None:
        write_file(new, result.text)
        screen.say(f"Written to {new}.", "bold")
    elif not screen.as_json and any(each.made for each in result.fixes):
        screen.say("Nothing is written: --write NEW writes the cleaned card.", "dim")

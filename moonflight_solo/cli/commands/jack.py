"""`moonflight jack new`, `words`, `check` and `build`: the files of a user-made Jack."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

import click
import yaml

from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.card_texts import check_card_files
from moonflight_solo.check.report import Report
from moonflight_solo.check.report_cache import report_on
from moonflight_solo.cli import args
from moonflight_solo.cli.answers import answer_about
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.commands.check import CheckAnswer, CheckedCards, check_games
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.loading import GivenGame, printed_jack
from moonflight_solo.cli.output import check_page
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.documents import read_document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.own_jacks import OwnJack, can_be_spoken_of, is_reserved, jacks_folder, own_jack
from moonflight_solo.rules.card_files import JackSuit, StackCondition, conditions
from moonflight_solo.rules.catalogue import completion, plain, pool
from moonflight_solo.rules.state import Card
from moonflight_solo.userfiles import make_folder, write_file
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import read_as
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.examples import other_ways, wordings
from moonflight_solo.wording.text import Text, WordingError

FILES = ("suit.yaml", "ai.yaml")
HELP = (
    "NUMBER or NAME takes all copies of a card, NUMBER COPIES that many, 0 none; fill completes "
    "the stack if it can be, clear starts again, save writes it, quit leaves without."
)


@args.command()
def new(
    name: Words = args.argument(nargs=-1, required=True),
    folder: Path | None = args.folder_option(
        "Where to create the Jack's folder (by default, in the current folder).", names="--in"
    ),
    keep: bool = args.flag("Create it in the folder of Jacks that every command searches."),
    screen: Terminal = args.screen,
) -> None:
    """Create the files of a Jack called NAME, such as "Rope and Lantern".

    They contain a legal suit with its character card and an AI card, with comments that explain
    what goes where. You can play the Jack at once and fill it in card by card.
    """
    jack = " ".join(name)
    if not can_be_spoken_of(jack):
        raise UsageError(
            f'"{jack}" cannot name a suit: name a Jack with a capital word, or two with '
            '"and" between, such as Rope and Lantern.'
        )
    if is_reserved(jack):
        raise UsageError(f'Windows cannot hold a folder called "{jack}"; choose another name.')
    if printed := printed_jack(jack):
        raise UsageError(f'"{jack}" means the printed Jack {printed}; choose another name.')
    if keep and folder is not None:
        raise UsageError("--keep chooses the folder itself; leave out --in.")
    home = jacks_folder() if keep else folder or Path()
    target = home / jack.lower().replace(" ", "_")
    if target.exists():
        raise UsageError(f"{target} already exists: choose another name or folder.")
    make_folder(target)
    try:
        for file in FILES:
            words = files("moonflight_solo").joinpath("templates", file).read_text("utf-8")
            write_file(target / file, words.replace("@NAME@", jack))
    except BaseException:
        rmtree(target)
        raise
    name_or_path = jack.split()[0].lower() if keep else str(target)
    screen.say(f"Written: {target / FILES[0]} and {FILES[1]}.")
    screen.say(f"Fill them in; moonflight jack check {target} shows what is still wrong.")
    screen.say(f"Play it with moonflight play --jack {name_or_path}.")


@args.command()
def words(
    word: Words = args.argument(nargs=-1),
    read: bool = args.flag("Also show how each is read."),
    screen: Terminal = args.screen,
) -> None:
    """Show an example of every wording of cards and AI cards that the program understands.

    With WORDs, show only those that contain them, such as "market stack" or "if not". If you give a
    whole sentence, it also shows how that sentence is read.
    """
    query = " ".join(word).casefold()
    is_any = False
    for section in (*wordings(), *other_ways()):
        examples = [each for each in section.examples if query in each.casefold()]
        if not examples:
            continue
        is_any = True
        screen.say(section.title, "bold")
        if section.note and not query:
            screen.say(section.note, "dim")
        for example in examples:
            screen.say(f"  {example}")
            if read:
                screen.say(f"      {read_as(section.start, example)}", "dim")
    if not is_any:
        screen.say_all(_readings(" ".join(word)))
    elif len(query.split()) >= _WHOLE:  # the examples may go on where it ends
        with suppress(UsageError):
            own = _readings(" ".join(word))
            screen.say("As a sentence of its own", "bold")
            screen.say_all(f"  {each}" for each in own)


_WHOLE: Final = 3
"""Minimum number of words that may be a whole sentence."""
_STARTS: Final[dict[ast.Start, str]] = {
    "line": "A line of an AI card",
    "reset_line": "A Reset line of an AI card",
    "effect": "The text of a card",
}


def _readings(words: str) -> list[str]:
    """Return every reading of a sentence; raises :class:`UsageError` if there is none."""
    from moonflight_solo.wording.parsing import parsed_readings, understood  # slow to import

    readings: list[str] = []
    problems: list[tuple[bool, bool, int, str]] = []
    for start, title in _STARTS.items():
        try:
            meanings = parsed_readings(Text(words), start)
            readings += [f"{title}: {english(meaning)}" for meaning in meanings]
        except WordingError as error:
            has_meaning = bool(understood(Text(words), start))
            problem = f"{title}: {str(error).partition(': ')[2]}"
            problems.append((has_meaning, bool(error.nearest), error.end, problem))
    if not readings:
        with suppress(WordingError):
            lines = parsed_readings(Text(f"If {words} pass."), "line")
            read = [line.condition for line in lines if isinstance(line, ast.Line)]
            readings = [f"A condition: {say(each)}" for each in read if each is not None]
    if readings:
        return readings
    # Of a whole sentence, report what has a remedy, or was understood furthest.
    why = f" {max(problems)[-1]}" if len(words.split()) >= _WHOLE else ""
    raise UsageError(
        f'no example has "{words}" in it, and it is not a sentence the program understands.{why}'
    )


ConditionAnswer: Final = answer_about(
    "ConditionAnswer",
    "How many of something a Supply Stack must have, and how many it has.",
    StackCondition,
    "what due found met",
)
JackAnswer: Final = answer_about(
    "JackAnswer",
    "A user-made Jack: `moonflight jack check`. The AI card is checked once the suit is readable.",
    OwnJack,
    "jack suit supply_stack ai_card",
    jack=(str, lambda own: own.name),
    suit=CheckedCards,
    supply_stack=[ConditionAnswer],
    ai_card=CheckAnswer | None,
)


@args.command()
def check_jack(
    source: Path = args.existing("FILE|DIR"),
    games: int = check_games,
    given: GivenGame = args.given("edition"),
    screen: Terminal = args.answer,
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
        for condition in stack:
            mark = "met" if condition.met else f"{condition.due - condition.found:+d}"
            screen.say(f"  {condition.found} of {condition.due} {condition.what}: {mark}")
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


@args.command()
def build(
    file: Path = args.existing("POOL", dir_okay=False),
    take: Words = args.several(
        "CARD[=COPIES]", "Take a card, with all its copies by default. Can be repeated."
    ),
    fill: bool = args.flag("Fill up the stack with cards from the pool, and save."),
    out: Path | None = args.new_path(
        "The new card file (by default, next to the pool).", dir_okay=False
    ),
    screen: Terminal = args.person_screen,
) -> None:
    """Choose a Supply Stack from a POOL: a card file with more than a suit's 24 cards.

    Shows what is still missing for each condition of "Building The Market", and writes a card file
    you can play.
    """
    builder = _Builder(pool(file))
    for each in take:
        builder.take(each.replace("=", " "))
    target = out or file.with_name(f"{file.stem}-24.yaml")
    if target.exists():
        raise UsageError(f"{target} already exists: name another file with --out.")
    if fill:
        builder.fill()
    else:
        _choose(builder, Keyboard(screen))
    builder.refuse_incomplete("nothing is saved")
    write_file(target, _suit_file(file, builder.counts))
    screen.say(f"Written: {target}. Play it with moonflight play --jack {target}.")


class _Builder:
    """A Supply Stack being built: the copies in the pool, and those taken."""

    def __init__(self, suit: JackSuit) -> None:
        self.suit = suit
        self.available = {card: card.copies for card in suit.kinds}
        self.counts: dict[Card, int] = {}

    def refuse_incomplete(self, why: str) -> None:
        """Raise :class:`UsageError` listing the conditions not met, if any."""
        missing = [c for c in conditions(self.counts) if not c.met]
        if missing:
            counts = "; ".join(f"{each.found} of {each.due} {each.what}" for each in missing)
            raise UsageError(f"{why}: {counts}.")

    def take(self, words: str) -> None:
        """Take a card, by its number in the list or its name, and optionally a number of copies.

        Raises :class:`UsageError` for an unknown card or too many copies.
        """
        name, _, number = words.strip().rpartition(" ")
        copies = counting_number(number) if name else None
        card = self._card(words.strip() if copies is None else name)
        copies = self.available[card] if copies is None else copies
        if copies > self.available[card]:
            raise UsageError(f"the pool has {self.available[card]} copies of {card.name}.")
        self.counts[card] = copies

    def fill(self) -> None:
        """Complete the stack; raises :class:`UsageError` if that is impossible."""
        stack = completion(self.available, self.counts)
        if stack is None:
            raise UsageError(
                "the rest of the pool cannot complete the cards taken to a Supply Stack: take "
                "fewer copies or another card."
            )
        self.counts = stack

    def _card(self, name: str) -> Card:
        kinds = list(self.available)
        number = counting_number(name)
        if number is not None and 1 <= number <= len(kinds):
            return kinds[number - 1]
        query = plain(name)
        ends = {card: (plain(card.name), plain(card.flipped.name)) for card in kinds}
        matches = [card for card in kinds if query in ends[card]] or [
            card for card in kinds if any(end.startswith(query) for end in ends[card])
        ]
        if len(matches) != 1 or not query:
            raise UsageError(f'no single card of the pool is called "{name}".')
        return matches[0]

    def show(self, screen: Terminal) -> None:
        """Print the pool, the copies taken and the conditions."""
        screen.say(f"The pool of Jack o' {self.suit.jack}", "bold")
        for number, (card, copies) in enumerate(self.available.items(), 1):
            taken = self.counts.get(card, 0)
            after = card.flipped
            screen.say(
                f"{number:>2}  {taken} of {copies}  {card.name} {card.corner} / "
                f"{after.name} {after.corner}",
                "bold" if taken else "",
            )
        stack = conditions(self.counts)
        for condition in stack:
            mark = "met" if condition.met else f"{condition.due - condition.found:+d}"
            screen.say(f"    {condition.found:>2} of {condition.due:>2} {condition.what}: {mark}")
        if completion(self.available, self.counts) is None:
            screen.say("With these cards no legal Supply Stack can be made any more.", "red")
        elif all(each.met for each in stack):
            screen.say("This is a legal Supply Stack: save writes it.", "green")


def _choose(builder: _Builder, keyboard: Keyboard) -> None:
    """Let the person choose cards until the stack is saved or the input ends."""
    screen = keyboard.terminal
    names = [*(card.name for card in builder.available), "fill", "clear", "save", "quit", "help"]
    screen.say(HELP)
    while True:
        builder.show(screen)
        try:
            words = keyboard.read("> ", lambda: Offer(answers=names))
            if words in ("quit", "q"):
                raise click.exceptions.Exit(0)
            if words == "save":
                builder.refuse_incomplete("it is not complete")
                return
            if words == "fill":
                builder.fill()
            elif words == "clear":
                builder.counts.clear()
            elif words in ("help", "?", ""):
                raise UsageError(HELP)
            else:
                builder.take(words)
        except EOFError:
            return
        except UsageError as error:
            screen.say(str(error), "red")


def _suit_file(file: Path, numbers: Mapping[Card, int]) -> str:
    """Return the pool's card file reduced to the copies taken."""
    data: Any = read_document(file).data
    copies = {plain(card.name): number for card, number in numbers.items()}
    cards = [
        {**card, "copies": copies[plain(card["before"]["name"])]}
        for card in data["cards"]
        if copies.get(plain(card["before"]["name"]))
    ]
    return yaml.safe_dump({**data, "cards": cards}, allow_unicode=True, sort_keys=False, width=100)

"""`moonflight cards print` and `ai print`: sheets in card size, to cut out for a prototype."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from moonflight_solo.cli import args
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.loading import GivenGame, all_cards
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import plural
from moonflight_solo.userfiles import write_file

if TYPE_CHECKING:
    from moonflight_solo.ai_cards.card import AICard

TAROT: Final = "70x120"
"""The size of a card in millimetres, as in the boxed game."""
_LEAST, _MOST = 30, 190
"""The shortest and longest edge of a card, in millimetres, that fits on a page of A4."""
_TO: Any = args.new_path("The page to write, such as cards.html.", dir_okay=False)
_SIZE: Any = args.word(
    "WxH",
    "The width and height of a card in millimetres; a poker card is 63x88.",
    default=TAROT,
    show_default=True,
)


@args.command()
def print_cards(
    source: Words = args.sources(required=False),
    to: Path | None = _TO,
    size: str = _SIZE,
    one_of_each: bool = args.flag("Print one copy of each card, not as many as the game has."),
    given: GivenGame = args.given("card_files", "edition"),
    screen: Terminal = args.screen,
) -> None:
    """Write cards to an HTML page in card size, both ends, to print and cut out.

    Give a JACK for its suit and character card, or the FILE or folder of a Jack of your own;
    without one, all cards. The words are printed as they stand in the file.
    """
    name = " ".join(source)
    loaded = given.load([name] if source else [])
    kinds = all_cards(loaded.cards)
    title = "Moonflight cards"
    if source:
        title = loaded.jack(name)
        suit = loaded.cards.suits[title]
        kinds = [*suit.kinds, suit.character]
    copies = [card for card in kinds for _ in range(1 if one_of_each else card.copies)]
    _write(to, title, size, screen, "card", cards=copies)


@args.command()
def print_ai(
    sources: Words = args.sources("JACK|FILE..."),
    to: Path | None = _TO,
    size: str = _SIZE,
    given: GivenGame = args.given("card_files", "edition"),
    screen: Terminal = args.screen,
) -> None:
    """Write AI cards to an HTML page in card size, a side each, to print and cut out.

    Give a JACK for its printed card, or a FILE or folder. The words are printed as they stand in
    the file, with the box HOW TO READ on both sides; long lines get smaller type.
    """
    from moonflight_solo.ai_cards.card import load_ai_card

    loaded = given.load_for_ai(sources)
    cards = [load_ai_card(loaded.ai_card(source), loaded.cards) for source in sources]
    faces = [_face(card, turned) for card in cards for turned in (False, True)]
    title = ", ".join(card.title for card in cards)
    _write(to, title, size, screen, "side", faces=[face for face in faces if face["parts"]])


def _face(card: AICard, turned: bool) -> dict[str, Any]:
    """Return what stands on one side of an AI card."""
    boxed = [convention.text.words for convention in card.box]
    parts = [(section.upper(), card.side(turned, section)) for section in ("action", "reset")]
    parts = [(section, lines) for section, lines in parts if lines]
    words = [*boxed, *(line.words for _, lines in parts for line in lines)]
    return {
        "title": card.title,
        "side": "POST TURN" if turned else "PRE TURN",
        "box": boxed,
        "parts": parts,
        "words": sum(map(len, words)) + _ROW * len(words),
    }


_ROW: Final = 30
"""The characters for which there is room in what a line leaves empty at its end."""


def _write(
    to: Path | None, title: str, size: str, screen: Terminal, what: str, **given: Sequence[Any]
) -> None:
    """Write a sheet to a new file."""
    from moonflight_solo.playtest.report.sections import PAGES  # slow to import

    if to is None:
        raise UsageError("name the page to write with --to, such as --to cards.html.")
    if to.exists():
        raise UsageError(f"{to} already exists; name a new file.")
    (things,) = given.values()
    write_file(to, PAGES.text("sheet.html", title=title, size=_edges(size), **given))
    screen.say(f"{plural(len(things), what)} of {size} mm written to {to}.")


def _edges(size: str) -> tuple[int, int]:
    """Return a width and height; raises :class:`UsageError` for what is not a size of a card."""
    match = re.fullmatch(r"(\d{2,3})\s*[x×]\s*(\d{2,3})", size.strip(), re.ASCII)
    width, height = map(int, match.groups()) if match else (0, 0)
    if not (_LEAST <= width <= _MOST and _LEAST <= height <= _MOST):
        raise UsageError(
            f'"{size}" is not the size of a card: write width and height in millimetres, from '
            f"{_LEAST} to {_MOST}, such as {TAROT}."
        )
    return width, height

"""Texts, conditions and lines carried out on small tables, and players who choose there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from helpers import (
    CLAY,
    WORDS,
    At,
    Script,
    lay,
    named,
    saying,
)
from reach_cards import assert_known

from moonflight_solo.ai_cards.card import (
    AILine,
    read_ai_card,
)
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import NumberedLine
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.policy import FEW_PLAYERS, NoteCounts, Policy
from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.documents import parse_document
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.lowering import Lowering
from moonflight_solo.rules.state import (
    Act,
    Card,
    CardInPlay,
    GameCards,
    Question,
    Seat,
    Table,
)
from moonflight_solo.rules.texts.candidates import reach
from moonflight_solo.scenario import snapshot
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text


class Looking(Script):
    """Chooses the first item offered, and records what every question shows."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[list[str]] = []

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self.shown.append([card.name if card else "" for card in question.cards])
        return range(question.least)


def play(words: str, *seats: At) -> Table:
    """Return the table after the first seat has played a card that says ``words``."""
    table = lay(*seats, players=tuple(Looking() for _ in seats))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return table


def holds(words: str, *seats: At) -> bool:
    """Return whether a condition holds for the first seat."""
    (line,) = parsed_readings(Text(f"If {words} pass"), "line")
    assert isinstance(line, ast.Line)
    assert line.condition is not None
    table = lay(*seats)
    lower = Lowering(table.names, table.turned, table.seats[0].jack)
    return as_test(lower.condition(line.condition))(table, table.seats[0])


class Chooser:
    """Answers each kind of question with the given index, by default the first."""

    def __init__(self, **answers: Sequence[int]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, list[object]]] = []

    def act(self, table: Table, seat: Seat) -> Act:
        raise AssertionError("nobody acts here")

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self.asked.append((question.ask, list(question.items)))
        return self.answers.get(question.ask, (0,))


Row = tuple[str, dict[str, Any], dict[str, Any], dict[str, Sequence[int]], dict[str, Any]]


def seen(table: Table, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the requested facts about a table, such as "coins" or "their hand"."""
    found: dict[str, Any] = {}
    for what in wanted:
        seat = table.seats[what.startswith("their ")]
        name = what.removeprefix("their ")
        value = getattr(seat, name)
        if name == "in_play":
            value = [placed.card for placed in value]
        found[what] = value if isinstance(value, int) else named(value)
    return found


def laid_with(kinds: Sequence[Card], mine: At) -> Table:
    """Return a table of a game that also has these kinds of card."""
    players = (Chooser(way=(int(mine.coins > 0),), order=(0, 1)), Chooser())
    table = lay(mine, At(WORDS), players=players)
    table.cards = GameCards(table.edition, [*table.cards.kinds, *kinds], table.names)
    table.watch()
    for seat in table.seats:
        seat.character.card = Card("Nobody")
    return table


ME, OTHER, THIRD = At(CLAY), At(WORDS), At(CLAY)


def compiled(words: str, table: Table) -> CompiledLine:
    """Return a line as compiled for the first seat."""
    text = Text(words)
    printed = NumberedLine(table.turned, "action", "1", text)
    line = AILine(printed, disambiguate(text, "line"), ())
    jack = table.seats[0].jack
    assert isinstance(table.names, Catalogue)
    context = Basis(table.names).context(jack, table.turned)
    return compile_line(line, (), context)


def followed(words: str, table: Table) -> str:
    """Return the act that a line gives the first seat, "" if it cannot be followed."""
    decision = compiled(words, table).attempt(table, table.seats[0])
    return "" if decision is None else notation(decision[0], table, table.seats[0])


def with_card(words: str, *seats: At, **answers: tuple[int, ...]) -> tuple[Table, CardInPlay]:
    """Return a table where a card that says ``words`` has just been played, and that card."""
    table = lay(*seats, players=tuple(Chooser(**answers) for _ in seats))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return table, table.seats[0].in_play[-1]


def settled(table: Table, *names: str) -> list[Card]:
    return [table.names.card(name, table.turned) for name in names]


RULE = "Rule and Reign"
CARD = """\
  - copies: {copies}
    before: {{name: {name}, cost: 2, stability/score: 1/{before}, text: "{text}"}}
    after: {{name: Late {name}, cost: 3, stability/score: -/{after}, text: "{late}"}}
"""
# How many there are of each, and what they score before the Turn and after it.
KINDS = {
    **dict.fromkeys(("Law", "Filler A", "Filler B", "Filler C"), (3, "-", 1)),
    **dict.fromkeys(("Filler D", "Filler E"), (3, "-", "-")),
    "Filler F": (5, "-", "-"),
    "Filler G": (1, 2, 1),
}


def suit_with(path: Path, text: str, late: str = "", character: str = "Draw 1") -> Path:
    """Write a suit whose card Law, and whose Jack before the Turn, have these texts."""
    cards = [
        CARD.format(
            name=name,
            copies=copies,
            before=before,
            after=after,
            text=text if name == "Law" else "",
            late=late if name == "Law" else "",
        )
        for name, (copies, before, after) in KINDS.items()
    ]
    ends = f'  before: {{name: Jack o\' Rule, text: "{character}"}}\n'
    ends += "  after: {name: Jack o' Reign, text: Draw 1}\n"
    path.write_text(f"jack: {RULE}\ncharacter:\n{ends}cards:\n{''.join(cards)}", "utf-8")
    return path


def aimed(line: str, *seats: At, turned: bool = False) -> Table:
    """Return a table after the first seat has followed a line."""
    table = lay(*seats, players=tuple(Chooser() for _ in seats), turned=turned)
    seat = table.seats[0]
    decision = compiled(line, table).attempt(table, seat)
    assert decision is not None
    act, aim = decision
    table.players = (Following(aim), *table.players[1:])
    act.perform(table, seat)
    return table


class Following(Chooser):
    """Answers as the followed line says."""

    def __init__(self, aim: Aim | None) -> None:
        super().__init__()
        self.aim = aim

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        index = None if self.aim is None else self.aim.index(question, table, seat)
        return (0,) if index is None else (index,)


def following(line: str, jack: str, known: Catalogue, *, turned: bool = False) -> AICardPlayer:
    """Return a player following an AI card with only this line."""
    side = "POST" if turned else "PRE"
    written = f"jack: {jack}\ncard: |\n  {side} TURN\n  ACTION\n  1 – {line}\n"
    return AICardPlayer(read_ai_card(parse_document(written, "ai.yaml"), known), known)


def done(line: str, table: Table, known: Catalogue) -> str:
    """Return what seat 0 does by this line, "" for nothing, and at whose card it is aimed.

    Checks all ways of following it, and everything known without looking closer.
    """
    seat = table.seats[0]
    player = following(line, seat.jack, known, turned=table.turned)
    (compiled,) = player.lines
    assert_known(compiled, table, seat)
    decision = compiled.attempt(table, seat)
    act = player.act(table, seat)
    assert_written(player, act, table)
    if decision is None:
        assert player.followed == ""
        return ""
    assert act == decision[0]
    told, aim = notation(act, table, seat), decision[1]
    if aim is None or not isinstance(act, Play):
        return told
    offer = reach(act.card, table, seat)
    at = aim.index(offer, table, seat)
    card = None if at is None else offer.cards[at]
    if at is None or card is None:
        return told
    return f"{told}: {card.name} in {offer.zones[at]} {offer.owners[at]}"


def assert_written(player: AICardPlayer, act: Act, table: Table) -> None:
    """Assert that the written code of a player's line does what following it does."""
    side, decided, taken = Policy(player.lines), NoteCounts(), NoteCounts()
    side.players = FEW_PLAYERS + 1
    side.decide(table, table.seats[0], decided)
    players = (player, *table.players[1:])
    one, other = table.copy(players, Random(0)), table.copy(players, Random(0))
    take = side.acts(one)
    assert take is not None
    act.perform(other, other.seats[0])
    take(one, one.seats[0], player, taken)
    assert (taken, snapshot(one)) == (decided, snapshot(other))


def made(folder: Path, text: str) -> Path:
    """Write a suit with a card with this text, or a Jack if it is an ability."""
    if text.startswith("Spend"):
        return suit_with(folder / "suit.yaml", "", character=text)
    return suit_with(folder / "suit.yaml", text)


SO = ". If you do, Gain 5 coin tokens"
TOP = "Reveal the top card of your Draw Deck."
THEM = At(WORDS)
WITH_WASTE = At(WORDS, hand="3 Waste", coins=5)

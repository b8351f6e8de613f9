"""What a person may look up at the table: cards, AI cards, rules, how it stands, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from moonflight_solo.cli.game.setup import AIDeck
from moonflight_solo.cli.game.table_commands import Command, TableCommands
from moonflight_solo.cli.output.plain import standing_lines
from moonflight_solo.cli.output.printed_card import list_cards
from moonflight_solo.cli.output.rules_page import show_rule, show_topics
from moonflight_solo.errors import MoonflightError
from moonflight_solo.guide import guide
from moonflight_solo.rules.state import Seat, Table


@dataclass(frozen=True)
class Lookups:
    """The commands that look something up; they speak where ``at_table`` speaks.

    ``kept`` returns how the game is kept and gone on with.
    """

    at_table: TableCommands
    deck: AIDeck
    kept: Callable[[], str]

    def commands(self) -> Iterable[Command]:
        """Return the commands, to be added to those of the table."""
        return (
            Command("rules [TOPIC]", "the topics, a rule, or a ruling by its id", self._rules),
            Command("cards [JACK]", "the cards of this game", self._cards, self._jacks),
            Command("ai [JACK]", "an AI card as it is printed", self._ai, self._jacks),
            Command("jacks", "what every Jack says, at both ends; also j", self._characters),
            Command("score", "how the game stands", self._score),
            Command("save", "how the game is kept", self._save),
        )

    def _jacks(self, table: Table, seat: Seat) -> Iterable[str]:
        return dict.fromkeys(each.jack for each in table.seats)

    def _rules(self, rest: str, table: Table, seat: Seat) -> None:
        terminal, edition = self.at_table.terminal, table.edition.edition
        if rest:
            show_rule(rest, edition, terminal, self.deck.rulings.switched)
        else:
            show_topics(guide(edition), terminal, "rules TOPIC, such as rules quick")

    def _cards(self, rest: str, table: Table, seat: Seat) -> None:
        jacks = list(self._jacks(table, seat))
        catalogue = self.deck.catalogue
        if rest and catalogue.jack(rest) not in jacks:
            raise MoonflightError(f"{catalogue.jack(rest)} does not play here.")
        cards = catalogue.cards_for(jacks)
        if rest:
            cards = [card for card in cards if card.suit == catalogue.jack(rest)]
        list_cards(cards, self.at_table.terminal)

    def _ai(self, rest: str, table: Table, seat: Seat) -> None:
        words = rest.removeprefix("show").strip()
        others = [each.jack for each in seat.opponents]
        jack = self.deck.catalogue.jack(words) if words else next(iter(others), seat.jack)
        card = self.deck.card(jack)
        terminal = self.at_table.terminal
        terminal.say(card.title, "bold")
        terminal.say_all(card.printed.splitlines())

    def _characters(self, rest: str, table: Table, seat: Seat) -> None:
        for each in (seat, *seat.opponents):
            card = each.character.card
            one, other = (f'{end.name}, "{end.words}"' for end in (card, card.flipped))
            self.at_table.terminal.say(f"{table.title(each.number)}: {one}; other end {other}.")

    def _score(self, rest: str, table: Table, seat: Seat) -> None:
        standing = self.at_table.view(table, seat).standing
        if standing is not None:
            self.at_table.terminal.say_all(standing_lines(standing))

    def _save(self, rest: str, table: Table, seat: Seat) -> None:
        self.at_table.terminal.say(f"Every answer is kept as soon as it is given. {self.kept()}")

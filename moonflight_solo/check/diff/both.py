"""Two AI cards of one Jack on the same table: what each does there, and whether that differs."""

from __future__ import annotations

from dataclasses import dataclass

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.layout import Section
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.diff.disagree import aim, in_words
from moonflight_solo.check.diff.plain_form import plainly
from moonflight_solo.check.small_tables.outcomes import Outcome, outcome, plans, reset_outcome
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.scenario import Scenario
from moonflight_solo.wording import ast


@dataclass(frozen=True, slots=True)
class Shown:
    """A table on which two cards do different things, and what each does there, in words.

    ``old`` and ``new`` are what the whole cards do, and ``ai step`` shows it, unless ``alone``: on
    such tables an earlier line is followed first, and they say what the lines do by themselves.
    In Reset they say which cards are kept, which no ``ai step`` shows.
    """

    scenario: Scenario
    old: str
    new: str
    old_outcome: Outcome
    new_outcome: Outcome
    alone: bool = False
    section: Section = "action"


class Both:
    """The old card and the new one, each with a follower who acts by it.

    Raises :class:`DataError` for a card that cannot be followed.
    """

    def __init__(self, old: AICard, new: AICard, catalogue: Catalogue, rulings: Rulings) -> None:
        self.cards = (old, new)
        self.catalogue = catalogue
        self.rulings = rulings
        self.followers = tuple(AICardPlayer(card, catalogue, rulings) for card in self.cards)

    def plain(self, line: ast.Line, turned: bool) -> ast.Line:
        """Return what a line means in one form for all wordings carried out alike."""
        return plainly(line, self.catalogue, turned, self.rulings)

    def acts_differ(self, scenario: Scenario) -> bool:
        """Return whether the whole cards act otherwise on a table, or choose otherwise for it."""
        old, new = plans(self.followers, scenario, self.catalogue)
        if old.notation != new.notation:
            return True
        if old.notation == "pass" or not self._aims_may_differ(old.line, new.line, scenario.turned):
            return False
        done = [outcome(each, scenario, self.catalogue) for each in self.followers]
        return done[0].deed != done[1].deed

    def _aims_may_differ(self, old: str, new: str, turned: bool) -> bool:
        """Return whether the same act, by lines of these numbers, may be aimed otherwise."""
        aims = [
            [
                aim(self.plain(line.meaning, turned))
                for line in card.side(turned)
                if number in (line.number, line.printed.parent)
            ]
            for card, number in zip(self.cards, (old, new), strict=True)
        ]
        return aims[0] != aims[1]

    def resets_differ(self, scenario: Scenario) -> bool:
        """Return whether other cards are kept, or Moved, in Reset."""
        done = [reset_outcome(each, scenario, self.catalogue) for each in self.followers]
        return done[0] != done[1]

    def show(self, scenario: Scenario, old: str, new: str) -> Shown:
        """Return what the whole cards do on a table, seen from their lines of these numbers."""
        done = [outcome(each, scenario, self.catalogue) for each in self.followers]
        said = [
            in_words(each, number) if number else _by_line(each)
            for each, number in zip(done, (old, new), strict=True)
        ]
        return Shown(scenario, said[0], said[1], done[0], done[1])

    def show_reset(self, scenario: Scenario) -> Shown:
        """Return what the whole cards keep in Reset, on a table."""
        old, new = (reset_outcome(each, scenario, self.catalogue) for each in self.followers)
        return Shown(scenario, str(old), str(new), old, new, section="reset")


def _by_line(done: Outcome) -> str:
    return f"line {done.line}: {done}" if done.line else "no line can be followed: pass"

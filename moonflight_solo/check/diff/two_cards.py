"""Two AI cards of one Jack on the same table: what each does there, and whether that differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.layout import Section
from moonflight_solo.check.diff.disagree import in_words
from moonflight_solo.check.diff.line_diff import aim, plainly
from moonflight_solo.check.small_tables.outcomes import ActOutcome, Followers
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.scenario import Scenario

Way = Literal["only old", "only new", "otherwise"]
"""How two lines differ: only one of them is followed, or both are and do different things."""


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
    old_outcome: ActOutcome
    new_outcome: ActOutcome
    alone: bool = False
    section: Section = "action"


class TwoCards(Followers):
    """The old card and the new one, each followed on the same table, in acts or in Reset.

    Raises :class:`DataError` for a card that cannot be followed.
    """

    def __init__(
        self, old: AICard, new: AICard, section: Section, catalogue: Catalogue, rulings: Rulings
    ) -> None:
        super().__init__((old, new), catalogue, rulings, reset=section == "reset")
        self._section: Section = section
        # What the acts of each line, and of those below it, are aimed at.
        self._aims: tuple[dict[tuple[bool, str], list[object]], ...] = ({}, {})
        for card, aims in zip(self.cards, self._aims, strict=True):
            for line in card.lines:
                turned, meaning = line.printed.turned, line.meaning
                if line.printed.section == "action":
                    aimed = aim(plainly(meaning, catalogue, turned, rulings))
                    aims.setdefault((turned, line.printed.main), []).append(aimed)

    def differ(self, scenario: Scenario) -> bool:
        """Return whether the cards act otherwise on a table, or choose otherwise for it."""
        return self._differ(scenario, *self.plans(scenario))

    def _differ(self, scenario: Scenario, old: ActOutcome, new: ActOutcome) -> bool:
        if old.deed != new.deed or self.reset:
            return old.deed != new.deed
        aims = [
            each.get((scenario.turned, plan.line))
            for each, plan in zip(self._aims, (old, new), strict=True)
        ]
        if old.notation == "pass" or aims[0] == aims[1]:
            return False
        done = self.outcomes(scenario)
        return done[0].deed != done[1].deed

    def way(self, scenario: Scenario) -> Way | None:
        """Return in which way they differ on a table, ``None`` if they do not."""
        old, new = self.plans(scenario)
        if old.followed != new.followed:
            return "only old" if old.followed else "only new"
        return "otherwise" if old.followed and self._differ(scenario, old, new) else None

    def show(self, scenario: Scenario, *numbers: str) -> Shown:
        """Return what the cards do on a table, seen from lines of these numbers, if any."""
        done = zip(self.outcomes(scenario), numbers, strict=True)
        said = [(each, in_words(each, number)) for each, number in done]
        return self._shown(scenario, said, alone=False)

    def show_alone(self, scenario: Scenario) -> Shown:
        """Return what the cards do on a table where they have no other lines."""
        done = self.outcomes(scenario)
        said = [(each, str(each) if each.line or self.reset else "passed over") for each in done]
        return self._shown(scenario, said, alone=not self.reset)

    def _shown(
        self, scenario: Scenario, said: Sequence[tuple[ActOutcome, str]], *, alone: bool
    ) -> Shown:
        (old, old_words), (new, new_words) = said
        return Shown(scenario, old_words, new_words, old, new, alone, self._section)

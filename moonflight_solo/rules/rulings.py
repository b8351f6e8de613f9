"""Rulings on what the printed words leave open, as data."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import UsageError
from moonflight_solo.values import IdentityValue


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One ruling with its reason; one with ``choices`` can be changed for a game.

    ``otherwise``: what a line with these ``words`` could say instead, played to price the ruling.

    ``arises_with``: parts of meanings, as :func:`~moonflight_solo.wording.walk.traits` names them;
    the question arises only where a card in the game has one of them.
    """

    id: str
    question: str
    ruling: str = ""
    why: str
    sources: list[str] = []
    choices: dict[str, str] = {}
    chosen: str = ""
    words: str = ""
    reads: str = ""
    otherwise: str = ""
    arises_with: list[str] = []


class RulingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a rulings file."""

    rulings: list[Ruling]


class Rulings(IdentityValue):
    """All rulings of a game by id, and the choices that differ from the data."""

    by_id: Mapping[str, Ruling]
    switched: Mapping[str, str]

    def choice(self, ruling_id: str) -> str:
        """Return the choice in force for a ruling that has choices."""
        return self.switched.get(ruling_id) or self.by_id[ruling_id].chosen

    def bare_is_exact(self, turned: bool) -> bool:
        """Return whether a number printed without "+" means exactly that many (ruling A-exact).

        After the Turn it always does.
        """
        return turned or self.choice("A-exact") == "exactly"

    def switch(self, switched: Mapping[str, str]) -> Rulings:
        """Return these rulings with other choices in force.

        Raises :class:`UsageError` for an unknown ruling or choice.
        """
        for name, choice in switched.items():
            ruling = self.by_id.get(name)
            if ruling is None or not ruling.choices:
                open_to = ", ".join(sorted(r.id for r in self.by_id.values() if r.choices))
                problem = f"ruling {name} offers no choice" if ruling else ""
                problem = problem or f'there is no ruling "{name}"'
                raise UsageError(f"{problem}; these have choices: {open_to}.")
            if choice not in ruling.choices:
                choices = ", ".join(ruling.choices)
                raise UsageError(f'ruling {name} has no choice "{choice}"; it has: {choices}.')
        return self._same_rulings(self.by_id, {**self.switched, **switched})

    def with_more(self, more: list[Ruling]) -> Rulings:
        """Return these rulings plus those of an AI card for its own lines."""
        return self._same_rulings({**self.by_id, **{r.id: r for r in more}}, self.switched)

    def _same_rulings(self, by_id: Mapping[str, Ruling], switched: Mapping[str, str]) -> Rulings:
        """Return rulings, the same ones each time: what is compiled by them is kept with them."""
        for rulings in (self, *_LAST_MADE):
            if rulings.by_id == by_id and rulings.switched == switched:
                return rulings
        _LAST_MADE.append(Rulings(by_id, switched))
        return _LAST_MADE[-1]


_LAST_MADE: Final[deque[Rulings]] = deque(maxlen=16)


@cache
def printed_rulings() -> Rulings:
    """Return the project's rulings, from ``rulings/*.yaml``."""
    by_id: dict[str, Ruling] = {}
    for path in data_files("rulings"):
        for ruling in convert(read_document(path), RulingsFile).rulings:
            by_id[ruling.id] = ruling
    return Rulings(by_id, {})

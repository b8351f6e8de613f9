"""The two rulebooks as data: where they differ, from ``editions/*.yaml``."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import UsageError

ResetDeed = Literal[
    "leave play",
    "retain cards",
    "keep coins",
    "draw",
    "deal",
    "cover",
    "end",
    "settled",
    "pass marker",
]


class ResetStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of Reset: its printed number, and what it does."""

    step: str
    does: ResetDeed


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rulebook. ``names`` and ``texts`` override those in the card files."""

    edition: str
    title: str
    source: str
    reset: tuple[ResetStep, ...]
    deal_when_empty: Literal["any", "jack"]
    shop_is_spend: bool = False
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    terms: dict[str, str] = {}

    def step(self, does: ResetDeed) -> str:
        """Return the printed number of the step that does ``does``."""
        return next(s.step for s in self.reset if s.does == does)


@cache
def editions() -> dict[str, Edition]:
    """Return every edition by name."""
    all_editions = [convert(read_document(path), Edition) for path in data_files("editions")]
    return {edition.edition: edition for edition in all_editions}


def edition_named(name: str) -> Edition:
    """Return the edition called ``name``; raises :class:`UsageError` if there is none."""
    by_name = editions()
    if name not in by_name:
        raise UsageError(f'there is no edition "{name}"; choose one of: {", ".join(by_name)}.')
    return by_name[name]

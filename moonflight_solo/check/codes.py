"""Every code that a finding can have, explained: from ``guide/findings.yaml``."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

import msgspec

from moonflight_solo.check.finding import Severity
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import UsageError


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small AI card, or the text of a card, as in a file that somebody writes.

    ``lines`` are what stands under the headings of an AI card, ``jack`` whose it is, ``rulings``
    those it brings as its file would have them; ``text`` is the text of a card instead.
    """

    jack: str = ""
    card: str = ""
    text: str = ""
    rulings: list[dict[str, str]] = []


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A code, what it says and why that matters, and an example that it finds and one it does not.

    ``remedy`` is what to do about it where a finding has no better advice.
    """

    code: str
    severity: Severity
    group: str
    title: str
    why: str
    remedy: str
    before: Example
    after: Example | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    codes: list[Code]


@cache
def codes() -> dict[str, Code]:
    """Return every code by name, in the order of the file."""
    path = data_folder("guide") / "findings.yaml"
    return {code.code: code for code in convert(read_document(path), _File).codes}


def code_named(name: str) -> Code:
    """Return the code called ``name``; raises :class:`UsageError` with the nearest for another."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    found = codes().get(wanted)
    if found is None:
        within = [each for each in codes() if wanted and wanted in each]
        near = within or get_close_matches(wanted, codes(), 3, 0.5) or list(codes())
        raise UsageError(f'no finding has the code "{name}"; nearest: {", ".join(near)}.')
    return found

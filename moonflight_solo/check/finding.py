"""What the wording check finds: one finding, with its place and what shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from moonflight_solo.scenario import Scenario
from moonflight_solo.wording.text import Text

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One of several readings: what it says, and what it would do on the table of a finding."""

    says: str
    does: str = ""
    in_force: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the check has to say of a wording.

    ``code`` is the name under which ``guide/findings.yaml`` explains it. ``text`` is the printed
    sentence with its place, ``start`` and ``end`` the offsets of the words meant in it. ``line``
    names the sentence for a person ("post-Turn 1"). ``because`` says in one sentence what is the
    matter here, ``remedy`` how the words could be put instead ("" if nothing need be changed).
    ``table`` is the smallest table that shows it, and
    ``readings`` what each reading does there. ``certainty`` says how a claim about all tables is
    known: "proved", or "not seen in 500 games".
    """

    code: str
    severity: Severity
    text: Text
    start: int
    end: int
    line: str
    because: str
    remedy: str = ""
    ruling: str = ""
    table: Scenario | None = None
    readings: tuple[Otherwise, ...] = field(default=())
    certainty: str = ""

    @property
    def words(self) -> str:
        """The printed words meant."""
        return " ".join(self.text.words[self.start : self.end].split())

    @property
    def place(self) -> str:
        """File, line and column of those words."""
        return self.text.place(self.start)

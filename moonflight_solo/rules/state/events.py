"""What happened on the table, told to whoever listens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from moonflight_solo.rules.state.cards import Card
from moonflight_solo.wording.ast import TokenVerb, Verb

Kind = (
    Verb
    | TokenVerb
    | Literal["round", "act", "reveal", "spend", "shuffle", "retain", "leave play", "settled"]
    | Literal["cover", "blocked", "triggered", "choice", "turn", "token", "end"]
)


@dataclass(slots=True)
class Event:
    """One thing that happened. ``seat`` is the number of the seat it happened to.

    ``cards`` are the cards it happened to; ``hidden`` says that only ``seat`` may know which.
    ``number`` counts coin tokens or rounds; ``source`` and ``place`` say from where and to where.
    ``line`` is the number of the AI-card line that an act comes from, "" if it comes from none.
    """

    kind: Kind
    seat: int
    cards: list[Card] = field(default_factory=list)
    number: int = 0
    source: str = ""
    place: str = ""
    hidden: bool = False
    what: Any = None
    line: str = ""

"""JSON Schemas of all files that people and other programs read or write, made from the types that
load them.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

import msgspec

from moonflight_solo.ai_cards.card import AICardFile
from moonflight_solo.cli.answers.act_answers import StepAnswer, WatchAnswer
from moonflight_solo.cli.answers.career_answers import MistakeAnswer, StatsAnswer
from moonflight_solo.cli.commands.check import CheckAnswer, CheckedCards
from moonflight_solo.cli.commands.jack import JackAnswer
from moonflight_solo.cli.commands.saves import ChallengeAnswer, NoteAnswer, SaveAnswer
from moonflight_solo.cli.commands.versions import CardsDiffAnswer, DiffAnswer, FixedAnswer
from moonflight_solo.cli.game.coaching import CoachAnswer
from moonflight_solo.cli.output.printed import CardAnswer, RankAnswer
from moonflight_solo.playtest.balance_search import BalanceFront
from moonflight_solo.playtest.export import Manifest
from moonflight_solo.playtest.round_robin import RoundRobin
from moonflight_solo.playtest.summaries.summary import Summary
from moonflight_solo.records.record import Answer, Departure, Ended, Header, Note, Seek
from moonflight_solo.rules.card_files import CardFile
from moonflight_solo.rules.editions import Edition
from moonflight_solo.rules.rulings import RulingsFile
from moonflight_solo.scenario import Scenario

DIALECT = "https://json-schema.org/draft/2020-12/schema"
CHECK = {"type": "string", "pattern": "^[0-9a-f]{8}$", "description": "The checksum of the line."}
ANSWERS: dict[str, tuple[str, Any]] = {
    "ai-check": ("What moonflight ai check says with --json", list[CheckAnswer]),  # type: ignore[valid-type]
    "ai-step": ("What moonflight ai step says with --json, a line for each table", StepAnswer),
    "ai-diff": ("What moonflight ai diff says with --json", DiffAnswer),
    "ai-fix": ("What moonflight ai fix says with --json", FixedAnswer),
    "rank": ("What moonflight rank says with --json", RankAnswer),
    "saves": ("What moonflight saves says with --json", list[SaveAnswer]),
    "card": ("What moonflight card says with --json", CardAnswer),
    "card-list": ("What moonflight cards says with --json", list[CardAnswer]),
    "cards-check": ("What moonflight cards check says with --json", list[CheckedCards]),  # type: ignore[valid-type]
    "cards-diff": ("What moonflight cards diff says with --json", CardsDiffAnswer),
    "jack-check": ("What moonflight jack check says with --json", JackAnswer),
    "watch": ("What moonflight watch says with --json", WatchAnswer),
    "notes": ("What moonflight notes says with --json", list[NoteAnswer]),
    "stats": ("What moonflight stats says with --json", StatsAnswer),
    "challenges": ("What moonflight challenges says with --json", list[ChallengeAnswer]),
    "coach": ("What moonflight coach says with --json", CoachAnswer),
    "balance": ("What moonflight balance says with --json", BalanceFront),
    "coach-mistakes": ("What moonflight coach --mistakes says with --json", list[MistakeAnswer]),  # type: ignore[valid-type]
    "round-robin": ("What moonflight playtest --all says with --json", RoundRobin),
}
KINDS: dict[str, tuple[str, Any]] = {
    "ai-card": ("An AI card", AICardFile),
    "cards": ("A suit, or other cards", CardFile),
    "edition": ("What a rulebook says otherwise than another", Edition),
    "playtest": ("What moonflight playtest and compare say with --json", Summary),
    "export": ("The playtest.json of an export", Manifest),
    "record": ("A line of a record", Header | Answer | Note | Seek | Departure | Ended),
    "rulings": ("Rulings on what printed words leave open", RulingsFile),
    "scenario": ("A table", Scenario),
    **ANSWERS,
}


def schemas() -> dict[str, str]:
    """Return every schema as text, by file name in ``docs/schemas``."""
    return {f"{name}.schema.json": _text(name, *kind) for name, kind in KINDS.items()}


def schema(name: str) -> dict[str, Any]:
    """Return the schema of one kind of file, by its name in `KINDS`."""
    title, type_ = KINDS[name]
    if name == "record":
        parts, definitions = msgspec.json.schema_components([*type_.__args__])
        for entry in [*parts]:
            definitions[entry["$ref"].rpartition("/")[2]]["properties"]["check"] = CHECK
        made: dict[str, Any] = {"anyOf": [*parts], "$defs": definitions}
    else:
        made = msgspec.json.schema(Annotated[type_, msgspec.Meta(title=title)])
        made["$defs"] = made.pop("$defs")
        if name in ANSWERS:
            for part in made["$defs"].values():
                part.setdefault("additionalProperties", False)
    made = _clean(made)
    return {"$schema": DIALECT, "title": title, **made}


def _text(name: str, title: str, type_: Any) -> str:
    return json.dumps(schema(name), indent=1, ensure_ascii=False) + "\n"


def _clean(part: Any) -> Any:
    """Strip docstring markup from the descriptions in a schema."""
    if isinstance(part, dict):
        return {key: (_words if key == "description" else _clean)(part[key]) for key in part}
    return [_clean(each) for each in part] if isinstance(part, list) else part


def _words(description: Any) -> Any:
    if not isinstance(description, str):
        return _clean(description)  # a field with that name
    words = re.sub(r":\w+:`~?([\w.]+)`|``?([^`]*)``?", lambda f: f[1] or f[2], description)
    return " ".join(words.split())

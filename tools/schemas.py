"""JSON Schemas of all files that people and other programs read or write, made from the types that
load them.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

import msgspec
from answers import ANSWERS

from moonflight_solo.ai_cards.card import AICardFile
from moonflight_solo.playtest.summary import Summary
from moonflight_solo.records.record import Answer, Ended, Header, Note, Seek
from moonflight_solo.rules.card_files import CardFile
from moonflight_solo.rules.editions import Edition
from moonflight_solo.rules.rulings import RulingsFile
from moonflight_solo.scenario import Scenario

DIALECT = "https://json-schema.org/draft/2020-12/schema"
CHECK = {"type": "string", "pattern": "^[0-9a-f]{8}$", "description": "The checksum of the line."}
KINDS: dict[str, tuple[str, Any]] = {
    "ai-card": ("An AI card", AICardFile),
    "cards": ("A suit, or other cards", CardFile),
    "edition": ("What a rulebook says otherwise than another", Edition),
    "playtest": ("What moonflight playtest and compare say with --json", Summary),
    "record": ("A line of a record", Header | Answer | Note | Seek | Ended),
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

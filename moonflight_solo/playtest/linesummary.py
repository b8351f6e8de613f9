"""What a tally says of one AI card, line by line and phrase by phrase."""

from __future__ import annotations

from typing import Any

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.playtest.parts import Part, Parts
from moonflight_solo.playtest.phrases import phrases
from moonflight_solo.playtest.run import Lab
from moonflight_solo.playtest.tally import Key
from moonflight_solo.playtest.variants import side
from moonflight_solo.wording.english import english


def ai_card_summary(parts: Parts, lab: Lab, seat: int) -> dict[str, Any]:
    """Return how every line of the AI card in a seat, from 0, fared."""
    card = lab.ai_cards[seat]
    assert card is not None
    detailed = parts.tally[("detailed",)]
    lines = [_line(parts, lab, card, seat, place) for place in range(len(card.lines))]
    return {
        "seat": seat + 1,
        "jack": card.jack,
        "title": card.title,
        "file": next((file.name for file in parts.plan.ai_files if file.name == card.file), ""),
        "printed": card.printed,
        "lines": lines,
        "never_followed": [
            {key: line[key] for key in ("side", "section", "number")}
            for line in lines
            if line["counts"] and not line["followed"]["count"]
        ],
        "never_followed_in_detail": [
            {key: line[key] for key in ("side", "section", "number")}
            for line in lines
            if detailed and not line["counts"] and not line["followed"]["count"]
        ],
        "never_decisive": [
            {"side": line["side"], "number": line["number"], "words": phrase["words"]}
            for line in lines
            for phrase in line["detail"]["phrases"]
            if phrase["looked_at"] and not phrase["decisive"]["count"]
        ],
    }


def _line(parts: Parts, lab: Lab, card: AICard, seat: int, place: int) -> dict[str, Any]:
    line = card.lines[place]
    counts = _in_all_games(line)
    at: Key = ("line", seat, place)
    detail: Key = ("detail", seat, place)
    if counts:
        keys = ((*at, each) for each in ("looked at", "true", "followed"))
        numbers = [parts.count(key) for key in keys]
        followed_in = parts.share((*at, "followed in"), parts.tally[("games",)])
    else:
        held = [
            (*detail, "status", str(status))
            for status in parts.tally.below(*detail, "status")
            if status != "condition-false"
        ]
        looked = parts.count((*detail, "looked at"))
        true = parts.share_of(held, looked["count"])
        numbers = [
            looked,
            {key: true[key] for key in ("count", "examples")},
            parts.count((*detail, "status", "followed")),
        ]
        followed_in = parts.share((*detail, "followed in"), parts.tally[("detailed",)])
    return {
        "side": side(line.printed.turned),
        "section": line.printed.section,
        "number": line.number,
        "words": line.words,
        "means": english(line.meaning),
        "by": line.reading.by,
        "rulings": _rulings(lab, card, line),
        "counts": counts,
        "looked_at": numbers[0],
        "condition_true": numbers[1],
        "followed": numbers[2],
        "followed_in": followed_in,
        "detail": _detail(parts, line, detail),
    }


def _in_all_games(line: AILine) -> bool:
    return line.printed.section == "action" and not line.printed.parent


def _rulings(lab: Lab, card: AICard, line: AILine) -> list[str]:
    for compiled in lab.lines(card):
        if compiled.line is line:
            return list(compiled.rulings)
    return list(line.ruled_by)


def _detail(parts: Parts, line: AILine, at: Key) -> Part:
    looked_at = parts.tally[(*at, "looked at")]
    blocked = parts.shares_below(looked_at, *at, "status", called="status")
    return {
        "looked_at": looked_at,
        "blocked": [each for each in blocked if each["status"] != "followed"],
        "phrases": [
            {
                "kind": phrase.kind,
                "words": phrase.words,
                "looked_at": (seen := parts.tally[(*at, "phrase", number, "looked at")]),
                "true": parts.share((*at, "phrase", number, "true"), seen),
                "decisive": parts.share((*at, "phrase", number, "decisive"), seen),
            }
            for number, phrase in enumerate(phrases(line))
        ],
        "ties": parts.count((*at, "ties")),
        "defaults": parts.count((*at, "defaults")),
    }

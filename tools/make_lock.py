"""Update the locks: the grammar, what printed texts and examples mean, and why others are refused.

Run `python tools/make_lock.py` after a change of the grammar or of printed words; `git diff` then
shows which sentences are read, or refused, differently. A sentence of `refused.lock` that is
understood now is dropped from it; `tests/refusals.py` adds those that the tests know. With
`--check` it writes nothing, and fails if it would.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.datafiles import data_files
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.editions import editions
from moonflight_solo.wording import expanded_grammar, lock
from moonflight_solo.wording.examples import left_out, other_ways, wordings
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

ROOT = Path(__file__).resolve().parent.parent
WORDING = ROOT / "moonflight_solo" / "wording"
LOCK_OF_REFUSALS = "refused.lock"
MOST_LETTERS = 300
JACKS = sorted((ROOT / "examples").iterdir())


def printed() -> Iterator[lock.SentenceKey]:
    """Yield the texts of cards, characters, AI cards, rulings on their words, and examples, and the
    sentences that a check of the printed AI cards tries.
    """
    more = tuple(folder / "suit.yaml" for folder in JACKS if folder.is_dir())
    for edition in editions():
        known = catalogue(edition, more)
        for card in known.cards_for(known.suits):
            yield from (("effect", end.text.words) for end in (card, card.flipped))
        for path in (*data_files("ai"), *(path.parent / "ai.yaml" for path in more)):
            ai_card = load_ai_card(path, known)
            for line in ai_card.lines:
                start = "line" if line.printed.section == "action" else "reset_line"
                yield start, line.printed.text.words
                ruled = (ruling for ruling in ai_card.rulings if ruling.id in line.ruled_by)
                yield from ((start, ruling.reads) for ruling in ruled)
    for jack in ai_card_files():
        yield from tried(jack)


def examples() -> Iterator[lock.SentenceKey]:
    """Yield every example of a wording that is understood."""
    for section in (*wordings(), *other_ways()):
        yield from ((section.start, words) for words in section.examples)


class _Asked(dict[lock.SentenceKey, object]):
    """The known texts, recording in ``keys_asked`` which are looked up."""

    def __init__(self, known: Mapping[lock.SentenceKey, object]) -> None:
        super().__init__(known)
        self.keys_asked: list[lock.SentenceKey] = []

    def get(self, key: Any, default: Any = None) -> Any:
        self.keys_asked.append(key)
        return super().get(key, default)


def tried(jack: str) -> list[lock.SentenceKey]:
    """Return the sentences parsed when a printed AI card is checked: its own, and rewordings it
    tries.
    """
    asked = _Asked(lock.lock_of(lock.LOCK_OF_PRINT))
    with mock.patch.object(lock, "lock_of", return_value=asked):
        check_ai_card(jack, catalogue(), games=0)
    return asked.keys_asked


def lock_text(texts: set[lock.SentenceKey]) -> str:
    """Parse the texts and return the contents of their lock, one line each, sorted."""
    lines: list[object] = [{"grammar": lock.grammar_digest()}]
    for start, words in sorted(texts):
        kind: Any = start
        lines.append(lock.entry((start, words), parsed_readings(Text(words), kind)))
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def refused() -> Iterator[lock.SentenceKey]:
    """Yield every sentence that is known to be refused: of the documents, and of the lock."""
    yield from ((each.start, each.words) for each in left_out())
    for line in (WORDING / LOCK_OF_REFUSALS).read_text("utf-8").splitlines():
        entry = msgspec.json.decode(line)
        yield entry["start"], entry["words"]


def refusals(sentences: set[lock.SentenceKey]) -> str:
    """Return the lock of those sentences that are refused: a line each with reason and remedy."""
    lines = [_refusal(start, words) for start, words in sorted(sentences)]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines if line)


def _refusal(start: Any, words: str) -> dict[str, object]:
    """Return why a sentence is refused and what is advised, nothing if it is understood."""
    try:
        parsed_readings(Text(words), start)
    except WordingError as error:
        told = {"at": error.words, "why": error.problem}
        advice = {"nearest": error.nearest, "examples": error.examples}
        return {"start": start, "words": words, **told, **{k: v for k, v in advice.items() if v}}
    return {}


def main() -> None:
    """Update the locks, or check that they stand, parsing every text afresh."""
    check = "--check" in sys.argv[1:]
    known = {key for key in printed() if key[1].strip()}
    wanted = {
        expanded_grammar.LOCK: expanded_grammar.in_lines(),
        lock.LOCK_OF_PRINT: lock_text(known),
        lock.LOCK_OF_EXAMPLES: lock_text({*examples()} - known),
        LOCK_OF_REFUSALS: refusals({*refused()}),
    }
    for name, lines in wanted.items():
        file = WORDING / name
        if not check:
            file.write_text(lines, "utf-8")
        elif file.read_text("utf-8") != lines:
            sys.exit(f"{name} is out of date: run make lock, and look at its diff")
        print(f"moonflight_solo/wording/{name}: {lines.count(chr(10))} lines")


if __name__ == "__main__":
    main()

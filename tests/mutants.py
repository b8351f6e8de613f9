"""Mutants of conditions, card texts and lines, and what each means: the language at its edges.

A mutant is a sentence of the locks with a word exchanged for another of its kind, one too many or
too few, or with part of another sentence. ``data/mutants.lock`` holds a few thousand, each with
its verdict: the digest of its meanings, or how it is refused. A change of the builder then shows
what it does to sentences nobody wrote. `python tests/mutants.py` gives the verdicts anew, as
`make lock` does; with a seed and a number it draws others. `git diff` is to be looked at.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from zlib import crc32

from moonflight_solo.wording import ast, lock, parsing
from moonflight_solo.wording.english import english
from moonflight_solo.wording.text import Text, WordingError

FILE = Path(__file__).parent / "data" / "mutants.lock"
KINDS: dict[str, tuple[ast.Start, str]] = {
    "condition": ("line", "If {}, pass."),
    "text": ("effect", "{}"),
    "line": ("line", "{}"),
    "reset": ("reset_line", "{}"),
}
_LONGEST = 110
_ALIKE = (
    ("a", "no", "1", "2", "3+", "exactly 2", "at least 3", "up to 2", "all", "any", "another"),
    ("in hand", "in play", "in Discard Stack", "in Draw Deck", "in Trash Stack", "in hand or play"),
    ("from hand", "from play", "from your Discard Stack", "from the Market", "from a Market Stack"),
    ("you", "an opponent", "each opponent", "any player", "all players", "no opponent"),
    ("your", "their", "an opponent's", "each opponent's", "its owner's", "the"),
    ("Discard", "Trash", "Draw", "Play", "Gain", "Purchase", "Reveal", "Move", "Retain"),
    ("have", "has", "is", "are", "is not", "Discarded", "Purchased", "control", "controls"),
    ("card", "cards", "starter card", "scoring cards", "coin token", "“Waste”", "it", "them"),
    ("scoring", "non-scoring", "starter", "generic", "other", "highest-cost", "named"),
    ("more", "fewer", "as many", "most", "fewest", "highest", "lowest", "total"),
    ("and", "or", "but not", "then", "otherwise", "unless", "if", "while"),
    ("of your suit", "that score", "costing 3 or more", "this round", "together", "instead"),
)  # fmt: skip
_CONDITION = re.compile(
    r"^If ([^.;]+?),? (?:pass\b|(?:play|retain) “|(?:shop|build) to |[A-Z]\w+ \d)"
)
UNREAD = "refused0"
_KEPT = 5
"""One of so many that are no sentences of the grammar is kept, for most mutants are none."""
_WORDS = re.compile(r"“[^”]*”|[^\s,.;]+|[,.;]")


def bases() -> dict[str, list[str]]:
    """Return the sentences to begin with, by kind, those of the locks."""
    known: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for start, words in sorted(
        {*lock.lock_of(lock.LOCK_OF_PRINT), *lock.lock_of(lock.LOCK_OF_EXAMPLES)}
    ):
        if len(words) <= _LONGEST:
            kind = {"effect": "text", "line": "line", "reset_line": "reset"}[start]
            known[kind].append(words)
            known["condition"] += _CONDITION.findall(words)
    return known


def mutant(kind: str, known: dict[str, list[str]], lot: Random) -> str:
    """Return one of the ``known`` sentences of a kind, changed once or twice."""
    words = lot.choice(known[kind])
    for _ in range(lot.choice((1, 1, 2))):
        words = _changed(words, lot.choice(known[kind]), lot)
    return words


def _changed(words: str, other: str, lot: Random) -> str:
    """Return ``words`` with one change, perhaps with part of the ``other`` sentence."""
    first, second = _WORDS.findall(words), _WORDS.findall(other)
    place = lot.randrange(len(first) + 1)
    way = lot.random()
    if way < 0.5:
        return _exchanged(words, lot)
    if way < 0.6:
        return f"{words.rstrip('.')}{lot.choice((' and ', ' or ', ', ', '. ', ' but not '))}{other}"
    if way < 0.72:
        first[place : place + lot.choice((1, 1, 2))] = []
    elif way < 0.84:
        first.insert(place, lot.choice(lot.choice(_ALIKE)))
    else:
        first[place:] = second[lot.randrange(len(second)) :]
    return re.sub(r" (?=[,.;])", "", " ".join(first))


def _exchanged(words: str, lot: Random) -> str:
    """Return ``words`` with a word exchanged for another of its kind."""
    spots = [
        (spot.span(), group)
        for group in _ALIKE
        for word in group
        for spot in re.finditer(rf"(?<![\w“]){re.escape(word)}(?![\w”])", words)
    ]
    if not spots:
        return words
    (start, end), group = lot.choice(spots)
    return words[:start] + lot.choice(group) + words[end:]


def drawn(seed: int, number: int) -> Iterator[tuple[str, str]]:
    """Yield so many mutants, each with its kind: no sentence of the locks, and none twice."""
    known, lot = bases(), Random(seed)
    used = {(kind, words) for kind, every in known.items() for words in every}
    while number:
        kind = lot.choices([*KINDS], (45, 25, 25, 5))[0]
        words = mutant(kind, known, lot)
        if (kind, words) not in used and 0 < len(words) <= _LONGEST:
            used.add((kind, words))
            number -= 1
            yield kind, words


_NO_REMEDY: dict[str, Callable[..., object]] = {
    "nearest_sentences": lambda *_, **__: (),
    "nearest_examples": lambda *_, **__: (),
    "kind_at": lambda *_, **__: ("", []),
}


def said_back(kind: str, words: str) -> list[str]:
    """Return each meaning of a mutant in English; raises what :func:`parsing.parsed_readings` does,
    but looks for no remedy, which takes long.
    """
    start, frame = KINDS[kind]
    remedies = {name: getattr(parsing, name) for name in _NO_REMEDY}
    vars(parsing).update(_NO_REMEDY)
    try:
        return sorted(map(english, parsing.parsed_readings(Text(frame.format(words)), start)))
    finally:
        vars(parsing).update(remedies)


def verdict(kind: str, words: str) -> str:
    """Return the digest of a mutant's meanings, or which way it is refused: 0 no sentence of the
    grammar, or a slip, 1 one that cannot be followed, 2 or 3 one that is not said back whole.
    """
    try:
        said = said_back(kind, words)
    except WordingError as error:
        known = ("cannot be followed", "is not understood: it would be", "is said of is not")
        return next(
            (f"refused{n}" for n, why in enumerate(known, 1) if why in error.problem), UNREAD
        )
    return f"{crc32(' | '.join(said).encode()):08x}"


def locked() -> list[tuple[str, str, str]]:
    """Return the mutants of the lock: verdict, kind and words."""
    rows = (line.split(" ", 2) for line in FILE.read_text("utf-8").splitlines())
    return [(answer, kind, words) for answer, kind, words in rows]


def main() -> None:
    """Write the lock anew."""
    if sys.argv[1:]:
        seed, number = map(int, sys.argv[1:])
        answers = ((verdict(*each), *each) for each in drawn(seed, number))
        kept = [each for n, each in enumerate(answers) if each[0] != UNREAD or n % _KEPT == 0]
    else:
        kept = [(verdict(kind, words), kind, words) for _, kind, words in locked()]
    lines = [f"{' '.join(each)}\n" for each in sorted(kept, key=lambda each: each[1:])]
    FILE.write_text("".join(lines), "utf-8")
    print(f"{FILE.name}: {len(lines)} mutants, {sum(x[:7] != 'refused' for x in lines)} understood")


if __name__ == "__main__":
    main()

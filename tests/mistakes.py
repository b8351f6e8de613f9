"""Typical human mistakes, inserted into the printed cards deterministically."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from string import ascii_lowercase
from typing import TypeVar

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.wording.text import one_line

T = TypeVar("T")
QUOTED = r"[“”][^“”]+[“”]"
SUIT = r"(?:Jack O’ )?[A-Z]\w* and [A-Z]\w*[’\w]* suit"
ZONES = ("Draw Deck", "Discard Stack", "Trash Stack", "hand", "in play")
OPPOSITES = (
    ("highest", "lowest"),
    ("fewer", "more"),
    ("cost", "scoring"),
    ("Discard", "Trash"),
    ("Draw", "Discard"),
    ("Spend", "Gain"),
    ("no ", "any "),
    ("exactly", "at least"),
)


@dataclass(frozen=True)
class Sentence:
    """A printed AI-card line or card text: its card, side and words."""

    jack: str
    turned: bool
    section: str
    number: str
    words: str

    @property
    def on_card(self) -> bool:
        return self.section == "text"


@dataclass(frozen=True)
class Mistake:
    """A sentence with one kind of mistake; `what` describes the change."""

    kind: str
    sentence: Sentence
    words: str
    what: str


@cache
def known() -> Catalogue:
    return catalogue()


@cache
def ai_card(jack: str) -> AICard:
    return load_ai_card(jack, known())


@cache
def sentences() -> tuple[Sentence, ...]:
    """Return every line of the AI cards, then every card text, without duplicates."""
    found = [
        Sentence(jack, line.printed.turned, line.printed.section, line.number, line.words)
        for jack in known().suits
        for line in ai_card(jack).lines
    ]
    texts: dict[str, Sentence] = {}
    for card in known().cards_for(known().suits):
        for end in (card, card.flipped):
            if end.words:
                said = Sentence(end.suit or "", end.turned, "text", end.name, end.words)
                texts.setdefault(end.words, said)
    return (*found, *texts.values())


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Return every mistake, sentence by sentence, without duplicates."""
    found: dict[tuple[Sentence, str], Mistake] = {}
    for sentence in sentences():
        for kind, make in MAKERS.items():
            for words, what in make(sentence):
                if one_line(words) != sentence.words:
                    mistake = Mistake(kind, sentence, one_line(words), what)
                    found.setdefault((sentence, mistake.words), mistake)
    return tuple(found.values())


def sample(number: int) -> list[Mistake]:
    """Return up to `number` mistakes of each kind, spread evenly over the sentences."""
    return [
        mistake
        for kind in KINDS
        for mistake in spread([each for each in mistakes() if each.kind == kind], number)
    ]


def spread(items: Sequence[T], number: int) -> list[T]:
    """Return up to `number` of the items, evenly spread."""
    step = max(1, len(items) / number)
    return [items[int(at * step)] for at in range(min(number, len(items)))]


# ---------------------------------------------------------------------------------- typos


def typos(word: str, random: Random) -> Iterator[str]:
    """Yield `word` with a letter dropped, doubled, replaced, and two letters swapped."""
    letters = [at for at, letter in enumerate(word) if letter.isalpha()]
    at = random.choice(letters)
    yield word[:at] + word[at + 1 :]
    at = random.choice(letters)
    yield word[:at] + word[at] + word[at:]
    at = random.choice(letters)
    other = random.choice([c for c in ascii_lowercase if c != word[at].lower()])
    yield word[:at] + (other.upper() if word[at].isupper() else other) + word[at + 1 :]
    pairs = [
        at
        for at in range(len(word) - 1)
        if word[at].isalpha()
        and word[at + 1].isalpha()
        and word[at].lower() != word[at + 1].lower()
    ]
    if pairs:
        at = random.choice(pairs)
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _in_place(sentence: Sentence, pattern: str) -> Iterator[tuple[str, str]]:
    """Yield typos within every match of a pattern, in any of its letters."""
    for match in re.finditer(pattern, sentence.words):
        random = Random(f"{sentence.words} {match.start()}")
        for wrong in typos(match[0], random):
            yield _put(sentence.words, match, wrong), f"{match[0]} > {wrong}"


def _put(words: str, match: re.Match[str], other: str) -> str:
    return words[: match.start()] + other + words[match.end() :]


def in_names(sentence: Sentence) -> Iterator[tuple[str, str]]:
    return _in_place(sentence, QUOTED)


def in_suits(sentence: Sentence) -> Iterator[tuple[str, str]]:
    return _in_place(sentence, r"[A-Z]\w* and [A-Z]\w*(?=[’\w]* suit)")


def in_words(sentence: Sentence) -> Iterator[tuple[str, str]]:
    for match in _words(sentence.words):
        random = Random(f"{sentence.words} {match.start()}")
        for wrong in typos(match[0], random):
            yield _put(sentence.words, match, wrong), f"{match[0]} > {wrong}"


def _words(words: str) -> Iterator[re.Match[str]]:
    """Yield the distinct words that are not part of a name."""
    names = [match.span() for match in re.finditer(f"{QUOTED}|{SUIT}", words)]
    seen = set()
    for match in re.finditer(r"[A-Za-z]{2,}", words):
        inside = any(start <= match.start() < end for start, end in names)
        if not inside and match[0].lower() not in seen:
            seen.add(match[0].lower())
            yield match


# ----------------------------------------------------------------------- words put otherwise


def dropped(sentence: Sentence) -> Iterator[tuple[str, str]]:
    parts = sentence.words.split()
    for at, part in enumerate(parts):
        yield " ".join(parts[:at] + parts[at + 1 :]), f"without {part} ({at + 1})"


def swapped_connective(sentence: Sentence) -> Iterator[tuple[str, str]]:
    outside = re.sub(f"{QUOTED}|{SUIT}", lambda match: "_" * len(match[0]), sentence.words)
    for match in re.finditer(r"\b(and|or)\b", outside, re.IGNORECASE):
        other = "or" if match[0].lower() == "and" else "and"
        yield _put(sentence.words, match, other), f"{match[0]} > {other}"


def shifted(sentence: Sentence) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r"\d+\+?", sentence.words):
        number = int(match[0].rstrip("+"))
        plus = "+" if match[0].endswith("+") else ""
        others = [f"{number + 1}{plus}", f"{number}" if plus else f"{number}+"]
        if number > 1:
            others.append(f"{number - 1}{plus}")
        for other in others:
            yield _put(sentence.words, match, other), f"{match[0]} > {other}"


def other_zone(sentence: Sentence) -> Iterator[tuple[str, str]]:
    for zone in ZONES:
        for match in re.finditer(rf"\b{zone}\b", sentence.words):
            for other in ZONES:
                if other != zone:
                    yield _put(sentence.words, match, other), f"{zone} > {other}"


def opposite(sentence: Sentence) -> Iterator[tuple[str, str]]:
    for one, other in OPPOSITES:
        for old, new in ((one, other), (other, one)):
            for match in re.finditer(rf"\b{re.escape(old)}", sentence.words):
                yield _put(sentence.words, match, new), f"{old} > {new}"


def other_end(sentence: Sentence) -> Iterator[tuple[str, str]]:
    for match in re.finditer(QUOTED, sentence.words):
        card = known().card(match[0][1:-1], sentence.turned)
        if card.flipped.name != card.name:
            other = f"“{card.flipped.name}”"
            yield _put(sentence.words, match, other), f"{match[0]} > {other}"


def other_card(sentence: Sentence) -> Iterator[tuple[str, str]]:
    kinds = [kind for kind in known().cards_for(known().suits) if not kind.is_character]
    for match in re.finditer(QUOTED, sentence.words):
        card = known().card(match[0][1:-1], sentence.turned)
        ends = [kind.flipped if sentence.turned else kind for kind in kinds]
        others = [
            end for end in ends if end.name != card.name and f"{end.name}”" not in sentence.words
        ]
        other = Random(f"{sentence.words} {match.start()}").choice(others)
        yield _put(sentence.words, match, f"“{other.name}”"), f"{match[0]} > “{other.name}”"


def punctuation(sentence: Sentence) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r"[“”,/.]|(?<=\d)-(?=\d)", sentence.words):
        yield _put(sentence.words, match, ""), f"without {match[0]} ({match.start()})"


def next_line(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Yield the words of the next line, as if the two lines were swapped."""
    if sentence.section != "action":
        return
    side = ai_card(sentence.jack).side(sentence.turned)
    at = next(i for i, each in enumerate(side) if each.number == sentence.number)
    if at + 1 < len(side):
        yield side[at + 1].words, f"{sentence.number} and {side[at + 1].number}"


MAKERS: dict[str, Callable[[Sentence], Iterator[tuple[str, str]]]] = {
    "typo in a card's name": in_names,
    "typo in a Jack's name": in_suits,
    "typo in a word": in_words,
    "name of the other end": other_end,
    "name of another card": other_card,
    "and for or": swapped_connective,
    "another number": shifted,
    "another zone": other_zone,
    "opposite word": opposite,
    "lost punctuation": punctuation,
    "lines changed places": next_line,
    "word left out": dropped,
}
KINDS = tuple(MAKERS)
# Words that say nothing more where they stand: what stands to their left and right, as one pattern
# over the whole text with the word marked by brackets.
FILLERS = [
    r"\[(the|a|an|then)\]",
    r"coin \[tokens?\]",
    # "if the effect lists only a number it always applies to a card or cards"
    r"\d+\+? \[cards\]",
    r"1 \[card\]",
    # "a card of", "the top card of", "“Waste” card(s)": the rest of the phrase says it.
    r"a \[card\] (of|with)",
    r"top \[card\] of",
    # "the highest cost": of the cards there
    r"the (highest|lowest) (cost|scoring) \[card\]",
    r"“[^”]+” \[cards?\.?\]",
    # one is meant where no number is given
    r"\[1\] (Target )?card\b",
    # "effects only act upon the top card of a Stack or Deck"
    r"the \[top\] card of the Draw Deck",
    # an opponent has it: theirs is the only Stack that can be meant
    r"an opponent has .* \[their\]",
    r"\[-\] If",
    # who is asked about controls them, and a character has only its ability
    r"\[controlling\] \d",
    r"character \[ability\.?\]",
    # a card with Stability has one of 1 at least
    r"with Stability \[1\+",
]


def marked(words: str, at: int) -> str:
    parts = words.split()
    return " ".join([*parts[:at], f"[{parts[at]}]", *parts[at + 1 :]])

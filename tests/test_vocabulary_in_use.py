"""Every example of the vocabulary in use: shown, checked, mended, compared and played.

The examples are dealt out over whole Jacks, with an AI card each, as a designer would print them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import yaml
from command_line import run
from helpers import at_least

from moonflight_solo.ai_cards.card import read_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.card_texts import CheckedText, check_card_files
from moonflight_solo.check.finding import Finding
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import catalogue, compile_end
from moonflight_solo.rules.state import Card
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.examples import other_ways, wordings
from moonflight_solo.wording.text import Text

JACK = "Word and Deed"
# Copies and scores that meet "Building The Market".
KINDS = [*[(3, "-", 1)] * 4, (3, "-", "-"), (3, "-", "-"), (5, "-", "-"), (1, 2, 1)]
HOW_MANY = 69
"""Jacks over which all examples are dealt out, eight texts and seven lines to each."""
# What is done when nothing else can be followed can only be said in the last line.
_SAID_LAST = re.compile("^pass|no other instructions", re.IGNORECASE)
# Read, but nothing on a card of one's own can do it; every other example can be played.
NOT_CARRIED_OUT = {
    "Hand limit +1 while you are First Player",
    "Give 1 card from hand to Target opponent",
    "Give Target opponent 1 card from hand",
}


def examples(*starts: Start) -> list[str]:
    sections = (*wordings(), *other_ways())
    said = [words for each in sections if each.start in starts for words in each.examples]
    return list(dict.fromkeys(said))


def can_stand(words: str, *, turned: bool) -> bool:
    """Return whether a card can say ``words`` on this end, of which it names the cards."""
    try:
        compile_end(Card("Own", turned=turned, text=Text(words)), catalogue())
    except MoonflightError:
        return False
    return True


def can_be_followed(words: str, start: Start, *, turned: bool = False) -> bool:
    """Return whether a line can stand on this side of a printed AI card."""
    side, known = "POST" if turned else "PRE", catalogue()
    section = f"{side} TURN\n  ACTION\n  1 – " if start == "line" else "RESET\n  2 – "
    card = f"jack: Clay and Bones\ncard: |\n  {section}{words}\n"
    try:
        AICardPlayer(read_ai_card(parse_document(card, "ai.yaml"), known), known)
    except MoonflightError:
        return False
    return True


def suit(texts: Sequence[str], late: Sequence[str]) -> str:
    """Return the file of a suit with these texts, on its cards and their other ends."""
    cards = [
        {
            "copies": copies,
            "before": end(f"Word {n}", 1 + n % 3, f"{n % 2 or '-'}/{before}", texts, n),
            "after": end(f"Deed {n}", 1 + n % 4, f"-/{after}", late, n),
        }
        for n, (copies, before, after) in enumerate(KINDS)
    ]
    return written(cards)


def written(cards: Sequence[object]) -> str:
    """Return the file of a suit with these cards."""
    character = {
        "before": {"name": "Jack o' Word", "text": "When Discard 1 then Draw 1"},
        "after": {"name": "Jack o' Deed", "text": "Spend 1 card to Trash 1 from Draw Deck"},
    }
    return yaml.safe_dump({"jack": JACK, "character": character, "cards": cards})


def end(name: str, cost: int, corner: str, texts: Sequence[str], n: int) -> dict[str, str | int]:
    text = texts[n] if n < len(texts) else ""
    return {"name": name, "cost": cost, "stability/score": corner, "text": text}


def ai_card(before: Sequence[str], after: Sequence[str], reset: Sequence[str]) -> str:
    def numbered(lines: Sequence[str]) -> str:
        return "".join(f"  {n} – {line}\n" for n, line in enumerate(lines, 1))

    cards = [f"Play “{end} {n}”." for end in ("Word", "Deed") for n in range(len(KINDS))]
    mine, late = cards[: len(KINDS)], cards[len(KINDS) :]
    before, after = (
        sorted([*lines, *own], key=lambda line: bool(_SAID_LAST.search(line)))
        for lines, own in ((before, mine), (after, late))
    )
    return (
        f"jack: {JACK}\ncard: |\n  PRE TURN\n  ACTION\n{numbered(before)}"
        f"  POST TURN\n  ACTION\n{numbered(after)}"
        + "".join(f"  RESET\n  2 – {line}\n" for line in reset)
    )


def numbers() -> list[int]:
    """Return which Jacks to try: each once, or one that is checked quickly."""
    return list(range(HOW_MANY)) if at_least(0, 1) else [40]


# -- what findings say

_DANGLING = re.compile(
    r"\b(from|of|in|to|on) (of|from|in|moved|Settled)\b|moved this way|\bNone\b|  |\{|\bcoins\b"
)


def readable(found: Finding) -> bool:
    """Return whether what a finding says is made of phrases a reader understands."""
    quoted = re.sub(r'[“"][^”"]*[”"]', "“…”", found.because)
    return not _DANGLING.search(quoted)


def quotes_the_text(found: Finding, words: str) -> bool:
    """Return whether a finding that a phrase is too much quotes that phrase as it is printed."""
    said = re.match(r'"(.*)" leaves the cards', found.because)
    return said is None or said[1] in words


def checked(folder: Path, texts: Sequence[str], *, turned: bool) -> Iterator[CheckedText]:
    """Check texts on one end of cards of a file."""
    for at in range(0, len(texts), 150):
        cards = []
        for n, words in enumerate(texts[at : at + 150]):
            ends = [end(f"{name} {n}", 1, "-/-", (), 0) for name in ("One", "Two")]
            ends[turned]["text"] = words
            cards.append({"copies": 1, "before": ends[0], "after": ends[1]})
        path = folder / f"own{turned}{at}.yaml"
        path.write_text(written(cards), "utf-8")
        (file,) = check_card_files([path])
        yield from (
            text for text in file.texts if text.card[:3] in ("One", "Two") and text.text.words
        )


def test_every_text_of_the_vocabulary_is_checked_in_words_a_reader_understands(
    tmp_path: Path,
) -> None:
    early = [words for words in examples("effect") if can_stand(words, turned=False)]
    late = [words for words in examples("effect") if words not in early]
    texts = [*checked(tmp_path, early, turned=False), *checked(tmp_path, late, turned=True)]
    unread = {text.text.words for text in texts for f in text.findings if f.severity == "error"}
    assert unread == NOT_CARRIED_OUT
    wrong = [
        (text.text.words, found.because)
        for text in texts
        for found in text.findings
        if not readable(found) or not quotes_the_text(found, text.text.words)
    ]
    assert wrong == []


# -- whole Jacks


@pytest.fixture(params=numbers())
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the folder of one of the Jacks, with its share of all examples."""
    texts, lines, reset = (
        examples(start)[request.param :: HOW_MANY] for start in ("effect", "line", "reset_line")
    )
    ends = [[each for each in texts if can_stand(each, turned=turned)] for turned in (False, True)]
    sides = [
        [each for each in lines if can_be_followed(each, "line", turned=turned)]
        for turned in (False, True)
    ]
    kept = [each for each in reset if can_be_followed(each, "reset_line")]
    (tmp_path / "suit.yaml").write_text(suit(*ends), "utf-8")
    (tmp_path / "ai.yaml").write_text(ai_card(sides[0], sides[1], kept), "utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_jack_of_the_vocabulary_is_shown_checked_mended_compared_and_played(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    own, ai = folder / "suit.yaml", folder / "ai.yaml"
    other = tmp_path_factory.mktemp("other") / "suit.yaml"
    other.write_text(suit(["Draw 2"] * len(KINDS), ["Discard 1"] * len(KINDS)), "utf-8")
    cards = ("--cards", own)
    for words, codes in [
        (("card", "Word 1", *cards), (0,)),
        (("cards", "check", own), (0,)),
        (("jack", "check", folder), (0, 1)),
        (("ai", "check", ai, *cards, "--games", "0", "--all"), (0,)),
        (("ai", "fix", ai, *cards), (0, 1)),
        (("cards", "diff", own, other), (0, 1)),
        (("cards", "diff", other, own), (0, 1)),
        (("watch", folder, "clay", "--seed", "1", "--rounds", "40"), (0,)),
        (("playtest", folder, "clay", "--games", "10", "--seed", "1", "--rounds", "40"), (0,)),
    ]:
        result = run(*words)
        assert result.exit_code in codes, (words[:2], result.output[-2000:], result.exception)
        assert result.exception is None or isinstance(result.exception, SystemExit), words

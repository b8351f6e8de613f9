"""Recall of the wording check: mistakes are inserted into the printed cards, and counted if found.

Every mistake is reported in one of four ways: as an error (the card will not run), as a warning, as
a meaning other than the printed one, which `ai diff` shows, or not at all. The last is only allowed
if the words say the same as without the mistake; every such case is judged here.

The run reports how many of each kind were found and how. It takes a sample of a dozen or two of
each kind, fewer of those that are always told of, and always the same; with MOONFLIGHT_THOROUGH=1
it takes all.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from helpers import at_least
from mistakes import (
    FILLERS,
    KINDS,
    Mistake,
    Sentence,
    ai_card,
    known,
    marked,
    mistakes,
    sample,
    sentences,
    spread,
)
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, ai_card_files
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.check.card_texts import check_card_files
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.check.reachability.findings import reach_findings
from moonflight_solo.check.reachability.side import sides_of
from moonflight_solo.datafiles import data_files
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import compile_end, plain
from moonflight_solo.rules.state import Card
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.disambiguation import Ambiguous, Reading, WordRuling, disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError, one_line

OF_A_KIND = at_least(18, 10_000)
OF_ONE_ALWAYS_TOLD = at_least(4, 10_000)
STARTS: dict[str, Start] = {"action": "line", "reset": "reset_line", "text": "effect"}
WHOLE_CARDS = at_least(1, 10_000)
REPORTS = at_least(4, 10_000)
MOVED = "lines changed places"
CHANGED_PLACES = at_least(6, 10_000)


@dataclass(frozen=True)
class Told:
    """How a mistake is reported, "error", "warning", "difference" or "nothing", and the code."""

    how: str
    code: str = ""


@pytest.fixture(autouse=True)
def no_suggestions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable suggestions of understood wordings, which are slow to find."""
    monkeypatch.setattr("moonflight_solo.wording.parsing.nearest_sentences", lambda *_: [])


# --------------------------------------------------------------------- how it is told of


def told(mistake: Mistake) -> Told:
    """Return how the check reports a mistake, looking only at the sentence."""
    if mistake.sentence.section == "text":
        return _in_text(mistake.sentence, mistake.words)
    return _in_line(mistake.sentence, mistake.words)


def _in_text(sentence: Sentence, words: str) -> Told:
    card = Card("Made up", suit=sentence.jack or None, turned=sentence.turned, text=Text(words))
    try:
        settled = compile_end(card, known())
    except MoonflightError as error:
        return Told("error", _code(error))
    printed = disambiguate(Text(sentence.words), "effect")
    return _compared(settled, printed)


def _in_line(sentence: Sentence, words: str) -> Told:
    card = ai_card(sentence.jack)
    line = _line(sentence)
    try:
        mistaken = _reworded(line, words, card)
        _compile(card, mistaken)
    except MoonflightError as error:
        return Told("error", _code(error))
    if line.ruled_by:
        return Told("warning", "stale-ruling")
    if _near_names(words, sentence.turned) - _near_names(sentence.words, sentence.turned):
        return Told("warning", "near-name")
    return _compared(mistaken.reading, line.reading)


def _line(sentence: Sentence) -> AILine:
    place = (sentence.turned, sentence.section, sentence.number)
    return next(each for each in ai_card(sentence.jack).lines if _place(each) == place)


def _reworded(line: AILine, words: str, card: AICard) -> AILine:
    """Return a line of `card` with other words; raises if they are faulty."""
    decisions = {
        one_line(ruling.words): WordRuling(ruling.id, ruling.reads) for ruling in card.rulings
    }
    text = Text(words)
    return replace(
        line,
        printed=replace(line.printed, text=text),
        reading=disambiguate(text, STARTS[line.printed.section], decisions),
        ruled_by=(),
    )


def _compile(card: AICard, line: AILine) -> None:
    """Compile a line with the others of its main number."""
    at = line.printed
    main = at.parent or at.number
    family = [each for each in card.lines if main in (each.printed.number, each.printed.parent)]
    alone = _with(replace(card, lines=tuple(family)), line)
    if at.section == "action":
        compile_side(alone, at.turned, Basis(known()))
    else:
        ResetLines(alone, at.turned, Basis(known()))


def _with(card: AICard, line: AILine) -> AICard:
    """Return the card with `line` replacing the line of its number."""
    lines = tuple(line if _place(each) == _place(line) else each for each in card.lines)
    return replace(card, lines=lines)


def _place(line: AILine) -> tuple[bool, str, str]:
    return line.printed.turned, line.printed.section, line.printed.number


def _code(error: MoonflightError) -> str:
    if isinstance(error, Ambiguous):
        return "several-readings"
    if isinstance(error, WordingError):
        return "not-read"
    said = str(error)
    unknown = ("no card is called", "no Jack has the suit", "is the end up")
    return "unknown-name" if any(words in said for words in unknown) else "cannot-follow"


def _near_names(words: str, turned: bool) -> set[str]:
    """Return the names in a line whose spelling differs from the card's or Jack's."""
    found = set()
    for name in re.findall(r"[“”]([^“”]+)[“”]", words):
        if known().card(name, turned).name != name:
            found.add(name)
    for name in re.findall(r"([A-Z]\w* and [A-Z][\w’]*) suit", words):
        jack = known().suit(name)
        if plain(name).removesuffix("'s").removesuffix("'") != plain(jack):
            found.add(name)
    return found


def _compared(settled: Reading, printed: Reading) -> Told:
    same = canonical(settled.meaning) == canonical(printed.meaning)
    return Told("nothing") if same else Told("difference")


# ---------------------------------------------------------------------- on the whole card


def told_by_the_whole(mistake: Mistake) -> Told:
    """Return how the check of the whole AI card reports another meaning."""
    sentence = mistake.sentence
    if sentence.section != "action":
        return Told("difference")
    try:
        card = _mistaken(mistake)
        new = _warnings(card, sentence.turned) - _of_printed(sentence.jack, sentence.turned)
    except MoonflightError as error:
        return Told("error", _code(error))
    return Told("warning", sorted(new)[0][0]) if new else Told("difference")


def _mistaken(mistake: Mistake) -> AICard:
    sentence = mistake.sentence
    card, line = ai_card(sentence.jack), _line(mistake.sentence)
    changed = _with(card, _reworded(line, mistake.words, card))
    if mistake.kind == MOVED:
        side = card.side(sentence.turned)
        below = side[side.index(line) + 1]
        up = replace(below, printed=replace(line.printed, text=below.printed.text))
        down = replace(line, printed=replace(below.printed, text=line.printed.text))
        changed = _with(_with(card, up), down)
    return changed


def _warnings(card: AICard, turned: bool) -> set[tuple[str, str]]:
    """Return the warnings on one side, as code and the words of the line."""
    side = replace(card, lines=tuple(each for each in card.lines if each.printed.turned == turned))
    found = reach_findings(sides_of(side, Basis(known())), games=0)
    return {(each.code, one_line(each.text.words)) for each in found if each.severity == "warning"}


@cache
def _of_printed(jack: str, turned: bool) -> frozenset[tuple[str, str]]:
    return frozenset(_warnings(ai_card(jack), turned))


# --------------------------------------------------------------- what says the same without


def harmless(mistake: Mistake) -> bool:
    """Return whether the words say the same as without the mistake, as any reader would agree."""
    if mistake.kind == "lost punctuation":
        return mistake.words + "." == mistake.sentence.words
    if mistake.kind == "word left out":
        at = int(mistake.what.rpartition("(")[2].rstrip(")")) - 1
        text = marked(mistake.sentence.words, at)
        return any(re.search(filler, text) for filler in FILLERS)
    return (mistake.kind, mistake.what) in SAME


# One for many, and many for one, where the number is printed beside it.
SAME = {
    ("typo in a word", "cards > card"),
}

# How many of each kind are told of by an error or a warning at least, in percent of those
# taken (of all there are, it is as many or more). All others mean
# something else, which `ai diff` shows, or are harmless.
FLOORS = {
    "typo in a card's name": 100,
    "typo in a Jack's name": 100,
    "typo in a word": 99.9,
    "name of the other end": 100,
    "name of another card": 33,
    "and for or": 85,
    "another number": 30,
    "another zone": 48,
    "opposite word": 33,
    "lost punctuation": 70,
    "lines changed places": 12,
    "word left out": 87,
}


# ---------------------------------------------------------------------------- the figures


@cache
def figures() -> dict[str, list[tuple[Mistake, Told]]]:
    """Return each kind of mistake with how every instance was reported.

    A few of those that only mean something else by themselves are checked on the whole AI card.
    """
    found: dict[str, list[tuple[Mistake, Told]]] = {kind: [] for kind in KINDS}
    for kind in KINDS:
        number = OF_ONE_ALWAYS_TOLD if FLOORS[kind] > 99 else OF_A_KIND
        every = [each for each in mistakes() if each.kind == kind != MOVED]
        found[kind] += [(each, told(each)) for each in spread(every, number)]
    for mistake in spread([each for each in mistakes() if each.kind == MOVED], CHANGED_PLACES):
        found[MOVED].append((mistake, told_by_the_whole(mistake)))
    for kind, ways in found.items():
        subtle = [at for at, way in enumerate(ways) if way[1].how == "difference"]
        for at in spread(subtle, WHOLE_CARDS) if kind != MOVED else ():
            mistake, _ = ways[at]
            ways[at] = mistake, told_by_the_whole(mistake)
    return found


def share(kind: str, *ways: str) -> float:
    found = [way.how for _, way in figures()[kind]]
    return 100 * sum(way in ways for way in found) / len(found)


def test_there_are_mistakes_of_every_kind() -> None:
    assert len(mistakes()) > 3_000
    assert len({(each.sentence, each.words) for each in mistakes()}) == len(mistakes())
    assert set(figures()) == set(FLOORS)
    assert all(figures().values())
    assert sum(map(len, figures().values())) >= 130
    assert {each.sentence for each in mistakes()} == set(sentences())


def test_the_printed_cards_have_none() -> None:
    """What is printed is told of by nothing, in the same way as the mistakes are."""
    for sentence in sentences():
        if sentence.section != "text" and _line(sentence).ruled_by:
            continue  # its ruling is bound to the words of the line itself
        assert told(Mistake("none", sentence, sentence.words, "")) == Told("nothing"), sentence


@pytest.mark.parametrize("kind", KINDS)
def test_what_nothing_tells_of_is_harmless(kind: str) -> None:
    """Words that are read as if the mistake were not there must say the same to a reader too."""
    misread = [
        (mistake.what, mistake.words)
        for mistake, way in figures()[kind]
        if way.how == "nothing" and not harmless(mistake)
    ]
    assert misread == []


@pytest.mark.parametrize("kind", KINDS)
def test_as_many_are_told_of_as_are_promised(kind: str) -> None:
    assert share(kind, "error", "warning") >= FLOORS[kind]


def test_the_run_tells_how_many_were_found(tell_at_the_end: Callable[[str], None]) -> None:
    """The figures of the wording check, kind by kind."""
    tell_at_the_end("mistakes put into the printed cards, in percent told of by:")
    tell_at_the_end(f"{'':24}number  error  warning  other meaning  says the same")
    ways = ("error", "warning", "difference", "nothing")
    for kind in KINDS:
        shares = [share(kind, way) for way in ways]
        told_of = "".join(f"{each:{w}.0f}" for each, w in zip(shares, (7, 9, 15, 15), strict=True))
        tell_at_the_end(f"{kind:24}{len(figures()[kind]):6}{told_of}")
    found = Counter(way.how for ways_of in figures().values() for _, way in ways_of)
    assert set(found) == set(ways)
    tell_at_the_end(f"in all {dict(found)} of {sum(found.values())}")


def test_the_check_of_card_files_tells_of_them_too(tmp_path: Path) -> None:
    """Mistakes in card texts, put into the card file itself."""
    for mistake in spread([each for each in sample(OF_A_KIND) if each.sentence.on_card], 12):
        words = re.compile(rf"(?<=text: ){re.escape(mistake.sentence.words)}(?=[\n}}])")
        files = [path.read_text("utf-8") for path in data_files("cards")]
        printed = next(each for each in files if words.search(each))
        wrong = words.sub(json.dumps(mistake.words), printed)
        path = tmp_path / "wrong.yaml"
        path.write_text(wrong, "utf-8")
        (checked,) = check_card_files([path])
        assert not checked.findings
        texts = [each for each in checked.texts if each.text.words == mistake.words]
        assert texts
        expected = told(mistake)
        for text in texts:
            errors = [each.code for each in text.findings if each.severity == "error"]
            assert errors == ([expected.code] if expected.how == "error" else []), mistake


def test_the_check_of_ai_cards_tells_of_them_too(tmp_path: Path) -> None:
    """Mistakes in lines, put into the AI card itself: the report has them, on the very line."""
    of_lines = [
        (mistake, way)
        for kind, ways in figures().items()
        for mistake, way in spread(ways, 3)
        if kind != MOVED and not mistake.sentence.on_card and way.how in ("error", "warning")
    ]
    assert {way.how for _, way in of_lines} == {"error", "warning"}
    for mistake, way in spread(of_lines, REPORTS):
        sentence = mistake.sentence
        file = next(path for path in ai_card_files().values() if _prints(path, sentence))
        before, heading, after = file.read_text("utf-8").partition("  POST TURN\n")
        sides = [before, after]
        printed = f"  {sentence.number} – {sentence.words}\n"
        assert printed in sides[sentence.turned]
        mistaken = printed.replace(sentence.words, mistake.words)
        sides[sentence.turned] = sides[sentence.turned].replace(printed, mistaken, 1)
        path = tmp_path / "wrong.yaml"
        path.write_text(heading.join(sides), "utf-8")
        report = check_ai_card(path, known(), games=0)
        found = {(each.code, each.severity) for each in report.findings}
        assert (way.code, way.how) in found, (mistake, way)
        assert report.refused == (way.how == "error"), mistake


def _prints(path: Path, sentence: Sentence) -> bool:
    return f"jack: {sentence.jack}\n" in path.read_text("utf-8")


# --------------------------------------------------------- mistakes a reader would not see


@pytest.mark.parametrize(
    "words",
    [
        "Draw 1 from Stack",
        "If 5+ cards in the Stack Draw 2",
        "Gain 1 coin token per 2 cards in the Stack",
        "Gain 1 coin token per cards in hand",
        "Discard 1 per cards in hand",
        "Move 1 Target card in hand to the top of the Stack",
        "Move 1 from Trash Stack to the top of your hand",
    ],
)
def test_what_says_nothing_is_not_read(words: str) -> None:
    """Found by these mistakes: a Stack that is never named, a count that is left out, the top of a
    hand."""
    with pytest.raises(WordingError):
        disambiguate(Text(words), "effect")


def test_a_hand_has_no_top() -> None:
    with pytest.raises(WordingError):
        disambiguate(Text("If there is a scoring card on top of hand pass"), "line")


@pytest.mark.parametrize(
    ("words", "start", "says"),
    [
        ("If there is a card on top of Trash Stack pass", "line", "there is a card on top of"),
        ("If no cards on top of Trash Stack pass", "line", "no cards on top of"),
        ("Move 1 of Target Trash Stack to its Stack", "effect", "to Target Trash Stack"),
    ],
)
def test_what_lies_on_top_is_said_to_lie_there(words: str, start: Start, says: str) -> None:
    """Found by these mistakes too: said back without its top, it would be another condition."""
    (meaning,) = parsed_readings(Text(words), start)
    assert says in english(meaning)
    assert {canonical(again) for again in parsed_readings(Text(english(meaning)), start)} == {
        canonical(meaning)
    }

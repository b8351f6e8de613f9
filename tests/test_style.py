"""What a person reads keeps to docs/style.md, as far as a pattern can tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from helpers import yaml_in

ROOT: Final = Path(__file__).resolve().parent.parent

HABITS: Final = {
    # 1. The noun is negated instead of the verb.
    "is not a": r"(?<![Tt]here )\b(?:is|are|was|were|be) no (?!longer\b|more\b|one\b|\w+:)",
    "is not one of": r"\bis none of these\b",
    # 2. A “what …” clause where English has a noun.
    "the ...": r"(?:^|(?<=[.;:!] ))What(?:ever)? (?!to\b)(?:[^?.\n]|\.\w)*[.;](?=\s|$)",
    # 3. “Otherwise” for “differently”.
    "differently": r"\botherwise than\b"
    r"|\b(?:acted?|came out|grouped|plays?|spelled|read|say it) otherwise\b",
    # 4. An “of” phrase or a clause comes first.
    "if several ...": r"(?:^|(?<=[.;:!] ))Of (?:several|each|such|two|what|all that)\b"
    r"|^of several\b",
    "see --...": r", `?--[a-z]+(?: [A-Z]+)?`? shows\.",
    "if ...": r"(?:^|(?<=[.;:!] ))(?:Should|Nor) ",
    # 5. “Such” and “so” stand for something said elsewhere.
    "like that": r"\b[Ss]uch (?!as\b)",
    "that way, that many": r"\b(?:called|moved|done|named) so\b|\bonly so\b"
    r"|\bso (?:many|much) (?:back|tables|cards|pairs|games|of)\b",
    # 6. Nobody acts.
    "if and only if": r"\bexactly if\b",
    "the goal is": r"\d(?: \w+)? (?:is|are) wanted\b",
    "against, instead of": r"\btakes? [^.;]{1,40} where it took\b",
    "go from ... to": r"\bthey are 0 to\b",
    "you check": r"\bit is (?:seen|looked at|looked for|gone through) (?:whether|if|for)\b"
    r"|\bis gone through\b|\b(?:is|are) taken to mean\b|\bis looked for in\b",
    # 7. “Come to”.
    "appear": r"\bcom(?:es?|ing) to light\b|\bcame to light\b",
    "reach the End": r"\bc[ao]mes? to (?:its|the|their) End\b|\bcomes? to about\b",
    "have an effect": r"\b(?:comes?|came) of (?:it|this|that)\b",
    # 8. Things that hear, speak and lean; people who are only “who”.
    "Move, leave play": r"\bput(?:s|ting)? away\b",
    "your own": r"\bone's own\b",
    "trigger": r"\b(?:hears?|heard) (?:of )?(?:an?|the|of|its)\b",
    "be about": r"\bsp(?:eaks?|oken) of\b|\blean(?:s|ing)? on\b",
    "show, say": r"\btells (?:you|what|how|which|the|its)\b|\b(?:is|are) told\b"
    r"|\btold (?:two|three|four|five)\b|` tells\b",
    "a player who": r"(?:^|(?<=[.;:!] ))Who (?!goes first)(?:[^?.\n]|\.\w)*[.;](?=\s|$)",
    # 9. Bookish connectives.
    "so far, especially, except": r"\bas yet\b|\bnot least\b|\bby then\b"
    r"|\bbut for (?:what|those|the|its)\b|\ball the same\b",
    "because": r", for (?:it|they|you|there|so|alone|nobody) (?!an? )\w+",
    # 10. Telegraph style.
    "say it in full": r"\b(?:one|a) (?:fact|line|row|question|act) an? (?:line|act|row|game)\b",
    # One word for one thing.
    "stop this question": r"\bto be asked no more\b",
    "stop": r"\bbroken off\b",
    "at random": r"\bby lot\b|\b[Ll]ots are drawn\b|\bby chance\b",
    "flip": r"\bturns? round\b|\bturned (?:over|round at once)\b|\bis spun\b",
    "the end that is up": r"\bupright\b|\bend now up\b",
    "in front of": r"\blies? (?:face up )?before (?:you|whom)\b|\bcards in play before you\b",
    "shorten": r"\bcut short\b|\b[Tt]he beginning of (?:a|the|its) name\b",
    "simulated": r"\bimagined games\b|\bplayed out games\b",
    "percentage points": r"\bpoints in a hundred\b|\bwins in points\b",
    "in every position": r"\bon (?:every|no|the same|some) tables?(?: \(| where| is|\.|$)",
    "fix": r"\bmend(?:s|ed|ing)?\b",
    "about wording": r"\bslips? of the pen\b",
    "skip": r"\b[Pp]ass(?:es|ed|ing)? (?:it |them |that |the line )?over\b",
    "choose": r"\b(?:be|is|are) switched\b",
    "opponent": r"\b(?:[Ww]hom|[Ww]ho) (?:do )?you (?:want to )?face\b|\bcannot be faced\b",
    "AI player": r"\bAI Jacks?\b",
    "save": r"\b(?:is|are) kept in (?:the )?(?:folder|\{)|\bKept as\b|\bnot recorded\b"
    r"|\bcannot be kept\b",
    "continue": r"\bmoonflight resume goes on\b|\bgo(?:es)? on with (?:the|a|your) game\b",
    "completed": r"\b[Cc]hallenges? met\b",
    "remove": r"\btake (?:it|them|that|the (?:line|others)|this) out\b",
    "coin tokens": r"\b(?:[4-9]|\d\d|your|all|her|its|their) coins\b",
    "undo": r"\b(?:[Tt]ak(?:e|es|en|ing)|took)(?: (?:it|them|that|anything|decisions?))? back\b",
    "the fact alone": r"\bnot \"…\":",
    "it has": r"…(?: coin tokens?)? under control\b",
    "printed on the card": r"\bthe print (?:says|leaves)\b",
    "what you can type": r"\bwhat can be typed\b",
    "it does not say ...": r"\b(?:is|are) not said:",
    "for example": r"\bor the like\b(?! \()|\"[^\"]*\", say$",
    "NUMBER": r"\bINTEGER RANGE\b|--width N\b",
    "by default": r"\d if not given\b",
    "they": r"\b(?:[Ss]he|[Hh]ers?|[Hh]e|[Hh]is) (?:display|hand|turn|cards?|wins?|may|has)\b",
    "act": r"\b(?:after|at) each action\b|\bis (?:no|not an) action\b",
    "the printed card": r"\b(?:than|as|from) the print\b",
    "these words": r"\bvery words\b",
    "itself": r"\bagainst its like\b",
    "in this position": r"\b[Oo]n this table:",
    "leave play": r"\b(?:is|are) set free\b|\bTurn set free\b",
    "on an error": r"\b\d for trouble\b",
    "as in ...": r"\bin the spirit of\b",
    "who does it": r"\bwhose doing\b|\bplayer's doing\b",
    "would be": r"\bis followed in at most\b",
    "optimistic": r"\bfigures are too good\b",
}
"""What to write instead, and the pattern of what not to."""

RIGHT: Final = {
    ("docs/style.md", "*"): "lists the habits",
    ("docs/moonscrown.md", "His"): "the author of the description is known",
    ("docs/house.md", "such word"): "points at three words named in the same sentence",
    (
        "guide/how_to_read.yaml",
        "*",
    ): "sentences that an AI card prints; those of cards that exist stay",
    ("", "no such file"): "what every system says of a file that is missing",
    ("", "there is no such target"): "as the sentence for the box HOW TO READ says it",
    ("moonflight_solo/datafiles.py", "no such kind"): "for a programmer, as Python says it",
    ("moonflight_solo/cli/output/templates/fix.txt.j2", "found.mended"): "a name of the code",
    ("moonflight_solo/cli/commands/versions.py", "findings mended whole"): "names of the code",
    ("moonflight_solo/cli/answers/act_answers.py", "one answer per table"): "describes code",
    ("docs/rulings.md", "the line is passed over"): "a ruling in the file of a printed AI card, by "
    "whose digest the measured effects on wins are found",
    ("docs/rulings.md", "What is still to be discarded"): "the same",
    ("", "say which, such"): "the sentence goes on with an example",
    ("moonflight_solo/scoremode.py", "hear the"): "a saying of the rulebook",
    ("docs/mutants.md", "*"): "describes code",
    ("CHANGELOG.md", "*"): "says what releases did, in the words of their time",
}
"""Where a habit is right, in a file ("" for any) or in all of it, and why."""

# Made from the words of cards, or with sentences of the language as examples.
MADE: Final = {"vocabulary.md"}
SAID: Final = frozenset({"note", "title", "why", "wrong"})
"""What the program says, among the sentences and patterns of ``wording/*.yaml``."""
# In a docstring of the code a noun clause names a value, and a card "hears" an event.
OF_TEXTS: Final = {
    "the ...", "a player who", "like that", "that way, that many", "trigger", "be about",
    "show, say", "the end that is up", "so far, especially, except", "you check", "coin tokens",
    "because", "if several ...", "in every position", "undo", "printed on the card", "for example",
    "what you can type", "leave play", "your own",
}  # fmt: skip


def _in_data(found: object, keys: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the strings of a document, only those under ``keys`` if there are any."""
    if isinstance(found, dict):
        for key, each in found.items():
            if not keys or key in keys or not isinstance(each, str):
                yield from _in_data(each, keys)
    elif isinstance(found, list):
        for each in found:
            if not keys or not isinstance(each, str):
                yield from _in_data(each, keys)
    elif isinstance(found, str):
        yield found


def _in_code(words: str) -> Iterator[tuple[str, bool]]:
    """Yield the strings of a module with "…" for what is filled in, and whether each is spoken."""
    nodes = [*ast.walk(ast.parse(words))]
    parts: set[ast.AST] = set()
    docs: set[ast.AST] = set()
    for node in nodes:
        if isinstance(node, ast.Expr):
            docs.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts |= {*node.values}
            said = (
                str(each.value) if isinstance(each, ast.Constant) else "…" for each in node.values
            )
            yield "".join(said), True
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            yield node.value, node not in docs


def _texts(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the values, strings or paragraphs of a file, and whether each is spoken."""
    if path.suffix == ".yaml":
        said = SAID if path.parent.name == "wording" else frozenset()
        yield from ((each, True) for each in _in_data(yaml_in(path), said))
        return
    words = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _in_code(words)
    else:
        words = re.sub(r"\{#.*?#\}|<style.*?</style>", "", words, flags=re.DOTALL)
        yield from ((each, True) for each in re.split(r"\n\s*\n|\n(?=\s*[-|])", words))


def _files() -> list[Path]:
    data = [
        each for name in ("guide", "rulings", "decktet") for each in (ROOT / name).glob("*.yaml")
    ]
    data += (ROOT / "moonflight_solo" / "wording").glob("*.yaml")
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    code = [
        each
        for name in ("moonflight_solo", "moonscrown")
        for ending in ("*.py", "*.j2")
        for each in (ROOT / name).rglob(ending)
    ]
    return sorted([*data, *(each for each in pages if each.name not in MADE), *code])


PATTERNS: Final = {instead: re.compile(pattern) for instead, pattern in HABITS.items()}


def habits(words: str, *, spoken: bool = True) -> Iterator[tuple[str, str]]:
    """Yield what stands in a text that should not, and what to write instead."""
    flat = " ".join(words.split())
    for instead, pattern in PATTERNS.items():
        if spoken or instead not in OF_TEXTS:
            for met in pattern.finditer(flat):
                yield flat[max(0, met.start() - 30) : met.end() + 30], instead


def _is_right(path: Path, words: str) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return any(file in ("", name) and (part == "*" or part in words) for file, part in RIGHT)


@pytest.mark.parametrize("path", _files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_person_reads_keeps_to_the_style(path: Path) -> None:
    found = [
        f"...{words}...: write {instead!r}"
        for text, spoken in _texts(path)
        for words, instead in habits(text, spoken=spoken)
        if not _is_right(path, words)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "words",
    [
        '"xyz" is no act here.',
        "What is worth much is what the seat wins less without.",
        "It plays otherwise than the print.",
        "Of several cards Discarded at once one counts.",
        "What that does, --price shows.",
        "Should the Turn leave such a card, it goes.",
        "Play what is missing in such a file",
        "no file can be called so",
        "it is seen whether the End has come",
        "If one of yours comes to light, buy it.",
        "From there you come to about 5 points.",
        "nothing would come of it",
        "nothing that hears of a Discard happens",
        "a ruling that a line leans on",
        "Who is the only one left wins.",
        "This Reset deals nothing as yet.",
        "Left out, for it is never followed",
        "Plain text: one fact a line.",
        "At the Turn every\ncard turns round.",
        "The game had to be broken off.",
        "the cost of the end now up",
        "cards in play before you",
        "the line is passed over",
        "2 findings mended",
        "Whom do you face?",
        "play all coins",
        "puts one card of her display aside",
        "a ruling that is switched",
        "Passed over: 1-2 condition false.",
        "You took back one answer.",
        "Five variants are told.",
        "Of 120 things the print says 50.",
        "In Reset you put away 2 cards.",
        "The first check of one's own card",
        "equal exactly if they mean the same",
        "0.4 s, where 0.2 s are wanted",
        "takes 3 s where it took 8 s",
        "9 is not a seat: they are 0 to 1.",
        "this game cannot be kept",
        "5 of 100 games against its like never ended",
        "On this table: hand: Waste",
        "games won by how many Settled cards the Turn set free",
        "2 for trouble, such as a card that cannot be read",
        "of several alike",
        "another player's doing in a place of yours",
        "Each is followed in at most 4% of games.",
    ],
)
def test_a_habit_is_noticed(words: str) -> None:
    assert list(habits(words))


@pytest.mark.parametrize(
    "words",
    [
        "There is no card.",
        "It is no longer in play.",
        "Otherwise the next line is read.",
        "What does it cost?",
        "Cards such as Coin.",
        "Who goes first?",
    ],
)
def test_plain_words_are_left_alone(words: str) -> None:
    assert not list(habits(words))


def test_every_exception_is_needed() -> None:
    """No entry of RIGHT outlives the words that it is about."""
    read = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in _files()}
    for file, part in RIGHT:
        texts = read.values() if file == "" else [read[file]]
        assert part == "*" or any(part in " ".join(each.split()) for each in texts), (file, part)


VERBS: Final = re.compile(
    r"\b(?:is|are|was|has|have|does|do|can|cannot|says?|write|put|ends|needs?|takes?|leaves|comes|"
    r"go(?:es)?|lies?|lays|sees|begins|makes?|names|describe|counts|asks|chooses|costs|follow|"
    r"belong|sell|exclude)\b"
)


def _reasons() -> Iterator[str]:
    """Yield the reasons for which a sentence is refused, with "…" for what is filled in."""
    for path in (ROOT / "moonflight_solo" / "wording").rglob("*.py"):
        every = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        named = [
            (name.id, node.value)
            for node in every
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.JoinedStr)
            for name in node.targets
            if isinstance(name, ast.Name)
        ]
        for node in every:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = {"Nonsense": 0, "refuse": 1}.get(node.func.id, len(node.args))
                arguments = node.args[at : at + 1]
                names = [each.id for each in arguments if isinstance(each, ast.Name)]
                for each in (*arguments, *(value for name, value in named if name in names)):
                    parts = each.values if isinstance(each, ast.JoinedStr) else [each]
                    said = (p.value if isinstance(p, ast.Constant) else "…" for p in parts)
                    yield "".join(map(str, said))


def test_a_sentence_is_refused_with_a_sentence() -> None:
    """A reason without a verb, such as "a cost of nothing", only points at what is wrong."""
    reasons = [each for each in _reasons() if each.strip("…") and each[0] != "…"]
    assert len(reasons) > 200
    assert not [each for each in reasons if not VERBS.search(each)]

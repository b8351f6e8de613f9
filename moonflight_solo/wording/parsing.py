"""Parse a printed sentence into all its meanings."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise

from lark import Token, Tree
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.agreement import mismatch
from moonflight_solo.wording.builder.comparisons import is_adrift
from moonflight_solo.wording.builder.constants import ONE, ONES
from moonflight_solo.wording.builder.merging import name_of, without_marks
from moonflight_solo.wording.builder.nonsense import Misparse, Nonsense
from moonflight_solo.wording.builder.quantities import figure_of
from moonflight_solo.wording.builder.transformer import Builder
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.earley import ParseTree, Stuck, grammar
from moonflight_solo.wording.english import english
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.lexer import plain_words, spelling
from moonflight_solo.wording.paraphrase import QUOTED
from moonflight_solo.wording.remedies import (
    equivalent_sentences,
    kind_at,
    nearest_examples,
    nearest_sentences,
    slip,
    synonyms_of,
)
from moonflight_solo.wording.text import NotRead, Text, WordingError, one_line
from moonflight_solo.wording.walk import every_node, nodes_of, with_spans

_MOST_WORDS = 100
_MOST_LETTERS = 1_000
_SHOWN_LETTERS = 60
_MOST_CHANGES = 4
_OPPOSITES = {
    "if": "unless",
    "an opponent": "each opponent",
    "their": "your",
    "highest": "lowest",
    "most": "least",
    "more": "fewer",
}
_TURNED = _OPPOSITES | {other: word for word, other in _OPPOSITES.items()}
_TURNED |= {"but not": "and", "not": "", "without": "with", "other": "", "another": "a"}
"""Words whose replacement or removal must change what a sentence means."""
_HEADINGS: dict[ast.Start, tuple[str, ast.Start]] = {
    "line": ("RESET", "reset_line"),
    "reset_line": ("ACTION", "line"),
}
"""Of a line of an AI card, the other heading it may stand under."""
_NOT_AGAIN = re.compile(rf"\bnot {QUOTED} and not$", re.IGNORECASE)
_RATE = re.compile(r"(?:per(?:_\w+)?|so_many)$")
"""The rules of what is counted for a number."""
_TURNS = re.compile(rf"{QUOTED}|\b(?:{'|'.join(_TURNED)})\b", re.IGNORECASE)


def parsed_readings(text: Text, start: ast.Start) -> tuple[ast.Meaning, ...]:
    """Return every meaning of ``text``, in a fixed order; the first parse found stands for each.

    ``start`` is the kind of sentence. Raises :class:`WordingError` with the words that were not
    understood and the nearest sentences that are. A sentence with a word that makes no difference
    is rejected, and so is one too long or too tangled for a person to read.
    """
    if start == "effect" and not text.words.strip():
        return (ast.CardText(),)
    _refuse_tangles(text)
    try:
        return _parse_all(text, start)
    except WordingError as error:
        if error.nearest or not (nearest := _equivalent(text.words, start)):
            raise
        problem = error.problem.partition("; this is about ")[0]  # a remedy says more
        raise WordingError(error.text, error.start, error.end, problem, nearest) from None


def _parse_all(text: Text, start: ast.Start) -> tuple[ast.Meaning, ...]:
    if (wrong := slip(text, start)) is not None:
        raise WordingError(text, *wrong, _in_marks(text.words, start))
    try:
        trees = grammar().parse(text, start)
    except (NotRead, Stuck):
        error = _not_read(text, start)
        vocabulary = plain_words(grammar().terminals)
        nearest = nearest_sentences(error, vocabulary, lambda words: _read_as(words, start))
        fault = _with_terms(error, bool(nearest))
        kind, similar = kind_at(error.text, error.start, error.end, _every_example(start))
        topic = f"; this is about {kind}" if kind and not nearest else ""  # a remedy says more
        quoted = [f'"{words}"' for words in nearest]
        args = fault.text, fault.start, fault.end, fault.problem + topic
        raise WordingError(*args, quoted, () if nearest else similar) from None
    meanings, nonsense = _meanings(trees, text.words)
    if not meanings:
        words = one_line(text.words)
        problem = f'"{words}" cannot be followed: {nonsense}'
        examples_near = nearest_examples(text, _every_example(start))
        raise WordingError(text, 0, len(text.words), problem, (), examples_near)
    _refuse_unread(text, start, meanings)
    return tuple(sorted(meanings, key=repr))


@lru_cache(4096)
def _senses(words: str, start: ast.Start) -> frozenset[object]:
    """Return the canonical forms of all meanings; cached because many sentences print alike."""
    return frozenset(map(canonical, understood(Text(words), start)))


def _refuse_unread(text: Text, start: ast.Start, meanings: list[ast.Meaning]) -> None:
    """Reject words that do not agree or make no difference, and meanings that do not survive
    printing.
    """
    if (wrong := mismatch(text.words)) is not None:
        raise WordingError(text, *wrong)
    senses = {canonical(meaning) for meaning in meanings}
    for meaning in meanings:
        sentence = english(meaning)
        if canonical(meaning) not in _senses(sentence, start):
            words = one_line(text.words)
            problem = f'"{words}" is not understood: it would be said back as "{sentence}"'
            raise WordingError(text, 0, len(text.words), problem)
    for word in _TURNS.finditer(text.words):
        replacement = _TURNED.get(word[0].lower())
        # A card in play is never one in hand, "other" or not.
        told_apart = start == "effect" and word[0].lower() in ("other", "another")
        is_again = _NOT_AGAIN.search(text.words[: word.end()])
        if replacement is None or told_apart or is_again:
            continue
        changed_words = text.words[: word.start()] + replacement + text.words[word.end() :]
        if senses == _senses(changed_words, start):
            problem = f'what "{word[0]}" is said of is not understood'
            raise WordingError(text, *word.span(), problem)


def _in_marks(words: str, start: ast.Start) -> list[str]:
    """Return the sentence with marks around the names that a slip says lack them, if it is read."""
    while wrong := slip(Text(words), start):
        at, end, problem = wrong
        if not (names := problem.partition(" stands in quotation marks: write ")[2]):
            return []
        words = words[:at] + names + words[end:]
    return [f'"{words}"'] if _read_as(words, start) else []


def _equivalent(words: str, start: ast.Start) -> list[str]:
    """Return what means the same as a sentence that is refused, or where it would be read."""
    if same := equivalent_sentences(words, start, lambda each: _read_as(each, start)):
        return [f'"{each}"' for each in same]
    if (heading := _HEADINGS.get(start)) is None:
        return []
    title, other = heading
    there = [words] if _read_as(words, other) else []
    there = there or equivalent_sentences(words, other, lambda each: _read_as(each, other))
    return [f'under {title}: "{each}"' for each in there]


def _read_as(words: str, start: ast.Start) -> frozenset[object]:
    """Return the canonical forms of all meanings, none if the sentence would be refused."""
    if slip(Text(words), start):
        return frozenset()
    try:
        _refuse_unread(Text(words), start, list(understood(Text(words), start)))
    except WordingError:
        return frozenset()
    return _senses(words, start)


def understood(text: Text, start: ast.Start) -> tuple[ast.Meaning, ...]:
    """Return every meaning of ``text``, none if it is not understood.

    Unlike :func:`parsed_readings` it does not look for similar sentences, which takes long.
    """
    try:
        return tuple(_meanings(grammar().parse(text, start), text.words)[0])
    except (NotRead, Stuck):
        return ()


def _meanings(trees: list[ParseTree], words: str) -> tuple[list[ast.Meaning], str]:
    """Return one meaning per canonical form, and why the last rejected tree has no meaning."""
    by_sense: dict[object, ast.Meaning] = {}
    nonsense, widest = "", (0.0, False)
    builder = Builder(words)
    for tree in trees:
        try:
            meaning = without_marks(builder.meaning_of(tree))
        except Nonsense as error:
            # Report the problem that spans the most words.
            weight = (error.width, not isinstance(error, Misparse))
            if weight >= widest and str(error):
                nonsense, widest = str(error), weight
            continue
        if words_lost := lost_words(tree, meaning):
            nonsense = nonsense or f"it is unclear what {' and '.join(words_lost)} refers to"
            continue
        if _is_loose(meaning):
            about_cards = any(p.shown and not p.zones for p in nodes_of(meaning, ast.Place))
            missing = "which cards are" if about_cards else "whose place is"
            nonsense = nonsense or f"it does not say {missing} meant"
            continue
        by_sense.setdefault(canonical(meaning), meaning)
    whole = (0, len(words)) if words else None
    spanned = (with_spans(replace(each, span=whole), words, whole) for each in by_sense.values())
    return list(spanned), nonsense


def lost_words(tree: Tree[Token], meaning: ast.Meaning) -> list[str]:
    """Return the names, numbers and words like "for each" of a parse that its meaning has lost.

    A number may appear as the next one up ("more than 3") or down ("fewer than 3"); numbers in "so
    many of several names" appear as combinations of names.
    """
    parts = list(every_node(meaning))
    names = {str(part) for part in parts if isinstance(part, str)}
    numbers = {abs(part) % ast.EVEN for part in parts if type(part) is int}  # flags are no numbers
    words = _words_of(tree)
    combined = {id(word) for each in tree.find_data("so_many_of") for word in _words_of(each)}
    unnamed = [w for w in words if w.type == "QUOTED" and name_of(w) not in names]
    counts = [w for w in words if w.type in ("NUMBER", "PLUS", "SIGNED") and id(w) not in combined]
    figures = [(w, figure_of(w)) for w in counts]
    uncounted = [w for w, n in figures if n > 1 and numbers.isdisjoint((n - 1, n, n + 1))]
    rates = [subtree.data for subtree in tree.iter_subtrees() if _RATE.match(subtree.data)]
    unpaid = ["“for each”"] if len(rates) > sum(isinstance(part, ast.Per) for part in parts) else []
    return [*map(str, (*unnamed, *uncounted)), *unpaid]


def _words_of(tree: Tree[Token]) -> list[Token]:
    return list(tree.scan_values(lambda word: isinstance(word, Token)))


def _is_loose(meaning: ast.Meaning) -> bool:
    """Return whether a node stands where it cannot be meant."""
    parts = list(nodes_of(meaning, ast.Node))
    inside = {id(part) for each in parts if isinstance(each, ast.Opponents) for part in each.parts}
    inside |= {id(each.condition) for each in parts if isinstance(each, ast.PlayersDo)}
    counted_places = {id(each.cards.place) for each in parts if isinstance(each, ast.Has)}

    def is_loose(part: ast.Node) -> bool:
        match part:
            case ast.Compared():
                return is_adrift(part) and id(part) not in inside
            case ast.Instruct(cards=ast.Cards(place=ast.Place(owner="its"))):
                return True
            case ast.Suit():
                return part.whose == "that"
            case ast.Cards():
                return not {ONE, ONES}.isdisjoint(part.names)
            case ast.Place():
                nobodys = ("its", "their") if id(part) in counted_places else ("some",)
                return not all(part.zones or ("",)) or part.apart or part.owner in nobodys
        return False

    return any(map(is_loose, parts))


def _with_terms(error: NotRead, has_suggestion: bool) -> NotRead:
    """Return the error with the rulebooks' terms for the words, unless there is a suggestion."""
    phrase, says = next(iter(synonyms_of(error)), (slice(0), ()))
    if not says or (has_suggestion and len(says) == 1):
        return error
    names = ", ".join(f'"{name}"' for name in says[:-1])
    which = f'{names} or "{says[-1]}", whichever is meant' if names else f'"{says[-1]}"'
    problem = f'"{error.text.words[phrase]}" is not understood: say {which}'
    return NotRead(error.text, error.start, error.end, problem, error.expected)


@cache
def _every_example(start: ast.Start) -> tuple[str, ...]:
    return tuple(words for part in wordings() if part.start == start for words in part.examples)


def _refuse_tangles(text: Text) -> None:
    """Reject sentences that would take too long to parse in every way."""
    words = text.words.split()
    joints = [word.lower() for word in words if word.lower() in ("and", "or")]
    changes = sum(left != right for left, right in pairwise(joints))
    problem, end = "", len(text.words)
    if len(text.words) > _MOST_LETTERS:
        many = f"a sentence of {len(text.words)} letters"
        problem, end = f"{many} is too long, {_MOST_LETTERS} is the most", _SHOWN_LETTERS
    elif len(words) > _MOST_WORDS:
        problem = f"a sentence of {len(words)} words is too long, {_MOST_WORDS} is the most"
    elif changes > _MOST_CHANGES:
        problem = f'"and" and "or" alternate {changes} times: say it in several lines'
    if problem:
        raise WordingError(text, 0, end, problem)


def _not_read(text: Text, start: ast.Start) -> NotRead:
    """Return why and where a sentence fails to parse, with the words that could follow."""
    try:
        stuck = grammar().stuck(text, start)
    except NotRead as error:
        return error
    names = stuck.expected
    words = sorted({spelling(kind) for kind in grammar().terminals if kind.name in names})
    start_of_word, end = stuck.span or (len(text.words), len(text.words))
    if (word := text.words[start_of_word:end]) not in ("", "."):
        quoted = word if re.fullmatch(QUOTED, word) else f'"{word}"'
        problem = f'{quoted} does not follow here in "{one_line(text.words)}"'
    else:
        problem = f'"{one_line(text.words)}" breaks off'
    return NotRead(text, start_of_word, end, problem, tuple(words))

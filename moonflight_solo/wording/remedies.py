"""Suggest wordings that are understood for one that is not, without changing its meaning."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import islice

import msgspec

from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import with_capital
from moonflight_solo.wording import ast
from moonflight_solo.wording.agreement import mismatch
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.lexer import opens_sentence
from moonflight_solo.wording.paraphrase import longest_letters, pattern
from moonflight_solo.wording.text import NotRead, Text, one_line

_MOST_SHOWN = 3
_MOST_TRIED = 80
_PARAPHRASES = 0.7
_MOST_EDITS = 2
_MOST_CHANGES = 3
_FAR = 12
"""How far from the error, in letters, a word that tells its kind may stand."""
_FILLERS = frozenset("a an the of card cards token tokens then of in to's".split())  # noqa: SIM905
"""Words a sentence may gain or lose without changing its meaning."""
_LEADING = frozenset("from in of on to with at into than".split())  # noqa: SIM905
_PLURAL = "(?:(?:settled|starter|scoring) )*(?:other|cards|tokens|players|opponents|stacks)"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?\+?|[^\w\s]")
_CAPITALS = re.compile(r"[A-Z][\w'’]*(?: [A-Z][\w'’]*)*")
_AGREEING = re.compile('write "([^"]*)"$')
_NOT_COMPARED = '"“”'
_OTHER_NOT_COMPARED = "„«»‹›`´″"
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "aeopcyxijsABEKMHOPCTXIJSABEZHIKMNOPTYXo"
)
_NEGATIONS = frozenset("not no unless neither without except".split())  # noqa: SIM905
_RESET_VERBS = ("retain", "move")
_ACTS = ("play", "spend", "shop", "build", "pass")
_DEEDS = (*(verb for verb, keyword in KEYWORDS.items() if not keyword.on_lines), "take", "give")
_PUT_AWAY = tuple(verb for verb, keyword in KEYWORDS.items() if keyword.puts_away)


class Synonym(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A designer's word, what to ``say`` instead, and an ``example`` that gets this advice."""

    word: str
    say: tuple[str, ...]
    example: str
    where: ast.Start = "effect"


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    said: str
    nearer: int = 0


class Slip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern ``said`` for wording that cannot be meant, and what is ``wrong`` with it.

    Its group ``at``, if it has one, marks the words at fault.
    """

    said: str
    wrong: str
    example: str
    where: tuple[ast.Start, ...] = ("effect",)


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern ``said`` for wording that is refused, and what to ``say`` for all it may mean."""

    said: str
    say: tuple[str, ...]
    example: str
    where: tuple[ast.Start, ...] = ("effect",)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    synonyms: tuple[Synonym, ...]
    slips: tuple[Slip, ...]
    equivalents: tuple[Equivalent, ...]
    kinds: tuple[_Kind, ...]


@cache
def _file() -> _File:
    with as_file(files("moonflight_solo.wording").joinpath("synonyms.yaml")) as path:
        return convert(read_document(path), _File)


# ----------------------------------------------------------------------------- known slips


def slip(text: Text, start: ast.Start) -> tuple[int, int, str] | None:
    """Return the start, end and problem of a known slip in a sentence; ``None`` if there is none.

    Slips are letters of another alphabet, wrong or missing quotation marks, a line under the wrong
    heading, and those in ``synonyms.yaml``.
    """
    words = text.words
    for index, letter in enumerate(words):
        if letter.isalpha() and not unicodedata.name(letter, "LATIN").startswith("LATIN"):
            return index, index + 1, _foreign(words, index)
        if letter in _OTHER_NOT_COMPARED:
            why = f'{letter} is not a quotation mark here: write “…” or "…" around a card\'s name'
            return index, index + 1, why
    marks = [index for index, letter in enumerate(words) if letter in _NOT_COMPARED]
    if len(marks) % 2:
        name = one_line(words[marks[-1] + 1 :])[:30]
        return marks[-1], len(words), f"a quotation mark is missing: {words[marks[-1]]}{name}"
    small = words.lower()
    for each in slips():
        if start not in each.where or longest_letters(each.said) not in small:
            continue
        if (match := pattern(each.said).search(words)) is not None:
            return *match.span(match.re.groupindex.get("at", 0)), match.expand(each.wrong)
    printed = next(iter(_WORD.findall(words)), "")
    verb = printed.lower()
    if start == "line" and verb in _RESET_VERBS:
        return 0, len(verb), f'"{printed}" belongs to Reset: put the line under RESET'
    if start == "line" and verb in _DEEDS:
        problem = f'"{printed}" is not an act: a line Plays, Spends, Shops, Builds or Passes'
        return 0, len(verb), problem
    if start == "reset_line" and verb in _ACTS:
        return 0, len(verb), f'"{printed}" is an act: put the line under ACTION'
    if start == "reset_line" and verb in _PUT_AWAY:
        remedy = "say “Move … to the Discard Stack”"
        return 0, len(verb), f"nothing is {verb}ed in Reset, cards are only Moved: {remedy}"
    return None


def _foreign(words: str, index: int) -> str:
    letter = words[index]
    word = next(m[0] for m in re.finditer(r"\w+", words) if m.start() <= index < m.end())
    name = unicodedata.name(letter).title()
    if (like := letter.translate(_LOOKALIKES)) == letter:
        return f'"{letter}" in "{word}" is the {name}, which no word here has'
    corrected = word.translate(_LOOKALIKES)
    return f'"{letter}" in "{word}" is the {name}, not the Latin "{like}": write "{corrected}"'


# --------------------------------------------------------------------------- suggestions


def nearest_sentences(
    fault: NotRead, vocabulary: Sequence[str], senses: Callable[[str], frozenset[object]]
) -> list[str]:
    """Return up to three sentences that are understood and mean the same as the one at fault.

    An unknown word is replaced by one it may be a misspelling of or by the rulebooks' term, or
    quoted as a name; a filler word is left out or inserted. No other word changes. Of sentences
    with the same ``senses`` only the first is returned; those with none are not understood.
    """
    fixes: dict[frozenset[object], str] = {}
    terms = frozenset(word.lower() for word in vocabulary)
    for words in islice(_edits_of(fault, vocabulary, terms), _MOST_TRIED):
        if sense := senses(words):
            fixes.setdefault(sense, words)
            if len(fixes) == _MOST_SHOWN:
                break
    return list(fixes.values()) or [each for each in _with_quotes(fault, terms) if senses(each)][:1]


def equivalent_sentences(
    words: str, start: ast.Start, senses: Callable[[str], frozenset[object]]
) -> list[str]:
    """Return sentences that mean the same as one that is refused, with as few changes as needed.

    Of sentences with the same ``senses`` only the first is returned; those with none are not
    understood.
    """
    tried = {one_line(words)}
    latest = [*tried]
    for _ in range(_MOST_CHANGES):
        latest = [each for old in latest for each in _said_anew(old, start) if each not in tried]
        tried |= {*latest}
        if understood := {sense: each for each in latest[::-1] if (sense := senses(each))}:
            return [*understood.values()][::-1]
    return []


def _said_anew(words: str, start: ast.Start) -> Iterator[str]:
    """Yield a sentence with each equivalent that fits it, and with words that agree."""
    first, _, rest = words.partition(" ")
    is_term = rest.startswith(("Stack", "Deck", "Player"))
    if not is_term and (start != "effect" or first.lower() not in KEYWORDS):
        words = words[:1].lower() + words[1:]
    if (wrong := mismatch(words)) is not None and (form := _AGREEING.search(wrong[2])):
        old = words[wrong[0] : wrong[1]].split()[-1]
        agreeing = f"{words[: wrong[1] - len(old)]}{form[1]}{words[wrong[1] :]}"
        yield with_capital(agreeing)
    small = words.lower()
    for equivalent in equivalents():
        if start in equivalent.where and longest_letters(equivalent.said) in small:
            for match in islice(pattern(equivalent.said).finditer(words), 1):
                for say in equivalent.say:
                    new = words[: match.start()] + match.expand(say) + words[match.end() :]
                    yield with_capital(new)


def equivalents() -> tuple[Equivalent, ...]:
    """Return what to say for wordings that are refused, each with an example."""
    return _file().equivalents


def slips() -> tuple[Slip, ...]:
    """Return the known slips, each with an example."""
    return _file().slips


@cache
def synonyms() -> tuple[Synonym, ...]:
    """Return the words for which the rulebooks have other terms, each with an example."""
    rows = ((row, word) for row in _file().synonyms for word in row.word.split("|"))
    return tuple(
        Synonym(word, row.say, with_capital(row.example.replace("{}", word)), row.where)
        for row, word in rows
    )


def synonyms_of(fault: NotRead) -> list[tuple[slice, tuple[str, ...]]]:
    """Return the synonyms among the words at fault: the place and the rulebooks' terms of each."""
    terms = [
        (slice(*words.span()), each.say)
        for each in sorted(synonyms(), key=lambda synonym: -len(synonym.word))
        for words in re.finditer(rf"(?i)\b{each.word}\b", fault.text.words)
        if words.start() <= fault.start < words.end()
        and not fault.text.words[: words.end()].lower().endswith(each.say[-1].lower())
    ]
    return [term for term in terms if term[0] == terms[0][0]]


def _edits_of(fault: NotRead, vocabulary: Sequence[str], terms: frozenset[str]) -> Iterator[str]:
    words = fault.text.words
    before, word, after = words[: fault.start], words[fault.start : fault.end], words[fault.end :]
    synonyms = synonyms_of(fault)
    for phrase, says in synonyms:
        if len(says) == 1:
            term = _like(words[phrase], says[0])
            yield one_line(f"{words[: phrase.start]}{term}{words[phrase.stop :]}")
    if not synonyms and word.isalpha() and word.lower() not in terms:
        for like in _likest(word.lower(), vocabulary):
            yield one_line(f"{before}{_like(word, like)}{after}")
            if "s" in word[-2:].lower():
                yield one_line(f"{before}{_like(word, like)}s{after}")
    for filler in _fillers(before, word, after):
        if filler.split()[0] in fault.expected and not before.endswith(f" {filler} "):
            vowel = filler == "a" and word[:1].lower() in tuple("aeiou")
            yield one_line(f"{before}{filler}{'n' * vowel} {word}{after}")
    if word.lower() in _FILLERS:
        yield one_line(f"{before}{after}")
    shorter, _, last_word = before.rstrip().rpartition(" ")
    if last_word.lower() in _FILLERS:
        yield one_line(f"{shorter} {word}{after}")
    listed, comma, end = words.rpartition(", ")
    in_condition = pattern("(?:if|unless|when|whenever|while|once|each time) [^,]*$").search(listed)
    if comma and not in_condition and pattern("(?:{verb})").match(end):
        yield f"{listed} and {end}"
    if pattern("purchase").search(words):
        yield pattern(" from the market(?= ?[.]?$)").sub("", words)


def _like(word: str, replacement: str) -> str:
    """Return the other word with the first word's capital."""
    return with_capital(replacement) if word[:1].isupper() else replacement


def _with_quotes(fault: NotRead, lexicon: frozenset[str]) -> Iterator[str]:
    """Yield the sentence with the capital words at fault in quotation marks, then all of them."""
    words = fault.text.words
    if synonyms_of(fault) or opens_sentence(words, fault.start):
        return
    before, after = words[: fault.start], words[fault.start :]
    if (name := _CAPITALS.match(after)) is not None:
        yield one_line(f"{before}“{name[0]}”{after[name.end() :]}")
        if not set(_NOT_COMPARED) & set(after):
            yield one_line(before + _CAPITALS.sub(lambda each: _as_name(each[0], lexicon), after))


def _as_name(words: str, names: frozenset[str]) -> str:
    return words if names.issuperset(words.lower().split()) else f"“{words}”"


def _fillers(before: str, word: str, after: str) -> tuple[str, ...]:
    """Return the fillers that may be missing before a word where a sentence breaks off."""
    if word.lower() not in _LEADING:
        article = () if pattern(_PLURAL).match(word + after) else ("a",)
        joins = before.lower().endswith((" and ", " or "))
        the = () if joins and not article else ("the",)  # "or the" begins another phrase
        in_condition = pattern("(?:if|unless|when|while) [^.;]*$").search(before)
        places = ("in", "from") if in_condition else ("from", "in")  # where cards are, or come from
        return *the, *article, *places, "of", "card", "cards", "token", "tokens"
    needs_article = pattern("(?:is|are|number|(?:{verb})(?:e?s)?) *$").search(before)
    return ("a card", "of cards") if needs_article else ("card", "cards", "token", "tokens")


def _likest(word: str, words: Sequence[str]) -> list[str]:
    """Return the words that ``word`` may be a misspelling of, most similar first.

    Who misspells a word gets its beginning right or two letters in the wrong order; "unset" is not
    "set", and "burn" is not "turn".
    """
    ratio = {}
    for candidate in words:
        same_start = word[:1] == candidate[:1] or sorted(word[:2]) == sorted(candidate[:2])
        if same_start and _edits(matcher := SequenceMatcher(None, word, candidate)) <= _MOST_EDITS:
            ratio[candidate] = matcher.ratio()
    candidates = [candidate for candidate in ratio if ratio[candidate] >= _PARAPHRASES]
    return sorted(candidates, key=lambda candidate: (-ratio[candidate], candidate))[:8]


def _edits(words: SequenceMatcher[str]) -> int:
    """Return how many letters differ between two words."""
    steps = words.get_opcodes()
    return sum(max(end - at, last - first) for tag, at, end, first, last in steps if tag != "equal")


def kind_at(text: Text, start: int, end: int, examples: Sequence[str]) -> tuple[str, list[str]]:
    """Return the kind of thing that unknown words are about, "" if unclear, and two examples.

    These are the ``examples`` of that kind, or of any if unclear, most similar to the sentence.
    """
    words = pattern("{name}").sub(lambda name: "_" * len(name[0]), text.words)
    kinds = [
        (max(0, match.start() - end, start - match.end()) - kind.nearer, place, kind)
        for place, kind in enumerate(_file().kinds)
        for match in pattern(kind.said).finditer(words)
    ]
    distance, _, kind = min(kinds, key=lambda each: each[:2], default=(_FAR + 1, 0, None))
    if kind is None or distance > _FAR:
        return "", nearest_examples(text, examples)
    similar = [example for example in examples if pattern(kind.said).search(example)]
    return kind.says, nearest_examples(text, similar if len(similar) > 1 else examples)


def nearest_examples(text: Text, examples: Sequence[str]) -> list[str]:
    """Return the two ``examples`` with the most words in common with a sentence."""
    words = _words_of(text.words)

    def common(example: str) -> float:
        words_there = _words_of(example)
        common_words = sum(min(count, words_there[word]) for word, count in words.items())
        return common_words / (words.total() + words_there.total() - common_words)

    # An example without the sentence's "not" would look like advice to drop it.
    negations = _NEGATIONS & words.keys()
    similar = [each for each in examples if negations <= _words_of(each).keys()]
    return sorted(similar or examples, key=common, reverse=True)[:2]


@lru_cache(4096)
def _words_of(sentence: str) -> Counter[str]:
    return Counter(_WORD.findall(sentence.lower()))

"""Whether the words of a sentence agree: number, article and verb, each noun in its place.

The grammar takes every form of a word alike; an editor would not. Names count as any number, and
so does “1”, since “1 cards” is a slip that nobody misreads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from moonflight_solo.wording.paraphrase import QUOTED

_WORDS = re.compile(rf"{QUOTED}|\d+[-–+]?\d*|[^\W\d_]+(?:[-'’(][\w)]*)*|[^\w\s]")
_NAME = "“”"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ONE = _words("a an one another each every this")
_MANY = _words(
    "all both two three four five six seven eight nine ten eleven twelve"
    " fewer less many several these those"
)
_EITHER = _words("1 the no any some your their its target own per which that whichever")
_BEST = _words(
    "highest lowest highest-cost lowest-cost highest-scoring lowest-scoring"
    " most least cheapest costliest top bottom"
)
_ADJECTIVES = _BEST | _words(
    "scoring non-scoring scoreless unscoring starter non-starter generic other random named cost"
    " costing stability expensive coin market empty extra additional only settled remaining"
    " discarded ,"
)
_NOUNS = {
    one: f"{one}s" for one in ("card", "token", "coin", "opponent", "player", "stack", "act")
} | {"copy": "copies"}
_SINGULAR = _words("number total score cost stability limit hand deck it everyone ai")
_REGULAR = _words("control hold contain score cost")
_VERBS = {"is": "are", "has": "have"} | {f"{verb}s": verb for verb in _REGULAR}
_FINITE = (_VERBS.keys() | _VERBS.values()) - {"score", "cost"}  # "the cost", "a score"
_AUXILIARY = _words("do does did don't don’t doesn't doesn’t may would")
_OPENING = _words("if unless when whenever while until then . ; :")
_JOINING = _words("and or nor but , /")
_UNSURE = _words("than as by that which who whose with those")
_ENDING = _words("in of from to and or nor is are has have . , ;")

_AFTER_NO_ARTICLE = _words("a an the your their this there gain lose purchase spend move")
_PLACES = ["hand"], ["draw", "deck"], ["discard", "stack"], ["trash", "stack"]

Mismatch = tuple[int, int, str]
"""Where words do not agree, from and to which letter, and what is wrong."""


def mismatch(words: str) -> Mismatch | None:
    """Return the first place where the ``words`` of a sentence do not agree, if there is one."""
    matches = [*_WORDS.finditer(words)]
    tokens = [_NAME if each[0][0] in "\"“”'‘" else each[0].lower() for each in matches]
    for start, end, wrong in _faults(tokens):
        return matches[start].start(), matches[end].end(), wrong
    return None


def _faults(tokens: Sequence[str]) -> Iterator[Mismatch]:
    for i, word in enumerate(tokens):
        after = tokens[i + 1] if i + 1 < len(tokens) else "."
        if (word in _NOUNS or word in _NOUNS.values()) and after not in ("token", "tokens"):
            yield from _of_noun(tokens, i)
        elif word in _FINITE:
            yield from _of_verb(tokens, i)
        elif word in ("and", "or") and _names_again(tokens, i):
            yield i, i, "the same place is named twice: name each place once"
        if word in ("a", "an", "the", "your"):
            if after in _ENDING | _AFTER_NO_ARTICLE:
                yield i, i, f'a noun is missing after "{word}": say "{word} card", for example'
            elif word == "a" and after in ("other", "opponent", "empty", "extra", "additional"):
                yield i, i, 'an article is wrong: write "an" or "another"'


def _names_again(tokens: Sequence[str], joint: int) -> bool:
    """Return whether the place before an "and" or "or" is named behind it as well."""
    behind = joint + 1
    while tokens[behind : behind + 1] and tokens[behind] in ("in", "from", "your", "the"):
        behind += 1
    return any(
        tokens[joint - len(place) : joint] == tokens[behind : behind + len(place)] == place
        and _FINITE.union(["of"]).isdisjoint(tokens[behind + len(place) : behind + len(place) + 1])
        for place in _PLACES
    )


def _quantity(tokens: Sequence[str], i: int) -> tuple[int, str]:
    """Return where the words before a noun begin, and the one that says how many, or ""."""
    start = i
    while start and (tokens[start - 1] in _ADJECTIVES or tokens[start - 1] == _NAME):
        start -= 1
    if start and tokens[start - 1] == "more":
        has_number = start > 1 and _is_many(tokens[start - 2]) is not None
        return (start - 2, tokens[start - 2]) if has_number else (start - 1, "many")
    return (start - 1, tokens[start - 1]) if start else (0, "")


def _is_many(word: str) -> bool | None:
    """Return whether a word says that there are several, ``None`` if it does not say."""
    if word in _ONE:
        return False
    return True if word in _MANY or (word[:1].isdigit() and word != "1") else None


def _of_noun(tokens: Sequence[str], i: int) -> Iterator[Mismatch]:
    """Yield a noun that does not agree with its number, or lacks its article or its first word."""
    start, quantity = _quantity(tokens, i)
    many, noun = _is_many(quantity), tokens[i]
    if many is False and noun not in _NOUNS:
        singular = next(singular for singular, plural in _NOUNS.items() if plural == noun)
        yield start, i, f'one thing needs a singular noun: write "{singular}"'
    elif many and noun in _NOUNS:
        yield start, i, f'several things need a plural noun: write "{_NOUNS[noun]}"'
    if noun == "stack" and (not i or tokens[i - 1] in _JOINING | {"in", "of", "from", "to"}):
        yield i, i, 'it does not say which Stack: say "Discard Stack", for example'
    whose = quantity.endswith(("'s", "’s", "s'", "s’"))
    sure = whose or quantity in _EITHER or (_BEST | {_NAME}) & {*tokens[start:i]}
    if noun == "card" and many is None and not sure:
        yield i, i, 'an article is missing: say "a card", or how many'


def _of_verb(tokens: Sequence[str], i: int) -> Iterator[Mismatch]:
    """Yield a verb that does not agree with its subject, or is the second of its clause.

    The subject is the first noun of the clause, as in "if the cards in hand is …", or a pronoun
    right before the verb. A verb whose subject is unclear passes: one after "that" or "with", after
    a possessive ("its cost is"), after another verb ("do not have"), or at the very beginning.
    """
    start = i
    while start and tokens[start - 1] not in _OPENING | _JOINING | _UNSURE:
        start -= 1
    before = tokens[start - 1] if start else "."
    clause = tokens[start:i]
    previous = tokens[i - 1] if i else "."
    if clause[:1] == ["there"] and len(clause) > 1 and clause[1] in ("is", "are"):
        yield i, i, f'"there {clause[1]}" and "{tokens[i]}" are two verbs: leave one out'
    if before in _UNSURE or previous in ("your", "their", "its") or _AUXILIARY & {*clause}:
        return
    subject = i - 1 if previous in ("you", "they") else start
    many = _is_several(tokens, i + 1) if clause == ["there"] else _is_several(tokens, subject, i)
    if [*tokens[max(0, i - 3) : i]] == [_NAME, "and", _NAME]:
        # Two names are several things, unless the first belongs to what stands before.
        many = i < 4 or tokens[i - 4] in _OPENING or None
    if many and tokens[i] in _VERBS:
        yield i, i, f'the verb does not agree: write "{_VERBS[tokens[i]]}"'
    elif many is False and tokens[i] not in _VERBS and before not in _JOINING:
        singular = next(singular for singular, plural in _VERBS.items() if plural == tokens[i])
        yield i, i, f'the verb does not agree: write "{singular}"'


def _is_several(tokens: Sequence[str], start: int, end: int | None = None) -> bool | None:
    """Return whether the first noun from a place on is in the plural, ``None`` if not clear."""
    many: bool | None = None
    for i in range(start, len(tokens) if end is None else end):
        word = tokens[i]
        if word in ("you", "they") or word in _NOUNS.values():
            return True
        if word in _SINGULAR or word in _NOUNS:
            after = tokens[i + 1] if i + 1 < len(tokens) else "."
            if after not in {"cost": ("card", "cards"), "coin": ("token", "tokens")}.get(word, ()):
                return False
        elif word == "of":  # "one of your cards"
            return many
        elif word == _NAME:
            return many or None
        elif word in _OPENING | _JOINING | _UNSURE or word in ("in", "on", "from", "none", "half"):
            return None
        elif (number := _is_many(word)) is not None:
            many = number
    return None

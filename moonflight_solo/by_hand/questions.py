"""The questions for a person following an AI card, and what their answers reveal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, SOME, in_hand
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT, LACKING
from moonflight_solo.rules.requirements.selectors import Kinds, within
from moonflight_solo.rules.state import Card
from moonflight_solo.values import Value
from moonflight_solo.wording.english import say


class KnownCards(Value):
    """What is known of a Jack's cards in hand, or in play.

    ``kinds`` says for kinds of card whether there is any; ``some`` are groups with at least one
    card; ``size`` is the number of cards, if known, and ``filled`` says that there is at least one.
    """

    kinds: Mapping[Card, bool] = {}
    some: tuple[Kinds, ...] = ()
    size: int | None = None
    filled: bool = False

    def has(self, kinds: Kinds | None) -> r.Truth:
        """Return whether there is a card of one of these ``kinds``; ``None`` means any card."""
        if self.size == 0:
            return False
        if kinds is None:
            some_card = self.filled or any(self.kinds.values()) or bool(self.some)
            return True if some_card or self.size else None
        if any(self.kinds.get(kind) for kind in kinds):
            return True
        unknown = [kind for kind in kinds if kind not in self.kinds]
        if not unknown:
            return False
        absent = {kind for kind, present in self.kinds.items() if not present}
        return True if any(group - absent <= kinds for group in self.some) else None

    def with_answer(self, kinds: Kinds | None, present: bool) -> KnownCards:
        """Add whether there is a card of these kinds."""
        if kinds is None:
            return replace(self, filled=True) if present else KnownCards(size=0)
        if present and len(kinds) > 1:
            return replace(self, some=(*self.some, kinds))
        return replace(self, kinds={**self.kinds, **dict.fromkeys(kinds, present)})

    def with_unknown(self) -> KnownCards:
        """Add unknown cards."""
        return KnownCards(
            {kind: True for kind, present in self.kinds.items() if present}, self.some, None, True
        )

    def without_unknown(self, among: Kinds | None = None) -> KnownCards:
        """Remove unknown cards, which may be any ``among`` these kinds."""
        kinds_known = {
            kind: present
            for kind, present in self.kinds.items()
            if not present or (among is not None and kind not in among)
        }
        groups = () if among is None else tuple(group for group in self.some if not group & among)
        return KnownCards(kinds_known, groups)


class Knowledge(Value):
    """What is known of one Jack's table; hand and play carry over between acts.

    ``told`` holds answers valid for this act only, ``coins`` its coin tokens now, and ``built``
    whether it has built this round; ``turned`` means after the Turn.
    """

    hand: KnownCards = KnownCards()
    play: KnownCards = KnownCards()
    told: Mapping[r.Requirement, bool] = {}
    coins: int | None = None
    built: bool = False
    turned: bool = False

    def after_changes(self, *, come: bool, gone: bool, play: bool) -> Knowledge:
        """Update for cards that came to hand or left it, or changed in play.

        What left may be any card, besides the one announced as played.
        """
        hand = replace(self.hand.without_unknown(), size=None) if gone else self.hand
        cards = self.play.without_unknown().with_unknown() if play else self.play
        return replace(self, hand=hand.with_unknown() if come else hand, play=cards)

    def truth(self, requirement: r.Requirement) -> r.Truth:
        """Return whether a requirement holds, as far as known."""
        return r.truth(requirement, self._leaf_truth)

    def _leaf_truth(self, leaf: r.Requirement) -> r.Truth:
        """Return whether a leaf holds: as answered, or as hand and play imply."""
        if leaf in self.told:
            return self.told[leaf]
        if leaf == BUILT:
            return self.built
        if isinstance(leaf, r.Opaque):
            if self.truth(leaf.needs) is False:
                return False
            return True if self.truth(leaf.enough) else None
        if isinstance(leaf, r.CoinCount):
            return None if self.coins is None else within(leaf.range)(self.coins)
        if isinstance(leaf, r.Count) and leaf.place in (IN_HAND, IN_PLAY):
            return self._count_truth(leaf, self.hand if leaf.place == IN_HAND else self.play)
        return None

    @staticmethod
    def _count_truth(leaf: r.Count, zone: KnownCards) -> r.Truth:
        """Return whether there are so many cards in a zone, from whether there is any."""
        if leaf.kinds is None and zone.size is not None:
            return within(leaf.range)(zone.size)
        present = zone.has(leaf.kinds)
        if present is False:
            return leaf.range.least == 0
        if leaf.range == SOME:
            return present
        if present and leaf.range.most == 0:
            return False
        few = zone.size is not None and zone.size < leaf.range.least
        return False if few else None

    def open_leaves(self, requirement: r.Requirement) -> Iterator[r.Requirement]:
        """Yield the undecided leaves that still matter, in printed order."""
        if self.truth(requirement) is not None:
            return
        if isinstance(requirement, r.AllOf | r.AnyOf):
            for part in requirement.parts:
                yield from self.open_leaves(part)
        elif isinstance(requirement, r.Not):
            yield from self.open_leaves(requirement.part)
        elif isinstance(requirement, r.Opaque) and requirement.only_needs:
            yield from self.open_leaves(requirement.needs)
        else:
            yield requirement


MOST_LISTED = 9
ANY_OTHER = "any other card"
"""The label of the group of all cards."""


class YesNo(Value):
    """Asks whether a leaf holds. The answer is 1 or 0."""

    leaf: r.Requirement
    words: str

    def knowledge_after(self, known: Knowledge, answer: int) -> Knowledge:
        """Return what is known after the answer."""
        leaf, yes = self.leaf, bool(answer)
        if isinstance(leaf, r.Count) and leaf.range == SOME and leaf.place == IN_HAND:
            return replace(known, hand=known.hand.with_answer(leaf.kinds, yes))
        if isinstance(leaf, r.Count) and leaf.range == SOME and leaf.place == IN_PLAY:
            return replace(known, play=known.play.with_answer(leaf.kinds, yes))
        return replace(known, told={**known.told, leaf: yes})


class HowMany(Value):
    """Asks how many cards are in hand, or coin tokens controlled."""

    of: str
    words: str

    def knowledge_after(self, known: Knowledge, answer: int) -> Knowledge:
        """Return what is known after the answer."""
        if self.of == "coins":
            return replace(known, coins=answer)
        hand = known.hand.with_answer(None, present=False) if answer == 0 else known.hand
        return replace(known, hand=replace(hand, size=answer))


class FirstInHand(Value):
    """Asks for the first of several groups with a card in hand: from 1, or 0 for none."""

    groups: tuple[tuple[str, Kinds | None], ...]
    words: str

    def knowledge_after(self, known: Knowledge, answer: int) -> Knowledge:
        """Return what is known after the answer, which rules out all earlier groups."""
        hand = known.hand
        for number, (label, kinds) in enumerate(self.groups, 1):
            present = number == answer
            if label == ANY_OTHER:
                hand = hand.with_answer(None, present)
            if kinds is not None and (present or label != ANY_OTHER):
                hand = hand.with_answer(kinds, present)
            if present:
                break
        return replace(known, hand=hand)


TableQuestion = YesNo | HowMany | FirstInHand


class Asker(Value):
    """The Jack that questions are about, and every kind of card at its current end."""

    jack: str
    every: Kinds


def question_on(leaf: r.Requirement, line: CompiledLine, asker: Asker) -> TableQuestion:
    """Return the question that decides a leaf of a line's requirement."""
    if isinstance(leaf, r.CoinCount):
        return HowMany("coins", f"How many coin tokens does {asker.jack} control?")
    if isinstance(leaf, r.Count) and leaf.place == IN_HAND and leaf.kinds is None:
        return HowMany("hand", f"How many cards does {asker.jack} hold?")
    return YesNo(leaf, f"{asker.jack}: {question_in_words(leaf, line, asker)}")


def question_in_words(leaf: r.Requirement, line: CompiledLine, asker: Asker) -> str:
    """Phrase a leaf of a line's requirement as a question about "it"."""
    if isinstance(leaf, r.ForSale):
        return f"can it pay for this, and may it buy it now: {act_in_words(line)}?"
    is_printed = getattr(leaf, "status", "condition-false") == "condition-false"
    words = r.wording(leaf) if is_printed else ""
    if words:
        return f"{in_third_person(words).replace(LACKING, 'is there an opponent who has not', 1)}?"
    if isinstance(leaf, r.Count):
        place = f"{'on top of' if leaf.place.top else 'in'} {say(leaf.place)}"
        return f"{_kinds_sought(leaf, asker)} {in_third_person(place)}?"
    return f"leaving any “If” aside, can it do this now: {act_in_words(line)}?"


def act_in_words(line: CompiledLine) -> str:
    """Return the act of a line, as one of "it"."""
    return in_third_person(say(line.line.meaning.act))


def in_third_person(words: str) -> str:
    """Rephrase a card's "your" as "its", and its "you" as "it"."""
    words = re.sub(r"\byou (have|are)\b", lambda verb: _ITS[verb[1]], words)
    return re.sub(r"\byou\b", "it", re.sub(r"\byour\b", "its", words))


_ITS = {"have": "it has", "are": "it is"}


def _kinds_sought(leaf: r.Count, asker: Asker) -> str:
    """Return how many cards, and of which kinds, a leaf counts; without a number if any will do."""
    number = say(replace(leaf.range, bare=False))
    if leaf.kinds is None:
        return f"{number} cards"
    if leaf.range == SOME:
        return kinds_in_words(leaf.kinds, asker.every)
    return f"{number} of these: {kinds_in_words(leaf.kinds, asker.every)}"


_MANY = 6


@lru_cache(maxsize=1024)
def kinds_in_words(kinds: Kinds, every: Kinds) -> str:
    """Describe kinds of cards briefly, by a common property if possible, else by name."""
    if len(kinds) >= _MANY:
        for words, test in _SORTS.items():
            if kinds == frozenset(filter(test, every)):
                return words
        others = every - kinds
        if len(others) < len(kinds):
            return f"any card but {names_in_words(others)}" if others else "any card"
    return names_in_words(kinds)


_SORTS: dict[str, Callable[[Card], bool]] = {
    "a scoring card": lambda card: card.high_score > 0,
    "a card scoring 0": lambda card: card.high_score == 0,
    "a card with Stability": lambda card: card.stability > 0,
    "a starter card": lambda card: card.is_starter,
}


def names_in_words(kinds: Kinds) -> str:
    """List kinds of cards by name, joined by "or"."""
    names = sorted(card.name for card in kinds)
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


# ------------------------------------------------------------------------ the cards in hand


def first_in_hand(
    lines: Sequence[CompiledLine], knowledge: Knowledge, asker: Asker
) -> FirstInHand | None:
    """Return one question for the first card in hand among those the next lines need.

    Covers lines down to the first that needs none, or that any card decides; ``None`` if there are
    fewer than two groups.
    """
    groups: dict[Kinds | None, str] = {}
    for line in lines:
        truth = knowledge.truth(line.requirement)
        if truth is False:
            continue
        needs = _needs(line, knowledge, asker)
        if truth or not needs:
            break
        for kinds, label in needs.items():
            groups.setdefault(kinds, label)
        if len(groups) >= MOST_LISTED or ANY_OTHER in groups.values():
            break
    return _first_in_hand(groups, asker)


def listed_options(line: CompiledLine, knowledge: Knowledge, asker: Asker) -> FirstInHand | None:
    """Return one question for the first card in hand among a line's options."""
    return _first_in_hand(_needs(line, knowledge, asker), asker)


def _first_in_hand(groups: dict[Kinds | None, str], asker: Asker) -> FirstInHand | None:
    """Return the question which group comes first; ``None`` if there are fewer than two."""
    if len(groups) < 2:
        return None
    listed = tuple((label, kinds) for kinds, label in groups.items())[:MOST_LISTED]
    return FirstInHand(listed, f"{asker.jack}: which of these is the first it holds?")


def _needs(line: CompiledLine, knowledge: Knowledge, asker: Asker) -> dict[Kinds | None, str]:
    """Return the groups of cards a line needs in hand, if it needs only that, and it is unknown."""
    groups: dict[Kinds | None, str] = {}
    for option in line.options:
        if knowledge.truth(r.both(line.condition, option.needs)) is False:
            continue
        counts = in_hand(option.needs)
        if len(counts) != 1 or knowledge.hand.has(kinds := counts[0].kinds) is not None:
            return {}
        groups[kinds] = label(kinds, asker)
    return groups


def label(kinds: Kinds | None, asker: Asker) -> str:
    """Return how a list of cards in hand calls these kinds; ``None`` means any card."""
    any_card = kinds is None or kinds >= asker.every
    return ANY_OTHER if any_card else kinds_in_words(kinds or asker.every, asker.every)

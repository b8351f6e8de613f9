"""Lines that Play a card: which one, and what it is aimed at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import (
    IN_HAND,
    AimedAct,
    AimedCase,
    CompileContext,
    Option,
    check_phrase,
)
from moonflight_solo.ai_cards.preference import KEPT, WORTH_TAKEN, TiedKinds, picker
from moonflight_solo.ai_cards.target_reach import needs_of_target
from moonflight_solo.ai_cards.targeting import Aim, Choices, choices_of
from moonflight_solo.ai_cards.underspecified.slot import stack_named, target_named
from moonflight_solo.rules.acts import Play, kept_from
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.selectors import CannotDo, Kinds, kinds_in_order
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.rules.texts.candidates import choices, reaching
from moonflight_solo.values import IdentityValue
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import third_person
from moonflight_solo.wording.walk import lasts, nodes_of

_ANYWHERE = ast.Place(("hand", "in play", "discard stack", "trash stack"))
_BACK = (ast.ThisCard("draw"),)


class Subline(IdentityValue):
    """A sub-line of a line that plays a card: its ``aim`` if that plays ``card`` (A-sub)."""

    line: AILine
    card: Card
    aim: Aim


def subline(line: AILine, context: CompileContext) -> Subline:
    """Compile a sub-line; raises :class:`CannotDo` if it says anything but an aim."""
    meaning = context.meaning_of(line)
    condition, act = meaning.condition, meaning.act
    if not isinstance(condition, ast.Played) or not isinstance(act, ast.PlayAct):
        form = "“If … played” and nothing else, then what the card is aimed at: “targeting …”"
        raise CannotDo(f"a line below another says {form}")
    if act.target is not None:
        raise CannotDo("a line below another cannot say a target of its own")
    card = context.names.card(condition.name, context.turned)
    verbs = {choice.verb for choice in choices(card)}
    if act.verb not in verbs | {"play", "target"}:
        does = " and ".join(sorted(third_person(keyword.capitalize()) for keyword in verbs))
        problem = f"it {does} cards one picks" if does else "it leaves nothing to pick"
        raise CannotDo(f'"{act.verb.capitalize()}" is not what {card.name} does: {problem}')
    return Subline(line, card, Aim(act.cards, context.kinds))


def play_line(
    act: ast.PlayAct,
    condition: ast.Condition | None,
    sublines: Sequence[Subline],
    context: CompileContext,
) -> tuple[Option, ...]:
    """Compile a line that plays the first possible of its cards.

    ``condition`` and ``sublines`` may say what the card is aimed at. Raises :class:`CannotDo` for
    what cannot be followed.
    """
    below = _aims_below(act, sublines, context)
    phrases = [_Phrase(cards, context) for cards in act.cards.options]
    choices, stack = choices_of(act), target_named(condition, context.rulings)
    whose = context.lower.spoken_of(condition) if condition else None
    if stack and stack.place and stack.whose and whose:  # the mentioned opponent's
        stack = replace(stack, whose=None, place=replace(stack.place, owner="their"))
    if act.target is not None:
        for phrase in phrases:
            for card in kinds_in_order(phrase.kinds) if phrase.cards.names else ():
                if not reaching(card, context.names):
                    chooses_none = f"with {card.name} an AI player chooses no card that it sees"
                    raise CannotDo(f"{chooses_none}, so there is no target")
        parts = condition.parts if isinstance(condition, ast.All) else ()
        options = act.target.options if isinstance(act.target, ast.FirstOf) else ()
        unplaced = any(cards.place is None and cards.whose is None for cards in options)
        if unplaced and sum(map(bool, map(stack_named, parts))) > 1:
            raise CannotDo("two Stacks are named: say in which of them the target lies")
        target = _of_opponent(act.target, condition) if whose else act.target
        if stack is not None and isinstance(target, ast.FirstOf):  # rather in there (A-same)
            on_stack = tuple(
                replace(cards, place=stack.place, whose=stack.whose)
                for cards in target.options
                if cards.place is None and cards.whose is None
            )
            target = replace(target, options=(*on_stack, *target.options))
        return tuple(_aimed_option(phrase, target, whose, choices) for phrase in phrases)
    aim = None
    if stack or choices.said:
        aim = Aim(ast.FirstOf((stack,) if stack else ()), context.kinds, whose, choices)
    return tuple(phrase.option(below, aim) for phrase in phrases)


class _Phrase:
    """One phrase for the card to be played, which must be in hand and do something."""

    def __init__(self, cards: ast.Cards, context: CompileContext) -> None:
        check_phrase(cards, "a card to play", "a card is played from hand")
        if cards.number not in (None, 1) and not (cards.names and cards.number == "any"):
            raise CannotDo("one act plays one card")
        self.cards = cards
        self.context = context
        kinds = context.kinds(cards)
        self.kinds = context.all_of(kinds)
        self._pick_of = picker(cards, kinds, KEPT if context.turned else WORTH_TAKEN)
        self.returning = frozenset(card for card in self.kinds if card.returns is not None)
        # The only card it can mean, if that never returns.
        single = len(self.kinds) == 1 and not self.returning
        self.only: Card | None = next(iter(self.kinds)) if single else None

    def option(self, aims: dict[Card, Aim], otherwise: Aim | None) -> Option:
        """Return the option to play it, aimed by its sub-line or else as ``otherwise``."""
        decisions: dict[Card, AimedAct] = {
            card: (Play(card), aims.get(card, otherwise)) for card in self.kinds
        }

        def choose(table: Table, seat: Seat) -> AimedAct | None:
            card = self.pick(table, seat)
            return None if card is None else decisions[card]

        if self.returning:
            return Option(self.playable(), choose)
        fixed = next(iter(decisions.values())) if len(decisions) == 1 else None
        return Option(self.playable(), choose, fixed, (TiedKinds(self._pick_of), decisions))

    def pick(self, table: Table, seat: Seat) -> Card | None:
        """Return the card to play now, but none that would only return to hand (A-return).

        A barred card is picked only if there is no other (A-barred).
        """
        if self.only is not None:
            return self.only if self.only in seat.hand else None
        if "play" in table.changed:
            free = [c for c in seat.hand if kept_from(table, seat, "play", c) is None]
            return self._pick(free, table, seat) or self._pick(seat.hand, table, seat)
        return self._pick(seat.hand, table, seat)

    def _pick(self, hand: Sequence[Card], table: Table, seat: Seat) -> Card | None:
        """Return the card to play, ``None`` if any that fits would only return to hand."""
        card = self._pick_of(hand)
        if card is None or card.returns is None or not card.returns(table, seat):
            return card
        return self._pick_of([c for c in hand if not c.returns or not c.returns(table, seat)])

    def playable(self) -> r.Requirement:
        """Return the requirement for :meth:`pick` to find a card, one that does not just return."""
        in_hand = self._in_hand(self.kinds)
        if not self.returning:
            return in_hand
        plain = self.kinds - self.returning
        useful = r.either(
            *((self._in_hand(plain),) if plain else ()),
            *map(self.playing, kinds_in_order(self.returning)),
        )

        def because(table: Table, seat: Seat) -> str:
            in_hand = next(card for card in seat.hand if card in self.kinds)
            return f"{in_hand.name} would only come straight back to hand"

        findable = r.Opaque(
            ("useful", self.cards, self.context),
            lambda table, seat: self.pick(table, seat) is not None,
            useful,
            useful,
            because,
            status="would-do-nothing",
        )
        return r.both(in_hand, findable)

    def playing(self, card: Card) -> r.Requirement:
        """Return the requirement for playing ``card``, if the phrase means it."""
        leaf = self._in_hand(frozenset({card}))
        return leaf if card.returns is None else r.both(leaf, r.Not(comes_back(card, self.context)))

    def _in_hand(self, kinds: Kinds) -> r.Count:
        names = self.cards.names
        return self.context.in_hand(kinds, says=f"{names[0]} is not in hand" if names else "")

    def better_kinds(self, card: Card) -> Kinds:
        """Return the kinds that the phrase prefers to ``card``, in any order of the hand."""
        # Of equals it picks the first, so it picks another one only if that is better.
        better = self.kinds - self.returning - {card}
        return frozenset(kind for kind in better if self._pick_of([card, kind]) is kind)


def comes_back(card: Card, context: CompileContext) -> r.Requirement:
    """Return the requirement for a card in hand to only return there (ruling A-return)."""
    only = next(effect for effect in card.meaning.effects if not lasts(effect))
    if only == _BACK[0]:
        return r.TRUE
    assert isinstance(only, ast.If)
    needs = context.lower.condition(only.condition)
    if not all(
        isinstance(e, r.Count) and (e.place, e.kinds) == (IN_HAND, None) for e in r.leaves(needs)
    ):
        assert card.returns is not None
        return r.Opaque(("comes back", card), card.returns)

    def before(count: r.Requirement) -> r.Requirement:  # one card has been played
        assert isinstance(count, r.Count)
        least, most = count.range.least, count.range.most
        one_more = ast.Range(least + 1 if least else 0, None if most is None else most + 1)
        return replace(count, range=one_more)

    back = r.with_leaves(needs, before)
    return back if only.effects == _BACK else r.Not(back)


def _aimed_option(
    phrase: _Phrase, target: ast.FirstOf | ast.Cases, whose: r.Requirement | None, choices: Choices
) -> Option:
    """Return the option to play the card that a phrase picks, if it has such a target.

    ``whose`` says which opponents the condition mentions: "their" cards are those of these. Only
    the picked card is tried. The first case that holds before it is played counts.
    """
    context = phrase.context
    playing = {card: phrase.playing(card) for card in kinds_in_order(phrase.kinds)}
    cases: list[tuple[r.Test, Aim, dict[Card, r.Test]]] = []
    each: list[AimedCase] = []
    counts: r.Requirement = r.TRUE
    needs: r.Requirement = r.FALSE
    enough: r.Requirement = r.FALSE
    for condition, cards in [(None, target)] if isinstance(target, ast.FirstOf) else target.cases:
        holds = r.TRUE if condition is None else context.lower.condition(condition)
        reach_of = {card: needs_of_target(cards, card, context, whose) for card in playing}
        tests = {card: as_test(needed) for card, needed in reach_of.items()}
        aim = Aim(cards, context.kinds, whose, choices)
        cases.append((as_test(holds), aim, tests))
        if phrase.only is not None:
            each.append(AimedCase(holds, reach_of[phrase.only], (Play(phrase.only), aim)))
        possible, sure = _bounds_of_target(playing, reach_of)
        needs = r.either(needs, r.both(counts, holds, possible))
        enough = r.either(enough, r.both(counts, holds, sure))
        counts = r.both(counts, r.Not(holds))

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        card = phrase.pick(table, seat)
        if card is not None:
            for holds, aim, reaches in cases:
                if holds(table, seat):
                    return (Play(card), aim) if reaches[card](table, seat) else None
        return None

    def because(table: Table, seat: Seat) -> str:
        card = phrase.pick(table, seat)
        if card is None or not any(holds(table, seat) for holds, _, _ in cases):
            return "none of its conditions for a target holds"
        return f"no target fits for {card.name}"

    # Without "other" cards it does not depend on which card the act names.
    other_cards = any(each.other for each in nodes_of(target, ast.Cards))
    context_there = context if other_cards else replace(context, spoken_of=None)
    with_target = r.Opaque(
        (phrase.cards, target, context_there, whose),
        lambda table, seat: choose(table, seat) is not None,
        needs,
        enough,
        because,
        status="no-target",
    )
    return Option(r.both(phrase.playable(), with_target), choose, aimed=tuple(each))


def _of_opponent(
    target: ast.FirstOf | ast.Cases, condition: ast.Condition | None
) -> ast.FirstOf | ast.Cases:
    """Return an "opponent's" target as that of the opponent in the condition (A-same).

    A target described exactly as in the condition needs no change.
    """
    if not isinstance(target, ast.FirstOf):
        return target
    facts = [replace(has.cards, place=None) for has in nodes_of(condition, ast.Has)]

    def theirs(cards: ast.Cards) -> ast.Cards:
        place = cards.place or _ANYWHERE
        kind = replace(cards, place=None, whose=None)
        if "opponent" not in (cards.whose, place.owner) or (kind in facts and kind != ast.Cards()):
            return cards
        return replace(cards, whose=None, place=replace(place, owner="their"))

    return replace(target, options=tuple(map(theirs, target.options)))


def _bounds_of_target(
    playing: Mapping[Card, r.Requirement], reach_of: Mapping[Card, r.Requirement]
) -> tuple[r.Requirement, r.Requirement]:
    """Return what is necessary, and what is sufficient, to play a card that reaches a target.

    Which of several cards is picked is not known, so each that can be played has to reach one.
    """
    possible = r.either(*(r.both(playing[card], at) for card, at in reach_of.items()))
    if len(playing) <= 1:
        return possible, possible
    certain = (r.either(r.Not(playing[card]), at) for card, at in reach_of.items())
    return possible, r.both(r.either(*playing.values()), *certain)


def _aims_below(
    act: ast.PlayAct, sublines: Sequence[Subline], context: CompileContext
) -> dict[Card, Aim]:
    """Return the aim that a sub-line gives each card that may be played."""
    aims: dict[Card, Aim] = {}
    lists = [cards.names for cards in act.cards.options]
    for sub in sublines:
        number, card = sub.line.number, sub.card
        if act.target is not None:
            raise CannotDo(f"it names its own target, and so does line {number}")
        if card in aims:
            raise CannotDo(f"two lines below it are about {card.name}")
        playable = (context.names.card(name, context.turned) for names in lists for name in names)
        if all(lists) and card not in playable:
            raise CannotDo(f"line {number} is about {card.name}, which it cannot play")
        aims[card] = sub.aim
    return aims


def only_this_card(act: ast.PlayAct, card: Card, context: CompileContext) -> r.Requirement:
    """Return the requirement for a line without a target to play this card and no other.

    It leaves open which of several equal cards lies first.
    """
    options: list[r.Requirement] = []
    before: list[r.Requirement] = []
    for phrase in (_Phrase(cards, context) for cards in act.cards.options):
        if card in phrase.kinds:
            better = context.in_hand(phrase.better_kinds(card), 1)
            options.append(r.both(*before, phrase.playing(card), r.Not(better)))
        before.append(r.Not(phrase.playable()))
    return r.either(*options)

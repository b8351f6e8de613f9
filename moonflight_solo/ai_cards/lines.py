"""AI-card lines compiled once: each tries to find its act, and can say why it found none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from moonflight_solo.ai_cards.aims import Aim, ordering, picker
from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.gaps import gaps
from moonflight_solo.ai_cards.observing import observed
from moonflight_solo.errors import DataError
from moonflight_solo.rules.acts import PASS, Act, Build, Play, Shop, Spend
from moonflight_solo.rules.cards import Ability, Card
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.counting import (
    CannotDo,
    Match,
    Test,
    condition_test,
    market_stacks,
    matcher,
)
from moonflight_solo.rules.effects import reach
from moonflight_solo.rules.players import Question
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.table import MarketStack, Placed, Seat, Table
from moonflight_solo.wording import meaning as m

Decision = tuple[Act, Aim | None]
Attempt = Callable[[Table, Seat], Decision | None]
Reason = tuple[str, str]
"""A status and the reason in words."""
WhyNot = Callable[[Table, Seat], Reason]

IN_HAND = m.Place(("hand",))


@dataclass(frozen=True, slots=True, eq=False)
class CompiledLine:
    """A line ready to be followed. ``attempt`` returns its act, or ``None``; only then does
    ``why_not`` say what stood in the way. ``needs`` are cards of which one must be in hand
    (``None``: none needed, empty: any will do). ``rulings`` filled the gaps in its words.
    """

    line: AILine
    number: str
    attempt: Attempt
    why_not: WhyNot
    needs: frozenset[Card] | None
    rulings: tuple[str, ...]
    sublines: tuple[AILine, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """What a line is compiled against: the names it may say and the rulings in force."""

    names: Catalogue
    turned: bool
    rulings: Rulings

    def test(self, condition: m.Condition) -> Test:
        """Return a condition as a test."""
        exact = self.rulings.choice("A-exact") == "exactly"
        return condition_test(condition, self.names, self.turned, bare_is_exact=exact)


def compile_side(
    card: AICard, turned: bool, catalogue: Catalogue, rulings: Rulings
) -> tuple[CompiledLine, ...]:
    """Return the action lines of one side, each with its sub-lines.

    Raises :class:`DataError` with the line's place for names that do not exist on that side and
    for words that can be read but not followed.
    """
    scope = Scope(catalogue, turned, rulings)
    lines = card.side(turned)
    compiled = []
    for line in lines:
        if line.printed.parent:
            continue
        subs = tuple(sub for sub in lines if sub.printed.parent == line.number)
        compiled.append(_compile(line, subs, scope))
    return tuple(compiled)


def _compile(line: AILine, subs: tuple[AILine, ...], scope: Scope) -> CompiledLine:
    try:
        attempt, why_not = _act(line.meaning, subs, scope)
        needs = _needs(line.meaning.act, scope)
    except (CannotDo, UnknownName) as error:
        raise DataError(
            line.printed.text.place(0),
            f'line {line.number}, "{line.words}", cannot be followed: {str(error).rstrip(".")}',
            "reword the line, or mend the name",
        ) from None
    fills = (*line.ruled_by, *gaps(line.meaning))
    rulings = tuple(dict.fromkeys(fills))
    return CompiledLine(line, line.number, attempt, why_not, needs, rulings, subs)


def _act(meaning: m.Line, subs: Sequence[AILine], scope: Scope) -> tuple[Attempt, WhyNot]:
    act = meaning.act
    if isinstance(act, m.PlayAct):
        attempt, why_not = _play(act, meaning.condition, subs, scope)
    elif subs:
        raise CannotDo("only a line that plays a card can have a line below it")
    elif isinstance(act, m.SpendAct):
        attempt, why_not = _spend(act, scope)
    elif isinstance(act, m.ShopAct):
        attempt, why_not = _shop_from(act.stacks, scope) if act.stacks else _shop(act, scope)
    elif isinstance(act, m.BuildAct):
        attempt, why_not = _build(act, scope)
    elif isinstance(act, m.PassAct):
        attempt, why_not = _pass()
    else:
        raise CannotDo("a Reset line stands among the acts")
    if meaning.condition is None:
        return attempt, why_not
    return _conditional(meaning.condition, attempt, why_not, scope)


def _conditional(
    condition: m.Condition, attempt: Attempt, why_not: WhyNot, scope: Scope
) -> tuple[Attempt, WhyNot]:
    test = scope.test(condition)

    def conditional(table: Table, seat: Seat) -> Decision | None:
        return attempt(table, seat) if test(table, seat) else None

    def why(table: Table, seat: Seat) -> Reason:
        if not test(table, seat):
            return "condition-false", observed(condition, table, seat, scope.test, scope.names)
        return why_not(table, seat)

    return conditional, why


def _needs(act: m.Act, scope: Scope) -> frozenset[Card] | None:
    """Return the cards of which one at least must be in hand for the act to be possible.

    ``None`` if no card is needed, an empty set if any card will do.
    """
    phrases: tuple[m.Cards, ...] = ()
    if isinstance(act, m.PlayAct):
        phrases = act.cards.options
    elif (isinstance(act, m.SpendAct) and act.cards is not None) or isinstance(act, m.BuildAct):
        phrases = (act.cards,)
    if not phrases:
        return None
    named = frozenset(
        scope.names.card(name, scope.turned) for cards in phrases for name in cards.names
    )
    return named if all(cards.names for cards in phrases) else frozenset()


def _pass() -> tuple[Attempt, WhyNot]:
    decision: Decision = (PASS, None)

    def why(table: Table, seat: Seat) -> Reason:
        return "followed", "passing is always possible"

    return (lambda table, seat: decision), why


# ------------------------------------------------------------------------------- Play


def _play(
    act: m.PlayAct, condition: m.Condition | None, subs: Sequence[AILine], scope: Scope
) -> tuple[Attempt, WhyNot]:
    aims = _aims_by_case(act.target, scope)
    same = _same_stack(condition, scope)
    below = dict(_sub_aim(sub, scope) for sub in subs)
    options = [(cards, _hand_picker(cards, scope)) for cards in act.cards.options]
    simple = _simple_play(act, same, below, scope)
    if simple is not None:
        return simple, _why_no_play(act, aims, options, scope)

    def aimed(table: Table, seat: Seat) -> Decision | None:
        assert aims is not None
        aim = aims(table, seat)
        if aim is not None:
            for _, pick in options:
                card = pick(table, seat)
                if card is not None and _has_target(aim, card, table, seat):
                    return Play(card), aim
        return None

    def attempt(table: Table, seat: Seat) -> Decision | None:
        for _, pick in options:
            card = pick(table, seat)
            if card is not None:
                return Play(card), below.get(card, same)
        return None

    if aims is not None:
        return aimed, _why_no_play(act, aims, options, scope)

    return attempt, _why_no_play(act, aims, options, scope)


HandPick = Callable[[Table, Seat], Card | None]


def _simple_play(
    act: m.PlayAct, same: Aim | None, below: dict[Card, Aim], scope: Scope
) -> Attempt | None:
    """Return the fastest attempt for the commonest lines: play one card by its name."""
    if act.target is not None or below or len(act.cards.options) != 1:
        return None
    cards = act.cards.options[0]
    if cards != m.Cards(names=cards.names) or len(cards.names) != 1:
        return None
    card = scope.names.card(cards.names[0], scope.turned)
    if card.returns is not None:
        return None
    decision: Decision = (Play(card), same)
    return lambda table, seat: decision if card in seat.hand else None


def _hand_picker(cards: m.Cards, scope: Scope) -> HandPick:
    """Return the pick of a card to play; one that would only come back is none (A-return)."""
    if cards.place not in (None, IN_HAND):
        raise CannotDo("a card is played from hand")
    if cards.number not in (None, 1):
        raise CannotDo("one act plays one card")
    if cards.whose or cards.available or cards.targeted:
        raise CannotDo("a card in hand is played")
    pick = picker(cards, scope.names, scope.turned)
    if not scope.names.any_returns(scope.turned):
        return lambda table, seat: pick(seat.hand, seat)

    def from_hand(table: Table, seat: Seat) -> Card | None:
        card = pick(seat.hand, seat)
        if card is None or card.returns is None or not card.returns(table, seat):
            return card
        useful = [c for c in seat.hand if c.returns is None or not c.returns(table, seat)]
        return pick(useful, seat)

    return from_hand


AimNow = Callable[[Table, Seat], Aim | None]


def _aims_by_case(target: m.FirstOf | m.Cases | None, scope: Scope) -> AimNow | None:
    """Return the aim in force now; conditions are looked at before the card leaves the hand."""
    if target is None:
        return None
    if isinstance(target, m.FirstOf):
        only = Aim(target, scope.names, scope.turned)
        return lambda table, seat: only
    cases = [
        (scope.test(condition), Aim(cards, scope.names, scope.turned))
        for condition, cards in target.cases
    ]
    return lambda table, seat: next((aim for test, aim in cases if test(table, seat)), None)


def _same_stack(condition: m.Condition | None, scope: Scope) -> Aim | None:
    """Return the Stack the condition names as an aim for a line that names none (A-same)."""
    if isinstance(condition, m.Has) and condition.count.least > 0:
        place = condition.cards.place
        if place is not None and {"discard stack", "trash stack"}.issuperset(place.zones):
            meant = condition.cards
            if place.owner == "opponent":
                meant = replace(meant, whose="opponent")
            return Aim(m.FirstOf((meant,)), scope.names, scope.turned)
    return None


def _sub_aim(sub: AILine, scope: Scope) -> tuple[Card, Aim]:
    """Return the card a sub-line speaks of, and what that card is to be aimed at (A-sub)."""
    meaning = sub.meaning
    if not isinstance(meaning.condition, m.Played) or not isinstance(meaning.act, m.PlayAct):
        raise CannotDo(f'line {sub.number} must say "If ... played play ..."')
    card = scope.names.card(meaning.condition.name, scope.turned)
    return card, Aim(meaning.act.cards, scope.names, scope.turned)


def _has_target(aim: Aim, card: Card, table: Table, seat: Seat) -> bool:
    return aim.index(reach(card, table, seat), seat) is not None


def _why_no_play(
    act: m.PlayAct,
    aims: AimNow | None,
    options: list[tuple[m.Cards, HandPick]],
    scope: Scope,
) -> WhyNot:
    def why(table: Table, seat: Seat) -> Reason:
        reasons: list[Reason] = []
        for cards, pick in options:
            card = pick(table, seat)
            if card is None:
                reasons.append(_why_none_in_hand(cards, table, seat, scope))
            elif aims is not None and aims(table, seat) is None:
                reasons.append(("no-target", "none of its conditions for a target holds"))
            else:
                reasons.append(("no-target", f"there is no such target for {card.name}"))
        return _joined(reasons)

    return why


def _why_none_in_hand(cards: m.Cards, table: Table, seat: Seat, scope: Scope) -> Reason:
    match = matcher(cards, scope.names, scope.turned)
    held = [card for card in seat.hand if match is None or match(card, seat)]
    if held and any(card.returns is not None for card in held):
        return "would-do-nothing", f"{held[0].name} would only come straight back to hand"
    if cards.names:
        return "not-in-hand", f"{cards.names[0]} is not in hand"
    if not seat.hand:
        return "not-in-hand", "the hand is empty"
    return "not-in-hand", "no such card is in hand"


def _joined(reasons: Sequence[Reason]) -> Reason:
    """Return several reasons as one: the status of the one that came nearest to being followed."""
    nearest = ["no-target", "cannot-pay", "not-allowed", "would-do-nothing", "not-in-play"]
    status = next((s for s in nearest if any(r[0] == s for r in reasons)), reasons[0][0])
    return status, "; ".join(reason for _, reason in reasons)


# ------------------------------------------------------------------------------ Spend


def _spend(act: m.SpendAct, scope: Scope) -> tuple[Attempt, WhyNot]:
    wanted = _Payment(act, scope)
    aim = _purpose_aim(act.purpose, scope)
    user = scope.names.card(act.user, scope.turned) if act.user else None
    fits = _ability_test(act, wanted, user, scope)

    def attempt(table: Table, seat: Seat) -> Decision | None:
        for placed, ability in _users(seat, user, act.of_character):
            if not fits(ability):
                continue
            cards = wanted.cards(ability, seat)
            if cards is None or seat.coins < ability.coins:
                continue
            if act.purpose is None or _can_happen(act.purpose, aim, cards, table, seat):
                return Spend(placed, ability, cards), aim
        return None

    def why(table: Table, seat: Seat) -> Reason:
        usable = [a for _, a in _users(seat, user, act.of_character) if fits(a)]
        if not usable:
            name = user.name if user else "a card with such an ability"
            return "not-in-play", f"{name} is not in play"
        if all(seat.coins < ability.coins for ability in usable):
            return "cannot-pay", f"{seat.coins} coin tokens under control"
        if all(wanted.cards(ability, seat) is None for ability in usable):
            return "cannot-pay", wanted.missing(seat)
        return "no-target", "what it is Spent for cannot happen"

    return attempt, why


class _Payment:
    """The cards a line pays with: as it describes them, best first, no more than the cost."""

    __slots__ = ("_match", "_order", "_spec", "coins", "number")

    def __init__(self, act: m.SpendAct, scope: Scope) -> None:
        self.coins = act.coins
        self._spec = act.cards
        self.number: int | None = 0
        self._match: Match | None = None
        self._order = ordering(act.cards or m.Cards())
        if act.cards is not None:
            if act.cards.place not in (None, IN_HAND):
                raise CannotDo("cards are Spent from hand")
            self._match = matcher(act.cards, scope.names, scope.turned)
            number = act.cards.number
            self.number = number if isinstance(number, int) else None

    def fits(self, ability: Ability) -> bool:
        """Whether this is what the ability costs ("any" or no number fits any number)."""
        if self._spec is None:
            return ability.coins == self.coins and ability.cards == 0
        return ability.coins == 0 and (
            ability.cards > 0 if self.number is None else ability.cards == self.number
        )

    def cards(self, ability: Ability, seat: Seat) -> tuple[Card, ...] | None:
        """Return the cards to pay with, or ``None`` if the hand has too few of them."""
        if ability.cards == 0:
            return ()
        match = self._match
        held = seat.hand if match is None else [c for c in seat.hand if match(c, seat)]
        if len(held) < ability.cards:
            return None
        chosen = tuple(islice(self._order(held), ability.cards))
        return chosen if len(chosen) == ability.cards else None

    def missing(self, seat: Seat) -> str:
        """Return in words why the hand cannot pay."""
        assert self._spec is not None
        match = self._match
        held = sum(1 for c in seat.hand if match is None or match(c, seat))
        name = f" {self._spec.names[0]}" if self._spec.names else " such"
        return f"{held}{name} cards in hand"


def _users(seat: Seat, user: Card | None, of_character: bool) -> Iterator[tuple[Placed, Ability]]:
    if not of_character:
        for placed in seat.in_play:
            if placed.card.abilities and (user is None or placed.card is user):
                for ability in placed.card.abilities:
                    yield placed, ability
    if user is None:
        for ability in seat.character.card.abilities:
            yield seat.character, ability


def _ability_test(
    act: m.SpendAct, wanted: _Payment, user: Card | None, scope: Scope
) -> Callable[[Ability], bool]:
    """Return whether an ability is the one the line means: by its cost and by its purpose."""
    purpose = act.purpose
    known: dict[Ability, bool] = {}

    def fits(ability: Ability) -> bool:
        fit = known.get(ability)
        if fit is None:
            fit = known[ability] = wanted.fits(ability) and (
                purpose is None or any(_serves(effect, purpose) for effect in ability.effects)
            )
        return fit

    if user is not None and not any(fits(ability) for ability in user.abilities):
        says = " and ".join(f'"{a.words}"' for a in user.abilities) or "no Spend ability"
        raise CannotDo(f"{user.name} has {says}")
    return fits


def _serves(effect: object, purpose: m.Effect) -> bool:
    """Return whether an ability's effect does what the line wants it for."""
    if isinstance(purpose, m.Gain):
        return isinstance(effect, m.Gain)
    if not isinstance(purpose, m.Instruct) or not isinstance(effect, m.Instruct):
        return False
    wanted, given = purpose.cards, effect.cards
    if purpose.verb != effect.verb or wanted.number != given.number:
        return False
    if wanted.place is None or given.place is None:
        return True
    return set(wanted.place.zones) <= set(given.place.zones)


def _purpose_aim(purpose: m.Effect | None, scope: Scope) -> Aim | None:
    if not isinstance(purpose, m.Instruct) or (purpose.cards.place and purpose.cards.place.top):
        return None
    return Aim(m.FirstOf((purpose.cards,)), scope.names, scope.turned)


def _can_happen(
    purpose: m.Effect, aim: Aim | None, paid: Sequence[Card], table: Table, seat: Seat
) -> bool:
    """Return whether what the line Spends for can happen at all once paid (ruling A-follow)."""
    if not isinstance(purpose, m.Instruct):
        return True
    place = purpose.cards.place
    if place is None:
        return True
    if "draw deck" in place.zones:
        # Cards paid lie in the Discard Stack by then, and it is shuffled in when needed.
        return bool(seat.draw_deck or seat.discard_stack or paid)
    left = list(seat.hand)
    for card in paid:
        left.remove(card)
    found = [(card, "hand") for card in left if "hand" in place.zones]
    if "in play" in place.zones:
        found += [(placed.card, "in play") for placed in seat.in_play]
    if "discard stack" in place.zones:
        found += [(card, "discard stack") for card in (*seat.discard_stack, *paid)]
    if "trash stack" in place.zones:
        found += [(card, "trash stack") for card in seat.trash_stack]
    verb = purpose.verb
    found = [(card, zone) for card, zone in found if verb not in card.barred]
    if aim is None:
        return bool(found)
    question = Question(
        "trash",
        found,
        [card for card, _ in found],
        [zone for _, zone in found],
        [seat.number] * len(found),
    )
    return aim.index(question, seat) is not None


# ------------------------------------------------------------------------------- Shop


def _barred(stack: MarketStack, table: Table, seat: Seat) -> bool:
    """Return whether the first-Shop rule bars the top card (ruling A-first-shop)."""
    return not seat.shopped and stack.cards[-1].suit in table.opposing_suits(seat)


def _shop(act: m.ShopAct, scope: Scope) -> tuple[Attempt, WhyNot]:
    assert act.cards is not None
    for cards in act.cards.options:
        if cards.number not in (None, 1):
            raise CannotDo("a line Shops for one card")
    options = [
        (matcher(c, scope.names, scope.turned), picker(c, scope.names, scope.turned))
        for c in act.cards.options
    ]

    def attempt(table: Table, seat: Seat) -> Decision | None:
        coins = seat.coins
        stacks = [s for s in seat.stacks if s.cards and s.cards[-1].cost <= coins]
        if not seat.shopped:
            barred = table.opposing_suits(seat)
            stacks = [s for s in stacks if s.cards[-1].suit not in barred]
        tops = [stack.cards[-1] for stack in stacks]
        for _, pick in options:
            card = pick(tops, seat)
            if card is not None:
                return Shop((stacks[tops.index(card)],)), None
        return None

    def why(table: Table, seat: Seat) -> Reason:
        reasons: list[Reason] = []
        for match, _ in options:
            shown = [s for s in seat.stacks if s.cards and (not match or match(s.cards[-1], seat))]
            if not shown:
                reasons.append(("no-target", "no such card is on top of a Market Stack"))
                continue
            allowed = [s for s in shown if not _barred(s, table, seat)]
            if not allowed:
                barred = "the first Shop of a round cannot be for an opponent's suit"
                reasons.append(("not-allowed", barred))
                continue
            cheapest = min(s.cards[-1].cost for s in allowed)
            reasons.append(
                ("cannot-pay", f"the cheapest costs {cheapest}, {seat.coins} under control")
            )
        return _joined(reasons)

    return attempt, why


def _shop_from(place: m.Place, scope: Scope) -> tuple[Attempt, WhyNot]:
    """Compile a Shop from one of several stacks; of those with the fewest, the first payable."""

    def meant(table: Table, seat: Seat) -> list[MarketStack]:
        stacks = list(market_stacks(table, seat, place, scope.names))
        if place.fewest and stacks:
            fewest = min(len(stack.cards) for stack in stacks)
            stacks = [stack for stack in stacks if len(stack.cards) == fewest]
        return [stack for stack in stacks if stack.cards]

    def attempt(table: Table, seat: Seat) -> Decision | None:
        for stack in meant(table, seat):
            if stack.cards[-1].cost <= seat.coins and not _barred(stack, table, seat):
                return Shop((stack,)), None
        return None

    def why(table: Table, seat: Seat) -> Reason:
        stacks = meant(table, seat)
        if not stacks:
            return "no-target", "that Market Stack is empty"
        if all(_barred(stack, table, seat) for stack in stacks):
            return "not-allowed", "the first Shop of a round cannot be for an opponent's suit"
        cheapest = min(stack.cards[-1].cost for stack in stacks)
        return "cannot-pay", f"its top card costs {cheapest}, {seat.coins} under control"

    return attempt, why


# ------------------------------------------------------------------------------ Build


def _build(act: m.BuildAct, scope: Scope) -> tuple[Attempt, WhyNot]:
    """Compile a Build: cards in the line's order on places in the line's order."""
    if act.cards.place not in (None, IN_HAND):
        raise CannotDo("cards are Set from hand")
    if act.onto.place not in (None, m.Place(("in play",))):
        raise CannotDo("cards are Set on cards in play")
    card_match = matcher(act.cards, scope.names, scope.turned)
    onto_match = matcher(act.onto, scope.names, scope.turned)
    card_order, onto_order = ordering(act.cards), ordering(act.onto)
    ties_only = act.cards.number == "many" and scope.rulings.choice("A-many") == "ties-only"
    number = act.cards.number

    def cards_for(seat: Seat) -> list[Card]:
        held = [
            card
            for card in seat.hand
            if "set" not in card.barred and (card_match is None or card_match(card, seat))
        ]
        ordered = card_order(held)
        return _ties(ordered, act.cards) if ties_only else ordered

    def places_for(seat: Seat) -> list[Placed]:
        open_ = [
            placed
            for placed in seat.in_play
            if placed.card.stability and (onto_match is None or onto_match(placed.card, seat))
        ]
        cards = onto_order([placed.card for placed in open_])
        if ties_only:
            cards = _ties(cards, act.onto)
        places: list[Placed] = []
        for card in cards:
            placed = next(p for p in open_ if p.card is card and p not in places)
            places += [placed] * card.stability
        return places

    def attempt(table: Table, seat: Seat) -> Decision | None:
        if seat.built or not seat.in_play or not seat.hand:
            return None
        places = places_for(seat)
        if not places:
            return None
        pairs = list(zip(cards_for(seat), places, strict=False))
        if isinstance(number, int):
            pairs = pairs[:number] if len(pairs) >= number else []
        elif number is None:
            pairs = pairs[:1]
        return (Build(tuple(pairs)), None) if pairs else None

    def why(table: Table, seat: Seat) -> Reason:
        if seat.built:
            return "not-allowed", "it has already built this round"
        if not places_for(seat):
            return "no-target", "no such card in play has Stability"
        return "not-in-hand", "too few such cards in hand"

    return attempt, why


def _ties(ordered: list[Card], cards: m.Cards) -> list[Card]:
    """Return only the cards that share the best place in their order."""
    if not ordered or cards.extreme is None:
        return ordered
    by_cost = cards.extreme.of == "cost"
    best = ordered[0].cost if by_cost else ordered[0].high_score
    return [c for c in ordered if (c.cost if by_cost else c.high_score) == best]

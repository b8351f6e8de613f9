"""Compile AI-card lines: when each can be followed, its act, and why it is skipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from moonflight_solo.ai_cards.build_line import build_line
from moonflight_solo.ai_cards.card import AICard, AILine, CannotFollow
from moonflight_solo.ai_cards.context import AimedAct, Basis, CompileContext, Option, in_hand
from moonflight_solo.ai_cards.play_line import Subline, play_line, subline
from moonflight_solo.ai_cards.shop_line import shop_line
from moonflight_solo.ai_cards.spend_line import spend_line
from moonflight_solo.ai_cards.underspecified.listing import gaps
from moonflight_solo.ai_cards.underspecified.slot import LineContext
from moonflight_solo.numbers import plural
from moonflight_solo.rules.acts import PASS, first_barred, price, shop_from
from moonflight_solo.rules.catalogue import UnknownName
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test, cards_of_leaf, on_sale, unmet
from moonflight_solo.rules.requirements.places import market_stacks
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.condition_english import sum_in_words
from moonflight_solo.wording.walk import nodes_of

WhyNot = tuple[r.Obstacle, str]
"""A status, and the reason in words."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledLine:
    """A line that can be followed where ``condition`` and the ``needs`` of an option hold."""

    line: AILine
    condition: r.Requirement
    options: tuple[Option, ...]
    sublines: tuple[Subline, ...]
    context: LineContext

    @property
    def number(self) -> str:
        """The number printed before the line."""
        return self.line.number

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings on its exact words, and those that fill their gaps."""
        return tuple(dict.fromkeys((*self.line.ruled_by, *gaps(self.context))))

    def rulings_now(self, table: Table, seat: Seat) -> tuple[str, ...]:
        """Return the rulings, without that on the first Shop if it bars nothing the line means."""
        rulings = self.rulings
        if "A-first-shop" not in rulings:
            return rulings
        opposing = frozenset() if seat.shopped else first_barred(table, seat)
        sales = [leaf for leaf in r.leaves(self.possible) if isinstance(leaf, r.ForSale)]
        stacks = (stack for sale in sales for stack in on_sale(sale.on("shown"))(table, seat))
        limited = any(stack.cards[-1].suit in opposing for stack in stacks)
        return tuple(ruling for ruling in rulings if limited or ruling != "A-first-shop")

    @property
    def possible(self) -> r.Requirement:
        """What its act needs, whether or not the condition holds."""
        return r.either(*(option.needs for option in self.options))

    @property
    def needs(self) -> frozenset[Card]:
        """The cards of which at least one must be in hand for its act; empty if unknown or none."""
        kinds = [leaf.kinds for leaf in in_hand(self.possible)]
        return frozenset().union(*(kind for kind in kinds if kind)) if all(kinds) else frozenset()

    @property
    def requirement(self) -> r.Requirement:
        """What the line needs to be followed."""
        return r.both(self.condition, self.possible)

    def attempt(self, table: Table, seat: Seat) -> AimedAct | None:
        """Return the act to do now, ``None`` if the line cannot be followed."""
        if self.condition is not r.TRUE and not as_test(self.condition)(table, seat):
            return None
        return self.choose(table, seat)

    def choose(self, table: Table, seat: Seat) -> AimedAct | None:
        """Return the act that is possible now, whether or not the condition holds."""
        for option in self.options:
            decision = option.choose(table, seat)
            if decision is not None:
                return decision
        return None

    def why_not(self, table: Table, seat: Seat) -> WhyNot:
        """Return why the line cannot be followed now.

        Of several options the status is that of the one that came nearest to being possible.
        """
        if not as_test(self.condition)(table, seat):
            leaves = unmet(self.condition, table, seat)
            facts = (
                (r.wording(leaf).replace('"', "'"), _what_is_there(leaf, table, seat))
                for leaf in leaves
            )
            states = "; ".join(dict.fromkeys(f'"{fact}": {state}' for fact, state in facts))
            return "condition-false", states

        def holds(each: r.Requirement) -> bool:
            return as_test(each)(table, seat)

        obstacles = [_missing(option.needs, holds) for option in self.options]
        # An option under another condition is no reason if something else is missing.
        missing = [each for each in obstacles if each[0] != "condition-false"] or obstacles
        reasons = "; ".join(_why(*each, table, seat) for each in missing)
        return min(missing, key=_near)[0], reasons


def compile_side(card: AICard, turned: bool, basis: Basis) -> tuple[CompiledLine, ...]:
    """Compile the action lines of one side, each with its sub-lines.

    Raises :class:`CannotFollow` with the line's place for names that do not exist on that side and
    for words that can be parsed but not followed.
    """
    context = basis.context(card.jack, turned)
    lines = card.main_lines(turned)
    for line, *below in (lines[index:] for index in range(len(lines))):
        statuses = nodes_of(context.meaning_of(line).condition, ast.Status)
        if _NOTHING_ELSE in statuses and any(context.meaning_of(each) != _PASS for each in below):
            raise CannotFollow(line, _NOT_LAST)
    return tuple(compile_line(line, card.below(line), context) for line in lines)


_NOTHING_ELSE, _PASS = ast.Status("nothing else"), ast.Line(ast.PassAct())
_NOT_LAST = (
    'it is unclear whether "no other instructions" includes those below: '
    "say it in the last line, or leave it out"
)


@lru_cache(maxsize=1024)  # cards that differ in one line share all others
def compile_line(line: AILine, below: tuple[AILine, ...], context: CompileContext) -> CompiledLine:
    """Compile one action line with its sub-lines; raises like :func:`compile_side`."""
    meaning = context.meaning_of(line)
    act, condition = meaning.act, meaning.condition
    here, sublines = line, list[Subline]()
    try:
        if below and not isinstance(act, ast.PlayAct):
            raise CannotDo("only a line that plays a card can have a line below it")
        context = context.about(act)
        for here in below:
            sublines.append(subline(here, context))
        here = line
        options = tuple(
            _unless_barred(option, (act, number), context)
            for number, option in enumerate(_options(act, condition, sublines, context))
        )
        condition_needed = r.TRUE if condition is None else context.lower.condition(condition)
    except (CannotDo, UnknownName) as error:
        raise CannotFollow(here, str(error)) from None
    words = LineContext(line, below, context.basis, context.jack)
    return CompiledLine(line, condition_needed, options, tuple(sublines), words)


def _options(
    act: ast.AnyAct,
    condition: ast.Condition | None,
    sublines: Sequence[Subline],
    context: CompileContext,
) -> tuple[Option, ...]:
    """Return the options of an act; of either act, both, by the condition between them if any."""
    if isinstance(act, ast.PlayAct):
        return play_line(act, condition, sublines, context)
    if isinstance(act, ast.Branch):
        if act.condition is None:
            acts = ((deed, context.about(deed)) for deed in (act.act, act.otherwise))
            return tuple(each for deed, of in acts for each in _options(deed, condition, (), of))
        holds = context.about(act.act).lower.condition(act.condition)
        if_done = _options(act.act, act.condition, (), context.about(act.act))
        if_not = _options(act.otherwise, condition, (), context.about(act.otherwise))
        return (
            *(_where(holds, option) for option in if_done),
            *(_where(r.Not(holds), option) for option in if_not),
        )
    if isinstance(act, ast.SpendAct):
        return spend_line(act, context)
    if isinstance(act, ast.ShopAct):
        return shop_line(act, context)
    if isinstance(act, ast.BuildAct):
        return build_line(act, context)
    if isinstance(act, ast.PassAct):
        return _PASSING
    raise CannotDo("a Reset line is among the acts")


_PASSING = (Option(r.TRUE, lambda table, seat: (PASS, None), (PASS, None)),)


def _where(condition: r.Requirement, option: Option) -> Option:
    """Return an option that also requires ``condition``."""
    test, choose = as_test(condition), option.choose
    return Option(
        r.both(condition, option.needs),
        lambda table, seat: choose(table, seat) if test(table, seat) else None,
        option.fixed,
    )


def _unless_barred(option: Option, name: tuple[ast.AnyAct, int], context: CompileContext) -> Option:
    """Return an option that also requires that no card in play bars its act.

    A barred act is not replaced by another one (ruling A-barred).
    """
    if not context.names.restrains(context.turned) or option in _PASSING:
        return option
    choose = option.choose

    def why(table: Table, seat: Seat) -> str | None:
        decision = choose(table, seat)
        return decision and decision[0].why_illegal(table, seat)

    allowed = r.Opaque(
        ("allowed", name, context),
        lambda table, seat: why(table, seat) is None,
        because=lambda table, seat: why(table, seat) or "",
        status="not-allowed",
    )
    return _where(allowed, option)


# The nearest to being followed first.
_NEAREST: tuple[r.Obstacle, ...] = (
    "no-target",
    "cannot-pay",
    "not-allowed",
    "would-do-nothing",
    "not-in-play",
    "not-in-hand",
    "condition-false",
)


Missing = tuple[r.Obstacle, r.Requirement | None]
"""A status and the leaf that does not hold; ``None`` if there is no option at all."""


def _near(missing: Missing) -> int:
    return _NEAREST.index(missing[0])


def _what_is_there(leaf: r.Requirement, table: Table, seat: Seat) -> str:
    """Return, in words, what was found for a fact that keeps a condition from holding.

    Of opponents, that of one of whom it holds, or of the one nearest to it.
    """
    fact = leaf.part if isinstance(leaf, r.Not) else leaf
    if not isinstance(fact, r.SomeOpponent):
        return _number(fact, table, seat)[1]
    part = fact.part
    matches = [opponent for opponent in seat.opponents if as_test(part)(table, opponent)]
    count = part.part if isinstance(part, r.Not) else part
    if not isinstance(count, r.Count | r.CoinCount):
        return f"there is {'an' if matches else 'no'} opponent like that"
    numbers = [_number(count, table, opponent) for opponent in matches or seat.opponents]
    least, most = count.range.least, count.range.most

    def distance(state: tuple[int, str]) -> int:
        return max(least - state[0], 0 if most is None else state[0] - most, 0)

    return min(numbers, key=distance, default=(0, "there is none"))[1]


def _number(leaf: r.Requirement, table: Table, seat: Seat) -> tuple[int, str]:
    """Return how many a leaf counts now, 0 for one that counts nothing, and that in words."""
    if isinstance(leaf, r.Opaque):
        result = "so" if leaf.test(table, seat) else "not so"
        return 0, leaf.because(table, seat) if leaf.because else f"it is {result}"
    if isinstance(leaf, r.CoinCount):
        return seat.coins, plural(seat.coins, "coin token")
    if isinstance(leaf, r.EmptyStackCount):
        stacks = market_stacks(table, seat, leaf.place)
        empty = sum(not stack.cards for stack in stacks)
        return empty, f"{empty} of {len(stacks)} are empty"
    if isinstance(leaf, r.Total):
        cards = cards_of_leaf(leaf, table, seat)
        total = f"total {sum_in_words(leaf.measured)} {sum(map(leaf.of, cards))}"
        return len(cards), f"{len(cards)} with {total}"
    assert isinstance(leaf, r.ForSale | r.Count)
    on_it = on_sale(leaf) if isinstance(leaf, r.ForSale) else partial(cards_of_leaf, leaf)
    number = len(on_it(table, seat))
    if number == 0:
        return 0, "there is none"
    return number, f"there {'is' if number == 1 else 'are'} {number}"


def status_of(requirement: r.Requirement, truths: Mapping[r.Requirement, bool]) -> r.Obstacle:
    """Return the status of :meth:`CompiledLine.why_not` if exactly these leaves hold.

    ``truths`` has the easier terms of a `ForSale` only down to the first that hold.
    """
    return _missing(requirement, lambda each: r.holds(each, truths))[0]


def _missing(requirement: r.Requirement, holds: Callable[[r.Requirement], bool]) -> Missing:
    """Return the first thing that is missing; of several options, in the one that came nearest."""
    if isinstance(requirement, r.AllOf):
        return _missing(next(part for part in requirement.parts if not holds(part)), holds)
    if isinstance(requirement, r.AnyOf):
        none: Missing = "not-in-play", None
        return min([_missing(part, holds) for part in requirement.parts], key=_near, default=none)
    leaf = requirement.part if isinstance(requirement, r.Not) else requirement
    assert isinstance(leaf, r.Leaf)
    if not isinstance(leaf, r.ForSale):
        return leaf.status, leaf
    if holds(leaf.on("allowed")):
        return "cannot-pay", leaf
    return "not-allowed" if holds(leaf.on("shown")) else "no-target", leaf


def _why(status: r.Obstacle, leaf: r.Requirement | None, table: Table, seat: Seat) -> str:
    """Return in words what is missing, by the first leaf that does not hold, ``None`` for none."""
    if leaf is None:
        return "no card with that ability is in play"
    if isinstance(leaf, r.Opaque):
        return leaf.because(table, seat) if leaf.because else str(leaf.name)
    if isinstance(leaf, r.ForSale):
        return _not_for_sale(status, leaf, table, seat)
    if isinstance(leaf, r.CoinCount):
        return f"it has {plural(seat.coins, 'coin token')}"
    assert isinstance(leaf, r.Count | r.Total)
    if status == "cannot-pay":
        return f"{len(cards_of_leaf(leaf, table, seat))} {leaf.says} cards in hand"
    return leaf.says or ("no card like that is in hand" if seat.hand else "the hand is empty")


def _not_for_sale(status: r.Obstacle, sale: r.ForSale, table: Table, seat: Seat) -> str:
    """Return why no card can be bought: none there, not allowed, or too expensive."""
    from_stacks = bool(sale.says)
    if status == "no-target" and from_stacks:
        return "that Market Stack is empty"
    if status == "no-target":
        return "no card like that is on top of a Market Stack"
    if status == "not-allowed":
        first = frozenset() if seat.shopped else first_barred(table, seat)
        barred = "the first Shop of a round cannot be for an opponent's suit"
        reasons = (
            barred if at.cards[-1].suit in first else shop_from(at, seat).why_illegal(table, seat)
            for at in on_sale(sale.on("shown"))(table, seat)
        )
        return "; ".join(dict.fromkeys(reason or "" for reason in reasons))
    allowed = on_sale(sale.on("allowed"))(table, seat)
    cost = min(price(table, seat, stack.cards[-1]) for stack in allowed)
    subject = "its top card" if from_stacks else "the cheapest"
    return f"{subject} costs {plural(cost, 'coin token')} and it has {seat.coins}"

"""Reachability of lines: proofs and witnesses, and that neither is ever wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from helpers import CLAY, WORDS, made_up_cards
from msgspec.structs import replace
from reach_cards import after, before, card_saying, random_table, reach_of, reached, verdicts

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.reachability.count_model import (
    BUYABLE,
    COINS,
    DEAR,
    CountModel,
    number_empty,
)
from moonflight_solo.check.reachability.findings import reach_findings
from moonflight_solo.check.reachability.formulas import (
    And,
    Bounds,
    Formula,
    Or,
    Unknown,
    Variable,
)
from moonflight_solo.check.reachability.side import SideProver, sides_of
from moonflight_solo.errors import DataError
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import (
    Act,
    Card,
    Player,
    Question,
    Seat,
    Table,
)
from moonflight_solo.scenario import lay_out
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import map_fields

# ------------------------------------------------------- statements against real tables


def counted(table: Table, seat: Seat, model: CountModel) -> Counter[Variable]:
    """Count a table in the variables of the model."""
    counts: Counter[Variable] = Counter()

    def lay(place: str, cards: Sequence[Card]) -> None:
        for card in cards:
            counts[model.variable(place, card)] += 1

    for other in table.seats:
        whose = "" if other is seat else "others' "
        lay(f"{whose}hand", other.hand)
        lay(f"{whose}in play", [placed.card for placed in other.in_play])
        lay(f"{whose}draw deck", other.draw_deck)
        lay(f"{whose}supply", other.supply)
        for name, pile in (("discard", other.discard_stack), ("trash", other.trash_stack)):
            lay(f"{whose}{name} top", pile[-1:])
            lay(f"{whose}{name} below", pile[:-1])
    counts[COINS] = seat.coins
    for stack in seat.stacks:
        if not stack.cards:
            if stack.suit is not None:
                counts[number_empty(stack.suit)] += 1
            continue
        top = stack.cards[-1]
        barred = not seat.shopped and top.suit in seat.opposing
        if top.cost <= seat.coins and not barred:
            lay(BUYABLE, [top])
        else:
            lay(DEAR, [top])
    return counts


def truth(
    formula: Formula, counts: Mapping[Variable, int], seat: Seat, model: CountModel
) -> bool | None:
    """Evaluate a formula on a table; ``None`` if it depends on unknown facts."""
    if isinstance(formula, Bounds):
        total = sum(weight * counts.get(variable, 0) for variable, weight in formula.sum.terms)
        return formula.least <= total <= formula.most
    if isinstance(formula, Unknown):
        if formula.name == BUILT:
            return seat.built is formula.truth
        for known in model.known.get(formula.name, ()):
            # Either "not the fact, or what it needs" or "the fact, or not what is enough".
            assert isinstance(known, Or)
            one, other = known.parts
            if truth(other, counts, seat, model) is False:
                assert isinstance(one, Unknown)
                return one.truth is formula.truth
        return None
    parts = [truth(part, counts, seat, model) for part in formula.parts]
    stops = not isinstance(formula, And)
    if any(part is stops for part in parts):
        return stops
    return None if None in parts else not stops


OWN = {
    False: before(
        "Play the lowest cost card in hand.",
        'If 3+ cards in hand play "Take It With You" targeting the lowest cost card.',
        'Build to Set 2 highest cost cards in hand to "Oeuvre".',
        "Build to Set 2 cards in hand to the lowest cost card in play.",
        "Shop to Purchase the lowest cost card available.",
        'If no "Coin" in hand play a card with cost 3+.',
        'If "Coin" OR "Bury" in hand spend 1 coin token to Draw 1.',
        'Spend the highest scoring card in hand using "Grave Robber".',
        "If an opponent has a scoring card on top of their Discard Stack play the highest "
        "scoring card.",
        'Play "Call The Living" targeting a scoring card/the lowest cost card.',
        'If 2 "Coin" cards in hand shop to Purchase "Power"/"Riches".',
        "Play the highest cost card in hand targeting a scoring card.",
        'Play "Call The Living" targeting "Coin" on top of the Discard Stack.',
        'If 4 cards in the Draw Deck and no "Waste" in the Trash Stack play "Coin".',
        "If a Market Stack of Jack o' Clay and Bones' suit is empty shop to Purchase a card of "
        "Jack o' Words and Names' suit.",
        "Shop to Purchase from the Market Stack of Jack o' Words and Names' suit.",
        "If an opponent has 3+ cards in their hand play the highest scoring card.",
        'If 2+ cards in hand or play together play "Waste".',
        'If controlling 3 coin tokens and "Waste" in hand play "Coin".',
        'Play "Forget To Remember" targeting the highest scoring card in play.',
        'Play "Take It With You" targeting "Bedrock"/"Tower Block".',
        "Build to Set 3 lowest cost cards in hand to the highest cost card in play.",
        'Build to Set "Bedrock" to a card in play.',
        'Play "Clean Sweep" targeting "Clean Sweep"/"Bedrock".',
        'Play "Job Lot" targeting a scoring card.',
        'Play "Glue Pot" targeting the highest scoring card.',
        'Play "Encore" targeting the lowest cost card.',
        'If an opponent has no cards in play play "Bricks".',
        "Shop to Purchase a card of an opponent's suit.",
        "If a Market Stack of Jack o' Sticks and Stones' suit is empty play the lowest cost card.",
    ),
    True: after(
        "Play the lowest scoring card in hand.",
        'Play "Go Down" targeting the highest cost card.',
        'Play "Learnt"/"Lapse" targeting "Coin"/"Waste"/the lowest cost card.',
        "Spend 1 coin token to Discard 1.",
        "Spend 2 lowest cost cards to Trash the highest cost card in hand using "
        '"Take Us With You".',
        "Build to Set any cards scoring 0 to a card in play.",
        'If "Wake The Dead" in hand or "Understand" in hand shop to Purchase a card with score 2+.',
        'Play "Wake The Dead"/"Grave Digger" targeting the lowest cost card in the Trash Stack.',
        'If 4 cards in hand play "Listen".',
        'If 2+ scoring cards in play play the highest scoring card in hand targeting "Coin".',
        "Spend 2 highest scoring cards to Trash a scoring card in hand or play using "
        '"Take Us With You".',
        'If there is a "Dig" on top of the Trash Stack play "Danse Macabre".',
        "If 5+ cards in the Discard Stack with total score 3+ play the lowest cost card.",
        'Play "Spring Clean" targeting "Cornerstone".',
        "Build to Set the highest scoring cards to a card in play.",
        'Play "Go Down"/"Paste" targeting a scoring card.',
        'If an opponent has 2+ cards in play play "Rubble".',
    ),
}
SUBLINE = "\n1.1 – If “Call The Living” played play the highest scoring card in Discard Stack."


@cache
def pool(edition: str, turned: bool) -> tuple[AILine, ...]:
    """Return the printed lines of one side of both AI cards, and some more."""
    written = OWN[turned]
    for old, new in made_up_cards(edition).edition.names.items():
        written = written.replace(f'"{old}"', f'"{new}"')
    cards = [load_ai_card(jack, made_up_cards(edition)) for jack in (CLAY, WORDS)]
    cards.append(card_saying(written, CLAY, made_up_cards(edition)))
    return tuple(line for card in cards for line in card.side(turned) if not line.printed.parent)


def changed(part: Any, lot: Random) -> Any:
    """Return a meaning with some thresholds shifted, and some "and" and "or" swapped."""
    if isinstance(part, ast.Range):
        if lot.random() < 0.7:
            return part
        least = max(0, part.least + lot.randint(-2, 2))
        bare = lot.random() < 0.3
        if bare:
            return ast.Range(least, least, bare=True)
        return ast.Range(least, None if lot.random() < 0.6 else least + lot.randint(0, 2))
    if isinstance(part, ast.EmptyStacks):
        return part
    if isinstance(part, ast.All | ast.Either):
        kind = lot.choice([ast.All, ast.Either]) if lot.random() < 0.2 else type(part)
        return kind(tuple(changed(each, lot) for each in part.parts))
    if isinstance(part, tuple):
        return tuple(changed(each, lot) for each in part)
    if isinstance(part, ast.Node):
        return map_fields(part, lambda slot: changed(slot, lot))
    return part


def mixed_card(edition: str, lot: Random) -> AICard:
    """Return a followable AI card with random lines in random order, some of them changed."""
    jack = lot.choice([CLAY, WORDS])
    card = load_ai_card(jack, made_up_cards(edition))
    lines: list[AILine] = []
    for turned in (False, True):
        taken = lot.sample(pool(edition, turned), lot.randint(4, 14))
        number = 0
        for line in taken:
            numbered = replace(line.printed, number=str(number + 1))
            one = replace(line, printed=numbered)
            if lot.random() < 0.6:
                meaning = changed(one.meaning, lot)
                one = replace(one, reading=replace(one.reading, meaning=meaning))
            alone = replace(card, lines=(one,))
            try:
                compile_side(alone, turned, Basis(made_up_cards(edition)))
            except DataError:
                continue
            lines.append(one)
            number += 1
            if number == 1 and not turned and _plays_any(one):
                lines += card_saying(before("Play the highest cost card.") + SUBLINE).side(False)[
                    1:
                ]
    return replace(card, lines=tuple(lines))


def _plays_any(line: AILine) -> bool:
    act = line.meaning.act
    return (
        isinstance(act, ast.PlayAct)
        and act.target is None
        and not any(cards.names for cards in act.cards.options)
    )


def tables(edition: str, turned: bool, number: int, lot: Random) -> Iterator[Table]:
    for _ in range(number):
        first = lot.choice([CLAY, WORDS])
        others = [jack for jack in made_up_cards(edition).suits if jack != first]
        jacks = [first, *lot.sample(others, lot.randint(0, 2))]
        lot.shuffle(jacks)
        yield random_table(made_up_cards(edition), jacks, turned, lot)


class Drifter:
    """Takes random legal acts and answers, and has every table looked at first."""

    def __init__(self, lot: Random, look: Any) -> None:
        self.lot = lot
        self.look = look

    def act(self, table: Table, seat: Seat) -> Act:
        self.look(table, seat)
        acts = list(legal_acts(table, seat))
        return PASS if self.lot.random() < 0.15 else self.lot.choice(acts)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        most = min(question.most, len(question.items))
        return self.lot.sample(
            range(len(question.items)), self.lot.randint(min(question.least, most), most)
        )


class Followed(Drifter):
    """Follows a card, and has every table looked at first."""

    def __init__(self, follower: AICardPlayer, look: Any) -> None:
        self.follower = follower
        self.look = look

    def act(self, table: Table, seat: Seat) -> Act:
        self.look(table, seat)
        return self.follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self.follower.choose(table, seat, question)


def look_at_games(
    cards: Sequence[AICard], edition: str, games: int, lot: Random, look: Any
) -> None:
    """Play games in which seats drift or follow one of ``cards``, and look before every act."""
    for seed in range(games):
        jacks = lot.sample(list(made_up_cards(edition).suits), lot.randint(2, 3))
        settings = Settings(
            tuple(jacks), lot.randrange(2**32), edition, act_limit=200, round_limit=12
        )
        players: list[Player] = []
        for jack in jacks:
            mine = [card for card in cards if card.jack == jack]
            if mine and seed % 3:
                follower = AICardPlayer(lot.choice(mine), made_up_cards(edition))
                players.append(Followed(follower, look))
            else:
                players.append(Drifter(lot, look))
        play(set_up(settings, made_up_cards(edition), players), settings)


# ------------------------------------------------------------------------ soundness


class Statements:
    """Checks every line's formula against what the line does at a table."""

    def __init__(self, card: AICard, rulings: Rulings, every: Catalogue) -> None:
        self.card = card
        self.sides = [SideProver(card, turned, Basis(every, rulings)) for turned in (False, True)]
        self.compiled = [
            compile_side(card, turned, Basis(every, rulings)) for turned in (False, True)
        ]
        self.seen: Counter[str] = Counter()

    def look(self, table: Table, seat: Seat) -> None:
        if seat.jack != self.card.jack:
            return
        side, lines = self.sides[table.turned], self.compiled[table.turned]
        counts = counted(table, seat, side.counts)
        statements = [side.counts.formula(line.requirement) for line in side.lines]
        for line, statement in zip(lines, statements, strict=True):
            can = line.attempt(table, seat) is not None
            told = truth(statement, counts, seat, side.counts)
            assert told in (None, can), (line.line.meaning, counts)
            self.seen["open" if told is None else "followed" if can else "passed over"] += 1
        held = truth(side.counts.with_invariants(And(())), counts, seat, side.counts)
        assert held is True
        every = side.counts.with_invariants(And(tuple(statements)))
        assert isinstance(every, And)
        for always in every.parts[1:]:
            assert truth(always, counts, seat, side.counts) is not False, (always, counts)


def hold_statements(seed: str, cards: int, random_tables: int, games: int) -> Counter[str]:
    lot = Random(seed)
    seen: Counter[str] = Counter()
    for edition in ("prototype", "final"):
        switched = [{}, {"A-exact": "at-least", "A-many": "ties-only"}]
        made = []
        for number in range(cards):
            rulings = printed_rulings().switch(switched[number % 2])
            made.append(Statements(mixed_card(edition, lot), rulings, made_up_cards(edition)))

        def look(table: Table, seat: Seat, made: list[Statements] = made) -> None:
            for each in made:
                each.look(table, seat)

        for turned in (False, True):
            for table in tables(edition, turned, random_tables, lot):
                look(table, table.seats[table.acting])
        look_at_games([each.card for each in made], edition, games, lot, look)
        for each in made:
            seen += each.seen
    return seen


def test_the_statements_say_what_the_lines_do() -> None:
    """A statement that is true (false) of a table's counts belongs to a line that is (not) followed
    there, and only few of them are left open."""
    seen = hold_statements("statements", 3, 25, 1)
    assert min(seen["followed"], seen["passed over"]) > 250
    assert seen["open"] < seen.total() / 10


def hold_claims(seed: str, cards: int, random_tables: int, games: int) -> Counter[str]:
    """Look for tables on which a line proved unreachable is followed."""
    lot = Random(seed)
    told: Counter[str] = Counter()
    for edition in ("prototype", "final"):
        made: list[tuple[AICard, AICardPlayer, set[tuple[bool, str]]]] = []
        for _ in range(cards):
            card = mixed_card(edition, lot)
            found = reach_of(card, made_up_cards(edition), printed_rulings())
            told.update(each.verdict for each in found)
            for each in found:
                if each.table is not None:
                    table = lay_out(each.table, made_up_cards(edition))
                    follower = AICardPlayer(card, made_up_cards(edition))
                    explanation = follower.explain(table, table.seats[table.acting])
                    shown = [c.line for c in explanation.considered if c.status == "followed"]
                    assert each.line.number in shown
            never = {
                (each.line.printed.turned, each.line.number)
                for each in found
                if each.verdict == "never"
            }
            made.append((card, AICardPlayer(card, made_up_cards(edition)), never))

        def look(table: Table, seat: Seat, made: Any = made) -> None:
            for card, follower, never in made:
                if seat.jack != card.jack:
                    continue
                told["tables"] += 1
                follower.act(table, seat)
                assert (table.turned, follower.followed) not in never
                subs = {number for turned, number in never if turned == table.turned}
                if any("." in number for number in subs):
                    explained = follower.explain(table, seat).considered
                    assert subs.isdisjoint(c.line for c in explained if c.status == "followed")

        for turned in (False, True):
            for table in tables(edition, turned, random_tables, lot):
                look(table, table.seats[table.acting])
        look_at_games([card for card, _, _ in made], edition, games, lot, look)
    return told


def test_what_is_proved_never_happens_and_what_is_shown_does() -> None:
    told = hold_claims("claims", 5, 60, 2)
    assert told["never"] > 10
    assert told["possible"] > 50
    assert told["open"] < told.total() / 10


# ------------------------------------------------------------------------- known answers


@pytest.mark.parametrize("edition", ["prototype", "final"])
@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_of_the_printed_lines_only_one_is_never_followed(jack: str, edition: str) -> None:
    found = reached(load_ai_card(jack, catalogue(edition)), edition)
    never = [
        (each.line.printed.turned, each.line.number, [line.number for line in each.by])
        for each in found
        if each.verdict == "never"
    ]
    assert never == ([(False, "9", ["5"])] if jack == CLAY else [])
    assert {each.verdict for each in found} <= {"never", "possible"}
    card = load_ai_card(jack, catalogue(edition))
    assert [each.line for each in found] == [*card.side(False), *card.side(True)]
    for each in found:
        if each.table is not None:
            assert each.table.size <= 11


ANY = "Play the highest cost card in hand."


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # One line, several together, and lines that leave something over.
        ([ANY, 'Play "Grave Robber".', "Pass"], ["possible", "never 1", "possible"]),
        (["Pass", ANY], ["possible", "never 1"]),
        (
            [f"If 3+ cards in hand p{ANY[1:]}", 'If 3 cards in hand play "Coin".', 'Play "Coin".'],
            ["possible", "never 1", "possible"],
        ),
        (
            [
                f"If 3+ cards in hand p{ANY[1:]}",
                'If "Waste" in hand play "Waste".',
                f"If fewer than 3 cards in hand p{ANY[1:]}",
                'Play "Coin".',
            ],
            ["possible", "possible", "possible", "never 1 3"],
        ),
        (
            [f"If exactly {n} cards in hand p{ANY[1:]}" for n in (1, 2, 3)]
            + [
                'If at most 3 cards in hand play "Coin".',
                'If at most 4 cards in hand play "Coin".',
            ],
            ["possible"] * 3 + ["never 1 2 3", "possible"],
        ),
        # A target counts: the card played is in hand no more, and a Target must be in reach.
        (
            ['Play "Take It With You" targeting "Waste".', 'Play "Take It With You".'],
            ["possible", "possible"],
        ),
        (
            ['Play "Take It With You".', 'Play "Take It With You" targeting "Waste".'],
            ["possible", "never 1"],
        ),
        (
            [
                'If at most 1 card in hand play "Take It With You" targeting "Take It With You".',
                'If 2 cards in hand play "Take It With You" targeting "Take It With You".',
            ],
            ["never", "possible"],
        ),
        (['Play "Take It With You" targeting "Waste" in the Discard Stack.'], ["never"]),
        (['Play "Forget To Remember" targeting "Forget To Remember".'], ["possible"]),
        # What the game does not have, or has nowhere to be bought.
        (['If 2 "Grave Robber" cards in hand play "Coin".'], ["possible"]),
        (['If 3 "Grave Robber" cards in hand play "Coin".'], ["never"]),
        (['If 6+ "Grave Robber" cards in hand or play together play "Coin".'], ["never"]),
        (['Shop to Purchase "Coin".', 'Shop to Purchase "Coins".'], ["never", "possible"]),
        (
            ['If controlling at most 1 coin token shop to Purchase "Power".'],
            ["never"],
        ),
        (
            [
                "Shop to Purchase highest cost card available.",
                "Shop to Purchase a card of Jack o' Clay and Bones' suit.",
            ],
            ["possible", "never 1"],
        ),
        # Spending what is in play, building once in a round.
        (
            [
                'Spend "Waste" using "Grave Robber".',
                'Spend any "Waste" cards using "Grave Robber".',
            ],
            ["possible", "never 1"],
        ),
        (
            ["Build to Set a card in hand to a card in play.", 'Build to Set "Coin" to "Lesson".'],
            ["possible", "never 1"],
        ),
        (["Build to Set 2 cards in hand to the lowest cost card in play."], ["never"]),
        (['If no "Coin" in hand and "Coin" in hand play "Waste".'], ["never"]),
    ],
)
def test_what_shadows_what(lines: list[str], expected: list[str]) -> None:
    assert verdicts(card_saying(before(*lines))) == expected


def test_of_several_cases_the_first_that_holds_is_meant() -> None:
    cases = 'If no "Dig" in hand play "Learnt" targeting - If {} in hand - "Dig". '
    cases += 'If 2+ in hand - "Waste".'
    assert verdicts(card_saying(after(cases.format("1+")))) == ["never"]
    assert verdicts(card_saying(after(cases.format("3+")))) == ["possible"]


def test_lines_below_another_and_lines_that_are_moved() -> None:
    printed = load_ai_card(CLAY, catalogue())
    side = [line for line in printed.side(False) if not line.printed.parent]
    shuffled = [side[4], *side[:4], *side[5:]]
    lines = tuple(
        replace(line, printed=replace(line.printed, number=str(number)))
        for number, line in enumerate(shuffled, 1)
    )
    moved = verdicts(replace(printed, lines=lines))
    # Whatever plays a card from hand comes too late now; Spending needs one too.
    assert moved[:5] == ["possible", "never 1", "never 1", "never 1", "never 1"]
    assert moved[8:] == ["never 1", "possible"]

    living = card_saying(
        before("Play the lowest cost card in hand.") + SUBLINE + "\n2 – Play “Rise Up”."
    )
    assert verdicts(living) == ["possible", "possible", "never 1"]
    nothing_there = SUBLINE.replace("scoring card in Discard", "cost card in Trash")
    living = card_saying(before("Play the lowest cost card in hand.") + nothing_there)
    assert verdicts(living) == ["possible", "never"]
    first = card_saying(
        before("Pass", "Play the lowest cost card in hand.") + SUBLINE.replace("1.1", "2.1")
    )
    assert verdicts(first) == ["possible", "never 1", "never 1"]


def test_a_ruling_decides_what_is_shadowed() -> None:
    card = card_saying(before(f"If 3 cards in hand p{ANY[1:]}", 'If 5 cards in hand play "Coin".'))
    assert verdicts(card) == ["possible", "possible"]
    at_least = printed_rulings().switch({"A-exact": "at-least"})
    found = reach_of(card, catalogue(), at_least)
    assert [each.verdict for each in found] == ["possible", "never"]


def test_a_card_that_only_comes_back_cannot_be_played() -> None:
    """Listen as the final edition has it comes back unless exactly 4 others are in hand."""
    lines = after('If 5 cards in hand play "Listen".', 'Play "Listen".')
    assert verdicts(card_saying(lines)) == ["possible", "possible"]
    final = reached(card_saying(lines, known=catalogue("final")), "final")
    assert [each.verdict for each in final] == ["possible", "never"]


def test_a_name_of_the_other_side_is_an_error_as_in_play() -> None:
    with pytest.raises(DataError, match="Call The Living"):
        reached(card_saying(before('Play "Wake The Dead".')))


# ------------------------------------------------------------------------------ findings


def findings(card: AICard, games: int = 0) -> list[Finding]:
    return reach_findings(sides_of(card, Basis(catalogue())), games=games)


def told(lines: str, jack: str = CLAY) -> list[tuple[str, str, str]]:
    """Return the line, code and words of each finding."""
    return [(each.line, each.code, each.words) for each in findings(card_saying(lines, jack))]


def test_the_printed_shadowed_line_with_the_table_that_shows_it() -> None:
    (found,) = [
        each for each in findings(load_ai_card(CLAY, catalogue())) if each.code == "shadowed-line"
    ]
    assert (found.line, found.severity, found.certainty) == ("pre-Turn 9", "warning", "proved")
    assert "Line 5" in found.because
    assert found.table is not None
    hand = found.table.seats[0].hand
    assert sorted(hand) == ["Take It With You", "Waste"]
    assert found.table.expect.line == "5"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ['If 3 "Grave Robber" cards in hand play "Coin".', "Pass"],
            ("pre-Turn 1", "never-true", 'If 3 "Grave Robber" cards in hand'),
        ),
        (
            ['If 0+ cards in hand play "Coin".', "Pass"],
            ("pre-Turn 1", "always-true", "If 0+ cards in hand"),
        ),
        (
            [ANY, "If no cards in hand pass."],
            ("pre-Turn 2", "always-true", "If no cards in hand"),
        ),
        (
            ['If "Coin" in hand and 2+ cards in hand play "Coin".', "Pass"],
            ("pre-Turn 1", "redundant-phrase", '"Coin" in hand'),
        ),
        (
            ['If 3+ cards in hand or 5+ cards in hand play "Coin".', "Pass"],
            ("pre-Turn 1", "redundant-phrase", "5+ cards in hand"),
        ),
        (
            ['If "Coin" in hand play "Coin".', "Pass"],
            ("pre-Turn 1", "redundant-phrase", 'If "Coin" in hand'),
        ),
        (['Play "Coin".'], ("pre-Turn 1", "no-catch-all", 'Play "Coin".')),
        (['Play "Memory".', "Pass"], ("pre-Turn 1", "hardly-held", '"Memory"')),
        (
            ['If "Coin" in hand or "Call" in hand pass.', "Pass"],
            ("pre-Turn 1", "hardly-held", '"Call"'),
        ),
        (
            ['Shop to Purchase "Coin".', "Pass"],
            ("pre-Turn 1", "shadowed-line", 'Shop to Purchase "Coin".'),
        ),
    ],
)
def test_what_is_found_and_which_words(lines: list[str], expected: tuple[str, str, str]) -> None:
    assert told(before(*lines)) == [expected]


@pytest.mark.parametrize(
    "lines",
    [
        ['If "Coin" in hand play "Waste".', "Pass"],
        ['If 3+ cards in hand play "Coin".', 'If "Coin" or "Bury" in hand play "Waste".', "Pass"],
        ["Pass"],
        # The condition says which Stack is meant (ruling A-same), so it is not idle.
        ['If there is a scoring card on top of the Discard Stack play "Rise Up".', "Pass"],
    ],
)
def test_nothing_is_found_where_nothing_is_wrong(lines: list[str]) -> None:
    assert told(before(*lines)) == []


def test_the_table_on_which_no_line_is_followed() -> None:
    card = card_saying(before(ANY, "If controlling 3+ coin tokens shop to Purchase “Power”."))
    (found,) = findings(card)
    assert found.code == "no-catch-all"
    assert found.table is not None
    assert not found.table.seats[0].hand
    assert found.table.expect.line == ""


def test_lines_not_followed_in_games_are_told_with_the_number_of_games() -> None:
    never = "\nRESET\n3 – Retain “Wealth”."
    card = card_saying(before('If 20+ cards in hand play "Riches".', ANY, "Pass") + never)
    found = findings(card, games=3)
    assert [(each.line, each.code) for each in found] == [
        ("pre-Turn 1", "never-seen"),
        ("pre-Turn Reset 3", "never-seen"),
    ]
    assert {each.certainty for each in found} == {"not seen in 3 games"}
    assert findings(card) == []
    held = card_saying(before("Pass") + "\nRESET\n3 – Retain “Coin”.")
    assert findings(held, games=3) == []

"""The frame of the table: what can be acted on is always there, in its place."""

from __future__ import annotations

import re
from random import Random

import pytest
from helpers import CLAY, WORDS, At, at_least, lay
from screens import screen_lines

from moonflight_solo.cli.game.numbered_acts import Numbers
from moonflight_solo.cli.output.terminal import PRETTY
from moonflight_solo.cli.output.view import ActView, LogLine, View, act_views, view
from moonflight_solo.numbers import plural
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Table
from moonflight_solo.scoremode import ScoreMode

SIZES = [(60, 24), (72, 24), (80, 24), (100, 30), (120, 40)]
NEWS = [
    LogLine("You buy Bury for 1 coin token.", "act", 0),
    LogLine("Words and Names [9] plays Coin: gains 1 coin token.", "act", 1),
    LogLine("In Reset you draw 5 cards.", "reset", 0),
    LogLine("In Reset Words and Names draws 5 cards.", "reset", 1),
    LogLine("Round 6. First Player: Words and Names.", "round"),
]


def wild(lot: Random, seats: int, *, turned: bool, kinds: int = 8) -> Table:
    """Return a table with any cards anywhere."""
    known = catalogue()
    jacks = [lot.choice((CLAY, WORDS)) for _ in range(seats)]

    def some(jack: str, most: int) -> str:
        cards = [card for card in known.cards_for([jack]) if not card.is_character]
        ends = sorted({(card.flipped if turned else card).name for card in cards})
        return ", ".join(lot.sample(ends, lot.randint(0, min(most, len(ends)))))

    def own(jack: str) -> str:
        end = lot.choice(known.suits[jack].kinds)
        return f"{lot.randint(1, 3)} {(end.flipped if turned else end).name}" * (lot.random() < 0.8)

    table = lay(
        *(
            At(
                jack,
                hand=some(jack, kinds),
                in_play=some(jack, 6),
                deck=some(jack, 9),
                discard=some(jack, 9),
                trash=some(jack, 5),
                market=(own(jack), own(jack), own(jack)),
                coins=lot.randint(0, 12),
            )
            for jack in jacks
        ),
        turned=turned,
    )
    table.round = lot.randint(1, 20)
    if seats == 1:
        table.variant = ScoreMode(table)
    return table


def seen(table: Table) -> tuple[View, list[ActView]]:
    seat = table.seats[0]
    acts = list(legal_acts(table, seat))
    return view(table, 0), act_views(acts, Numbers().of(acts, seat, table.round), table, seat)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nothing_that_can_be_acted_on_ever_disappears(width: int, height: int, seats: int) -> None:
    lot = Random(width * seats)
    for trial in range(at_least(6, 60)):
        shown, acts = seen(wild(lot, seats, turned=bool(trial % 2)))
        rows = [row.plain for row in screen_lines(shown, NEWS, acts, width, height, PRETTY)]
        text = "\n".join(rows)
        assert len(rows) == height - 1
        assert {len(row) for row in rows} == {width}
        for pile in shown.piles():
            if pile.number and pile.top:
                assert re.search(rf"\b{pile.number}[)?] ›?{re.escape(pile.top.name[:3])}", text)
        for act in acts:
            if act.verb == "play" and act.card:
                assert re.search(rf"\b{act.number}\) ›?{re.escape(act.card.name[:3])}", text), text
            elif act.verb in ("spend", "build"):
                assert _offered(act.number, rows), (act, text)
        for seat in shown.seats:
            assert f"draw {seat.draw_count}" in text
            assert seat.you or f"hand {seat.hand_count}" in text
            assert f"{seat.coins}{PRETTY.coin}" in text
        assert shown.turned or re.search("Turn in|Turn comes|Turn this", text), text
        for told in ("Words and Names [9] plays Coin", "In Reset you draw", "Round 6."):
            assert told in text or seats > 2, text


def _offered(number: int, rows: list[str]) -> bool:
    """Return whether a number stands among the acts, alone or between others."""
    for row in rows:
        if re.search(rf"(?<![0-9]){number}(?![0-9?])", row):
            return True
        runs = re.findall(r"([0-9]+) to ([0-9]+)", row)
        if any(int(first) <= number <= int(last) for first, last in runs):
            return True
    return any("more: acts" in row for row in rows)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("turned", [False, True])
def test_every_row_keeps_its_place_whatever_the_cards_are(
    width: int, height: int, seats: int, turned: bool
) -> None:
    """It changes with the window and the Turn, not when a Stack gets a card."""
    lot = Random(7)
    places: set[tuple[int, ...]] = set()
    for _ in range(at_least(8, 60)):
        shown, acts = seen(wild(lot, seats, turned=turned, kinds=6))
        rows = [row.plain for row in screen_lines(shown, NEWS, acts, width, height, PRETTY)]
        below = max(at for at, row in enumerate(rows) if row.startswith("─"))
        label = re.compile(r"─| (jack|in play|market|generic|stacks|hand|so far) ")
        places.add(tuple(at for at, row in enumerate(rows[: below + 1]) if label.match(row)))
        assert rows[-1].startswith(" pass ")
    assert len(places) == 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_row_below_the_table_is_empty_while_news_are_missing(width: int, height: int) -> None:
    lot, cut = Random(width), 0
    news = [LogLine(f"You play a card for {plural(at, 'token')}.", "act", 0) for at in range(20)]
    for trial in range(at_least(6, 60)):
        shown, acts = seen(wild(lot, 2, turned=bool(trial % 2), kinds=2))
        rows = [row.plain for row in screen_lines(shown, news, acts, width, height, PRETTY)]
        below = max(at for at, row in enumerate(rows) if row.startswith("─"))
        if "more line" in rows[below]:
            assert all(row.strip() for row in rows[below:]), "\n".join(rows)
            cut += 1
    assert cut


def test_what_is_spent_has_the_last_digit_of_its_card() -> None:
    table = lay(At(CLAY, hand="Bury, Coin, Waste", in_play="Grave Robber, Grave Robber"), At(WORDS))
    _, acts = seen(table)
    for card in table.seats[0].hand:
        (own,) = (act.number for act in acts if act.verb == "play" and act.card is card)
        spent = [act.number for act in acts if act.notation.startswith(f"spend {card.name} ")]
        assert spent == [50 + own, 60 + own]


def test_what_has_left_the_hand_keeps_its_number() -> None:
    table = lay(At(CLAY, hand="Bury, Coin, Waste"), At(WORDS))
    seat, numbers = table.seats[0], Numbers()
    numbers.see(seat, 1)
    bury, coin, waste = seat.hand
    seat.hand.remove(bury)
    numbers.see(seat, 1)
    assert [numbers.of_card(card) for card in (bury, coin, waste)] == [1, 2, 3]

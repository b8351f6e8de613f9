"""Properties of following AI cards, checked on every table reached in real games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from textwrap import indent

from helpers import CLAY, WORDS
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Act, Card, Player, Question, Seat, Table
from moonflight_solo.scenario import snapshot

ROOT = Path(__file__).parent.parent
ROUNDS = 12
GAMES = settings(max_examples=12, deadline=None)


@cache
def ai_card(jack: str, edition: str) -> AICard:
    return load_ai_card(jack, catalogue(edition))


OWN = """
PRE TURN, ACTION
1 – Play the lowest cost card in hand.
2 – If 3+ cards in hand play "Take It With You" targeting the lowest cost card.
3 – Build to Set 2 highest cost cards in hand to "Oeuvre".
4 – Build to Set a card in hand to the lowest cost card in play.
5 – Shop to Purchase the lowest cost card available.
6 – If no "Coin" in hand play a card with cost 3+.
7 – If "Coin" in hand and no "Waste" in hand play "Waste"/"Coin".
8 – If "Coin" OR "Bury" in hand spend 1 coin token to Draw 1.
9 – Spend the highest scoring card in hand using "Grave Robber".
10 – If an opponent has a scoring card on top of their Discard Stack play the highest scoring card.
11 – Play "Call The Living" targeting a scoring card/the lowest cost card.
12 – If "Call" in hand shop to Purchase "Power"/"Riches".
13 – If no "Coin" in hand shop to Purchase the highest cost card available.
14 – If "Coin" in hand or 3 cards in hand shop to Purchase the lowest cost card available.
15 – If 2 "Coin" cards in hand shop to Purchase "Coins".
16 – Play "Teach"/the lowest cost card in hand.
17 – If "Coin" in play shop to Purchase "Power".
POST TURN, ACTION
1 – Play the lowest scoring card in hand.
2 – Play "Go Down" targeting the highest cost card.
3 – Play "Learnt"/"Lapse" targeting "Coin"/"Waste"/the lowest cost card.
4 – Spend 1 coin token to Discard 1.
5 – Spend 2 lowest cost cards to Trash the highest cost card in hand using "Take Us With You".
6 – Build to Set any cards scoring 0 to a card in play.
7 – If "Wake The Dead" in hand or "Understand" in hand shop to Purchase a card with score 2+.
8 – Play "Wake The Dead"/"Grave Digger" targeting the lowest cost card in the Trash Stack.
"""


@cache
def many_lines(edition: str, turned: bool) -> list[AILine]:
    """Return the lines of one side of both printed AI cards, and some more."""
    with NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        written = OWN
        for old, new in catalogue(edition).edition.names.items():
            written = written.replace(f'"{old}"', f'"{new}"')
        file.write(f"jack: {CLAY}\ncard: |\n{indent(written.strip(), '  ')}\n")
        file.flush()
        own = load_ai_card(Path(file.name), catalogue(edition))
    cards = [ai_card(CLAY, edition), ai_card(WORDS, edition), own]
    return [line for card in cards for line in card.side(turned) if not line.printed.parent]


def shuffled_card(jack: str, edition: str, seed: int) -> AICard:
    """Return an AI card with random lines in random order.

    A line that uses the character's ability stays with its Jack: no other has that ability.
    """
    lot = Random(seed)
    card = ai_card(jack, edition)
    own = {line.words for line in card.lines}
    lines = list(chain(card.reset_lines(False), card.reset_lines(True)))
    for turned in (False, True):
        every = many_lines(edition, turned)
        usable = [x for x in every if "character ability" not in x.words or x.words in own]
        found = lot.sample(usable, lot.randint(3, 15))
        lines += [
            replace(line, printed=replace(line.printed, number=str(number)))
            for number, line in enumerate(found, 1)
        ]
    return replace(card, lines=tuple(lines))


class Drifter:
    """Takes random legal acts and answers."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(seed)

    def act(self, table: Table, seat: Seat) -> Act:
        acts = list(legal_acts(table, seat))
        return PASS if self.lot.random() < 0.1 else self.lot.choice(acts)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        most = min(question.most, len(question.items))
        number = self.lot.randint(min(question.least, most), most)
        return self.lot.sample(range(len(question.items)), number)


class Watched:
    """Wraps an AI player and checks it from all sides at each decision."""

    def __init__(self, follower: AICardPlayer, seed: int) -> None:
        self.follower = follower
        self.lot = Random(seed)
        self.lines: set[tuple[bool, str]] = set()

    def act(self, table: Table, seat: Seat) -> Act:
        follower = self.follower
        before = snapshot(table)
        randomness = table.rng.getstate()
        explained = follower.explain(table, seat)
        act = follower.act(table, seat)
        line = follower.followed
        assert act.why_illegal(table, seat) is None
        assert (explained.act, explained.line) == (act, line)
        assert follower.act(table, seat) == act
        assert snapshot(table) == before
        assert table.rng.getstate() == randomness

        side = follower.card.side(table.turned)
        numbers = [x.number for x in side]
        shown = [c.line for c in explained.considered]
        reached = numbers[: numbers.index(line) + 1] if line else numbers
        below = [x.number for x in side if line and x.printed.parent == line]
        assert shown == [x for x in reached if "." not in x] + below
        main = [c.status for c in explained.considered if "." not in c.line]
        assert main == [
            "followed" if x == line else main[i] for i, x in enumerate(shown[: len(main)])
        ]
        assert main.count("followed") == bool(line)
        assert all(c.because for c in explained.considered)

        with Shuffled(table, seat, self.lot):
            assert follower.act(table, seat) == act
            assert follower.explain(table, seat).considered == explained.considered
            assert follower.followed == line
        assert snapshot(table) == before
        self.lines.add((table.turned, line))
        return follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        before = snapshot(table)
        answer = list(self.follower.choose(table, seat, question))
        assert question.why_invalid(answer) is None
        assert snapshot(table) == before
        if question.ask != "cover" or not answer:
            with Shuffled(table, seat, self.lot):
                assert list(self.follower.choose(table, seat, question)) == answer
        return answer


class Shuffled:
    """Context in which everything hidden from a seat is redealt.

    Hidden are all Draw Decks and Supply Stacks, other players' hands, and Settled cards, which lie
    face down. The number of cards in each place is visible and stays.
    """

    def __init__(self, table: Table, seat: Seat, lot: Random) -> None:
        self.places: list[list[Card]] = []
        for other in table.seats:
            self.places += [other.draw_deck, other.supply]
            self.places += [placed.settled for placed in other.in_play]
            if other is not seat:
                self.places.append(other.hand)
        self.kept = [list(place) for place in self.places]
        self.lot = lot

    def __enter__(self) -> None:
        hidden = list(chain.from_iterable(self.kept))
        self.lot.shuffle(hidden)
        for place in self.places:
            place[:], hidden = hidden[: len(place)], hidden[len(place) :]

    def __exit__(self, *_: object) -> None:
        for place, kept in zip(self.places, self.kept, strict=True):
            place[:] = kept


def watch(
    jacks: Sequence[str],
    seed: int,
    drifting: Sequence[bool],
    edition: str = "prototype",
    rulings: Rulings | None = None,
    *,
    mixed: bool = False,
    rounds: int = ROUNDS,
) -> list[Watched]:
    """Play a game in which some seats drift and the others follow watched AI cards."""
    known = catalogue(edition)
    game = Settings(tuple(jacks), seed, edition, round_limit=rounds, act_limit=500)
    watched = []
    players: list[Player] = []
    for number, (jack, drifts) in enumerate(zip(jacks, drifting, strict=True)):
        if drifts:
            players.append(Drifter(seed + number))
        else:
            card = shuffled_card(jack, edition, seed) if mixed else ai_card(jack, edition)
            follower = AICardPlayer(card, known, rulings)
            watched.append(Watched(follower, seed + number))
            players.append(watched[-1])
    play(set_up(game, known, players), game)
    return watched


seeds = st.integers(0, 2**32 - 1)
jacks = st.sampled_from([CLAY, WORDS])


@GAMES
@given(seeds, jacks, jacks, st.sampled_from(["prototype", "final"]))
def test_two_ai_players_decide_as_they_explain_and_never_peek(
    seed: int, one: str, other: str, edition: str
) -> None:
    watch([one, other], seed, [False, False], edition)


@GAMES
@given(seeds, jacks, st.lists(jacks, min_size=1, max_size=2), st.booleans())
def test_an_ai_player_among_players_who_do_anything(
    seed: int, one: str, others: list[str], first: bool
) -> None:
    """Whatever the others do to it, buy from it or leave to it."""
    seats = [one, *others] if first else [*others, one]
    watch(seats, seed, [(seat != 0) if first else seat < len(others) for seat in range(len(seats))])


@GAMES
@given(
    seeds,
    st.sampled_from(["exactly", "at-least"]),
    st.sampled_from(["in-order", "ties-only"]),
    st.sampled_from(["prototype", "final"]),
)
def test_under_switched_rulings(seed: int, exact: str, many: str, edition: str) -> None:
    switched = printed_rulings().switch({"A-exact": exact, "A-many": many})
    watch([WORDS, CLAY], seed, [False, True], edition, switched)


@GAMES
@given(seeds, jacks, jacks, st.sampled_from(["prototype", "final"]))
def test_ai_cards_of_any_lines_in_any_order(seed: int, one: str, other: str, edition: str) -> None:
    watch([one, other], seed, [False, False], edition, mixed=True, rounds=6)


def test_the_games_watched_reach_nearly_every_line() -> None:
    """What is watched here is worth watching: both sides of both AI cards, down to the Pass."""
    reached: dict[str, set[tuple[bool, str]]] = {CLAY: set(), WORDS: set()}
    for seed in range(8):
        for player in watch([CLAY, WORDS], seed, [False, False]):
            reached[player.follower.card.jack] |= player.lines
    for jack, lines in reached.items():
        card = ai_card(jack, "prototype")
        for turned in (False, True):
            numbers = {x.number for x in card.side(turned) if not x.printed.parent}
            assert (
                len(numbers & {line for side, line in lines if side == turned}) > len(numbers) / 2
            )

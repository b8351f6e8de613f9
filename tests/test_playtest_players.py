"""The random, greedy and searching players: what they do and what they see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from helpers import (
    CLAY,
    EDITIONS,
    MADE_UP,
    ODDS,
    STICKS,
    WORDS,
    At,
    at_least,
    lay,
    listen,
    made_up_cards,
    zones,
)

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.player_kinds import MOST_ROLLOUTS, kind_of, rollouts_of
from moonflight_solo.playtest.players import player_of, search
from moonflight_solo.playtest.players.search import Candidate, surely_better
from moonflight_solo.playtest.players.simple import GreedyPlayer
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, action, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.redealing import determinize, hidden_places, mixes
from moonflight_solo.rules.state import Act, CardInPlay, MarketStack, Player, Question, Seat, Table
from moonflight_solo.scenario import snapshot
from moonflight_solo.scoremode import END, TURN, ScoreMode

AI_CARDS = (CLAY, WORDS)


def seat_players(words: Sequence[str], game: Settings, known: Catalogue) -> list[Player]:
    """Return the players named, where "ai" follows the Jack's AI card."""
    cards = [load_ai_card(j, known) if j in AI_CARDS else None for j in game.jacks]
    found: list[Player] = []
    for number, (word, card) in enumerate(zip(words, cards, strict=True)):
        if word == "ai":
            assert card is not None
            found.append(AICardPlayer(card, known))
        else:
            found.append(player_of(word, number, game, known, cards))
    return found


def game_of(
    seats: str, seed: int, edition: str = "prototype", *, rounds: int = 40, score: bool = False
) -> tuple[Outcome, Table]:
    """Play a game; ``seats`` is like "Clay and Bones:greedy, Words and Names:ai"."""
    pairs = [each.strip().split(":") for each in seats.split(",")]
    known = made_up_cards(edition)
    game = Settings(tuple(jack for jack, _ in pairs), seed, edition, round_limit=rounds)
    table = set_up(game, known, seat_players([word for _, word in pairs], game, known))
    if score:
        table.variant = ScoreMode(table)
    return play(table, game), table


# ---------------------------------------------------------------------------- the words


def test_words_for_players() -> None:
    assert [kind_of(word) for word in ("random", "greedy")] == ["random", "greedy"]
    assert rollouts_of(kind_of("search")) > 0
    assert kind_of("search=7") == "search=7"
    assert [rollouts_of(word) for word in ("search=7", "greedy", "bot.py:Bot")] == [7, 0, 0]


@pytest.mark.parametrize(
    "word", ["", "Greedy", "clever", "search=", "search=0", "search=x", "greedy=3", "search=²"]
)
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(UsageError) as error:
        kind_of(word)
    assert "\n" not in str(error.value)


def test_too_many_rollouts_are_refused() -> None:
    with pytest.raises(UsageError, match="search=200"):
        kind_of(f"search={MOST_ROLLOUTS + 1}")


# ---------------------------------------------------------------------- games come to an end


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("word", ["random", "greedy"])
def test_games_end_or_come_to_a_limit(word: str, edition: str) -> None:
    """With one to three seats, of all Jacks, the made-up ones too; nothing fails."""
    jacks = [CLAY, WORDS, ODDS, STICKS]
    ended: Counter[str] = Counter()
    for seed in range(9):
        lot = Random(seed)
        seated = [lot.choice(jacks) for _ in range(1 + seed % 3)]
        seats = ", ".join(f"{jack}:{word}" for jack in seated)
        outcome, _ = game_of(seats, seed, edition, rounds=12)
        ended[outcome.ended_by] += 1
    assert set(ended) <= {"end", "round limit"}
    outcome, _ = game_of(f"{CLAY}:{word}, {CLAY}:{word}", 1, edition, rounds=60)
    assert outcome.ended_by == "end"


@pytest.mark.parametrize("word", ["random", "greedy", "search=2"])
@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_score_mode_comes_to_its_end(word: str, jack: str) -> None:
    for seed in range(1 if "search" in word else at_least(3, 6)):
        outcome, table = game_of(f"{jack}:{word}", seed, score=True)
        mode = table.variant
        assert isinstance(mode, ScoreMode)
        assert outcome.finished
        assert outcome.ended_by == "end" or mode.end == 0
        assert outcome.rounds <= 16


def test_the_same_seed_is_the_same_game_and_another_is_another() -> None:
    def told(seed: int) -> list[str]:
        known = catalogue()
        game = Settings((CLAY, WORDS, CLAY), seed, round_limit=2)
        table = set_up(game, known, seat_players(["search=2", "random", "greedy"], game, known))
        heard = listen(table)
        play(table, game)
        return heard

    first = told(1)
    assert len(first) > 50
    assert told(1) == first
    assert told(2) != first


def test_two_random_players_draw_different_lots() -> None:
    game = Settings((CLAY, CLAY), 5)
    known = catalogue()
    table = set_up(game, known, seat_players(["random", "random"], game, known))
    seat = table.seats[0]
    one, other = ([player.act(table, seat) for _ in range(20)] for player in table.players)
    assert one != other


# ----------------------------------------------------------------------------- strength


@pytest.mark.parametrize(("jack", "other"), [(CLAY, WORDS), (WORDS, CLAY)])
def test_greedy_beats_random(jack: str, other: str) -> None:
    """Of the games that end it loses hardly one."""
    won = Counter(game_of(f"{jack}:greedy, {other}:random", seed)[0].winner for seed in range(20))
    assert won[0] >= 12
    assert won[1] <= 2


def first_act(word: str, *seats: At, turned: bool = False) -> str:
    """Return the first seat's act on a table, in notation."""
    known = catalogue()
    game = Settings(tuple(at.jack for at in seats), 1)
    players = seat_players([word, *["greedy"] * (len(seats) - 1)], game, known)
    table = lay(*seats, players=players, turned=turned)
    act = players[0].act(table, table.seats[0])
    assert act.why_illegal(table, table.seats[0]) is None
    return notation(act, table, table.seats[0])


LAST = "Buried Deep", "Buried Deep", "Wake The Dead, Grave Digger"


@pytest.mark.parametrize("word", ["greedy", "search=20"])
@pytest.mark.parametrize(
    ("at", "expected"),
    [
        # It wins at the End of this round by two points, or loses by one.
        (At(CLAY, deck="", coins=6, market=LAST), "shop Grave Digger"),
        # What it trashed comes back to hand, and is all it has.
        (At(CLAY, hand="Danse Macabre", deck="", trash="Wake The Dead"), "play Danse Macabre"),
        # The only card that does not score goes where it does not count, and the others are drawn.
        (At(WORDS, hand="Hear, Waste", deck="2 Power", coins=0), "play Hear"),
        # Nothing left to do.
        (At(CLAY, deck="Power"), "pass"),
    ],
)
def test_the_end_is_played_for_points(word: str, at: At, expected: str) -> None:
    assert first_act(word, at, At(WORDS, deck="Power, 8 Waste"), turned=True) == expected


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (At(WORDS, hand="Waste, Coin, Wealth"), "play Wealth"),
        (At(WORDS, hand="Waste, Try To Forget", deck="9 Coin"), "play Try To Forget"),
        # The condition asks for five cards in hand besides: not before, but then.
        (At(WORDS, hand="Call, 4 Coin"), "play Coin"),
        (At(WORDS, hand="Call, 5 Coin", deck="9 Coin"), "play Call"),
        (At(WORDS, coins=6, market=("Call", "Teach", "Lesson")), "shop Teach"),
        (At(WORDS, in_play="Lesson", hand="2 Waste"), "build Waste on Lesson"),
        (At(CLAY), "pass"),
    ],
)
def test_greed_before_the_turn(at: At, expected: str) -> None:
    assert first_act("greedy", at) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("token", [0]),
        ("deal", [1]),
        ("to", [2]),
        ("trash", [1]),
        ("discard", [1]),
        ("draw", [2]),
        ("retain", [2]),
        ("order", [1, 0, 2]),
        ("player draw", [0]),
        ("player discard", [1]),
    ],
)
def test_greedy_answers(question: str, expected: list[int]) -> None:
    """Among a Coin, a Waste and a Wealth, among its stacks, or between itself and the other."""
    table = lay(At(CLAY, hand="Coin, Waste, Wealth", market=("2 Bury", "", "2 Bury")), At(WORDS))
    seat, other = table.seats
    hand = seat.hand
    word, _, verb = question.partition(" ")
    ways: dict[str, Question] = {
        "token": Question("token", [TURN, END], [None, None]),
        "deal": Question("deal", seat.market, [None] * 3),
        "to": Question("to", [*other.market[:2], seat.market[0]], [None] * 3),
        "retain": Question("retain", hand, hand, least=0, most=1),
        "order": Question("order", hand, hand, least=3, most=3),
        "player": Question("player", [seat, other], [None, None], verb=verb or None),  # type: ignore[arg-type]
    }
    zone = "discard stack" if word == "draw" else "hand"
    in_a_pile = Question(word, [0, 1, 2], hand, [zone] * 3, [0] * 3)  # type: ignore[arg-type]
    assert list(GreedyPlayer().choose(table, seat, ways.get(word, in_a_pile))) == expected


def test_a_card_that_comes_back_for_ever_is_let_go() -> None:
    """Each of two such cards draws the other and discards itself: that has no end of its own."""
    at = At(ODDS, hand="Damp Squib", deck="", discard="Damp Squib")
    table = lay(at, turned=True, made_up=True)
    table.players = (GreedyPlayer(),)
    assert action(table)
    assert 100 <= table.acts <= 102


def test_a_search_too_small_to_tell_anything_acts_by_the_ai_card() -> None:
    known = catalogue()
    game = Settings((WORDS, CLAY), 2, round_limit=12)
    search, card = (seat_players([word, "ai"], game, known)[0] for word in ("search=3", "ai"))
    acts: list[Act] = []

    class Both:
        def act(self, table: Table, seat: Seat) -> Act:
            act = card.act(table, seat)
            assert search.act(table, seat) == act
            acts.append(act)
            return act

        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            return card.choose(table, seat, question)

    play(set_up(game, known, [Both(), seat_players(["ai", "ai"], game, known)[1]]), game)
    assert len(acts) > 50


@pytest.mark.parametrize("edition", EDITIONS)
def test_three_seats_are_searched_for(edition: str) -> None:
    outcome, _ = game_of(f"{WORDS}:search=4, {CLAY}:search=4, {WORDS}:ai", 3, edition, rounds=2)
    assert outcome.rounds == 2


def test_the_searching_of_a_game_is_bounded_however_long_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Act] = []

    def counted(table: Table, seat: Seat, act: Act, rounds: int) -> None:
        played.append(act)
        table.ended_by = "end"

    monkeypatch.setattr(search, "play_out", counted)
    outcome, _ = game_of(f"{WORDS}:search=8, {WORDS}:ai", 5, rounds=100)
    assert outcome.rounds > 50
    assert 500 < len(played) <= search.IN_A_GAME * 8


def test_little_better_in_few_games_is_not_surely_better() -> None:
    """The same gain on average and the same spread is believed of forty games, not of four."""

    def better(gains: list[float]) -> bool:
        than = Candidate(PASS, rollouts=[0.5] * len(gains))
        return surely_better(Candidate(PASS, rollouts=[0.5 + gain for gain in gains]), than)

    assert not better([0.3, -0.1, 0.3, -0.1])
    assert better([0.3, -0.1] * 20)
    assert not better([0.1, -0.1] * 20)
    assert not better([0.3])


# ------------------------------------------------------------------------ what they may see


class Watched:
    """Asks a player twice each time, the second time with hidden cards redealt.

    Both are equal copies of the player, so that they draw the same random numbers.
    """

    def __init__(self, player: Player, twin: Player, seed: int) -> None:
        self.player = player
        self.twin = twin
        self.lot = Random(seed)
        self.acts = self.answers = 0

    def act(self, table: Table, seat: Seat) -> Act:
        before = snapshot(table)
        decks = table.rng.getstate()
        act = self.player.act(table, seat)
        assert snapshot(table) == before
        assert table.rng.getstate() == decks
        assert act.why_illegal(table, seat) is None
        with Shuffled(table, seat, self.lot):
            assert self.twin.act(table, seat) == act
        self.acts += 1
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        before = snapshot(table)
        answer = list(self.player.choose(table, seat, question))
        assert snapshot(table) == before
        assert question.why_invalid(answer) is None
        with Shuffled(table, seat, self.lot):
            assert list(self.twin.choose(table, seat, question)) == answer
        self.answers += 1
        return answer


class Shuffled:
    """Context in which what a seat cannot know is redealt, consistent with what it knows."""

    def __init__(self, table: Table, seat: Seat, lot: Random) -> None:
        self.groups = list(hidden_places(table, seat, mixes(table.cards)))
        self.kept = [[list(place) for place in places] for places in self.groups]
        self.lot = lot

    def __enter__(self) -> None:
        for places in self.groups:
            cards = [card for place in places for card in place]
            self.lot.shuffle(cards)
            for place in places:
                place[:], cards = cards[: len(place)], cards[len(place) :]

    def __exit__(self, *_: object) -> None:
        for places, kept in zip(self.groups, self.kept, strict=True):
            for place, cards in zip(places, kept, strict=True):
                place[:] = cards


@pytest.mark.parametrize(
    ("word", "jacks", "rounds"),
    [
        ("greedy", (CLAY, WORDS), 20),
        ("greedy", (WORDS, STICKS), 20),
        ("greedy", (ODDS, CLAY, WORDS), 15),
        ("search=6", (WORDS, CLAY), 3),
        ("search=4", (ODDS, CLAY), 2),
    ],
)
def test_nothing_hidden_is_seen(word: str, jacks: tuple[str, ...], rounds: int) -> None:
    known = made_up_cards()
    game = Settings(jacks, 11, round_limit=rounds)
    words = [word, *["random"] * (len(jacks) - 1)]
    players = seat_players(words, game, known)
    watched = Watched(players[0], seat_players(words, game, known)[0], 1)
    table = set_up(game, known, [watched, *players[1:]])
    play(table, game)
    assert watched.acts > 15
    assert watched.answers > 2


def test_a_search_sees_nothing_hidden_after_the_turn() -> None:
    known = catalogue()
    game = Settings((CLAY, WORDS), 4, round_limit=30)
    table = set_up(game, known, seat_players(["greedy", "greedy"], game, known))
    for seat in table.seats:
        del seat.supply[3:]
    words = ["search=6", "greedy"]
    one, twin = (seat_players(words, game, known)[0] for _ in range(2))
    watched = Watched(one, twin, 2)
    seen: list[bool] = []
    greedy = table.players[0]

    class Late:
        """Plays greedily until the Turn, because a search is slow."""

        def act(self, table: Table, seat: Seat) -> Act:
            seen.append(table.turned)
            player = watched if table.turned and sum(seen) < 40 else greedy
            return player.act(table, seat)

        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            return greedy.choose(table, seat, question)

    table.players = (Late(), table.players[1])
    play(table, game)
    assert watched.acts > 10


def test_what_is_dealt_again_lies_where_it_could() -> None:
    """Open cards lie still, every place keeps its size and every seat its cards."""
    known = catalogue()
    game = Settings((CLAY, WORDS, CLAY), 8, round_limit=5)
    table = set_up(game, known, seat_players(["greedy"] * 3, game, known))
    play(table, game)
    seat = table.seats[0]
    there = table.copy(table.players, Random(1))
    determinize(there, there.seats[0], Random(2))
    assert snapshot(there) != snapshot(table)
    for old, new in zip(table.seats, there.seats, strict=True):
        ours, theirs = zones(old), zones(new)
        for zone in ("in play", "discard stack", "trash stack", "market stacks"):
            assert ours[zone] == theirs[zone]
        assert {zone: len(cards) for zone, cards in ours.items()} == {
            zone: len(cards) for zone, cards in theirs.items()
        }
        for these in (["supply stack"], ["hand", "draw deck", "settled"]):
            counts = [Counter(c for z in these for c in each[z]) for each in (ours, theirs)]
            assert counts[0] == counts[1]
        if old is seat:
            assert ours["hand"] == theirs["hand"]


def test_a_card_that_moves_cards_unseen_out_of_a_supply_mixes_them(tmp_path: Path) -> None:
    """Which cards it took cannot be counted, so they may as well lie in the Supply Stack still."""
    text = MADE_UP[0].read_text("utf-8")
    file = tmp_path / "odds.yaml"
    file.write_text(text.replace("Discard 3 in play", "Draw 1 from Supply Stack"), "utf-8")
    known = catalogue("prototype", (file,))
    assert mixes(known.game_cards((ODDS, CLAY)))
    assert not mixes(known.game_cards((CLAY, WORDS)))
    assert not mixes(made_up_cards().game_cards((ODDS, STICKS)))
    table = lay(At(CLAY), At(WORDS))
    own, other = table.seats
    apart = list(hidden_places(table, own, False))
    assert apart == [[own.draw_deck], [own.supply], [other.draw_deck, other.hand], [other.supply]]
    mixed = list(hidden_places(table, own, True))
    assert mixed == [
        [own.draw_deck, own.supply],
        [other.draw_deck, other.hand, other.supply],
    ]


# ------------------------------------------------------------------------------- copies


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_copy_is_played_on_like_the_table_and_changes_nothing_there(edition: str) -> None:
    """At the start of a round the same players and lots make the same rest of the game of both."""
    known = catalogue(edition)
    for rounds in (1, 6, 11):
        game = Settings((CLAY, WORDS), rounds, edition, round_limit=rounds)
        table = set_up(game, known, seat_players(["ai", "greedy"], game, known))
        outcome = play(table, game)
        if outcome.finished:
            continue
        table.round += 1
        table.ended_by = ""
        lot = Random()
        lot.setstate(table.rng.getstate())
        there = table.copy(seat_players(["ai", "greedy"], game, known), lot)
        assert snapshot(there) == snapshot(table)
        before = snapshot(table)
        longer = Settings(game.jacks, game.seed, edition, round_limit=rounds + 9)
        played = play(there, longer)
        assert snapshot(table) == before
        assert play(table, longer) == played
        assert snapshot(there) == snapshot(table)


def parts(each: object) -> dict[str, object]:
    """Return all attributes of an object by name, except methods."""
    names = [name for name in dir(each) if not name.startswith("__")]
    return {name: part for name in names if not callable(part := getattr(each, name))}


def test_a_copy_shares_nothing_that_changes() -> None:
    known = catalogue()
    game = Settings((WORDS, CLAY), 3, round_limit=9)
    table = set_up(game, known, seat_players(["ai", "ai"], game, known))
    play(table, game)

    def changing(each: object, found: set[int]) -> set[int]:
        """Return everything, however deep, that changes in play or contains something that does."""
        if id(each) in found:
            return found
        inside: list[object] = []
        if isinstance(each, Seat | CardInPlay | MarketStack | Table):
            inside = [value for name, value in parts(each).items() if name != "players"]
        elif isinstance(each, tuple | list):
            inside = list(each)
        elif isinstance(each, dict):
            inside = list(each.values())
        if isinstance(each, list | Seat | CardInPlay | MarketStack | Table | Random):
            found.add(id(each))
        for one in inside:
            changing(one, found)
        return found

    there = table.copy(table.players, Random(1))
    ours, theirs = changing(table, set()), changing(there, set())
    assert not ours & theirs
    assert len(ours) == len(theirs) > 40
    same = (int, str, frozenset)
    for name, value in parts(table).items():
        assert getattr(there, name) == value or not isinstance(value, same), name


def test_acts_are_values_valid_on_any_copy() -> None:
    known = catalogue()
    game = Settings((WORDS, CLAY), 3, round_limit=9)
    kinds: set[str] = set()

    class Trying:
        def act(self, table: Table, seat: Seat) -> Act:
            there = table.copy(table.players, Random(1))
            acts = list(legal_acts(table, seat))
            assert acts == list(legal_acts(there, there.seats[seat.number]))
            assert len({*acts}) == len(acts)
            kinds.update(type(act).__name__ for act in acts)
            return players[0].act(table, seat)

        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            return players[0].choose(table, seat, question)

    players = seat_players(["ai", "random"], game, known)
    play(set_up(game, known, [Trying(), players[1]]), game)
    assert kinds == {"Play", "Spend", "Shop", "Build", "Pass"}


def test_the_tokens_of_score_mode_are_copied() -> None:
    known = catalogue()
    game = Settings((CLAY,), 3)
    table = set_up(game, known, seat_players(["greedy"], game, known))
    mode = ScoreMode(table)
    mode.turn, mode.end = 3, 5
    table.variant = mode
    there = table.copy(table.players, Random(1))
    copy = there.variant
    assert isinstance(copy, ScoreMode)
    assert copy is not mode
    assert (copy.turn, copy.end) == (3, 5)
    copy.before_market(there)
    assert (copy.turn, mode.turn) == (2, 3)

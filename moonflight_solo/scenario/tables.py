"""Convert a game's table to a scenario, and lay out a scenario as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, get_args

from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue
from moonflight_solo.rules.editions import editions
from moonflight_solo.rules.game import MOST_SEATS, stream
from moonflight_solo.rules.moves import UNKNOWN_CARD
from moonflight_solo.rules.state import MARKET_STACKS, Card, CardInPlay, MarketStack, Seat, Table
from moonflight_solo.rules.state.cards import Ability, Trigger
from moonflight_solo.scenario.layouts import (
    CardNames,
    InPlay,
    Marks,
    PlacedCard,
    Scenario,
    SeatLayout,
    SettledCard,
    changed_fields,
    plain_data,
    settled_name,
)
from moonflight_solo.userfiles import make_folder, write_file
from moonflight_solo.values import IdentityValue
from moonflight_solo.wording.ast import Verb

PILE_FIELDS: Final = ("draw_deck", "discard_stack", "trash_stack", "supply")
"""The Stacks and Decks among a seat's fields, which list the top card first."""


def scenario_of(table: Table) -> Scenario:
    """Return the table as a scenario, with the acting seat's act to come."""
    turned = {stack.name: _turned_in(stack, table.turned) for stack in table.generic}
    return Scenario(
        edition=table.edition.edition,
        turned=table.turned,
        acting=table.acting + 1,
        first_player=table.first + 1,
        seats=tuple([_seat(seat, table.turned) for seat in table.seats]),
        generic={stack.name: len(stack.cards) for stack in table.generic if stack.cards},
        generic_turned={name: positions for name, positions in turned.items() if positions},
        more_acts=table.again,
    )


def _turned_in(stack: MarketStack, turned: bool) -> tuple[int, ...]:
    """Return the positions from the top of the Turned cards in a generic stack."""
    down = enumerate(reversed(stack.cards), 1)
    return tuple([position for position, card in down if card.turned != turned])


def _seat(seat: Seat, turned: bool) -> SeatLayout:
    def names(cards: Iterable[Card]) -> CardNames:
        return tuple([name_on_table(card, turned) for card in cards])

    return SeatLayout(
        seat.jack,
        names(seat.hand),
        tuple([_in_play(placed, seat, turned) for placed in seat.in_play]),
        names(reversed(seat.draw_deck)),
        names(reversed(seat.discard_stack)),
        names(reversed(seat.trash_stack)),
        names(reversed(seat.supply)),
        tuple([names(reversed(stack.cards)) for stack in seat.market]),
        seat.coins,
        seat.built,
        seat.shopped,
        {verb: names(seat.did[verb]) for verb in get_args(Verb) if verb in seat.did},
        seat.named,
        Marks(_used_numbers(seat.character), seat.character.stale),
    )


_TURNED: Final = " (Turned)"


def name_on_table(card: Card, turned: bool) -> str:
    """Return the name to write for a card on a table before or after the Turn.

    A card Turned apart from the table is marked so if its name is the same at both ends.
    """
    marked = card.turned != turned and card.flipped.name == card.name
    return card.name + _TURNED if marked else card.name


def _in_play(placed: CardInPlay, seat: Seat, turned: bool) -> InPlay:
    """Return a card in play by name, with what else must be known of it."""
    name = name_on_table(placed.card, turned)
    if not (placed.settled or placed.used or placed.stale):
        return name
    settled: list[str | SettledCard] = [name_on_table(card, turned) for card in placed.settled]
    for index, owner in placed.foreign:
        settled[index] = SettledCard(name_on_table(placed.settled[index], turned), owner + 1)
    return PlacedCard(name, tuple(settled), _used_numbers(placed), placed.stale)


def _used_numbers(placed: CardInPlay) -> tuple[int, ...]:
    effects = enumerate(_once_a_round(placed.card), 1)
    return tuple([number for number, effect in effects if effect in placed.used])


def _once_a_round(card: Card) -> list[Ability | Trigger]:
    """Return the once-a-round abilities and triggers of a card, as :class:`Marks` numbers them.

    Those at its other end come last: it may have been Turned since it used them.
    """
    ends = (card,) if card.is_character else (card, card.flipped)
    effects: list[Ability | Trigger] = []
    for end in ends:
        effects += [*end.abilities, *end.triggers]
    return [effect for effect in effects if effect.once]


def snapshot(table: Table) -> dict[str, Any]:
    """Return the whole table as plain data, with hidden zones and empty fields.

    It has the keys of ``docs/scenarios.md``, so it can be laid out as a scenario.
    """
    now = scenario_of(table)
    always = {*Scenario.__struct_fields__} - {"title", "expect", "more_acts", "generic_turned"}
    fields = changed_fields(now, Scenario(seats=()), always)
    always = {*SeatLayout.__struct_fields__} - {"done", "named", "character"}
    fields["seats"] = [changed_fields(seat, SeatLayout(""), always) for seat in now.seats]
    generic = {stack.name: len(stack.cards) for stack in table.generic}
    return plain_data({**fields, "generic": generic})


# ------------------------------------------------------------------------------------ laying out


def lay_out(scenario: Scenario, cards: Catalogue, document: Document | None = None) -> Table:
    """Lay out ``scenario`` as a table, without players.

    Uses the cards of ``cards``, whatever ``scenario.edition`` says. Raises :class:`DataError`, with
    the place in the ``document`` it was read from, if nobody is seated, a name is unknown, or there
    are more copies of a card than the game has.
    """
    return _Layout(scenario, cards, document).table()


class _Layout:
    """Lays out a scenario, counting the copies of each card."""

    def __init__(self, scenario: Scenario, cards: Catalogue, document: Document | None) -> None:
        self._scenario = scenario
        self._cards = cards
        self._document = document
        self._counts: Counter[Card] = Counter()
        self._last: dict[Card, tuple[str | int, ...]] = {}

    def table(self) -> Table:
        """Return the table, or raise at the first thing that is wrong with it."""
        scenario = self._scenario
        if not scenario.seats:
            raise self._error("nobody is seated", "give at least one seat", "seats")
        if len(scenario.seats) > MOST_SEATS:
            number = len(scenario.seats)
            problem = f"{number} seats are more than {MOST_SEATS}, the most at one table"
            raise self._error(problem, "remove the others", "seats", MOST_SEATS)
        seats = [self._seat(index, seat) for index, seat in enumerate(scenario.seats)]
        jacks = [seat.jack for seat in seats]
        numbers = self._generic()
        self._check_copies(jacks)
        generic = [self._stack(card, numbers[card]) for card in self._cards.generic]
        # Triggers and abilities of an unseated Jack's cards work like any other's.
        strangers = sorted({c.suit for c in self._counts if c.suit is not None}.difference(jacks))
        cards = self._cards.game_cards([*jacks, *strangers])
        table = Table(cards, tuple(seats), tuple(generic), (), stream(0, "decks"))
        table.first = self._seat_number(scenario.first_player, "first_player")
        table.acting = self._seat_number(scenario.acting, "acting")
        if scenario.more_acts < 0:
            raise self._error(f"{scenario.more_acts} more acts", "give 0 or more", "more_acts")
        table.again = scenario.more_acts
        if scenario.turned:
            table.turned = True
            table.watch()
        return table

    def _error(
        self, problem: str, remedy: str, *path: str | int, at_key: bool = False
    ) -> DataError:
        document = self._document
        if document is None:
            return DataError(None, problem, remedy)
        place = document.key_place(*path) if at_key else document.place(*path)
        return DataError(place, problem, remedy)

    def _seat(self, index: int, layout: SeatLayout) -> Seat:
        path = ("seats", index)
        try:
            jack = self._cards.jack(layout.jack)
        except UnknownName as error:
            problem = str(error).rstrip(".")
            raise self._error(problem, "seat a known Jack", *path, "jack") from None
        character = self._cards.suits[jack].character
        seat = Seat.of(index, jack, character.flipped if self._scenario.turned else character)
        seat.hand = self._take_cards(layout.hand, *path, "hand")
        seat.in_play = [
            self._card_in_play(card, *path, "in_play", place)
            for place, card in enumerate(layout.in_play)
        ]
        for pile in PILE_FIELDS:
            setattr(seat, pile, self._take_cards(getattr(layout, pile), *path, pile)[::-1])
        if len(layout.market) != MARKET_STACKS:
            remedy = "give three lists, empty ones too: [[], [], []]"
            raise self._error(f"{len(layout.market)} Market Stacks", remedy, *path, "market")
        for number, (stack, names) in enumerate(zip(seat.market, layout.market, strict=True)):
            stack.cards = self._take_cards(names, *path, "market", number)[::-1]
        if layout.coins < 0:
            raise self._error(f"{layout.coins} coin tokens", "give 0 or more", *path, "coins")
        seat.coins, seat.built, seat.shopped = layout.coins, layout.built, layout.shopped
        for verb, names in layout.done.items():
            # Something may have been done to a card that nobody has seen.
            seat.did[verb] = tuple(
                UNKNOWN_CARD
                if UNKNOWN_CARD.name in name
                else self._find_card(name, *path, "done", verb, number)
                for number, name in enumerate(names)
            )
        if layout.named:
            seat.named = self._find_card(layout.named, *path, "named").name
        self._mark(seat.character, layout.character, *path, "character")
        return seat

    def _mark(self, placed: CardInPlay, marks: Marks | PlacedCard, *path: str | int) -> None:
        """Note what a card has already done this round, and whether it was there at a Reset."""
        timed = _once_a_round(placed.card) if marks.used else ()
        for number, used in enumerate(marks.used):
            if not 1 <= used <= len(timed):
                once = f"{placed.card.name} has {len(timed)} things that it does once a round"
                problem = f"{once}, and none is number {used}"
                remedy = "count those from 1, or remove this"
                raise self._error(problem, remedy, *path, "used", number)
        placed.used = tuple([timed[used - 1] for used in marks.used])
        placed.stale = marks.past_reset

    def _generic(self) -> Counter[Card]:
        """Return the number of cards in each generic Market Stack."""
        numbers: Counter[Card] = Counter()
        for name, number in self._scenario.generic.items():
            path = ("generic", name)
            card = self._take_card(name, *path, at_key=True)
            before = card.flipped if card.turned else card
            if before not in self._cards.generic:
                raise self._error(f"{name} is not a generic card", "name generic cards here", *path)
            if number < 0:
                raise self._error(f"{number} copies of {name}", "give 0 or more", *path)
            self._counts[before] += number - 1  # _take_card has counted one
            numbers[before] = number
        return numbers

    def _stack(self, card: Card, number: int) -> MarketStack:
        """Return the Market Stack of a generic card, with its Turned cards Turned."""
        up = card.flipped if self._scenario.turned else card
        stack = MarketStack([up] * number, name=card.name)
        for index, position in enumerate(self._scenario.generic_turned.get(card.name, ())):
            if not 1 <= position <= number:
                problem = f"there is no card {position} in that Stack"
                raise self._error(problem, "count from 1", "generic_turned", card.name, index)
            stack.cards[-position] = up.other_end
        return stack

    def _seat_number(self, number: int, *path: str | int) -> int:
        seats = len(self._scenario.seats)
        if not 1 <= number <= seats:
            remedy = f"seats are counted from 1 to {seats}"
            raise self._error(f"there is no seat {number}", remedy, *path)
        return number - 1

    def _check_copies(self, jacks: Sequence[str]) -> None:
        """Raise `DataError` if there are more copies of a card than a game of these Jacks has."""
        for card, used in self._counts.items():
            seated = len(jacks) if card.suit is None else max(1, jacks.count(card.suit))
            most = card.copies * seated
            if used > most:
                problem = f"{used} copies of {card.name} where the game has {most}"
                raise self._error(problem, "remove the others", *self._last[card])

    def _card_in_play(self, layout: InPlay, *path: str | int) -> CardInPlay:
        """Return a card in play with those Settled on it, also other players' cards."""
        if isinstance(layout, str):
            return CardInPlay(self._take_card(layout, *path))
        card = self._take_card(layout.card, *path, "card")
        settled = self._take_cards([*map(settled_name, layout.settled)], *path, "settled")
        if settled and not card.stability:
            problem = f"{card.name} has no Stability, so nothing can be Settled on it"
            raise self._error(problem, "move these cards elsewhere", *path)
        placed = CardInPlay(card, settled)
        owners = [
            (index, self._seat_number(card.of, *path, "settled", index, "of"))
            for index, card in enumerate(layout.settled)
            if isinstance(card, SettledCard)
        ]
        placed.foreign = tuple([(index, owner) for index, owner in owners if owner != path[1]])
        self._mark(placed, layout, *path)
        return placed

    def _take_cards(self, names: Sequence[str], *path: str | int) -> list[Card]:
        return [self._take_card(name, *path, index) for index, name in enumerate(names)]

    def _take_card(self, name: str, *path: str | int, at_key: bool = False) -> Card:
        """Return the card called ``name``, counting one copy as used."""
        up = self._find_card(name, *path, at_key=at_key)
        before = up.flipped if up.turned else up
        self._counts[before] += 1
        self._last[before] = path
        return up

    def _find_card(self, name: str, *path: str | int, at_key: bool = False) -> Card:
        """Return the card called ``name``, with the end up that is up now.

        In an edition where cards Turn at different times, that is the end of that name.
        """
        turning, turned = self._cards.turning, self._scenario.turned
        marked = turning and name.endswith(_TURNED)
        try:
            ends = self._cards.either_end(name.removesuffix(_TURNED) if marked else name)
        except UnknownName as error:
            remedy = "use a card's name at either end"
            raise self._error(str(error).rstrip("."), remedy, *path, at_key=at_key) from None
        if turning and len(ends) == 1:
            return ends[0]
        return ends[0] if ends[0].turned == (turned != marked) else ends[0].flipped


# --------------------------------------------------------------------------------------- files


class ScenarioFile(IdentityValue):
    """A scenario, the cards to lay it out with, and the file it was read from, if any."""

    scenario: Scenario
    cards: Catalogue
    document: Document | None = None

    @property
    def file(self) -> str:
        """The file's name, as given; "" without a file."""
        return self.document.file if self.document else ""

    def table(self) -> Table:
        """Return a new table laid out from the scenario."""
        return lay_out(self.scenario, self.cards, self.document)


def load_scenario(path: str | Path, more: tuple[Path, ...] = ()) -> ScenarioFile:
    """Load a scenario file; ``more`` are further card files.

    Raises an error with file, line and column for a wrong shape, an unknown name, or more copies of
    a card than the game has.
    """
    document = read_document(path)
    scenario = convert(document, Scenario)
    if scenario.edition not in editions():
        raise DataError(
            document.place("edition"),
            f'there is no edition "{scenario.edition}"',
            f"choose one of: {', '.join(editions())}",
        )
    loaded = ScenarioFile(scenario, catalogue(scenario.edition, more), document)
    loaded.table()
    return loaded


def save_scenario(directory: Path, name: str, scenario: Scenario, note: str = "") -> Path:
    """Write a scenario to ``directory``, creating it if needed; return the file's path.

    ``note`` becomes a comment at the top of the file.
    """
    make_folder(directory)
    path = directory / f"{name}.yaml"
    comment = "".join(f"# {line}\n" for line in note.splitlines())
    write_file(path, comment + in_yaml(scenario, 98))
    return path


def in_yaml(scenario: Scenario, width: int) -> str:
    """Return the scenario as YAML, in lines of about ``width`` characters."""
    import yaml  # slow to import, and rarely needed

    words: str = yaml.safe_dump(
        scenario.written(),
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=width,
    )
    return words

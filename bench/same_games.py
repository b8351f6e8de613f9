"""Whether two ways of following the printed AI cards play the same games, seed by seed.

    PYTHONPATH=tests python bench/same_games.py fixed FIRST LAST
    PYTHONPATH=tests python bench/same_games.py by-hand FIRST LAST
    PYTHONPATH=tests python bench/same_games.py phone FIRST LAST
    PYTHONPATH=tests python bench/same_games.py phone-examples FIRST LAST

`fixed` plays the print, and asks the print as `ai fix` has it at every act and question; `by-hand`
plays the engine beside `follow` answered truthfully; `phone` clicks the same on the page of
`follow --html` in Chromium, and `phone-examples` does so with the example Jacks: the seeds from
FIRST to LAST - 1. It prints each that differs and how many there were, and ends with 1 if any did.
docs/check.md and docs/follow.md have what came of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from browser import browser
from by_hand_player import Agreement, FollowedByHand
from phone_player import followed_on_a_phone

from moonflight_solo.ai_cards.card import AICard, ai_card_files, load_ai_card, read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.fix.fixer import fix_card
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import parse_document
from moonflight_solo.own_jacks import own_jack
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Act, Question, Seat, Table

CARDS = catalogue()
EXAMPLES = Path(__file__).parent.parent / "examples"
ROUNDS = 60
EVERY = 1000
"""Number of games between progress reports."""


def main() -> None:
    """Play, and exit with 1 if any games differ."""
    try:
        way, (first, last) = WAYS[sys.argv[1]], map(int, sys.argv[2:])
    except (IndexError, KeyError, ValueError):
        sys.exit(__doc__)
    differ = sum(1 for _ in way(range(first, last)))
    print(f"{last - first} games, {differ} that differ")
    sys.exit(differ > 0)


class _Both:
    """Follows the print, and asks the cleaned card the same at every act and question."""

    def __init__(self, print_: AICard, clean: AICard) -> None:
        self._print, self._clean = (AICardPlayer(card, CARDS) for card in (print_, clean))
        self.parted = 0

    def act(self, table: Table, seat: Seat) -> Act:
        act = self._print.act(table, seat)
        self.parted += act != self._clean.act(table, seat)
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        answer = self._print.choose(table, seat, question)
        self.parted += list(answer) != list(self._clean.choose(table, seat, question))
        return answer


def _fixed(seeds: range) -> Iterator[int]:
    players = [_Both(*cards) for cards in zip(_printed(), _cleaned(), strict=True)]
    for seed in _told(seeds):
        settings = Settings(tuple(card.jack for card in _printed()), seed, round_limit=ROUNDS)
        before = sum(each.parted for each in players)
        play(set_up(settings, CARDS, players), settings)
        if sum(each.parted for each in players) > before:
            print(f"seed {seed} differs")
            yield seed


def _by_hand(seeds: range) -> Iterator[int]:
    heard = Agreement()
    for seed in _told(seeds):
        settings = Settings(tuple(card.jack for card in _printed()), seed, round_limit=ROUNDS)
        wrong = len(heard.wrong)
        players = [FollowedByHand(card, CARDS, printed_rulings(), heard) for card in _printed()]
        play(set_up(settings, CARDS, players), settings)
        if len(heard.wrong) > wrong:
            print(f"seed {seed} differs: {heard.wrong[wrong]}")
            yield seed
    print(f"{heard.acts} acts, {heard.questions / heard.acts:.3f} questions an act")


def _phone(seeds: range) -> Iterator[int]:
    return _on_a_phone(seeds, lambda seed: (CARDS, _printed()))


def _phone_examples(seeds: range) -> Iterator[int]:
    """Two of the example Jacks at a time, each beside each in turn."""
    owns = [own_jack(folder) for folder in sorted(EXAMPLES.iterdir()) if folder.is_dir()]
    pairs = [*combinations(owns, 2)]

    def at_table(seed: int) -> tuple[Catalogue, Sequence[AICard]]:
        pair = pairs[seed % len(pairs)]
        files = [*data_files("cards"), *(each.cards for each in pair)]
        cards = Catalogue(edition_named("prototype"), files)
        return cards, [load_ai_card(each.ai, cards) for each in pair if each.ai is not None]

    return _on_a_phone(seeds, at_table)


def _on_a_phone(
    seeds: range, at_table: Callable[[int], tuple[Catalogue, Sequence[AICard]]]
) -> Iterator[int]:
    with TemporaryDirectory() as folder, browser(Path(folder) / "profile") as page:
        for seed in _told(seeds):
            cards, ai_cards = at_table(seed)
            heard, acts, wrong = followed_on_a_phone(
                page, Path(folder), list(ai_cards), cards, range(seed, seed + 1), 1
            )
            if wrong or heard.wrong:
                print(f"seed {seed} differs: {[*wrong, *heard.wrong][0]}")
                yield seed
            print(f"seed {seed}: {acts} acts, {heard.questions} questions", flush=True)


WAYS: dict[str, Callable[[range], Iterator[int]]] = {
    "fixed": _fixed,
    "by-hand": _by_hand,
    "phone": _phone,
    "phone-examples": _phone_examples,
}


@cache
def _printed() -> tuple[AICard, ...]:
    return tuple(load_ai_card(path, CARDS) for path in ai_card_files().values())


@cache
def _cleaned() -> tuple[AICard, ...]:
    cards = []
    for path in ai_card_files().values():
        text = fix_card(path.read_text("utf-8"), str(path), Basis(CARDS)).text
        cards.append(read_ai_card(parse_document(text, str(path)), CARDS))
    return tuple(cards)


def _told(seeds: range) -> Iterator[int]:
    for number, seed in enumerate(seeds):
        if number % EVERY == 0:
            print(f"seed {seed}", file=sys.stderr, flush=True)
        yield seed


if __name__ == "__main__":
    main()

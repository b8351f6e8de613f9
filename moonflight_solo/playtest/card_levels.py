"""Levels to print: variants of an AI card, each at most two changes from it, from gentle to hard.

Single changes race on common seeds, then pairs of the gentlest and of the hardest. What is left
plays fresh seeds, and only variants that are surely apart from their neighbours are levels.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.player_kinds import AI
from moonflight_solo.playtest.racing import (
    FRESH,
    Combination,
    PlayedGames,
    changes_of,
    log_odds,
    play_games,
    stalls,
)
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import ShareOut, workers
from moonflight_solo.playtest.single_changes import (
    SingleChange,
    go_together,
    single_changes,
    with_changes,
)
from moonflight_solo.playtest.statistics import difference_of_shares, point_for
from moonflight_solo.playtest.summaries.comparing import PlayerRating, Result, ratings, seat_wins
from moonflight_solo.playtest.summaries.figures import Figures, Share
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.userfiles import make_folder, refuse_existing_folder, write_file

LEVEL_PLAYERS: Final = ("greedy", AI, "search=10")
"""The kinds of players that every level is measured against."""

_FEWER: Final = {AI: 2, "greedy": 100, "search=10": 200}
"""The part of the budget, 1 in so many, that all finalists together play against the AI card, and
that each level then plays against each other kind of player."""

_MOST_LEVELS: Final = 5
_POOL: Final = 7
"""The gentlest and the hardest single changes, of which pairs are made."""

_FINALISTS: Final = 10
_WIDE: Final = 2.0
"""How far a level may be from the printed card, in log odds: some 350 points of Elo."""

_TITLE: Final = re.compile(r"^title:.*$", re.MULTILINE)


class FacedPlayer(NamedTuple):
    """A kind of player against a level: the share of games it wins, and the card's Elo above it.

    ``rating`` is ``None`` if no game ended.
    """

    player: str
    wins: Share
    rating: PlayerRating | None


class CardLevel(NamedTuple):
    """A level: its ``changes``, none for the printed card, and how each kind of player fares."""

    changes: tuple[str, ...]
    faced: tuple[FacedPlayer, ...]


class LevelSearch:
    """A search for levels of the AI card in the first seat of a plan, against the second.

    About ``budget`` games are played between AI cards. Raises :class:`UsageError` unless two
    different Jacks are seated, both with AI cards.
    """

    def __init__(self, plan: Plan, budget: int) -> None:
        self.plan, self.budget = replace(plan, detail_every=0, others=()), budget
        self._run = run_of(self.plan)
        jacks = {seat.jack for seat in plan.seats}
        if len(jacks) != 2 or len(self._run.by_ai_cards) != 2:
            raise UsageError("an AI card is measured against another Jack's AI card; name another.")
        self.jack = plan.seats[0].jack
        self.singles = single_changes(self._run, [f"{self.jack}:ai"])
        self.raced: dict[Combination, PlayedGames] = {}
        self._faced: dict[str, dict[Combination, PlayedGames]] = {}
        self._finalists: list[Combination] = []

    def search(self, jobs: int) -> Generator[int, None, None]:
        """Play in so many processes, and yield numbers of games as they are done.

        If it is not carried on, what is known until then stays so.
        """
        with workers(jobs, partial(run_of, self.plan)) as share_out:
            yield from self._races(share_out)

    def _races(self, share_out: ShareOut) -> Iterator[int]:
        every = self.singles
        singles: list[Combination] = [(number,) for number in range(len(every))]
        each, first = max(1, self.budget // 3 // (1 + len(singles))), self.plan.seed
        yield from play_games(self.raced, self.plan, every, [(), *singles], first, each, share_out)
        ranked = self._in_order(_tallies(self.raced))
        pairs = [
            tuple(sorted((*one, *other)))
            for side in (ranked[:_POOL], ranked[-_POOL:])
            for one, other in combinations(side, 2)
            if one and other and go_together(self.changes((*one, *other)))
        ]
        yield from play_games(self.raced, self.plan, every, pairs, first, each, share_out)
        self._finalists, first = [(), *self._spread()], first + FRESH
        (own, rival), levels = self.plan.seats, self._finalists
        for player, fewer in _FEWER.items():
            plan = replace(self.plan, seats=(own, replace(rival, player=player)))
            faced = self._faced.setdefault(player, {})
            games = max(1, self.budget // fewer // (len(levels) if player == AI else 1))
            yield from play_games(faced, plan, every, levels, first, games, share_out)
            levels = self._levels()

    def changes(self, variant: Combination) -> tuple[SingleChange, ...]:
        """Return the changes of a variant."""
        return changes_of(self.singles, variant)

    def _in_order(self, tallies: Mapping[Combination, Tally]) -> list[Combination]:
        """Return variants from gentle to hard.

        Not those that are too far from the printed card to be an opponent, nor those with which
        surely more games never end.
        """

        def is_level(own: Tally) -> bool:
            beside = tallies[()]
            return not stalls(own, beside) and abs(_odds(own) - _odds(beside)) <= _WIDE

        ranked = [each for each, own in tallies.items() if is_level(own)]
        return sorted(ranked, key=lambda each: (_odds(tallies[each]), each))

    def _spread(self) -> list[Combination]:
        """Return the finalists: variants spread evenly over the strengths that were raced."""
        raced = _tallies(self.raced)
        ranked = self._in_order(raced)
        odds = {each: _odds(raced[each]) for each in ranked}
        low, high = odds[ranked[0]], odds[ranked[-1]]
        left = [each for each in ranked if each]
        finalists: list[Combination] = []
        for step in range(_FINALISTS):
            aim = low + (high - low) * step / (_FINALISTS - 1)
            left = [each for each in left if each not in finalists]
            finalists += sorted(left, key=lambda each: (abs(odds[each] - aim), len(each), each))[:1]
        return finalists

    def apart(self, fresh: Mapping[Combination, Tally]) -> list[Combination]:
        """Return the printed card and variants that are surely apart from their neighbours.

        From gentle to hard, as measured in ``fresh`` games, whoever won those that never ended.
        """
        ranked = self._in_order(fresh)
        # Any two of them may be compared.
        z = point_for(max(1, len(ranked) * (len(ranked) - 1) // 2))

        def gap(gentle: Combination, hard: Combination) -> bool:
            one, other = fresh[gentle], fresh[hard]
            most, least = one["seat", 0, "won"] + one["unfinished",], other["seat", 0, "won"]
            return difference_of_shares(most, one["games",], least, other["games",], z).low > 0

        levels, at = list[Combination]([()]), ranked.index(())
        for each in ranked[at + 1 :]:
            levels += [each] if gap(levels[-1], each) else []
        for each in reversed(ranked[:at]):
            levels[:0] = [each] if gap(each, levels[0]) else []
        while len(levels) > _MOST_LEVELS:
            at = levels.index(())
            levels.pop(at + 1 if len(levels) - at > at + 1 else at - 1)
        return levels

    # -- results

    @property
    def fresh(self) -> bool:
        """Whether levels are measured on seeds that nothing was chosen by."""
        fresh = self._faced.get(AI, {})
        return bool(self._finalists) and all(each in fresh for each in self._finalists)

    def _levels(self) -> list[Combination]:
        """Return the levels as far as they are known; none without games of the printed card."""
        tallies = _tallies(self._faced[AI] if self.fresh else self.raced)
        return self.apart(tallies) if () in tallies else []

    def levels(self) -> list[CardLevel]:
        """Return the levels from gentle to hard, and the players that all of them have faced."""
        levels = self._levels()
        faced = self._faced if self.fresh else {AI: self.raced}
        players = {each: faced.get(each, {}) for each in LEVEL_PLAYERS}
        whole = [who for who, games in players.items() if all(each in games for each in levels)]
        return [
            CardLevel(
                tuple(change.label for change in self.changes(level)),
                tuple(self._result(who, players[who][level].tally) for who in whole),
            )
            for level in levels
        ]

    def _result(self, player: str, tally: Tally) -> FacedPlayer:
        figures = Figures(tally, self.plan)
        wins, _, _ = seat_wins(figures, -1, 1)
        won, lost = (tally["seat", seat, "won"] for seat in (0, 1))
        strengths = ratings([Result(self.jack, won, lost, tally["unfinished",])])
        rating = next((each for each in strengths if each.player != AI), None)
        return FacedPlayer(player, wins, rating)

    def write(self, folder: Path) -> list[Path]:
        """Write each level's AI card into a new folder, with the level in its title.

        Raises :class:`UsageError` for a folder that exists, and :class:`MoonflightError` for one
        that cannot be made.
        """
        refuse_existing_folder(folder)
        make_folder(folder)
        card, levels, paths = self._run.by_ai_cards[0][1], self._levels(), []
        for number, level in enumerate(levels, 1):
            files = with_changes(self._run, self.changes(level)).ai_files
            text = next((each.text for each in files if each.name == card.file), card.document.text)
            title = f"{card.title}, level {number} of {len(levels)}"
            title = f"title: {json.dumps(title, ensure_ascii=False)}"
            text = _TITLE.sub(title, text) if _TITLE.search(text) else f"{title}\n{text}"
            paths.append(folder / f"{number}.yaml")
            write_file(paths[-1], text)
        return paths


def _tallies(played: Mapping[Combination, PlayedGames]) -> dict[Combination, Tally]:
    return {each: games.tally for each, games in played.items()}


def _odds(tally: Tally) -> float:
    """Return the log odds of the first seat, an unfinished game counted as half won."""
    won = tally["seat", 0, "won"] + tally["unfinished",] / 2
    return log_odds((won + 0.5) / (tally["games",] + 1))

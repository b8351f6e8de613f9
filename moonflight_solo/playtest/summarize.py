"""A summary made from what was counted in games of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from moonflight_solo import __version__
from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.alternatives import Alternative, alternatives, side_name
from moonflight_solo.playtest.games import first_difference
from moonflight_solo.playtest.instrument import phrases
from moonflight_solo.playtest.plan import KIND, Plan, Treatment, playtest_command, watch_command
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.runner import WorkUnit, joined
from moonflight_solo.playtest.statistics import (
    Estimate,
    Moments,
    difference,
    mean_share,
    paired_difference,
    quantile,
    wilson,
)
from moonflight_solo.playtest.tally import KEPT, Key, Tally
from moonflight_solo.scoremode import RANKS
from moonflight_solo.wording.english import english

FORMAT: Final = 1
QUANTILES: Final = (5, 25, 50, 75, 95)


def summarize(tally: Tally, plan: Plan, played: Sequence[WorkUnit] | None = None) -> s.Summary:
    """Return all that a tally of games of ``plan`` says.

    ``played`` says which games those are, in any order; without it, the first so many. Raises
    what :class:`~moonflight_solo.playtest.run.Run` does.
    """
    units = played or [WorkUnit(plan.seed, tally[("games",)])]
    return _Summarizer(tally, run_of(plan)).summary(units)


def compared(summary: s.Summary, plan: Plan, here: str, there: str) -> s.Comparison:
    """Return the summary of a plan with one treatment as a comparison of ``here`` and ``there``.

    The games of its examples are played again, to see where they part.
    """
    (treatment,), (other,) = plan.others, summary.others
    examples = tuple(
        msgspec.structs.replace(each, first_difference=first_difference(plan, treatment, each.seed))
        for each in other.examples
    )
    other = msgspec.structs.replace(other, examples=examples)
    priced = (
        msgspec.structs.replace(each, price=each.price and other) for each in summary.otherwise
    )
    fields = msgspec.structs.asdict(summary)
    fields |= {"others": (other,), "otherwise": tuple(priced)}
    return s.Comparison(**fields, here=here, there=there)


class _Summarizer:
    """Makes the parts of a summary from what was counted in the games of a run."""

    def __init__(self, tally: Tally, run: Run) -> None:
        self.tally = tally
        self.plan = run.plan
        self.run = run
        self.games, self.finished = tally[("games",)], tally[("finished",)]
        self.ai_cards = [(n, card) for n, card in enumerate(run.ai_cards) if card is not None]

    # --------------------------------------------------------------------------- small parts

    def examples(self, seeds: Iterable[int]) -> tuple[s.ExampleGame, ...]:
        """Return games to look at, each with the command that shows it."""
        return tuple(
            s.ExampleGame(seed=seed, command=watch_command(self.plan, seed)) for seed in seeds
        )

    def count(self, *key: str | int) -> s.Counted:
        """Return how often ``key`` was counted."""
        return s.Counted(count=self.tally[key], examples=self.examples(self.tally.seeds(key)))

    def share(self, of: int, *key: str | int) -> s.Share:
        """Return which share of ``of`` was counted under ``key``, with Wilson's interval."""
        return s.Share(**self._share(of, key))

    def share_of(self, of: int, keys: Sequence[Key]) -> s.Share:
        """Return which share of ``of`` was counted under ``keys`` together."""
        return s.Share(**self._share(of, *keys))

    def _share(self, of: int, *keys: Key) -> dict[str, Any]:
        """Return the fields of a share. What is no share of ``of`` has no interval."""
        count = sum(self.tally[key] for key in keys)
        seeds = sorted({seed for key in keys for seed in self.tally.seeds(key)})
        found = wilson(count, of) if 0 < of >= count else None
        return {
            "count": count,
            "examples": self.examples(seeds[:KEPT] if len(keys) > 1 else seeds),
            "of": of,
            "share": found and found.value,
            "low": found and found.low,
            "high": found and found.high,
        }

    def below(self, *at: str | int) -> list[str]:
        """Return the steps counted below ``at``, the most often counted first."""
        steps = sorted(self.tally.below(*at).items(), key=lambda each: (-each[1], str(each[0])))
        return [str(step) for step, _ in steps]

    def what_shares(self, of: int, at: str) -> tuple[s.WhatShare, ...]:
        """Return the share of everything counted below ``at``, the largest first."""
        return tuple(
            s.WhatShare(what=what, **self._share(of, (at, what))) for what in self.below(at)
        )

    def spread(self, *at: str | int) -> s.Spread:
        """Return how the whole numbers counted a step below ``at`` are spread."""
        histogram = self.tally.histogram(*at)
        moments = Moments.of(histogram)
        mean = moments.mean()
        return s.Spread(
            games=moments.number,
            mean=mean.value if mean else None,
            low=mean.low if mean and moments.vary else None,
            high=mean.high if mean and moments.vary else None,
            deviation=moments.deviation,
            least=min(histogram, default=None),
            most=max(histogram, default=None),
            quantiles={str(each): quantile(histogram, each) for each in QUANTILES},
            histogram=tuple(
                s.Bin(
                    value=value,
                    count=count,
                    examples=self.examples(self.tally.seeds((*at, value))),
                )
                for value, count in sorted(histogram.items())
            ),
        )

    # ------------------------------------------------------------------------- the whole games

    def summary(self, played: Iterable[WorkUnit]) -> s.Summary:
        """Return the whole summary of the games ``played``."""
        tally, plan, games = self.tally, self.plan, self.games
        others = tuple(self.treatment(number, each) for number, each in enumerate(plan.others))
        came: list[Key] = [("turn", number) for number in tally.below("turn")]
        return s.Summary(
            kind=KIND,
            format=FORMAT,
            program=f"moonflight-solo {__version__}",
            digest=plan.digest(),
            plan=self.planned(),
            games=games,
            seeds=tuple((unit.first, unit.games) for unit in joined(played) if unit.games),
            finished=self.share(games, "finished"),
            unfinished=self.share(games, "unfinished"),
            detailed_games=tally[("detailed",)],
            ended_by=self.what_shares(games, "ended by"),
            won_by=self.what_shares(self.finished, "won by"),
            rounds=self.spread("rounds"),
            turn=s.TurnSummary(came=self.share_of(games, came), round=self.spread("turn")),
            acts_a_game=tally[("acts",)] / games if games else None,
            first_player=self.first_player(),
            ranks=tuple(
                s.RankShare(
                    rank=rank.name,
                    saying=rank.saying,
                    scores=rank.scores,
                    **self._share(self.finished, ("rank", rank.name)),
                )
                for rank in (RANKS if plan.score_mode else ())
            ),
            seats=tuple(self.seat(number) for number in range(len(plan.seats))),
            ai_cards=tuple(self.ai_card(number, card) for number, card in self.ai_cards),
            decided=self.decided(),
            detailed_acts=tuple(
                s.DetailedActs(
                    seat=number + 1,
                    acts=tally[("seat", number, "acts")],
                    answers=tally[("seat", number, "answers")],
                )
                for number, _ in self.ai_cards
            ),
            otherwise=tuple(
                self.alternative(number, way, others)
                for number, way in enumerate(alternatives(self.run))
            ),
            others=others,
        )

    def planned(self) -> s.PlanSummary:
        """Return what was played."""
        plan = self.plan
        return s.PlanSummary(
            seats=tuple(s.SeatName(**self._name(number)) for number in range(len(plan.seats))),
            seed=plan.seed,
            edition=plan.edition,
            edition_title=self.run.catalogue.edition.title,
            first=plan.first,
            rulings=dict(sorted(plan.rulings.items())),
            rounds=plan.round_limit,
            score_mode=plan.score_mode,
            detail_every=plan.detail_every,
            ai_files=tuple(file.name for file in plan.ai_files),
            card_files=tuple(file.name for file in plan.card_files),
            command=playtest_command(plan, self.games),
        )

    def _name(self, number: int) -> dict[str, Any]:
        """Return the fields of a seat's name."""
        seat, title = self.plan.seats[number], self.plan.titles[number]
        return {"seat": number + 1, "jack": seat.jack, "title": title, "player": seat.player}

    def first_player(self) -> s.FirstPlayer | None:
        """Return what going first was worth; ``None`` for one seat."""
        number = len(self.plan.seats)
        if number < 2:
            return None
        fair = 1 / number
        keys: list[Key] = [("seat", seat, "first won") for seat in range(number)]
        begun = [(self.tally[key], self.tally[(*key[:2], "first")]) for key in keys]
        # Every seat weighs alike: else a strong deck that the lot let begin more often, or always
        # (--first), would look like an advantage of going first.
        known = all(games for _, games in begun)
        advantage = _apart(mean_share(begun), fair) if known else s.Change()
        wins = self.share_of(self.finished, keys)
        return s.FirstPlayer(wins=wins, fair=fair, advantage=advantage)

    def seat(self, number: int) -> s.SeatSummary:
        """Return how a seat, from 0, fared."""
        tally, finished, at = self.tally, self.finished, ("seat", number)
        wins, began = tally[(*at, "won")], tally[(*at, "first")]
        began_won, later = tally[(*at, "first won")], finished - began
        known = began and later > 0
        gain = difference(wins - began_won, later, began_won, began) if known else None
        return s.SeatSummary(
            **self._name(number),
            wins=self.share(finished, *at, "won"),
            score=self.spread(*at, "score"),
            when_first=self.share(began, *at, "first won"),
            when_not_first=self.share(later, *at, "later won"),
            gain_by_going_first=_apart(gain),
            brought_the_end=self.share(finished, *at, "brought the End"),
            cards=self.cards(number),
        )

    def cards(self, number: int) -> tuple[s.CardSummary, ...]:
        """Return every card that can be bought or scored in the game, the most bought first."""
        tally, games, finished = self.tally, self.games, self.finished
        rows = []
        for card in self.run.catalogue.cards_for([seat.jack for seat in self.plan.seats]):
            if card.is_character:
                continue
            bought, held, points, won_of = (
                tally[("seat", number, what, card.name)]
                for what in ("bought", "held", "points", "bought, finished")
            )
            row = s.CardSummary(
                name=card.name,
                turned=card.flipped.name,
                suit=card.suit,
                cost=card.cost,
                bought=bought,
                bought_a_game=bought / games if games else None,
                bought_in=self.share(games, "seat", number, "bought in", card.name),
                won_when_bought=self.share(won_of, "seat", number, "bought, won", card.name),
                held=held,
                held_a_game=held / finished if finished else None,
                points=points,
                points_a_game=points / finished if finished else None,
            )
            rows.append(row)
        return tuple(sorted(rows, key=lambda row: (-row.bought, -row.points, row.name)))

    # ---------------------------------------------------------------------------- the AI cards

    def ai_card(self, seat: int, card: AICard) -> s.AICardSummary:
        """Return how every line of the AI card in a seat, from 0, fared."""
        detailed = self.tally[("detailed",)]
        lines = tuple(self.line(card, seat, place) for place in range(len(card.lines)))
        never = [line for line in lines if not line.followed.count]
        return s.AICardSummary(
            seat=seat + 1,
            jack=card.jack,
            title=card.title,
            file=next((file.name for file in self.plan.ai_files if file.name == card.file), ""),
            printed=card.printed,
            lines=lines,
            never_followed=tuple(_named(line) for line in never if line.counts),
            never_followed_in_detail=tuple(
                _named(line) for line in never if detailed and not line.counts
            ),
            never_decisive=tuple(
                s.IdlePhrase(side=line.side, number=line.number, words=phrase.words)
                for line in lines
                for phrase in line.detail.phrases
                if phrase.idle
            ),
        )

    def line(self, card: AICard, seat: int, place: int) -> s.LineSummary:
        """Return how one line of an AI card fared, in all games or in detail as it is counted."""
        line = card.lines[place]
        counts = line.printed.section == "action" and not line.printed.parent
        at: Key = ("line" if counts else "detail", seat, place)
        if counts:
            true, followed = self.count(*at, "true"), self.count(*at, "followed")
        else:
            held: list[Key] = [
                (*at, "status", status)
                for status in self.below(*at, "status")
                if status != "condition-false"
            ]
            of_held = self.share_of(0, held)
            true = s.Counted(count=of_held.count, examples=of_held.examples)
            followed = self.count(*at, "status", "followed")
        games = self.tally[("games",) if counts else ("detailed",)]
        compiled = (each.rulings for each in self.run.lines(card) if each.line is line)
        return s.LineSummary(
            side=side_name(line.printed.turned),
            section=line.printed.section,
            number=line.number,
            words=line.words,
            means=english(line.meaning),
            by=line.reading.by,
            rulings=next(compiled, line.ruled_by),
            counts=counts,
            looked_at=self.count(*at, "looked at"),
            condition_true=true,
            followed=followed,
            followed_in=self.share(games, *at, "followed in"),
            detail=self.detail(line, ("detail", seat, place)),
        )

    def detail(self, line: AILine, at: Key) -> s.LineDetail:
        """Return what is seen of a line by looking closely."""
        looked_at = self.tally[(*at, "looked at")]
        found = []
        for number, phrase in enumerate(phrases(line)):
            of_phrase: Key = (*at, "phrase", number)
            seen = self.tally[(*of_phrase, "looked at")]
            true, decisive = (self.share(seen, *of_phrase, what) for what in ("true", "decisive"))
            found.append(
                s.PhraseSummary(
                    kind=phrase.kind,
                    words=phrase.words,
                    looked_at=seen,
                    true=true,
                    decisive=decisive,
                )
            )
        return s.LineDetail(
            looked_at=looked_at,
            blocked=tuple(
                s.BlockedShare(status=status, **self._share(looked_at, (*at, "status", status)))
                for status in self.below(*at, "status")
                if status != "followed"
            ),
            phrases=tuple(found),
            ties=self.count(*at, "ties"),
            defaults=self.count(*at, "defaults"),
        )

    def decided(self) -> tuple[s.RulingShare, ...]:
        """Return how often each ruling decided, the most often first."""
        rows = []
        rulings = {ruling.id: ruling for ruling in self.run.rulings.by_id.values()}
        for number, card in self.ai_cards:
            rulings.update({ruling.id: ruling for ruling in card.rulings})
            for what in ("words", "tie", "default", "gap"):
                of = self.tally[("seat", number, "answers" if what == "default" else "acts")]
                for ruling in self.below("decided", number, what):
                    known = rulings.get(ruling)
                    row = s.RulingShare(
                        seat=number + 1,
                        what=what,
                        ruling=ruling,
                        question=known.question if known else "",
                        decision=(known.ruling or known.reads) if known else "",
                        **self._share(of, ("decided", number, what, ruling)),
                    )
                    rows.append(row)
        return tuple(sorted(rows, key=lambda row: (row.seat, row.what, -row.count, row.ruling)))

    # --------------------------------------------------------------------- the same seeds again

    def alternative(
        self, number: int, way: Alternative, others: Sequence[s.TreatmentSummary]
    ) -> s.AlternativeSummary:
        """Return how often another reading or ruling would have acted otherwise."""
        card = self.run.ai_cards[way.seat]
        line = card.lines[way.place] if card is not None and way.place is not None else None
        acts, label = self.tally[("seat", way.seat, "acts")], way.treatment.label
        return s.AlternativeSummary(
            seat=way.seat + 1,
            label=label,
            what=way.treatment.what,
            ruling=way.ruling,
            choice=way.choice,
            side=side_name(line.printed.turned) if line else "",
            line=line.number if line else "",
            means=way.means,
            acts=self.share(acts, "otherwise", number, "acts"),
            games=self.share(self.tally[("detailed",)], "otherwise", number, "games"),
            price=next((other for other in others if other.label == label), None),
        )

    def treatment(self, number: int, other: Treatment) -> s.TreatmentSummary:
        """Return what came of the same seeds played another way."""
        at: Key = ("other", number)
        games, pairs = self.tally[(*at, "games")], self.tally[(*at, "pairs")]
        there = self.plan.treated(other)
        return s.TreatmentSummary(
            label=other.label,
            what=other.what,
            games=games,
            pairs=pairs,
            unfinished_here=self.share(games, *at, "unfinished", "here"),
            unfinished_other=self.share(games, *at, "unfinished", "there"),
            came_out_otherwise=self.share(pairs, *at, "otherwise"),
            seats=tuple(
                self.paired((*at, "seat", seat), seat, pairs)
                for seat in range(len(self.plan.seats))
            ),
            examples=tuple(
                s.PairExample(
                    seed=seed,
                    command=watch_command(self.plan, seed),
                    other_command=watch_command(there, seed),
                )
                for seed in self.tally.seeds((*at, "otherwise"))
            ),
        )

    def paired(self, at: Key, seat: int, pairs: int) -> s.PairedSeat:
        """Return what a seat, from 0, won both ways."""
        both, here, there, neither = (
            self.tally[(*at, what)] for what in ("both", "only here", "only there", "neither")
        )
        scores = Moments.of(self.tally.histogram(*at, "score"))
        points = _apart(scores.mean())
        if not scores.vary:
            points = s.Change(difference=points.difference)
        return s.PairedSeat(
            seat=seat + 1,
            title=self.plan.titles[seat],
            wins_here=self.share_of(pairs, [(*at, "both"), (*at, "only here")]),
            wins_other=self.share_of(pairs, [(*at, "both"), (*at, "only there")]),
            win_difference=_apart(paired_difference(both, here, there, neither) if pairs else None),
            score_difference=points,
            only_here=self.count(*at, "only here"),
            only_other=self.count(*at, "only there"),
        )


def _apart(found: Estimate | None, than: float = 0.0) -> s.Change:
    """Return how much more ``found`` is ``than`` another value, with its interval."""
    if found is None:
        return s.Change()
    return s.Change(difference=found.value - than, low=found.low - than, high=found.high - than)


def _named(line: s.LineSummary) -> s.LineName:
    return s.LineName(side=line.side, section=line.section, number=line.number)

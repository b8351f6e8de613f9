"""Practice: the positions stand as they were measured, and what is missed comes back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from click.testing import CliRunner

from moonflight_solo.cli import main
from moonflight_solo.coach.practice import Position, Practice, shipped
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.notation import notation

TODAY = date(2030, 1, 1)


@pytest.mark.parametrize("position", shipped(), ids=lambda each: each.name)
def test_a_position_offers_the_acts_that_were_measured(position: Position) -> None:
    table = position.table(catalogue())
    seat = table.seats[0]
    assert {notation(act, table, seat) for act in candidate_acts(table, seat)} == {*position.costs}
    assert table.acting == 0
    assert all(cost.low > 0 for act, cost in position.costs.items() if act != position.best)


def test_what_is_missed_comes_back_tomorrow_and_what_is_found_later_and_later() -> None:
    first, second = shipped()[:2]
    practice = Practice.read()
    assert practice.due(TODAY)[0] == first
    assert practice.told(TODAY) == ""
    practice.answered(first, TODAY, right=False)
    practice.answered(second, TODAY, right=True)
    again = Practice.read()
    assert not {first.name, second.name} & {each.name for each in again.due(TODAY)}
    assert again.due(TODAY + timedelta(1))[0] == first
    assert second not in again.due(TODAY + timedelta(2))
    assert again.due(TODAY + timedelta(3))[:2] == [first, second]
    assert "2 positions of " in again.told(TODAY)
    assert "1 right the last time; 0 due again" in again.told(TODAY)


def test_the_answer_is_judged_by_what_it_costs() -> None:
    position = shipped()[0]
    acts = sorted(position.costs, key=lambda act: (act == "pass", act))
    worst = list(position.costs)[-1]
    typed = f"99\n{acts.index(worst) + 1}\nquit\n"
    told = CliRunner().invoke(main, ["practise", "--plain"], input=typed).stdout
    assert f"Type a number from 1 to {len(acts)}" in told
    assert f"{worst} costs {100 * position.costs[worst].value:.1f} wins in 100 games" in told
    assert f"{position.best} is the best act." in told
    assert "Practice: 1 position of " in told
    told = CliRunner().invoke(main, ["practise", "--plain", "--number", "1"], input="quit\n").stdout
    assert "Position 1 of 1" in told

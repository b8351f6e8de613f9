"""What sentences at the edge of the language mean, or how they are refused, is what is locked."""

from __future__ import annotations

import mutants
import pytest
from helpers import at_least

from moonflight_solo.wording import parsing

STEP = 15 - at_least(3, 12)
"""Three parts take every fourth mutant; with MOONFLIGHT_THOROUGH=1 all of them."""


@pytest.mark.parametrize("part", range(3))
def test_a_mutant_means_what_it_meant(part: int) -> None:
    """After a meant change run `python tests/mutants.py`, and look at the diff."""
    sample = mutants.locked()[part::STEP]
    answers = [(mutants.verdict(kind, words), kind, words) for _, kind, words in sample]
    assert [now for now, then in zip(answers, sample, strict=True) if now != then] == []


def test_both_sides_of_the_language_are_locked() -> None:
    verdicts = [answer for answer, _, _ in mutants.locked()]
    understood = [each for each in verdicts if not each.startswith("refused")]
    assert len(understood) > 1_000
    assert len(set(understood)) > 500
    assert {f"refused{way}" for way in range(4)} <= {*verdicts}


def test_the_same_seed_draws_the_same_mutants() -> None:
    assert [*mutants.drawn(3, 50)] == [*mutants.drawn(3, 50)] != [*mutants.drawn(4, 50)]


def test_a_change_of_the_builder_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that no longer rejects what stands where it cannot be meant."""
    monkeypatch.setattr(parsing, "_refuse_unread", lambda *_: None)
    unread = [each for each in mutants.locked() if each[0] in ("refused2", "refused3")]
    assert unread
    assert all(mutants.verdict(kind, words) != answer for answer, kind, words in unread)

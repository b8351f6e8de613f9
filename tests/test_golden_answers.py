"""Commands give the same answers as recorded in digests of their output.

If a test here fails, answers have changed, by mistake or on purpose; in the latter case `make
golden` records the new ones.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import unified_diff
from functools import cache
from itertools import islice

import pytest
from golden import commands

GROUPS = commands.commands()


def test_the_kept_answers_are_those_that_are_given() -> None:
    given = [command for group in GROUPS.values() for command in group]
    assert len(given) == len(set(given))
    assert list(commands.kept()) == given, "run `make golden`"


@pytest.mark.parametrize("group", GROUPS)
def test_commands_answer_as_they_did(group: str) -> None:
    kept = commands.kept()
    parted: list[str] = []
    for command in GROUPS[group]:
        found = commands.answer(command)
        line = found.line()
        if command not in kept:
            parted.append(f"moonflight {command}: not kept")
        elif line != kept[command]:
            parts = commands.parted(kept[command], line)
            parted.append(f"moonflight {command}: {', '.join(parts)}")
            parted += beside(found)
    if parted:
        pytest.fail(
            "\n".join(
                [
                    f"{len(parted)} of {len(GROUPS[group])} answers are not as they were",
                    *parted,
                    "To see them: python tools/renew_golden.py --dump DIR",
                    "with the code as it was and as it is, and compare the two with diff -r.",
                    "To keep them as they are now, on purpose: make golden",
                ]
            ),
            pytrace=False,
        )


def beside(found: commands.Answer) -> list[str]:
    """Return where an answer differs from the same command's in a process of its own.

    If they agree, the code has changed; if not, an earlier test has left something in this process.
    """
    own = commands.alone(found.command).splitlines()
    return list(islice(unified_diff(own, found.full().splitlines(), "alone", "here", n=0), 40))


def test_what_is_not_the_same_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "alone", cache(commands.alone))
    found = commands.answer("card no such card")
    assert found.exit_code != 0
    line = found.line()
    assert commands.parted(line, line) == []
    assert commands.parted(f"0{line[1:]}", line) == ["exit"]
    assert "no such card" in found.full()
    assert beside(found) == []
    assert "+exit code 0" in beside(replace(found, exit_code=0))

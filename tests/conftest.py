"""What every test starts from: a data folder of its own, so that no game goes among a person's.

And what some tests have to tell at the end of the run, beside that they have passed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture(autouse=True)
def moonflight_home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("MOONFLIGHT_HOME", str(home))
    return home


@pytest.fixture
def tell_at_the_end(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Return what keeps a line of figures for the summary of the run."""
    return request.config.stash.setdefault(FIGURES, []).append


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    figures = config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("what the tests have counted")
        for line in figures:
            terminalreporter.write_line(line)

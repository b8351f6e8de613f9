"""Shared set-up: every test has its own data folder, so that no game is saved among a person's.

Also reports figures from some tests at the end of the run.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers import EDITIONS, at_least, simulate_fewer_games, try_fewer_tables
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadScopeScheduling
    from xdist.workermanage import WorkerController

# A shell that starts the tests in the background has them ignore Ctrl-C and SIGQUIT, nohup SIGHUP,
# and so does what they start; not what has a handler here, even one that does nothing.
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in {"SIGHUP", "SIGQUIT"} & {*signal.Signals.__members__}:
    if signal.getsignal(signal.Signals[name]) == signal.SIG_IGN:
        signal.signal(signal.Signals[name], lambda number, frame: None)

# What a run finds the next one finds too; one that is thorough draws anew each time.
# How fast examples are drawn depends on what else the machine does.
settings.register_profile(
    "moonflight", derandomize=at_least(0, 1) == 0, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("moonflight")

FIGURES = pytest.StashKey[list[str]]()

# Thousands of cards and parses stay; looking through them for garbage again and again takes long.
gc.set_threshold(1_000_000, 20, 100)

# The tests kill processes, but the power stays on: what is written need not reach the disk.
os.fsync = lambda fd: None

# What is read, played or started once for all tests of a module is so in one process only.
TOGETHER = {
    *("test_check_recall", "test_check_report", "test_evening", "test_fix"),
    *("test_first_page", "test_golden_answers"),
    *("test_accessible", "test_house", "test_playtest_dask", "test_playtest_report"),
    *("test_playtest_report_browser", "test_schemas", "test_spans"),
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Return the scheduler: modules in ``TOGETHER`` are handed out whole and first, then single
    tests.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            module = nodeid.partition("::")[0]
            return module if Path(module).stem in TOGETHER else nodeid

        def mark_test_complete(
            self, node: WorkerController, item_index: int, duration: float = 0
        ) -> None:
            """Drop a finished test from the scheduler, which would count all of them each time."""
            super().mark_test_complete(node, item_index, duration)
            done = self._split_scope(self.registered_collections[node][item_index])
            if all(self.assigned_work[node][done].values()):
                del self.assigned_work[node][done]

    return Scheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with slow tests, so that no worker waits for another at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def new_home(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Return a function that names new folders without listing the existing ones."""
    homes, number = tmp_path_factory.mktemp("homes"), count()
    return lambda: homes / str(next(number))


@pytest.fixture(autouse=True)
def moonflight_home(new_home: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    home = new_home()
    home.mkdir()
    monkeypatch.setenv("MOONFLIGHT_HOME", str(home))
    return home


@pytest.fixture(scope="session")
def checks_of_printed(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return files of a cache: reports on the printed AI cards, made once for all workers."""
    from moonflight_solo.ai_cards.card import ai_card_files
    from moonflight_solo.ai_cards.context import Basis
    from moonflight_solo.check.report_cache import report_on
    from moonflight_solo.documents import read_document
    from moonflight_solo.rules.catalogue import catalogue

    own = tmp_path_factory.getbasetemp()
    home = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "with checks"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOONFLIGHT_HOME", str(home))
        for edition in EDITIONS:
            for path in ai_card_files().values():
                report_on(read_document(path), Basis(catalogue(edition)), 0)
    return [each for each in (home / "cache" / "checks").iterdir() if each.suffix == ".json"]


@pytest.fixture
def know_checks(checks_of_printed: list[Path]) -> Callable[[Path], None]:
    """Return a function that puts these reports into the cache of a home, where nothing of what is
    written there changes them.
    """

    def know(home: Path) -> None:
        folder = home / "cache" / "checks"
        folder.mkdir(parents=True)
        for report in checks_of_printed:
            os.link(report, folder / report.name)

    return know


@pytest.fixture
def known_checks(moonflight_home: Path, know_checks: Callable[[Path], None]) -> None:
    """For commands that check a printed AI card by the way: what is known is not proved anew."""
    know_checks(moonflight_home)


@pytest.fixture
def fewer_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    try_fewer_tables(monkeypatch)


@pytest.fixture
def fewer_simulated_games(monkeypatch: pytest.MonkeyPatch) -> None:
    simulate_fewer_games(monkeypatch)


@pytest.fixture
def tell_at_the_end(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Return a function that adds a line of figures to the summary of the run."""
    return request.config.stash.setdefault(FIGURES, []).append


def pytest_sessionfinish() -> None:
    """Look for garbage once, not five times as pytest does: that takes a second each time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    figures = config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("what the tests have counted")
        for line in figures:
            terminalreporter.write_line(line)

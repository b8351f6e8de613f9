"""Scenario files: read, laid out, and written."""

from __future__ import annotations

from pathlib import Path

from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import editions
from moonflight_solo.rules.state import Table
from moonflight_solo.scenario.layouts import Scenario
from moonflight_solo.scenario.tables import lay_out
from moonflight_solo.values import Thing


class ScenarioFile(Thing):
    """A scenario, and the file it was read from; it can be laid out with these cards."""

    document: Document
    scenario: Scenario
    cards: Catalogue

    @property
    def file(self) -> str:
        """The file, as it was named."""
        return self.document.file

    def table(self) -> Table:
        """Return a new table laid out so."""
        return lay_out(self.scenario, self.cards, self.document)


def load_scenario(path: str | Path, more: tuple[Path, ...] = ()) -> ScenarioFile:
    """Return the scenario in a file, with the card files in ``more`` known too.

    Raises an error with file, line and column for a wrong shape, an unknown name, or more
    copies of a card than the game has.
    """
    document = read_document(path)
    scenario = convert(document, Scenario)
    if scenario.edition not in editions():
        raise DataError(
            document.place("edition"),
            f"there is no edition {scenario.edition!r}",
            f"choose one of: {', '.join(editions())}",
        )
    found = ScenarioFile(document, scenario, catalogue(scenario.edition, more))
    found.table()
    return found


def save_scenario(directory: Path, name: str, scenario: Scenario, note: str = "") -> Path:
    """Write a scenario to ``directory``, which is made if need be; return its file.

    ``note`` stands above it as a comment.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.yaml"
    comment = "".join(f"# {line}\n" for line in note.splitlines())
    path.write_text(comment + in_yaml(scenario, 98), "utf-8", newline="\n")
    return path


def in_yaml(scenario: Scenario, width: int) -> str:
    """Return what a file of this scenario says, in lines of about ``width`` characters."""
    import yaml  # slow to load, and few scenarios are written

    words: str = yaml.safe_dump(
        scenario.written(),
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=width,
    )
    return words

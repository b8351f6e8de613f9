"""`moonflight ai fix`: what to print instead, each rewording with its proof, and the new card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec.structs import asdict

from moonflight_solo.ai_cards.card import ai_card_path
from moonflight_solo.check.finding import Price, code_named
from moonflight_solo.check.fix.fixer import Fix, Fixed, fixed
from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import load_for_ai
from moonflight_solo.cli.options import Paths, Words
from moonflight_solo.cli.output.fix_page import show_fixed
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.plan import TextFile
from moonflight_solo.playtest.ways.prices import plan_for, price_of
from moonflight_solo.rules.rulings import printed_rulings


@click.command()
@click.argument(
    "source", metavar="JACK|FILE", nargs=-1, required=True, shell_complete=shell.jack_or_file
)
@click.option(
    "--write",
    "new",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="NEW",
    help="Write the cleaned card to a new file.",
)
@click.option("--overwrite", is_flag=True, help="Let --write replace a file that is there.")
@click.option("--only", multiple=True, metavar="CODE", help="Mend only this. Can be repeated.")
@click.option("--unsafe", is_flag=True, help="Make the rewordings that change play as well.")
@options.look_in_games(200, "Play so many games for the price of one that changes play.")
@options.card_files
@options.edition
@options.rulings
@options.json
@options.screen
def fix(
    source: Words,
    new: Path | None,
    overwrite: bool,
    only: Words,
    unsafe: bool,
    games: int,
    card_files: Paths,
    edition: str,
    rulings: Words,
    as_json: bool,
    screen: Terminal,
) -> None:
    """Say what to print instead of what `ai check` finds, and that it still plays the same.

    Each rewording stands beside the print with its proof: same (proved), same on so many tables, or
    changes play, with a table and its price. The printed card of a JACK or that in a FILE is left
    as it is; --write makes a new file.
    """
    name = " ".join(source)
    if new is not None and new.exists() and not overwrite:
        raise UsageError(f"{new} is there already; name a new file, or add --overwrite.")
    codes = tuple(code_named(each).code for each in only)
    loaded = load_for_ai(edition, card_files, [name])
    switched = options.switched(rulings)
    path = ai_card_path(loaded.ai_card(name), loaded.cards)
    text = path.read_text("utf-8")
    chosen = printed_rulings().switch(switched)
    found = fixed(text, str(path), loaded.cards, chosen, only=codes, unsafe=unsafe)
    prices: dict[str, Price] = {}
    if games and any(each.verdict == "changes play" for each in found.fixes):
        files = tuple(TextFile.read(each) for each in loaded.card_files([found.old.jack]))
        plan, _ = plan_for(found.old.jack, path, edition, files, switched)
        for each in found.fixes:
            if each.verdict == "changes play":
                prices[each.line] = price_of(str(path), text, each.text, plan, games)
    if as_json:
        print_json(fixed_json(found, prices))
    else:
        show_fixed(found, prices, screen)
    if new is not None:
        new.write_text(found.text, "utf-8")
        screen.say(f"Written to {new}.", "bold")
    elif not as_json and any(each.made for each in found.fixes):
        screen.say("Nothing is written: --write NEW writes the cleaned card.", "dim")


def fixed_json(found: Fixed, prices: dict[str, Price]) -> dict[str, Any]:
    """Return what came of a card as plain data."""
    return {
        "file": found.report.file,
        "jack": found.old.jack,
        "findings": len(found.report.findings),
        "mended": found.mended,
        "whole": found.whole.verdict,
        "rulings": [each.id for each in found.new.rulings],
        "fixes": [_fix_json(each, prices) for each in found.fixes],
        "unmended": [each.as_json() for each in found.unmended],
        "text": found.text,
    }


def _fix_json(fix: Fix, prices: dict[str, Price]) -> dict[str, Any]:
    price = prices.get(fix.line) if fix.verdict == "changes play" else None
    about = ("line", "before", "after", "besides", "verdict", "certainty", "made")
    return {
        "code": fix.finding.code,
        **{key: getattr(fix, key) for key in about},
        "table": None if fix.shown is None else fix.shown.scenario.written(),
        "price": None if price is None else asdict(price),
    }

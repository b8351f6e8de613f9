"""The tables at which an AI card has to act in games."""

from __future__ import annotations

from contextlib import suppress

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Event, Table
from moonflight_solo.scenario import Scenario, scenario_of

_MOST_ACTS = 400


def game_tables(
    card: AICard, catalogue: Catalogue, games: int, rulings: Rulings | None = None
) -> list[Scenario]:
    """Return the different tables at which ``card`` had to act in games of AI against AI.

    It meets every printed AI card in turn, its own Jack's too, and goes first in every other
    game; the seeds are the numbers from 1. The same arguments give the same tables.
    """
    found: dict[Scenario, None] = {}
    rivals = [*other_ai_cards(card, catalogue), card]
    for number in range(games):
        rival = rivals[number % len(rivals)]
        jacks = (card.jack, rival.jack)
        players = [AICardPlayer(each, catalogue, rulings) for each in (card, rival)]
        first = number // len(rivals) % 2
        settings = Settings(jacks, number + 1, first=first, act_limit=_MOST_ACTS, round_limit=60)
        table = set_up(settings, catalogue, players)

        def listen(event: Event, table: Table = table) -> None:
            if event.kind == "act" and event.seat == 0:  # told before it is done
                found.setdefault(scenario_of(table))

        table.listener = listen
        play(table, settings)
    return list(found)


def other_ai_cards(card: AICard, catalogue: Catalogue) -> list[AICard]:
    """Return the AI cards of all Jacks that have one, but for that of ``card``."""
    found: list[AICard] = []
    for jack in catalogue.suits:
        if jack != card.jack:
            with suppress(UsageError):  # this Jack has no AI card
                found.append(load_ai_card(jack, catalogue))
    return found

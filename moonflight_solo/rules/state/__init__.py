"""The state of a game: cards, the table, events, questions, and what a player and an act are.

One layer below everything else in the rules: it knows neither the catalogue nor the acts.
"""

from __future__ import annotations

from moonflight_solo.rules.state.cards import (
    Ability,
    Card,
    Change,
    GameCards,
    Names,
    Resolve,
    Returns,
    Trigger,
    join,
)
from moonflight_solo.rules.state.events import Ask, Event, IllegalChoice, Kind, Question
from moonflight_solo.rules.state.seat import (
    COINS_KEPT,
    HAND_LIMIT,
    MARKET_STACKS,
    RETAIN_LIMIT,
    START_CARDS,
    START_COINS,
    MarketStack,
    Placed,
    Seat,
)
from moonflight_solo.rules.state.table import (
    Act,
    Cause,
    Dropped,
    Heard,
    Look,
    Player,
    Table,
    Variant,
)

"""The state of a game: cards, the table, events, questions, and what a player and an act are.

One layer below everything else in the rules: it knows neither the catalogue nor the acts.
"""

from __future__ import annotations

from moonflight_solo.rules.state.cards import *
from moonflight_solo.rules.state.events import *
from moonflight_solo.rules.state.seat import *
from moonflight_solo.rules.state.table import *

"""The state of a game: cards, table, events and questions, and the protocols of players and acts.

The lowest layer of the rules: it knows neither the catalogue nor the acts.
"""

from __future__ import annotations

from moonflight_solo.rules.state.cards import *
from moonflight_solo.rules.state.events import *
from moonflight_solo.rules.state.seat import *
from moonflight_solo.rules.state.table import *

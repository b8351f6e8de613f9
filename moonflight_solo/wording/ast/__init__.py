"""What printed words can mean: small immutable values that compare by meaning.

A slot that the print leaves open stays open here (``None``); nothing is guessed. What the
rulebooks themselves fill in ("Unless specified", Card Targets, Discard, Trash, Draw) is filled.
Every node remembers its words, as a span; that is no part of what it means.
"""

from __future__ import annotations

from moonflight_solo.wording.ast.doings import *
from moonflight_solo.wording.ast.things import *

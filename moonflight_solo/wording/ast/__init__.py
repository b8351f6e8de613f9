"""The AST of printed wording: small immutable nodes that compare by meaning.

What the print leaves open stays open here (``None``); nothing is guessed. Only the rulebooks' own
defaults are filled in ("Unless specified", Card Targets, Discard, Trash, Draw). Every node keeps
the span of its words, which does not count when nodes are compared.
"""

from __future__ import annotations

from moonflight_solo.wording.ast.expressions import *
from moonflight_solo.wording.ast.predicates import *
from moonflight_solo.wording.ast.statements import *

"""Moonflight, played alone: against its printed AI cards, or for a rank in Score Mode."""

from __future__ import annotations

__version__ = "0.1.0"

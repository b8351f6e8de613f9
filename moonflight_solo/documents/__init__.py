"""YAML documents that know where every value is written.

A mistake in a card's words is best reported with its file, line and column. So a document stores,
beside its plain data, the place of every value, and for printed words of every character. It is
stricter than YAML, so that what is written is what is meant: every key and value once, and nothing
silently turned into a boolean, a date or an octal number.
"""

from __future__ import annotations

from moonflight_solo.documents.document import MAX_BYTES, MAX_DEPTH, Document, SourcePlace
from moonflight_solo.documents.reading import convert, parse_document, read_document

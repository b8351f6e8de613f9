"""YAML documents whose values know their place.

A mistake in a card's words is only helpful to hear about with the file, line and column it stands
at. So a document keeps, beside its plain data, where every value was written, and for printed words
where every character was. It is read more strictly than YAML asks for, so that what is written is
what is meant: each key once, each value once, and nothing turned into a boolean, a date or an octal
number behind the writer's back.
"""

from __future__ import annotations

from moonflight_solo.documents.document import MAX_BYTES, MAX_DEPTH, Document, SourcePlace
from moonflight_solo.documents.reading import convert, parse_document, read_document

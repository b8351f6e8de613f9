"""Recorded games, as lists of decisions that can be undone, resumed and replayed."""

from __future__ import annotations

from moonflight_solo.records.file import CannotRecord, InUse, RecordFile, read_record
from moonflight_solo.records.record import (
    Answer,
    Departure,
    Ended,
    Entry,
    Header,
    Note,
    OtherAnswers,
    OtherWords,
    Record,
    ReplayMismatch,
    SeatHeader,
    Seek,
    digest,
    digests,
)
from moonflight_solo.records.recorded_player import RecordedPlayer, replayed

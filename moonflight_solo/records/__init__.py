"""Games as lists of decisions: kept line by line, taken back, resumed and replayed."""

from __future__ import annotations

from moonflight_solo.records.file import CannotRecord, InUse, RecordFile, read_record
from moonflight_solo.records.record import (
    Answer,
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
from moonflight_solo.records.recorded_player import RecordedPlayer

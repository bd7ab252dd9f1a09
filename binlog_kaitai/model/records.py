"""The flat record: one shape for a change, wherever it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from binlog_kaitai.model.json_text import Data, to_json


@dataclass(frozen=True, slots=True)
class Record:
    """One row image, or one statement.

    - `file`: the file's base name
    - `position`: byte offset in the file of the event
    - `ordinal`: 0, 1, 2 ... of the image within the event
    - `timestamp`: the event header's, UTC
    - `commit_timestamp`: UTC, where the server writes one
    - `server_id`
    - `gtid`: `uuid:gno`, `uuid:tag:gno` or `domain-server-sequence`, where there is one
    - `outcome`: committed, rolled_back, prepared; None where the log ends before the transaction
    - `xid`: of a transaction of XA, or of the one that a statement decides: `X'6162',X'',1`
    - `database`, `table`: `table` is None for a statement
    - `change_type`: insert, update_preimage, update_postimage, delete or statement
    - `data`: column name to value in JSON's terms, in column order, without the columns that the
      image does not hold; a JSON column's value is a `JsonText`, `{"json": None}` for the
      document null, or the `JsonDiffs` of a partial
      update whose before image lacks the document. Of a
      statement: `statement`, the default `database`, the `timestamp` with its fraction where it is
      logged, and what else a replay needs, where there is any: `insert_id`, `last_insert_id`,
      `rand_seeds`, `user_variables`, `time_zone`, `load` (where the data of LOAD DATA lie),
      `alter_phase`. `{"raw": base64}` of rows that nothing in the log tells how to read.
    """

    file: str
    position: int
    ordinal: int
    timestamp: datetime
    commit_timestamp: datetime | None
    server_id: int
    gtid: str | None
    outcome: str | None
    xid: str | None
    database: str
    table: str | None
    change_type: str
    data: Data

    def to_json(self) -> str:
        """Return the record as one line of JSON; JSON columns in it as the server writes them."""
        commit = self.commit_timestamp
        return to_json(
            {
                "file": self.file,
                "position": self.position,
                "ordinal": self.ordinal,
                "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
                "commit_timestamp": commit and f"{commit:%Y-%m-%dT%H:%M:%S.%fZ}",
                "server_id": self.server_id,
                "gtid": self.gtid,
                "outcome": self.outcome,
                "xid": self.xid,
                "database": self.database,
                "table": self.table,
                "change_type": self.change_type,
                "data": self.data,
            }
        )


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a log.

    - `position`, `size`: bytes, from the start of the file
    - `type`: MySQL's or MariaDB's name of it, None where it is not known; `type_code`: its number
    - `timestamp`: the header's, UTC
    - `server_id`
    - `flags`: the header's, as a number
    - `checksum`: `ok`, `bad`, or `none` where the log has none
    - `body`: the fields of the body in JSON's terms; `{"raw": base64}` of a type without a spec
    """

    position: int
    size: int
    type: str | None
    type_code: int
    timestamp: datetime
    server_id: int
    flags: int
    checksum: str
    body: dict[str, Any]

    def to_json(self) -> str:
        """Return the event as one line of JSON."""
        return to_json(
            {
                "position": self.position,
                "size": self.size,
                "type": self.type,
                "type_code": self.type_code,
                "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
                "server_id": self.server_id,
                "flags": self.flags,
                "checksum": self.checksum,
                "body": self.body,
            }
        )

r"""Read MySQL and MariaDB binary logs as typed rows.

Rows of a table, as an Arrow stream, a pandas or Polars frame or a pyarrow table:

    changes = binlog_kaitai.scan("binlog.*", "shop.orders", start="2026-11-21")
    changes.to_pandas()

The events of a log file, and the records of its row images and statements, one at a time:

    for event in binlog_kaitai.read_events("binlog.000001"):
        print(event.position, event.type)

    for record in binlog_kaitai.read_rows("binlog.000001", "shop.orders"):
        print(record.gtid, record.change_type, record.data)

The changes of one row, and the SQL that reverts them:

    for change in binlog_kaitai.history("binlog.*", "shop.orders", {"id": 42}):
        print(change.timestamp, change.gtid, change.changed)

    print(*binlog_kaitai.undo("binlog.*", "shop.orders", where="id = 42"), sep="\n")
"""

import os as _os
from importlib import import_module as _import_module
from importlib.metadata import version as _version
from pathlib import Path as _Path
from typing import TYPE_CHECKING as _TYPE_CHECKING

if _TYPE_CHECKING:
    from binlog_kaitai.errors import BinlogError, TornEventError, UnknownNameError
    from binlog_kaitai.forensics.questions import diff, history, redo, stats, undo, verify
    from binlog_kaitai.model.records import Event, Record
    from binlog_kaitai.read.batches import read_batches
    from binlog_kaitai.read.ddl import Ddl
    from binlog_kaitai.read.events import read_events
    from binlog_kaitai.read.redacting import redaction_of
    from binlog_kaitai.read.rows import read_rows
    from binlog_kaitai.read.scan import scan
    from binlog_kaitai.read.scans import Scan

    __version__: str

__all__ = [
    "BinlogError",
    "Ddl",
    "Event",
    "Record",
    "Scan",
    "TornEventError",
    "UnknownNameError",
    "diff",
    "history",
    "read_batches",
    "read_events",
    "read_rows",
    "redaction_of",
    "redo",
    "scan",
    "stats",
    "undo",
    "verify",
]


# what is compiled of other specs, as compiler/own/kept.py says, in place of the package's own
_compiled = _os.environ.get("BINLOG_KAITAI_GENERATED")
if _compiled is not None:
    if not _Path(_compiled, "generated", "__init__.py").is_file():
        raise ImportError(f"BINLOG_KAITAI_GENERATED: no compiled specs in {_compiled}")
    __path__.insert(0, _compiled)
    # it has no classes that write: those are of the package's own specs
    _own = str(_Path(__file__).parent / "generated")
    _import_module("binlog_kaitai.generated").__path__.append(_own)

_HOMES = {
    "BinlogError": "errors",
    "Ddl": "read.ddl",
    "Event": "model.records",
    "Record": "model.records",
    "Scan": "read.scans",
    "TornEventError": "errors",
    "UnknownNameError": "errors",
    **dict.fromkeys(("diff", "history", "redo", "stats", "undo", "verify"), "forensics.questions"),
    "read_batches": "read.batches",
    "read_events": "read.events",
    "read_rows": "read.rows",
    "redaction_of": "read.redacting",
    "scan": "read.scan",
}


def __getattr__(name: str) -> object:
    # a program that is interrupted says so in a line, also while all of this is imported
    if name in _HOMES:
        return getattr(_import_module(f"{__name__}.{_HOMES[name]}"), name)
    if name == "__version__":
        return _version("binlog-kaitai")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

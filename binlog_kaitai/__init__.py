"""Reads MySQL and MariaDB binary log files, by Kaitai Struct specs."""

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from binlog_kaitai.errors import BinlogError, TornEventError, UnknownNameError
    from binlog_kaitai.model.records import Event, Record
    from binlog_kaitai.read.batches import read_batches
    from binlog_kaitai.read.events import read_events
    from binlog_kaitai.read.rows import read_rows
    from binlog_kaitai.read.scan import Scan, scan

__all__ = [
    "BinlogError",
    "Event",
    "Record",
    "Scan",
    "TornEventError",
    "UnknownNameError",
    "read_batches",
    "read_events",
    "read_rows",
    "scan",
]


# what is compiled of other specs, as compiler/own/kept.py says, in place of the package's own
_compiled = os.environ.get("BINLOG_KAITAI_GENERATED")
if _compiled is not None:
    if not Path(_compiled, "generated", "__init__.py").is_file():
        raise ImportError(f"BINLOG_KAITAI_GENERATED: no compiled specs in {_compiled}")
    __path__.insert(0, _compiled)

_HOMES = {
    "BinlogError": "errors",
    "Event": "model.records",
    "Record": "model.records",
    "Scan": "read.scan",
    "TornEventError": "errors",
    "UnknownNameError": "errors",
    "read_batches": "read.batches",
    "read_events": "read.events",
    "read_rows": "read.rows",
    "scan": "read.scan",
}


def __getattr__(name: str) -> Any:
    # a program that is interrupted says so in a line, also while all of this is imported
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

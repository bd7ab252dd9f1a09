"""The options of the data source `binlog`, and the parsing of their texts."""

from __future__ import annotations

import dataclasses
import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from binlog_kaitai.model.calendar import A_TIME, parse_time
from binlog_kaitai.model.gtids import SOME_GTIDS, parse_gtid_set

_SIZE = re.compile(r"(\d+)\s*(?:([kmgtp])?b?)")
_SIZE_UNITS = " kmgtp"  # each is 1024 times the previous one


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name in Spark's spelling, and the text of its default, or None.

    `type` describes the valid texts; `parse` parses a text, and raises ValueError for others.
    `field` is its field in `Options`.
    """

    name: str
    field: str
    type: str
    default: str | None
    doc: str
    parse: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class _Kind:
    type: str
    parse: Callable[[str], Any]


def _one_of(*words: str) -> _Kind:
    choices = {word.casefold(): word for word in words}

    def parse(text: str) -> str:
        word = choices.get(text.strip().casefold())
        if word is None:
            raise ValueError(text)
        return word

    return _Kind(", ".join(words[:-1]) + f" or {words[-1]}", parse)


def _parse_bool(text: str) -> bool:
    return bool(("false", "true").index(text.strip().lower()))


def _parse_gtids(text: str) -> str:
    parse_gtid_set(text)
    return text


def _parse_count(text: str, least: int = 1) -> int:
    count = int(text)
    if count < least:
        raise ValueError(text)
    return count


def _parse_position(text: str) -> int:
    return _parse_count(text, 0)


def _parse_size(text: str) -> int:
    match = _SIZE.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(text)
    return _parse_count(match[1]) * int(1024 ** _SIZE_UNITS.index(match[2] or " "))


def _parse_table(text: str) -> str:
    database, dot, table = text.partition(".")
    if not (database and dot and table):
        raise ValueError(text)
    return text


def _parse_paths(text: str) -> tuple[str, ...]:
    paths = json.loads(text)
    if not (isinstance(paths, list) and all(isinstance(path, str) for path in paths)):
        raise ValueError(text)
    return tuple(paths)


TEXT = _Kind("text", str)
PATHS = _Kind("a JSON list of texts", _parse_paths)
TABLE = _Kind("database.table, or a pattern such as shop.*", _parse_table)
BOOLEAN = _Kind("true or false", _parse_bool)
COUNT = _Kind("a number of at least 1", _parse_count)
POSITION = _Kind("a number of bytes", _parse_position)
NUMBER = _Kind("a number of at least 0", _parse_position)
SIZE = _Kind("a size such as 134217728, 128m or 128MB", _parse_size)
TIME = _Kind(A_TIME, parse_time)
GTIDS = _Kind(SOME_GTIDS, _parse_gtids)


def _option(kind: _Kind, doc: str, default: str | None = None) -> Any:
    value = None if default is None else kind.parse(default)
    return dataclasses.field(default=value, metadata={"kind": kind, "default": default, "doc": doc})


@dataclass(frozen=True, kw_only=True)
class Options:
    """The parsed options: times in microseconds since 1970, sizes and positions in bytes."""

    path: str | None = _option(
        TEXT, "File, directory, glob pattern, `.index` file, URI or server; the argument of `load`."
    )
    paths: tuple[str, ...] = _option(PATHS, "Several of these; the list that `load` takes.", "[]")
    path_glob_filter: str | None = _option(TEXT, "Only files whose base name matches this pattern.")
    recursive_file_lookup: bool = _option(BOOLEAN, "Search subdirectories, too.", "false")
    modified_after: int | None = _option(TIME, "Only files modified after this time.")
    modified_before: int | None = _option(TIME, "Only files modified before this time.")
    table: str | None = _option(TABLE, "Only row images of this table, with typed columns.")
    view: Literal["changes", "events", "transactions"] = _option(
        _one_of("changes", "events", "transactions"),
        "Kind of rows: changes, events or transactions.",
        "changes",
    )
    data_type: Literal["string", "variant"] = _option(
        _one_of("string", "variant"), "Type of `data` and `body`: JSON text or VARIANT.", "string"
    )
    merge_schema: bool = _option(
        BOOLEAN, "Merge all table versions: all columns, each with the widest type.", "false"
    )
    messages: Literal["maxwell", "debezium", "debeziumWithSchema", "canal"] | None = _option(
        _one_of("maxwell", "debezium", "debeziumWithSchema", "canal"),
        "Messages of this tool instead of changes: `table`, `key` and `value`.",
    )
    context: bool = _option(
        BOOLEAN, "Add the statement, thread and user of each row if the log has them.", "false"
    )
    json: Literal["text", "binary"] = _option(
        _one_of("text", "binary"),
        "JSON documents as text, or undecoded as the bytes in the log.",
        "text",
    )
    ddl: str | None = _option(
        TEXT, "File of CREATE TABLE statements, for logs without column names."
    )
    ddl_at: str | None = _option(
        TEXT,
        "Place of `ddl` in the files: a GTID set, `LOG:POSITION`, a time, `start`, `end` or `all`.",
    )
    ddl_in_logs: bool = _option(
        BOOLEAN, "Take column names from the DDL statements in all files; not for streams.", "false"
    )
    mode: Literal["FAILFAST", "PERMISSIVE", "DROPMALFORMED"] = _option(
        _one_of("FAILFAST", "PERMISSIVE", "DROPMALFORMED"),
        "On damage: fail, return a row that describes it, or skip it.",
        "FAILFAST",
    )
    verify_checksums: bool = _option(
        BOOLEAN, "Treat an event with a wrong checksum as damaged.", "true"
    )
    column_name_of_corrupt_record: str = _option(
        TEXT, "With PERMISSIVE, the column that describes damage.", "_corrupt_record"
    )
    start_timestamp: int | None = _option(TIME, "Only events logged at or after this time.")
    end_timestamp: int | None = _option(TIME, "Only events logged before this time.")
    exclude_gtids: str | None = _option(
        GTIDS,
        "GTID set of transactions to leave out. Those without a GTID stay, without a warning.",
    )
    include_gtids: str | None = _option(GTIDS, "GTID set of transactions to read.")
    start_position: int | None = _option(POSITION, "Byte offset in the first file to start at.")
    stop_position: int | None = _option(POSITION, "Byte offset in the last file to stop before.")
    server_id: int | None = _option(NUMBER, "Only events of the server with this id.")
    where: str | None = _option(
        TEXT, "With `table`, only changes that this condition is true of, such as `id = 500`."
    )
    redact: str | None = _option(
        TEXT, "Rules such as `shop.users.email=hash` that replace values of columns, one per line."
    )
    redact_key: str | None = _option(
        TEXT, "File with the secret key of hashes, visible to the driver."
    )
    max_partition_bytes: int = _option(
        SIZE, "Largest partition in bytes: large files are split, small files share one.", "128m"
    )
    open_cost_in_bytes: int | None = _option(
        SIZE,
        "Cost of opening a file, in bytes, when small files share a partition. Default: `4m`"
        " in a bucket and `1m` elsewhere.",
    )
    max_bytes_per_trigger: int | None = _option(
        SIZE, "Streaming: approximate limit of bytes per micro-batch."
    )
    max_files_per_trigger: int | None = _option(COUNT, "Streaming: limit of files per micro-batch.")
    fail_on_data_loss: bool = _option(
        BOOLEAN, "Streaming: fail if unread data is gone or a log file was replaced.", "true"
    )
    spool: str | None = _option(
        TEXT, "Streaming from a server: directory for its unread logs, visible to the executors."
    )
    max_spool_bytes: int = _option(
        SIZE, "Streaming from a server: approximate limit of bytes of unread logs.", "16g"
    )
    keyring: str | None = _option(
        TEXT, "Keyring file of the server, for encrypted logs, visible to the executors."
    )
    specs: str | None = _option(
        TEXT, "Directory of your own specs, visible to the driver; not for streams."
    )
    engine: Literal["auto", "kernels", "tree"] = _option(
        _one_of("auto", "kernels", "tree"),
        "Engine: kernels (compiled, fast), tree (reference, slow) or auto (the faster one).",
        "auto",
    )

    @classmethod
    def parse(cls, texts: Mapping[str, str]) -> Options:
        """Parse options by case-insensitive names. Raises ValueError for a bad name or value."""
        _refuse_catalogs(texts)
        values = {}
        for name, text in texts.items():
            option = OPTIONS.get(name.lower())
            if option is None:
                raise ValueError(_unknown(name))
            try:
                values[option.field] = option.parse(text)
            except ValueError as error:
                raise ValueError(
                    f"option {option.name}: expected {option.type}, found {text!r}"
                ) from error
        return cls(**values)

    def __post_init__(self) -> None:
        """Raise ValueError for options without a meaning in the view."""
        if self.view != "changes":
            settings = {
                "table": self.table,
                "mergeSchema": self.merge_schema,
                "context": self.context,
                "json": self.json == "binary",
                "ddl": self.ddl,
                "ddlInLogs": self.ddl_in_logs,
                "redact": self.redact,
                "messages": self.messages,
            }
            for name, value in settings.items():
                if value:
                    raise ValueError(f"option {name}: view={self.view} has no tables")
        self._check_messages()
        has_json = self.view == "events" or (self.view == "changes" and self.table is None)
        if self.data_type == "variant" and not has_json:
            view = "transactions" if self.view == "transactions" else "a table"
            raise ValueError(f"option dataType: {view} has no column of JSON to be VARIANT")

    @property
    def reading(self) -> Literal["typed", "flat"]:
        """What of logs is read for the view of changes."""
        return "typed" if self.table and not self.messages else "flat"

    def _check_messages(self) -> None:
        if self.messages is None:
            return
        settings = {
            "where": self.where,
            "mergeSchema": self.merge_schema,
            "json": self.json == "binary",
            "dataType": self.data_type == "variant",
            "mode": self.mode != "FAILFAST",
        }
        for name, value in settings.items():
            if value:
                raise ValueError(f"option {name}: not with messages={self.messages}")


def _options() -> Iterator[Option]:
    for field in dataclasses.fields(Options):
        first, *others = field.name.split("_")
        name = first + "".join(word.title() for word in others)
        kind, default, doc = (field.metadata[key] for key in ("kind", "default", "doc"))
        yield Option(name, field.name, kind.type, default, doc, kind.parse)


OPTIONS: dict[str, Option] = {option.name.lower(): option for option in _options()}
"""All options by lower-case names, in the order of the documentation."""


# Spark's options of a catalog table; only CREATE has the user's options, too
_OF_CATALOGS = "owner"
_USER_OPTION = "option."


def _refuse_catalogs(table_options: Mapping[str, str]) -> None:
    if any(name.lower() == _OF_CATALOGS or name.startswith(_USER_OPTION) for name in table_options):
        options = {name.removeprefix(_USER_OPTION): text for name, text in table_options.items()}
        recognized = {name: text for name, text in options.items() if name.lower() in OPTIONS}
        texts = (f"{name} '{text}'" for name, text in (recognized or {"path": "..."}).items())
        raise ValueError(
            "Spark hands a table no options, and so no path: use"
            f" CREATE TEMP VIEW name USING binlog OPTIONS ({', '.join(texts)})"
        )


_ELSEWHERE = {
    **dict.fromkeys(("start", "startdatetime", "starttime"), "startTimestamp"),
    **dict.fromkeys(("stop", "end", "stopdatetime", "endtime", "stoptimestamp"), "endTimestamp"),
    "gtids": "includeGtids",
    "endposition": "stopPosition",
    "database": "table",
}
"""The options of this source by their names on the command line and in Python."""


def _unknown(name: str) -> str:
    names = {key: option.name for key, option in OPTIONS.items()}
    key = re.sub("[_-]", "", name.lower())
    nearest = difflib.get_close_matches(key, names, n=1)
    if key in _ELSEWHERE:
        hint = f", did you mean {_ELSEWHERE[key]!r}?"
    elif nearest:
        hint = f", did you mean {names[nearest[0]]!r}?"
    else:
        hint = f"; there are {', '.join(names.values())}"
    return f"the data source binlog has no option {name!r}{hint}"

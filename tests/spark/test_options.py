"""The options' table, its documentation, and the text that each takes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import binlog_kaitai
from binlog_kaitai.spark.source.options import OPTIONS, Options

PAGE = Path(binlog_kaitai.__file__).with_name("docs") / "spark.md"


def test_defaults() -> None:
    options = Options.parse({})
    assert (options.path, options.paths, options.table) == (None, (), None)
    assert (options.view, options.mode, options.engine) == ("changes", "FAILFAST", "auto")
    assert (options.merge_schema, options.fail_on_data_loss) == (False, True)
    assert options.max_partition_bytes == 128 * 1024**2
    assert options.column_name_of_corrupt_record == "_corrupt_record"


DAY = 1590969600000000  # 2020-06-01 in UTC
HOUR = 3600 * 10**6

READ = [
    ("path", "s3://logs/a b", "path", "s3://logs/a b"),
    ("paths", '["a", "b,c"]', "paths", ("a", "b,c")),
    ("table", "shop.orders", "table", "shop.orders"),
    ("table", "shop.*", "table", "shop.*"),
    ("view", "Events", "view", "events"),
    ("datatype", "variant", "data_type", "variant"),
    ("MERGESCHEMA", "True", "merge_schema", True),
    ("context", "true", "context", True),
    ("json", "Binary", "json", "binary"),
    ("verifyChecksums", "false", "verify_checksums", False),
    ("failOnDataLoss", "false", "fail_on_data_loss", False),
    ("mode", "dropMalformed", "mode", "DROPMALFORMED"),
    ("columnNameOfCorruptRecord", "_bad", "column_name_of_corrupt_record", "_bad"),
    ("pathGlobFilter", "*.gz", "path_glob_filter", "*.gz"),
    ("recursiveFileLookup", "true", "recursive_file_lookup", True),
    ("ddl", "schema.sql", "ddl", "schema.sql"),
    ("ddlAt", "end", "ddl_at", "end"),
    ("ddlInLogs", "true", "ddl_in_logs", True),
    ("spool", "/spool", "spool", "/spool"),
    ("maxSpoolBytes", "2g", "max_spool_bytes", 2**31),
    ("keyring", "keys", "keyring", "keys"),
    ("specs", "my-specs", "specs", "my-specs"),
    ("engine", "tree", "engine", "tree"),
    ("modifiedAfter", "2020-06-01T13:00:00", "modified_after", DAY + 13 * HOUR),
    ("modifiedBefore", "2020-06-01", "modified_before", DAY),
    ("startTimestamp", "2020-06-01 13:00", "start_timestamp", DAY + 13 * HOUR),
    ("startTimestamp", "2020-06-01T00:00:00.000001", "start_timestamp", DAY + 1),
    ("startTimestamp", "2020-06-01T00:00:00.5Z", "start_timestamp", DAY + 500_000),
    ("endTimestamp", "2020-06-01T00:00:00+02:00", "end_timestamp", DAY - 2 * HOUR),
    ("endTimestamp", "2020-06-01T00:00:00.25 -0330", "end_timestamp", DAY + 3.5 * HOUR + 250_000),
    ("endTimestamp", "1969-12-31T23:59:59.999999", "end_timestamp", -1),
    ("excludeGtids", "0-1-5,1-1-7", "exclude_gtids", "0-1-5,1-1-7"),
    (
        "includeGtids",
        "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5",
        "include_gtids",
        "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5",
    ),
    ("startPosition", "0", "start_position", 0),
    ("startPosition", "8589934592", "start_position", 2**33),
    ("stopPosition", "8589934592", "stop_position", 2**33),
    ("serverId", "0", "server_id", 0),
    ("messages", "Debezium", "messages", "debezium"),
    ("where", "id = 1", "where", "id = 1"),
    ("redact", "v=hash\nn=null", "redact", "v=hash\nn=null"),
    ("redactKey", "key", "redact_key", "key"),
    ("maxPartitionBytes", "134217728", "max_partition_bytes", 2**27),
    ("maxPartitionBytes", "128m", "max_partition_bytes", 2**27),
    ("maxPartitionBytes", "64MB", "max_partition_bytes", 2**26),
    ("maxPartitionBytes", "5b", "max_partition_bytes", 5),
    ("openCostInBytes", "4194304", "open_cost_in_bytes", 2**22),
    ("maxBytesPerTrigger", "1 g", "max_bytes_per_trigger", 2**30),
    ("maxBytesPerTrigger", "2tb", "max_bytes_per_trigger", 2**41),
    ("maxFilesPerTrigger", "3", "max_files_per_trigger", 3),
]


@pytest.mark.parametrize(("name", "text", "field", "value"), READ)
def test_text_is_read(name: str, text: str, field: str, value: Any) -> None:
    found = getattr(Options.parse({name: text}), field)
    assert (type(found), found) == (type(value) if type(value) is not float else int, value)


def test_every_option_is_read_above() -> None:
    assert {name.lower() for name, *_ in READ} == set(OPTIONS)


REFUSED = [
    ("mergeschema", "yes", "option mergeSchema: expected true or false, found 'yes'"),
    ("view", "rows", "view: expected changes, events or transactions, found 'rows'"),
    ("mode", "", "mode: expected FAILFAST, PERMISSIVE or DROPMALFORMED, found ''"),
    ("table", "orders", "table: expected database.table, or a pattern such as shop.*"),
    ("table", "shop.", "found 'shop.'"),
    ("paths", "a", "paths: expected a JSON list of texts, found 'a'"),
    ("paths", '{"a": 1}', "expected a JSON list"),
    ("paths", "[1]", "expected a JSON list"),
    ("maxpartitionbytes", "0", "maxPartitionBytes: expected a size such as 134217728, 128m"),
    ("maxpartitionbytes", "1.5g", "found '1.5g'"),
    ("maxpartitionbytes", "-1", "found '-1'"),
    ("maxfilespertrigger", "0", "maxFilesPerTrigger: expected a number of at least 1, found '0'"),
    ("startposition", "-4", "startPosition: expected a number of bytes, found '-4'"),
    ("serverid", "-1", "serverId: expected a number of at least 0, found '-1'"),
    ("starttimestamp", "yesterday", "startTimestamp: expected a time such as 2026-11-21T10:11:12"),
    ("starttimestamp", "2020-02-30", "found '2020-02-30'"),
    ("starttimestamp", "2020-02-03T25:00:00", "found '2020-02-03T25:00:00'"),
    ("includegtids", "x", "option includeGtids: expected GTIDs such as uuid:1-5, uuid:tag:7"),
    ("tabel", "a.b", "has no option 'tabel', did you mean 'table'?"),
    ("maxpartionbytes", "1", "no option 'maxpartionbytes', did you mean 'maxPartitionBytes'?"),
    ("start_datetime", "1", "no option 'start_datetime', did you mean 'startTimestamp'?"),
    ("gtids", "1", "no option 'gtids', did you mean 'includeGtids'?"),
    ("merge_schema", "1", "no option 'merge_schema', did you mean 'mergeSchema'?"),
    ("zzz", "1", "no option 'zzz'; there are path, paths, pathGlobFilter, "),
    ("owner", "root", "Spark hands a table no options, and so no path: use CREATE TEMP VIEW"),
    ("option.table", "shop.orders", "VIEW name USING binlog OPTIONS (table 'shop.orders')"),
]


@pytest.mark.parametrize(("name", "text", "message"), REFUSED)
def test_bad_text_is_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Options.parse({name: text})


def test_the_page_documents_the_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition("\n## Options\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:3] == "| `"]
    assert rows == [
        [f"`{option.name}`", f"`{option.default}`" if option.default else "-", option.doc]
        for option in OPTIONS.values()
        if option.name != "paths"
    ]


def test_nothing_heavy_is_imported() -> None:
    script = (
        "import sys, binlog_kaitai.spark.source.options;"
        " print({'pyarrow', 'numba'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "set()"

"""What people type first: options of mysqlbinlog, misspelled names, URIs of other servers."""

from __future__ import annotations

import gzip
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.mysqlbinlog import ADVICE
from binlog_kaitai.read.engines import AUTO
from tests.replay import FIXTURES

LOGS = FIXTURES / "mysql97"


def invoke(command: str) -> Result:
    return CliRunner().invoke(main, shlex.split(command), prog_name="binlog-kaitai")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(LOGS)
    monkeypatch.setenv(AUTO, "tree")


LOG = "rotated.1.binlog"
SERVER = "name the server by a URI in place of FILE: mysql://USER@HOST:PORT, without a password."
OTHERS = "expected a local path or a URI of file, s3, s3a, gs, abfs, abfss, hdfs, mysql or mariadb"
BAD = "Error: Invalid value for"
QUALIFIED = "expected DB.T, or a pattern such as shop.*, found"

# a command line, the last line on standard error, and the status
REFUSED = [
    (f"rows -R -h db {LOG}", f"Error: No such option '-R': {SERVER}", 2),
    (f"-R --host=db {LOG}", f"Error: No such option '-R': {SERVER}", 2),
    (
        f"rows --rewrite-db 'a->b' {LOG}",
        "Error: No such option '--rewrite-db': it is an option of redo, rewrite, undo.",
        2,
    ),
    (
        f"stats -d rotated {LOG}",
        "Error: No such option '-d': it is an option of events, redo, rewrite, rows, schema, undo.",
        2,
    ),
    (
        f"events --stop-never {LOG}",
        (
            "Error: No such option '--stop-never': to follow a server, run 'archive --follow' or"
            " 'export --follow'."
        ),
        2,
    ),
    (
        f"rows -r out.sql {LOG}",
        "Error: No such option '-r': send the output to a file with > PATH.",
        2,
    ),
    (
        f"rows --flashback {LOG}",
        ("Error: No such option '--flashback': to revert changes, run 'undo'."),
        2,
    ),
    (
        f"rows --start-positon 4 {LOG}",
        (
            "Error: No such option '--start-positon'. (Did you mean one of: '--start-position',"
            " '--stop-position'?)"
        ),
        2,
    ),
    (
        f"rows --base64-output=text {LOG}",
        (
            f"{BAD} '--base64-output': 'text' is not one of 'auto', 'always',"
            " 'never', 'unspec', 'decode-rows'."
        ),
        2,
    ),
    (f"rowz {LOG}", "Error: No such command 'rowz'. Did you mean 'rows'?", 2),
    (
        f"--no-defaults -v {LOG}",
        (
            "Error: No such option '--no-defaults': it follows a command, as in 'binlog-kaitai rows"
            " --no-defaults'."
        ),
        2,
    ),
    ("help rows", "Error: No such command 'help'. Run 'binlog-kaitai --help'.", 2),
    (
        f"dump {LOG}",
        (
            "Error: No such command 'dump'. Commands are archive, conformance, diff, events,"
            " export, history, index, maintain, mirror, prove, redo, rewrite, rows, schema, specs,"
            " stats, status, undo, verify, warm-up."
        ),
        2,
    ),
    (f"stats --format json {LOG}", "Error: No such option '--format': use --json.", 2),
    (f"schema --json {LOG}", "Error: No such option '--json': use --format json.", 2),
    (f"undo -o x.sql {LOG}", "Error: No such option '-o': use --out.", 2),
    (f"rows --since today {LOG}", "Error: No such option '--since': use --start-datetime.", 2),
    (
        f"rows --defaults-file=my.cnf {LOG}",
        ("Error: No such option '--defaults-file': add option-file=PATH to the server's URI."),
        2,
    ),
    (
        f"undo -T rotated.events --where 'v = zwei' {LOG}",
        (
            f"error: no column zwei in rotated.events, at byte 1070 of {LOG}; there are id, v, n"
            " (a text needs quotes: 'zwei')"
        ),
        2,
    ),
    (
        f"undo -r no/where/undo.sql {LOG}",
        "error: [Errno 2] No such file or directory: 'no/where/undo.sql'",
        1,
    ),
    (
        f"{LOG} --table rotated.events",
        (
            f"Error: No such command '{LOG}'. A command stands before FILE, as in"
            " 'binlog-kaitai rows FILE'."
        ),
        2,
    ),
    (
        f"rows --start-datetime noon {LOG}",
        (
            f"{BAD} '--start-datetime': expected a time such as 2026-11-21T10:11:12,"
            " in UTC or with an offset, found 'noon'"
        ),
        2,
    ),
    (
        f"diff --exclude-gtids x {LOG} {LOG}",
        (
            f"{BAD} '--exclude-gtids': expected GTIDs such as uuid:1-5, uuid:tag:7,"
            " 0-1-100 or =0-1-100, found 'x'"
        ),
        2,
    ),
    (
        f"rows --table Events {LOG}",
        f"{BAD} '--table': {QUALIFIED} 'Events'; did you mean rotated.events?",
        2,
    ),
    (
        f"undo --table 'ev*' {LOG}",
        f"{BAD} '--table': {QUALIFIED} 'ev*'; did you mean rotated.ev*?",
        2,
    ),
    (
        "export --out datasets -",
        "Error: export cannot read standard input; write the log to a file first",
        2,
    ),
    (
        f"export --out datasets --table nosuch {LOG}",
        f"{BAD} '--table': {QUALIFIED} 'nosuch'",
        2,
    ),
    (
        f"redo --table rotated.evnts {LOG}",
        f"error: no table rotated.evnts in {LOG}; did you mean rotated.events?",
        2,
    ),
    (
        f"rows --table 'shop.*' {LOG}",
        f"error: no table shop.* in {LOG}; there are rotated.events, rotated.other",
        2,
    ),
    (
        f"history --table rotated.events --key id=1 --changed w {LOG}",
        ("error: no column w in rotated.events; there are id, v, n"),
        2,
    ),
    (f"rows --columns file,FILE {LOG}", "Error: the column file is selected more than once", 2),
    (
        "rows postgres://me:secret@db/shop",
        (f"{BAD} 'FILE...': postgres://db/shop: PostgreSQL has no MySQL binary logs; {OTHERS}"),
        2,
    ),
    (
        f"diff {LOG} ftp://db/binlog.000001",
        (
            f"{BAD} 'B': ftp://db/binlog.000001: not supported: pipe the download, as in 'curl URL"
            f" | binlog-kaitai rows -'; {OTHERS}"
        ),
        2,
    ),
    ("verify x://y", f"{BAD} 'FILE...': x://y: {OTHERS}", 2),
    (
        "archive jdbc:mysql://db logs",
        (
            f"{BAD} 'URI': expected mysql://USER@HOST:PORT, found jdbc:mysql://db:"
            f" not supported: write mysql://USER@HOST:PORT; {OTHERS}"
        ),
        2,
    ),
    (
        f"undo --rewrite-db 'a->' {LOG}",
        f"{BAD} '--rewrite-db': expected A->B, found 'a->'",
        2,
    ),
    (
        f"rows --table 'rotated.*' --format csv {LOG}",
        (
            f"error: {LOG}: at byte 1423: expected the columns id in rotated.other, or"
            " --merge-schema, found the additional column e (string)"
        ),
        1,
    ),
]


@pytest.mark.parametrize(("command", "line", "status"), REFUSED)
def test_a_refusal_says_what_to_type(command: str, line: str, status: int) -> None:
    result = invoke(command)
    assert (result.stderr.splitlines()[-1], result.exit_code) == (line, status)


# command lines with options of mysqlbinlog, and those that mean the same
SAME = [
    (
        f"rows -vv --base64-output=DECODE-ROWS -d rotated -j 1000 {LOG}",
        f"rows --database rotated --start-position 1000 {LOG}",
    ),
    (f"events --no-defaults -v --verify-binlog-checksum -F {LOG}", f"events {LOG}"),
    (f"events --json {LOG}", f"events {LOG}"),
    (f"rows --format CSV {LOG}", f"rows --format csv {LOG}"),
    (f"rows -d rotated -T events {LOG}", f"rows --table rotated.events {LOG}"),
    (
        f"redo --rewrite-db 'rotated->trial' {LOG}",
        f"redo --rewrite-db rotated=trial {LOG}",
    ),
]


@pytest.mark.parametrize(("command", "same"), SAME)
def test_options_of_mysqlbinlog_are_accepted(command: str, same: str) -> None:
    found, expected = invoke(command), invoke(same)
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == expected.stdout


def test_a_script_goes_to_the_file_of_r(tmp_path: Path) -> None:
    path = tmp_path / "redo.sql"
    assert invoke(f"redo -r {path} {LOG}").stdout == ""
    assert path.read_text(encoding="utf-8") == invoke(f"redo {LOG}").stdout


@pytest.mark.parametrize("command", ["undo -r", "redo --out", "stats --html"])
@pytest.mark.parametrize("name", [LOG, "input.gz"])
def test_no_output_replaces_a_log(command: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    data = (LOGS / LOG).read_bytes()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    before = path.read_bytes()
    result = invoke(f"{command} {path} {path if path.suffix == '.gz' else LOG}")
    said = result.stderr.splitlines()[-1]
    assert said.endswith(f"{path} is a log, which this would overwrite; use another path")
    assert (result.exit_code, path.read_bytes()) == (2, before)


def test_advice_names_what_is_there() -> None:
    """Each option and command in the advice exists, and no command has an option that gets one."""
    commands = {name: main.get_command(None, name) for name in main.list_commands(None)}  # type: ignore[arg-type]
    known = {name for one in commands.values() if one for p in one.params for name in p.opts}
    for option, advice in ADVICE.items():
        named = set(re.findall(r"(?<![\w-])--[a-z-]+", advice)) - {"--version"}
        assert named <= known, advice
        words = {text.split()[0] for text in re.findall(r"'([^']+)'", advice)}
        assert words - {"binlog-kaitai"} <= set(commands), advice
        assert option not in known - {"-r", "--result-file"}


TABLES = """\
rotated.events
_position  _timestamp             _change_type         id  v                       n
    int64  timestamp[us, tz=UTC]  string            int32  string  decimal128(20, 0)
---------  ---------------------  ----------------  -----  ------  -----------------
     1070  2026-11-21T09:21:54Z   insert                1  one                     1
     1070  2026-11-21T09:21:54Z   insert                2  two                     2
     1070  2026-11-21T09:21:54Z   insert                3  NULL                 NULL
     1549  2026-11-21T09:21:54Z   update_preimage       2  two                     2
     1549  2026-11-21T09:21:54Z   update_postimage      2  zwei                    2

rotated.other
_position  _timestamp             _change_type     id  e
    int64  timestamp[us, tz=UTC]  string        int32  string
---------  ---------------------  ------------  -----  ------
     1423  2026-11-21T09:21:54Z   insert            1  first
     1423  2026-11-21T09:21:54Z   insert            2  first
"""


def test_tables_of_a_pattern_stand_one_after_the_other() -> None:
    result = invoke(f"rows --table 'rotated.*' --format table {LOG}")
    assert (result.stdout, result.stderr, result.exit_code) == (TABLES, "", 0)
    merged = invoke(f"rows --table 'rotated.*' --format table --merge-schema {LOG}")
    assert merged.stdout.split()[:4] == ["_position", "_timestamp", "_table", "_change_type"]


def test_tables_of_a_pattern_before_damage(tmp_path: Path) -> None:
    path = tmp_path / "cut.binlog"
    path.write_bytes((LOGS / LOG).read_bytes()[:1600])
    result = invoke(f"rows --table 'rotated.*' --format table {path}")
    assert [line.split()[2:] for line in result.stdout.splitlines() if "21T" in line] == [
        ["insert", "1", "one", "1"],
        ["insert", "2", "two", "2"],
        ["insert", "3", "NULL", "NULL"],
        ["insert", "1", "first"],
        ["insert", "2", "first"],
    ]
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {path}: at byte ")

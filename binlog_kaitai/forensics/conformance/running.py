"""Runs a reader as a command, and takes the records that it prints."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from binlog_kaitai.forensics.conformance.replay import Replay
from binlog_kaitai.forensics.conformance.scoring import Score, compare
from binlog_kaitai.model.changes import (
    DELETE,
    INSERT,
    STATEMENT,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from binlog_kaitai.forensics.conformance.cases import Case
    from binlog_kaitai.forensics.conformance.replay import Record

LOGS = "{logs}"

KINDS = {INSERT, DELETE, UPDATE_PREIMAGE, UPDATE_POSTIMAGE, STATEMENT}


def run_reader(command: str, case: Case, seconds: float) -> Score:
    """Run a reader on the logs of a case, and score what it printed before it ended.

    Args:
        command: The reader's command. The paths of the logs take the place of `{logs}`.
        case: The case.
        seconds: How long the reader may take.

    Raises:
        CaseError: The tables are not in the form of a case.
        OSError: The command cannot be started.
    """
    logs = [os.fspath(log) for log in case.logs]
    parts = [logs if word == LOGS else [word] for word in shlex.split(command)]
    parts += [] if logs in parts else [logs]
    output, stopped = _output(list(chain.from_iterable(parts)), seconds)
    replay = Replay()
    for step in (partial(replay.take, _records(output, case)), replay.end):
        try:
            step()
        except _NoRecordError as error:
            stopped = str(error)
        except (LookupError, TypeError, ValueError) as error:
            stopped = f"a record cannot be applied: {error!r}"
    score = compare(case, replay)
    score.stopped = stopped
    return score


class _NoRecordError(ValueError):
    pass


def _output(words: list[str], seconds: float) -> tuple[bytes, str | None]:
    """Return what a command printed, and why it stopped before its end if it did."""
    try:
        # the command is the user's own
        done = subprocess.run(  # noqa: S603
            words, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        return error.stdout or b"", f"no end after {seconds:g} seconds"
    if not done.returncode:
        return done.stdout, None
    told = done.stderr.decode(errors="replace").split("\n")
    last = next((line for line in reversed(told) if line.strip()), "no message")
    return done.stdout, f"exit status {done.returncode}: {last.strip()}"


def _records(output: bytes, case: Case) -> Iterator[Record]:
    for number, line in enumerate(output.splitlines(), 1):
        try:
            record = json.loads(line)
            name = f"{record['database']}.{record['table']}"
            is_whole = isinstance(record["data"], dict) and record["change_type"] in KINDS
        except (ValueError, KeyError, TypeError):
            is_whole = False
        if not is_whole:
            raise _NoRecordError(f"line {number} of the output is no record")
        if not case.is_left_out(name):
            yield record

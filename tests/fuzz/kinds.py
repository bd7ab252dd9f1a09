"""What problems have in common, to tell the same one again, in smaller logs too."""

from __future__ import annotations

import os
import re

_CODE = f"{os.sep}binlog_kaitai{os.sep}"
_LONGEST = 300


def kind_of(problem: str) -> str:
    """What problems of one kind have in common: the check, and what differs or where it failed."""
    check, _, rest = problem.strip().partition(": ")
    lines = rest.splitlines() or [""]
    if lines[0].startswith("Traceback"):
        places = [line.split(", in ")[-1] for line in lines if _CODE in line]
        places = places or [line.split(", in ")[-1] for line in lines if ", in " in line]
        return f"{check}: {' < '.join(places[:-4:-1])}: {lines[-1].partition(':')[0]}"
    what = lines[0].rpartition(": ")[2]
    common = [what, *lines[1:3]] if what == "errors differ" else [what]
    found = " ".join(re.sub(r"BinlogError: .*?: at byte \d+: ", "", line) for line in common)
    return f"{check}: " + re.sub(r"'.*'|[0-9a-f]*\d+[0-9a-f]*", "_", found)[:_LONGEST]

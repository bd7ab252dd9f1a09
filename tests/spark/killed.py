"""An export that kills itself: `python -m tests.spark.killed OUT MOMENT COUNT FILE...`.

At the step COUNT of the stage MOMENT, `read` or `write`, or before the COUNTth `rename`, or
`never`.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
from pathlib import Path
from typing import Any

from binlog_kaitai.spark.export import job as exports
from binlog_kaitai.spark.session import SHORT_LIVED, start_session


def main(out: str, moment: str, count: str, *files: str) -> None:
    """Exports with a part a file."""
    exports.PART_SIZE = 1
    start_session("local[2]", **SHORT_LIVED)
    renames = itertools.count(1)
    rename = Path.rename

    def killed(path: Path, target: Any) -> Path:
        if moment == "rename" and next(renames) == int(count):
            os.kill(os.getpid(), signal.SIGKILL)
        return rename(path, target)

    def progress(step: exports.Step) -> None:
        if (step.stage, step.done) == (moment, int(count)):
            os.kill(os.getpid(), signal.SIGKILL)

    Path.rename = killed  # type: ignore[method-assign]
    exports.export(files, out, progress=progress)


if __name__ == "__main__":
    main(*sys.argv[1:])

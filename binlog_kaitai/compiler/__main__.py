"""The compiler's command line: `python -m binlog_kaitai.compiler [--hinted] FOLDER [OUTPUT]`."""

from __future__ import annotations

import sys
from pathlib import Path

from binlog_kaitai.compiler.compiler import compile_folder
from binlog_kaitai.compiler.specs import RefusedError


def main(arguments: list[str]) -> None:
    """Compile a folder of specs to a package of kernels, or say in a line why not.

    The package is the folder's `readers`, if none is named. With `--hinted`, specs without hints
    are no formats of files, but only what hinted ones may use.
    """
    only_hinted = arguments[:1] == ["--hinted"]
    arguments = arguments[only_hinted:]
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith("-"):  # noqa: PLR2004
        sys.exit("usage: python -m binlog_kaitai.compiler [--hinted] FOLDER [OUTPUT]")
    folder = Path(arguments[0])
    output = Path(arguments[1]) if arguments[1:] else folder / "readers"
    try:
        count = compile_folder(folder, output, only_hinted=only_hinted)
    except (RefusedError, ModuleNotFoundError) as error:
        sys.exit(f"error: {error}")
    sys.stdout.write(f"{count} modules of kernels in {output}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

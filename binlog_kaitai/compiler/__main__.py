"""The compiler's command line: `python -m binlog_kaitai.compiler SPECS OUTPUT`."""

from __future__ import annotations

import sys
from pathlib import Path

from binlog_kaitai.compiler.compiler import compile_folder
from binlog_kaitai.compiler.specs import RefusedError


def main(arguments: list[str]) -> None:
    """Compile a folder of specs to a package of kernels, or say in a line why not."""
    match arguments:
        case [specs, output]:
            try:
                count = compile_folder(Path(specs), Path(output))
            except (RefusedError, ModuleNotFoundError) as error:
                sys.exit(f"error: {error}")
            sys.stdout.write(f"{count} modules of kernels\n")
        case _:
            sys.exit("usage: python -m binlog_kaitai.compiler SPECS OUTPUT")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The program `binlog-kaitai`."""

from __future__ import annotations

from binlog_kaitai.cli.interrupts import end_when_interrupted


def main() -> None:
    """Run the command line."""
    end_when_interrupted()
    # which takes longer to import than many a user waits
    from binlog_kaitai.cli.commands import main as run  # noqa: PLC0415

    run(prog_name="binlog-kaitai")


if __name__ == "__main__":
    main()

"""Formats that are no binary logs: kernels of their specs make the rows of Kaitai's classes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.compiler.compiler import compile_folder
from tests.classes import NEEDS_NODE
from tests.formats.made import FORMATS, Readers, compile_formats, make_pcap, make_utmp

FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "tcpdump": ("pcap", (FORMATS / "loopback.pcap").read_bytes),
    "tcpdump --nano -s 60": ("pcap", (FORMATS / "loopback_nano.pcap").read_bytes),
    "utmpdump -r": ("utmp", (FORMATS / "logins.wtmp").read_bytes),
    "little-endian": ("pcap", lambda: make_pcap(70)),
    "big-endian": ("pcap", lambda: make_pcap(70, endian=">")),
    "big-endian nanoseconds": ("pcap", lambda: make_pcap(3, endian=">", magic=0xA1B23C4D)),
    "no frames": ("pcap", lambda: make_pcap(0)),
    "logins": ("utmp", lambda: make_utmp(20)),
    "nothing": ("utmp", bytes),
}


@pytest.fixture(scope="module")
def formats(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Readers]:
    return compile_formats(tmp_path_factory.mktemp("formats"))


@NEEDS_NODE
@pytest.mark.parametrize("file", FILES)
def test_a_table_is_what_the_classes_read(formats: dict[str, Readers], file: str) -> None:
    name, make = FILES[file]
    table = formats[name].table(make())
    rows = formats[name].parse(make())
    expected = [
        {column: plain(getattr(row, column)) for column in table.column_names} for row in rows
    ]
    assert table.to_pylist() == expected


def plain(value: Any) -> Any:
    return getattr(value, "value", value)  # of an enum's member its number


@NEEDS_NODE
def test_what_is_torn_is_an_error_of_its_item(formats: dict[str, Readers], tmp_path: Path) -> None:
    file = tmp_path / "torn.pcap"
    file.write_bytes(make_pcap(5)[:-1])
    with pytest.raises(
        ValueError, match=r"item 4 of capture\.packets of pcap\.ksy is not what"
    ) as found:
        formats["pcap"].table(file)
    assert str(found.value).startswith(f"{file}: ")
    with pytest.raises(ValueError, match=r"its bytes: item 0 of capture\.packets"):
        formats["pcap"].table(b"\0" * 40)


def test_one_folder_one_command(tmp_path: Path) -> None:
    """The three lines of Python that the page shows."""
    (tmp_path / "formats").mkdir()
    for spec in FORMATS.glob("*.ksy"):
        (tmp_path / "formats" / spec.name).write_bytes(spec.read_bytes())
    command = [sys.executable, "-m", "binlog_kaitai.compiler", "formats"]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "2 modules of kernels in formats/readers\n"
    lines = f"""
from formats.readers.utmp import table
logins = table({str(FORMATS / "logins.wtmp")!r})
print(logins.select(["user", "host", "seconds"]).to_pylist()[3])
"""
    run = [sys.executable, "-c", lines]
    done = subprocess.run(run, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "{'user': 'anna', 'host': 'host.example', 'seconds': 1795253400}\n"


def test_a_file_of_another_folder_is_no_reader(tmp_path: Path) -> None:
    """What is compiled tells which folder it is of."""
    (tmp_path / "utmp.ksy").write_bytes((FORMATS / "utmp.ksy").read_bytes())
    compile_folder(tmp_path, tmp_path / "readers")
    head = (tmp_path / "readers/utmp.py").read_text().splitlines()[0]
    assert head.startswith(f'"""Kernels of {tmp_path.name}/utmp.ksy, compiled by `python -m ')

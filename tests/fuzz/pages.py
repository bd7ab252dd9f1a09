"""Logs in InnoDB pages, made of the events of other logs, and what is done to their pages."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import OfPages
from binlog_kaitai.io.framing import LogFile
from tests.documented_bytes import u1, u2, u4
from tests.made_up import damage
from tests.made_up.damage import HEADER, events_of, is_signed
from tests.made_up.pages import GTID, Files, sealed, write_transactions

FILE_HEADER = 512
HEAD = 3  # bytes of a chunk before its data
TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 63]
Content = dict[int, bytearray]
"""What is in files, by their numbers."""


def some_pages(log: bytes, chance: Random) -> tuple[Content, int, bytes]:
    """A log's events in files of pages, the length of these, and the events one by one."""
    found: list[list[bytes]] = []
    for event in events_of(log)[1:]:
        if len(event) < HEADER:
            continue
        bare = event[:-4] if is_signed(event) else event
        bare = bare[:9] + u4(len(bare)) + u4(0) + bare[17:]
        if not found or bare[4] == GTID or not chance.randrange(8):
            found.append([])
        found[-1].append(bare)
    len_page = chance.choice([512, 512, 1024, 4096])
    files = Files(len_page, chance.choice([3, 5, 40]), chance.choice([2, 4, 16]))
    write_transactions(files, found, chance)
    content = {number: bytearray(file) for number, file in enumerate(files.contents())}
    return content, len_page, b"".join(b"".join(group) for group in found)


def damaged(content: Content, len_page: int, chance: Random) -> bool:
    """Do something to files, now and then nothing; return whether checksums must tell of it."""
    if chance.randrange(4):
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            _damage(content, len_page, chance)
        return False
    for _ in range(chance.choice([0, 1, 1, 2]) if content else 0):
        file = chance.choice(list(content.values()))
        file[chance.randrange(len(file))] ^= 1 << chance.randrange(8)
    return True


def _damage(content: Content, len_page: int, chance: Random) -> None:
    if not content:
        return
    number = chance.choice(list(content))
    file = content[number]
    page = chance.randrange(max(1, len(file) // len_page)) * len_page
    match chance.randrange(10):
        case 2:
            del file[chance.randrange(len(file) + 1) :]
        case 3:
            del file[page : page + len_page]
        case 4:
            file[page:page] = file[page : page + len_page]
        case 5:
            other = chance.randrange(max(1, len(file) // len_page)) * len_page
            one, two = file[page : page + len_page], file[other : other + len_page]
            file[page : page + len_page], file[other : other + len_page] = two, one
        case 6:
            file[page : page + len_page] = bytes(len_page)
        case 7:
            content[number] = bytearray(content[chance.choice(list(content))])
        case 8 if len(content) > 1:
            del content[number]
        case _:
            _change(file, page, len_page, chance)


def _change(file: bytearray, page: int, len_page: int, chance: Random) -> None:
    """Change what a page says, and its checksum, so that it is read."""
    covered = (len_page if page else FILE_HEADER) - 4
    body = bytes(file[page : page + covered])
    starts = _chunks_in(body) if page else []
    if not starts or not chance.randrange(4):
        body = damage.mutated(body, chance)
    else:
        at = chance.choice(starts)
        match chance.randrange(4):
            case 0:
                kind = chance.choice(TYPES) | chance.choice([0, 0x40, 0x80, 0xC0])
                body = body[:at] + u1(kind) + body[at + 1 :]
            case 1:
                (size,) = struct.unpack_from("<H", body, at + 1)
                size = chance.choice([0, size - 1, size + 1, size // 2, len_page, 0xFFFF]) % 2**16
                body = body[: at + 1] + u2(size) + body[at + HEAD :]
            case _:  # the integers with which a record begins
                first = at + HEAD
                head = damage.mutated(body[first : first + 12], chance)
                body = body[:first] + head + body[first + 12 :]
    file[page : page + covered + 4] = sealed(body[:covered].ljust(covered, b"\0"))


def _chunks_in(body: bytes) -> list[int]:
    found, at = [], 0
    while at + HEAD < len(body) and body[at] & 0x3F not in (0, 0x3F):
        found.append(at)
        at += HEAD + struct.unpack_from("<H", body, at + 1)[0]
    return found


def written(content: Content, folder: Path) -> list[Path]:
    """Write files to a folder, in place of those that are there."""
    for path in folder.iterdir():
        path.unlink()
    paths = []
    for number, data in sorted(content.items()):
        paths.append(folder / f"binlog-{number:06}.ibb")
        paths[-1].write_bytes(data)
    return paths


def cut(path: Path, of_pages: OfPages) -> tuple[bytes, str]:
    """The log that is read out of a file of pages, and the error that there is instead."""
    try:
        with LogFile(path, of_pages) as log:
            return log.read(0, log.size), ""
    except BinlogError as error:
        return b"", str(error)

"""Files of other formats, made here or by what this machine has: a few items, or many."""

from __future__ import annotations

import gzip
import io
import sqlite3
import struct
import subprocess
import sysconfig
import tempfile
import wave
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path


def make_zip(count: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(count):
            archive.writestr(f"folder/file{i}.txt", b"text" * (i % 9))
        archive.comment = b"made"
    return file.getvalue()


def make_gzip(count: int) -> bytes:
    file = io.BytesIO()
    with gzip.GzipFile("name.txt", "wb", fileobj=file) as packed:
        packed.write(b"text" * count)
    return file.getvalue()


def make_cpio(count: int) -> bytes:
    def entry(name: bytes, data: bytes) -> bytes:
        fields = (0o70707, 1, 2, 0o644, 0, 0, 1, 0, 5, 6, len(name) + 1, 0, len(data))
        name += b"\0" * (2 - len(name) % 2)
        return struct.pack("<13H", *fields) + name + data + b"\0" * (len(data) % 2)

    files = b"".join(entry(b"file%d" % i, b"x" * (i % 7)) for i in range(count))
    return files + entry(b"TRAILER!!!", b"") + bytes(30)


def make_png(count: int) -> bytes:
    size = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", size), (b"gAMA", struct.pack(">I", 45455))]
    chunks += [(b"cHRM", struct.pack(">8I", *range(8))), (b"sRGB", b"\1")]
    chunks += [(b"pHYs", struct.pack(">IIB", 2835, 2835, 1)), (b"bKGD", bytes(6))]
    chunks += [(b"tIME", struct.pack(">HBBBBB", 2026, 1, 2, 3, 4, 5)), (b"sBIT", b"\7\7\7")]
    chunks += [(b"iTXt", b"key\0\0\0en\0key\0\xc3\xa9"), (b"sPLT", b"p\0\x08" + bytes(12))]
    chunks += [(b"tEXt", b"Title%d\0Caf\xe9" % i) for i in range(count)]
    chunks += [(b"IDAT", zlib.compress(bytes(52))), (b"IEND", b"")]
    made = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(made)


def make_gif(count: int) -> bytes:
    head = b"GIF89a" + struct.pack("<HHBBB", 4, 4, 0x81, 0, 0) + bytes(range(12))
    blocks = b"\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0"
    for i in range(count):
        blocks += b"\x21\xf9\4\1\x0a\0\2\0" + b"\x2c" + struct.pack("<HHHHB", i % 4, 0, 4, 4, 0x81)
        blocks += bytes(12) + b"\2\3abc\2de\0"
    return head + blocks + b"\x21\xfe\4made\0\x3b"


def make_bmp(count: int) -> bytes:
    colors = bytes(range(256)) * 4
    size = struct.pack("<IiiHHIIiiII", 40, 4, count, 1, 8, 0, 4 * count, 2835, 2835, 0, 0)
    offset = 14 + 40 + len(colors)
    head = b"BM" + struct.pack("<IHHI", offset + 4 * count, 0, 0, offset)
    return head + size + colors + bytes(4 * count)


def make_ico(count: int) -> bytes:
    image, offset = make_png(0), 6 + 16 * count
    entry = struct.pack("<BBBBHHII", 16, 16, 0, 0, 1, 32, len(image), offset)
    return struct.pack("<HHH", 0, 1, count) + entry * count + image


def make_jpeg(count: int) -> bytes:
    def segment(kind: int, data: bytes) -> bytes:
        return bytes([0xFF, kind]) + struct.pack(">H", len(data) + 2) + data

    tiff = b"II*\0" + struct.pack("<IH", 8, 2) + struct.pack("<HHII", 0x10F, 2, 10, 38)
    tiff += struct.pack("<HHII", 0x112, 3, 1, 1) + struct.pack("<I", 0) + b"Camera Co\0"
    jfif = segment(0xE0, b"JFIF\0\1\2\0" + struct.pack(">HHBB", 1, 1, 0, 0))
    frame = segment(0xC0, struct.pack(">BHHB", 8, 4, 4, 3) + b"\1\x22\0\2\x11\1\3\x11\1")
    scan = segment(0xDA, b"\3\1\0\2\x11\3\x11\0\x3f\0") + b"abc\xff\0def\xff\xd9"
    return b"\xff\xd8" + jfif + segment(0xE1, b"Exif\0\0" + tiff) + frame * count + scan


def make_wav(count: int) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(100))
    cues = b"cue " + struct.pack("<II", 4 + 24 * count, count) + bytes(24 * count)
    info = b"LIST" + struct.pack("<I", 4 + 8 + 6) + b"INFOINAM" + struct.pack("<I", 6) + b"title\0"
    made = file.getvalue() + info + cues
    return made[:4] + struct.pack("<I", len(made) - 8) + made[8:]


def make_midi(count: int) -> bytes:
    notes = b"\x81\0\x90\x40\x40\x60\x80\x40\0\0\xe0\1\x40\0\xb0\7\x7f" * count
    events = b"\0\xff\3\4name\0\xc0\5\0\xf0\2\1\xf7" + notes + b"\0\xff\x2f\0"
    track = b"MTrk" + struct.pack(">I", len(events)) + events
    return b"MThd" + struct.pack(">IHHH", 6, 1, 2, 96) + track * 2


def make_frame(number: int) -> bytes:
    tcp = struct.pack(">HHIIHHHH", 1000, 80, number, number, 0x5018, 100, 0, 0) + b"made"
    udp = struct.pack(">HHHH", 53, 53, 12, 0) + b"made"
    if number % 3 == 0:
        return bytes(12) + b"\x86\xdd\x60\0\0\0" + struct.pack(">HBB", 12, 17, 64) + bytes(32) + udp
    kind, body = (6, tcp) if number % 3 == 1 else (17, udp)
    head = b"\x45\0" + struct.pack(">HHHBBH", 20 + len(body), number % 999, 0, 64, kind, 0)
    return bytes(12) + b"\x08\0" + head + bytes(8) + body


def make_pcap(count: int) -> bytes:
    head = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
    frames = [make_frame(i) for i in range(count)]
    return head + b"".join(struct.pack("<IIII", 5, 6, len(of), len(of)) + of for of in frames)


def make_dns(count: int) -> bytes:
    count = min(count, 2000)  # what a packet holds

    def record(kind: int, data: bytes) -> bytes:
        return b"\xc0\x0c" + struct.pack(">HHiH", kind, 1, 300, len(data)) + data

    head = struct.pack(">HHHHHH", 7, 0x8180, 1, 3 + count, 0, 0)
    others = record(5, b"\1x\1y\0") + record(15, b"\0\5\4mail\xc0\x10") + record(16, b"\4made")
    query = b"\3www\7example\3com\0" + struct.pack(">HH", 1, 1)
    return head + query + others + record(1, b"\1\2\3\4") * count


def make_sqlite(count: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(f"{folder}/made.db")
        connection.execute("PRAGMA page_size = 65536")
        for i in range(min(count, 200)):
            connection.execute(f"create table t{i} (a, b, c)")
        connection.commit()
        connection.close()
        return Path(folder, "made.db").read_bytes()


def make_mo(count: int) -> bytes:
    texts = [b"text %d" % i for i in range(count)]
    at, table, data = 28 + 16 * count, b"", b""
    for text in texts * 2:
        table += struct.pack("<II", len(text), at + len(data))
        data += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    return head + table + data


def make_dbf(count: int) -> bytes:
    def field(name: bytes, kind: bytes, length: int) -> bytes:
        return name.ljust(11, b"\0") + kind + bytes(4) + bytes([length, 0]) + bytes(14)

    fields = field(b"NAME", b"C", 10) + field(b"AGE", b"N", 3)
    head = struct.pack("<BBBBIHH", 3, 26, 1, 2, count, 33 + len(fields), 14) + bytes(20)
    return head + fields + b"\r" + b"".join(b" name%-6d%3d" % (i, i % 99) for i in range(count))


def make_mbr(_: int) -> bytes:
    entry = bytes([128, 1, 2, 3, 131, 255, 200, 7]) + struct.pack("<II", 2048, 100)
    return bytes(446) + entry * 4 + b"\x55\xaa"


def make_utmp(count: int) -> bytes:
    record = struct.Struct("<ii32s4s32s256sIiIi16s20s")
    return b"".join(
        record.pack(7, i, b"pts/1", b"ts", b"user", b"host", 0, 1, 5, 6, bytes(16), b"")
        for i in range(count)
    )


def make_class(count: int) -> bytes:
    methods = "".join(
        f"int f{i}(int a) {{ return a * {i}{i}L > 3 ? a : {i}; }} " for i in range(count)
    )
    run = "double d = 1.5; public void run() {}"
    source = f"public class Made implements Runnable {{ {run} {methods} }}"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Made.java").write_text(source, encoding="utf-8")
        subprocess.run(["javac", "-g", "Made.java"], cwd=folder, check=True)
        return Path(folder, "Made.class").read_bytes()


def make_elf(count: int) -> bytes:
    functions = "".join(f"int f{i}(int a) {{ return a + {i}; }}\n" for i in range(count))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "made.c").write_text(functions, encoding="utf-8")
        subprocess.run(
            ["gcc", "-g", "-shared", "-fPIC", "-o", "made", "made.c"], cwd=folder, check=True
        )
        return Path(folder, "made").read_bytes()


def find_pe(_: int) -> bytes:
    return min(Path(sysconfig.get_paths()["purelib"]).rglob("t64.exe")).read_bytes()


MADE: dict[str, Callable[[int], bytes]] = {
    "zip": make_zip, "gzip": make_gzip, "cpio_old_le": make_cpio, "png": make_png,
    "gif": make_gif, "bmp": make_bmp, "ico": make_ico, "jpeg": make_jpeg, "wav": make_wav,
    "standard_midi_file": make_midi, "elf": make_elf, "java_class": make_class,
    "microsoft_pe": find_pe, "pcap": make_pcap, "dns_packet": make_dns, "sqlite3": make_sqlite,
    "gettext_mo": make_mo, "dbf": make_dbf, "mbr_partition_table": make_mbr,
    "glibc_utmp": make_utmp,
}  # fmt: skip
"""By the name of a format's spec, what makes a file of as many items, or finds one."""

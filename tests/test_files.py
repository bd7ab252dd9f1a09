"""Files in buckets, and files that are compressed whole: as the same file here and plain."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pyarrow as pa
import pytest
import zstandard
from pyarrow.fs import AzureFileSystem, FileInfo, FileType, GcsFileSystem, S3FileSystem

from binlog_kaitai import BinlogError, TornEventError, read_batches, read_events
from binlog_kaitai.errors import TransientError
from binlog_kaitai.io import files, paths
from binlog_kaitai.io.files import MAX_AHEAD, MIN_AHEAD, is_compressed, open_file, read_head
from binlog_kaitai.io.finding import find_files
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.io.paths import RemotePlace, base_name, is_remote, remote_place, sibling
from tests.conftest import Bucket
from tests.marks import mostly_long
from tests.memory import counted_with_peak
from tests.records import read_rows
from tests.replay import FIXTURES

LOG = FIXTURES / "mysql97" / "rotated.1.binlog"
TYPES = FIXTURES / "mariadb118" / "types.binlog"


def in_frames(content: bytes) -> bytes:
    """Compress as `zstd` does what is appended to."""
    half = len(content) // 2
    return b"".join(map(zstandard.compress, (content[:half], content[half:])))


def in_members(content: bytes) -> bytes:
    half = len(content) // 2
    return b"".join(map(gzip.compress, (content[:half], content[half:])))


def in_streams(content: bytes) -> bytes:
    """Compress as `xz` does what is appended to, with the padding that it allows."""
    half = len(content) // 2
    return bytes(8).join(map(lzma.compress, (content[:half], content[half:])))


COMPRESSIONS: list[Callable[[bytes], bytes]] = [
    gzip.compress,
    in_members,
    zstandard.ZstdCompressor(write_checksum=True).compress,
    in_frames,
    lzma.compress,
    in_streams,
    bz2.compress,
]
compressions = pytest.mark.parametrize(
    "compress", COMPRESSIONS, ids=["gz", "gz2", "zst", "zst2", "xz", "xz2", "bz2"]
)


@compressions
@pytest.mark.parametrize("log", mostly_long([LOG, TYPES]))
def test_a_compressed_file_is_read_as_the_plain_one(
    tmp_path: Path, log: Path, compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / log.name  # the name does not tell
    path.write_bytes(compress(log.read_bytes()))
    assert is_compressed(path)
    assert not is_compressed(log)
    assert [e.to_json() for e in read_events(path)] == [e.to_json() for e in read_events(log)]
    assert list(read_rows(path)) == list(read_rows(log))
    for engine in ("kernels", "tree"):
        found = pa.Table.from_batches(read_batches(path, engine=engine))
        assert found == pa.Table.from_batches(read_batches(log, engine=engine))
        assert found.num_rows


@compressions
def test_a_damaged_compressed_file(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    whole = compress(random.Random(1).randbytes(9000))
    path = tmp_path / "binlog.000001.gz"
    codec = {0x1F: "gzip", 0x28: "zstd", 0xFD: "xz", ord("B"): "bz2"}[whole[0]]
    flipped = bytearray(whole)
    flipped[-3] ^= 1
    damages = [whole[:-1], whole[:4000], whole[:6], whole + b"more", bytes(flipped)]
    if compress is in_frames:
        damages.pop()  # it has no checksums
    for content in damages:
        path.write_bytes(content)
        with pytest.raises(BinlogError) as raised:
            list(read_events(path))
        error = raised.value
        assert (error.file, error.position) == (str(path), 0)
        assert error.expected == f"a file compressed with {codec}"


def test_what_is_cut_before_it_was_compressed_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "cut.binlog.gz"
    path.write_bytes(gzip.compress(LOG.read_bytes()[:1500]))
    with pytest.raises(TornEventError) as raised:
        list(read_rows(path))
    assert (raised.value.file, raised.value.position) == (str(path), 1470)


def test_no_two_readers_disturb_each_other(tmp_path: Path) -> None:
    path = tmp_path / "log.gz"
    path.write_bytes(gzip.compress(LOG.read_bytes()))
    frames = []
    with LogFile(path) as one, LogFile(path) as other:
        for first, second in zip(one.frames(), other.frames(), strict=True):
            assert first == second
            frames.append(first.data)
    assert b"".join(frames) == LOG.read_bytes()[4:]


def test_a_compressed_copy_next_to_its_log_is_not_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log = (FIXTURES / "mysql97/rotated.1.binlog").read_bytes()
    other = (FIXTURES / "mysql97/rotated.2.binlog").read_bytes()
    for name, content in (("a.000001", log), ("a.000001.gz", gzip.compress(log))):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "a.000002").write_bytes(other)
    (tmp_path / "a.000002.gz").write_bytes(gzip.compress(log))  # not a copy
    lists = ([str(tmp_path)], [f"{tmp_path}/*"], [f"{tmp_path}/a.000001.gz", str(tmp_path)])
    for given in lists:
        caplog.clear()
        names = [Path(file.path).name for file in find_files(given)]
        assert names == ["a.000001", "a.000002", "a.000002.gz"]
        (warning,) = caplog.messages
        assert "a.000001.gz: not read, because it is a copy of" in warning
    (only,) = find_files([f"{tmp_path}/a.000001.gz"])
    assert only.is_compressed


def test_a_file_that_was_replaced_is_decompressed_again(tmp_path: Path) -> None:
    path = tmp_path / "log.gz"
    path.write_bytes(gzip.compress(b"one"))
    with open_file(path) as one:
        path.write_bytes(gzip.compress(b"two"))
        os.utime(path, ns=(0, 0))
        with open_file(path) as two:
            assert (one.read(), two.read()) == (b"one", b"two")


def test_what_is_held_is_read_whatever_lies_at_its_path() -> None:
    content = LOG.read_bytes()
    for path in (str(LOG), "no/such.index", "s3://no-such-bucket/log"):
        with LogFile(HeldFile(path, content)) as log:
            assert log.file == path
            assert b"".join(frame.data for frame in log.frames()) == content[4:]
        records = [replace(record, file="") for record in read_rows(HeldFile(path, content))]
        assert records == [replace(record, file="") for record in read_rows(LOG)]


def test_held_files_of_one_name_are_told_apart() -> None:
    held = [HeldFile("log", gzip.compress(content)) for content in (b"one", b"two")]
    assert len(held[0].content) == len(held[1].content)
    with open_file(held[0]) as one, open_file(held[1]) as two:
        assert (one.read(), two.read()) == (b"one", b"two")


READ = """
import sys
from binlog_kaitai.io.files import open_file
with open_file(sys.argv[1]) as stream:
    count = 0
    while piece := stream.read(2**20):
        count += len(piece)
"""


@pytest.mark.long
@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress], ids=["gz", "zst"])
def test_memory_does_not_grow_with_what_is_compressed(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    peaks = []
    for length in (2**24, 2**28):
        path = tmp_path / "zeros"
        path.write_bytes(compress(bytes(length)))
        found, peak = counted_with_peak(READ, path)
        assert found == length
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 8 * 1024


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", mostly_long(["s3", "s3a"]))
@pytest.mark.parametrize("compress", [bytes, gzip.compress, zstandard.compress])
def test_a_bucket_is_read_as_a_folder(
    bucket: Bucket, scheme: str, compress: Callable[[bytes], bytes]
) -> None:
    bucket.write("read/a b%20c/binlog.000001", compress(TYPES.read_bytes()))
    uri = bucket.uri("read/a b%20c/binlog.000001", scheme)
    assert is_compressed(uri) == (compress is not bytes)
    assert [e.to_json() for e in read_events(uri)] == [e.to_json() for e in read_events(TYPES)]
    found = pa.Table.from_batches(read_batches(uri))
    expected = pa.Table.from_batches(read_batches(TYPES))
    assert set(found["file"].to_pylist()) == {"binlog.000001"}
    assert found.drop(["file"]) == expected.drop(["file"])
    assert [record.data for record in read_rows(uri)] == [r.data for r in read_rows(TYPES)]


def test_the_environment_may_name_the_server(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket.write("environment/log", b"content")
    endpoint = bucket.query.partition("=")[2].partition("&")[0]
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{endpoint}")
    with open_file("s3a://logs/environment/log") as stream:
        assert stream.read() == b"content"


def test_damage_in_a_bucket_is_told_by_its_uri(bucket: Bucket) -> None:
    bucket.write("damage/cut", LOG.read_bytes()[:1500])
    bucket.write("damage/cut.gz", gzip.compress(LOG.read_bytes())[:-9])
    for key, position in (("cut", 1470), ("cut.gz", 0)):
        with pytest.raises(BinlogError) as raised:
            list(read_rows(bucket.uri(f"damage/{key}")))
        assert (raised.value.file, raised.value.position) == (
            bucket.uri(f"damage/{key}"),
            position,
        )
    with pytest.raises(FileNotFoundError, match="logs/damage/nothing"):
        list(read_rows(bucket.uri("damage/nothing")))


def test_an_index_in_a_bucket(bucket: Bucket) -> None:
    names = ["binlog.000001", "binlog.000002"]
    for number, name in enumerate(names, 1):
        content = (FIXTURES / "mysql97" / f"rotated.{number}.binlog").read_bytes()
        bucket.write(f"index/{name}", content)
    bucket.write("index/log.index", b"./binlog.000001\n/var/lib/mysql/binlog.000002\n")
    assert {r.file for r in read_rows(bucket.uri("index/log.index"))} == set(names)
    bucket.write("index/bad.index", b"./binlog.000001\n./binlog.000003\n")
    with pytest.raises(BinlogError, match=r"bad\.index.*: at byte 16: .*found ./binlog.000003, "):
        list(read_rows(bucket.uri("index/bad.index")))


ANYTHING = "s3://any/thing?region=any"  # which spares the question for it


class Counted:
    """The bytes of a file, and how often they were asked for."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.requests: list[tuple[int, int]] = []

    def size(self) -> int:
        return len(self.content)

    def read_at(self, nbytes: int, offset: int) -> bytes:
        self.requests.append((offset, nbytes))
        return self.content[offset : offset + nbytes]

    def close(self) -> None:
        pass


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """What every file of a bucket is."""
    source = Counted(random.Random(2).randbytes(2**24))
    monkeypatch.setattr("binlog_kaitai.io.paths.RemotePlace.open", lambda _: source)
    return source


def test_a_head_is_one_small_request(counted: Counted) -> None:
    head, _ = read_head(ANYTHING)
    assert head == counted.content[: len(head)] != b""
    assert counted.requests == [(0, MIN_AHEAD)]


def test_what_is_read_in_order_takes_few_requests(counted: Counted) -> None:
    with open_file(ANYTHING) as stream:
        pieces = []
        while piece := stream.read(1000):
            pieces.append(piece)
            at = stream.tell()
            stream.seek(0, os.SEEK_END)
            stream.seek(at)
    assert b"".join(pieces) == counted.content
    assert len(counted.requests) < 12
    assert max(size for _, size in counted.requests) == MAX_AHEAD


def test_any_place_is_read_as_bytes_are(counted: Counted) -> None:
    chance = random.Random(3)
    expected = io.BytesIO(counted.content)
    with open_file(ANYTHING) as stream:
        for _ in range(300):
            at, size = chance.randrange(2**24 + 100), chance.choice([1, 19, 70_000, 5_000_000])
            whence = chance.choice([os.SEEK_SET, os.SEEK_CUR, os.SEEK_END])
            offset = at - (0, expected.tell(), 2**24)[whence]
            assert stream.seek(offset, whence) == expected.seek(offset, whence) == at
            assert stream.read(size) == expected.read(size)
            assert stream.tell() == expected.tell()


@pytest.mark.parametrize(
    ("path", "remote", "name", "beside"),
    [
        ("/logs/a.1", False, "a.1", "/logs/b"),
        ("a.1", False, "a.1", "b"),
        ("file:///logs/a%201", False, "a 1", "/logs/b"),
        ("ftp://host/a.1", False, "a.1", "ftp:/host/b"),
        ("s3://bucket/a.1", True, "a.1", "s3://bucket/b"),
        ("s3a://bucket/x%20y/a 1", True, "a 1", "s3a://bucket/x%20y/b"),
        ("gs://bucket/x/a.?", True, "a.?", "gs://bucket/x/b"),
        ("s3://b/x/a.1?scheme=http&a=b/c", True, "a.1", "s3://b/x/b?scheme=http&a=b/c"),
        ("abfss://c@acc.dfs.core.windows.net/a", True, "a", "abfss://c@acc.dfs.core.windows.net/b"),
        ("hdfs://host:8020/x/a", True, "a", "hdfs://host:8020/x/b"),
    ],
)
def test_paths_and_uris_have_parts(path: str, remote: bool, name: str, beside: str) -> None:
    assert (is_remote(path), base_name(path), sibling(path, "b")) == (remote, name, beside)


@pytest.mark.parametrize(
    ("uri", "filesystem", "path"),
    [
        ("gs://b/x y", GcsFileSystem, "b/x y"),
        ("abfss://c@acc.dfs.core.windows.net/x%20", AzureFileSystem, "c/x%20"),
        ("s3a://b/x/?region=r", S3FileSystem, "b/x"),
        ("s3://b/x?.1?region=r", S3FileSystem, "b/x?.1"),
    ],
)
def test_what_reads_buckets_is_there(uri: str, filesystem: type, path: str) -> None:
    place = remote_place(uri)
    assert (type(place.filesystem), place.path) == (filesystem, path)
    assert place.name_of(place.path) == uri.replace("/?", "?")


class Answering:
    """A file system of pyarrow's that answers after a moment, or raises."""

    def __init__(self, error: Exception | None = None, seconds: float = 0.0) -> None:
        self.error = error
        self.seconds = seconds

    def get_file_info(self, paths: list[str]) -> list[FileInfo]:
        time.sleep(self.seconds)
        if self.error is not None:
            raise self.error
        return [FileInfo(paths[0], FileType.File)]

    def open_input_file(self, path: str) -> Answering:
        del path
        return self

    def size(self) -> int:
        return 1

    def close(self) -> None:
        pass

    def read_at(self, nbytes: int, offset: int) -> bytes:
        raise OSError(f"UNAVAILABLE: {nbytes} bytes at {offset}")

    def place(self) -> RemotePlace:
        return RemotePlace(self, "b/x", "gs://b", "?token=secret", "b")


@pytest.mark.parametrize(
    ("error", "is_transient"),
    [
        (OSError("AWS Error NETWORK_CONNECTION during HeadObject operation: curlCode: 6"), True),
        (OSError("google::cloud::Status(UNAVAILABLE: Retry policy exhausted"), True),
        (OSError("Fail to get a new connection for: https://acct.dfs.core.windows.net."), True),
        (OSError("AWS Error ACCESS_DENIED during HeadObject operation: No response body."), False),
        (pa.ArrowException("Unknown error: Failed to get token\nSee the logger"), False),
    ],
)
def test_errors_of_object_stores_name_the_uri(error: Exception, is_transient: bool) -> None:
    place = Answering(error).place()
    with pytest.raises(OSError, match=re.escape(str(error).partition("\n")[0])) as raised:
        place.entry("b/x")
    assert isinstance(raised.value, TransientError) == is_transient
    assert str(raised.value).endswith(": 'gs://b/x'")


def test_a_connection_lost_while_a_file_is_read_names_the_uri() -> None:
    file = Answering().place().open()
    with pytest.raises(TransientError, match="UNAVAILABLE: 1 bytes at 0: 'gs://b/x'"):
        file.read_at(1, 0)


def test_a_forked_process_forgets_the_requests_of_its_parent() -> None:
    requests = paths._REQUESTS  # noqa: SLF001
    with requests.watched("s3://bucket/waits"):
        child = os.fork()
        if not child:
            os._exit(len(requests.begun))
        assert os.waitpid(child, 0)[1] == 0
        assert requests.begun


def test_an_object_that_becomes_shorter_is_not_small(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shrunk:
        def size(self) -> int:
            return 100

        def read_at(self, nbytes: int, _: int) -> bytes:
            return bytes(nbytes - 1)

        def close(self) -> None: ...

    class Place:
        open = Shrunk

    monkeypatch.setattr(files, "remote_place", lambda _: Place())
    assert files.read_small("s3://bucket/log", memoryview(bytearray(1000))) is None


def test_a_slow_answer_is_reported_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    paths._warn_once.cache_clear()  # noqa: SLF001
    monkeypatch.setattr(paths, "PATIENCE", 0.01)
    monkeypatch.setattr(paths, "_REQUESTS", paths._Requests())  # noqa: SLF001 - none sleeps longer
    place = Answering(seconds=0.2).place()
    for _ in range(2):
        assert place.entry("b/x")
    assert caplog.messages == ["waiting for an answer from gs://b/x"]


def test_requests_to_google_end_after_a_minute() -> None:
    for uri, seconds in (("gs://b/x", 60), ("gs://b/x?retry_limit_seconds=7", 7)):
        (settings,) = remote_place(uri).filesystem.__reduce__()[1]
        assert settings["retry_time_limit"] == timedelta(seconds=seconds)
        assert remote_place(uri).name_of("b/x") == uri

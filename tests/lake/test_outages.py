"""Exports to an object store that throttles, drops connections, hangs, and loses its answers."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from binlog_kaitai.errors import TransientError
from binlog_kaitai.io import outages
from binlog_kaitai.lake import lock
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.tables import Format
from tests.conftest import Bucket
from tests.failing_bucket import FAULTS, FailingBucket, failing_bucket
from tests.lake.datasets import archive
from tests.lake.test_again import ROTATED, Rows, has_no_more_than
from tests.lake.test_object_store import PLACES, copy

SEED = int(os.environ.get("OUTAGE_SEED", "20261128"))
RATE = 0.08
TABLES = ("rotated.events", "rotated.other")
FORMATS: tuple[Format, ...] = ("parquet", "delta", "iceberg")


@pytest.fixture
def failing(bucket: Bucket) -> Iterator[FailingBucket]:
    with failing_bucket(bucket.query.partition("=")[2].partition("&")[0], SEED) as proxy:
        yield proxy


@pytest.fixture
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nobody wait between attempts, or for others, which were killed."""
    monkeypatch.setattr(outages, "PATIENCE", (0.1,) * 6)
    monkeypatch.setattr(lock, "DEAD", -1.0)


def options_of(uri: str) -> dict[str, str]:
    """Return how deltalake finds the bucket."""
    endpoint = uri.partition("endpoint_override=")[2].partition("&")[0]
    return {
        "AWS_ENDPOINT_URL": f"http://{endpoint}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
    }


class Lake:
    """An output in the bucket: how a format is exported to it, and read from it."""

    def __init__(
        self, file_format: Format, bucket: Bucket, folder: Path, patch: pytest.MonkeyPatch
    ) -> None:
        self.file_format = file_format
        self.name = f"out-{uuid4().hex}"
        self._bucket = bucket
        self._folder = folder
        self._catalogs: dict[str, Any] = {}
        if file_format == "iceberg":
            from binlog_kaitai.lake import iceberg  # noqa: PLC0415 - an extra

            patch.setattr(iceberg, "load_catalog", self.catalog)

    def catalog(self, endpoint: str, **more: str) -> Any:
        """Return the catalog, by the endpoint of its files."""
        from pyiceberg.catalog.sql import SqlCatalog  # noqa: PLC0415 - an extra

        return SqlCatalog(
            "binlog",
            **{
                "uri": f"sqlite:///{self._folder / 'catalog.db'}",
                "warehouse": f"s3://logs/{self.name}",
                "s3.endpoint": f"http://{endpoint}",
                "s3.region": "us-east-1",
                **more,
            },
        )

    def export(self, proxy: FailingBucket, count: int) -> None:
        """Export some logs by way of a proxy."""
        catalog = f"127.0.0.1:{proxy.port}" if self.file_format == "iceberg" else None
        export(
            ROTATED[:count],
            proxy.uri(self.name),
            file_format=self.file_format,
            catalog=catalog,
            current=Asked(),
        )

    def changes(self) -> Rows:
        """Return the rows of all datasets of changes."""
        if self.file_format == "parquet":
            folder = self._folder / self.name
            shutil.rmtree(folder, ignore_errors=True)
            copy(self._bucket, self.name, self._folder)
            return archive(folder) if folder.exists() else {}
        return {name: self._rows(name) for name in TABLES}

    def _rows(self, name: str) -> list[str]:
        if self.file_format == "iceberg":
            endpoint = self._bucket.query.partition("=")[2].partition("&")[0]
            table = self.catalog(endpoint).load_table(tuple(name.split("."))).scan().to_arrow()
        else:
            deltalake = pytest.importorskip("deltalake")
            uri = self._bucket.uri(f"{self.name}/{name}")
            found = deltalake.DeltaTable(uri.partition("?")[0], storage_options=options_of(uri))
            table = found.to_pyarrow_table().drop(["log_date"])
        rows = table.sort_by([(place, "ascending") for place in PLACES])
        return list(map(repr, rows.to_pylist()))


@pytest.fixture
def lake(
    bucket: Bucket,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Lake:
    return Lake(request.param, bucket, tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[Format, Rows]:
    """Return the rows that the datasets of each format have to have."""
    out = tmp_path_factory.mktemp("clean")
    export(ROTATED, out, current=Asked())
    clean = archive(out)
    changes = {name: clean[name] for name in TABLES}
    return {"parquet": clean, "delta": changes, "iceberg": changes}


@pytest.mark.long
@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("lake", FORMATS, indirect=True)
def test_logs_are_added_under_faults(
    failing: FailingBucket, lake: Lake, expected: dict[Format, Rows]
) -> None:
    ends = 0
    for count in range(1, len(ROTATED) + 1):
        for _ in range(20):
            try:
                with failing.failing(RATE):
                    lake.export(failing, count)
            except TransientError:
                ends += 1
            else:
                break
        else:
            pytest.fail("it does not go on")
    told = ", ".join(f"{number} {kind}" for kind, number in sorted(failing.counts.items()))
    sys.stdout.write(f"{lake.file_format}: {failing.requests} requests, {told}; {ends} ends\n")
    assert len(failing.counts) >= len(FAULTS) - 2
    assert lake.changes() == expected[lake.file_format]


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("lake", ["parquet"], indirect=True)
def test_it_goes_on_when_the_store_is_back(
    failing: FailingBucket,
    lake: Lake,
    expected: dict[Format, Rows],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outages, "PATIENCE", ())
    lake.export(failing, 1)
    with failing.failing(1.0, "throttled"), pytest.raises(TransientError, match="s3://logs/out"):
        lake.export(failing, len(ROTATED))
    assert has_no_more_than(lake.changes(), expected["parquet"])
    lake.export(failing, len(ROTATED))
    assert lake.changes() == expected["parquet"]

"""What several modules compare their exports with."""

from __future__ import annotations

import pytest

from binlog_kaitai.lake.job import export
from tests.lake.datasets import archive
from tests.lake.test_again import FILES, Rows


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """What an archive of Parquet holds, of all logs that `test_again` exports."""
    out = tmp_path_factory.mktemp("clean")
    export(FILES, out)
    return archive(out)

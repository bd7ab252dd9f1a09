"""What the fork server of `exporting` has done before it forks.

It has loaded the kernels, by reading logs. The threads of deltalake would not survive a fork: it is
only imported.
"""

import contextlib
import tempfile
from importlib import import_module

from tests.lake.exporting import export_logs
from tests.lake.test_again import FILES

for name in ("binlog_kaitai.lake.delta", "binlog_kaitai.lake.iceberg"):
    with contextlib.suppress(ImportError):
        import_module(name)
with tempfile.TemporaryDirectory() as folder:
    export_logs(FILES, folder, "parquet")

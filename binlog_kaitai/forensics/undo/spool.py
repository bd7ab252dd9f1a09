"""Store long sequences in a temporary file, and read them in reverse."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

import numpy as np
import pyarrow as pa


class Spool:
    """Stores the rows of batches; a batch of them is in memory."""

    def __init__(self, schema: pa.Schema) -> None:
        self._file = tempfile.TemporaryFile(prefix="binlog-kaitai-")  # noqa: SIM115 - see close
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        self._writer = pa.ipc.new_file(self._file, schema, options=options)

    def append(self, batch: pa.RecordBatch) -> None:
        """Append the rows of a batch."""
        self._writer.write_batch(batch)

    def reversed(self) -> Iterator[pa.RecordBatch]:
        """Yield batches of the rows, the last row first."""
        self._writer.close()
        reader = pa.ipc.open_file(self._file)
        for number in reversed(range(reader.num_record_batches)):
            batch = reader.get_batch(number)
            yield batch.take(pa.array(np.arange(len(batch))[::-1]))

    def close(self) -> None:
        """Remove the file."""
        self._file.close()

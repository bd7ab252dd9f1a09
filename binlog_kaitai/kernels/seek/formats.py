"""The format of a log's events, as kernels take it."""

from __future__ import annotations

from typing import Any

import numpy as np

from binlog_kaitai.generated.kernels.log_format import LogFormat


def format_view(log_format: Any) -> LogFormat:
    """Return a `LogFormat` of ksy/log_format.ksy, as kernels have it."""
    described = log_format.format_description if log_format.has_format_description else None
    return LogFormat(
        binlog_version=log_format.binlog_version,
        has_format_description=bool(log_format.has_format_description),
        has_permuted_types=bool(log_format.has_permuted_types),
        len_header=log_format.len_header,
        len_minimal_header=log_format.len_minimal_header,
        len_checksum=log_format.len_checksum,
        num_post_headers=log_format.num_post_headers,
        handle__parent_len_post_headers=np.array(
            described.len_post_headers if described else [], np.int64
        ),
    )


def are_same(one: LogFormat, other: LogFormat) -> bool:
    return one[:-1] == other[:-1] and np.array_equal(one[-1], other[-1])

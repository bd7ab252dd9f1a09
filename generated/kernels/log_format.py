"""Kernels of ksy/log_format.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple


class LogFormat(NamedTuple):
    binlog_version: int
    has_format_description: bool
    has_permuted_types: bool
    len_header: int
    len_minimal_header: int
    len_checksum: int
    num_post_headers: int
    handle__parent_len_post_headers: Any

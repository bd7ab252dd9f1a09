"""Compares the formats that FORMAT_DESCRIPTION events describe."""

from __future__ import annotations

from typing import Any


def meaning_of(log_format: Any) -> tuple[Any, ...]:
    """Return all that a `LogFormat` says about the bytes of events: equal if two mean the same."""
    described = log_format.format_description if log_format.has_format_description else None
    return (
        log_format.binlog_version,
        bool(log_format.has_permuted_types),
        log_format.len_header,
        log_format.len_minimal_header,
        log_format.len_checksum,
        None if described is None else tuple(described.len_post_headers),
        bool(log_format.is_mariadb),
        bool(described is not None and described.logs_explicit_defaults),
    )

"""Rows by the names of their fields, as Arrow record batches."""

from __future__ import annotations

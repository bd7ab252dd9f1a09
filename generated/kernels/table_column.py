"""Kernels of ksy/table_column.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple


class TableColumn(NamedTuple):
    is_json: bool
    num_json_before: int
    plan_case: int
    plan_0: int
    plan_1: int
    plan_length: int
    plan_end: int
    plan_before: int

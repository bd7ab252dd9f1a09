"""Kernels of ksy/table_map_event.ksy, compiled by `make generate`. Not to be edited."""

from typing import Any, NamedTuple


class TableMapEvent(NamedTuple):
    num_columns_value: int
    num_json_columns: int
    columns_at: int
    columns_is_json: Any
    columns_num_json_before: Any
    columns_plan_case: Any
    columns_plan_0: Any
    columns_plan_1: Any
    columns_plan_length: Any
    columns_plan_end: Any
    columns_plan_before: Any

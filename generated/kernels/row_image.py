"""Kernels of ksy/row_image.ksy, compiled by `make generate`. Not to be edited."""

from binlog_kaitai.kernels.runtime.bits import next_set, put_run
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.stream import u1
from .binlog_bitmap import BinlogBitmap, read_binlog_bitmap
from .binlog_cell import skip_binlog_cell
from .packed_integer import NO_PACKED_INTEGER, read_packed_integer
from .table_column import TableColumn


@inlined
def read_row_image(buffer, start, pos, end, table_map, columns_present, has_value_options, partial_columns_bits_at, partial_columns_bits_is_set, partial_columns_bits_num_set_before, cells_at, cells_place):
    value_options = NO_PACKED_INTEGER
    if has_value_options:
        value_options = read_packed_integer(buffer, start, pos, end)
        pos = value_options.pos
        if pos < 0:
            return -1
    has_partial_columns = has_value_options and value_options.value & 1 == 1
    partial_columns = BinlogBitmap(-1, 0, partial_columns_bits_at, partial_columns_bits_is_set, partial_columns_bits_num_set_before)
    if has_partial_columns:
        partial_columns = read_binlog_bitmap(buffer, start, pos, end, table_map.num_json_columns, partial_columns_bits_at, partial_columns_bits_is_set, partial_columns_bits_num_set_before)
        pos = partial_columns.pos
        if pos < 0:
            return -1
    null_bitmap_len = columns_present.num_set + 7 >> 3
    if not 0 <= null_bitmap_len <= end - pos:
        return -1
    null_bitmap_ofs = pos
    pos = null_bitmap_ofs + null_bitmap_len
    is_plain = not has_partial_columns and columns_present.num_set == table_map.num_columns_value
    num_cells = table_map.num_columns_value
    if cells_at + num_cells > len(cells_place):
        return -1
    if is_plain:
        index = 0
        next_none = next_set(buffer, null_bitmap_ofs, index, num_cells)
        while index < num_cells:
            run_end = table_map.columns_plan_end[table_map.columns_at + index]
            if index == next_none:
                cells_place[cells_at + index] = -1
                index += 1
                next_none = next_set(buffer, null_bitmap_ofs, index, num_cells)
            elif index < run_end <= next_none:
                run_start = pos - table_map.columns_plan_before[table_map.columns_at + index]
                put_run(cells_place, cells_at + index, table_map.columns_plan_before, table_map.columns_at + index, run_end - index, run_start)
                index = run_end - 1
                pos = run_start + table_map.columns_plan_before[table_map.columns_at + index] + table_map.columns_plan_length[table_map.columns_at + index]
                index += 1
            else:
                cells_start = pos
                pos = skip_binlog_cell(buffer, start, pos, end, TableColumn(table_map.columns_is_json[table_map.columns_at + index], table_map.columns_num_json_before[table_map.columns_at + index], table_map.columns_plan_case[table_map.columns_at + index], table_map.columns_plan_0[table_map.columns_at + index], table_map.columns_plan_1[table_map.columns_at + index], table_map.columns_plan_length[table_map.columns_at + index], table_map.columns_plan_end[table_map.columns_at + index], table_map.columns_plan_before[table_map.columns_at + index]), True, False, False)
                if pos < 0:
                    return -1
                cells_place[cells_at + index] = cells_start
                index += 1
        if pos > end:
            return -1
    else:
        for index in range(num_cells):
            cells_start = pos
            cells_is_present = columns_present.bits_is_set[columns_present.bits_at + index]
            cells_is_null = columns_present.bits_is_set[columns_present.bits_at + index] and u1(buffer, null_bitmap_ofs + (columns_present.bits_num_set_before[columns_present.bits_at + index] >> 3)) >> (columns_present.bits_num_set_before[columns_present.bits_at + index] & 7) & 1 == 1
            cells_is_partial = (has_partial_columns and table_map.columns_is_json[table_map.columns_at + index]) and partial_columns.bits_is_set[partial_columns.bits_at + table_map.columns_num_json_before[table_map.columns_at + index]]
            pos = skip_binlog_cell(buffer, start, pos, end, TableColumn(table_map.columns_is_json[table_map.columns_at + index], table_map.columns_num_json_before[table_map.columns_at + index], table_map.columns_plan_case[table_map.columns_at + index], table_map.columns_plan_0[table_map.columns_at + index], table_map.columns_plan_1[table_map.columns_at + index], table_map.columns_plan_length[table_map.columns_at + index], table_map.columns_plan_end[table_map.columns_at + index], table_map.columns_plan_before[table_map.columns_at + index]), cells_is_present, cells_is_null, cells_is_partial)
            if pos < 0:
                return -1
            cells_place[cells_at + index] = -2 if not cells_is_present else -1 if cells_is_null else -3 - cells_start if cells_is_partial else cells_start
    return pos

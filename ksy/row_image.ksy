meta:
  id: row_image
  title: "Binary log: image of a row"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_bitmap
    - binlog_cell
    - packed_integer
    - table_map_event
doc: |
  A row as it was before or after a change: a bit for each of its columns that
  is NULL, then the values of the others. Columns that the image does not hold
  have neither.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
-webide-representation: "{cells}"
-columnar: []
params:
  - id: table_map
    type: table_map_event::table_map_handle
  - id: columns_present
    type: binlog_bitmap::bitmap_handle
  - id: has_value_options
    type: bool
    doc: after images of PARTIAL_UPDATE_ROWS
seq:
  - id: value_options
    -orig-id: value_options
    type: packed_integer
    if: has_value_options
  - id: partial_columns
    -orig-id: partial_bits
    type: binlog_bitmap(table_map._parent.num_json_columns)
    if: has_partial_columns
    doc: a bit for each JSON column of the table
  - id: null_bitmap
    size: (columns_present._parent.num_set + 7) / 8
    doc: a bit for each column that the image holds, the first in the lowest
  - id: cells
    type: |
      binlog_cell(
        table_map._parent.columns[_index].handle,
        is_plain or columns_present._parent.bits[_index].is_set,
        is_plain ? (null_bitmap[_index / 8] >> (_index % 8)) & 1 == 1 :
          columns_present._parent.bits[_index].is_set and
          (null_bitmap[(columns_present._parent.bits[_index].num_set_before / 8).as<s4>]
            >> (columns_present._parent.bits[_index].num_set_before % 8).as<u1>) & 1 == 1,
        not is_plain and has_partial_columns and table_map._parent.columns[_index].is_json and
          partial_columns.bits[table_map._parent.columns[_index].num_json_before.as<s4>].is_set
      )
    repeat: expr
    repeat-expr: table_map._parent.num_columns.value
    -columnar: {place: 'not is_present ? -2 : is_null ? -1 : is_partial ? -3 - _ofs : _ofs'}
    -columnar-runs: {if: is_plain, none: {is_null: null_bitmap}}
instances:
  has_partial_columns:
    value: has_value_options and value_options.value % 2 == 1
  is_plain:
    value: |
      not has_partial_columns and
      columns_present._parent.num_set.as<s8> == table_map._parent.num_columns.value.as<s8>
    doc: all columns of the table, and none in part, as most images are

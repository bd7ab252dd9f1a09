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
  A row before or after a change: a NULL bitmap, then the values of the columns
  that are not NULL. Columns that the image leaves out have neither.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
-webide-representation: "{cells}"
-columnar: []
params:
  - id: table_map
    type: table_map_event::table_map_handle
    doc: The table map of the row.
  - id: columns_present
    type: binlog_bitmap::bitmap_handle
    doc: Bitmap of the columns that the image holds.
  - id: has_value_options
    type: bool
    doc: |
      Whether the image has `value_options`: the after images of
      PARTIAL_UPDATE_ROWS.
seq:
  - id: value_options
    -orig-id: value_options
    type: packed_integer
    if: has_value_options
    doc: |
      Options of the image: 1 if `partial_columns` follows (MySQL 8.0.3 and
      later).
  - id: partial_columns
    -orig-id: partial_bits
    type: binlog_bitmap(table_map._parent.num_json_columns)
    if: has_partial_columns
    doc: |
      A bit for each JSON column of the table, set if the image holds changes to
      the document.
  - id: null_bitmap
    size: (columns_present._parent.num_set + 7) / 8
    doc: |
      A bit for each column that the image holds, the first in the lowest bit,
      set if the value is NULL.
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
    doc: The cells, one for each column of the table.
    -columnar: {place: 'not is_present ? -2 : is_null ? -1 : is_partial ? -3 - _ofs : _ofs'}
    -columnar-runs: {if: is_plain, none: {is_null: null_bitmap}}
instances:
  has_partial_columns:
    value: has_value_options and value_options.value % 2 == 1
    doc: Whether `partial_columns` follows.
  is_plain:
    value: |
      not has_partial_columns and
      columns_present._parent.num_set.as<s8> == table_map._parent.num_columns.value.as<s8>
    doc: |
      Whether the image holds all columns of the table, and no changes to
      documents, as most images do.

meta:
  id: table_map_event
  title: "Binary log: TABLE_MAP event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_bitmap
    - column_metadata
    - optional_metadata
    - packed_integer
    - table_column
    - table_map_head
  endian: le
doc: |
  Describes a table to the rows events of the statement: names, types, what can
  be NULL, and, since MySQL 8.0 and MariaDB 10.5, more in `optional_metadata`.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{database}.{table}"
-columnar-view:
  num_columns.value: int
  num_json_columns: int
  columns: table_column
params:
  - id: len_post_header
    type: s8
  - id: is_mariadb
    type: bool
seq:
  - id: head
    type: table_map_head(len_post_header)
  - id: num_columns
    type: packed_integer
  - id: column_types
    -orig-id: m_coltype
    type: column_type_list(num_columns.value)
    doc: |
      The codes that values are written by, not yet those of CHAR, ENUM and SET.
  - id: len_metadata
    type: packed_integer
    if: has_metadata
    doc: Before MySQL 5.1.16 the event ends here.
  - id: metadata
    -orig-id: m_field_metadata
    size: len_metadata.value
    type: table_map_metadata
    if: has_metadata
  - id: null_bitmap
    -orig-id: m_null_bits
    type: binlog_bitmap(num_columns.value)
    if: has_metadata
    doc: a bit for each column that may be NULL, the first column's lowest
  - id: optional_metadata
    -orig-id: m_optional_metadata
    size-eos: true
    type: optional_metadata
    if: has_metadata
  - id: columns
    type: |
      table_column(
        optional_metadata.num_names > _index
          ? optional_metadata.names._parent.names[_index].value : [].as<bytes>,
        metadata.columns[_index].real_type,
        metadata.columns[_index],
        null_bitmap.bits[_index].is_set,
        _index == 0 ? 0 : columns[_index - 1].num_numeric,
        _index == 0 ? 0 : columns[_index - 1].num_json,
        is_mariadb,
        metadata.columns[_index].is_numeric and optional_metadata.has_signedness,
        metadata.columns[_index].is_numeric and optional_metadata.has_signedness and
          optional_metadata.signedness._parent
            .bits[_index == 0 ? 0 : columns[_index - 1].num_numeric.as<s4>].is_set
      )
    repeat: expr
    repeat-expr: num_columns.value
    if: has_metadata
instances:
  handle:
    type: table_map_handle
  table_id:
    value: head.table_id
  post_header_rest:
    value: head.post_header_rest
    if: len_post_header > 8
    -webide-parse-mode: lazy
  flags:
    value: head.flags
  database:
    value: head.database
  table:
    value: head.table
  has_metadata:
    value: not _io.eof
    doc: First asked for, and then known, when the event is read up to there.
  num_json_columns:
    value: 'not has_metadata or num_columns.value == 0 ? 0 : columns.last.num_json'
types:
  table_map_handle:
    doc: |
      Stands for the table map where it is handed on, and is empty itself, so
      that what shows a tree, such as the Web IDE, does not show the table map
      again in each event that is given it.
  column_type_list:
    params:
      - id: num_columns
        type: s8
    seq:
      - id: types
        type: u1
        enum: column_metadata::column_type
        valid:
          in-enum: true
        repeat: expr
        repeat-expr: num_columns
  table_map_metadata:
    seq:
      - id: columns
        type: column_metadata(_parent.column_types.types[_index])
        repeat: expr
        repeat-expr: _parent.num_columns.value

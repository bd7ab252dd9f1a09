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
  Describes a table for the rows events of the statement: names, types and NULL
  (MySQL 5.1 and later, MariaDB). MySQL 8.0.1 and MariaDB 10.5 and later can add
  further metadata.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{database}.{table}"
-columnar-view:
  num_columns.value: int
  num_json_columns: int
  columns: table_column
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
  - id: is_mariadb
    type: bool
    doc: Whether MariaDB wrote the log.
seq:
  - id: head
    type: table_map_head(len_post_header)
    doc: Id and names of the table.
  - id: num_columns
    type: packed_integer
    doc: Number of columns.
  - id: column_types
    -orig-id: m_coltype
    type: column_type_list(num_columns.value)
    doc: Codes of the columns' types, in which CHAR, ENUM and SET share one.
  - id: len_metadata
    type: packed_integer
    if: has_metadata
    doc: |
      Length of `metadata` in bytes. The event ends in front of it before MySQL
      5.1.16.
  - id: metadata
    -orig-id: m_field_metadata
    size: len_metadata.value
    type: table_map_metadata
    if: has_metadata
    doc: Metadata of the columns' types.
  - id: null_bitmap
    -orig-id: m_null_bits
    type: binlog_bitmap(num_columns.value)
    if: has_metadata
    doc: |
      A bit for each column, the first in the lowest bit, set if the column may
      be NULL.
  - id: optional_metadata
    -orig-id: m_optional_metadata
    size-eos: true
    type: optional_metadata
    if: has_metadata
    doc: Further metadata, by `binlog_row_metadata`.
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
        handle,
        _index,
        metadata.columns[_index].is_numeric and optional_metadata.has_signedness,
        metadata.columns[_index].is_numeric and optional_metadata.has_signedness and
          optional_metadata.signedness._parent
            .bits[_index == 0 ? 0 : columns[_index - 1].num_numeric.as<s4>].is_set
      )
    repeat: expr
    repeat-expr: num_columns.value
    if: has_metadata
    doc: The columns, with all metadata.
instances:
  handle:
    type: table_map_handle
    doc: Reference to this table map, for other structures.
  table_id:
    value: head.table_id
    doc: Number of the table map.
  post_header_rest:
    value: head.post_header_rest
    if: len_post_header > 8
    doc: Bytes of the post-header that the known fields do not cover.
    -webide-parse-mode: lazy
  flags:
    value: head.flags
    doc: Flags of the table map, as in `table_map_head`.
  database:
    value: head.database
    doc: Name of the table's database.
  table:
    value: head.table
    doc: Name of the table.
  has_metadata:
    value: not _io.eof
    doc: |
      Whether metadata follows. It is evaluated when the event is read up to
      there.
  num_json_columns:
    value: 'not has_metadata or num_columns.value == 0 ? 0 : columns.last.num_json'
    doc: Number of JSON columns.
types:
  table_map_handle:
    doc: |
      Reference to a table map, which is its `_parent`. It is empty itself:
      otherwise, viewers such as the Web IDE would show the whole table map in
      each event that refers to it.
  column_type_list:
    doc: The codes of the columns' types.
    params:
      - id: num_columns
        type: s8
        doc: Number of columns.
    seq:
      - id: types
        type: u1
        enum: column_metadata::column_type
        valid:
          in-enum: true
        repeat: expr
        repeat-expr: num_columns
        doc: The codes, in the order of the columns.
  table_map_metadata:
    doc: The metadata of all columns' types.
    seq:
      - id: columns
        type: column_metadata(_parent.column_types.types[_index])
        repeat: expr
        repeat-expr: _parent.num_columns.value
        doc: The metadata, in the order of the columns.
      - id: rest
        size-eos: true
        if: not _io.eof
        doc: Bytes behind the metadata of the last column.

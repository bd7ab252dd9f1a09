meta:
  id: table_column
  title: "Binary log: column of a table map"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - column_metadata
doc: |
  A column, with all that the log describes of it. It has no bytes of its own.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar-view:
  is_json: bool
  num_json_before: int
params:
  - id: name
    type: bytes
    doc: Name of the column; empty if the log has no names.
  - id: type
    type: u1
    enum: column_metadata::column_type
    doc: Type of the column, with CHAR, ENUM and SET distinguished.
  - id: metadata
    type: column_metadata
    doc: Metadata of the column's type.
  - id: is_nullable
    type: bool
    doc: Whether the column may be NULL.
  - id: num_numeric_before
    type: s8
    doc: |
      Number of numeric columns before this one, which the signedness bitmap
      counts.
  - id: num_json_before
    type: s8
    doc: |
      Number of JSON columns before this one, which `row_image.partial_columns`
      counts.
  - id: is_mariadb
    type: bool
    doc: Whether MariaDB wrote the log.
  - id: has_signedness
    type: bool
    doc: Whether the log describes if the column is unsigned.
  - id: is_unsigned
    type: bool
    doc: Whether the column is UNSIGNED.
instances:
  handle:
    type: table_column_handle(name)
    doc: Reference to this column, for other structures.
  num_numeric:
    value: 'num_numeric_before + (metadata.is_numeric ? 1 : 0)'
    doc: Number of numeric columns up to this one.
  is_json:
    value: type == column_metadata::column_type::json
    doc: Whether the column is JSON in MySQL's binary form.
  num_json:
    value: 'num_json_before + (is_json ? 1 : 0)'
    doc: Number of JSON columns up to this one.
  is_enumerated:
    value: |
      type == column_metadata::column_type::enum or
      type == column_metadata::column_type::set
    doc: Whether the column counts for the collations of ENUM and SET columns.
    -webide-parse-mode: lazy
  is_character:
    value: |
      type == column_metadata::column_type::string or
      type == column_metadata::column_type::var_string or
      type == column_metadata::column_type::varchar or
      type == column_metadata::column_type::varchar_compressed or
      type == column_metadata::column_type::tiny_blob or
      type == column_metadata::column_type::blob or
      type == column_metadata::column_type::medium_blob or
      type == column_metadata::column_type::long_blob or
      type == column_metadata::column_type::blob_compressed or
      type == column_metadata::column_type::vector or
      type == column_metadata::column_type::geometry and is_mariadb
    doc: |
      Whether the column counts for the collations of text columns. Columns of
      bytes do, too, and in MariaDB also geometries.
    -webide-parse-mode: lazy
types:
  table_column_handle:
    doc: |
      Reference to a column, which is its `_parent`. It holds only the name (see
      `table_map_event::table_map_handle`).
    params:
      - id: name
        type: bytes
        doc: Name of the column, for viewers.

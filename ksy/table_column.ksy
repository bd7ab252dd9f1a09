meta:
  id: table_column
  title: "Binary log: column of a table map"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - column_metadata
doc: All that the log says about a column. Takes no bytes.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar-view:
  is_json: bool
  num_json_before: int
params:
  - id: name
    type: bytes
    doc: empty where the log does not tell
  - id: type
    type: u1
    enum: column_metadata::column_type
  - id: metadata
    type: column_metadata
  - id: is_nullable
    type: bool
  - id: num_numeric_before
    type: s8
  - id: num_json_before
    type: s8
  - id: is_mariadb
    type: bool
  - id: has_signedness
    type: bool
    doc: the log says whether the column is unsigned
  - id: is_unsigned
    type: bool
instances:
  handle:
    type: table_column_handle(name)
  num_numeric:
    value: 'num_numeric_before + (metadata.is_numeric ? 1 : 0)'
  is_json:
    value: type == column_metadata::column_type::json
  num_json:
    value: 'num_json_before + (is_json ? 1 : 0)'
  is_enumerated:
    value: |
      type == column_metadata::column_type::enum or
      type == column_metadata::column_type::set
    doc: counted for the collations of ENUM and SET columns
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
      Counted for the collations of the other columns, bytes having one, too;
      MariaDB also counts geometries.
    -webide-parse-mode: lazy
types:
  table_column_handle:
    doc: |
      Stands for the column where it is handed on, as
      `table_map_event::table_map_handle` does for a table map.
    params:
      - id: name
        type: bytes

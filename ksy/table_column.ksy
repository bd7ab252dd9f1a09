meta:
  id: table_column
  title: "Binary log: column of a table map"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - column_metadata
    - optional_metadata
doc: All that the log says about a column. Takes no bytes.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
params:
  - id: metadata
    type: column_metadata
  - id: is_nullable
    type: bool
  - id: num_numeric_before
    type: u4
  - id: num_json_before
    type: u4
  - id: is_mariadb
    type: bool
  - id: optional_metadata
    type: optional_metadata
instances:
  type:
    value: metadata.real_type
  is_numeric:
    value: |
      type == column_metadata::column_type::tiny or type == column_metadata::column_type::short or
      type == column_metadata::column_type::int24 or type == column_metadata::column_type::long or
      type == column_metadata::column_type::longlong or type == column_metadata::column_type::year or
      type == column_metadata::column_type::float or type == column_metadata::column_type::double or
      type == column_metadata::column_type::decimal or type == column_metadata::column_type::newdecimal
    doc: has a bit in the signedness bitmap
  num_numeric:
    value: 'num_numeric_before + (is_numeric ? 1 : 0)'
  is_json:
    value: type == column_metadata::column_type::json
  num_json:
    value: 'num_json_before + (is_json ? 1 : 0)'
  has_signedness:
    value: is_numeric and optional_metadata.has_signedness
  is_unsigned:
    value: |
      has_signedness and
      optional_metadata.signedness.bits[num_numeric_before].is_set
  is_enumerated:
    value: |
      type == column_metadata::column_type::enum or
      type == column_metadata::column_type::set
    doc: counted for the collations of ENUM and SET columns
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

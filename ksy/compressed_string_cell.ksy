meta:
  id: compressed_string_cell
  title: "Cell: compressed VARCHAR and VARBINARY of MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - compressed_value
    - integer_le
doc: |
  A VARCHAR or VARBINARY of a column with the attribute COMPRESSED (MariaDB
  10.3.2 and later).
doc-ref: https://mariadb.com/docs/server/reference/sql-statements/data-definition/create/storage-engine-independent-column-compression
-webide-representation: "{value}"
-columnar: [value]
params:
  - id: max_length
    type: s8
    doc: Maximum length of the column in bytes.
seq:
  - id: len_value
    type: 'integer_le(max_length > 255 ? 2 : 1)'
    doc: Length of `value` in bytes.
  - id: value
    size: len_value.value
    type: compressed_value
    doc: The value, compressed or not.
    -columnar: located

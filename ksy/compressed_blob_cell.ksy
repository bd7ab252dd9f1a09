meta:
  id: compressed_blob_cell
  title: "Cell: compressed BLOB and TEXT of MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - compressed_value
    - integer_le
doc: |
  A BLOB or TEXT of a column with the attribute COMPRESSED (MariaDB 10.3.2 and
  later).
doc-ref: https://mariadb.com/docs/server/reference/sql-statements/data-definition/create/storage-engine-independent-column-compression
-webide-representation: "{value}"
-columnar: [value]
params:
  - id: pack_length
    type: s8
    doc: Length of `len_value` in bytes, 1 to 4.
seq:
  - id: len_value
    type: integer_le(pack_length)
    doc: Length of `value` in bytes.
  - id: value
    size: len_value.value
    type: compressed_value
    doc: The value, compressed or not.
    -columnar: located

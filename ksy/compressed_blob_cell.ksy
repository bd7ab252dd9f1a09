meta:
  id: compressed_blob_cell
  title: "Cell: compressed BLOB and TEXT of MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - compressed_value
    - integer_le
doc-ref: https://mariadb.com/docs/server/reference/sql-statements/data-definition/create/storage-engine-independent-column-compression
-webide-representation: "{value}"
-columnar: [value]
params:
  - id: pack_length
    type: s8
seq:
  - id: len_value
    type: integer_le(pack_length)
  - id: value
    size: len_value.value
    type: compressed_value
    -columnar: located

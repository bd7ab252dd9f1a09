meta:
  id: blob_cell
  title: "Cell: BLOB and TEXT of any size"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: A BLOB or TEXT of any size, also the binary form of other types.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar: [value]
params:
  - id: pack_length
    type: s8
    doc: |
      Length of `len_value` in bytes: 1 for TINYBLOB, 2 for BLOB, 3 for
      MEDIUMBLOB, 4 for LONGBLOB.
seq:
  - id: len_value
    type: integer_le(pack_length)
    doc: Length of `value` in bytes.
  - id: value
    size: len_value.value
    doc: Bytes of the value; those of a TEXT are in the column's charset.

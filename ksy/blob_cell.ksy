meta:
  id: blob_cell
  title: "Cell: BLOB and TEXT of any size"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{value:str}"
-columnar: [value]
params:
  - id: pack_length
    type: s8
seq:
  - id: len_value
    type: integer_le(pack_length)
  - id: value
    size: len_value.value

meta:
  id: string_cell
  title: "Cell: CHAR, VARCHAR, BINARY, VARBINARY"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: |
  A length of one byte, or of two where the column may be longer than 255
  bytes. CHAR comes without trailing spaces, BINARY without trailing zeros.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{value:str}"
-columnar: [value]
params:
  - id: max_length
    type: s8
seq:
  - id: len_value
    type: 'integer_le(max_length > 255 ? 2 : 1)'
  - id: value
    size: len_value.value

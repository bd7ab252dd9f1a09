meta:
  id: string_cell
  title: "Cell: CHAR, VARCHAR, BINARY, VARBINARY"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: |
  A CHAR, VARCHAR, BINARY or VARBINARY. The length has two bytes if the column
  may be longer than 255 bytes, else one. CHAR is stored without trailing
  spaces, BINARY without trailing zeros.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
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
    doc: Bytes of the value; those of a text are in the column's charset.

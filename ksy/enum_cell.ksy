meta:
  id: enum_cell
  title: "Cell: ENUM"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: |
  An ENUM: the number of its label.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar: [index]
params:
  - id: num_bytes
    type: s8
    doc: |
      Length of the cell in bytes: 1 for up to 255 labels, else 2.
seq:
  - id: raw
    type: integer_le(num_bytes)
    doc: Stored number of the label.
instances:
  index:
    value: raw.value.as<s8>
    doc: |
      Number of the label, from 1. 0 is the empty string, which servers store
      for an invalid value.

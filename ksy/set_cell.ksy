meta:
  id: set_cell
  title: "Cell: SET"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_bitmap
doc: |
  A SET: one bit for each label.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar: [members]
params:
  - id: num_bytes
    type: s8
    doc: |
      Length of the cell in bytes: 1, 2, 3, 4 or 8.
seq:
  - id: members
    type: binlog_bitmap(num_bytes * 8)
    doc: |
      The bits of the labels, the first label's in the lowest bit. A set bit
      means that the value contains the label.

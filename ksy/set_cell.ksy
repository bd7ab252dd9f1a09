meta:
  id: set_cell
  title: "Cell: SET"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_bitmap
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{members}"
-columnar: [members]
params:
  - id: num_bytes
    type: s8
seq:
  - id: members
    type: binlog_bitmap(num_bytes * 8)
    doc: a bit for each label

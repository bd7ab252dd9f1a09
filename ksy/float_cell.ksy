meta:
  id: float_cell
  title: "Cell: FLOAT"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A FLOAT: an IEEE 754 number of 32 bits.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{value:dec}"
-columnar: [value]
seq:
  - id: value
    type: f4
    doc: The number.

meta:
  id: timestamp_cell
  title: "Cell: TIMESTAMP before MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{seconds:dec} s"
-columnar: [seconds]
seq:
  - id: seconds
    type: u4
    doc: since 1970, UTC; 0 stands for the zero date

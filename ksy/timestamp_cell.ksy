meta:
  id: timestamp_cell
  title: "Cell: TIMESTAMP before MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A TIMESTAMP of servers before MySQL 5.6.4, or of MariaDB tables in the older
  format, in little-endian order.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{seconds:dec} s"
-columnar: [seconds]
seq:
  - id: seconds
    type: u4
    doc: Seconds since 1970, UTC; 0 is the zero date.

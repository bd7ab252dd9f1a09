meta:
  id: timestamp_cell
  title: "Cell: TIMESTAMP before MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - utc_time
  endian: le
doc: |
  A TIMESTAMP of servers before MySQL 5.6.4, or of MariaDB tables in the older
  format, in little-endian order.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{text}"
-columnar: [seconds]
seq:
  - id: seconds
    type: u4
    doc: Seconds since 1970, UTC; 0 is the zero date.
instances:
  time:
    type: utc_time(seconds)
    doc: The time as text, with another text for the zero date in `text`.
  text:
    value: |
      seconds == 0 ? "0000-00-00 00:00:00" : time.text
    doc: The time in UTC as text, for viewers.

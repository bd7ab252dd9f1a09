meta:
  id: binlog_table_id
  title: "Binary log: id of a table map"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The number by which the rows events of a statement refer to their table map: 4
  bytes before MySQL 5.1.4, as the length of the post-header shows, and 6 since.
  Other lengths below 8 are refused here; servers read 6 bytes.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{value:dec}"
-columnar: [value]
-columnar-text: {value: value}
params:
  - id: len_post_header
    type: s8
    doc: Length of the event's post-header in bytes.
seq:
  - id: low
    type: u4
    valid:
      expr: len_post_header == 6 or len_post_header >= 8
    doc: Lowest four bytes.
  - id: high
    type: u2
    if: len_post_header != 6
    doc: Highest two bytes (MySQL 5.1.4 and later).
instances:
  value:
    value: '(len_post_header == 6 ? low : low + high * 0x100000000).as<s8>'
    doc: |
      The number. It belongs to a version of the table's definition in the
      server's memory, and changes with DDL or a restart.

meta:
  id: binlog_table_id
  title: "Binary log: id of a table map"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The number by which the rows events of a statement name their table: 4 bytes
  before MySQL 5.1.4, which the length of the post-header tells, and 6 since.
  Other lengths below 8 are refused here; servers read 6 bytes.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{value:dec}"
-columnar: [value]
params:
  - id: len_post_header
    type: s8
seq:
  - id: low
    type: u4
    valid:
      expr: len_post_header == 6 or len_post_header >= 8
  - id: high
    type: u2
    if: len_post_header != 6
instances:
  value:
    value: '(len_post_header == 6 ? low : low + high * 0x100000000).as<s8>'

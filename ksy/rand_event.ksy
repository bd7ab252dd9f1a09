meta:
  id: rand_event
  title: "Binary log: RAND event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The seeds of RAND() in the next statement.
  Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rand__event.html
-webide-representation: "{seed1:dec}, {seed2:dec}"
-columnar: [seed1, seed2]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here and MySQL skips
  - id: seed1
    type: u8
    doc: of RAND() in the next statement, with `seed2`
  - id: seed2
    type: u8

meta:
  id: rand_event
  title: "Binary log: RAND event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The seeds of RAND() for the next statement (MySQL 4.0 and later, MariaDB).
  Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rand__event.html
-webide-representation: "{seed1:dec}, {seed2:dec}"
-columnar: [seed1, seed2, rest]
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: seed1
    type: u8
    doc: First seed, as the session variable `rand_seed1`.
  - id: seed2
    type: u8
    doc: Second seed, as the session variable `rand_seed2`.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare

meta:
  id: file_block_event
  title: "Binary log: APPEND_BLOCK and BEGIN_LOAD_QUERY events"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Data of a file that LOAD DATA reads; BEGIN_LOAD_QUERY has the first of it.
  MariaDB skips a longer post-header, MySQL does not. A shorter one is refused
  here, as it does not name the file.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Append__block__event.html
-webide-representation: "file {file_id:dec}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: file_id
    type: u4
    valid:
      expr: len_post_header >= 4
    doc: The same in all events of a file, and in the statement that loads it.
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: bytes behind the known part of the post-header
  - id: data
    -orig-id: block
    size-eos: true

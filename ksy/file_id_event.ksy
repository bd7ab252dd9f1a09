meta:
  id: file_id_event
  title: "Binary log: EXEC_LOAD and DELETE_FILE events"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  What becomes of a file of LOAD DATA: EXEC_LOAD loads it, DELETE_FILE gives it
  up. Nothing lies behind the post-header; a shorter one is refused here, as it
  does not name the file.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Delete__file__event.html
-webide-representation: "file {file_id:dec}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: file_id
    type: u4
    valid:
      expr: len_post_header >= 4
    doc: as in the events that hold the blocks of the file
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: bytes behind the known part of the post-header

meta:
  id: file_id_event
  title: "Binary log: EXEC_LOAD and DELETE_FILE events"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The end of a file of LOAD DATA: EXEC_LOAD loads it, DELETE_FILE discards it.
  There is no body behind the post-header. A shorter post-header is refused
  here, since it does not identify the file.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Delete__file__event.html
-webide-representation: "file {file_id:dec}"
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: file_id
    type: u4
    valid:
      expr: len_post_header >= 4
    doc: Number of the file, the same in the events with its blocks.
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: Bytes of the post-header that the known fields do not cover.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.

meta:
  id: file_block_event
  title: "Binary log: APPEND_BLOCK and BEGIN_LOAD_QUERY events"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A block of a file that LOAD DATA reads. BEGIN_LOAD_QUERY has the first block,
  each APPEND_BLOCK a further one. MariaDB skips a longer post-header, MySQL
  does not. A shorter one is refused here, since it does not identify the file.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Append__block__event.html
-webide-representation: "file {file_id:dec}"
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
    doc: |
      Number of the file, the same in all events of it and in the statement that
      loads it.
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: data
    -orig-id: block
    size-eos: true
    doc: Bytes of the file.

meta:
  id: stop_event
  title: "Binary log: STOP event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: The server shut down. The event has no body, and servers read none.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Stop__event.html
-columnar: []
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
  - id: rest
    size-eos: true
    doc: Bytes without a defined meaning.

meta:
  id: annotate_rows_event
  title: "Binary log: ANNOTATE_ROWS event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The text of the statement behind the rows events that follow it (MariaDB 5.3
  and later, with `binlog_annotate_row_events`). MariaDB does not skip a
  post-header here.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/annotate_rows_event
-webide-representation: "{query_text}"
-columnar: [query]
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
  - id: query
    -orig-id: m_query_txt
    size-eos: true
    doc: |
      Text of the statement, in the charset of its connection. It is for
      information: replicas apply the rows events.
    -columnar-text: text
instances:
  query_text:
    value: query.to_s("UTF-8")
    doc: The statement, read as UTF-8.

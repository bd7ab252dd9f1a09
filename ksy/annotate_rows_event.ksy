meta:
  id: annotate_rows_event
  title: "Binary log: ANNOTATE_ROWS event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The statement that caused the rows events which follow (MariaDB 5.3 on).
  MariaDB does not skip a post-header here.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/annotate_rows_event
-webide-representation: "{query_text}"
-columnar: [query]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here
  - id: query
    -orig-id: m_query_txt
    size-eos: true
    doc: |
      The statement that changed the rows of the events behind, to be read, not
      run.
instances:
  query_text:
    value: query.to_s("UTF-8")

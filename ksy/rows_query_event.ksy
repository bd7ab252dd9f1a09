meta:
  id: rows_query_event
  title: "Binary log: ROWS_QUERY event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The statement that caused the rows events which follow (MySQL 5.6.2 on).
  MySQL skips a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__query__event.html
-webide-representation: "{query_text}"
-columnar: [query]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here and MySQL skips
  - id: len_query
    type: u1
    doc: The length, truncated to a byte; not to be used.
  - id: query
    -orig-id: m_rows_query
    size-eos: true
    doc: |
      The statement that changed the rows of the events behind, to be read, not
      run.
instances:
  query_text:
    value: query.to_s("UTF-8")

meta:
  id: rows_query_event
  title: "Binary log: ROWS_QUERY event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The text of the statement behind the rows events that follow it (MySQL 5.6.2
  and later, with `binlog_rows_query_log_events`). MySQL skips a post-header
  here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__query__event.html
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
  - id: len_query
    type: u1
    doc: Length of `query`, truncated to a byte. Readers ignore it.
    -columnar-text: false
  - id: query
    -orig-id: m_rows_query
    size-eos: true
    doc: |
      Text of the statement, in the charset of its connection. It is for
      information: replicas apply the rows events.
    -columnar-text: text
instances:
  query_text:
    value: query.to_s("UTF-8")
    doc: The statement, read as UTF-8.

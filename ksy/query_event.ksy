meta:
  id: query_event
  title: "Binary log: QUERY and QUERY_COMPRESSED events"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - mariadb_compressed
    - query_status_vars
  endian: le
doc: |
  A statement: DDL, changes logged as statements, and BEGIN, COMMIT and the
  like. MariaDB 10.2.3 and later can compress the text (`log_bin_compress`).
  Both servers skip a longer post-header; one of fewer than 11 bytes is refused
  here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
-webide-representation: "{query_text}"
-columnar: [thread_id, seconds, error_code, status_vars, database, query, compressed_query]
-columnar-text: false
params:
  - id: is_compressed
    type: bool
    doc: Whether the event is a QUERY_COMPRESSED.
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: thread_id
    -orig-id: slave_proxy_id
    type: u4
    valid:
      expr: len_post_header >= 11
    doc: Id of the connection that ran the statement.
  - id: seconds
    -orig-id: exec_time
    type: u4
    doc: Seconds from the start of the statement until it was logged.
  - id: len_database
    -orig-id: db_len
    type: u1
    doc: Length of `database` in bytes.
  - id: error_code
    type: u2
    doc: Error number of the server with which the statement ended, or 0.
  - id: len_status_vars
    type: u2
    if: has_status_vars
    doc: Length of `status_vars` in bytes (MySQL 5.0 and later).
  - id: post_header_rest
    size: len_post_header - len_known_post_header
    if: len_post_header > len_known_post_header
    doc: Bytes of the post-header that the known fields do not cover.
  - id: status_vars
    size: len_status_vars.as<s8>
    type: query_status_vars
    if: has_status_vars
    doc: |
      Session variables that a replay of the statement needs (MySQL 5.0 and
      later).
  - id: database
    -orig-id: db
    size: len_database
    doc: Default database, which names without a database refer to.
  - id: database_end
    contents: [0]
    doc: Terminating zero of `database`.
    -columnar-text: false
  - id: query
    size-eos: true
    if: not is_compressed
    doc: Text of the statement, in the charset of its connection.
  - id: compressed_query
    size-eos: true
    type: mariadb_compressed
    if: is_compressed
    doc: Compressed text of the statement.
    -columnar-text: false
instances:
  has_status_vars:
    value: len_post_header >= 13
    doc: Whether the post-header is long enough for `len_status_vars`.
  len_known_post_header:
    value: '(has_status_vars ? 13 : 11).as<s8>'
    doc: Length in bytes of the known part of the post-header.
  database_name:
    value: database.to_s("UTF-8")
    doc: The default database, read as UTF-8.
  inflated_query:
    io: compressed_query._io
    pos: compressed_query.ofs_data
    size-eos: true
    process: zlib
    if: is_compressed
    doc: Decompressed text of the statement.
  query_text:
    value: |
      is_compressed ? inflated_query.to_s("UTF-8") : query.to_s("UTF-8")
    doc: The statement, read as UTF-8.

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
  A statement: all DDL, changes in STATEMENT format, and BEGIN, COMMIT and the
  like. MariaDB can compress its text. Both servers skip a longer post-header;
  one of fewer than 11 bytes is refused here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
-webide-representation: "{query_text}"
-columnar: [thread_id, seconds, error_code, status_vars, database, query, compressed_query]
params:
  - id: is_compressed
    type: bool
  - id: len_post_header
    type: s8
seq:
  - id: thread_id
    -orig-id: slave_proxy_id
    type: u4
    valid:
      expr: len_post_header >= 11
    doc: of the connection that ran the statement
  - id: seconds
    -orig-id: exec_time
    type: u4
    doc: from the start of the statement until it was logged
  - id: len_database
    -orig-id: db_len
    type: u1
  - id: error_code
    type: u2
    doc: the server's number of the error that stopped the statement, or 0
  - id: len_status_vars
    type: u2
    if: has_status_vars
    doc: since MySQL 5.0
  - id: post_header_rest
    size: len_post_header - len_known_post_header
    if: len_post_header > len_known_post_header
    doc: bytes behind the known part of the post-header
  - id: status_vars
    size: len_status_vars.as<s8>
    type: query_status_vars
    if: has_status_vars
  - id: database
    -orig-id: db
    size: len_database
    doc: the default database, to which names without one refer
  - id: database_end
    contents: [0]
  - id: query
    size-eos: true
    if: not is_compressed
  - id: compressed_query
    size-eos: true
    type: mariadb_compressed
    if: is_compressed
instances:
  has_status_vars:
    value: len_post_header >= 13
  len_known_post_header:
    value: '(has_status_vars ? 13 : 11).as<s8>'
  database_name:
    value: database.to_s("UTF-8")
  inflated_query:
    io: compressed_query._io
    pos: compressed_query.ofs_data
    size-eos: true
    process: zlib
    if: is_compressed
  query_text:
    value: |
      is_compressed ? inflated_query.to_s("UTF-8") : query.to_s("UTF-8")

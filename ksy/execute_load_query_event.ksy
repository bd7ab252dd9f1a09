meta:
  id: execute_load_query_event
  title: "Binary log: EXECUTE_LOAD_QUERY event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - query_status_vars
  endian: le
doc: |
  A LOAD DATA statement of MySQL 5.0.3 or later. Its text names a file of the
  server that ran it; `file_id` names the blocks that hold the data. Both
  servers skip a longer post-header. A shorter one is refused here, as the
  statement cannot be run without any of the fields.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Execute__load__query__event.html
-webide-representation: "{query_text}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: thread_id
    -orig-id: slave_proxy_id
    type: u4
    valid:
      expr: len_post_header >= 26
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
  - id: file_id
    type: u4
    doc: as in the events that hold the blocks of the file
  - id: ofs_file_name
    -orig-id: fn_pos_start
    type: u4
    doc: where in the statement the file's name is, to be replaced
  - id: ofs_file_name_end
    -orig-id: fn_pos_end
    type: u4
  - id: duplicates
    -orig-id: dup_handling
    type: u1
    enum: load_duplicates
    valid:
      in-enum: true
    doc: what becomes of rows whose key is there already
  - id: post_header_rest
    size: len_post_header - 26
    if: len_post_header > 26
    doc: bytes behind the known part of the post-header
  - id: status_vars
    size: len_status_vars
    type: query_status_vars
  - id: database
    -orig-id: db
    size: len_database
  - id: database_end
    contents: [0]
  - id: query
    size-eos: true
instances:
  query_text:
    value: query.to_s("UTF-8")
enums:
  load_duplicates:
    0:
      id: error
      -orig-id: LOAD_DUP_ERROR
    1:
      id: ignore
      -orig-id: LOAD_DUP_IGNORE
    2:
      id: replace
      -orig-id: LOAD_DUP_REPLACE

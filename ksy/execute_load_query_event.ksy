meta:
  id: execute_load_query_event
  title: "Binary log: EXECUTE_LOAD_QUERY event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - query_status_vars
  endian: le
doc: |
  A LOAD DATA statement of MySQL 5.0.3 or later, or MariaDB. Its text names a
  file on the server that ran it; `file_id` identifies the blocks that hold the
  data. Both servers skip a longer post-header. A shorter one is refused here,
  since the statement needs all fields.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Execute__load__query__event.html
-webide-representation: "{query_text}"
-columnar-text: false
params:
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
      expr: len_post_header >= 26
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
    doc: Length of `status_vars` in bytes.
  - id: file_id
    type: u4
    doc: Number of the file. The events with its blocks have the same one.
  - id: ofs_file_name
    -orig-id: fn_pos_start
    type: u4
    doc: |
      Offset in `query` of the file's name with its quotes, in bytes. A replay
      writes the name of its own copy there.
  - id: ofs_file_name_end
    -orig-id: fn_pos_end
    type: u4
    doc: Offset in `query` of the end of the file's name, in bytes.
  - id: duplicates
    -orig-id: dup_handling
    type: u1
    enum: load_duplicates
    valid:
      in-enum: true
    doc: Treatment of rows whose key exists already.
  - id: post_header_rest
    size: len_post_header - 26
    if: len_post_header > 26
    doc: Bytes of the post-header that the known fields do not cover.
  - id: status_vars
    size: len_status_vars
    type: query_status_vars
    doc: Session variables that a replay of the statement needs.
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
    doc: Text of the statement, in the charset of its connection.
instances:
  query_text:
    value: query.to_s("UTF-8")
    doc: The statement, read as UTF-8.
enums:
  load_duplicates:
    0:
      id: error
      -orig-id: LOAD_DUP_ERROR
      doc: The row is an error.
    1:
      id: ignore
      -orig-id: LOAD_DUP_IGNORE
      doc: |
        IGNORE: the row is skipped.
    2:
      id: replace
      -orig-id: LOAD_DUP_REPLACE
      doc: |
        REPLACE: the row replaces the existing one.

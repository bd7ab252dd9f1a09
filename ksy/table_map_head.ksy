meta:
  id: table_map_head
  title: "Binary log: head of a TABLE_MAP event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_table_id
  endian: le
doc: |
  Which table is described. What lies behind, up to the end of the event, is the
  same for all tables whose columns are alike. MariaDB skips a longer
  post-header, MySQL does not.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar: [table_id.value, flags, database, table]
params:
  - id: len_post_header
    type: s8
seq:
  - id: table_id
    type: binlog_table_id(len_post_header)
    doc: |
      The server's number of this version of the table, which rows events name.
  - id: flags
    type: u2
  - id: post_header_rest
    size: len_post_header - 8
    if: len_post_header > 8
    doc: bytes behind the known part of the post-header
  - id: len_database
    type: u1
  - id: database
    size: len_database
    type: str
    encoding: UTF-8
  - id: database_end
    contents: [0]
  - id: len_table
    type: u1
  - id: table
    size: len_table
    type: str
    encoding: UTF-8
  - id: table_end
    contents: [0]

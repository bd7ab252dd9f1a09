meta:
  id: table_map_head
  title: "Binary log: head of a TABLE_MAP event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_table_id
  endian: le
doc: |
  Id and names of a table. The bytes behind them are the same for all tables
  with the same columns. MariaDB skips a longer post-header, MySQL does not.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar: [table_id.value, flags, database, table]
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: table_id
    type: binlog_table_id(len_post_header)
    doc: Number of the table map, by which rows events refer to it.
  - id: flags
    type: u2
    doc: |
      Flags of the table map: 1 for exact lengths of BIT columns; in MySQL, 2
      for foreign keys to another database, and 4 for a generated invisible
      primary key (8.0.30 and later); in MariaDB, 0x4000 for a table with
      triggers. Readers need none of them.
  - id: post_header_rest
    size: len_post_header - 8
    if: len_post_header > 8
    doc: Bytes of the post-header that the known fields do not cover.
  - id: len_database
    type: u1
    doc: Length of `database` in bytes.
  - id: database
    size: len_database
    type: str
    encoding: UTF-8
    doc: Name of the table's database.
  - id: database_end
    contents: [0]
    doc: Terminating zero of `database`.
  - id: len_table
    type: u1
    doc: Length of `table` in bytes.
  - id: table
    size: len_table
    type: str
    encoding: UTF-8
    doc: Name of the table.
  - id: table_end
    contents: [0]
    doc: Terminating zero of `table`.

meta:
  id: mysql_binlog
  title: "MySQL and MariaDB binary log"
  application:
    - MySQL
    - MariaDB
  file-extension:
    - binlog
    - "000001"
  tags:
    - database
    - log
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event
    - log_start
doc: |
  A whole binary log, down to the cells of rows: all changes that a MySQL or
  MariaDB server made to its data. Binlog version 4 (MySQL 5.0 and later,
  MariaDB) is complete; versions 1 and 3 are read, too.

  An event depends on events before it: the FORMAT_DESCRIPTION defines lengths
  of headers and checksums, and a rows event needs the TABLE_MAP of its
  statement. Therefore each event hands on `format_after` and `table_maps_after`
  to the next one. A reader that does not need the whole file as one tree can do
  the same with one `binlog_event` at a time.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication.html
seq:
  - id: start
    type: log_start
    doc: Magic number, and the state before the first event.
  - id: events
    type: |
      binlog_event(
        _io.pos,
        _index == 0 ? start.format : events[_index - 1].format_after,
        _index == 0 ? start.table_maps : events[_index - 1].table_maps_after
      )
    repeat: eos
    doc: All events of the log.

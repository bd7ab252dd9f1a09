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
  A whole binary log of binlog version 4, down to the cell of a row: every
  change that a MySQL (5.0 and later) or MariaDB server made to its data.

  What an event means depends on what came before it: the FORMAT_DESCRIPTION
  says how long headers are and whether checksums follow, and a rows event is
  unreadable without the TABLE_MAP of its statement. Each event therefore hands
  on to the next both `format_after` and `table_maps_after`. A reader that does
  not want the whole file as one tree does the same, one `binlog_event` at a
  time.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication.html
seq:
  - id: start
    type: log_start
  - id: events
    type: |
      binlog_event(
        _io.pos,
        _index == 0 ? start.format : events[_index - 1].format_after,
        _index == 0 ? start.table_maps : events[_index - 1].table_maps_after
      )
    repeat: eos

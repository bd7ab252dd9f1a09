meta:
  id: log_start
  title: "Binary log: start of the file"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - format_description_event
    - log_format
    - table_map_chain
    - table_map_event
  endian: le
doc: |
  The magic number, and what is known before the first event: no
  FORMAT_DESCRIPTION and no TABLE_MAP.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
seq:
  - id: magic
    -orig-id: BINLOG_MAGIC
    type: u4be
    enum: log_magic
    valid: log_magic::binlog
instances:
  format:
    type: log_format(false, no_format_description, false)
  table_maps:
    type: table_map_chain(true, no_table_map, no_table_maps)
  no_format_description:
    type: format_description_event
    if: false
  no_table_map:
    type: table_map_event(0, false)
    if: false
  no_table_maps:
    type: table_map_chain(true, no_table_map, no_table_maps)
    if: false
enums:
  log_magic:
    0xfe62696e:
      id: binlog
      doc: a plain binary log or relay log
    0xfd62696e:
      id: encrypted
      doc: a binary log that MySQL 8.0.14 or later encrypted

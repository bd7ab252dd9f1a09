meta:
  id: log_start
  title: "Binary log: start of the file"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
    - format_description_event
    - log_format
    - table_map_chain
    - table_map_event
  endian: le
doc: |
  The magic number, and what is known before the first event: the version, no
  FORMAT_DESCRIPTION and no TABLE_MAP.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
seq:
  - id: magic
    -orig-id: BINLOG_MAGIC
    type: u4be
    enum: log_magic
    valid: log_magic::binlog
instances:
  has_first_event:
    value: _io.size >= sizeof<u4> + 19
    doc: or the file ends before the header of one
  first_header:
    pos: sizeof<u4>
    type: binlog_event_header(4, false)
    if: has_first_event
  starts_with_start_v3:
    value: |
      has_first_event and
      first_header.type == binlog_event_header::event_type::start_v3
  starts_with_rotate:
    value: |
      has_first_event and
      first_header.type == binlog_event_header::event_type::rotate
  starts_with_other:
    value: |
      has_first_event and
      first_header.type != binlog_event_header::event_type::start_v3 and
      first_header.type != binlog_event_header::event_type::rotate and
      first_header.type != binlog_event_header::event_type::format_description
    doc: No server's log does.
  len_start_v3:
    value: 75
    doc: with a header of 19 bytes
  binlog_version:
    value: |
      starts_with_start_v3
      ? (first_header.len_event < len_start_v3 ? 1 : 3)
      : starts_with_rotate ? 3 : 4
    doc: |
      The first event tells: START_V3, shorter in version 1, or, in relay logs
      of version 3, ROTATE, or FORMAT_DESCRIPTION.
  format:
    type: log_format(binlog_version, false, no_format_description, false)
  table_maps:
    type: table_map_chain(true, no_table_map, no_table_maps)
  no_format_description:
    type: format_description_event::format_description_handle
    if: false
  no_table_map:
    type: table_map_event::table_map_handle
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
    0xfefe0d01:
      id: innodb
      -orig-id: IBB_MAGIC
      doc: |
        a log that MariaDB 12.3 or later keeps in pages as InnoDB does, by
        `binlog_storage_engine=innodb`; there the number is little-endian

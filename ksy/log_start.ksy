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
  The magic number, and the state before the first event: the version of the
  format, without a FORMAT_DESCRIPTION or a TABLE_MAP.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
seq:
  - id: magic
    -orig-id: BINLOG_MAGIC
    type: u4be
    enum: log_magic
    valid: log_magic::binlog
    doc: Magic number of the file.
instances:
  has_first_event:
    value: _io.size >= sizeof<u4> + 19
    doc: Whether the file is long enough for the header of an event.
  first_header:
    pos: sizeof<u4>
    type: binlog_event_header(4, false)
    if: has_first_event
    doc: Header of the first event.
  starts_with_start_v3:
    value: |
      has_first_event and
      first_header.type == binlog_event_header::event_type::start_v3
    doc: Whether the first event is a START_V3.
  starts_with_rotate:
    value: |
      has_first_event and
      first_header.type == binlog_event_header::event_type::rotate
    doc: Whether the first event is a ROTATE.
  starts_with_other:
    value: |
      has_first_event and
      first_header.type != binlog_event_header::event_type::start_v3 and
      first_header.type != binlog_event_header::event_type::rotate and
      first_header.type != binlog_event_header::event_type::format_description
    doc: Whether the first event is of a type that starts no server's log.
  len_start_v3:
    value: 75
    doc: Length in bytes of a START_V3 with a header of 19 bytes.
  binlog_version:
    value: |
      starts_with_start_v3
      ? (first_header.len_event < len_start_v3 ? 1 : 3)
      : starts_with_rotate ? 3 : 4
    doc: |
      Version of the format, by the first event: START_V3, which is shorter in
      version 1; ROTATE, in relay logs of version 3; or FORMAT_DESCRIPTION.
  format:
    type: log_format(binlog_version, false, no_format_description, false)
    doc: The format in force for the first event.
  table_maps:
    type: table_map_chain(true, no_table_map, no_table_maps)
    doc: An empty chain of table maps.
  no_format_description:
    type: format_description_event::format_description_handle
    if: false
    doc: Placeholder for the missing FORMAT_DESCRIPTION.
  no_table_map:
    type: table_map_event::table_map_handle
    if: false
    doc: Placeholder for the table map of an empty chain.
  no_table_maps:
    type: table_map_chain(true, no_table_map, no_table_maps)
    if: false
    doc: Placeholder for the older maps of an empty chain.
enums:
  log_magic:
    0xfe62696e:
      id: binlog
      doc: A binary log or relay log that is not encrypted.
    0xfd62696e:
      id: encrypted
      doc: A binary log that MySQL 8.0.14 or later encrypted.
    0xfefe0d01:
      id: innodb
      -orig-id: IBB_MAGIC
      doc: |
        A log that MariaDB 12.3 or later stores in InnoDB pages
        (`binlog_storage_engine=innodb`), where the number is in little-endian
        order.

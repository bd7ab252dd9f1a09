meta:
  id: replication_packet
  title: "Replication packet of MySQL and MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event
    - format_description_event
    - log_format
    - replication_command
    - table_map_chain
    - table_map_event
doc: |
  An event as a server sends it to a replica, without the header of the
  protocol's packet: a byte of zero, two more bytes in semi-synchronous
  replication, and the event.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump.html
params:
  - id: is_semi_sync
    type: bool
    doc: Whether the connection uses semi-synchronous replication.
  - id: format
    type: log_format
    doc: The format in force for the event.
  - id: table_maps
    type: table_map_chain
    doc: The table maps that are valid for the event.
seq:
  - id: header
    type: packet_header(is_semi_sync)
    doc: Bytes in front of the event.
  - id: event
    type: binlog_event(_io.pos, format, table_maps)
    doc: The event.
types:
  packet_header:
    doc: Bytes in front of an event.
    -columnar: []
    params:
      - id: is_semi_sync
        type: bool
        doc: Whether the connection uses semi-synchronous replication.
    seq:
      - id: status
        type: u1
        enum: packet_status
        valid: packet_status::ok
        doc: |
          Kind of the packet: 0 for an event.
      - id: semi_sync
        type: semi_sync_header
        if: is_semi_sync
        doc: Bytes of semi-synchronous replication.
  stream_start:
    doc: |
      The state before the first packet, without a FORMAT_DESCRIPTION or a
      TABLE_MAP. It has no bytes of its own.
    instances:
      format:
        type: log_format(4, false, no_format_description, false)
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
  semi_sync_header:
    doc: Bytes that semi-synchronous replication puts in front of an event.
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/plugin/semisync/semisync.h
    -columnar: []
    seq:
      - id: magic
        -orig-id: ReplSemiSyncBase::kPacketMagicNum
        type: u1
        enum: replication_command::semi_sync_magic
        valid: replication_command::semi_sync_magic::packet
        doc: Magic number of semi-synchronous replication.
      - id: needs_reply
        -orig-id: ReplSemiSyncBase::kPacketFlagSync
        type: u1
        doc: 1 if the server waits for an acknowledgement of the event.
enums:
  packet_status:
    0x00:
      id: ok
      doc: An event follows.
    0xfe:
      id: eof
      doc: The stream ends here.
    0xff:
      id: error
      doc: An error of the server follows.

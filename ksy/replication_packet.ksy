meta:
  id: replication_packet
  title: "Replication packet of MySQL and MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event
    - format_description_event
    - log_format
    - table_map_chain
    - table_map_event
doc: |
  An event as a server sends it to a replica, without the header of the
  protocol's packet: a byte that is 0, with semi-synchronous replication two
  bytes more, and the event.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump.html
params:
  - id: is_semi_sync
    type: bool
  - id: format
    type: log_format
  - id: table_maps
    type: table_map_chain
seq:
  - id: header
    type: packet_header(is_semi_sync)
  - id: event
    type: binlog_event(_io.pos, format, table_maps)
types:
  packet_header:
    -columnar: []
    params:
      - id: is_semi_sync
        type: bool
    seq:
      - id: status
        type: u1
        enum: packet_status
        valid: packet_status::ok
      - id: semi_sync
        type: semi_sync_header
        if: is_semi_sync
  stream_start:
    doc: |
      What is known before the first packet: no FORMAT_DESCRIPTION and no
      TABLE_MAP. Takes no bytes.
    instances:
      format:
        type: log_format(4, false, no_format_description, false)
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
  semi_sync_header:
    -columnar: []
    seq:
      - id: magic
        -orig-id: ReplSemiSyncBase::kPacketMagicNum
        type: u1
        enum: semi_sync_magic
        valid: semi_sync_magic::packet
      - id: needs_reply
        -orig-id: ReplSemiSyncBase::kPacketFlagSync
        type: u1
enums:
  packet_status:
    0x00: ok
    0xfe: eof
    0xff: error
  semi_sync_magic:
    0xef: packet

meta:
  id: binlog_event
  title: "Binary log: one event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - annotate_rows_event
    - binlog_checkpoint_event
    - binlog_event_header
    - execute_load_query_event
    - file_block_event
    - file_id_event
    - format_description_event
    - gtid_event
    - gtid_tagged_event
    - heartbeat_event
    - heartbeat_v2_event
    - ignorable_event
    - incident_event
    - intvar_event
    - large_transaction_header_event
    - load_event
    - log_format
    - mariadb_gtid_event
    - mariadb_gtid_list_event
    - partial_row_data_event
    - previous_gtids_event
    - query_event
    - rand_event
    - rotate_event
    - rows_event
    - rows_query_event
    - slave_event
    - start_encryption_event
    - start_v3_event
    - stop_event
    - table_map_chain
    - table_map_event
    - transaction_context_event
    - transaction_payload_event
    - unknown_event
    - user_var_event
    - view_change_event
    - xa_prepare_event
    - xid_event
  endian: le
doc: |
  An event: header, body by its type, checksum, and the state that it leaves to
  the next event. The body of a type without a spec stays raw.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
-webide-representation: "{ofs_event:dec} {header.time} {header.type} {body}"
-columnar:
  - header
  - body
  - crc32
  - len_checksum
  - len_post_header
  - has_odd_post_header
  - is_table_map
  - is_rows
  - is_query
  - bounds_transaction
params:
  - id: ofs_event
    type: s8
    doc: |
      Byte offset of the event in the stream. With the file's name it identifies
      the event; `header.next_position` does not.
  - id: format
    type: log_format
    doc: The format in force, which the last FORMAT_DESCRIPTION described.
  - id: table_maps
    type: table_map_chain
    doc: The table maps that are valid for this event.
seq:
  - id: header
    type: binlog_event_header(format.binlog_version, format.has_permuted_types)
    doc: Common header, which all events start with.
  - id: header_extension
    size: len_header - header.len_header
    if: len_header > header.len_header
    doc: |
      Bytes of a header that is longer than its known fields. No released server
      writes any.
  - id: body
    size: header.len_event - len_header - len_checksum
    type:
      switch-on: header.type
      cases:
        'binlog_event_header::event_type::unknown': unknown_event
        # the log itself
        'binlog_event_header::event_type::start_v3': start_v3_event(len_post_header)
        'binlog_event_header::event_type::format_description': format_description_event
        'binlog_event_header::event_type::rotate': rotate_event(len_post_header)
        'binlog_event_header::event_type::stop': stop_event(len_post_header)
        'binlog_event_header::event_type::slave': slave_event(len_post_header)
        'binlog_event_header::event_type::incident': incident_event(len_post_header)
        'binlog_event_header::event_type::heartbeat': heartbeat_event(len_post_header, format.is_mariadb and header.next_position == 0)
        'binlog_event_header::event_type::heartbeat_v2': heartbeat_v2_event
        'binlog_event_header::event_type::ignorable': ignorable_event(len_post_header)
        'binlog_event_header::event_type::large_transaction_header': large_transaction_header_event(len_post_header)
        'binlog_event_header::event_type::binlog_checkpoint': binlog_checkpoint_event(len_post_header)
        'binlog_event_header::event_type::start_encryption': start_encryption_event(len_post_header)
        # transactions
        'binlog_event_header::event_type::gtid': gtid_event(len_post_header)
        'binlog_event_header::event_type::anonymous_gtid': gtid_event(len_post_header)
        'binlog_event_header::event_type::gtid_tagged': gtid_tagged_event(len_post_header)
        'binlog_event_header::event_type::previous_gtids': previous_gtids_event(len_post_header)
        'binlog_event_header::event_type::mariadb_gtid': mariadb_gtid_event(len_post_header)
        'binlog_event_header::event_type::mariadb_gtid_list': mariadb_gtid_list_event(len_post_header)
        'binlog_event_header::event_type::xid': xid_event(len_post_header)
        'binlog_event_header::event_type::xa_prepare': xa_prepare_event(len_post_header)
        'binlog_event_header::event_type::transaction_payload': transaction_payload_event
        'binlog_event_header::event_type::transaction_context': transaction_context_event(len_post_header)
        'binlog_event_header::event_type::view_change': view_change_event(len_post_header)
        # statements
        'binlog_event_header::event_type::query': query_event(false, len_post_header)
        'binlog_event_header::event_type::query_compressed': query_event(true, len_post_header)
        'binlog_event_header::event_type::intvar': intvar_event(len_post_header)
        'binlog_event_header::event_type::rand': rand_event(len_post_header)
        'binlog_event_header::event_type::user_var': user_var_event(len_post_header)
        'binlog_event_header::event_type::load': load_event(header.type, len_post_header, 0)
        'binlog_event_header::event_type::new_load': load_event(header.type, len_post_header, 0)
        'binlog_event_header::event_type::create_file': load_event(header.type, len_load_post_header, len_post_header)
        'binlog_event_header::event_type::append_block': file_block_event(len_post_header)
        'binlog_event_header::event_type::exec_load': file_id_event(len_post_header)
        'binlog_event_header::event_type::delete_file': file_id_event(len_post_header)
        'binlog_event_header::event_type::begin_load_query': file_block_event(len_post_header)
        'binlog_event_header::event_type::execute_load_query': execute_load_query_event(len_post_header)
        # rows
        'binlog_event_header::event_type::rows_query': rows_query_event(len_post_header)
        'binlog_event_header::event_type::partial_row_data': partial_row_data_event(len_post_header)
        'binlog_event_header::event_type::annotate_rows': annotate_rows_event(len_post_header)
        'binlog_event_header::event_type::table_map': table_map_event(len_post_header, format.is_mariadb)
        'binlog_event_header::event_type::pre_ga_write_rows': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::pre_ga_update_rows': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::pre_ga_delete_rows': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::write_rows_v1': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::update_rows_v1': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::delete_rows_v1': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::write_rows_v2': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::update_rows_v2': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::delete_rows_v2': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::partial_update_rows': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::write_rows_compressed_v1': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::update_rows_compressed_v1': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::delete_rows_compressed_v1': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::write_rows_compressed': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::update_rows_compressed': rows_event(header.type, len_post_header, table_maps)
        'binlog_event_header::event_type::delete_rows_compressed': rows_event(header.type, len_post_header, table_maps)
    doc: Post-header and body of the event, by its type.
    -columnar: located
    -columnar-text: cases
  - id: crc32
    type: u4
    if: len_checksum > 0
    doc: |
      CRC-32 of the event (zlib's polynomial), if the log has checksums (MySQL
      5.6 and MariaDB 5.3 and later).
instances:
  is_format_description:
    value: header.type == binlog_event_header::event_type::format_description
    doc: Whether the event describes the format of the events behind it.
    -webide-parse-mode: lazy
  has_minimal_header:
    value: |
      is_format_description or header.type == binlog_event_header::event_type::rotate
    doc: |
      Whether the header has its minimal length. ROTATE and FORMAT_DESCRIPTION
      are read before a longer one is described.
    -webide-parse-mode: lazy
  len_header:
    value: |
      has_minimal_header ? format.len_minimal_header : format.len_header
    doc: Length of the header in bytes, with its extension.
  len_checksum:
    value: 'is_format_description ? 0 : format.len_checksum'
    doc: |
      Length of the checksum in bytes, which ends the event. A
      FORMAT_DESCRIPTION holds its own checksum within its body.
  end_of_body:
    value: header.len_event - len_checksum
    doc: Offset of the checksum, or of the end, within the event, in bytes.
  len_post_header:
    value: |
      format.has_format_description
      ? (header.type_code >= 1 and
         header.type_code <= format.num_post_headers
         ? format.handle._parent.len_post_headers[header.type_code - 1].as<s8>
         : len_documented_post_header.as<s8>)
      : header.type == binlog_event_header::event_type::query and format.binlog_version != 4
      ? 11.as<s8> : header.type == binlog_event_header::event_type::rotate and format.binlog_version == 1
      ? 0.as<s8> : len_documented_post_header.as<s8>
    doc: |
      Length of the post-header in bytes. It is the documented length if the
      FORMAT_DESCRIPTION lists fewer types, and was the same in all logs before
      binlog version 4.
  len_load_post_header:
    value: |
      (format.has_format_description and
       format.num_post_headers >= binlog_event_header::event_type::load.to_i
       ? format.handle._parent.len_post_headers[
           binlog_event_header::event_type::load.to_i - 1
         ] : 18).as<s8>
    doc: |
      Length in bytes of the post-header that is listed for LOAD. CREATE_FILE
      has that one in front of its own.
    -webide-parse-mode: lazy
  documented_len_post_headers:
    value: |
      [56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 127, 0, 4, 26, 8, 8, 8, 8,
       8, 8, 8, 2, 0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 127, 127, 0, 0].as<bytes>
    doc: |
      Lengths in bytes of the post-headers in MySQL's source, from type 1 on.
      127 stands for a listed length that is not used: that of a
      FORMAT_DESCRIPTION depends on the number of types, and TRANSACTION_PAYLOAD
      and HEARTBEAT_V2 are written without the listed bytes.
    -webide-parse-mode: lazy
  documented_mariadb_len_post_headers:
    value: '[0, 4, 19, 4, 0, 13, 8, 8, 8, 10, 10, 10, 9].as<bytes>'
    doc: |
      Lengths in bytes of the post-headers in MariaDB's source, from
      ANNOTATE_ROWS on.
    -webide-parse-mode: lazy
  first_mariadb_type:
    value: binlog_event_header::event_type::annotate_rows.to_i
    doc: Number of the first type that MariaDB alone writes.
    -webide-parse-mode: lazy
  len_documented_post_header:
    value: |
      (header.type.to_i >= 1 and
       header.type.to_i <= documented_len_post_headers.length
       ? documented_len_post_headers[header.type.to_i - 1] :
       header.type.to_i >= first_mariadb_type and
       header.type.to_i < first_mariadb_type + documented_mariadb_len_post_headers.length
       ? documented_mariadb_len_post_headers[header.type.to_i - first_mariadb_type] : 0).as<s8>
    doc: |
      Length in bytes of the post-header in the servers' sources; 0 for types
      that they do not have.
    -webide-parse-mode: lazy
  has_unused_post_header:
    value: len_documented_post_header == 127
    doc: Whether the length that is listed for the type means nothing.
    -webide-parse-mode: lazy
  has_odd_post_header:
    value: |
      not has_unused_post_header and
      (len_post_header > len_documented_post_header or
       len_post_header < len_documented_post_header and
       len_post_header != 0 and len_post_header != 6 and
       len_post_header != 11 and len_post_header != 25)
    doc: |
      Whether the post-header may have bytes that no field covers, for kernels.
      Servers wrote the shorter ones of 0, 6, 11 and 25 bytes, which hold whole
      fields.
    -webide-parse-mode: lazy
  has_checksum:
    value: |
      is_format_description
      ? body.as<format_description_event>.has_checksums
      : len_checksum > 0
    doc: Whether the event has a checksum.
    -webide-parse-mode: lazy
  checksum:
    value: |
      (is_format_description
       ? body.as<format_description_event>.crc32
       : crc32).as<u4>
    if: has_checksum
    doc: The stored CRC-32, if the event has one.
    -webide-parse-mode: lazy
  before_flags:
    pos: ofs_event
    size: header.len_header - sizeof<binlog_event_header::event_flags>
    doc: |
      Bytes in front of the flags. The checksum covers `before_flags`,
      `flags_when_closed` and `after_flags`.
  flags_when_closed:
    pos: ofs_event + header.len_header - sizeof<binlog_event_header::event_flags>
    size: sizeof<binlog_event_header::event_flags>
    process: xor(in_use_mask)
    doc: |
      The flags with the in-use flag cleared. The server clears it in place when
      it closes the log, and leaves the checksum unchanged.
  in_use_mask:
    value: |
      is_format_description and header.flags.binlog_in_use
      ? [0x01, 0x00].as<bytes> : [0x00, 0x00].as<bytes>
    doc: Bits of the flags that the checksum counts as not set.
    -webide-parse-mode: lazy
  after_flags:
    pos: ofs_event + header.len_header
    size: header.len_event - header.len_header - sizeof<u4>
    if: has_checksum
    doc: Bytes between the flags and the checksum.
  format_after:
    value: 'is_format_description ? described_format : format'
    doc: The format in force for the next event.
    -webide-parse-mode: lazy
  described_format:
    type: log_format(4, true, body.as<format_description_event>.handle, false)
    if: is_format_description
    doc: The format that this FORMAT_DESCRIPTION describes.
  is_table_map:
    value: header.type == binlog_event_header::event_type::table_map
    doc: Whether the event is a TABLE_MAP.
    -webide-parse-mode: lazy
  is_rows:
    value: header.is_rows
    doc: Whether the event holds rows.
    -webide-parse-mode: lazy
  is_query:
    value: |
      header.type == binlog_event_header::event_type::query or
      header.type == binlog_event_header::event_type::query_compressed
    doc: Whether the event holds a statement, compressed or not.
    -webide-parse-mode: lazy
  is_of_alisql_rows:
    value: |
      header.type == binlog_event_header::event_type::aurora and len_post_header > 0
    doc: |
      Whether the event is AliSQL's GROUP_UPDATE_ROWS, which changes rows.
      AliSQL's logs list a post-header for it; those of Amazon Aurora, whose own
      event has the same number, list none.
    -webide-parse-mode: lazy
  is_payload:
    value: |
      header.type == binlog_event_header::event_type::transaction_payload and
      format.has_format_description
    doc: Whether the event holds a compressed transaction.
    -webide-parse-mode: lazy
  starts_encryption:
    value: header.starts_encryption
    doc: Whether all events behind this one are encrypted.
    -webide-parse-mode: lazy
  ends_table_maps:
    value: |
      is_rows
      ? body.as<rows_event>.flags.end_of_statement
      : bounds_transaction
    doc: |
      Whether the table maps become invalid behind this event: at the end of
      their statement.
    -webide-parse-mode: lazy
  bounds_transaction:
    value: |
      is_query or header.begins_transaction or
      header.type == binlog_event_header::event_type::xid
    doc: |
      Whether the event begins or ends a transaction. Statements count as such,
      since they may be BEGIN or COMMIT.
    -webide-parse-mode: lazy
  table_maps_after:
    value: |
      is_table_map ? longer_table_maps :
      ends_table_maps and not table_maps.is_empty
      ? empty_table_maps : table_maps
    doc: The table maps that are valid for the next event.
    -webide-parse-mode: lazy
  longer_table_maps:
    type: table_map_chain(false, body.as<table_map_event>.handle, table_maps)
    if: is_table_map
    doc: The table maps with this TABLE_MAP added.
  empty_table_maps:
    type: table_map_chain(true, no_table_map, no_table_maps)
    doc: A chain without table maps.
  no_table_map:
    type: table_map_event::table_map_handle
    if: false
    doc: Placeholder for the table map of an empty chain.
  no_table_maps:
    type: table_map_chain(true, no_table_map, no_table_maps)
    if: false
    doc: Placeholder for the older maps of an empty chain.
  inner_format:
    value: format.of_payload
    if: is_payload
    doc: The format of the events in a TRANSACTION_PAYLOAD.
    -webide-parse-mode: lazy
  format_without_checksums:
    type: |
      log_format(
        format.binlog_version, format.has_format_description,
        format.handle, true
      )
    if: header.is_rows_fragment and format.has_format_description
    doc: |
      The format of the rows event in PARTIAL_ROW_DATA fragments that has no
      checksum of its own.

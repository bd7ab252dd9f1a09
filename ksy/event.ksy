meta:
  id: event
  title: "Binary log: one event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - annotate_rows_event
    - event_header
    - format_description_event
    - gtid_event
    - gtid_tagged_event
    - log_format
    - mariadb_gtid_event
    - mariadb_gtid_list_event
    - previous_gtids_event
    - query_event
    - rotate_event
    - rows_event
    - rows_query_event
    - stop_event
    - table_map_chain
    - table_map_event
    - xid_event
  endian: le
doc: |
  An event: header, body by its type, checksum, and the state that it leaves to
  the next one. The body of a type that has no spec stays raw.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
params:
  - id: ofs_event
    type: u8
    doc: |
      Where in the stream the event starts. With the file's name it identifies
      the event; the header's own idea of it does not.
  - id: format
    type: log_format
  - id: table_maps
    type: table_map_chain
seq:
  - id: header
    type: event_header
  - id: header_extension
    size: len_header - sizeof<event_header>
    if: len_header > sizeof<event_header>
  - id: body
    size: header.len_event - len_header - len_checksum
    type:
      switch-on: header.type
      cases:
        # the log itself
        'event_header::event_type::format_description': format_description_event
        'event_header::event_type::rotate': rotate_event
        'event_header::event_type::stop': stop_event
        # transactions
        'event_header::event_type::gtid': gtid_event
        'event_header::event_type::anonymous_gtid': gtid_event
        'event_header::event_type::gtid_tagged': gtid_tagged_event
        'event_header::event_type::previous_gtids': previous_gtids_event
        'event_header::event_type::mariadb_gtid': mariadb_gtid_event
        'event_header::event_type::mariadb_gtid_list': mariadb_gtid_list_event
        'event_header::event_type::xid': xid_event
        # statements
        'event_header::event_type::query': query_event(len_post_header)
        'event_header::event_type::rows_query': rows_query_event
        'event_header::event_type::annotate_rows': annotate_rows_event
        # rows
        'event_header::event_type::table_map': table_map_event(len_post_header, format.is_mariadb)
        'event_header::event_type::write_rows_v1': rows_event(header.type, len_post_header, table_maps)
        'event_header::event_type::update_rows_v1': rows_event(header.type, len_post_header, table_maps)
        'event_header::event_type::delete_rows_v1': rows_event(header.type, len_post_header, table_maps)
        'event_header::event_type::write_rows_v2': rows_event(header.type, len_post_header, table_maps)
        'event_header::event_type::update_rows_v2': rows_event(header.type, len_post_header, table_maps)
        'event_header::event_type::delete_rows_v2': rows_event(header.type, len_post_header, table_maps)
        'event_header::event_type::partial_update_rows': rows_event(header.type, len_post_header, table_maps)
  - id: crc32
    type: u4
    if: len_checksum > 0
instances:
  is_format_description:
    value: header.type == event_header::event_type::format_description
  has_minimal_header:
    value: |
      is_format_description or
      header.type == event_header::event_type::rotate
    doc: |
      These two can be read before the header's length is known, so they keep
      the minimal one.
  len_header:
    value: |
      has_minimal_header ? sizeof<event_header>.as<u1> : format.len_header
  len_checksum:
    value: 'is_format_description ? 0 : format.len_checksum'
    doc: A FORMAT_DESCRIPTION holds its own checksum.
  len_post_header:
    value: |
      header.type.to_i >= 1 and header.type.to_i <= format.num_post_headers
      ? format.format_description.len_post_headers[header.type.to_i - 1]
      : 0
  has_checksum:
    value: |
      is_format_description
      ? body.as<format_description_event>.has_checksums
      : len_checksum > 0
  checksum:
    value: |
      is_format_description
      ? body.as<format_description_event>.crc32
      : crc32
    if: has_checksum
    -webide-representation: "{this:hex}"
  before_flags:
    pos: ofs_event
    size: sizeof<event_header> - sizeof<event_header::event_flags>
    doc: |
      The checksum is taken over `before_flags`, the flags and `after_flags`,
      where the in-use flag counts as not set: the server clears it in place,
      without a new checksum, when it closes the log.
  flags_when_closed:
    pos: ofs_event + sizeof<event_header> - sizeof<event_header::event_flags>
    size: sizeof<event_header::event_flags>
    process: xor(in_use_mask)
  in_use_mask:
    value: |
      header.flags.binlog_in_use ? [0x01, 0x00].as<bytes> : [0x00, 0x00].as<bytes>
  after_flags:
    pos: ofs_event + sizeof<event_header>
    size: header.len_event - sizeof<event_header> - sizeof<u4>
  format_after:
    value: 'is_format_description ? described_format : format'
  described_format:
    type: log_format(true, body.as<format_description_event>, false)
    if: is_format_description
  is_table_map:
    value: header.type == event_header::event_type::table_map
  is_rows:
    value: |
      header.type == event_header::event_type::write_rows_v1 or
      header.type == event_header::event_type::update_rows_v1 or
      header.type == event_header::event_type::delete_rows_v1 or
      header.type == event_header::event_type::write_rows_v2 or
      header.type == event_header::event_type::update_rows_v2 or
      header.type == event_header::event_type::delete_rows_v2 or
      header.type == event_header::event_type::partial_update_rows
  ends_table_maps:
    value: |
      is_rows
      ? body.as<rows_event>.flags.end_of_statement
      : header.type == event_header::event_type::xid or
        header.type == event_header::event_type::query or
        header.type == event_header::event_type::gtid or
        header.type == event_header::event_type::anonymous_gtid or
        header.type == event_header::event_type::gtid_tagged or
        header.type == event_header::event_type::mariadb_gtid
    doc: A table map holds until its statement ends.
  table_maps_after:
    value: |
      is_table_map ? longer_table_maps :
      ends_table_maps ? no_table_maps : table_maps
  longer_table_maps:
    type: table_map_chain(false, body.as<table_map_event>, table_maps)
    if: is_table_map
  no_table_maps:
    type: table_map_chain(true, table_maps.table_map, table_maps)
    if: ends_table_maps

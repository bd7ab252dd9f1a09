meta:
  id: binlog_event_frame
  title: "Binary log: header and checksum of an event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
    - log_format
  endian: le
doc: |
  An event whose body is not read: its header and its checksum. It recognizes
  events where the log in front of them is damaged or missing.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
params:
  - id: format
    type: log_format
    doc: The format that the log is assumed to have.
seq:
  - id: header
    type: binlog_event_header(format.binlog_version, format.has_permuted_types)
    doc: Common header of the event.
  - id: rest
    size: header.len_event - header.len_header - len_checksum
    doc: Post-header and body, without the checksum.
  - id: crc32
    type: u4
    if: len_checksum > 0
    doc: CRC-32 of the event, if the format has checksums.
instances:
  is_format_description:
    value: header.type == binlog_event_header::event_type::format_description
    doc: Whether the event is a FORMAT_DESCRIPTION.
  len_checksum:
    value: 'is_format_description ? 0 : format.len_checksum'
    doc: |
      Length of the checksum in bytes. A FORMAT_DESCRIPTION holds its own
      checksum within its body.
  has_minimal_header:
    value: |
      is_format_description or header.type == binlog_event_header::event_type::rotate
    doc: |
      Whether the header has its minimal length, whatever length the format
      describes.
  len_header:
    value: |
      has_minimal_header ? format.len_minimal_header : format.len_header
    doc: Length of the header in bytes, with its extension.
  holds_header:
    value: header.len_event - len_checksum >= len_header
    doc: Whether the event is long enough for a header of the format.
  covered:
    pos: 0
    size: header.len_event - len_checksum
    doc: Bytes that the checksum covers.
  ofs_flags:
    value: header.len_header - sizeof<binlog_event_header::event_flags>
    doc: Offset of the flags within the event, in bytes.
  flags_with_other_use:
    pos: ofs_flags
    size: sizeof<binlog_event_header::event_flags>
    process: xor([0x01, 0x00].as<bytes>)
    doc: |
      The flags with the in-use flag inverted. The server sets it in the
      FORMAT_DESCRIPTION of the log that it writes, and clears it in place when
      it closes the log and in events that it sends to replicas.
  len_signature:
    value: sizeof<u4>
    doc: Length of `signature` in bytes.
  signature:
    pos: header.len_event - len_signature
    type: u4
    doc: |
      Last bytes of the event: its checksum, if it has one. The format is not
      known before the first FORMAT_DESCRIPTION of a connection.
  signed_bytes:
    pos: 0
    size: header.len_event - len_signature
    doc: Bytes in front of `signature`.
  signed_rest:
    pos: header.len_header
    size: header.len_event - header.len_header - len_signature
    doc: Bytes between the header and `signature`.

meta:
  id: binlog_event_frame
  title: "Binary log: what holds of every event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
    - log_format
  endian: le
doc: |
  An event without a look into its body: its header and its checksum. It tells
  an event from other bytes where the log before them cannot be read.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
params:
  - id: format
    type: log_format
seq:
  - id: header
    type: binlog_event_header(format.binlog_version, format.has_permuted_types)
  - id: rest
    size: header.len_event - header.len_header - len_checksum
  - id: crc32
    type: u4
    if: len_checksum > 0
instances:
  is_format_description:
    value: header.type == binlog_event_header::event_type::format_description
  len_checksum:
    value: 'is_format_description ? 0 : format.len_checksum'
    doc: A FORMAT_DESCRIPTION holds its own checksum.
  has_minimal_header:
    value: |
      is_format_description or header.type == binlog_event_header::event_type::rotate
  len_header:
    value: |
      has_minimal_header ? format.len_minimal_header : format.len_header
  holds_header:
    value: header.len_event - len_checksum >= len_header
    doc: Whether it is as long as the format has headers of events.
  covered:
    pos: 0
    size: header.len_event - len_checksum
    doc: What the checksum is taken over.
  ofs_flags:
    value: header.len_header - sizeof<binlog_event_header::event_flags>
  flags_with_other_use:
    pos: ofs_flags
    size: sizeof<binlog_event_header::event_flags>
    process: xor([0x01, 0x00].as<bytes>)
    doc: |
      The flags, but for that of a log in use, which is turned: the server sets
      it in the FORMAT_DESCRIPTION of the log that it writes, and clears it in
      place when it closes the log, and in what it sends to replicas.
  ofs_type_code:
    value: sizeof<u4>
    doc: behind the timestamp
  len_signature:
    value: sizeof<u4>
  signature:
    pos: header.len_event - len_signature
    type: u4
    doc: |
      The checksum, if the event has one, whatever the format says: which format
      is in force is told only behind the first ROTATE that a server makes up.
  signed_bytes:
    pos: 0
    size: header.len_event - len_signature
  signed_rest:
    pos: header.len_header
    size: header.len_event - header.len_header - len_signature

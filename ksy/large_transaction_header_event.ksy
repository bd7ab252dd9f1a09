meta:
  id: large_transaction_header_event
  title: "Binary log: LARGE_TRANSACTION_HEADER event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
  endian: le
doc: |
  Names the event that ends the first transaction of the log, so that crash
  recovery need not read the transaction. A server that makes a log of the file
  in which a large transaction was kept writes it in front of the GTID, and
  fills the room up to there. Proposed for MySQL in 2026, by the layout
  described here; no released server writes it.
doc-ref:
  - https://github.com/mysql/mysql-server/pull/722
  - https://github.com/mysql/mysql-server/issues/683
-webide-representation: "{terminating_event_type} {ofs_terminating_event:dec}"
-columnar: []
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: version
    type: u1
    doc: |
      Version of the layout: 1. The fields behind it are unknown in others.
  - id: ofs_terminating_event
    -orig-id: terminating_event_offset
    type: u8
    if: version == 1
    doc: |
      Byte offset, in the log of the server that wrote the event first, of the
      event that ends the transaction. In relay logs it still is that of the
      source's log.
  - id: terminating_event_type
    type: u1
    enum: binlog_event_header::event_type
    if: version == 1
    doc: Type of that event, which is QUERY, XID or XA_PREPARE.
  - id: padding
    size-eos: true
    type: large_transaction_padding
    if: version == 1
    doc: Fills the room up to the place that was kept for the GTID.
  - id: rest
    size-eos: true
    if: version != 1
    doc: Bytes of another version.
    -columnar-text: rare
types:
  large_transaction_padding:
    doc: Bytes without a meaning.
    -columnar: []
    -columnar-text: {value: length}
    seq:
      - id: bytes
        size-eos: true
        doc: The bytes.
    instances:
      length:
        value: _io.size
        doc: Number of the bytes.

meta:
  id: previous_gtids_event
  title: "Binary log: PREVIOUS_GTIDS event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - gtid_tag
  endian: le
doc: |
  The GTIDs of all transactions that were committed before this log began (MySQL
  5.6 and later). The highest byte of the count is the encoding. MySQL 8.3 and
  later use the one with tags if any GTID on the server has a tag. MySQL skips a
  post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Previous__gtids__event.html
-webide-representation: "{sources}"
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
  - id: num_low
    type: u1
    doc: Lowest byte of the count of sources, if they have no tags.
    -columnar-text: false
  - id: num_middle
    type: u4
    doc: Next four bytes of the count; the lowest four if sources have tags.
    -columnar-text: false
  - id: num_high
    type: u2
    doc: Next two bytes of the count.
    -columnar-text: false
  - id: encoding
    -orig-id: Gtid_format
    type: u1
    enum: gtid_set_encoding
    valid:
      in-enum: true
    doc: Encoding of the sources.
  - id: sources
    type: gtid_source(is_tagged)
    repeat: expr
    repeat-expr: num_sources
    doc: The sources of transactions, by UUID and tag.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare
instances:
  is_tagged:
    value: encoding == gtid_set_encoding::tagged
    doc: Whether each source has a tag.
  num_sources:
    value: |
      (is_tagged
       ? num_middle + num_high * 0x100000000
       : num_low + num_middle * 0x100 + num_high * 0x10000000000).as<s8>
    doc: Number of sources.
types:
  gtid_source:
    doc: The transactions of a server with the same tag.
    -webide-representation: "{uuid:uuid}{tag_text}{intervals:sep=}"
    -columnar: []
    params:
      - id: is_tagged
        type: bool
        doc: Whether the source has a tag.
    seq:
      - id: uuid
        size: 16
        doc: |
          `server_uuid` of the server.
        -columnar-text: uuid
      - id: tag
        type: gtid_tag
        if: is_tagged
        doc: Tag of the GTIDs; empty if they have none.
      - id: num_intervals
        type: s8
        valid:
          min: 0
        doc: Number of `intervals`.
        -columnar-text: false
      - id: intervals
        type: gtid_interval
        repeat: expr
        repeat-expr: num_intervals
        doc: Numbers of the transactions, in ascending ranges.
    instances:
      tag_text:
        value: 'is_tagged and tag.len_text.value > 0 ? ":" + tag.text : ""'
        doc: The tag behind a colon, if there is one, for viewers.
  gtid_interval:
    doc: A range of numbers of transactions.
    -webide-representation: ":{text}"
    -columnar: []
    -columnar-text: {items: [first, last], if: beyond != 0}
    seq:
      - id: first
        type: u8
        doc: First number of the range.
      - id: beyond
        type: u8
        doc: Number behind the last one of the range.
    instances:
      last:
        value: beyond - 1
        doc: Last number of the range.
      text:
        value: 'first == last ? first.to_s : first.to_s + "-" + last.to_s'
        doc: The range as text, for viewers.
enums:
  gtid_set_encoding:
    0:
      id: untagged
      doc: Sources have no tags.
    1:
      id: tagged
      doc: Each source has a tag, which may be empty (MySQL 8.3 and later).

meta:
  id: previous_gtids_event
  title: "Binary log: PREVIOUS_GTIDS event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - gtid_tag
  endian: le
doc: |
  All GTIDs that were executed before this log began. The count's last byte
  tells the encoding: MySQL 8.3 and later may give each source a tag, and write
  that encoding even where no GTID has one. MySQL skips a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Previous__gtids__event.html
-webide-representation: "{sources}"
-columnar: []
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here and MySQL skips
  - id: num_low
    type: u1
  - id: num_middle
    type: u4
  - id: num_high
    type: u2
  - id: encoding
    -orig-id: Gtid_format
    type: u1
    enum: gtid_set_encoding
    valid:
      in-enum: true
  - id: sources
    type: gtid_source(is_tagged)
    repeat: expr
    repeat-expr: num_sources
instances:
  is_tagged:
    value: encoding == gtid_set_encoding::tagged
  num_sources:
    value: |
      (is_tagged
       ? num_middle + num_high * 0x100000000
       : num_low + num_middle * 0x100 + num_high * 0x10000000000).as<s8>
types:
  gtid_source:
    -webide-representation: "{uuid:uuid}:{intervals}"
    -columnar: []
    params:
      - id: is_tagged
        type: bool
    seq:
      - id: uuid
        size: 16
      - id: tag
        type: gtid_tag
        if: is_tagged
      - id: num_intervals
        type: s8
        valid:
          min: 0
      - id: intervals
        type: gtid_interval
        repeat: expr
        repeat-expr: num_intervals
  gtid_interval:
    -webide-representation: "{first:dec} to before {beyond:dec}"
    -columnar: []
    seq:
      - id: first
        type: u8
      - id: beyond
        type: u8
        doc: one past the last
enums:
  gtid_set_encoding:
    0: untagged
    1: tagged

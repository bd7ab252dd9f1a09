meta:
  id: view_change_event
  title: "Binary log: VIEW_CHANGE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A change of the members of a replication group (Group Replication, MySQL 5.7
  and later). MySQL does not skip a longer post-header. A shorter one is refused
  here, since it lacks the number of items.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1View__change__event.html
-webide-representation: "{view_id}"
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: view_id
    size: 40
    type: strz
    encoding: ASCII
    valid:
      expr: len_post_header >= 52
    doc: Identifier of the new view, padded with zeros.
  - id: sequence_number
    -orig-id: seq_number
    type: u8
    doc: Sequence number of the next transaction in the group.
  - id: num_certification_info
    -orig-id: cert_info_len
    type: u4
    doc: Number of items in `certification_info`.
  - id: post_header_rest
    size: len_post_header - 52
    if: len_post_header > 52
    doc: Bytes of the post-header that the known fields do not cover.
  - id: certification_info
    type: view_change_item
    repeat: expr
    repeat-expr: num_certification_info
    doc: Data that joining members certify transactions by.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
types:
  view_change_item:
    doc: A key of the certification data and its value.
    seq:
      - id: len_key
        type: u2
        doc: Length of `key` in bytes.
      - id: key
        size: len_key
        doc: Hash of a row's key, or a name of an internal entry.
      - id: len_value
        type: u4
        doc: Length of `value` in bytes.
      - id: value
        size: len_value
        doc: |
          Encoded GTID set of the last transaction that wrote the row: its own
          GTID, and those that were committed when it ran.

meta:
  id: view_change_event
  title: "Binary log: VIEW_CHANGE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The members of a replication group changed. MySQL does not skip a longer
  post-header. A shorter one is refused here, as it does not count the items.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1View__change__event.html
-webide-representation: "{view_id}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: view_id
    size: 40
    type: strz
    encoding: ASCII
    valid:
      expr: len_post_header >= 52
  - id: sequence_number
    -orig-id: seq_number
    type: u8
  - id: num_certification_info
    -orig-id: cert_info_len
    type: u4
  - id: post_header_rest
    size: len_post_header - 52
    if: len_post_header > 52
    doc: bytes behind the known part of the post-header
  - id: certification_info
    type: view_change_item
    repeat: expr
    repeat-expr: num_certification_info
types:
  view_change_item:
    seq:
      - id: len_key
        type: u2
      - id: key
        size: len_key
      - id: len_value
        type: u4
      - id: value
        size: len_value

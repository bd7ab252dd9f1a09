meta:
  id: mariadb_gtid_list_event
  title: "Binary log: MariaDB GTID_LIST event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The last GTID of each domain and server before this log began. MariaDB refuses
  a shorter post-header, and does not skip a longer one.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_list_event
-webide-representation: "{gtids}"
-columnar: []
params:
  - id: len_post_header
    type: s8
seq:
  - id: num_gtids_and_flags
    type: u4
    valid:
      expr: len_post_header >= 4
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: bytes behind the known part of the post-header
  - id: gtids
    type: mariadb_gtid
    repeat: expr
    repeat-expr: num_gtids
instances:
  num_gtids:
    value: num_gtids_and_flags % 0x10000000
  flags:
    value: num_gtids_and_flags / 0x10000000
types:
  mariadb_gtid:
    -webide-representation: "{domain_id:dec}-{server_id:dec}-{sequence:dec}"
    -columnar: []
    seq:
      - id: domain_id
        type: u4
      - id: server_id
        type: u4
      - id: sequence
        -orig-id: seq_no
        type: u8

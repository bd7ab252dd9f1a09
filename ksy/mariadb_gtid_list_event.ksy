meta:
  id: mariadb_gtid_list_event
  title: "Binary log: MariaDB GTID_LIST event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The last GTID of each domain and server before this log (MariaDB 10.0 and
  later). MariaDB refuses a shorter post-header, and does not skip a longer one.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_list_event
-webide-representation: "{gtids}"
-columnar: []
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: num_gtids_and_flags
    type: u4
    valid:
      expr: len_post_header >= 4
    doc: Number of `gtids` in the lower 28 bits, and flags above.
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: gtids
    type: mariadb_gtid
    repeat: expr
    repeat-expr: num_gtids
    doc: The GTIDs. The last one of a domain is the last one logged.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare
instances:
  num_gtids:
    value: num_gtids_and_flags % 0x10000000
    doc: Number of `gtids`.
  flags:
    value: num_gtids_and_flags / 0x10000000
    doc: |
      Flags: 1 if the position of START REPLICA UNTIL is reached, in events that
      are not in logs; 2 if replicas ignore the GTIDs.
types:
  mariadb_gtid:
    doc: A GTID of MariaDB.
    -webide-representation: "{domain_id:dec}-{server_id:dec}-{sequence:dec}"
    -columnar: []
    seq:
      - id: domain_id
        type: u4
        doc: Replication domain.
      - id: server_id
        type: u4
        doc: |
          `server_id` of the server that logged the transaction first.
      - id: sequence
        -orig-id: seq_no
        type: u8
        doc: Number of the transaction in its domain.

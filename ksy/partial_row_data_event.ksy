meta:
  id: partial_row_data_event
  title: "Binary log: MariaDB PARTIAL_ROW_DATA event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A fragment of a rows event that is larger than
  `binlog_row_event_fragment_threshold` (MariaDB 12.3 on). The fragments follow
  each other; what they hold is, put together, the event from its header on.

  The server's source has the number before the count, and one page of its
  documentation the count before the number. The first fragment tells: where it
  is not the only one, one of the two is 1, and that is the number.

  A shorter post-header is refused here: fragments without a number make no
  event.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/partial_row_data_event
params:
  - id: len_post_header
    type: s8
seq:
  - id: number
    -orig-id: seq_no
    type: u4
    valid:
      expr: len_post_header >= 9
    doc: of this fragment, from 1
  - id: num_fragments
    -orig-id: total_fragments
    type: u4
  - id: flags
    type: partial_row_data_flags
  - id: post_header_rest
    size: len_post_header - 9
    if: len_post_header > 9
    doc: bytes behind the known part of the post-header
  - id: len_rows_event
    -orig-id: original_event_size
    type: u8
    if: flags.has_len_rows_event
    doc: in bytes, put together; the first fragment tells
  - id: fragment
    size-eos: true
instances:
  has_count_first:
    value: flags.has_len_rows_event and num_fragments == 1 and number > 1
types:
  partial_row_data_flags:
    meta:
      bit-endian: le
    seq:
      - id: has_len_rows_event
        -orig-id: FL_ORIG_EVENT_SIZE
        type: b1
      - id: reserved
        type: b7

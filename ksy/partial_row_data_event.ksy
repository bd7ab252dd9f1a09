meta:
  id: partial_row_data_event
  title: "Binary log: MariaDB PARTIAL_ROW_DATA event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A fragment of a rows event that is larger than
  `binlog_row_event_fragment_threshold` (MariaDB 12.3 and later). Fragments
  follow each other; together they hold the event from its header on.

  The server's source has the number before the count, a page of its
  documentation the count before the number. The first of several fragments
  shows the order: its number is 1.

  A shorter post-header is refused here, since fragments need their number.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/partial_row_data_event
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: number
    -orig-id: seq_no
    type: u4
    valid:
      expr: len_post_header >= 9
    doc: Number of this fragment, from 1.
  - id: num_fragments
    -orig-id: total_fragments
    type: u4
    doc: Number of fragments of the rows event.
  - id: flags
    type: partial_row_data_flags
    doc: Flags of the fragment.
  - id: post_header_rest
    size: len_post_header - 9
    if: len_post_header > 9
    doc: Bytes of the post-header that the known fields do not cover.
  - id: len_rows_event
    -orig-id: original_event_size
    type: u8
    if: flags.has_len_rows_event
    doc: Length of the assembled rows event in bytes. The first fragment has it.
  - id: fragment
    size-eos: true
    doc: Bytes of the rows event.
instances:
  has_count_first:
    value: flags.has_len_rows_event and num_fragments == 1 and number > 1
    doc: Whether the count is stored before the number.
types:
  partial_row_data_flags:
    meta:
      bit-endian: le
    doc: Flags of a fragment.
    -columnar-text: flags
    seq:
      - id: has_len_rows_event
        -orig-id: FL_ORIG_EVENT_SIZE
        type: b1
        doc: |
          The fragment has `len_rows_event`: it is the first one.
      - id: reserved
        type: b7
        doc: Not used.

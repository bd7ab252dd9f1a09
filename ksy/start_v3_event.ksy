meta:
  id: start_v3_event
  title: "Binary log: START_V3 event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Starts a log of binlog version 1 (MySQL 3.23) or 3 (MySQL 4.0 and 4.1).
  Servers read 56 bytes, whatever post-header is listed. A shorter one is
  refused here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/8.0.36/classbinary__log_1_1Start__event__v3.html
-webide-representation: "{server_version}"
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: binlog_version
    type: u2
    valid:
      expr: len_post_header >= 56
    doc: |
      Version of the format: 1 or 3.
  - id: server_version
    size: 50
    type: padded_version
    doc: Version of the server that wrote the log, padded with zeros.
  - id: created_at
    -orig-id: created
    type: u4
    doc: |
      Seconds since 1970, UTC, when the server started, in the first log that it
      wrote since; else 0.
  - id: post_header_rest
    size: len_post_header - 56
    if: len_post_header > 56
    doc: Bytes of the post-header that the known fields do not cover.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
types:
  padded_version:
    doc: A version such as `4.1.22-log`, and what is behind it.
    -webide-representation: "{text}"
    -columnar-text: {value: text}
    seq:
      - id: text
        type: strz
        eos-error: false
        encoding: ASCII
        doc: The version.
      - id: padding
        size-eos: true
        doc: Zeros, as servers write them.

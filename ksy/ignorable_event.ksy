meta:
  id: ignorable_event
  title: "Binary log: IGNORABLE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A reader may pass it by, and servers read nothing of it. The type itself is
  written by no server; types that came later have the flag `ignorable` in their
  header.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Ignorable__event.html
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here
  - id: data
    size-eos: true

meta:
  id: ignorable_event
  title: "Binary log: IGNORABLE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  An event that readers may skip (MySQL 5.6). Servers read nothing of it. No
  server writes the type itself; later types have the flag `ignorable` in their
  header instead.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Ignorable__event.html
-columnar-text: false
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
  - id: data
    size-eos: true
    doc: Bytes without a defined meaning.

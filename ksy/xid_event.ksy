meta:
  id: xid_event
  title: "Binary log: XID event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Commits a transaction of a transactional engine (MySQL 5.0 and later,
  MariaDB). Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Xid__event.html
-webide-representation: "{xid:dec}"
-columnar: [xid, rest]
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
    -columnar-text: rare
  - id: xid
    type: u8
    doc: |
      Internal number of the transaction, by which crash recovery matches the
      log and the engines.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare

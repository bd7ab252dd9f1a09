meta:
  id: xid_event
  title: "Binary log: XID event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A transaction of a transactional engine was committed.
  Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Xid__event.html
-webide-representation: "{xid:dec}"
-columnar: [xid]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here and MySQL skips
  - id: xid
    type: u8
    doc: The server's own number of the transaction, which this event commits.

meta:
  id: xa_prepare_event
  title: "Binary log: XA_PREPARE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A transaction of XA was prepared, or committed in one phase.
  Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1XA__prepare__event.html
-webide-representation: "{global_id:str}, {branch:str}"
-columnar: [is_one_phase, format_id, global_id, branch]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here and MySQL skips
  - id: is_one_phase
    -orig-id: one_phase
    type: u1
    doc: XA COMMIT ... ONE PHASE, so that the transaction is committed, too
  - id: format_id
    -orig-id: formatID
    type: s4
  - id: len_global_id
    -orig-id: gtrid_length
    type: u4
  - id: len_branch
    -orig-id: bqual_length
    type: u4
  - id: global_id
    size: len_global_id
  - id: branch
    size: len_branch

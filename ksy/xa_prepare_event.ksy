meta:
  id: xa_prepare_event
  title: "Binary log: XA_PREPARE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Prepares an XA transaction, or commits it in one phase (MySQL 5.7 and later,
  MariaDB 10.5 and later). Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1XA__prepare__event.html
-webide-representation: "{global_id:str}, {branch:str}"
-columnar: [is_one_phase, format_id, global_id, branch, rest]
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
  - id: is_one_phase
    -orig-id: one_phase
    type: u1
    doc: 1 for XA COMMIT ... ONE PHASE, which commits the transaction as well.
  - id: format_id
    -orig-id: formatID
    type: s4
    doc: Format of the XA identifier; 1 unless XA START sets another.
  - id: len_global_id
    -orig-id: gtrid_length
    type: u4
    doc: Length of `global_id` in bytes, up to 64.
  - id: len_branch
    -orig-id: bqual_length
    type: u4
    doc: Length of `branch` in bytes, up to 64.
  - id: global_id
    size: len_global_id
    doc: Global part of the XA identifier (gtrid).
  - id: branch
    size: len_branch
    doc: Branch qualifier of the XA identifier (bqual).
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare

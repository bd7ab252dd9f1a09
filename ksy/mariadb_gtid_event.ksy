meta:
  id: mariadb_gtid_event
  title: "Binary log: MariaDB GTID event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Opens a transaction, in place of a BEGIN, and names it. The server's part of
  the GTID is the server id of the event's header. The fields go on over the end
  of the post-header of 19 bytes, which only says how far `padding` goes.
  MariaDB refuses a shorter post-header, and does not skip a longer one.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_event
-webide-representation: "{domain_id:dec}, {sequence:dec}"
-columnar:
  - sequence
  - domain_id
  - flags.standalone
  - flags.group_commit_id
  - flags.transactional
  - flags.allow_parallel
  - flags.waited
  - flags.ddl
  - flags.prepared_xa
  - flags.completed_xa
  - commit_id
  - xid.format_id
  - xid.global_id
  - xid.branch
  - has_flags_extra
  - flags_extra.multi_engine
  - flags_extra.start_alter
  - flags_extra.commit_alter
  - flags_extra.rollback_alter
  - flags_extra.thread_id
  - num_extra_engines
  - start_alter_sequence
  - thread_id
  - padding
params:
  - id: len_post_header
    type: s8
seq:
  - id: sequence
    -orig-id: seq_no
    type: u8
    valid:
      expr: len_post_header >= 19
    doc: number of the transaction in its domain
  - id: domain_id
    type: u4
    doc: Transactions of other domains may be applied in any order.
  - id: flags
    -orig-id: flags2
    type: mariadb_gtid_flags
  - id: commit_id
    type: u8
    if: flags.group_commit_id
    doc: Transactions with the same one were committed together.
  - id: xid
    type: mariadb_xid
    if: flags.prepared_xa or flags.completed_xa
  - id: flags_extra
    type: mariadb_gtid_flags_extra
    if: has_flags_extra
  - id: num_extra_engines
    -orig-id: extra_engines
    type: u1
    if: has_flags_extra and flags_extra.multi_engine
  - id: start_alter_sequence
    -orig-id: sa_seq_no
    type: u8
    if: has_flags_extra and (flags_extra.commit_alter or flags_extra.rollback_alter)
  - id: thread_id
    type: u4
    if: has_flags_extra and flags_extra.thread_id
  - id: padding
    size-eos: true
    doc: zeros up to the length of the post-header
instances:
  has_flags_extra:
    value: not _io.eof
    doc: First asked for, and then known, when the event is read up to there.
types:
  mariadb_gtid_flags:
    meta:
      bit-endian: le
    -columnar:
      - standalone
      - group_commit_id
      - transactional
      - allow_parallel
      - waited
      - ddl
      - prepared_xa
      - completed_xa
    seq:
      - id: standalone
        -orig-id: FL_STANDALONE
        type: b1
        doc: The transaction is one event, with no COMMIT or XID.
      - id: group_commit_id
        -orig-id: FL_GROUP_COMMIT_ID
        type: b1
      - id: transactional
        -orig-id: FL_TRANSACTIONAL
        type: b1
      - id: allow_parallel
        -orig-id: FL_ALLOW_PARALLEL
        type: b1
      - id: waited
        -orig-id: FL_WAITED
        type: b1
      - id: ddl
        -orig-id: FL_DDL
        type: b1
      - id: prepared_xa
        -orig-id: FL_PREPARED_XA
        type: b1
      - id: completed_xa
        -orig-id: FL_COMPLETED_XA
        type: b1
  mariadb_gtid_flags_extra:
    meta:
      bit-endian: le
    -columnar: [multi_engine, start_alter, commit_alter, rollback_alter, thread_id]
    seq:
      - id: multi_engine
        -orig-id: FL_EXTRA_MULTI_ENGINE_E1
        type: b1
      - id: start_alter
        -orig-id: FL_START_ALTER_E1
        type: b1
      - id: commit_alter
        -orig-id: FL_COMMIT_ALTER_E1
        type: b1
      - id: rollback_alter
        -orig-id: FL_ROLLBACK_ALTER_E1
        type: b1
      - id: thread_id
        -orig-id: FL_EXTRA_THREAD_ID
        type: b1
      - id: reserved
        type: b3
  mariadb_xid:
    -columnar: [format_id, global_id, branch]
    seq:
      - id: format_id
        -orig-id: formatID
        type: s4
      - id: len_global_id
        -orig-id: gtrid_length
        type: u1
      - id: len_branch
        -orig-id: bqual_length
        type: u1
      - id: global_id
        size: len_global_id
      - id: branch
        size: len_branch

meta:
  id: mariadb_gtid_event
  title: "Binary log: MariaDB GTID event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Begins a transaction and names it by its GTID (MariaDB 10.0 and later). The
  GTID's server is the `server_id` of the event's header. Fields continue behind
  the post-header of 19 bytes, which only determines the length of `padding`.
  MariaDB refuses a shorter post-header, and does not skip a longer one.
doc-ref:
  - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_event
  - https://github.com/MariaDB/server/blob/main/sql/log_event.h
-webide-representation: "{domain_id:dec}-{_parent.header.server_id:dec}-{sequence:dec}"
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
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: sequence
    -orig-id: seq_no
    type: u8
    valid:
      expr: len_post_header >= 19
    doc: Number of the transaction in its domain.
  - id: domain_id
    type: u4
    doc: |
      Replication domain. Transactions of different domains may be applied in
      any order.
  - id: flags
    -orig-id: flags2
    type: mariadb_gtid_flags
    doc: Flags of the transaction.
  - id: commit_id
    type: u8
    if: flags.group_commit_id
    doc: |
      Number of the group commit. Transactions with the same number were
      committed together, so that replicas may apply them in parallel.
  - id: xid
    type: mariadb_xid
    if: flags.prepared_xa or flags.completed_xa
    doc: |
      Identifier of the XA transaction, if this event belongs to one (MariaDB
      10.5 and later).
  - id: flags_extra
    type: mariadb_gtid_flags_extra
    if: has_flags_extra
    doc: |
      Further flags. Servers leave the byte out if none is set. In a short
      event, a zero of the padding is in its place.
  - id: num_extra_engines
    -orig-id: extra_engines
    type: u1
    if: has_flags_extra and flags_extra.multi_engine
    doc: |
      Number of transactional engines that the transaction changed, besides the
      first.
  - id: start_alter_sequence
    -orig-id: sa_seq_no
    type: u8
    if: has_flags_extra and (flags_extra.commit_alter or flags_extra.rollback_alter)
    doc: |
      Sequence number of the GTID whose ALTER TABLE this transaction commits or
      rolls back.
  - id: thread_id
    type: u4
    if: has_flags_extra and flags_extra.thread_id
    doc: |
      Id of the connection that ran the transaction (MariaDB 11.5 and later).
  - id: padding
    size-eos: true
    doc: |
      Zeros up to the length of the post-header. If the log was made of a large
      transaction's file (`binlog_large_commit_threshold`, MariaDB 11.7 and
      later), up to the place that was kept for the event.
instances:
  has_flags_extra:
    value: not _io.eof
    doc: |
      Whether further flags follow. It is evaluated when the event is read up to
      there.
types:
  mariadb_gtid_flags:
    meta:
      bit-endian: le
    doc: Flags of a transaction, as `flags2` in MariaDB's source.
    doc-ref: https://github.com/MariaDB/server/blob/main/sql/log_event.h
    -columnar:
      - standalone
      - group_commit_id
      - transactional
      - allow_parallel
      - waited
      - ddl
      - prepared_xa
      - completed_xa
    -columnar-text: flags
    seq:
      - id: standalone
        -orig-id: FL_STANDALONE
        type: b1
        doc: |
          The transaction is the next event alone, such as DDL: neither COMMIT
          nor XID ends it.
      - id: group_commit_id
        -orig-id: FL_GROUP_COMMIT_ID
        type: b1
        doc: The event has `commit_id`.
      - id: transactional
        -orig-id: FL_TRANSACTIONAL
        type: b1
        doc: |
          The transaction changed only transactional tables, so that it can be
          rolled back.
      - id: allow_parallel
        -orig-id: FL_ALLOW_PARALLEL
        type: b1
        doc: The session did not set `skip_parallel_replication`.
      - id: waited
        -orig-id: FL_WAITED
        type: b1
        doc: |
          The transaction waited for a lock, so that it may conflict with others
          (optimistic parallel replication).
      - id: ddl
        -orig-id: FL_DDL
        type: b1
        doc: The transaction is DDL.
      - id: prepared_xa
        -orig-id: FL_PREPARED_XA
        type: b1
        doc: |
          The transaction prepares an XA transaction (MariaDB 10.5 and later).
      - id: completed_xa
        -orig-id: FL_COMPLETED_XA
        type: b1
        doc: |
          The transaction commits or rolls back a prepared XA transaction
          (MariaDB 10.5 and later).
  mariadb_gtid_flags_extra:
    meta:
      bit-endian: le
    doc: Further flags of a transaction, as `flags_extra` in MariaDB's source.
    doc-ref: https://github.com/MariaDB/server/blob/main/sql/log_event.h
    -columnar: [multi_engine, start_alter, commit_alter, rollback_alter, thread_id]
    -columnar-text: flags
    seq:
      - id: multi_engine
        -orig-id: FL_EXTRA_MULTI_ENGINE_E1
        type: b1
        doc: |
          The event has `num_extra_engines`: the transaction changed several
          transactional engines.
      - id: start_alter
        -orig-id: FL_START_ALTER_E1
        type: b1
        doc: |
          The transaction starts an ALTER TABLE, with `binlog_alter_two_phase`
          (MariaDB 10.8 and later).
      - id: commit_alter
        -orig-id: FL_COMMIT_ALTER_E1
        type: b1
        doc: The transaction commits an ALTER TABLE that was started before.
      - id: rollback_alter
        -orig-id: FL_ROLLBACK_ALTER_E1
        type: b1
        doc: The transaction rolls back an ALTER TABLE that was started before.
      - id: thread_id
        -orig-id: FL_EXTRA_THREAD_ID
        type: b1
        doc: The event has `thread_id` (MariaDB 11.5 and later).
      - id: reserved
        type: b3
        doc: Not used.
  mariadb_xid:
    doc: Identifier of an XA transaction.
    -columnar: [format_id, global_id, branch]
    seq:
      - id: format_id
        -orig-id: formatID
        type: s4
        doc: Format of the identifier; 1 unless XA START sets another.
      - id: len_global_id
        -orig-id: gtrid_length
        type: u1
        doc: Length of `global_id` in bytes, up to 64.
      - id: len_branch
        -orig-id: bqual_length
        type: u1
        doc: Length of `branch` in bytes, up to 64.
      - id: global_id
        size: len_global_id
        doc: Global part of the identifier (gtrid).
      - id: branch
        size: len_branch
        doc: Branch qualifier of the identifier (bqual).

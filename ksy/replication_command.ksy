meta:
  id: replication_command
  title: "Replication commands of MySQL and MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - previous_gtids_event
    - replication_packet
  endian: le
doc: |
  What a replica sends to a server to be sent its binary logs, without the
  header of the protocol's packet. The classes only read; the commands are
  written in one place (binlog_kaitai/replication/commands.py), and read back
  by this spec in the tests.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication.html
seq:
  - id: command
    -orig-id: enum_server_command
    type: u1
    enum: server_command
  - id: body
    size-eos: true
    type:
      switch-on: command
      cases:
        'server_command::binlog_dump': binlog_dump
        'server_command::register_slave': register_slave
        'server_command::binlog_dump_gtid': binlog_dump_gtid
types:
  register_slave:
    doc: Makes the replica known to SHOW REPLICAS.
    doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_register_replica.html
    seq:
      - id: server_id
        type: u4
      - id: host
        type: short_text
      - id: user
        type: short_text
      - id: password
        type: short_text
      - id: port
        type: u2
      - id: rank
        -orig-id: rpl_recovery_rank
        type: u4
        doc: of no use any more
      - id: source_id
        -orig-id: master_id
        type: u4
        doc: The server fills in its own.
  binlog_dump:
    doc: |
      By position. MariaDB sends by GTID in answer to it, if the variable
      `slave_connect_state` of the session is set.
    doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump.html
    seq:
      - id: position
        -orig-id: binlog-pos
        type: u4
        doc: Places behind 4 GiB have no room here.
      - id: flags
        type: dump_flags
      - id: server_id
        type: u4
        doc: 0 for who is no replica, and does not wait for new events.
      - id: log
        -orig-id: binlog-filename
        size-eos: true
        doc: the first log if empty
  binlog_dump_gtid:
    doc: By GTID, or by position where a log is named; MySQL only.
    doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump_gtid.html
    seq:
      - id: flags
        type: dump_flags
      - id: server_id
        type: u4
      - id: len_log
        type: u4
      - id: log
        size: len_log
      - id: position
        type: u8
      - id: len_gtids
        -orig-id: data-size
        type: u4
      - id: gtids
        size: len_gtids
        type: previous_gtids_event(0)
        doc: what the replica has
  dump_flags:
    meta:
      bit-endian: le
    seq:
      - id: non_block
        -orig-id: BINLOG_DUMP_NON_BLOCK
        type: b1
        doc: The stream ends where the last log does.
      - id: annotate_rows
        -orig-id: BINLOG_SEND_ANNOTATE_ROWS_EVENT
        type: b1
        doc: MariaDB; of MySQL, BINLOG_THROUGH_POSITION, which has no effect.
      - id: through_gtid
        -orig-id: BINLOG_THROUGH_GTID
        type: b1
        doc: MySQL only
      - id: reserved
        type: b13
  semi_sync_reply:
    doc: |
      A packet of its own, no command: an event that asked for it is on the
      replica's disk.
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/plugin/semisync/semisync_replica.cc
    seq:
      - id: magic
        -orig-id: ReplSemiSyncBase::kPacketMagicNum
        type: u1
        enum: replication_packet::semi_sync_magic
        valid: replication_packet::semi_sync_magic::packet
      - id: position
        -orig-id: binlog_filepos
        type: u8
        doc: behind the event
      - id: log
        -orig-id: binlog_filename
        size-eos: true
  short_text:
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
enums:
  server_command:
    18:
      id: binlog_dump
      -orig-id: COM_BINLOG_DUMP
    21:
      id: register_slave
      -orig-id: COM_REGISTER_SLAVE
    30:
      id: binlog_dump_gtid
      -orig-id: COM_BINLOG_DUMP_GTID

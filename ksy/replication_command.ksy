meta:
  id: replication_command
  title: "Replication commands of MySQL and MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - previous_gtids_event
  endian: le
doc: |
  Commands by which a replica requests binary logs from a server, without the
  header of the protocol's packet.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication.html
seq:
  - id: command
    -orig-id: enum_server_command
    type: u1
    enum: server_command
    doc: Number of the command.
  - id: body
    size-eos: true
    type:
      switch-on: command
      cases:
        'server_command::binlog_dump': binlog_dump
        'server_command::register_slave': register_slave
        'server_command::binlog_dump_gtid': binlog_dump_gtid
    doc: Arguments of the command.
types:
  register_slave:
    doc: Registers the replica for SHOW REPLICAS.
    doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_register_replica.html
    seq:
      - id: server_id
        type: u4
        doc: The `server_id` of the replica.
      - id: host
        type: short_text
        doc: Host name that SHOW REPLICAS lists (`report_host`).
      - id: user
        type: short_text
        doc: User name that SHOW REPLICAS lists (`report_user`).
      - id: password
        type: short_text
        doc: Password that SHOW REPLICAS lists (`report_password`).
      - id: port
        type: u2
        doc: TCP port that SHOW REPLICAS lists (`report_port`).
      - id: rank
        -orig-id: rpl_recovery_rank
        type: u4
        doc: Not used.
      - id: source_id
        -orig-id: master_id
        type: u4
        doc: |
          The `server_id` of the source. Replicas send 0, which the server
          replaces by its own.
  binlog_dump:
    doc: |
      Requests events from a position on. MariaDB sends by GTID instead, if the
      session variable `slave_connect_state` is set.
    doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump.html
    seq:
      - id: position
        -orig-id: binlog-pos
        type: u4
        doc: Position in the log, in bytes. Positions over 4 GiB do not fit.
      - id: flags
        type: dump_flags
        doc: Flags of the request.
      - id: server_id
        type: u4
        doc: |
          The `server_id` of the replica; 0 for clients that do not wait for new
          events, such as mysqlbinlog.
      - id: log
        -orig-id: binlog-filename
        size-eos: true
        doc: File name of the log; empty for the first one.
    instances:
      max_position:
        value: 0xffff_ffff
        doc: Largest value of `position`.
  binlog_dump_gtid:
    doc: |
      Requests events by GTID, or from a position on if a log is named (MySQL
      5.6 and later).
    doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump_gtid.html
    seq:
      - id: flags
        type: dump_flags
        doc: Flags of the request.
      - id: server_id
        type: u4
        doc: The `server_id` of the replica.
      - id: len_log
        type: u4
        doc: Length of `log` in bytes.
      - id: log
        size: len_log
        doc: File name of the log; empty for a request by GTID.
      - id: position
        type: u8
        doc: Position in the log, in bytes.
      - id: len_gtids
        -orig-id: data-size
        type: u4
        doc: Length of `gtids` in bytes.
      - id: gtids
        size: len_gtids
        type: previous_gtids_event(0)
        doc: GTIDs that the replica has, which the server does not send.
  dump_flags:
    meta:
      bit-endian: le
    doc: Flags of a request for events.
    seq:
      - id: non_block
        -orig-id: BINLOG_DUMP_NON_BLOCK
        type: b1
        doc: |
          The stream ends at the end of the last log; the server does not wait
          for new events.
      - id: annotate_rows
        -orig-id: BINLOG_SEND_ANNOTATE_ROWS_EVENT
        type: b1
        doc: |
          MariaDB sends ANNOTATE_ROWS events. In MySQL, the bit is
          BINLOG_THROUGH_POSITION, which has no effect.
      - id: through_gtid
        -orig-id: BINLOG_THROUGH_GTID
        type: b1
        doc: The request is by GTID (MySQL only).
      - id: reserved
        type: b13
        doc: Not used.
  semi_sync_reply:
    doc: |
      Acknowledges, as a packet without a command, that an event is in the
      replica's relay log on disk.
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/plugin/semisync/semisync_replica.cc
    seq:
      - id: magic
        -orig-id: ReplSemiSyncBase::kPacketMagicNum
        type: u1
        enum: semi_sync_magic
        valid: semi_sync_magic::packet
        doc: Magic number of semi-synchronous replication.
      - id: position
        -orig-id: binlog_filepos
        type: u8
        doc: Position behind the event in the source's log, in bytes.
      - id: log
        -orig-id: binlog_filename
        size-eos: true
        doc: File name of the source's log.
  short_text:
    doc: A text of up to 255 bytes.
    seq:
      - id: len_text
        type: u1
        doc: Length of `text` in bytes.
      - id: text
        size: len_text
        doc: The text.
enums:
  server_command:
    18:
      id: binlog_dump
      -orig-id: COM_BINLOG_DUMP
      doc: Requests events from a position on.
    21:
      id: register_slave
      -orig-id: COM_REGISTER_SLAVE
      doc: Registers the replica.
    30:
      id: binlog_dump_gtid
      -orig-id: COM_BINLOG_DUMP_GTID
      doc: Requests events by GTID (MySQL 5.6 and later).
  semi_sync_magic:
    0xef:
      id: packet
      doc: The only magic number.

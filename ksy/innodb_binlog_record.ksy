meta:
  id: innodb_binlog_record
  title: "Binary log in InnoDB pages: a record"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event
    - compressed_integer
    - format_description_event
    - log_format
    - table_map_chain
    - table_map_event
  endian: le
doc: |
  A record of a log that MariaDB 12.3 or later stores in InnoDB pages, put
  together from its chunks. The stream is the record.
doc-ref: https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
-webide-representation: "{body}"
params:
  - id: type
    type: u1
    enum: record_type
    doc: Type of the record.
seq:
  - id: body
    type:
      switch-on: type
      cases:
        'record_type::commit': commit_record
        'record_type::oob_data': oob_data_record
        'record_type::gtid_state': gtid_state_record
        'record_type::xa_prepare': xa_prepare_record
        'record_type::xa_complete': xa_complete_record
    doc: Contents of the record, by its type.
types:
  record_place:
    doc: Where a record begins.
    -webide-representation: "{file_no.value:dec}:{offset.value:dec}"
    -columnar: [file_no.value, offset.value, is_none]
    seq:
      - id: file_no
        type: compressed_integer
        doc: Number of the file.
      - id: offset
        type: compressed_integer
        doc: Offset of the record's first chunk in the file, in bytes.
    instances:
      is_none:
        value: file_no.value == 0 and offset.value == 0
        doc: Whether the place is that of no record.
  oob_reference:
    doc: |
      The `oob_data` records of a transaction. They are the nodes of perfect
      binary trees.
    -columnar:
      - num_nodes.value
      - first_node.file_no.value
      - last_node.file_no.value
      - last_node.offset.value
    seq:
      - id: num_nodes
        type: compressed_integer
        doc: Number of records.
      - id: first_node
        type: record_place
        if: num_nodes.value != 0
        doc: Place of the record that was written first.
      - id: last_node
        type: record_place
        if: num_nodes.value != 0
        doc: Place of the record that was written last. It is a root.
  commit_record:
    doc: |
      A transaction that was committed: its events, or only its GTID event if
      the others are in `oob_data` records. The order is that of the fields:
      events in the record, then those of `oob_data`, then those of
      `more_oob_data`.
    -webide-representation: "{events}"
    -columnar:
      - oob_data.num_nodes.value
      - oob_data.first_node.file_no.value
      - oob_data.last_node.file_no.value
      - oob_data.last_node.offset.value
      - more_oob_data.num_nodes.value
      - more_oob_data.first_node.file_no.value
      - more_oob_data.last_node.file_no.value
      - more_oob_data.last_node.offset.value
      - events
    seq:
      - id: oob_data
        type: oob_reference
        doc: Events that were written before.
      - id: more_oob_data
        type: oob_reference
        if: oob_data.num_nodes.value != 0
        doc: |
          More events that were written before. If a transaction also changed
          tables of engines without transactions, these changes are in
          `oob_data`, and the others here.
      - id: events
        size-eos: true
        type: event_bytes
        doc: Events, one behind the other.
        -columnar: located
  event_bytes:
    doc: Events without checksums.
    -webide-representation: "{events:sep= | }"
    instances:
      data:
        pos: 0
        size-eos: true
        doc: The events as bytes.
      events:
        pos: 0
        type: |
          binlog_event(
            _io.pos,
            format,
            _index == 0 ? table_maps : events[_index - 1].table_maps_after
          )
        repeat: eos
        doc: The events.
        -webide-parse-mode: eager
      format:
        type: log_format(4, false, no_format_description, false)
        doc: |
          The format of the events, whose post-headers have their documented
          lengths.
      table_maps:
        type: table_map_chain(true, no_table_map, no_table_maps)
        doc: An empty chain of table maps.
      no_format_description:
        type: format_description_event::format_description_handle
        if: false
        doc: Placeholder for the missing FORMAT_DESCRIPTION.
      no_table_map:
        type: table_map_event::table_map_handle
        if: false
        doc: Placeholder for the table map of an empty chain.
      no_table_maps:
        type: table_map_chain(true, no_table_map, no_table_maps)
        if: false
        doc: Placeholder for the older maps of an empty chain.
  oob_data_record:
    doc: |
      A node of a tree of events. The order of the nodes is that of a walk which
      visits the left child, the right child, and the node itself.
    -columnar:
      - index.value
      - is_leaf
      - left.file_no.value
      - left.offset.value
      - right.is_none
      - right.file_no.value
      - right.offset.value
      - events
    seq:
      - id: index
        type: compressed_integer
        doc: Number of the node in its transaction, from 0.
      - id: left
        type: record_place
        doc: |
          The left child. A leaf has none.
      - id: right
        type: record_place
        doc: |
          The right child. In a leaf, the root of the tree before it. The walk
          follows it where it reached the leaf by left children and such roots
          alone.
      - id: events
        size-eos: true
        doc: A part of the events.
    instances:
      is_leaf:
        value: left.is_none
        doc: Whether the node has no children.
  gtid_state_record:
    doc: The GTIDs that the log has reached, or those since the file began.
    -webide-representation: "{gtids}"
    seq:
      - id: num_gtids
        type: compressed_integer
        doc: Number of GTIDs.
      - id: xa_file_no_plus_1
        type: compressed_integer
        doc: |
          One more than the number of the first file with a distributed
          transaction that may be open; 0 if there is none.
      - id: gtids
        type: state_gtid
        repeat: expr
        repeat-expr: num_gtids.value
        doc: The last GTID of each domain and server.
  state_gtid:
    doc: A GTID.
    -webide-representation: "{domain_id.value:dec}-{server_id.value:dec}-{seq_no.value:dec}"
    seq:
      - id: domain_id
        type: compressed_integer
        doc: Number of the replication domain.
      - id: server_id
        type: compressed_integer
        doc: Number of the server that wrote the transaction.
      - id: seq_no
        type: compressed_integer
        doc: Number of the transaction.
  xid:
    doc: Name of a distributed transaction.
    seq:
      - id: format_id
        type: u4
        doc: Format of the name.
      - id: len_gtrid
        type: u1
        doc: Length of `gtrid` in bytes.
      - id: len_bqual
        type: u1
        doc: Length of `bqual` in bytes.
      - id: gtrid
        size: len_gtrid
        doc: Identifier of the global transaction.
      - id: bqual
        size: len_bqual
        doc: Identifier of the branch.
  xa_prepare_record:
    doc: A distributed transaction that was prepared.
    seq:
      - id: num_engines
        type: u1
        doc: Number of storage engines that take part.
      - id: xid
        type: xid
        doc: Name of the transaction.
      - id: oob_data
        type: oob_reference
        doc: Its events.
  xa_complete_record:
    doc: A distributed transaction that ended.
    seq:
      - id: outcome
        type: u1
        enum: xa_outcome
        doc: How it ended.
      - id: xid
        type: xid
        doc: Name of the transaction.
enums:
  record_type:
    0:
      id: empty
      -orig-id: FSP_BINLOG_TYPE_EMPTY
      doc: No chunk. The log ends before it.
    1:
      id: commit
      -orig-id: FSP_BINLOG_TYPE_COMMIT
      doc: Events of a transaction that was committed.
    2:
      id: gtid_state
      -orig-id: FSP_BINLOG_TYPE_GTID_STATE
      doc: The GTIDs that the log has reached.
    3:
      id: oob_data
      -orig-id: FSP_BINLOG_TYPE_OOB_DATA
      doc: |
        Events of a transaction that were written before it was committed. They
        belong to the log if a commit record refers to them.
    4:
      id: dummy
      -orig-id: FSP_BINLOG_TYPE_DUMMY
      doc: Fills a page that `FLUSH BINARY LOGS` closed.
    5:
      id: xa_prepare
      -orig-id: FSP_BINLOG_TYPE_XA_PREPARE
      doc: Name of a distributed transaction that was prepared.
    6:
      id: xa_complete
      -orig-id: FSP_BINLOG_TYPE_XA_COMPLETE
      doc: Name of a distributed transaction that was committed or rolled back.
    63:
      id: filler
      -orig-id: FSP_BINLOG_TYPE_FILLER
      doc: No chunk. The data goes on in the next page.
  xa_outcome:
    0:
      id: commit
      -orig-id: IBB_FL_XA_TYPE_COMMIT
      doc: The transaction was committed.
    1:
      id: rollback
      -orig-id: IBB_FL_XA_TYPE_ROLLBACK
      doc: The transaction was rolled back.

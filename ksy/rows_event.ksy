meta:
  id: rows_event
  title: "Binary log: rows event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_bitmap
    - binlog_event_header
    - binlog_table_id
    - mariadb_compressed
    - packed_integer
    - row_image
    - table_map_chain
    - table_map_event
  endian: le
doc: |
  Rows of one table that were inserted, updated or deleted. MySQL 5.1.16 to 5.5
  and MariaDB write version 1, whose rows MariaDB can compress. MySQL 5.6 and
  later write version 2, which has extra data. PARTIAL_UPDATE_ROWS of MySQL
  8.0.3 and later may hold changes to JSON documents instead of the documents.
  MariaDB skips a longer post-header of rows that are not compressed, MySQL of
  none.

  The PRE_GA events of earlier 5.1 versions mark NULLs in the way of the storage
  engine, which the log does not describe: their rows cannot be read.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
-webide-representation: "{table_name} {rows.items:sep= | }{inflated_rows.items:sep= | }"
-columnar:
  - table_id.value
  - flags.end_of_statement
  - num_columns.value
  - columns_present
  - columns_present_after
  - row_data
  - compressed_rows
  - is_compressed
  - is_pre_ga
  - is_insert
  - is_update
  - is_partial_update
  - is_dummy
  - has_cells
-columnar-text: {head: [table_id, flags, extra_data]}
params:
  - id: type
    type: u1
    enum: binlog_event_header::event_type
    doc: Type of the event.
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
  - id: table_maps
    type: table_map_chain
    doc: The table maps that are valid for this event.
seq:
  - id: table_id
    type: binlog_table_id(len_post_header)
    doc: Number of the table map of the rows.
  - id: flags
    type: rows_flags
    doc: Flags of the event.
  - id: len_extra_data
    -orig-id: var_header_len
    type: u2
    valid:
      min: sizeof<u2>
    if: has_extra_data
    doc: Length of `extra_data` in bytes, these two included.
  - id: post_header_rest
    size: len_post_header - len_known_post_header
    if: len_post_header > len_known_post_header
    doc: Bytes of the post-header that the known fields do not cover.
  - id: extra_data
    size: len_extra_data.as<s8> - sizeof<u2>
    type: rows_extra_data(is_update)
    if: has_extra_data
    doc: Items of extra data (version 2).
  - id: num_columns
    -orig-id: m_width
    type: packed_integer
    doc: Number of columns of the table.
  - id: columns_present
    -orig-id: columns_before_image
    type: binlog_bitmap(num_columns.value)
    doc: |
      Bitmap of the columns that the before images hold; in inserts, the after
      images.
  - id: columns_present_after
    -orig-id: columns_after_image
    type: binlog_bitmap(num_columns.value)
    if: is_update and not is_pre_ga
    doc: Bitmap of the columns that the after images of updates hold.
  - id: row_data
    size-eos: true
    type: uncompressed_rows
    if: not is_compressed
    doc: The rows, if they are not compressed.
    -columnar: located
  - id: compressed_rows
    size-eos: true
    type: mariadb_compressed
    if: is_compressed
    doc: The rows, if they are compressed (MariaDB with `log_bin_compress`).
instances:
  rows:
    io: row_data._io
    pos: 0
    type: row_list
    if: is_readable and not is_compressed
    doc: The rows, if they are not compressed. They are read only on access.
    -webide-parse-mode: eager
  inflated_rows:
    io: compressed_rows._io
    pos: compressed_rows.ofs_data
    size-eos: true
    type: row_list
    process: zlib
    if: is_readable and is_compressed
    doc: The rows, if they are compressed. They are read only on access.
    -webide-parse-mode: eager
  has_extra_data:
    value: len_post_header == 10 or len_post_header > 10 and is_version_2
    doc: |
      Whether the event has extra data. Servers read it from all events whose
      post-header has 10 bytes.
  is_version_2:
    value: |
      type.to_i >= binlog_event_header::event_type::write_rows_v2.to_i and
      type.to_i <= binlog_event_header::event_type::partial_update_rows.to_i or
      type.to_i >= binlog_event_header::event_type::write_rows_compressed.to_i
    doc: Whether the event is of version 2.
  len_known_post_header:
    value: '(has_extra_data ? 10 : 8).as<s8>'
    doc: Length in bytes of the known part of the post-header.
  is_pre_ga:
    value: |
      type == binlog_event_header::event_type::pre_ga_write_rows or
      type == binlog_event_header::event_type::pre_ga_update_rows or
      type == binlog_event_header::event_type::pre_ga_delete_rows
    doc: Whether the event is of MySQL 5.1 before 5.1.16.
  is_compressed:
    value: |
      type.to_i >= binlog_event_header::event_type::write_rows_compressed_v1.to_i
    doc: Whether the rows are compressed.
  is_partial_update:
    value: type == binlog_event_header::event_type::partial_update_rows
    doc: Whether after images may hold changes to JSON documents.
  is_update:
    value: |
      type == binlog_event_header::event_type::pre_ga_update_rows or
      type == binlog_event_header::event_type::update_rows_v1 or
      type == binlog_event_header::event_type::update_rows_v2 or
      type == binlog_event_header::event_type::update_rows_compressed_v1 or
      type == binlog_event_header::event_type::update_rows_compressed or
      is_partial_update
    doc: Whether the rows were updated.
  is_insert:
    value: |
      type == binlog_event_header::event_type::pre_ga_write_rows or
      type == binlog_event_header::event_type::write_rows_v1 or
      type == binlog_event_header::event_type::write_rows_v2 or
      type == binlog_event_header::event_type::write_rows_compressed_v1 or
      type == binlog_event_header::event_type::write_rows_compressed
    doc: Whether the rows were inserted.
  is_dummy:
    value: |
      table_id.value == 0xffffff or table_id.value == 0xffffffff or
      table_id.value == 0xffffffffffff
    doc: |
      Whether the event only ends a statement. Servers write a table id for this
      that no table has.
  search:
    type: table_map_search(table_maps, table_id.value)
    doc: Search for the table map by its id.
  has_table_map:
    value: search.is_found
    doc: Whether the statement has a table map with the id.
  table_map:
    value: search.handle._parent
    if: has_table_map
    doc: The table map of the rows.
    -webide-parse-mode: lazy
  table_name:
    value: search.handle._parent.database + "." + search.handle._parent.table
    if: has_table_map
    doc: Name of the table with its database, for viewers.
  is_readable:
    value: |
      not is_pre_ga and has_table_map and
      search.handle._parent.has_metadata and
      search.handle._parent.num_columns.value.as<s8> == num_columns.value.as<s8>
    doc: |
      Whether the rows can be read: the table map fits them and describes the
      columns.
    -webide-parse-mode: lazy
  has_cells:
    value: |
      columns_present.num_set > 0 or
      is_update and columns_present_after.num_set > 0
    doc: Whether an image holds at least one column.
types:
  rows_flags:
    meta:
      bit-endian: le
    doc: Flags of a rows event.
    doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
    -columnar: [end_of_statement]
    -columnar-text: flags
    seq:
      - id: end_of_statement
        -orig-id: STMT_END_F
        type: b1
        doc: |
          The event is the last one of its statement. Its table maps become
          invalid behind it.
      - id: no_foreign_key_checks
        -orig-id: NO_FOREIGN_KEY_CHECKS_F
        type: b1
        doc: The session variable `foreign_key_checks` was OFF.
      - id: relaxed_unique_checks
        -orig-id: RELAXED_UNIQUE_CHECKS_F
        type: b1
        doc: The session variable `unique_checks` was OFF.
      - id: complete_rows
        -orig-id: COMPLETE_ROWS_F
        type: b1
        doc: The images hold all columns of the table.
      - id: use_sql_foreign_key
        -orig-id: USE_SQL_FOREIGN_KEY_F
        type: b1
        doc: |
          The server enforced foreign keys above the storage engine, so that the
          log holds the cascades (MySQL 9.6 and later). MariaDB has proposed the
          bit for statements whose cascades the log holds
          (`FK_CASCADE_EVENTS_F`, MDEV-38243).
      - id: cascaded
        -orig-id: FK_CASCADE_DERIVED_F
        type: b1
        doc: |
          A foreign key changed the rows, not the statement itself. Proposed for
          MariaDB in 2026 (MDEV-38243); no released server sets it.
      - id: reserved
        type: b1
        doc: Not used.
      - id: no_check_constraint_checks
        -orig-id: NO_CHECK_CONSTRAINT_CHECKS_F
        type: b1
        doc: |
          The session variable `check_constraint_checks` was OFF (MariaDB).
      - id: reserved_high
        type: b8
        doc: Not used.
  rows_extra_data:
    doc: Items of extra data.
    -columnar: []
    -columnar-text: {value: items}
    params:
      - id: is_update
        type: bool
        doc: Whether the rows were updated.
    seq:
      - id: items
        type: rows_extra_item(is_update)
        repeat: eos
        doc: The items.
  rows_extra_item:
    doc: |
      An item: its type and its body.
    -columnar: []
    params:
      - id: is_update
        type: bool
        doc: Whether the rows were updated.
    seq:
      - id: type
        -orig-id: Rows_event::Extra_row_info
        type: u1
        enum: rows_extra_type
        doc: Type of the item.
      - id: body
        type:
          switch-on: type
          cases:
            'rows_extra_type::ndb': rows_extra_ndb
            'rows_extra_type::partition': rows_extra_partition(is_update)
            _: rows_extra_unknown
        doc: Body of the item, by its type.
  rows_extra_ndb:
    doc: Data of the storage engine NDB.
    -columnar: []
    seq:
      - id: len_info
        type: u1
        valid:
          min: 2
        doc: Length of the item in bytes, without its type.
      - id: format
        type: u1
        enum: rows_extra_format
        doc: Format of the payload.
      - id: payload
        size: len_info - 2
        doc: Bytes that only NDB interprets.
  rows_extra_partition:
    doc: The partition of the rows (MySQL 8.0.16 and later).
    -columnar: []
    params:
      - id: is_update
        type: bool
        doc: Whether the rows were updated.
    seq:
      - id: partition_id
        type: u2
        doc: |
          Number of the rows' partition, from 0; in updates, after the change.
      - id: source_partition_id
        type: u2
        if: is_update
        doc: Number of the rows' partition before an update.
  rows_extra_unknown:
    doc: An item without a spec, and all items behind it.
    -columnar: []
    seq:
      - id: rest
        size-eos: true
        doc: Bytes without a known meaning.
  uncompressed_rows:
    doc: The rows as bytes, for readers that skip them.
    seq:
      - id: data
        size-eos: true
        doc: Bytes of the rows.
  row_list:
    doc: |
      Rows up to the end of the bytes. A row without columns has no bytes, so a
      second one cannot be recognized.
    -webide-representation: "{items:sep= | }"
    seq:
      - id: items
        type: row
        repeat: until
        repeat-until: _io.eof or not _parent.has_cells
        if: has_items
        doc: The rows.
      - id: rest
        size-eos: true
        doc: Bytes behind a row without columns.
    instances:
      has_items:
        value: not _io.eof or not _parent.has_cells
        doc: Whether there is a row. It is evaluated before the rows are read.
  row:
    doc: A change of one row.
    -webide-representation: "{before.cells} => {after.cells}"
    seq:
      - id: before
        type: |
          row_image(
            _parent._parent.search.handle,
            _parent._parent.columns_present.handle,
            false
          )
        if: not _parent._parent.is_insert
        doc: The row before an update or a deletion.
      - id: after
        type: |
          row_image(
            _parent._parent.search.handle,
            _parent._parent.is_update
              ? _parent._parent.columns_present_after.handle
              : _parent._parent.columns_present.handle,
            _parent._parent.is_partial_update
          )
        if: _parent._parent.is_insert or _parent._parent.is_update
        doc: The row after an insertion or an update.
  table_map_search:
    doc: Follows the chain of table maps to the one with an id, or to its end.
    params:
      - id: table_maps
        type: table_map_chain
        doc: The chain.
      - id: table_id
        type: s8
        doc: The id.
    seq:
      - id: steps
        type: |
          table_map_step(
            _index == 0 ? table_maps : steps[_index - 1].table_maps.older
          )
        repeat: until
        repeat-until: |
          _.table_maps.is_empty or
          _.table_maps.handle._parent.table_id.value.as<s8> == table_id
        doc: Steps along the chain.
    instances:
      is_found:
        value: not steps.last.table_maps.is_empty
        doc: Whether a table map has the id.
      handle:
        value: steps.last.table_maps.handle
        if: is_found
        doc: The table map with the id.
  table_map_step:
    doc: A step along a chain of table maps.
    params:
      - id: table_maps
        type: table_map_chain
        doc: The rest of the chain.
enums:
  rows_extra_type:
    0:
      id: ndb
      doc: Data of the storage engine NDB (MySQL 5.6 and later).
    1:
      id: partition
      doc: The partition of the rows (MySQL 8.0.16 and later).
  rows_extra_format:
    0x00:
      id: ndb
      doc: A payload of NDB itself.
    0x40:
      id: open1
      doc: A payload that NDB leaves to others.
    0x41:
      id: open2
      doc: A payload that NDB leaves to others.
    0xff:
      id: multi
      doc: Several payloads in one.

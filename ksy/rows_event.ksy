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
  Rows that were inserted, updated or deleted, in one table. Version 1 was
  written from MySQL 5.1.16 and is what MariaDB writes, which can compress the
  rows; version 2, from MySQL 5.6, has extra data; PARTIAL_UPDATE_ROWS, from
  MySQL 8.0, may hold changes to JSON documents in place of the documents.
  MariaDB skips a longer post-header of rows that it did not compress, MySQL of
  none.

  In the PRE_GA events of earlier 5.1 versions NULLs are marked as the storage
  engine's records mark them, which the log does not describe: their rows cannot
  be read.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
-webide-representation: "{table_name} {rows.items:sep= | }{inflated_rows.items:sep= | }"
-columnar:
  - table_id.value
  - flags.end_of_statement
  - flags.no_foreign_key_checks
  - flags.relaxed_unique_checks
  - flags.complete_rows
  - flags.use_sql_foreign_key
  - has_extra_data
  - extra_data
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
params:
  - id: type
    type: u1
    enum: binlog_event_header::event_type
  - id: len_post_header
    type: s8
  - id: table_maps
    type: table_map_chain
seq:
  - id: table_id
    type: binlog_table_id(len_post_header)
  - id: flags
    type: rows_flags
  - id: len_extra_data
    -orig-id: var_header_len
    type: u2
    valid:
      min: sizeof<u2>
    if: has_extra_data
    doc: itself included
  - id: post_header_rest
    size: len_post_header - len_known_post_header
    if: len_post_header > len_known_post_header
    doc: bytes behind the known part of the post-header
  - id: extra_data
    size: len_extra_data.as<s8> - sizeof<u2>
    type: rows_extra_data(is_update)
    if: has_extra_data
  - id: num_columns
    -orig-id: m_width
    type: packed_integer
  - id: columns_present
    -orig-id: columns_before_image
    type: binlog_bitmap(num_columns.value)
    doc: the columns that the before images hold; of inserts, the after images
  - id: columns_present_after
    -orig-id: columns_after_image
    type: binlog_bitmap(num_columns.value)
    if: is_update and not is_pre_ga
    doc: of updates, the columns that the after images hold
  - id: row_data
    size-eos: true
    type: uncompressed_rows
    if: not is_compressed
    -columnar: located
  - id: compressed_rows
    size-eos: true
    type: mariadb_compressed
    if: is_compressed
instances:
  rows:
    io: row_data._io
    pos: 0
    type: row_list
    if: is_readable and not is_compressed
    doc: Not read before they are asked for, so that a reader may pass them by.
    -webide-parse-mode: eager
  inflated_rows:
    io: compressed_rows._io
    pos: compressed_rows.ofs_data
    size-eos: true
    type: row_list
    process: zlib
    if: is_readable and is_compressed
    -webide-parse-mode: eager
  has_extra_data:
    value: len_post_header == 10 or len_post_header > 10 and is_version_2
    doc: |
      Servers read it from an event of any version whose post-header has 10
      bytes.
  is_version_2:
    value: |
      type.to_i >= binlog_event_header::event_type::write_rows_v2.to_i and
      type.to_i <= binlog_event_header::event_type::partial_update_rows.to_i or
      type.to_i >= binlog_event_header::event_type::write_rows_compressed.to_i
  len_known_post_header:
    value: '(has_extra_data ? 10 : 8).as<s8>'
  is_pre_ga:
    value: |
      type == binlog_event_header::event_type::pre_ga_write_rows or
      type == binlog_event_header::event_type::pre_ga_update_rows or
      type == binlog_event_header::event_type::pre_ga_delete_rows
  is_compressed:
    value: |
      type.to_i >= binlog_event_header::event_type::write_rows_compressed_v1.to_i
  is_partial_update:
    value: type == binlog_event_header::event_type::partial_update_rows
  is_update:
    value: |
      type == binlog_event_header::event_type::pre_ga_update_rows or
      type == binlog_event_header::event_type::update_rows_v1 or
      type == binlog_event_header::event_type::update_rows_v2 or
      type == binlog_event_header::event_type::update_rows_compressed_v1 or
      type == binlog_event_header::event_type::update_rows_compressed or
      is_partial_update
  is_insert:
    value: |
      type == binlog_event_header::event_type::pre_ga_write_rows or
      type == binlog_event_header::event_type::write_rows_v1 or
      type == binlog_event_header::event_type::write_rows_v2 or
      type == binlog_event_header::event_type::write_rows_compressed_v1 or
      type == binlog_event_header::event_type::write_rows_compressed
  is_dummy:
    value: |
      table_id.value == 0xffffff or table_id.value == 0xffffffff or
      table_id.value == 0xffffffffffff
    doc: Only ends a statement; there is no such table.
  search:
    type: table_map_search(table_maps, table_id.value)
  has_table_map:
    value: search.is_found
  table_map:
    value: search.handle._parent
    if: has_table_map
    -webide-parse-mode: lazy
  table_name:
    value: search.handle._parent.database + "." + search.handle._parent.table
    if: has_table_map
  is_readable:
    value: |
      not is_pre_ga and has_table_map and
      search.handle._parent.has_metadata and
      search.handle._parent.num_columns.value.as<s8> == num_columns.value.as<s8>
    -webide-parse-mode: lazy
  has_cells:
    value: |
      columns_present.num_set > 0 or
      is_update and columns_present_after.num_set > 0
types:
  rows_flags:
    meta:
      bit-endian: le
    -columnar:
      - end_of_statement
      - no_foreign_key_checks
      - relaxed_unique_checks
      - complete_rows
      - use_sql_foreign_key
    seq:
      - id: end_of_statement
        -orig-id: STMT_END_F
        type: b1
      - id: no_foreign_key_checks
        -orig-id: NO_FOREIGN_KEY_CHECKS_F
        type: b1
      - id: relaxed_unique_checks
        -orig-id: RELAXED_UNIQUE_CHECKS_F
        type: b1
      - id: complete_rows
        -orig-id: COMPLETE_ROWS_F
        type: b1
      - id: use_sql_foreign_key
        -orig-id: USE_SQL_FOREIGN_KEY_F
        type: b1
        doc: Foreign keys are enforced above the engine, cascades being logged.
      - id: reserved
        type: b11
  rows_extra_data:
    -columnar: []
    params:
      - id: is_update
        type: bool
    seq:
      - id: items
        type: rows_extra_item(is_update)
        repeat: eos
  rows_extra_item:
    -columnar: [type, partition_id, source_partition_id]
    params:
      - id: is_update
        type: bool
    seq:
      - id: type
        -orig-id: Rows_event::Extra_row_info
        type: u1
        enum: rows_extra_type
      - id: body
        type:
          switch-on: type
          cases:
            'rows_extra_type::ndb': rows_extra_ndb
            'rows_extra_type::partition': rows_extra_partition(is_update)
            _: rows_extra_unknown
    instances:
      partition_id:
        value: body.as<rows_extra_partition>.partition_id
        if: type == rows_extra_type::partition
      source_partition_id:
        value: body.as<rows_extra_partition>.source_partition_id
        if: type == rows_extra_type::partition and is_update
  rows_extra_ndb:
    -columnar: []
    seq:
      - id: len_info
        type: u1
        valid:
          min: 2
      - id: format
        type: u1
        enum: rows_extra_format
      - id: payload
        size: len_info - 2
  rows_extra_partition:
    -columnar: [partition_id, source_partition_id]
    params:
      - id: is_update
        type: bool
    seq:
      - id: partition_id
        type: u2
        doc: of the row, or of an update's row after it
      - id: source_partition_id
        type: u2
        if: is_update
        doc: of an update's row before it
  rows_extra_unknown:
    -columnar: []
    seq:
      - id: rest
        size-eos: true
  uncompressed_rows:
    seq:
      - id: data
        size-eos: true
  row_list:
    doc: |
      Rows follow each other up to the end. One that holds no column takes no
      bytes, so nothing tells a second one.
    -webide-representation: "{items:sep= | }"
    seq:
      - id: items
        type: row
        repeat: until
        repeat-until: _io.eof or not _parent.has_cells
        if: has_items
      - id: rest
        size-eos: true
        doc: bytes that are no row
    instances:
      has_items:
        value: not _io.eof or not _parent.has_cells
        doc: First asked for, and then known, before the rows are read.
  row:
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
  table_map_search:
    doc: walks the chain to the table map that has the id, or to its end
    params:
      - id: table_maps
        type: table_map_chain
      - id: table_id
        type: s8
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
    instances:
      is_found:
        value: not steps.last.table_maps.is_empty
      handle:
        value: steps.last.table_maps.handle
        if: is_found
  table_map_step:
    params:
      - id: table_maps
        type: table_map_chain
enums:
  rows_extra_type:
    0: ndb
    1: partition
  rows_extra_format:
    0x00: ndb
    0x40: open1
    0x41: open2
    0xff: multi

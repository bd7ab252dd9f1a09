meta:
  id: format_description_event
  title: "Binary log: FORMAT_DESCRIPTION event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
  endian: le
doc: |
  The first event of a log of binlog version 4: which server wrote it, and how
  long the headers are. It governs all events up to the next one of its kind,
  itself included. The length that it lists for its own type is one byte of a
  number that may be larger, and is not used.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Format__description__event.html
-webide-representation: "{server_version}"
seq:
  - id: binlog_version
    -orig-id: binlog_version
    type: u2
    valid: 4
  - id: server_version
    size: 50
    type: version_of_server
  - id: created_at
    -orig-id: created
    type: u4
    doc: Seconds since 1970, UTC, in the first log after a start; else 0.
  - id: len_header
    -orig-id: common_header_len
    type: u1
    valid:
      min: 19
  - id: len_post_headers
    -orig-id: post_header_len
    type: u1
    repeat: expr
    repeat-expr: num_post_headers
    doc: by event type, that of type 1 first
  - id: checksum_algorithm
    -orig-id: checksum_alg
    type: u1
    enum: binlog_checksum
    valid:
      any-of:
        - binlog_checksum::none
        - binlog_checksum::crc32
        - binlog_checksum::undefined
    if: knows_checksums
  - id: crc32
    type: u4
    if: knows_checksums
    doc: Space is left for it even where the log has no checksums.
instances:
  handle:
    type: format_description_handle
  len_fixed:
    value: 57
    doc: of the fields before `len_post_headers`
  len_checksum_fields:
    value: 5
  first_mariadb_type:
    value: binlog_event_header::event_type::annotate_rows.to_i
  lists_mariadb_types:
    value: |
      _io.size - len_fixed - len_checksum_fields >= first_mariadb_type
  knows_checksums:
    value: |
      server_version.number >= 50601 and server_version.number < 60000 or
      server_version.number >= 70000 or
      server_version.number >= 50300 and lists_mariadb_types
    doc: |
      Checksums came with MySQL 5.6.1 and MariaDB 5.3; MySQL 6.0 never left
      alpha and had none. MariaDB is known by the event types it lists.
  logs_explicit_defaults:
    value: lists_mariadb_types and server_version.number >= 101000
    doc: |
      The flags2 of QUERY tell `explicit_defaults_for_timestamp` also where it
      is off. Some patch releases of older series do, too, and are not told
      apart.
  has_permuted_types:
    value: server_version.is_drop and num_post_headers == 22
  num_post_headers:
    value: |
      _io.size - len_fixed - (knows_checksums ? len_checksum_fields : 0)
  has_checksums:
    value: |
      knows_checksums and checksum_algorithm == binlog_checksum::crc32
types:
  format_description_handle:
    doc: |
      Stands for the FORMAT_DESCRIPTION where it is handed on, and is empty
      itself, as `table_map_event::table_map_handle` is.
  version_of_server:
    -webide-representation: "{text}"
    seq:
      - id: major
        type: version_number
      - id: minor
        type: version_number
      - id: patch
        type: version_number
      - id: tree
        size: 6
    instances:
      text:
        pos: 0
        type: strz
        encoding: UTF-8
        -webide-parse-mode: eager
      number:
        value: major.value * 10000 + minor.value * 100 + patch.value
        doc: as MYSQL_VERSION_ID, 5.6.1 being 50601
      is_drop:
        value: tree == [0x61, 0x5f, 0x64, 0x72, 0x6f, 0x70].as<bytes>
        doc: a_drop, a tree of MySQL 5.1 and 5.2 that was never released
  version_number:
    seq:
      - id: digits
        type: 'version_digit(_index == 0, _index == 0 ? 0 : digits[_index - 1].number)'
        repeat: until
        repeat-until: not _.is_digit
    instances:
      value:
        value: digits.last.previous
  version_digit:
    params:
      - id: is_first
        type: bool
      - id: previous
        type: s8
    seq:
      - id: character
        type: u1
        valid:
          expr: not is_first or _ >= 0x30 and _ <= 0x39
    instances:
      is_digit:
        value: character >= 0x30 and character <= 0x39
      number:
        value: previous * 10 + character - 0x30
enums:
  binlog_checksum:
    0:
      id: none
      -orig-id: BINLOG_CHECKSUM_ALG_OFF
    1:
      id: crc32
      -orig-id: BINLOG_CHECKSUM_ALG_CRC32
    255:
      id: undefined
      -orig-id: BINLOG_CHECKSUM_ALG_UNDEF

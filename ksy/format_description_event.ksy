meta:
  id: format_description_event
  title: "Binary log: FORMAT_DESCRIPTION event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
  endian: le
doc: |
  The first event of a log of binlog version 4: the version of the server and
  the lengths of headers. It applies to itself and to all events up to the next
  FORMAT_DESCRIPTION. The length that it lists for its own type is one byte of a
  number that may be larger, and is not used.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Format__description__event.html
-webide-representation: "{server_version}"
-columnar-text: false
seq:
  - id: binlog_version
    -orig-id: binlog_version
    type: u2
    valid: 4
    doc: |
      Version of the format: 4 since MySQL 5.0.
  - id: server_version
    size: 50
    type: version_of_server
    doc: Version of the server that wrote the log, padded with zeros.
  - id: created_at
    -orig-id: created
    type: u4
    doc: |
      Seconds since 1970, UTC, when the server started, in the first log that it
      wrote since; else 0.
  - id: len_header
    -orig-id: common_header_len
    type: u1
    valid:
      min: 19
    doc: |
      Length of the common header of events in bytes: 19 in all released
      servers.
  - id: len_post_headers
    -orig-id: post_header_len
    type: u1
    repeat: expr
    repeat-expr: num_post_headers
    doc: Lengths of the post-headers in bytes, by type of event, from type 1 on.
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
    doc: |
      Checksum of the events in this log (MySQL 5.6.1 and MariaDB 5.3 and
      later).
  - id: crc32
    type: u4
    if: knows_checksums
    doc: |
      CRC-32 of this event. The field exists even if the log has no checksums.
instances:
  handle:
    type: format_description_handle
    doc: Reference to this event, for other structures.
  len_fixed:
    value: 57
    doc: Length in bytes of the fields before `len_post_headers`.
  len_checksum_fields:
    value: 5
    doc: Length of `checksum_algorithm` and `crc32` together, in bytes.
  first_mariadb_type:
    value: binlog_event_header::event_type::annotate_rows.to_i
    doc: Number of the first type that MariaDB alone writes.
  lists_mariadb_types:
    value: |
      _io.size - len_fixed - len_checksum_fields >= first_mariadb_type
    doc: |
      Whether MariaDB wrote the log: it lists types that MySQL does not have.
  knows_checksums:
    value: |
      server_version.number >= 50601 and server_version.number < 60000 or
      server_version.number >= 70000 or
      server_version.number >= 50300 and lists_mariadb_types
    doc: |
      Whether the event has the fields `checksum_algorithm` and `crc32`. MySQL
      5.6.1 and MariaDB 5.3 introduced them; MySQL 6.0 never left alpha and had
      none.
  logs_explicit_defaults:
    value: lists_mariadb_types and server_version.number >= 101000
    doc: |
      Whether flags2 of QUERY always holds `explicit_defaults_for_timestamp`: in
      MariaDB 10.10 and later. Some patch releases of older series write it,
      too, and cannot be distinguished.
  has_permuted_types:
    value: server_version.is_drop and num_post_headers == 22
    doc: |
      Whether the log comes from an unreleased tree of MySQL 5.1 and 5.2, which
      numbered some types differently.
  num_post_headers:
    value: |
      _io.size - len_fixed - (knows_checksums ? len_checksum_fields : 0)
    doc: Number of the types whose post-headers are listed.
  has_checksums:
    value: |
      knows_checksums and checksum_algorithm == binlog_checksum::crc32
    doc: Whether the events of the log have checksums.
types:
  format_description_handle:
    doc: |
      Reference to a FORMAT_DESCRIPTION, which is its `_parent`. It is empty
      itself (see `table_map_event::table_map_handle`).
  version_of_server:
    doc: A version such as `9.7.4-log` in 50 bytes.
    -webide-representation: "{text}"
    -columnar-text: {value: text}
    seq:
      - id: major
        type: version_number(true)
        doc: Number in front of the first point.
      - id: minor
        type: version_number(false)
        doc: Number behind the first point.
      - id: patch
        type: version_number(false)
        doc: |
          Number behind the second point; 0 if there is none, as in
          `8.0.mysql_aurora`.
      - id: tree
        size: 6
        doc: |
          Bytes behind the numbers, which name the tree that the server was
          built from.
      - id: rest
        size-eos: true
        doc: The rest of the text, and zeros.
    instances:
      text:
        pos: 0
        type: strz
        encoding: UTF-8
        doc: The whole version as text.
        -webide-parse-mode: eager
      number:
        value: major.value * 10000 + minor.value * 100 + patch.value
        doc: |
          The version as MYSQL_VERSION_ID has it: 50601 for 5.6.1.
      is_drop:
        value: tree == [0x61, 0x5f, 0x64, 0x72, 0x6f, 0x70].as<bytes>
        doc: |
          Whether the server was built from `a_drop`, an unreleased tree of
          MySQL 5.1 and 5.2.
  version_number:
    doc: A decimal number and the character behind it.
    params:
      - id: is_needed
        type: bool
        doc: Whether the number has digits; one without is 0 for servers.
    seq:
      - id: digits
        type: 'version_digit(is_needed and _index == 0, _index == 0 ? 0 : digits[_index - 1].number)'
        repeat: until
        repeat-until: not _.is_digit
        doc: Digits of the number, and the first character that is none.
    instances:
      value:
        value: digits.last.previous
        doc: The number.
  version_digit:
    doc: |
      A character of a version, with the number that the digits before it make.
    params:
      - id: is_needed
        type: bool
        doc: Whether the character has to be a digit.
      - id: previous
        type: s8
        doc: Number that the digits before make.
    seq:
      - id: character
        type: u1
        valid:
          expr: not is_needed or _ >= 0x30 and _ <= 0x39
        doc: ASCII code of the character.
    instances:
      is_digit:
        value: character >= 0x30 and character <= 0x39
        doc: Whether the character is a digit.
      number:
        value: previous * 10 + character - 0x30
        doc: Number that the digits up to this one make.
enums:
  binlog_checksum:
    0:
      id: none
      -orig-id: BINLOG_CHECKSUM_ALG_OFF
      doc: |
        The events have no checksums, though the server supports them
        (`binlog_checksum=NONE`).
    1:
      id: crc32
      -orig-id: BINLOG_CHECKSUM_ALG_CRC32
      doc: Each event ends in its CRC-32.
    255:
      id: undefined
      -orig-id: BINLOG_CHECKSUM_ALG_UNDEF
      doc: The server that wrote the events does not support checksums.

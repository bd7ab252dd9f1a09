meta:
  id: load_event
  title: "Binary log: LOAD, NEW_LOAD and CREATE_FILE events"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
  endian: le
doc: |
  A LOAD DATA statement of servers before MySQL 5.0.3, in its parts. LOAD keeps
  one character for each separator, the other types a string. CREATE_FILE also
  holds the first block of the file. It has two post-headers: one of the length
  that is listed for LOAD, and its own. MariaDB skips longer ones in
  CREATE_FILE, and none in LOAD and NEW_LOAD. Shorter ones are refused here,
  since they lack the lengths of the names.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/8.0.0/classbinary__log_1_1Load__event.html
-webide-representation: "{file_name:str}"
-columnar-text: false
params:
  - id: type
    type: u1
    enum: binlog_event_header::event_type
    doc: |
      Type of the event: LOAD, NEW_LOAD or CREATE_FILE.
  - id: len_post_header
    type: s8
    doc: |
      Length of the first post-header in bytes; in CREATE_FILE, the one that is
      listed for LOAD.
  - id: len_create_file
    type: s8
    doc: Length in bytes of CREATE_FILE's own post-header, behind that of LOAD.
seq:
  - id: thread_id
    -orig-id: slave_proxy_id
    type: u4
    valid:
      expr: len_post_header >= 18 and (not is_create_file or len_create_file >= 4)
    doc: Id of the connection that ran the statement.
  - id: seconds
    -orig-id: load_exec_time
    type: u4
    doc: Seconds from the start of the statement until it was logged.
  - id: num_skipped_lines
    -orig-id: skip_lines
    type: u4
    doc: |
      Number of lines at the start of the file that are not loaded (IGNORE n
      LINES).
  - id: len_table
    -orig-id: table_name_len
    type: u1
    doc: Length of `table` in bytes, without its terminator.
  - id: len_database
    -orig-id: db_len
    type: u1
    doc: Length of `database` in bytes, without its terminator.
  - id: num_fields
    type: u4
    doc: Number of columns that the statement names.
  - id: post_header_rest
    size: len_post_header - 18
    if: len_post_header > 18
    doc: Bytes of the post-header that the known fields do not cover.
  - id: file_id
    type: u4
    if: is_create_file
    doc: |
      Number of the file. The events with its further blocks have the same one.
  - id: create_file_rest
    size: len_create_file - 4
    if: is_create_file and len_create_file > 4
    doc: Bytes of the second post-header that the known fields do not cover.
  - id: options
    -orig-id: sql_ex
    type:
      switch-on: type
      cases:
        'binlog_event_header::event_type::load': load_options_of_characters
        _: load_options
    doc: Separators and flags of the statement.
  - id: len_fields
    -orig-id: field_lens
    type: u1
    repeat: expr
    repeat-expr: num_fields
    doc: Lengths in bytes of the names in `fields`, without terminators.
  - id: fields
    type: load_name(len_fields[_index])
    repeat: expr
    repeat-expr: num_fields
    doc: Names of the columns that the statement names.
  - id: table
    type: load_name(len_table)
    doc: Name of the table.
  - id: database
    type: load_name(len_database)
    doc: Name of the table's database.
  - id: file_name
    -orig-id: fname
    terminator: 0
    eos-error: false
    doc: Path of the file on the server that ran the statement.
  - id: data
    -orig-id: block
    size-eos: true
    doc: First block of the file, in CREATE_FILE.
instances:
  is_create_file:
    value: type == binlog_event_header::event_type::create_file
    doc: Whether the event is a CREATE_FILE.
types:
  load_name:
    doc: A name with a terminating zero.
    -columnar-text: {value: text}
    params:
      - id: len_text
        type: s8
        doc: Length of `text` in bytes.
    seq:
      - id: text
        size: len_text
        doc: The name.
      - id: text_end
        contents: [0]
        doc: Terminating zero.
  load_string:
    doc: A separator of up to 255 bytes.
    -columnar-text: {value: text}
    seq:
      - id: len_text
        type: u1
        doc: Length of `text` in bytes.
      - id: text
        size: len_text
        doc: The separator.
  load_options:
    doc: Separators of any length, and flags (MySQL 4.0 and later).
    seq:
      - id: fields_terminated_by
        -orig-id: field_term
        type: load_string
        doc: |
          FIELDS TERMINATED BY: the text between two fields.
      - id: fields_enclosed_by
        -orig-id: enclosed
        type: load_string
        doc: |
          FIELDS ENCLOSED BY: the text around a field.
      - id: lines_terminated_by
        -orig-id: line_term
        type: load_string
        doc: |
          LINES TERMINATED BY: the text behind a line.
      - id: lines_starting_by
        -orig-id: line_start
        type: load_string
        doc: |
          LINES STARTING BY: the text in front of a line.
      - id: fields_escaped_by
        -orig-id: escaped
        type: load_string
        doc: |
          FIELDS ESCAPED BY: the text in front of an escaped character.
      - id: flags
        -orig-id: opt_flags
        type: load_flags
        doc: Flags of the statement.
  load_options_of_characters:
    doc: Separators of one character, and flags (MySQL 3.23).
    seq:
      - id: fields_terminated_by
        size: 1
        doc: |
          FIELDS TERMINATED BY: the character between two fields.
      - id: fields_enclosed_by
        size: 1
        doc: |
          FIELDS ENCLOSED BY: the character around a field.
      - id: lines_terminated_by
        size: 1
        doc: |
          LINES TERMINATED BY: the character behind a line.
      - id: lines_starting_by
        size: 1
        doc: |
          LINES STARTING BY: the character in front of a line.
      - id: fields_escaped_by
        size: 1
        doc: |
          FIELDS ESCAPED BY: the character in front of an escaped one.
      - id: flags
        type: load_flags
        doc: Flags of the statement.
      - id: empty_flags
        type: load_empty_flags
        doc: Separators that are empty.
  load_flags:
    meta:
      bit-endian: le
    doc: Flags of a LOAD DATA statement.
    -columnar-text: flags
    seq:
      - id: is_dumpfile
        -orig-id: DUMPFILE_FLAG
        type: b1
        doc: The file has no separators, as SELECT ... INTO DUMPFILE writes it.
      - id: is_enclosed_optionally
        -orig-id: OPT_ENCLOSED_FLAG
        type: b1
        doc: |
          OPTIONALLY ENCLOSED BY: only some fields are enclosed.
      - id: is_replace
        -orig-id: REPLACE_FLAG
        type: b1
        doc: |
          REPLACE: a row replaces the one with the same key.
      - id: is_ignore
        -orig-id: IGNORE_FLAG
        type: b1
        doc: |
          IGNORE: a row whose key exists is skipped.
      - id: reserved
        type: b4
        doc: Not used.
  load_empty_flags:
    meta:
      bit-endian: le
    doc: Flags of the separators that are empty, whose characters mean nothing.
    -columnar-text: flags
    seq:
      - id: fields_terminated_by
        -orig-id: FIELD_TERM_EMPTY
        type: b1
        doc: FIELDS TERMINATED BY is empty.
      - id: fields_enclosed_by
        -orig-id: ENCLOSED_EMPTY
        type: b1
        doc: FIELDS ENCLOSED BY is empty.
      - id: lines_terminated_by
        -orig-id: LINE_TERM_EMPTY
        type: b1
        doc: LINES TERMINATED BY is empty.
      - id: lines_starting_by
        -orig-id: LINE_START_EMPTY
        type: b1
        doc: LINES STARTING BY is empty.
      - id: fields_escaped_by
        -orig-id: ESCAPED_EMPTY
        type: b1
        doc: FIELDS ESCAPED BY is empty.
      - id: reserved
        type: b3
        doc: Not used.

meta:
  id: load_event
  title: "Binary log: LOAD, NEW_LOAD and CREATE_FILE events"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_event_header
  endian: le
doc: |
  A LOAD DATA statement, before MySQL 5.0.3, in its parts. LOAD keeps a single
  character for each of the texts around fields and lines, the others a string.
  CREATE_FILE also holds the start of the file's data. It has two post-headers:
  one of the length that is listed for LOAD, and its own. MariaDB skips what is
  longer in these two, and nothing in LOAD and NEW_LOAD. Shorter ones are
  refused here, as they do not say how long the names are.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/8.0.0/classbinary__log_1_1Load__event.html
-webide-representation: "{file_name:str}"
params:
  - id: type
    type: u1
    enum: binlog_event_header::event_type
  - id: len_post_header
    type: s8
    doc: in CREATE_FILE, the one listed for LOAD
  - id: len_create_file
    type: s8
    doc: the post-header of CREATE_FILE, behind the one of LOAD
seq:
  - id: thread_id
    -orig-id: slave_proxy_id
    type: u4
    valid:
      expr: len_post_header >= 18 and (not is_create_file or len_create_file >= 4)
  - id: seconds
    -orig-id: load_exec_time
    type: u4
  - id: num_skipped_lines
    -orig-id: skip_lines
    type: u4
  - id: len_table
    -orig-id: table_name_len
    type: u1
  - id: len_database
    -orig-id: db_len
    type: u1
  - id: num_fields
    type: u4
  - id: post_header_rest
    size: len_post_header - 18
    if: len_post_header > 18
    doc: bytes behind the known part of the post-header
  - id: file_id
    type: u4
    if: is_create_file
  - id: create_file_rest
    size: len_create_file - 4
    if: is_create_file and len_create_file > 4
    doc: bytes behind the known part of the second post-header
  - id: options
    -orig-id: sql_ex
    type:
      switch-on: type
      cases:
        'binlog_event_header::event_type::load': load_options_of_characters
        _: load_options
  - id: len_fields
    -orig-id: field_lens
    type: u1
    repeat: expr
    repeat-expr: num_fields
  - id: fields
    type: load_name(len_fields[_index])
    repeat: expr
    repeat-expr: num_fields
  - id: table
    type: load_name(len_table)
  - id: database
    type: load_name(len_database)
  - id: file_name
    -orig-id: fname
    terminator: 0
    eos-error: false
  - id: data
    -orig-id: block
    size-eos: true
    doc: of the file, in CREATE_FILE
instances:
  is_create_file:
    value: type == binlog_event_header::event_type::create_file
types:
  load_name:
    params:
      - id: len_text
        type: s8
    seq:
      - id: text
        size: len_text
      - id: text_end
        contents: [0]
  load_string:
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
  load_options:
    seq:
      - id: fields_terminated_by
        -orig-id: field_term
        type: load_string
      - id: fields_enclosed_by
        -orig-id: enclosed
        type: load_string
      - id: lines_terminated_by
        -orig-id: line_term
        type: load_string
      - id: lines_starting_by
        -orig-id: line_start
        type: load_string
      - id: fields_escaped_by
        -orig-id: escaped
        type: load_string
      - id: flags
        -orig-id: opt_flags
        type: load_flags
  load_options_of_characters:
    seq:
      - id: fields_terminated_by
        size: 1
      - id: fields_enclosed_by
        size: 1
      - id: lines_terminated_by
        size: 1
      - id: lines_starting_by
        size: 1
      - id: fields_escaped_by
        size: 1
      - id: flags
        type: load_flags
      - id: empty_flags
        type: load_empty_flags
  load_flags:
    meta:
      bit-endian: le
    seq:
      - id: is_dumpfile
        -orig-id: DUMPFILE_FLAG
        type: b1
      - id: is_enclosed_optionally
        -orig-id: OPT_ENCLOSED_FLAG
        type: b1
      - id: is_replace
        -orig-id: REPLACE_FLAG
        type: b1
      - id: is_ignore
        -orig-id: IGNORE_FLAG
        type: b1
      - id: reserved
        type: b4
  load_empty_flags:
    meta:
      bit-endian: le
    doc: which of the characters stand for an empty text
    seq:
      - id: fields_terminated_by
        -orig-id: FIELD_TERM_EMPTY
        type: b1
      - id: fields_enclosed_by
        -orig-id: ENCLOSED_EMPTY
        type: b1
      - id: lines_terminated_by
        -orig-id: LINE_TERM_EMPTY
        type: b1
      - id: lines_starting_by
        -orig-id: LINE_START_EMPTY
        type: b1
      - id: fields_escaped_by
        -orig-id: ESCAPED_EMPTY
        type: b1
      - id: reserved
        type: b3

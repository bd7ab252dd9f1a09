meta:
  id: heartbeat_v2_event
  title: "Binary log: HEARTBEAT_V2 event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - packed_integer
doc: |
  As HEARTBEAT, with positions over 4 GiB (MySQL 8.0.26 and later). There is no
  post-header, although MariaDB lists 10 bytes for this type.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Heartbeat__event__v2.html
-columnar-text: false
seq:
  - id: fields
    type: heartbeat_v2_field
    repeat: until
    repeat-until: _.type == heartbeat_v2_field_type::end_mark or _io.eof
    doc: The fields, up to the end mark.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
types:
  heartbeat_v2_field:
    doc: |
      A field: its type, its length and its value.
    seq:
      - id: type_code
        type: packed_integer
        doc: Stored number of the type.
      - id: len_value
        type: packed_integer
        if: type != heartbeat_v2_field_type::end_mark
        doc: Length of `value` in bytes.
      - id: value
        size: len_value.value
        type:
          switch-on: type
          cases:
            'heartbeat_v2_field_type::position': packed_integer
        if: type != heartbeat_v2_field_type::end_mark
        doc: Value of the field, by its type.
    instances:
      type:
        value: type_code.value
        enum: heartbeat_v2_field_type
        doc: Type of the field.
enums:
  heartbeat_v2_field_type:
    0:
      id: end_mark
      -orig-id: OT_HB_HEADER_END_MARK
      doc: Ends the fields, and has no value.
    1:
      id: log
      -orig-id: OT_HB_LOG_FILENAME_FIELD
      doc: File name of the log that the server sends.
    2:
      id: position
      -orig-id: OT_HB_LOG_POSITION_FIELD
      doc: Position in that log that the server has reached, in bytes.

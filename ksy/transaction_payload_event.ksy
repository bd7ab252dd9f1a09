meta:
  id: transaction_payload_event
  title: "Binary log: TRANSACTION_PAYLOAD event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - packed_integer
doc: |
  The events of a whole transaction, compressed (MySQL 8.0.20 on). They have no
  checksums, and their positions count from the payload. A reader decompresses
  the payload and goes on by `binlog_event` with the state that `inner_format`
  and `inner_table_maps` of the outer event give it.

  There is no post-header: MySQL lists 40 bytes for this type and MariaDB 10,
  and neither writes nor skips them.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Transaction__payload__event.html
-webide-representation: "{fields}"
-columnar: [fields, fields.size, payload]
seq:
  - id: fields
    type: payload_field
    repeat: until
    repeat-until: _.type == payload_field_type::end_mark
    -columnar:
      type: type
      value: number
  - id: payload
    size-eos: true
    doc: the events, compressed as `fields` tell
types:
  payload_field:
    -webide-representation: "{type} {number:dec}"
    -columnar: [type, number]
    seq:
      - id: type_code
        type: packed_integer
      - id: len_value
        type: packed_integer
        if: type != payload_field_type::end_mark
      - id: value
        size: len_value.value
        type: packed_integer
        if: type != payload_field_type::end_mark
    instances:
      type:
        value: type_code.value
        enum: payload_field_type
      number:
        value: value.value.as<s8>
        if: type != payload_field_type::end_mark
      compression:
        value: value.value
        enum: payload_compression
        if: type == payload_field_type::compression
enums:
  payload_field_type:
    0:
      id: end_mark
      -orig-id: OT_PAYLOAD_HEADER_END_MARK
    1:
      id: len_payload
      -orig-id: OT_PAYLOAD_SIZE_FIELD
    2:
      id: compression
      -orig-id: OT_PAYLOAD_COMPRESSION_TYPE_FIELD
    3:
      id: len_uncompressed
      -orig-id: OT_PAYLOAD_UNCOMPRESSED_SIZE_FIELD
  payload_compression:
    0: zstd
    255: none

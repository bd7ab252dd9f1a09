meta:
  id: transaction_payload_event
  title: "Binary log: TRANSACTION_PAYLOAD event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - packed_integer
doc: |
  The events of a transaction, compressed (MySQL 8.0.20 and later, with
  `binlog_transaction_compression`). They have no checksums, and their positions
  count from the start of the payload. A reader decompresses the payload and
  continues with `binlog_event` and the state in `inner_format` and
  `empty_table_maps` of the outer event.

  There is no post-header: MySQL lists 40 bytes for this type and MariaDB 10,
  and neither writes nor skips them.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Transaction__payload__event.html
-webide-representation: "{fields}"
-columnar: [fields, fields.size, payload]
-columnar-text: false
seq:
  - id: fields
    type: payload_field
    repeat: until
    repeat-until: _.type == payload_field_type::end_mark
    doc: Description of the payload, up to the end mark.
    -columnar:
      type: type
      value: number
  - id: payload
    size-eos: true
    doc: The events, compressed as `fields` describe.
types:
  payload_field:
    doc: |
      A field: its type, its length and its value.
    -webide-representation: "{type} {text}"
    -columnar: [type, number]
    seq:
      - id: type_code
        type: packed_integer
        doc: Stored number of the type.
      - id: len_value
        type: packed_integer
        if: type != payload_field_type::end_mark
        doc: Length of `value` and `rest` in bytes.
      - id: value
        type: packed_integer
        if: type != payload_field_type::end_mark
        doc: Value of the field.
      - id: rest
        size: len_value.value - value.len_stored
        if: |
          type != payload_field_type::end_mark and len_value.value != value.len_stored
        doc: Bytes of the field behind its value.
    instances:
      type:
        value: type_code.value
        enum: payload_field_type
        doc: Type of the field.
      number:
        value: value.value.as<s8>
        if: type != payload_field_type::end_mark
        doc: The value as a number, for kernels.
      compression:
        value: value.value
        enum: payload_compression
        if: type == payload_field_type::compression
        doc: Compression of the payload, if this is the field `compression`.
      text:
        value: |
          type == payload_field_type::end_mark ? "" :
          type == payload_field_type::compression and
          compression == payload_compression::zstd ? "zstd" : number.to_s
        doc: The value as text, for viewers.
enums:
  payload_field_type:
    0:
      id: end_mark
      -orig-id: OT_PAYLOAD_HEADER_END_MARK
      doc: Ends the fields, and has no value.
    1:
      id: len_payload
      -orig-id: OT_PAYLOAD_SIZE_FIELD
      doc: Length of the compressed payload in bytes.
    2:
      id: compression
      -orig-id: OT_PAYLOAD_COMPRESSION_TYPE_FIELD
      doc: Compression of the payload.
    3:
      id: len_uncompressed
      -orig-id: OT_PAYLOAD_UNCOMPRESSED_SIZE_FIELD
      doc: Length of the decompressed events in bytes.
  payload_compression:
    0:
      id: zstd
      doc: Zstandard frames.
    255:
      id: none
      doc: The events are not compressed.

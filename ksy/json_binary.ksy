meta:
  id: json_binary
  title: "MySQL binary JSON"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - column_metadata
    - decimal_cell
  endian: le
doc: |
  A JSON document in MySQL's binary form. Objects and arrays begin with a table
  of their members, whose offsets count from the start of the container. Large
  containers have four bytes for counts and offsets, small ones two. The table
  itself holds literals and short integers. Members are read only on access, so
  that a document that refers to itself does no harm; a reader that follows all
  members has to limit the depth.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_binary.h
-webide-representation: "{root}"
-columnar: [root]
seq:
  - id: type
    type: u1
    enum: json_type
    valid:
      in-enum: true
    doc: Type of the document's outermost value.
  - id: root
    type: json_value(type, 1)
    doc: The document's outermost value.
  - id: content
    size-eos: true
    doc: |
      All bytes behind the type. They contain the members at their offsets.
      Bytes of no member are gaps that updates in place left.
instances:
  len_document:
    value: _io.size
    doc: Length of the document in bytes.
types:
  json_value:
    doc: |
      A value: its type, and the place of its content.
    -webide-representation: "{content}"
    -columnar: [type, ofs_content, is_container, is_object, is_large]
    params:
      - id: type
        type: u1
        enum: json_type
        doc: Type of the value.
      - id: ofs_content
        type: s8
        doc: Offset of the content within the document, in bytes.
    instances:
      is_container:
        value: |
          type == json_type::small_object or type == json_type::large_object or
          type == json_type::small_array or type == json_type::large_array
        doc: Whether the value is an object or an array.
      is_object:
        value: type == json_type::small_object or type == json_type::large_object
        doc: Whether the value is an object.
      is_large:
        value: type == json_type::large_object or type == json_type::large_array
        doc: Whether the value is a container with sizes of four bytes.
      container_header:
        pos: ofs_content
        type: json_container_header(is_object, is_large)
        if: is_container
        doc: Header of `content`, for readers that check its size first.
      content:
        pos: ofs_content
        type:
          switch-on: type
          cases:
            'json_type::small_object': json_container(ofs_content, true, false)
            'json_type::large_object': json_container(ofs_content, true, true)
            'json_type::small_array': json_container(ofs_content, false, false)
            'json_type::large_array': json_container(ofs_content, false, true)
            'json_type::literal': json_literal
            'json_type::int16': json_integer(type)
            'json_type::uint16': json_integer(type)
            'json_type::int32': json_integer(type)
            'json_type::uint32': json_integer(type)
            'json_type::int64': json_int64
            'json_type::uint64': json_integer(type)
            'json_type::double': json_double
            'json_type::string': json_string
            'json_type::opaque': json_opaque
        doc: Content of the value, by its type.
        -webide-parse-mode: eager
  json_literal:
    doc: A literal.
    -webide-representation: "{value}"
    -columnar: [value]
    seq:
      - id: value
        type: u1
        enum: json_literal_value
        valid:
          in-enum: true
        doc: The literal.
  json_integer:
    doc: An integer of 16, 32 or 64 bits.
    -webide-representation: "{value:dec}"
    -columnar: [value]
    params:
      - id: type
        type: u1
        enum: json_type
        doc: Type of the value.
    seq:
      - id: int16
        type: s2
        if: type == json_type::int16
        doc: The number, if it is signed and has 16 bits.
      - id: uint16
        type: u2
        if: type == json_type::uint16
        doc: The number, if it is unsigned and has 16 bits.
      - id: int32
        type: s4
        if: type == json_type::int32
        doc: The number, if it is signed and has 32 bits.
      - id: uint32
        type: u4
        if: type == json_type::uint32
        doc: The number, if it is unsigned and has 32 bits.
      - id: uint64
        type: u8
        if: type == json_type::uint64
        doc: The number, if it is unsigned and has 64 bits.
    instances:
      value:
        value: |
          type == json_type::int16 ? int16.as<s8> :
          type == json_type::uint16 ? uint16.as<s8> :
          type == json_type::int32 ? int32.as<s8> :
          type == json_type::uint32 ? uint32.as<s8> : uint64.as<s8>
        doc: The number, whatever its type.
  json_double:
    doc: A floating-point number.
    -webide-representation: "{value:dec}"
    -columnar: [value]
    seq:
      - id: value
        type: f8
        doc: The number, in 64 bits of IEEE 754.
  json_int64:
    doc: A signed integer of 64 bits.
    -webide-representation: "{value:dec}"
    -columnar: [value]
    seq:
      - id: low
        type: u4
        doc: Lowest four bytes.
      - id: high
        type: s4
        doc: Highest four bytes, with the sign.
    instances:
      value:
        value: (low + high * 0x100000000).as<s8>
        doc: |
          The number. It is read in two halves, since the JavaScript runtime
          0.11 reads signed integers of 64 bits incorrectly.
  json_size:
    doc: |
      A count, a length or an offset: two bytes, or four in a large container.
    -columnar: [value]
    params:
      - id: is_large
        type: bool
        doc: Whether the container is large.
    seq:
      - id: small
        type: u2
        if: not is_large
        doc: The number in a small container.
      - id: large
        type: u4
        if: is_large
        doc: The number in a large container.
    instances:
      value:
        value: 'is_large ? large.as<s8> : small.as<s8>'
        doc: The number.
  json_container_header:
    doc: The counts of a container.
    -columnar: [num_members.value, len_keys, len_table]
    params:
      - id: is_object
        type: bool
        doc: Whether the container is an object.
      - id: is_large
        type: bool
        doc: Whether the container is large.
    seq:
      - id: num_members
        type: json_size(is_large)
        doc: Number of members.
      - id: len_container
        type: json_size(is_large)
        doc: Length of the container in bytes, this header included.
    instances:
      len_size:
        value: 'is_large ? sizeof<u4> : sizeof<u2>'
        doc: Length of counts and offsets in bytes.
      len_keys:
        value: 'is_object ? num_members.value * (len_size + sizeof<u2>) : 0'
        doc: Length in bytes of the table of keys.
      len_table:
        value: 2 * len_size + len_keys + num_members.value * (sizeof<u1> + len_size)
        doc: Length in bytes of this header and the tables of keys and members.
  json_container:
    doc: An object or an array.
    -webide-representation: "{keys}({members})"
    params:
      - id: ofs_container
        type: s8
        doc: Offset of the container within the document, in bytes.
      - id: is_object
        type: bool
        doc: Whether the container is an object.
      - id: is_large
        type: bool
        doc: Whether the container is large.
    seq:
      - id: header
        type: json_container_header(is_object, is_large)
        doc: Counts of the container.
      - id: keys
        type: json_key(ofs_container, is_large)
        repeat: expr
        repeat-expr: header.num_members.value
        if: is_object
        doc: Keys of an object, sorted by length and then by bytes.
      - id: members
        type: json_member(_io.pos, ofs_container, is_large)
        repeat: expr
        repeat-expr: header.num_members.value
        doc: Values, in the order of the keys of an object.
  json_key:
    doc: A key of an object.
    -webide-representation: "{text} "
    -columnar: [text]
    params:
      - id: ofs_container
        type: s8
        doc: Offset of the object within the document, in bytes.
      - id: is_large
        type: bool
        doc: Whether the object is large.
    seq:
      - id: ofs_text
        type: json_size(is_large)
        doc: Offset of `text` within the object, in bytes.
      - id: len_text
        type: u2
        doc: Length of `text` in bytes.
    instances:
      text:
        pos: ofs_container + ofs_text.value
        size: len_text
        type: str
        encoding: UTF-8
        doc: The key.
        -webide-parse-mode: eager
  json_member:
    doc: A value of a container.
    -webide-representation: "{value}"
    -columnar: [value]
    params:
      - id: ofs_member
        type: s8
        doc: Offset of this entry within the document, in bytes.
      - id: ofs_container
        type: s8
        doc: Offset of the container within the document, in bytes.
      - id: is_large
        type: bool
        doc: Whether the container is large.
    seq:
      - id: type
        type: u1
        enum: json_type
        valid:
          in-enum: true
        doc: Type of the value.
      - id: content_or_offset
        type: json_size(is_large)
        doc: |
          Offset of the content within the container in bytes, or the content
          itself if it is short.
      - id: value
        type: |
          json_value(
            type,
            is_inlined ? ofs_member + sizeof<u1> : ofs_container + content_or_offset.value
          )
        doc: The value.
    instances:
      is_inlined:
        value: |
          type == json_type::literal or
          type == json_type::int16 or type == json_type::uint16 or
          is_large and (type == json_type::int32 or type == json_type::uint32)
        doc: Whether the entry itself holds the content.
  json_length:
    doc: |
      A length: seven bits in each byte, the lowest first. The highest bit of a
      byte is 1 if another byte follows.
    -columnar: [value]
    seq:
      - id: bytes
        type: |
          json_length_byte(
            _index == 0 ? 1 : bytes[_index - 1].scale * 128,
            _index == 0 ? 0 : bytes[_index - 1].value
          )
        repeat: until
        repeat-until: not _.is_followed or _.scale == 0x10000000
        doc: Bytes of the length, up to five.
    instances:
      value:
        value: bytes.last.value
        doc: The length.
  json_length_byte:
    doc: A byte of a length.
    -columnar: [scale, is_followed, value]
    params:
      - id: scale
        type: s8
        doc: Weight of the lowest bit.
      - id: previous
        type: s8
        doc: Length by the bytes before.
    seq:
      - id: raw
        type: u1
        doc: The stored byte.
    instances:
      is_followed:
        value: raw >= 0x80
        doc: Whether another byte follows.
      value:
        value: (previous + raw % 0x80 * scale).as<s8>
        doc: Length by the bytes so far.
  json_string:
    doc: A string.
    -webide-representation: "{text}"
    -columnar: [text]
    seq:
      - id: len_text
        type: json_length
        doc: Length of `text` in bytes.
      - id: text
        size: len_text.value
        type: str
        encoding: UTF-8
        doc: The string, in UTF-8.
        -columnar: located
  json_opaque:
    doc: |
      A value of a type that SQL has and JSON does not, in the form of a
      column's cell.
    -webide-representation: "{data}"
    -columnar: [type, data]
    seq:
      - id: type
        type: u1
        enum: column_metadata::column_type
        doc: Type of the value.
      - id: len_data
        type: json_length
        doc: Length of `data` in bytes.
      - id: data
        size: len_data.value
        type:
          switch-on: type
          cases:
            'column_metadata::column_type::newdecimal': json_decimal
            'column_metadata::column_type::date': json_temporal
            'column_metadata::column_type::time': json_temporal
            'column_metadata::column_type::datetime': json_temporal
            'column_metadata::column_type::timestamp': json_temporal
        doc: The value, by its type; bytes for types without a spec here.
        -columnar: located
  json_decimal:
    doc: A DECIMAL with its number of digits.
    -webide-representation: "{value}"
    -columnar: [precision, scale, value]
    seq:
      - id: precision
        type: u1
        valid:
          min: 1
        doc: Number of digits.
      - id: scale
        type: u1
        valid:
          max: precision
        doc: Number of digits behind the point.
      - id: value
        type: decimal_cell(precision, scale)
        doc: The number.
  json_temporal:
    doc: |
      A DATE, TIME or DATETIME in 64 bits: microseconds in the lowest 24 bits,
      above them second, minute and hour. All but TIME continue with the day and
      the month plus 13 times the year.
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
    -webide-representation: "{year:dec}-{month:dec}-{day:dec} {hour:dec}:{minute:dec}:{second:dec}"
    -columnar: [is_negative, microsecond, second, minute, time_hour, hour, day, month, year]
    seq:
      - id: low
        type: u4
        doc: Lowest four bytes.
      - id: high
        type: s4
        doc: Highest four bytes, with the sign.
    instances:
      is_negative:
        value: high < 0
        doc: Whether the value is a negative TIME.
      microsecond:
        value: |
          is_negative ? (0x1000000 - low % 0x1000000) % 0x1000000 : low % 0x1000000
        doc: Microseconds, 0 to 999999.
      signed_units:
        value: (low / 0x1000000 + high.as<s8> * 0x100).as<s8>
        doc: The number without its lowest 24 bits, rounded down.
      units:
        value: |
          (not is_negative ? signed_units :
           microsecond == 0 ? -signed_units : -signed_units - 1).as<s8>
        doc: Absolute value of the number without its lowest 24 bits.
      second:
        value: units % 64
        doc: Second, 0 to 59.
      minute:
        value: units / 64 % 64
        doc: Minute, 0 to 59.
      time_hour:
        value: units / 4096 % 1024
        doc: Hour of a TIME, 0 to 838.
      hour:
        value: units / 4096 % 32
        doc: Hour of a DATETIME, 0 to 23.
      day:
        value: units / 0x20000 % 32
        doc: Day of the month, 0 to 31.
      month:
        value: units / 0x400000 % 13
        doc: Month, 0 to 12.
      year:
        value: units / 0x400000 / 13
        doc: Year, 0 to 9999.
enums:
  json_type:
    0x00:
      id: small_object
      -orig-id: JSONB_TYPE_SMALL_OBJECT
      doc: An object with sizes of two bytes.
    0x01:
      id: large_object
      -orig-id: JSONB_TYPE_LARGE_OBJECT
      doc: An object with sizes of four bytes.
    0x02:
      id: small_array
      -orig-id: JSONB_TYPE_SMALL_ARRAY
      doc: An array with sizes of two bytes.
    0x03:
      id: large_array
      -orig-id: JSONB_TYPE_LARGE_ARRAY
      doc: An array with sizes of four bytes.
    0x04:
      id: literal
      -orig-id: JSONB_TYPE_LITERAL
      doc: null, true or false.
    0x05:
      id: int16
      -orig-id: JSONB_TYPE_INT16
      doc: A signed integer of 16 bits.
    0x06:
      id: uint16
      -orig-id: JSONB_TYPE_UINT16
      doc: An unsigned integer of 16 bits.
    0x07:
      id: int32
      -orig-id: JSONB_TYPE_INT32
      doc: A signed integer of 32 bits.
    0x08:
      id: uint32
      -orig-id: JSONB_TYPE_UINT32
      doc: An unsigned integer of 32 bits.
    0x09:
      id: int64
      -orig-id: JSONB_TYPE_INT64
      doc: A signed integer of 64 bits.
    0x0a:
      id: uint64
      -orig-id: JSONB_TYPE_UINT64
      doc: An unsigned integer of 64 bits.
    0x0b:
      id: double
      -orig-id: JSONB_TYPE_DOUBLE
      doc: A floating-point number of 64 bits.
    0x0c:
      id: string
      -orig-id: JSONB_TYPE_STRING
      doc: A string in UTF-8.
    0x0f:
      id: opaque
      -orig-id: JSONB_TYPE_OPAQUE
      doc: A value of a type that SQL has and JSON does not, such as DECIMAL.
  json_literal_value:
    0:
      id: json_null
      doc: The literal null, which is not the SQL NULL.
    1:
      id: json_true
      doc: The literal true.
    2:
      id: json_false
      doc: The literal false.

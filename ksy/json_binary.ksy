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
  A JSON document as MySQL stores it. Objects and arrays begin with a table of
  their members, which are found by their offset from the container's start; in
  a large one counts and offsets have four bytes instead of two. Literals and
  short integers lie in the table itself. Nothing is read before it is asked
  for, so a document that points back into itself does no harm here; a reader
  that follows all members must take care.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_binary.h
-webide-representation: "{root}"
-columnar: [root]
seq:
  - id: type
    type: u1
    enum: json_type
    valid:
      in-enum: true
  - id: root
    type: json_value(type, 1)
instances:
  len_document:
    value: _io.size
types:
  json_value:
    -webide-representation: "{content}"
    -columnar: [type, ofs_content, is_container, is_object, is_large]
    params:
      - id: type
        type: u1
        enum: json_type
      - id: ofs_content
        type: s8
    instances:
      is_container:
        value: |
          type == json_type::small_object or type == json_type::large_object or
          type == json_type::small_array or type == json_type::large_array
      is_object:
        value: type == json_type::small_object or type == json_type::large_object
      is_large:
        value: type == json_type::large_object or type == json_type::large_array
      container_header:
        pos: ofs_content
        type: json_container_header(is_object, is_large)
        if: is_container
        doc: of `content`, for a reader that first asks how much it would read
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
        -webide-parse-mode: eager
  json_literal:
    -webide-representation: "{value}"
    -columnar: [value]
    seq:
      - id: value
        type: u1
        enum: json_literal_value
        valid:
          in-enum: true
  json_integer:
    -webide-representation: "{value:dec}"
    -columnar: [value]
    params:
      - id: type
        type: u1
        enum: json_type
    seq:
      - id: int16
        type: s2
        if: type == json_type::int16
      - id: uint16
        type: u2
        if: type == json_type::uint16
      - id: int32
        type: s4
        if: type == json_type::int32
      - id: uint32
        type: u4
        if: type == json_type::uint32
      - id: uint64
        type: u8
        if: type == json_type::uint64
    instances:
      value:
        value: |
          type == json_type::int16 ? int16.as<s8> :
          type == json_type::uint16 ? uint16.as<s8> :
          type == json_type::int32 ? int32.as<s8> :
          type == json_type::uint32 ? uint32.as<s8> : uint64.as<s8>
  json_double:
    -webide-representation: "{value:dec}"
    -columnar: [value]
    seq:
      - id: value
        type: f8
  json_int64:
    -webide-representation: "{value:dec}"
    -columnar: [value]
    seq:
      - id: low
        type: u4
      - id: high
        type: s4
    instances:
      value:
        value: (low + high * 0x100000000).as<s8>
        doc: not read as one, which the JavaScript runtime 0.11 gets wrong
  json_size:
    doc: two bytes, or four in a large container
    -columnar: [value]
    params:
      - id: is_large
        type: bool
    seq:
      - id: small
        type: u2
        if: not is_large
      - id: large
        type: u4
        if: is_large
    instances:
      value:
        value: 'is_large ? large.as<s8> : small.as<s8>'
  json_container_header:
    -columnar: [num_members.value, len_keys, len_table]
    params:
      - id: is_object
        type: bool
      - id: is_large
        type: bool
    seq:
      - id: num_members
        type: json_size(is_large)
      - id: len_container
        type: json_size(is_large)
    instances:
      len_size:
        value: 'is_large ? sizeof<u4> : sizeof<u2>'
      len_keys:
        value: 'is_object ? num_members.value * (len_size + sizeof<u2>) : 0'
        doc: of the keys' entries
      len_table:
        value: 2 * len_size + len_keys + num_members.value * (sizeof<u1> + len_size)
        doc: of this header, the keys' and the members' entries
  json_container:
    -webide-representation: "{keys}({members})"
    params:
      - id: ofs_container
        type: s8
      - id: is_object
        type: bool
      - id: is_large
        type: bool
    seq:
      - id: header
        type: json_container_header(is_object, is_large)
      - id: keys
        type: json_key(ofs_container, is_large)
        repeat: expr
        repeat-expr: header.num_members.value
        if: is_object
      - id: members
        type: json_member(_io.pos, ofs_container, is_large)
        repeat: expr
        repeat-expr: header.num_members.value
  json_key:
    -webide-representation: "{text} "
    -columnar: [text]
    params:
      - id: ofs_container
        type: s8
      - id: is_large
        type: bool
    seq:
      - id: ofs_text
        type: json_size(is_large)
      - id: len_text
        type: u2
    instances:
      text:
        pos: ofs_container + ofs_text.value
        size: len_text
        type: str
        encoding: UTF-8
        -webide-parse-mode: eager
  json_member:
    -webide-representation: "{value}"
    -columnar: [value]
    params:
      - id: ofs_member
        type: s8
      - id: ofs_container
        type: s8
      - id: is_large
        type: bool
    seq:
      - id: type
        type: u1
        enum: json_type
        valid:
          in-enum: true
      - id: content_or_offset
        type: json_size(is_large)
      - id: value
        type: |
          json_value(
            type,
            is_inlined ? ofs_member + sizeof<u1> : ofs_container + content_or_offset.value
          )
    instances:
      is_inlined:
        value: |
          type == json_type::literal or
          type == json_type::int16 or type == json_type::uint16 or
          is_large and (type == json_type::int32 or type == json_type::uint32)
  json_length:
    doc: seven bits a byte, lowest first; the highest bit says that more follow
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
    instances:
      value:
        value: bytes.last.value
  json_length_byte:
    -columnar: [scale, is_followed, value]
    params:
      - id: scale
        type: s8
      - id: previous
        type: s8
    seq:
      - id: raw
        type: u1
    instances:
      is_followed:
        value: raw >= 0x80
      value:
        value: (previous + raw % 0x80 * scale).as<s8>
  json_string:
    -webide-representation: "{text}"
    -columnar: [text]
    seq:
      - id: len_text
        type: json_length
      - id: text
        size: len_text.value
        type: str
        encoding: UTF-8
        -columnar: located
  json_opaque:
    doc: a value of a type that only SQL has, as a column of it would hold it
    -webide-representation: "{data}"
    -columnar: [type, data]
    seq:
      - id: type
        type: u1
        enum: column_metadata::column_type
      - id: len_data
        type: json_length
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
        -columnar: located
  json_decimal:
    -webide-representation: "{value}"
    -columnar: [precision, scale, value]
    seq:
      - id: precision
        type: u1
        valid:
          min: 1
      - id: scale
        type: u1
        valid:
          max: precision
      - id: value
        type: decimal_cell(precision, scale)
  json_temporal:
    doc: |
      Microseconds in the lowest 24 bits of the number, above them second,
      minute, hour, and for all but TIME day and the count of months, of which
      13 make a year.
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
    -webide-representation: "{year:dec}-{month:dec}-{day:dec} {hour:dec}:{minute:dec}:{second:dec}"
    -columnar: [is_negative, microsecond, second, minute, time_hour, hour, day, month, year]
    seq:
      - id: low
        type: u4
      - id: high
        type: s4
    instances:
      is_negative:
        value: high < 0
      microsecond:
        value: |
          is_negative ? (0x1000000 - low % 0x1000000) % 0x1000000 : low % 0x1000000
      signed_units:
        value: (low / 0x1000000 + high.as<s8> * 0x100).as<s8>
        doc: the number without its lowest 24 bits, rounded down
      units:
        value: |
          (not is_negative ? signed_units :
           microsecond == 0 ? -signed_units : -signed_units - 1).as<s8>
      second:
        value: units % 64
      minute:
        value: units / 64 % 64
      time_hour:
        value: units / 4096 % 1024
        doc: of a TIME
      hour:
        value: units / 4096 % 32
      day:
        value: units / 0x20000 % 32
      month:
        value: units / 0x400000 % 13
      year:
        value: units / 0x400000 / 13
enums:
  json_type:
    0x00:
      id: small_object
      -orig-id: JSONB_TYPE_SMALL_OBJECT
    0x01:
      id: large_object
      -orig-id: JSONB_TYPE_LARGE_OBJECT
    0x02:
      id: small_array
      -orig-id: JSONB_TYPE_SMALL_ARRAY
    0x03:
      id: large_array
      -orig-id: JSONB_TYPE_LARGE_ARRAY
    0x04:
      id: literal
      -orig-id: JSONB_TYPE_LITERAL
    0x05:
      id: int16
      -orig-id: JSONB_TYPE_INT16
    0x06:
      id: uint16
      -orig-id: JSONB_TYPE_UINT16
    0x07:
      id: int32
      -orig-id: JSONB_TYPE_INT32
    0x08:
      id: uint32
      -orig-id: JSONB_TYPE_UINT32
    0x09:
      id: int64
      -orig-id: JSONB_TYPE_INT64
    0x0a:
      id: uint64
      -orig-id: JSONB_TYPE_UINT64
    0x0b:
      id: double
      -orig-id: JSONB_TYPE_DOUBLE
    0x0c:
      id: string
      -orig-id: JSONB_TYPE_STRING
    0x0f:
      id: opaque
      -orig-id: JSONB_TYPE_OPAQUE
  json_literal_value:
    0: json_null
    1: json_true
    2: json_false

meta:
  id: column_metadata
  title: "Binary log: metadata of a column"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  What TABLE_MAP says of a column besides its type: 0 to 4 bytes, by type. It
  is also where CHAR, ENUM and SET part, which share the code of `string`.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
params:
  - id: type
    type: u1
    enum: column_type
seq:
  - id: pack_length
    type: u1
    valid:
      min: 1
      max: 8
    if: has_pack_length
    doc: length of the value's length; of a number, that of the value
  - id: fraction_digits
    type: u1
    valid:
      max: 6
    if: has_fraction_digits
    doc: of a second
  - id: max_length
    type: u2
    if: has_max_length
    doc: in bytes
  - id: bit_size
    type: column_bit_size
    if: type == column_type::bit
  - id: precision
    type: column_precision
    if: type == column_type::newdecimal
  - id: string_type
    type: column_string_type
    if: has_string_type
  - id: array_type
    type: column_array_type
    if: type == column_type::typed_array
instances:
  has_pack_length:
    value: |
      type == column_type::float or type == column_type::double or
      type == column_type::tiny_blob or type == column_type::medium_blob or
      type == column_type::long_blob or type == column_type::blob or
      type == column_type::blob_compressed or type == column_type::geometry or
      type == column_type::json or type == column_type::vector
  has_fraction_digits:
    value: |
      type == column_type::timestamp2 or type == column_type::datetime2 or
      type == column_type::time2
  has_max_length:
    value: |
      type == column_type::varchar or type == column_type::var_string or
      type == column_type::varchar_compressed
  has_string_type:
    value: |
      type == column_type::string or type == column_type::enum or
      type == column_type::set
  real_type:
    value: 'has_string_type ? string_type.real_type : type'
types:
  column_bit_size:
    seq:
      - id: num_bits_over
        type: u1
        valid:
          max: 7
        doc: over full bytes
      - id: num_full_bytes
        type: u1
        valid:
          max: 8
    instances:
      num_bits:
        value: num_full_bytes * 8 + num_bits_over
      num_bytes:
        value: 'num_full_bytes + (num_bits_over > 0 ? 1 : 0)'
  column_precision:
    seq:
      - id: precision
        type: u1
        valid:
          min: 1
      - id: scale
        type: u1
        valid:
          max: precision
  column_string_type:
    doc: |
      The real type and the length in bytes. Lengths over 255 borrow two bits of
      the type, in which they are inverted. A type of 0 is a CHAR of a server
      older than these two bytes.
    seq:
      - id: packed_type
        type: u1
      - id: low_length
        type: u1
    instances:
      borrowed:
        value: 'packed_type == 0 ? 0x30 : packed_type & 0x30'
      real_type:
        value: 'packed_type == 0 ? 0xfe : packed_type | 0x30'
        enum: column_type
      num_bytes:
        value: (0x30 - borrowed) * 16 + low_length
  column_array_type:
    doc: The type of the elements, and its own metadata.
    seq:
      - id: element_type
        type: u1
        enum: column_type
      - id: max_length
        type: integer_le(3)
        if: element_type == column_type::varchar
      - id: element_metadata
        type: column_metadata(element_type)
        if: element_type != column_type::varchar
enums:
  column_type:
    0:
      id: decimal
      doc: before MySQL 5.0; nothing tells how long its values are
    1: tiny
    2: short
    3: long
    4: float
    5: double
    6: 'null'
    7: timestamp
    8: longlong
    9: int24
    10: date
    11: time
    12: datetime
    13: year
    14: newdate
    15: varchar
    16: bit
    17: timestamp2
    18: datetime2
    19: time2
    20: typed_array
    140:
      id: blob_compressed
      doc: MariaDB
    141:
      id: varchar_compressed
      doc: MariaDB
    242: vector
    245: json
    246: newdecimal
    247: enum
    248: set
    249: tiny_blob
    250: medium_blob
    251: long_blob
    252: blob
    253: var_string
    254: string
    255: geometry

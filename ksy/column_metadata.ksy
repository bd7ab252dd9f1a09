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
    if: |
      type == column_type::float or type == column_type::double or
      type == column_type::tiny_blob or type == column_type::medium_blob or
      type == column_type::long_blob or type == column_type::blob or
      type == column_type::blob_compressed or type == column_type::geometry or
      type == column_type::json or type == column_type::vector
    doc: length of the value's length; of a number, that of the value
  - id: fraction_digits
    type: u1
    valid:
      max: 6
    if: |
      type == column_type::timestamp2 or type == column_type::datetime2 or
      type == column_type::time2
    doc: of a second
  - id: max_length
    type: u2
    if: |
      type == column_type::varchar or type == column_type::var_string or
      type == column_type::varchar_compressed
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
  has_string_type:
    value: |
      type == column_type::string or type == column_type::enum or
      type == column_type::set
  real_type:
    value: 'has_string_type ? string_type.real_type : type'
  is_numeric:
    value: |
      type == column_type::tiny or type == column_type::short or
      type == column_type::int24 or type == column_type::long or
      type == column_type::longlong or type == column_type::year or
      type == column_type::float or type == column_type::double or
      type == column_type::decimal or type == column_type::newdecimal
    doc: has a bit in the signedness bitmap
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
        valid:
          expr: |
            _ == 0 or (_ | 0x30) == column_type::string.to_i or
            (_ | 0x30) == column_type::enum.to_i or
            (_ | 0x30) == column_type::set.to_i
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
  mariadb_binary_length:
    # of types of MariaDB whose columns are logged as BINARY, in bytes
    4: inet4
    16:
      id: inet6
      doc: UUID, too
  column_type:
    0:
      id: decimal
      -orig-id: MYSQL_TYPE_DECIMAL
      doc: before MySQL 5.0; nothing tells how long its values are
    1:
      id: tiny
      -orig-id: MYSQL_TYPE_TINY
    2:
      id: short
      -orig-id: MYSQL_TYPE_SHORT
    3:
      id: long
      -orig-id: MYSQL_TYPE_LONG
    4:
      id: float
      -orig-id: MYSQL_TYPE_FLOAT
    5:
      id: double
      -orig-id: MYSQL_TYPE_DOUBLE
    6:
      id: 'null'
      -orig-id: MYSQL_TYPE_NULL
    7:
      id: timestamp
      -orig-id: MYSQL_TYPE_TIMESTAMP
    8:
      id: longlong
      -orig-id: MYSQL_TYPE_LONGLONG
    9:
      id: int24
      -orig-id: MYSQL_TYPE_INT24
    10:
      id: date
      -orig-id: MYSQL_TYPE_DATE
    11:
      id: time
      -orig-id: MYSQL_TYPE_TIME
    12:
      id: datetime
      -orig-id: MYSQL_TYPE_DATETIME
    13:
      id: year
      -orig-id: MYSQL_TYPE_YEAR
    14:
      id: newdate
      -orig-id: MYSQL_TYPE_NEWDATE
    15:
      id: varchar
      -orig-id: MYSQL_TYPE_VARCHAR
    16:
      id: bit
      -orig-id: MYSQL_TYPE_BIT
    17:
      id: timestamp2
      -orig-id: MYSQL_TYPE_TIMESTAMP2
    18:
      id: datetime2
      -orig-id: MYSQL_TYPE_DATETIME2
    19:
      id: time2
      -orig-id: MYSQL_TYPE_TIME2
    20:
      id: typed_array
      -orig-id: MYSQL_TYPE_TYPED_ARRAY
    140:
      id: blob_compressed
      -orig-id: MYSQL_TYPE_BLOB_COMPRESSED
      doc: MariaDB
    141:
      id: varchar_compressed
      -orig-id: MYSQL_TYPE_VARCHAR_COMPRESSED
      doc: MariaDB
    242:
      id: vector
      -orig-id: MYSQL_TYPE_VECTOR
    245:
      id: json
      -orig-id: MYSQL_TYPE_JSON
    246:
      id: newdecimal
      -orig-id: MYSQL_TYPE_NEWDECIMAL
    247:
      id: enum
      -orig-id: MYSQL_TYPE_ENUM
    248:
      id: set
      -orig-id: MYSQL_TYPE_SET
    249:
      id: tiny_blob
      -orig-id: MYSQL_TYPE_TINY_BLOB
    250:
      id: medium_blob
      -orig-id: MYSQL_TYPE_MEDIUM_BLOB
    251:
      id: long_blob
      -orig-id: MYSQL_TYPE_LONG_BLOB
    252:
      id: blob
      -orig-id: MYSQL_TYPE_BLOB
    253:
      id: var_string
      -orig-id: MYSQL_TYPE_VAR_STRING
    254:
      id: string
      -orig-id: MYSQL_TYPE_STRING
    255:
      id: geometry
      -orig-id: MYSQL_TYPE_GEOMETRY

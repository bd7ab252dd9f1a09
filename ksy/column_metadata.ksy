meta:
  id: column_metadata
  title: "Binary log: metadata of a column"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  The part of a column's type that its code does not determine: 0 to 4 bytes, by
  type. CHAR, ENUM and SET have the same code in TABLE_MAP and differ only here.
doc-ref:
  - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
  - https://github.com/mysql/mysql-server/blob/trunk/include/field_types.h
params:
  - id: type
    type: u1
    enum: column_type
    doc: Type of the column, as TABLE_MAP lists it.
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
    doc: |
      Length in bytes of the length in front of each value; of FLOAT and DOUBLE,
      the length of the value.
  - id: fraction_digits
    type: u1
    valid:
      max: 6
    if: |
      type == column_type::timestamp2 or type == column_type::datetime2 or
      type == column_type::time2
    doc: Number of digits of the fraction of a second, 0 to 6.
  - id: max_length
    type: u2
    if: |
      type == column_type::varchar or type == column_type::var_string or
      type == column_type::varchar_compressed
    doc: Maximum length of the column in bytes.
  - id: bit_size
    type: column_bit_size
    if: type == column_type::bit
    doc: Number of bits of a BIT.
  - id: precision
    type: column_precision
    if: type == column_type::newdecimal
    doc: Number of digits of a DECIMAL.
  - id: string_type
    type: column_string_type
    if: has_string_type
    doc: The real type and the length of a CHAR, BINARY, ENUM or SET.
  - id: array_type
    type: column_array_type
    if: type == column_type::typed_array
    doc: Type of the elements of an array.
instances:
  has_string_type:
    value: |
      type == column_type::string or type == column_type::enum or
      type == column_type::set
    doc: Whether the metadata holds the real type.
  real_type:
    value: 'has_string_type ? string_type.real_type : type'
    doc: Type of the column, with CHAR, ENUM and SET distinguished.
  is_numeric:
    value: |
      type == column_type::tiny or type == column_type::short or
      type == column_type::int24 or type == column_type::long or
      type == column_type::longlong or type == column_type::year or
      type == column_type::float or type == column_type::double or
      type == column_type::decimal or type == column_type::newdecimal
    doc: |
      Whether the column has a bit in the signedness bitmap of the optional
      metadata.
types:
  column_bit_size:
    doc: The number of bits of a BIT.
    seq:
      - id: num_bits_over
        type: u1
        valid:
          max: 7
        doc: Number of bits that do not fill a byte.
      - id: num_full_bytes
        type: u1
        valid:
          max: 8
        doc: Number of full bytes.
    instances:
      num_bits:
        value: num_full_bytes * 8 + num_bits_over
        doc: Number of bits, 1 to 64.
      num_bytes:
        value: 'num_full_bytes + (num_bits_over > 0 ? 1 : 0)'
        doc: Length of a cell in bytes.
  column_precision:
    doc: The number of digits of a DECIMAL.
    seq:
      - id: precision
        type: u1
        valid:
          min: 1
        doc: Number of digits, 1 to 65.
      - id: scale
        type: u1
        valid:
          max: precision
        doc: Number of digits behind the point, 0 to 30.
  column_string_type:
    doc: |
      The real type and the length in bytes. Lengths over 255 use two bits of
      the type, in which they are stored inverted. A type of 0 is a CHAR of a
      server older than these two bytes.
    seq:
      - id: packed_type
        type: u1
        valid:
          expr: |
            _ == 0 or (_ | 0x30) == column_type::string.to_i or
            (_ | 0x30) == column_type::enum.to_i or
            (_ | 0x30) == column_type::set.to_i
        doc: The real type, with two bits of the length.
      - id: low_length
        type: u1
        doc: Lowest eight bits of the length.
    instances:
      borrowed:
        value: 'packed_type == 0 ? 0x30 : packed_type & 0x30'
        doc: The two bits of the length, as stored in the type.
      real_type:
        value: 'packed_type == 0 ? 0xfe : packed_type | 0x30'
        enum: column_type
        doc: CHAR or BINARY (`string`), ENUM or SET.
      num_bytes:
        value: (0x30 - borrowed) * 16 + low_length
        doc: |
          Maximum length of a CHAR or BINARY in bytes; length of an ENUM's or
          SET's cell in bytes.
  label_count:
    doc: |
      The lengths of cells that servers choose for a number of labels. It has no
      bytes of its own.
    params:
      - id: num_labels
        type: s8
        doc: Number of labels of an ENUM or SET.
    instances:
      len_enum:
        value: 'num_labels <= 255 ? 1 : 2'
        doc: Length of an ENUM's cell in bytes.
      len_set:
        value: 'num_labels <= 32 ? (num_labels + 7) / 8 : 8'
        doc: Length of a SET's cell in bytes.
  column_array_type:
    doc: |
      The type of the elements, and its metadata. The hidden column of a
      multi-valued index is an array (MySQL 8.0.17 and later).
    seq:
      - id: element_type
        type: u1
        enum: column_type
        doc: Type of the elements.
      - id: max_length
        type: integer_le(3)
        if: element_type == column_type::varchar
        doc: Maximum length of VARCHAR elements in bytes.
      - id: element_metadata
        type: column_metadata(element_type)
        if: element_type != column_type::varchar
        doc: Metadata of the elements, if they are no VARCHAR.
enums:
  mariadb_binary_length:
    # of types of MariaDB whose columns are logged as BINARY, in bytes
    4:
      id: inet4
      doc: INET4 (MariaDB 10.10 and later), in network byte order.
    16:
      id: inet6
      doc: |
        INET6 (MariaDB 10.5 and later), in network byte order, and UUID (MariaDB
        10.7 and later).
  column_type:
    0:
      id: decimal
      -orig-id: MYSQL_TYPE_DECIMAL
      doc: DECIMAL before MySQL 5.0. The length of its values is not in the log.
    1:
      id: tiny
      -orig-id: MYSQL_TYPE_TINY
      doc: |
        TINYINT: 1 byte.
    2:
      id: short
      -orig-id: MYSQL_TYPE_SHORT
      doc: |
        SMALLINT: 2 bytes.
    3:
      id: long
      -orig-id: MYSQL_TYPE_LONG
      doc: |
        INT: 4 bytes.
    4:
      id: float
      -orig-id: MYSQL_TYPE_FLOAT
      doc: |
        FLOAT: 4 bytes.
    5:
      id: double
      -orig-id: MYSQL_TYPE_DOUBLE
      doc: |
        DOUBLE: 8 bytes.
    6:
      id: 'null'
      -orig-id: MYSQL_TYPE_NULL
      doc: The type of the literal NULL, which no column has.
    7:
      id: timestamp
      -orig-id: MYSQL_TYPE_TIMESTAMP
      doc: TIMESTAMP before MySQL 5.6.4, without a fraction.
    8:
      id: longlong
      -orig-id: MYSQL_TYPE_LONGLONG
      doc: |
        BIGINT: 8 bytes.
    9:
      id: int24
      -orig-id: MYSQL_TYPE_INT24
      doc: |
        MEDIUMINT: 3 bytes.
    10:
      id: date
      -orig-id: MYSQL_TYPE_DATE
      doc: DATE. Servers log `newdate` columns by this code.
    11:
      id: time
      -orig-id: MYSQL_TYPE_TIME
      doc: TIME before MySQL 5.6.4, without a fraction.
    12:
      id: datetime
      -orig-id: MYSQL_TYPE_DATETIME
      doc: DATETIME before MySQL 5.6.4, without a fraction.
    13:
      id: year
      -orig-id: MYSQL_TYPE_YEAR
      doc: |
        YEAR: 1 byte.
    14:
      id: newdate
      -orig-id: MYSQL_TYPE_NEWDATE
      doc: DATE since MySQL 5.0, as servers store it.
    15:
      id: varchar
      -orig-id: MYSQL_TYPE_VARCHAR
      doc: VARCHAR and VARBINARY.
    16:
      id: bit
      -orig-id: MYSQL_TYPE_BIT
      doc: BIT, of up to 64 bits.
    17:
      id: timestamp2
      -orig-id: MYSQL_TYPE_TIMESTAMP2
      doc: |
        TIMESTAMP with a fraction (MySQL 5.6.4 and later, MariaDB 10.1.2 and
        later).
    18:
      id: datetime2
      -orig-id: MYSQL_TYPE_DATETIME2
      doc: |
        DATETIME with a fraction (MySQL 5.6.4 and later, MariaDB 10.1.2 and
        later).
    19:
      id: time2
      -orig-id: MYSQL_TYPE_TIME2
      doc: |
        TIME with a fraction (MySQL 5.6.4 and later, MariaDB 10.1.2 and later).
    20:
      id: typed_array
      -orig-id: MYSQL_TYPE_TYPED_ARRAY
      doc: |
        An array: the hidden column of a multi-valued index (MySQL 8.0.17 and
        later).
    140:
      id: blob_compressed
      -orig-id: MYSQL_TYPE_BLOB_COMPRESSED
      doc: |
        BLOB or TEXT with the attribute COMPRESSED (MariaDB 10.3.2 and later).
    141:
      id: varchar_compressed
      -orig-id: MYSQL_TYPE_VARCHAR_COMPRESSED
      doc: |
        VARCHAR or VARBINARY with the attribute COMPRESSED (MariaDB 10.3.2 and
        later).
    242:
      id: vector
      -orig-id: MYSQL_TYPE_VECTOR
      doc: VECTOR (MySQL 9.0 and later).
    245:
      id: json
      -orig-id: MYSQL_TYPE_JSON
      doc: JSON (MySQL 5.7.8 and later). MariaDB logs its JSON columns as text.
    246:
      id: newdecimal
      -orig-id: MYSQL_TYPE_NEWDECIMAL
      doc: DECIMAL (MySQL 5.0 and later).
    247:
      id: enum
      -orig-id: MYSQL_TYPE_ENUM
      doc: |
        ENUM. TABLE_MAP lists it as `string` and has this code in the metadata.
    248:
      id: set
      -orig-id: MYSQL_TYPE_SET
      doc: |
        SET. TABLE_MAP lists it as `string` and has this code in the metadata.
    249:
      id: tiny_blob
      -orig-id: MYSQL_TYPE_TINY_BLOB
      doc: TINYBLOB and TINYTEXT. TABLE_MAP lists them as `blob`.
    250:
      id: medium_blob
      -orig-id: MYSQL_TYPE_MEDIUM_BLOB
      doc: MEDIUMBLOB and MEDIUMTEXT. TABLE_MAP lists them as `blob`.
    251:
      id: long_blob
      -orig-id: MYSQL_TYPE_LONG_BLOB
      doc: LONGBLOB and LONGTEXT. TABLE_MAP lists them as `blob`.
    252:
      id: blob
      -orig-id: MYSQL_TYPE_BLOB
      doc: BLOB and TEXT of all sizes.
    253:
      id: var_string
      -orig-id: MYSQL_TYPE_VAR_STRING
      doc: VARCHAR and VARBINARY of tables from before MySQL 5.0.
    254:
      id: string
      -orig-id: MYSQL_TYPE_STRING
      doc: CHAR and BINARY; in TABLE_MAP also ENUM and SET.
    255:
      id: geometry
      -orig-id: MYSQL_TYPE_GEOMETRY
      doc: GEOMETRY and its subtypes.

meta:
  id: user_var_event
  title: "Binary log: USER_VAR event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - decimal_cell
  endian: le
doc: |
  The value of a user variable that the next statement reads (MySQL 4.1 and
  later). Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1User__var__event.html
-webide-representation: "@{name:str} = {value}"
-columnar:
  - name
  - is_null
  - type
  - collation
  - string_value
  - signed_value
  - is_unsigned
  - rest
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: Bytes of the post-header that the known fields do not cover.
  - id: len_name
    -orig-id: name_len
    type: u4
    doc: Length of `name` in bytes.
  - id: name
    size: len_name
    doc: Name of the variable, without the `@`.
  - id: is_null
    type: u1
    doc: 1 if the value is NULL, so that no fields follow.
  - id: type
    type: u1
    enum: user_var_type
    valid:
      in-enum: true
    if: is_null == 0
    doc: Type of the value.
  - id: collation
    -orig-id: charset_number
    type: u4
    if: is_null == 0
    doc: Id of the collation of a string.
  - id: len_value
    -orig-id: val_len
    type: u4
    if: is_null == 0
    doc: Length of `value` in bytes.
  - id: value
    size: len_value.as<s8>
    type:
      switch-on: type
      cases:
        'user_var_type::real': user_var_real
        'user_var_type::int': user_var_int
        'user_var_type::decimal': user_var_decimal
        _: user_var_string
    if: is_null == 0
    doc: The value, by its type.
  - id: flags
    type: user_var_flags
    if: has_flags
    doc: Flags of the value (MySQL 5.5 and later).
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
instances:
  is_unsigned:
    value: has_flags and flags.is_unsigned
    doc: Whether an integer is unsigned.
  string_value:
    value: value.as<user_var_string>.value
    if: is_null == 0 and type == user_var_type::string
    doc: The value, if it is a string, for kernels.
  signed_value:
    value: value.as<user_var_int>.value.as<s8>
    if: is_null == 0 and type == user_var_type::int
    doc: The value as a signed number, if it is an integer, for kernels.
  int_value:
    value: |
      (is_unsigned and signed_value < 0
       ? signed_value + 0x4000_0000_0000_0000 + 0x4000_0000_0000_0000 +
         0x4000_0000_0000_0000 + 0x4000_0000_0000_0000
       : signed_value).as<s8>
    if: is_null == 0 and type == user_var_type::int
    doc: The value, if it is an integer, signed or not.
  has_flags:
    value: is_null == 0 and not _io.eof
    doc: |
      Whether flags follow. It is evaluated when the event is read up to there.
types:
  user_var_real:
    doc: A floating-point value.
    -webide-representation: "{value:dec}"
    -columnar: []
    seq:
      - id: value
        type: f8
        doc: The number.
  user_var_int:
    doc: An integer of 64 bits.
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
  user_var_decimal:
    doc: A decimal value.
    -webide-representation: "{value}"
    -columnar: []
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
  user_var_string:
    doc: A string.
    -webide-representation: "{value:str}"
    -columnar: [value]
    seq:
      - id: value
        size-eos: true
        doc: Bytes of the string, in the charset of `collation`.
  user_var_flags:
    meta:
      bit-endian: le
    doc: Flags of a value.
    -columnar: [is_unsigned]
    seq:
      - id: is_unsigned
        -orig-id: UNSIGNED_F
        type: b1
        doc: The integer is unsigned.
      - id: reserved
        type: b7
        doc: Not used.
enums:
  user_var_type:
    0:
      id: string
      doc: A string, in the charset of its collation.
    1:
      id: real
      doc: A floating-point number of 64 bits.
    2:
      id: int
      doc: An integer of 64 bits.
    3:
      id: row
      doc: A row of values. No server writes it.
    4:
      id: decimal
      doc: A DECIMAL.

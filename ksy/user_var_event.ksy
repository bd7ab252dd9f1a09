meta:
  id: user_var_event
  title: "Binary log: USER_VAR event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - decimal_cell
  endian: le
doc: |
  A user variable that the next statement reads.
  Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1User__var__event.html
-webide-representation: "@{name:str} = {value}"
-columnar: [name, is_null, type, collation, string_value, signed_value, is_unsigned]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here and MySQL skips
  - id: len_name
    -orig-id: name_len
    type: u4
  - id: name
    size: len_name
  - id: is_null
    type: u1
  - id: type
    type: u1
    enum: user_var_type
    valid:
      in-enum: true
    if: is_null == 0
  - id: collation
    -orig-id: charset_number
    type: u4
    if: is_null == 0
    doc: number of the collation of a text
  - id: len_value
    -orig-id: val_len
    type: u4
    if: is_null == 0
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
  - id: flags
    type: user_var_flags
    if: has_flags
    doc: since MySQL 5.5
instances:
  is_unsigned:
    value: has_flags and flags.is_unsigned
  string_value:
    value: value.as<user_var_string>.value
    if: is_null == 0 and type == user_var_type::string
  signed_value:
    value: value.as<user_var_int>.value.as<s8>
    if: is_null == 0 and type == user_var_type::int
  int_value:
    value: |
      (is_unsigned and signed_value < 0
       ? signed_value + 0x4000_0000_0000_0000 + 0x4000_0000_0000_0000 +
         0x4000_0000_0000_0000 + 0x4000_0000_0000_0000
       : signed_value).as<s8>
    if: is_null == 0 and type == user_var_type::int
  has_flags:
    value: is_null == 0 and not _io.eof
    doc: First asked for, and then known, when the event is read up to there.
types:
  user_var_real:
    -webide-representation: "{value:dec}"
    -columnar: []
    seq:
      - id: value
        type: f8
  user_var_int:
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
  user_var_decimal:
    -webide-representation: "{value}"
    -columnar: []
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
  user_var_string:
    -webide-representation: "{value:str}"
    -columnar: [value]
    seq:
      - id: value
        size-eos: true
  user_var_flags:
    meta:
      bit-endian: le
    -columnar: [is_unsigned]
    seq:
      - id: is_unsigned
        -orig-id: UNSIGNED_F
        type: b1
      - id: reserved
        type: b7
enums:
  user_var_type:
    0: string
    1: real
    2: int
    3: row
    4: decimal

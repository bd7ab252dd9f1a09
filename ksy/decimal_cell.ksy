meta:
  id: decimal_cell
  title: "Cell: DECIMAL"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  Exact decimal number of MySQL 5.0 and later. Nine digits take four bytes,
  counted from the point to both sides; what is left over at either end takes as
  few bytes as it can. The first bit is 1 for what is not negative; the bytes of
  a negative number are all inverted.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/strings/decimal.cc
-webide-representation: "{digits}"
-columnar: [digits]
params:
  - id: precision
    type: s8
  - id: scale
    type: s8
seq:
  - id: digits
    size: |
      num_integer / 9 * 4 + len_leading + scale / 9 * 4 + len_trailing
    type: decimal_digits(num_leading, num_integer / 9 + scale / 9, num_trailing)
instances:
  num_integer:
    value: precision - scale
  num_leading:
    value: num_integer % 9
  num_trailing:
    value: scale % 9
  len_leading:
    value: (num_leading + 1) / 2
  len_trailing:
    value: (num_trailing + 1) / 2
types:
  decimal_digits:
    -webide-representation: "{sign}{groups:sep= }"
    -columnar: [is_negative, num_groups, groups]
    params:
      - id: num_leading
        type: s8
      - id: num_full
        type: s8
      - id: num_trailing
        type: s8
    seq:
      - id: groups
        type: |
          decimal_group(
            _index == 0 and num_leading > 0 ? num_leading :
            _index == num_groups - 1 and num_trailing > 0 ? num_trailing : 9,
            _index == 0,
            is_negative
          )
        repeat: expr
        repeat-expr: num_groups
        -columnar: {value: value, num_digits: num_digits}
    instances:
      first_byte:
        pos: 0
        type: u1
      is_negative:
        value: first_byte < 0x80
      sign:
        value: 'is_negative ? "-" : ""'
        doc: for a reader of the tree
      num_groups:
        value: |
          num_full + (num_leading > 0 ? 1 : 0) + (num_trailing > 0 ? 1 : 0)
  decimal_group:
    -webide-representation: "{value:dec}"
    -columnar: [value, num_digits]
    params:
      - id: num_digits
        type: s8
      - id: is_first
        type: bool
      - id: is_negative
        type: bool
    seq:
      - id: raw
        type: 'integer_be(num_digits == 9 ? 4 : (num_digits + 1) / 2)'
    instances:
      max:
        value: |
          (num_digits > 6 ? 0xffffffff.as<s8> :
           num_digits > 4 ? 0xffffff.as<s8> :
           num_digits > 2 ? 0xffff.as<s8> : 0xff.as<s8>).as<s8>
      sign:
        value: |
          (not is_first ? 0 :
           is_negative ? -(max / 2 + 1) : max / 2 + 1).as<s8>
      value:
        value: |
          ((is_negative ? max - raw.value : raw.value) +
           (is_negative ? sign : -sign)).as<s8>

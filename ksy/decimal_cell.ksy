meta:
  id: decimal_cell
  title: "Cell: DECIMAL"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A DECIMAL of MySQL 5.0 or later. Nine digits have four bytes, counted from the
  point to both sides; the digits left over at either end have as few bytes as
  possible. The first bit is 1 for numbers that are not negative. All bytes of a
  negative number are inverted.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/strings/decimal.cc
-webide-representation: "{digits}"
-columnar: [digits]
params:
  - id: precision
    type: s8
    doc: Number of digits of the column.
  - id: scale
    type: s8
    doc: Number of digits behind the point.
seq:
  - id: digits
    size: |
      num_integer / 9 * 4 + len_leading + scale / 9 * 4 + len_trailing
    type: decimal_digits(num_leading, num_integer / 9 + scale / 9, num_trailing)
    doc: The number, in groups of digits.
instances:
  num_integer:
    value: precision - scale
    doc: Number of digits in front of the point.
  num_leading:
    value: num_integer % 9
    doc: Number of digits in the first group, if it has fewer than nine.
  num_trailing:
    value: scale % 9
    doc: Number of digits in the last group, if it has fewer than nine.
  len_leading:
    value: (num_leading + 1) / 2
    doc: Length in bytes of the first group, if it has fewer than nine digits.
  len_trailing:
    value: (num_trailing + 1) / 2
    doc: Length in bytes of the last group, if it has fewer than nine digits.
types:
  decimal_digits:
    doc: The digits of a number, without its point.
    -webide-representation: "{sign}{parts:sep=}"
    -columnar: [is_negative, num_groups, groups]
    params:
      - id: num_leading
        type: s8
        doc: Number of digits in the first group, if it has fewer than nine.
      - id: num_full
        type: s8
        doc: Number of groups of nine digits.
      - id: num_trailing
        type: s8
        doc: Number of digits in the last group, if it has fewer than nine.
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
        doc: Groups of digits, the highest first.
        -columnar: {value: value, num_digits: num_digits}
    instances:
      first_byte:
        pos: 0
        type: u1
        doc: First byte, which has the sign in its highest bit.
      is_negative:
        value: first_byte < 0x80
        doc: Whether the number is negative.
      sign:
        value: 'is_negative ? "-" : ""'
        doc: Sign of the number, for viewers.
      num_groups:
        value: |
          num_full + (num_leading > 0 ? 1 : 0) + (num_trailing > 0 ? 1 : 0)
        doc: Number of groups.
      parts:
        type: decimal_part(_index)
        repeat: expr
        repeat-expr: num_groups
        doc: The groups as texts, for viewers.
        -webide-parse-mode: eager
  decimal_part:
    doc: A group of digits as text. It has no bytes of its own.
    -webide-representation: "{text}"
    params:
      - id: index
        type: s4
        doc: Number of the group, from 0.
    instances:
      group:
        value: _parent.groups[index]
        doc: The group.
        -webide-parse-mode: lazy
      first_of_fraction:
        value: |
          (_parent._parent.num_integer / 9 + (_parent.num_leading > 0 ? 1 : 0)).as<s4>
        doc: Number of the first group behind the point.
        -webide-parse-mode: lazy
      is_leading_zero:
        value: |
          index < first_of_fraction and group.value == 0 and
          (index == 0 or _parent.parts[index - 1].is_leading_zero.as<bool>)
        doc: Whether the number has no other digits than 0 up to here.
        -webide-parse-mode: lazy
      point:
        value: |
          index != first_of_fraction ? "" : index == 0 ? "0." : "."
        doc: Text in front of the digits.
        -webide-parse-mode: lazy
      digits:
        value: |
          (1000000000 + group.value.as<s4>).to_s.substring(10 - group.num_digits.as<s4>, 10)
        doc: All digits of the group.
        -webide-parse-mode: lazy
      text:
        value: |
          is_leading_zero ? (index == first_of_fraction - 1 ? "0" : "") :
          index < first_of_fraction and
          (index == 0 or _parent.parts[index - 1].is_leading_zero.as<bool>)
          ? group.value.as<s4>.to_s : point + digits
        doc: The group as it stands in the number.
  decimal_group:
    doc: A group of up to nine digits.
    -webide-representation: "{value:dec}"
    -columnar: [value, num_digits]
    params:
      - id: num_digits
        type: s8
        doc: Number of digits of the group.
      - id: is_first
        type: bool
        doc: Whether the group holds the sign.
      - id: is_negative
        type: bool
        doc: Whether the bytes are inverted.
    seq:
      - id: raw
        type: 'integer_be(num_digits == 9 ? 4 : (num_digits + 1) / 2)'
        doc: The stored number.
    instances:
      max:
        value: |
          (num_digits > 6 ? 0xffffffff.as<s8> :
           num_digits > 4 ? 0xffffff.as<s8> :
           num_digits > 2 ? 0xffff.as<s8> : 0xff.as<s8>).as<s8>
        doc: Largest number that the bytes of the group hold.
      sign:
        value: |
          (not is_first ? 0 :
           is_negative ? -(max / 2 + 1) : max / 2 + 1).as<s8>
        doc: Value of the sign bit in the first group; 0 in the others.
      value:
        value: |
          ((is_negative ? max - raw.value : raw.value) +
           (is_negative ? sign : -sign)).as<s8>
        doc: The digits as a number.

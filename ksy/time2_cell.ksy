meta:
  id: time2_cell
  title: "Cell: TIME since MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A number of three bytes and those of the fraction, with zero in the middle of
  its range. The parts of a negative time can be read only once the number as a
  whole has been made positive.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
-webide-representation: "{sign}{hour:dec}:{minute:dec}:{second:dec}, {microsecond:dec} µs"
-columnar: [is_negative, hour, minute, second, microsecond]
params:
  - id: num_digits
    type: s8
seq:
  - id: raw
    type: integer_be(3 + len_fraction)
instances:
  sign:
    value: 'is_negative ? "-" : ""'
    doc: for a reader of the tree
  len_fraction:
    value: (num_digits + 1) / 2
  num_fractions:
    value: |
      len_fraction == 0 ? 1 :
      len_fraction == 1 ? 0x100 :
      len_fraction == 2 ? 0x10000 : 0x1000000
  zero:
    value: (0x800000 * num_fractions.as<s8>).as<s8>
  is_negative:
    value: raw.value < zero
  magnitude:
    value: '(is_negative ? zero - raw.value : raw.value - zero).as<s8>'
  hour:
    value: magnitude / num_fractions / 4096 % 1024
  minute:
    value: magnitude / num_fractions / 64 % 64
  second:
    value: magnitude / num_fractions % 64
  microsecond:
    value: |
      magnitude % num_fractions *
      (len_fraction == 1 ? 10000 : len_fraction == 2 ? 100 : 1)

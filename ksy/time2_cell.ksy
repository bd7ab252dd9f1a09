meta:
  id: time2_cell
  title: "Cell: TIME since MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A TIME of MySQL 5.6.4 or later, or MariaDB 10.1.2 or later: three bytes and
  those of the fraction, in big-endian order, as one number with zero in the
  middle of its range. Its absolute value has 10 bits of hour, 6 of minute, 6 of
  second, and the fraction.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
-webide-representation: "{text}"
-columnar: [is_negative, hour, minute, second, microsecond]
params:
  - id: num_digits
    type: s8
    doc: Number of digits of the column's fraction, 0 to 6.
seq:
  - id: raw
    type: integer_be(3 + len_fraction)
    doc: The stored number.
instances:
  sign:
    value: 'is_negative ? "-" : ""'
    doc: Sign of the time, for viewers.
  len_fraction:
    value: (num_digits + 1) / 2
    doc: Length of the fraction in bytes.
  num_fractions:
    value: |
      len_fraction == 0 ? 1 :
      len_fraction == 1 ? 0x100 :
      len_fraction == 2 ? 0x10000 : 0x1000000
    doc: Number of different fractions of a second.
  zero:
    value: (0x800000 * num_fractions.as<s8>).as<s8>
    doc: The stored number of 00:00:00.
  is_negative:
    value: raw.value < zero
    doc: Whether the time is negative.
  magnitude:
    value: '(is_negative ? zero - raw.value : raw.value - zero).as<s8>'
    doc: Absolute value of the time, in its parts.
  hour:
    value: magnitude / num_fractions / 4096 % 1024
    doc: Hour, 0 to 838.
  minute:
    value: magnitude / num_fractions / 64 % 64
    doc: Minute, 0 to 59.
  second:
    value: magnitude / num_fractions % 64
    doc: Second, 0 to 59.
  microsecond:
    value: |
      magnitude % num_fractions *
      (len_fraction == 1 ? 10000 : len_fraction == 2 ? 100 : 1)
    doc: Microseconds, 0 to 999999.
  text:
    value: |
      sign + (hour < 10 ? "0" : "") + hour.to_s + ":" +
      (100 + minute).to_s.substring(1, 3) + ":" +
      (100 + second).to_s.substring(1, 3) +
      (num_digits == 0 ? "" :
       "." + (1000000 + microsecond).to_s.substring(1, 1 + num_digits.as<s4>))
    doc: The time as text, for viewers.

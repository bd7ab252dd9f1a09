meta:
  id: datetime2_cell
  title: "Cell: DATETIME since MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_fraction
    - integer_be
doc: |
  A DATETIME of MySQL 5.6.4 or later, or MariaDB 10.1.2 or later: five bytes in
  big-endian order, and the fraction. From the highest bit on: 1 bit that is
  set, 17 of year times 13 plus month, 5 of day, 5 of hour, 6 of minute, 6 of
  second.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
-webide-representation: "{text}"
-columnar: [year, month, day, hour, minute, second, fraction.microseconds]
params:
  - id: num_digits
    type: s8
    doc: Number of digits of the column's fraction, 0 to 6.
seq:
  - id: raw
    type: integer_be(5)
    doc: The date and time as one number, with its highest bit set.
  - id: fraction
    type: binlog_fraction(num_digits)
    doc: Fraction of the second.
instances:
  packed:
    value: (raw.value - 0x8000000000).as<s8>
    doc: The number without its highest bit.
  date:
    value: packed / 0x20000
    doc: Upper bits, with year, month and day.
  time:
    value: packed % 0x20000
    doc: Lower 17 bits, with hour, minute and second.
  year:
    value: date / 32 / 13
    doc: Year, 0 to 9999.
  month:
    value: date / 32 % 13
    doc: Month, 0 to 12.
  day:
    value: date % 32
    doc: Day of the month, 0 to 31.
  hour:
    value: time / 4096
    doc: Hour, 0 to 23.
  minute:
    value: time / 64 % 64
    doc: Minute, 0 to 59.
  second:
    value: time % 64
    doc: Second, 0 to 59.
  text:
    value: |
      (10000 + year).to_s.substring(1, 5) + "-" +
      (100 + month).to_s.substring(1, 3) + "-" +
      (100 + day).to_s.substring(1, 3) + " " +
      (100 + hour).to_s.substring(1, 3) + ":" +
      (100 + minute).to_s.substring(1, 3) + ":" +
      (100 + second).to_s.substring(1, 3) + fraction.text
    doc: The date and time as text, for viewers.

meta:
  id: datetime2_cell
  title: "Cell: DATETIME since MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_fraction
    - integer_be
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
-webide-representation: "{year:dec}-{month:dec}-{day:dec} {hour:dec}:{minute:dec}:{second:dec}, {fraction} µs"
-columnar: [year, month, day, hour, minute, second, fraction.microseconds]
params:
  - id: num_digits
    type: s8
seq:
  - id: raw
    type: integer_be(5)
  - id: fraction
    type: binlog_fraction(num_digits)
instances:
  packed:
    value: (raw.value - 0x8000000000).as<s8>
  date:
    value: packed / 0x20000
  time:
    value: packed % 0x20000
  year:
    value: date / 32 / 13
  month:
    value: date / 32 % 13
  day:
    value: date % 32
  hour:
    value: time / 4096
  minute:
    value: time / 64 % 64
  second:
    value: time % 64

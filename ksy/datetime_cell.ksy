meta:
  id: datetime_cell
  title: "Cell: DATETIME before MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: The digits of yyyymmddhhmmss read as one number.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{year:dec}-{month:dec}-{day:dec} {hour:dec}:{minute:dec}:{second:dec}"
-columnar: [year, month, day, hour, minute, second]
seq:
  - id: raw
    type: u8
instances:
  year:
    value: raw / 10000000000
  month:
    value: raw / 100000000 % 100
  day:
    value: raw / 1000000 % 100
  hour:
    value: raw / 10000 % 100
  minute:
    value: raw / 100 % 100
  second:
    value: raw % 100

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
  date:
    value: raw.as<s8> / 1000000
  time:
    value: (raw.as<s8> - date.as<s8> * 1000000).as<s4>
  year:
    value: date / 10000
  month:
    value: date / 100 % 100
  day:
    value: date % 100
  hour:
    value: time / 10000
  minute:
    value: time / 100 % 100
  second:
    value: time % 100

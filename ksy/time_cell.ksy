meta:
  id: time_cell
  title: "Cell: TIME before MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: |
  A TIME of servers before MySQL 5.6.4, or of MariaDB tables in the older
  format: the decimal number hhmmss, with a sign.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{text}"
-columnar: [is_negative, hour, minute, second]
seq:
  - id: raw
    type: integer_le(3)
    doc: The stored number, without regard to its sign.
instances:
  sign:
    value: 'is_negative ? "-" : ""'
    doc: Sign of the time, for viewers.
  is_negative:
    value: raw.value >= 0x800000
    doc: Whether the time is negative.
  magnitude:
    value: 'is_negative ? 0x1000000 - raw.value : raw.value'
    doc: Absolute value of the decimal number.
  hour:
    value: magnitude / 10000
    doc: Hour, 0 to 838.
  minute:
    value: magnitude / 100 % 100
    doc: Minute, 0 to 59.
  second:
    value: magnitude % 100
    doc: Second, 0 to 59.
  text:
    value: |
      sign + (hour < 10 ? "0" : "") + hour.to_s + ":" +
      (100 + minute).to_s.substring(1, 3) + ":" +
      (100 + second).to_s.substring(1, 3)
    doc: The time as text, for viewers.

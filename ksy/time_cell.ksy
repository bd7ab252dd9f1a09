meta:
  id: time_cell
  title: "Cell: TIME before MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: The digits of hhmmss read as one number.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{sign}{hour:dec}:{minute:dec}:{second:dec}"
-columnar: [is_negative, hour, minute, second]
seq:
  - id: raw
    type: integer_le(3)
instances:
  sign:
    value: 'is_negative ? "-" : ""'
    doc: for a reader of the tree
  is_negative:
    value: raw.value >= 0x800000
  magnitude:
    value: 'is_negative ? 0x1000000 - raw.value : raw.value'
  hour:
    value: magnitude / 10000
  minute:
    value: magnitude / 100 % 100
  second:
    value: magnitude % 100

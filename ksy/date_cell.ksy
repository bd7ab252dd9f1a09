meta:
  id: date_cell
  title: "Cell: DATE"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: Any part may be zero.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{year:dec}-{month:dec}-{day:dec}"
-columnar: [year, month, day]
seq:
  - id: raw
    type: integer_le(3)
instances:
  day:
    value: raw.value % 32
  month:
    value: raw.value / 32 % 16
  year:
    value: raw.value / 512

meta:
  id: date_cell
  title: "Cell: DATE"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: |
  A DATE in three bytes: day in the lowest 5 bits, month in the next 4, year
  above. Each part may be zero.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{text}"
-columnar: [year, month, day]
seq:
  - id: raw
    type: integer_le(3)
    doc: The three parts as one number.
instances:
  day:
    value: raw.value % 32
    doc: Day of the month, 0 to 31.
  month:
    value: raw.value / 32 % 16
    doc: Month, 0 to 12.
  year:
    value: raw.value / 512
    doc: Year, 0 to 9999.
  text:
    value: |
      (10000 + year).to_s.substring(1, 5) + "-" +
      (100 + month).to_s.substring(1, 3) + "-" +
      (100 + day).to_s.substring(1, 3)
    doc: The date as text, for viewers.

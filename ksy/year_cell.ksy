meta:
  id: year_cell
  title: "Cell: YEAR"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: A YEAR.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{value:dec}"
-columnar: [value]
seq:
  - id: raw
    type: u1
    doc: Years since 1900; 0 is the year 0.
instances:
  value:
    value: 'raw == 0 ? 0 : 1900 + raw'
    doc: |
      The year: 0, or 1901 to 2155.

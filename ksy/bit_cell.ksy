meta:
  id: bit_cell
  title: "Cell: BIT"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{value:dec}"
-columnar: [value]
params:
  - id: num_bytes
    type: s8
seq:
  - id: raw
    type: integer_be(num_bytes)
instances:
  value:
    value: raw.value.as<s8>

meta:
  id: enum_cell
  title: "Cell: ENUM"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
params:
  - id: num_bytes
    type: u1
seq:
  - id: raw
    type: integer_le(num_bytes)
instances:
  index:
    value: raw.value
    doc: of the label, from 1; 0 is the empty string of an invalid value

meta:
  id: double_cell
  title: "Cell: DOUBLE"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
seq:
  - id: value
    type: f8

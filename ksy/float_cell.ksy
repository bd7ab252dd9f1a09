meta:
  id: float_cell
  title: "Cell: FLOAT"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
seq:
  - id: value
    type: f4

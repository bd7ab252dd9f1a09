meta:
  id: set_cell
  title: "Cell: SET"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - bitmap
params:
  - id: num_bytes
    type: u1
seq:
  - id: members
    type: bitmap(num_bytes * 8)
    doc: a bit for each label

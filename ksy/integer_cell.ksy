meta:
  id: integer_cell
  title: "Cell: integer"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc: TINYINT to BIGINT, in 1, 2, 3, 4 or 8 bytes.
params:
  - id: num_bytes
    type: u1
  - id: is_unsigned
    type: bool
seq:
  - id: raw
    type: integer_le(num_bytes)
instances:
  num_values:
    value: |
      num_bytes == 1 ? 0x100 :
      num_bytes == 2 ? 0x10000 :
      num_bytes == 3 ? 0x1000000 :
      num_bytes == 4 ? 0x100000000 : 0x100000000 * 0x100000000
  value:
    value: |
      is_unsigned or raw.value < num_values / 2
      ? raw.value : raw.value - num_values

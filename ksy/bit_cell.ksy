meta:
  id: bit_cell
  title: "Cell: BIT"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A BIT: its bits in big-endian order, the unused ones first.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{value:dec}"
-columnar: [value]
params:
  - id: num_bytes
    type: s8
    doc: Length of the cell in bytes.
seq:
  - id: raw
    type: integer_be(num_bytes)
    doc: The bits as a number.
instances:
  value:
    value: raw.value.as<s8>
    doc: |
      The bits as a number. A BIT(64) whose highest bit is set is negative in
      languages without unsigned integers.

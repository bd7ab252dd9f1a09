meta:
  id: vector_cell
  title: "Cell: VECTOR"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc-ref: https://dev.mysql.com/doc/refman/en/vector.html
-columnar: [value]
params:
  - id: pack_length
    type: s8
seq:
  - id: len_value
    type: integer_le(pack_length)
  - id: value
    size: len_value.value
    type: vector_value
    -columnar: located
types:
  vector_value:
    -columnar: [items, items.size]
    seq:
      - id: items
        type: f4
        repeat: eos
        -columnar: {value: _}

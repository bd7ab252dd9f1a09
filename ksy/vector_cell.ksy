meta:
  id: vector_cell
  title: "Cell: VECTOR"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  A VECTOR of MySQL 9.0 or later. MariaDB logs its VECTOR columns as VARBINARY.
doc-ref: https://dev.mysql.com/doc/refman/en/vector.html
-webide-representation: "[{value}]"
-columnar: [value]
params:
  - id: pack_length
    type: s8
    doc: |
      Length of `len_value` in bytes: 4.
seq:
  - id: len_value
    type: integer_le(pack_length)
    doc: Length of `value` in bytes.
  - id: value
    size: len_value.value
    type: vector_value
    doc: The vector.
    -columnar: located
types:
  vector_value:
    doc: The numbers of a vector.
    -webide-representation: "{numbers}"
    -columnar: [items, items.size]
    seq:
      - id: items
        type: f4
        repeat: eos
        doc: The numbers, in 32 bits of IEEE 754.
        -columnar: {value: _}
    instances:
      numbers:
        type: vector_number(_index)
        repeat: expr
        repeat-expr: items.size
        doc: The numbers, for viewers.
        -webide-parse-mode: eager
  vector_number:
    doc: A number of a vector. It has no bytes of its own.
    -webide-representation: "{value:dec}"
    params:
      - id: index
        type: s4
        doc: Number of the item, from 0.
    instances:
      value:
        value: _parent.items[index]
        doc: The number.

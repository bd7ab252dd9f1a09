meta:
  id: json_cell
  title: "Cell: JSON"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
    - json_binary
    - json_diffs
doc: |
  A document in MySQL's binary form. One of no bytes is the JSON null that an
  invalid statement may leave behind.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_binary.h
-webide-representation: "{document}{diffs}"
-columnar: [len_value.value, document, diffs]
params:
  - id: pack_length
    type: s8
  - id: is_partial
    type: bool
seq:
  - id: len_value
    type: integer_le(pack_length)
  - id: document
    size: len_value.value
    type: json_binary
    if: not is_partial and len_value.value > 0
    -columnar: located
  - id: diffs
    size: len_value.value
    type: json_diffs
    if: is_partial
    -columnar: located

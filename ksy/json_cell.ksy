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
  A JSON document in MySQL's binary form (MySQL 5.7.8 and later), or changes to
  one (MySQL 8.0.3 and later). MariaDB logs its JSON columns as text. A document
  without bytes is the JSON null, which a server may store for an invalid value.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_binary.h
-webide-representation: "{document}{diffs}"
-columnar: [len_value.value, document, diffs]
params:
  - id: pack_length
    type: s8
    doc: |
      Length of `len_value` in bytes: 4.
  - id: is_partial
    type: bool
    doc: Whether the cell holds changes instead of the document.
seq:
  - id: len_value
    type: integer_le(pack_length)
    doc: Length in bytes of the document or the changes.
  - id: document
    size: len_value.value
    type: json_binary
    if: not is_partial and len_value.value > 0
    doc: The document.
    -columnar: located
  - id: diffs
    size: len_value.value
    type: json_diffs
    if: is_partial
    doc: The changes to the document of the before image.
    -columnar: located

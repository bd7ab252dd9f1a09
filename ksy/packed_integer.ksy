meta:
  id: packed_integer
  title: "MySQL packed integer"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  An unsigned integer of 1, 3, 4 or 9 bytes, also called length-encoded integer.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
-webide-representation: "{value:dec}"
-columnar: [value, len_stored]
-columnar-text: {value: value}
seq:
  - id: first
    type: u1
    valid:
      expr: _ != 251 and _ != 255
    doc: |
      The integer up to 250, or the code of its length: 252, 253 or 254. 251
      stands for NULL in the protocol, and neither it nor 255 starts an integer.
  - id: rest
    type: 'integer_le(first == 252 ? 2 : first == 253 ? 3 : 8)'
    if: first > 251
    doc: The integer, if it has more than one byte.
instances:
  value:
    value: '(first > 251 ? rest.value : first).as<s8>'
    doc: The integer.
  len_stored:
    value: '(first < 252 ? 1 : first == 252 ? 3 : first == 253 ? 4 : 9).as<s8>'
    doc: Length of the integer in bytes, as it is stored.

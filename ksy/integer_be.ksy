meta:
  id: integer_be
  title: "Unsigned integer of any length, big-endian"
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  An unsigned integer of 0 to 8 bytes, the highest first. Multiplies where a
  shift would do, since shifts truncate to 32 bits in JavaScript.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
params:
  - id: num_bytes
    type: u1
seq:
  - id: bytes
    type: |
      byte_be(_index == 0 ? 0 : bytes[_index - 1].value)
    repeat: expr
    repeat-expr: num_bytes
instances:
  value:
    value: 'num_bytes == 0 ? 0 : bytes.last.value'
types:
  byte_be:
    params:
      - id: previous
        type: u8
    seq:
      - id: byte
        type: u1
    instances:
      value:
        value: previous * 256 + byte

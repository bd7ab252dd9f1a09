meta:
  id: integer_le
  title: "Unsigned integer of any length, little-endian"
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  An unsigned integer of 0 to 8 bytes, the lowest first. Multiplies where a
  shift would do, since shifts truncate to 32 bits in JavaScript.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
-columnar: [value]
params:
  - id: num_bytes
    type: u1
seq:
  - id: low
    type:
      switch-on: 'num_bytes > 4 ? 4 : num_bytes'
      cases:
        1: u1
        2: u2le
        3: b24le
        4: u4le
    if: num_bytes > 0
  - id: high
    type:
      switch-on: num_bytes - 4
      cases:
        1: u1
        2: u2le
        3: b24le
        4: u4le
    if: num_bytes > 4
instances:
  value:
    value: |
      num_bytes == 0 ? 0 :
      num_bytes > 4 ? low + high.as<u4> * 0x100000000 : low

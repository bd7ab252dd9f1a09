meta:
  id: integer_be
  title: "Unsigned integer of any length, big-endian"
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  An unsigned integer of 0 to 8 bytes, the highest first. Multiplies where a
  shift would do, since shifts truncate to 32 bits in JavaScript.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
-columnar: [value]
params:
  - id: num_bytes
    type: u1
seq:
  - id: high
    type:
      switch-on: num_bytes - 4
      cases:
        1: u1
        2: u2be
        3: b24be
        4: u4be
    if: num_bytes > 4
  - id: low
    type:
      switch-on: 'num_bytes > 4 ? 4 : num_bytes'
      cases:
        1: u1
        2: u2be
        3: b24be
        4: u4be
    if: num_bytes > 0
instances:
  value:
    value: |
      num_bytes == 0 ? 0 :
      num_bytes > 4 ? low + high.as<u4> * 0x100000000 : low

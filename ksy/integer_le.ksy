meta:
  id: integer_le
  title: "Unsigned integer of any length, little-endian"
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  An unsigned integer of 0 to 8 bytes, the lowest first. Multiplies where a
  shift would do, since shifts truncate to 32 bits in JavaScript. Each length
  has a field of its own: of a switch, languages with static types would take
  the smallest integer.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
-webide-representation: "{value:dec}"
-columnar: [value]
-columnar-number: {name: value, size: num_bytes, endian: le}
params:
  - id: num_bytes
    type: s8
seq:
  - id: low_u1
    type: u1
    if: num_bytes == 1
  - id: low_u2
    type: u2le
    if: num_bytes == 2
  - id: low_u3
    type: b24le
    if: num_bytes == 3
  - id: low_u4
    type: u4le
    if: num_bytes >= 4
  - id: high_u1
    type: u1
    if: num_bytes == 5
  - id: high_u2
    type: u2le
    if: num_bytes == 6
  - id: high_u3
    type: b24le
    if: num_bytes == 7
  - id: high_u4
    type: u4le
    if: num_bytes == 8
instances:
  low:
    value: |
      num_bytes >= 4 ? low_u4.as<s8> :
      num_bytes == 3 ? low_u3.as<s8> :
      num_bytes == 2 ? low_u2.as<s8> :
      num_bytes == 1 ? low_u1.as<s8> : 0.as<s8>
    doc: the lowest four bytes
  high:
    value: |
      num_bytes == 8 ? high_u4.as<s8> :
      num_bytes == 7 ? high_u3.as<s8> :
      num_bytes == 6 ? high_u2.as<s8> : high_u1.as<s8>
    if: num_bytes > 4
    doc: the bytes above them
  value:
    value: '(num_bytes > 4 ? low + high * 0x100000000 : low).as<s8>'

meta:
  id: integer_be
  title: "Unsigned integer of any length, big-endian"
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  An unsigned integer of 0 to 8 bytes, the highest first. It multiplies instead
  of shifting, since shifts have 32 bits in JavaScript. Each length has a field
  of its own, because languages with static types would use the smallest integer
  of a switch.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
-webide-representation: "{value:dec}"
-columnar: [value]
-columnar-number: {name: value, size: num_bytes, endian: be}
-columnar-text: {value: value}
params:
  - id: num_bytes
    type: s8
    doc: Length of the integer in bytes.
seq:
  - id: high_u1
    type: u1
    if: num_bytes == 5
    doc: Highest byte of five.
  - id: high_u2
    type: u2be
    if: num_bytes == 6
    doc: Highest two bytes of six.
  - id: high_u3
    type: b24be
    if: num_bytes == 7
    doc: Highest three bytes of seven.
  - id: high_u4
    type: u4be
    if: num_bytes == 8
    doc: Highest four bytes of eight.
  - id: low_u1
    type: u1
    if: num_bytes == 1
    doc: The integer, if it has one byte.
  - id: low_u2
    type: u2be
    if: num_bytes == 2
    doc: The integer, if it has two bytes.
  - id: low_u3
    type: b24be
    if: num_bytes == 3
    doc: The integer, if it has three bytes.
  - id: low_u4
    type: u4be
    if: num_bytes >= 4
    doc: Lowest four bytes.
instances:
  low:
    value: |
      num_bytes >= 4 ? low_u4.as<s8> :
      num_bytes == 3 ? low_u3.as<s8> :
      num_bytes == 2 ? low_u2.as<s8> :
      num_bytes == 1 ? low_u1.as<s8> : 0.as<s8>
    doc: Lowest four bytes, or all if there are fewer.
  high:
    value: |
      num_bytes == 8 ? high_u4.as<s8> :
      num_bytes == 7 ? high_u3.as<s8> :
      num_bytes == 6 ? high_u2.as<s8> : high_u1.as<s8>
    if: num_bytes > 4
    doc: Bytes above the lowest four.
  value:
    value: '(num_bytes > 4 ? low + high * 0x100000000 : low).as<s8>'
    doc: |
      The integer. From 2^63 on it is negative in languages without unsigned
      integers of 64 bits.

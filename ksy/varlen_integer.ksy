meta:
  id: varlen_integer
  title: "MySQL serialization: variable-length integer"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  An integer of 1 to 9 bytes in little-endian order (MySQL 8.3 and later). The
  number of 1 bits at the low end of the first byte is the number of bytes
  behind it. Signed integers have the sign in the lowest bit of the value; if it
  is set, they count from -1 down.

  The type multiplies instead of shifting, since shifts have 32 bits in
  JavaScript.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/PageLibsMysqlSerialization.html
-webide-representation: "{value:dec}"
-columnar: [value, signed_value]
-columnar-text: {value: value}
seq:
  - id: first
    type: u1
    doc: |
      First byte: the length, and the lowest bits of the value.
  - id: rest
    type: integer_le(num_rest)
    doc: Bytes behind the first one.
instances:
  num_rest:
    value: |
      first % 2 == 0 ? 0 :
      first % 4 == 1 ? 1 :
      first % 8 == 3 ? 2 :
      first % 16 == 7 ? 3 :
      first % 32 == 15 ? 4 :
      first % 64 == 31 ? 5 :
      first % 128 == 63 ? 6 :
      first == 127 ? 7 : 8
    doc: Number of bytes behind the first one.
  num_first:
    value: |
      num_rest == 0 ? 128 :
      num_rest == 1 ? 64 :
      num_rest == 2 ? 32 :
      num_rest == 3 ? 16 :
      num_rest == 4 ? 8 :
      num_rest == 5 ? 4 :
      num_rest == 6 ? 2 : 1
    doc: |
      Number of different values of the bits in the first byte that belong to
      the integer.
  value:
    value: |
      (num_rest == 8 ? rest.value :
       first / (256 / num_first) + rest.value * num_first).as<s8>
    doc: The unsigned integer.
  half:
    value: |
      (value < 0
       ? (value - value % 2) / 2 + 0x4000_0000_0000_0000 + 0x4000_0000_0000_0000
       : (value - value % 2) / 2).as<s8>
    doc: |
      Half of the value, rounded down and not negative: division would keep the
      sign in languages without unsigned integers of 64 bits.
  signed_value:
    value: '(value % 2 == 0 ? half : -half - 1).as<s8>'
    doc: The signed integer.

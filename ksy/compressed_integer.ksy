meta:
  id: compressed_integer
  title: "MariaDB: compressed integer"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  An unsigned integer of 1 to 9 bytes in little-endian order, as MariaDB 12.3 or
  later stores it in the records of logs in InnoDB pages. The three bits at the
  low end of the first byte are the number of bytes behind it; 7 stands for 8
  bytes.

  The type multiplies instead of shifting, since shifts have 32 bits in
  JavaScript.
doc-ref: https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
-webide-representation: "{value:dec}"
-columnar: [value]
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
    value: '(first % 8 == 7 ? 8 : first % 8).as<s8>'
    doc: Number of bytes behind the first one.
  value:
    value: '(first / 8 + rest.value % 0x800000000000000 * 32).as<s8>'
    doc: |
      The unsigned integer, of 64 bits. Of 9 bytes, the highest five bits do not
      belong to it.

meta:
  id: integer_cell
  title: "Cell: integer"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  TINYINT to BIGINT, in 1, 2, 3, 4 or 8 bytes. The halves of a BIGINT are read
  separately, so that small negative numbers are exact in JavaScript, too.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{value:dec}"
-columnar: [value]
params:
  - id: num_bytes
    type: s8
    doc: Length of the cell in bytes.
  - id: is_unsigned
    type: bool
    doc: Whether the column is UNSIGNED.
seq:
  - id: low
    type: 'integer_le(num_bytes == 8 ? 4 : num_bytes)'
    doc: The number, or the lowest four bytes of a BIGINT.
  - id: high_unsigned
    type: u4
    if: num_bytes == 8 and is_unsigned
    doc: Highest four bytes of a BIGINT UNSIGNED.
  - id: high_signed
    type: s4
    if: num_bytes == 8 and not is_unsigned
    doc: Highest four bytes of a BIGINT, with the sign.
instances:
  high:
    value: 'is_unsigned ? high_unsigned.as<s8> : high_signed.as<s8>'
    if: num_bytes == 8
    doc: Highest four bytes of a BIGINT, signed or not.
  num_values:
    value: |
      num_bytes == 1 ? 0x100.as<s8> :
      num_bytes == 2 ? 0x10000.as<s8> :
      num_bytes == 3 ? 0x1000000.as<s8> : 0x100000000.as<s8>
    doc: Number of different values of `low`.
  value:
    value: |
      (num_bytes == 8 ? low.value + high * num_values :
       is_unsigned or low.value < num_values / 2 ? low.value :
       low.value - num_values).as<s8>
    doc: |
      The number. A BIGINT UNSIGNED from 2^63 on is negative in languages
      without unsigned integers.

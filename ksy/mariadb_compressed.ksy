meta:
  id: mariadb_compressed
  title: "MariaDB compressed part of an event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A byte with the method and the number of bytes of the length, then the
  uncompressed length, highest byte first, then the data.
doc-ref: https://github.com/MariaDB/server/blob/main/sql/log_event.cc
-columnar: [len_uncompressed.value, data]
seq:
  - id: is_compressed
    type: b1
    valid: true
  - id: method
    type: b3
    enum: mariadb_compression
    valid:
      in-enum: true
  - id: num_length_bytes
    type: b4
    valid:
      max: 8
  - id: len_uncompressed
    type: integer_be(num_length_bytes.as<s8>)
  - id: data
    size-eos: true
instances:
  ofs_data:
    value: 1 + num_length_bytes
enums:
  mariadb_compression:
    0: zlib

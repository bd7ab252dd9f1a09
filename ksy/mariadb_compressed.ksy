meta:
  id: mariadb_compressed
  title: "MariaDB compressed part of an event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A compressed part of an event of MariaDB: a byte with the method and the
  length of the length, then the uncompressed length in big-endian order, then
  the data (MariaDB 10.2.3 and later).
doc-ref: https://github.com/MariaDB/server/blob/main/sql/log_event.cc
-columnar: [len_uncompressed.value, data]
seq:
  - id: is_compressed
    type: b1
    valid: true
    doc: 1 in all compressed parts.
  - id: method
    type: b3
    enum: mariadb_compression
    valid:
      in-enum: true
    doc: Compression method.
  - id: num_length_bytes
    type: b4
    valid:
      max: 8
    doc: Length of `len_uncompressed` in bytes.
  - id: len_uncompressed
    type: integer_be(num_length_bytes.as<s8>)
    doc: Length of the decompressed data in bytes.
  - id: data
    size-eos: true
    doc: The compressed data.
instances:
  ofs_data:
    value: 1 + num_length_bytes
    doc: Offset of `data` within this part, in bytes.
enums:
  mariadb_compression:
    0:
      id: zlib
      doc: A zlib stream.

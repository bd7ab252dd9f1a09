meta:
  id: compressed_value
  title: "Value of a compressed column of MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A byte that tells the method, then the value; an empty value has not even
  that. The data of the method `zlib` is a zlib stream, or a raw DEFLATE stream
  without zlib's header and checksum.
doc-ref: https://github.com/MariaDB/server/blob/main/sql/field_comp.cc
-webide-representation: "{data:str}"
-columnar: [is_compressed, method, is_raw_deflate, len_uncompressed.value, data]
seq:
  - id: header
    type: u1
    if: not _io.eof
  - id: len_uncompressed
    type: integer_be((header & 0x07).as<s8>)
    if: is_compressed
  - id: data
    size-eos: true
instances:
  is_compressed:
    value: _io.size > 0 and method != compression_method::none
  method:
    value: (header >> 4).as<u1>
    enum: compression_method
    if: _io.size > 0
  is_raw_deflate:
    value: (header & 0x08) != 0
    if: _io.size > 0
enums:
  compression_method:
    0: none
    8: zlib

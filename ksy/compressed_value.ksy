meta:
  id: compressed_value
  title: "Value of a compressed column of MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  A value of a compressed column: a byte with the method, then the value. An
  empty value has no bytes at all. Data of the method `zlib` is a zlib stream,
  or a raw DEFLATE stream without zlib's header and checksum.
doc-ref: https://github.com/MariaDB/server/blob/main/sql/field_comp.cc
-webide-representation: "{data:str}"
-columnar: [is_compressed, method, is_raw_deflate, len_uncompressed.value, data]
seq:
  - id: header
    type: u1
    if: not _io.eof
    doc: |
      Method in the upper four bits, the flag of a raw stream below, and the
      length of `len_uncompressed` in the lowest three.
  - id: len_uncompressed
    type: integer_be((header & 0x07).as<s8>)
    if: is_compressed
    doc: Length of the decompressed value in bytes.
  - id: data
    size-eos: true
    doc: The value, compressed or not.
instances:
  is_compressed:
    value: _io.size > 0 and method != compression_method::none
    doc: Whether the value is compressed.
  method:
    value: (header >> 4).as<u1>
    enum: compression_method
    if: _io.size > 0
    doc: Compression method.
  is_raw_deflate:
    value: (header & 0x08) != 0
    if: _io.size > 0
    doc: |
      Whether the data has no zlib header (`column_compression_zlib_wrap` is
      OFF).
enums:
  compression_method:
    0:
      id: none
      doc: The value is not compressed.
    8:
      id: zlib
      doc: A zlib or DEFLATE stream.

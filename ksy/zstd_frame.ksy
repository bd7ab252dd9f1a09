meta:
  id: zstd_frame
  title: Zstandard frame
  xref:
    mime: application/zstd
    rfc: 8878
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  A Zstandard frame, as the payload of TRANSACTION_PAYLOAD, as far as lengths
  need: the length of the decompressed data, if the frame has it, and the
  blocks, which stay compressed.
doc-ref: https://www.rfc-editor.org/rfc/rfc8878
-columnar: [has_content_size, len_content]
seq:
  - id: magic
    contents: [0x28, 0xb5, 0x2f, 0xfd]
    doc: Magic number of a frame.
  - id: content_size_flag
    -orig-id: Frame_Content_Size_flag
    type: b2
    doc: Code of the length of `content_size`.
  - id: is_single_segment
    -orig-id: Single_Segment_flag
    type: b1
    doc: |
      Whether the frame has no window descriptor, and is decompressed in one
      segment.
  - id: unused
    type: b1
    doc: Not used.
  - id: reserved
    type: b1
    valid: false
    doc: 0 in all frames.
  - id: has_checksum
    -orig-id: Content_Checksum_flag
    type: b1
    doc: Whether the frame ends in a checksum.
  - id: dictionary_id_flag
    -orig-id: Dictionary_ID_flag
    type: b2
    doc: Code of the length of `dictionary_id`.
  - id: window_descriptor
    type: u1
    if: not is_single_segment
    doc: Minimum memory of a decompressor.
  - id: dictionary_id
    type: 'integer_le(dictionary_id_flag == 3 ? 4 : dictionary_id_flag.as<s8>)'
    doc: Id of the dictionary; 0 for none.
  - id: content_size
    type: |
      integer_le(
        content_size_flag == 0 ? (is_single_segment ? 1 : 0)
        : content_size_flag == 1 ? 2
        : content_size_flag == 2 ? 4 : 8
      )
    doc: Stored length of the decompressed data.
  - id: blocks
    type: zstd_block
    repeat: until
    repeat-until: _.is_last
    doc: The compressed blocks.
  - id: checksum
    type: u4
    if: has_checksum
    doc: Lowest four bytes of the XXH64 digest of the decompressed data.
instances:
  has_content_size:
    value: content_size_flag > 0 or is_single_segment
    doc: Whether the frame contains the length of the decompressed data.
  len_content:
    value: |
      (content_size_flag == 1 ? content_size.value + 256
       : content_size.value).as<s8>
    doc: |
      Length of the decompressed data in bytes. Lengths that are stored in two
      bytes count from 256.
types:
  zstd_block:
    meta:
      bit-endian: le
    doc: A block of a frame.
    -columnar: [is_last]
    seq:
      - id: is_last
        -orig-id: Last_Block
        type: b1
        doc: Whether this is the last block.
      - id: type
        -orig-id: Block_Type
        type: b2
        enum: zstd_block_type
        valid:
          in-enum: true
        doc: Type of the block.
      - id: len_block
        -orig-id: Block_Size
        type: b21
        doc: |
          Length of the body in bytes; in `rle`, length of the decompressed
          data.
      - id: body
        size: 'type == zstd_block_type::rle ? 1 : len_block'
        doc: Contents of the block.
enums:
  zstd_block_type:
    0:
      id: raw
      doc: The data is not compressed.
    1:
      id: rle
      doc: One byte, which repeats as often as the length states.
    2:
      id: compressed
      doc: A compressed block.

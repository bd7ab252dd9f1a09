meta:
  id: zstd_frame
  title: Zstandard frame
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: |
  What a TRANSACTION_PAYLOAD holds, as far as its length goes: the length of
  what was compressed, if it tells, and the blocks, which stay compressed.
doc-ref: https://www.rfc-editor.org/rfc/rfc8878
-columnar: [has_content_size, len_content]
seq:
  - id: magic
    contents: [0x28, 0xb5, 0x2f, 0xfd]
  - id: content_size_flag
    -orig-id: Frame_Content_Size_flag
    type: b2
  - id: is_single_segment
    -orig-id: Single_Segment_flag
    type: b1
  - id: unused
    type: b1
  - id: reserved
    type: b1
    valid: false
  - id: has_checksum
    -orig-id: Content_Checksum_flag
    type: b1
  - id: dictionary_id_flag
    -orig-id: Dictionary_ID_flag
    type: b2
  - id: window_descriptor
    type: u1
    if: not is_single_segment
  - id: dictionary_id
    type: 'integer_le(dictionary_id_flag == 3 ? 4 : dictionary_id_flag.as<s8>)'
  - id: content_size
    type: |
      integer_le(
        content_size_flag == 0 ? (is_single_segment ? 1 : 0)
        : content_size_flag == 1 ? 2
        : content_size_flag == 2 ? 4 : 8
      )
  - id: blocks
    type: zstd_block
    repeat: until
    repeat-until: _.is_last
  - id: checksum
    type: u4
    if: has_checksum
instances:
  has_content_size:
    value: content_size_flag > 0 or is_single_segment
  len_content:
    value: |
      (content_size_flag == 1 ? content_size.value + 256
       : content_size.value).as<s8>
    doc: A length of two bytes begins behind those that one byte holds.
types:
  zstd_block:
    meta:
      bit-endian: le
    -columnar: [is_last]
    seq:
      - id: is_last
        -orig-id: Last_Block
        type: b1
      - id: type
        -orig-id: Block_Type
        type: b2
        enum: zstd_block_type
        valid:
          in-enum: true
      - id: len_block
        -orig-id: Block_Size
        type: b21
      - id: body
        size: 'type == zstd_block_type::rle ? 1 : len_block'
enums:
  zstd_block_type:
    0:
      id: raw
      doc: not compressed
    1:
      id: rle
      doc: one byte, as often as the length says
    2:
      id: compressed

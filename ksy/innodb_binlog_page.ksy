meta:
  id: innodb_binlog_page
  title: "Binary log in InnoDB pages: a data page"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - innodb_binlog_record
  endian: le
doc: |
  A page of a log that MariaDB 12.3 or later wrote with
  `binlog_storage_engine=innodb`, behind the page with the header. The stream is
  the page. It contains chunks of records. A record that does not fit in a page
  goes on in the next one, if need be of the next file; chunks of a
  `gtid_state` or `dummy` record may stand between its own.
doc-ref: https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
seq:
  - id: chunks
    type: chunk(_io.pos)
    repeat: until
    repeat-until: _.ends_page
    doc: |
      The chunks. The last one has no data if there is room for another.
  - id: unused
    size: page_end.len_covered - _io.pos
    doc: |
      Rest of the page: 0 where the log ends in it, 0xff where no chunk fits.
instances:
  page_end:
    pos: 0
    type: page_end
    doc: What the page ends with.
types:
  page_end:
    doc: What a page ends with. It has no bytes of its own.
    -columnar: [len_covered, crc32c]
    instances:
      len_covered:
        value: _io.size - sizeof<u4>
        doc: Number of bytes before the checksum, which it covers.
      covered:
        pos: 0
        size: len_covered
        doc: Bytes that the checksum covers.
      crc32c:
        -orig-id: BINLOG_PAGE_CHECKSUM
        pos: len_covered
        type: u4
        doc: |
          CRC-32C (Castagnoli) of the bytes before it. It is 0 in a page of
          zeros, which is not used yet.
  chunk:
    doc: A record, or a part of one.
    -webide-representation: "{type} {record.body}"
    -columnar:
      - is_continuation
      - is_last
      - type
      - has_data
      - data
      - may_interrupt
      - ends_page
    params:
      - id: offset
        type: s8
        doc: Offset of the chunk in the page, in bytes.
    seq:
      - id: is_continuation
        -orig-id: FSP_BINLOG_FLAG_CONT
        type: b1
        doc: Whether a part of the record stands before it.
      - id: is_last
        -orig-id: FSP_BINLOG_FLAG_LAST
        type: b1
        doc: Whether the record ends with this chunk.
      - id: type
        -orig-id: fsp_binlog_chunk_types
        type: b6
        enum: innodb_binlog_record::record_type
        doc: Type of the record.
      - id: len_data
        type: u2
        if: has_data
        doc: Length of `data` in bytes.
      - id: data
        size: len_data
        if: has_data
        doc: The part of the record.
    instances:
      has_data:
        value: >-
          type != innodb_binlog_record::record_type::empty and
          type != innodb_binlog_record::record_type::filler
        doc: Whether there is a chunk, and not the end of the page's data.
      len_head:
        value: sizeof<u1> + sizeof<u2>
        doc: Length in bytes of what stands before `data`.
      record:
        pos: offset + len_head
        size: len_data
        type: innodb_binlog_record(type)
        if: has_data and is_last and not is_continuation
        doc: The record, if the chunk is all of it.
        -webide-parse-mode: eager
      may_interrupt:
        -orig-id: ALLOWED_NESTED_RECORDS
        value: >-
          type == innodb_binlog_record::record_type::gtid_state or
          type == innodb_binlog_record::record_type::dummy
        doc: Whether the chunk may stand between those of another record.
      ofs_next:
        value: 'offset + len_head + (has_data ? len_data : 0)'
        doc: Offset in the page of what stands behind the chunk, in bytes.
      len_min:
        value: 4
        doc: Length of the shortest chunk in bytes. In less room there is none.
      ends_page:
        value: not has_data or ofs_next + len_min > _io.size - sizeof<u4>
        doc: Whether no chunk stands behind this one in the page.

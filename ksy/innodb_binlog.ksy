meta:
  id: innodb_binlog
  title: "Binary log in InnoDB pages"
  application: MariaDB
  file-extension: ibb
  tags:
    - database
    - log
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - innodb_binlog_page
  endian: le
doc: |
  A log that MariaDB 12.3 or later stores in InnoDB pages
  (`binlog_storage_engine=innodb`), in files `binlog-NNNNNN.ibb`. The events are
  those of other logs, without checksums and without offsets. There is no
  FORMAT_DESCRIPTION and no ROTATE; transactions go on from file to file.

  The server makes a file as long as it may become, so that there can be pages
  of zeros behind the log's end.
doc-ref: https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
seq:
  - id: header
    size: len_min_page
    type: file_header
    if: not is_unused
    doc: Header of the file.
instances:
  first_number:
    pos: 0
    type: u4
    doc: First four bytes of the file.
  is_unused:
    value: first_number == 0
    doc: |
      Whether the server has not begun the file. It makes the next file in
      advance, full of zeros.
  len_min_page:
    -orig-id: IBB_HEADER_PAGE_SIZE
    value: 512
    doc: |
      Length of the header in bytes. It fills the beginning of the first page.
  len_page:
    value: |
      header.page_size_shift == 9 ? 512 :
      header.page_size_shift == 10 ? 1024 :
      header.page_size_shift == 11 ? 2048 :
      header.page_size_shift == 12 ? 4096 :
      header.page_size_shift == 13 ? 8192 :
      header.page_size_shift == 14 ? 16384 :
      header.page_size_shift == 15 ? 32768 : 65536
    doc: Length of a page in bytes.
  pages:
    pos: len_page
    size: len_page
    type: innodb_binlog_page
    repeat: expr
    repeat-expr: _io.size / len_page - 1
    if: not is_unused
    doc: Pages behind the first one.
  plain_start:
    value: |
      [0xfe, 0x62, 0x69, 0x6e,
       0x00, 0x00, 0x00, 0x00, 0x0f, 0x00, 0x00, 0x00, 0x00, 0xfd, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x31, 0x32, 0x2e,
       0x33, 0x2e, 0x30, 0x2d, 0x4d, 0x61, 0x72, 0x69, 0x61, 0x44, 0x42, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x13, 0x38, 0x0d, 0x00, 0x08, 0x00, 0x12, 0x00, 0x04,
       0x04, 0x04, 0x04, 0x12, 0x00, 0x00, 0xe4, 0x00, 0x04, 0x1a, 0x08, 0x00,
       0x00, 0x00, 0x08, 0x08, 0x08, 0x02, 0x00, 0x00, 0x00, 0x0a, 0x0a, 0x0a,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0a, 0x0a, 0x0a, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x13, 0x04, 0x00,
       0x0d, 0x08, 0x08, 0x08, 0x0a, 0x0a, 0x0a, 0x09, 0x00, 0x1c, 0x96, 0xa5,
       0xdf]
    doc: |
      Start of a log with the same events that is not stored in pages: the magic
      number, and a FORMAT_DESCRIPTION of MariaDB 12.3 without checksums. The
      server sends such an event, and stores none.
types:
  file_header:
    doc: |
      What the server needs to know of the file before it reads pages.
    seq:
      - id: magic
        -orig-id: IBB_MAGIC
        contents: [0xfe, 0xfe, 0x0d, 0x01]
        doc: Magic number of the file.
      - id: page_size_shift
        type: u4
        valid:
          min: 9
          max: 16
        doc: Logarithm to base 2 of the page size; 14 in MariaDB 12.3.
      - id: version_major
        -orig-id: IBB_FILE_VERS_MAJOR
        type: u4
        valid: 1
        doc: Version of the format. Readers of an older one cannot read it.
      - id: version_minor
        -orig-id: IBB_FILE_VERS_MINOR
        type: u4
        doc: Version of what readers of an older one can do without.
      - id: file_no
        type: u8
        doc: Number of the file, which is in its name, too.
      - id: num_pages
        type: u8
        doc: Number of pages in the file.
      - id: start_lsn
        type: u8
        doc: Place in InnoDB's redo log at which the file began.
      - id: state_interval
        -orig-id: innodb_binlog_state_interval
        type: u8
        doc: |
          Number of pages between `gtid_state` records.
      - id: oob_file_no
        -orig-id: oob_ref_file_no
        type: u8
        doc: |
          Number of the first file with events that commit records of this one
          refer to; all bits are 1 if there is none.
      - id: xa_file_no
        -orig-id: xa_ref_file_no
        type: u8
        doc: |
          Number of the first file with a distributed transaction that may be
          open; all bits are 1 if there is none.
      - id: reserved
        size: _io.size - _io.pos - sizeof<u4>
        doc: Zeros.
      - id: crc32c
        type: u4
        doc: CRC-32C (Castagnoli) of the bytes before it.
    instances:
      covered:
        pos: 0
        size: _io.size - sizeof<u4>
        doc: Bytes that the checksum covers.

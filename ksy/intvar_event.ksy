meta:
  id: intvar_event
  title: "Binary log: INTVAR event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A number that the next statement uses: the next value of AUTO_INCREMENT, or
  LAST_INSERT_ID(). Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Intvar__event.html
-webide-representation: "{type} = {value:dec}"
-columnar: [type, value, rest]
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: type
    type: u1
    enum: intvar_type
    valid:
      in-enum: true
    doc: The function or attribute that the number is for.
  - id: value
    -orig-id: val
    type: u8
    doc: The number.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare
enums:
  intvar_type:
    0:
      id: invalid
      -orig-id: INVALID_INT_EVENT
      doc: No server writes it.
    1:
      id: last_insert_id
      -orig-id: LAST_INSERT_ID_EVENT
      doc: Result of LAST_INSERT_ID() in the next statement.
    2:
      id: insert_id
      -orig-id: INSERT_ID_EVENT
      doc: |
        First value that the next statement assigns to an AUTO_INCREMENT column.

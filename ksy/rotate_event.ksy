meta:
  id: rotate_event
  title: "Binary log: ROTATE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The log continues in another file. MariaDB and MySQL 5.7 skip a longer
  post-header, MySQL 9.7 does not.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rotate__event.html
-webide-representation: "{next_log_name}"
-columnar: [has_position, position, next_log]
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: position
    -orig-id: pos
    type: u8
    if: has_position
    doc: |
      Position in the next log where reading continues, in bytes: 4, behind the
      magic number, in logs on disk.
  - id: post_header_rest
    size: 'has_position ? len_post_header - sizeof<u8> : len_post_header'
    if: len_post_header > 0 and len_post_header != sizeof<u8>
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: next_log
    -orig-id: new_log_ident
    size-eos: true
    doc: File name of the next log, without its directory.
    -columnar-text: text
instances:
  has_position:
    value: len_post_header >= sizeof<u8>
    doc: |
      Whether the post-header is long enough for `position`; it is not in binlog
      version 1.
  next_log_name:
    value: next_log.to_s("UTF-8")
    doc: The next log, read as UTF-8.

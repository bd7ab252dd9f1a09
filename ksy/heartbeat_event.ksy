meta:
  id: heartbeat_event
  title: "Binary log: HEARTBEAT event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Shows a replica that the connection is alive while there are no events (MySQL
  5.5 and later, MariaDB). It is sent over connections and no file contains it.
  MySQL does not skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Heartbeat__event.html
-webide-representation: "{log:str}"
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
  - id: has_position
    type: bool
    doc: |
      Whether `position` is present: MariaDB writes it if the header has no room
      for the position.
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: Bytes of the post-header that the known fields do not cover.
  - id: position
    -orig-id: log_pos
    type: u8
    if: has_position
    doc: |
      Position in the log that the server has reached, in bytes, if it is over
      4 GiB (MariaDB).
  - id: log
    -orig-id: log_ident
    size-eos: true
    doc: File name of the log that the server sends.

meta:
  id: slave_event
  title: "Binary log: SLAVE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The source that a server replicated from. Only unreleased versions of MySQL
  4.0 wrote it. MySQL 4 does not skip a post-header here, and later servers
  refuse the event.
doc-ref: https://github.com/mysql/mysql-server/blob/5.5/sql/log_event.h
-columnar-text: false
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
  - id: master_position
    -orig-id: master_pos
    type: u8
    doc: Position in the source's log, in bytes.
  - id: master_port
    type: u2
    doc: TCP port of the source.
  - id: master_host
    terminator: 0
    doc: Host name of the source.
  - id: master_log
    terminator: 0
    eos-error: false
    doc: File name of the source's log.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.

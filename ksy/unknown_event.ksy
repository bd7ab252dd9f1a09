meta:
  id: unknown_event
  title: "Binary log: UNKNOWN event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  No server writes it: readers use the type for events that they cannot read.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Unknown__event.html
-columnar-text: false
seq:
  - id: data
    size-eos: true
    doc: Bytes without a defined meaning.

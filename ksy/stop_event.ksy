meta:
  id: stop_event
  title: "Binary log: STOP event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: The server shut down. Has no body.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Stop__event.html
-columnar: []
seq:
  - id: rest
    size-eos: true

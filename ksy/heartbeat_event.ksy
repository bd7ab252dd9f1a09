meta:
  id: heartbeat_event
  title: "Binary log: HEARTBEAT event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Sent to a replica when there is nothing else to send, so found on the wire and
  in no file. MySQL does not skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Heartbeat__event.html
-webide-representation: "{log:str}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here
  - id: log
    -orig-id: log_ident
    size-eos: true
    doc: name of the log that the server sends

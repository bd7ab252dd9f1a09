meta:
  id: incident_event
  title: "Binary log: INCIDENT event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Something happened that may have kept changes from the log. MariaDB skips a
  longer post-header, MySQL does not.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Incident__event.html
-webide-representation: "{incident} {message:str}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: incident
    type: u2
    enum: incident_type
    if: has_incident
  - id: post_header_rest
    size: 'has_incident ? len_post_header - 2 : len_post_header'
    if: len_post_header > 0 and len_post_header != 2
    doc: bytes behind the known part of the post-header
  - id: len_message
    type: u1
  - id: message
    size: len_message
instances:
  has_incident:
    value: len_post_header >= 2
enums:
  incident_type:
    0:
      id: none
      -orig-id: INCIDENT_NONE
    1:
      id: lost_events
      -orig-id: INCIDENT_LOST_EVENTS

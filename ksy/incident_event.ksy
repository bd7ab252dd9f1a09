meta:
  id: incident_event
  title: "Binary log: INCIDENT event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  An incident on the source: the log may lack changes behind it (MySQL 5.1 and
  later, MariaDB). Replicas stop here. MariaDB skips a longer post-header, MySQL
  does not.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Incident__event.html
-webide-representation: "{incident} {message:str}"
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: incident
    type: u2
    enum: incident_type
    if: has_incident
    doc: Kind of the incident.
  - id: post_header_rest
    size: 'has_incident ? len_post_header - 2 : len_post_header'
    if: len_post_header > 0 and len_post_header != 2
    doc: Bytes of the post-header that the known fields do not cover.
  - id: len_message
    type: u1
    doc: Length of `message` in bytes.
  - id: message
    size: len_message
    doc: Text that describes the incident.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: |
      Bytes behind the known fields. MySQL 8 and later may write four: a CRC-32
      from before the event had its position and its final length.
instances:
  has_incident:
    value: len_post_header >= 2
    doc: Whether the post-header is long enough for `incident`.
enums:
  incident_type:
    0:
      id: none
      -orig-id: INCIDENT_NONE
      doc: No incident.
    1:
      id: lost_events
      -orig-id: INCIDENT_LOST_EVENTS
      doc: Changes were made that the log does not hold.

meta:
  id: table_map_chain
  title: "Binary log: the table maps of a statement"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - table_map_event
doc: |
  The table maps that a rows event may refer to, newest first: a statement over
  two tables logs both table maps before its first rows event. It has no bytes
  of its own.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
params:
  - id: is_empty
    type: bool
    doc: Whether the chain has no table map.
  - id: handle
    type: table_map_event::table_map_handle
    doc: The newest table map.
  - id: older
    type: table_map_chain
    doc: The chain of the older table maps.
instances:
  table_map:
    value: handle._parent
    if: not is_empty
    doc: The newest table map.
    -webide-parse-mode: lazy

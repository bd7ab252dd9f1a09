meta:
  id: enum_cell
  title: "Cell: ENUM"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{index:dec}"
-columnar: [index]
params:
  - id: num_bytes
    type: s8
seq:
  - id: raw
    type: integer_le(num_bytes)
instances:
  index:
    value: raw.value.as<s8>
    doc: of the label, from 1; 0 is the empty string of an invalid value

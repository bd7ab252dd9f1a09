meta:
  id: log_format
  title: "Binary log: the format in force"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - format_description_event
doc: |
  What the FORMAT_DESCRIPTION that governs an event says about it. Takes no
  bytes. Before the first FORMAT_DESCRIPTION the header has its minimal length
  and nothing carries a checksum.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Format__description__event.html
-columnar-view:
  binlog_version: int
  has_format_description: bool
  has_permuted_types: bool
  len_header: int
  len_minimal_header: int
  len_checksum: int
  num_post_headers: int
  handle._parent.len_post_headers: array
params:
  - id: binlog_version
    type: s8
  - id: has_format_description
    type: bool
  - id: handle
    type: format_description_event::format_description_handle
    doc: of the FORMAT_DESCRIPTION, if there is one
  - id: is_payload
    type: bool
    doc: The event lies inside a TRANSACTION_PAYLOAD, where none has a checksum.
instances:
  format_description:
    value: handle._parent
    if: has_format_description
    -webide-parse-mode: lazy
  len_minimal_header:
    value: 'binlog_version == 1 ? 13 : 19'
  len_header:
    value: |
      has_format_description
      ? handle._parent.len_header.as<s8>
      : len_minimal_header.as<s8>
  len_checksum:
    value: |
      has_format_description and not is_payload and
      handle._parent.has_checksums ? 4 : 0
  has_permuted_types:
    value: |
      has_format_description and handle._parent.has_permuted_types
  is_mariadb:
    value: has_format_description and handle._parent.lists_mariadb_types
    -webide-parse-mode: lazy
  len_rotate_post_header:
    value: 'binlog_version > 1 ? 8 : 0'
    doc: of a ROTATE before any FORMAT_DESCRIPTION
    -webide-parse-mode: lazy
  num_post_headers:
    value: |
      has_format_description ? handle._parent.num_post_headers : 0
  of_payload:
    type: log_format(4, true, handle, true)
    if: has_format_description and not is_payload
    doc: of the events in a TRANSACTION_PAYLOAD

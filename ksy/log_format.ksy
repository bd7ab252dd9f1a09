meta:
  id: log_format
  title: "Binary log: the format in force"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - format_description_event
doc: |
  The format in force for an event, which the last FORMAT_DESCRIPTION described.
  It has no bytes of its own. Before the first FORMAT_DESCRIPTION, headers have
  their minimal length and events no checksums.
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
    doc: |
      Version of the log: 1 in MySQL 3.23, 3 in 4.0 and 4.1, 4 in 5.0 and later.
  - id: has_format_description
    type: bool
    doc: Whether there was a FORMAT_DESCRIPTION.
  - id: handle
    type: format_description_event::format_description_handle
    doc: The FORMAT_DESCRIPTION, if there was one.
  - id: is_payload
    type: bool
    doc: |
      Whether the event is part of a TRANSACTION_PAYLOAD, where events have no
      checksums.
instances:
  format_description:
    value: handle._parent
    if: has_format_description
    doc: The FORMAT_DESCRIPTION that applies.
    -webide-parse-mode: lazy
  len_minimal_header:
    value: 'binlog_version == 1 ? 13 : 19'
    doc: Length in bytes of the header without extensions.
  len_header:
    value: |
      has_format_description
      ? handle._parent.len_header.as<s8>
      : len_minimal_header.as<s8>
    doc: Length in bytes of the header.
  len_checksum:
    value: |
      has_format_description and not is_payload and
      handle._parent.has_checksums ? 4 : 0
    doc: Length in bytes of the checksum at the end of each event.
  has_permuted_types:
    value: |
      has_format_description and handle._parent.has_permuted_types
    doc: |
      Whether the log comes from an unreleased tree of MySQL 5.1 and 5.2, which
      numbered some types differently.
  is_mariadb:
    value: has_format_description and handle._parent.lists_mariadb_types
    doc: Whether MariaDB wrote the log.
    -webide-parse-mode: lazy
  len_rotate_post_header:
    value: 'binlog_version > 1 ? 8 : 0'
    doc: |
      Length in bytes of the post-header of a ROTATE before any
      FORMAT_DESCRIPTION.
    -webide-parse-mode: lazy
  num_post_headers:
    value: |
      has_format_description ? handle._parent.num_post_headers : 0
    doc: Number of types whose post-headers are listed.
  of_payload:
    type: log_format(4, true, handle, true)
    if: has_format_description and not is_payload
    doc: The format of the events in a TRANSACTION_PAYLOAD.

meta:
  id: log_format
  title: "Binary log: the format in force"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - event_header
    - format_description_event
doc: |
  What the FORMAT_DESCRIPTION that governs an event says about it. Takes no
  bytes. Before the first FORMAT_DESCRIPTION the header has its minimal length
  and nothing carries a checksum.
params:
  - id: has_format_description
    type: bool
  - id: format_description
    type: format_description_event
  - id: is_payload
    type: bool
    doc: The event lies inside a TRANSACTION_PAYLOAD, where none has a checksum.
instances:
  len_header:
    value: |
      has_format_description
      ? format_description.len_header
      : sizeof<event_header>.as<u1>
  len_checksum:
    value: |
      has_format_description and not is_payload and
      format_description.has_checksums ? 4 : 0
  is_mariadb:
    value: has_format_description and format_description.lists_mariadb_types
  num_post_headers:
    value: |
      has_format_description ? format_description.num_post_headers : 0

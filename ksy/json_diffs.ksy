meta:
  id: json_diffs
  title: "Changes to a JSON document"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - json_binary
    - packed_integer
doc: |
  Changes that UPDATE made to a document by JSON_SET, JSON_REPLACE and
  JSON_REMOVE. They are logged instead of the document if
  `binlog_row_value_options` is PARTIAL_JSON (MySQL 8.0.3 and later).
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_diff.h
-webide-representation: "{diffs}"
seq:
  - id: diffs
    type: json_diff
    repeat: eos
    doc: The changes, in the order in which they apply.
types:
  json_diff:
    doc: A change to a document.
    -webide-representation: "{operation} {path} {value}"
    -columnar: [operation, path, value]
    seq:
      - id: operation
        -orig-id: enum_json_diff_operation
        type: u1
        enum: json_diff_operation
        valid:
          in-enum: true
        doc: Kind of the change.
      - id: len_path
        type: packed_integer
        doc: Length of `path` in bytes.
      - id: path
        size: len_path.value
        type: str
        encoding: UTF-8
        doc: |
          Path of the changed member, as in SQL's JSON functions: $.a[2].
      - id: len_value
        type: packed_integer
        if: operation != json_diff_operation::remove
        doc: Length of `value` in bytes.
      - id: value
        size: len_value.value
        type: json_binary
        if: operation != json_diff_operation::remove
        doc: New value of the member.
        -columnar: located
enums:
  json_diff_operation:
    0:
      id: replace
      doc: The new value replaces the member.
    1:
      id: insert
      doc: The new member is added to its object or array.
    2:
      id: remove
      doc: The member is removed.

meta:
  id: json_diffs
  title: "Changes to a JSON document"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - json_binary
    - packed_integer
doc: |
  What UPDATE did to a document with JSON_SET, JSON_REPLACE and JSON_REMOVE,
  logged in its place where `binlog_row_value_options` is PARTIAL_JSON.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_diff.h
-webide-representation: "{diffs}"
seq:
  - id: diffs
    type: json_diff
    repeat: eos
types:
  json_diff:
    -webide-representation: "{operation} {path} {value}"
    -columnar: [operation, path, value]
    seq:
      - id: operation
        -orig-id: enum_json_diff_operation
        type: u1
        enum: json_diff_operation
        valid:
          in-enum: true
      - id: len_path
        type: packed_integer
      - id: path
        size: len_path.value
        type: str
        encoding: UTF-8
        doc: "as in JSON functions: $.a[2]"
      - id: len_value
        type: packed_integer
        if: operation != json_diff_operation::remove
      - id: value
        size: len_value.value
        type: json_binary
        if: operation != json_diff_operation::remove
        -columnar: located
enums:
  json_diff_operation:
    0: replace
    1: insert
    2: remove

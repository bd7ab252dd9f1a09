meta:
  id: gtid_tagged_event
  title: "Binary log: GTID_TAGGED event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - gtid_tag
    - varlen_integer
  endian: le
doc: |
  A GTID event in MySQL's self-describing serialization (MySQL 8.3 on), where
  the GTID may have a tag. Fields come with their numbers, and those that hold a
  default are left out. MySQL does not skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Gtid__event.html
-webide-representation: "{fields}"
-columnar: [fields, fields.size]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here
  - id: serialization_version
    type: varlen_integer
  - id: len_message
    type: varlen_integer
    doc: of the whole message, from the version on
  - id: last_non_ignorable_field
    type: varlen_integer
  - id: fields
    type: gtid_tagged_field
    repeat: eos
    -columnar:
      name: name
      tag: tag
      signed_number: signed_number
      number: number
types:
  gtid_tagged_field:
    -webide-representation: "{name} {value}"
    -columnar: [name, tag, signed_number, number]
    seq:
      - id: id
        type: varlen_integer
      - id: value
        type:
          switch-on: name
          cases:
            'gtid_tagged_field_name::uuid': gtid_tagged_uuid
            'gtid_tagged_field_name::tag': gtid_tag
            'gtid_tagged_field_name::gno': gtid_tagged_signed
            'gtid_tagged_field_name::last_committed': gtid_tagged_signed
            'gtid_tagged_field_name::sequence_number': gtid_tagged_signed
            _: varlen_integer
    instances:
      name:
        value: id.value
        enum: gtid_tagged_field_name
      is_signed:
        value: |
          name == gtid_tagged_field_name::gno or
          name == gtid_tagged_field_name::last_committed or
          name == gtid_tagged_field_name::sequence_number
      tag:
        value: value.as<gtid_tag>.text
        if: name == gtid_tagged_field_name::tag
      signed_number:
        value: value.as<gtid_tagged_signed>.value.as<s8>
        if: is_signed
      number:
        value: value.as<varlen_integer>.value.as<s8>
        if: |
          not is_signed and name != gtid_tagged_field_name::uuid and
          name != gtid_tagged_field_name::tag
  gtid_tagged_signed:
    -webide-representation: "{value:dec}"
    -columnar: [value]
    seq:
      - id: number
        type: varlen_integer
    instances:
      value:
        value: number.signed_value.as<s8>
  gtid_tagged_uuid:
    -webide-representation: "{bytes:sep=.}"
    -columnar: [bytes]
    seq:
      - id: bytes
        type: varlen_integer
        valid:
          expr: _.value / 256 == 0
        repeat: expr
        repeat-expr: 16
        -columnar: {value: value}
enums:
  gtid_tagged_field_name:
    0: flags
    1: uuid
    2: gno
    3: tag
    4: last_committed
    5: sequence_number
    6: immediate_commit_timestamp
    7: original_commit_timestamp
    8: len_transaction
    9: immediate_server_version
    10: original_server_version
    11: commit_group_ticket

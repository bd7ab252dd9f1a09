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
  A GTID event in MySQL's serialization, where the GTID may have a tag (MySQL
  8.3 and later). Each field has its number, and fields with their default are
  left out. MySQL does not skip a post-header here.
doc-ref:
  - https://github.com/mysql/mysql-server/blob/trunk/libs/mysql/binlog/event/control_events.h
  - https://dev.mysql.com/doc/dev/mysql-server/latest/PageLibsMysqlSerialization.html
-webide-representation: "{uuid}{tag_text}:{gno_text}"
-columnar: [fields, fields.size]
-columnar-text: {value: fields}
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: serialization_version
    type: varlen_integer
    doc: |
      Version of the serialization: 1.
  - id: len_message
    type: varlen_integer
    doc: Length in bytes of the whole message, from `serialization_version` on.
  - id: last_non_ignorable_field
    type: varlen_integer
    doc: |
      Number of the last field that a reader must understand, plus 1; 0 if there
      is none.
  - id: fields
    type: gtid_tagged_field
    repeat: eos
    doc: The fields, in the order of their numbers.
    -columnar:
      name: name
      tag: tag
      signed_number: signed_number
      number: number
instances:
  ofs_uuid:
    value: |
      fields.size > 0 and fields[0].name == gtid_tagged_field_name::flags ? 1 : 0
    doc: Number of the first field behind the flags.
    -webide-parse-mode: lazy
  has_gtid:
    value: |
      fields.size > ofs_uuid + 1 and
      fields[ofs_uuid].name == gtid_tagged_field_name::uuid and
      fields[ofs_uuid + 1].name == gtid_tagged_field_name::gno
    doc: Whether the fields of the GTID are where servers write them.
    -webide-parse-mode: lazy
  uuid:
    value: fields[ofs_uuid].value.as<gtid_tagged_uuid>
    if: has_gtid
    doc: The UUID of the GTID, for viewers.
  tag_text:
    value: |
      has_gtid and fields.size > ofs_uuid + 2 and
      fields[ofs_uuid + 2].name == gtid_tagged_field_name::tag
      ? ":" + fields[ofs_uuid + 2].tag : ""
    doc: The tag behind a colon, if there is one, for viewers.
  gno_text:
    value: 'has_gtid ? fields[ofs_uuid + 1].signed_number.to_s : ""'
    doc: The number of the GTID as text, for viewers.
types:
  gtid_tagged_field:
    doc: A field and its number.
    -webide-representation: "{name} {value}"
    -columnar: [name, tag, signed_number, number]
    -columnar-text: {name: name, value: value}
    seq:
      - id: id
        type: varlen_integer
        doc: Number of the field.
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
        doc: Value of the field, by its number.
    instances:
      name:
        value: id.value
        enum: gtid_tagged_field_name
        doc: The field that the number stands for.
      is_signed:
        value: |
          name == gtid_tagged_field_name::gno or
          name == gtid_tagged_field_name::last_committed or
          name == gtid_tagged_field_name::sequence_number
        doc: Whether the value is a signed number.
      tag:
        value: value.as<gtid_tag>.text
        if: name == gtid_tagged_field_name::tag
        doc: The tag, if this is the field `tag`, for kernels.
      signed_number:
        value: value.as<gtid_tagged_signed>.value.as<s8>
        if: is_signed
        doc: The number, if this field is signed, for kernels.
      number:
        value: value.as<varlen_integer>.value.as<s8>
        if: |
          not is_signed and name != gtid_tagged_field_name::uuid and
          name != gtid_tagged_field_name::tag
        doc: The number, if this field is unsigned, for kernels.
  gtid_tagged_signed:
    doc: A signed number.
    -webide-representation: "{value:dec}"
    -columnar: [value]
    -columnar-text: {value: value, signed: true}
    seq:
      - id: number
        type: varlen_integer
        doc: The stored number, which has the sign in its lowest bit.
    instances:
      value:
        value: number.signed_value.as<s8>
        doc: The signed number.
  gtid_tagged_uuid:
    doc: A UUID whose bytes are numbers of their own.
    -webide-representation: "{texts:sep=}"
    -columnar: [bytes]
    -columnar-text: {value: bytes}
    seq:
      - id: bytes
        type: varlen_integer
        valid:
          expr: _.value / 256 == 0
        repeat: expr
        repeat-expr: 16
        doc: The 16 bytes, each as a number.
        -columnar: {value: value}
        -columnar-text: uuid
    instances:
      texts:
        type: gtid_tagged_byte(_index)
        repeat: expr
        repeat-expr: 16
        doc: The bytes as texts, for viewers.
        -webide-parse-mode: eager
  gtid_tagged_byte:
    doc: A byte of a UUID as text. It has no bytes of its own.
    -webide-representation: "{text}"
    params:
      - id: index
        type: s4
        doc: Number of the byte, from 0.
    instances:
      value:
        value: _parent.bytes[index].value.as<s4>
        doc: The byte.
        -webide-parse-mode: lazy
      text:
        value: |
          (index == 4 or index == 6 or index == 8 or index == 10 ? "-" : "") +
          "0123456789abcdef".substring(value / 16, value / 16 + 1) +
          "0123456789abcdef".substring(value % 16, value % 16 + 1)
        doc: The two digits, behind a hyphen if they begin a group.
enums:
  gtid_tagged_field_name:
    0:
      id: flags
      doc: 1 if the transaction may hold changes that are logged as statements.
    1:
      id: uuid
      doc: |
        `server_uuid` of the server that committed the transaction first.
    2:
      id: gno
      doc: Number of the transaction among those of the same server and tag.
    3:
      id: tag
      doc: Tag of the GTID; empty if it has none.
    4:
      id: last_committed
      doc: |
        Sequence number of the transaction that has to be committed before this
        one may be applied.
    5:
      id: sequence_number
      doc: Sequence number of the transaction in this log, from 1.
    6:
      id: immediate_commit_timestamp
      doc: |
        Microseconds since 1970, UTC, when the server that wrote this log
        committed the transaction.
    7:
      id: original_commit_timestamp
      doc: |
        Microseconds since 1970, UTC, when the first server committed it. The
        field is left out if both are equal.
    8:
      id: len_transaction
      doc: Length of the transaction in bytes, this event included.
    9:
      id: immediate_server_version
      doc: Version of the server that wrote this log, such as 90300.
    10:
      id: original_server_version
      doc: |
        Version of the server that committed first. The field is left out if
        both are equal.
    11:
      id: commit_group_ticket
      doc: Number of the transaction's group in the server's group commit.

meta:
  id: gtid_tag
  title: "Binary log: tag of a GTID"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - varlen_integer
  endian: le
doc: |
  The tag of a GTID: a name of up to 32 characters that groups transactions of a
  server (MySQL 8.3 and later).
doc-ref: https://dev.mysql.com/doc/refman/en/replication-gtids-concepts.html
-webide-representation: "{text}"
-columnar: [text]
-columnar-text: {value: text}
seq:
  - id: len_text
    type: varlen_integer
    valid:
      expr: _.value <= 32
    doc: Length of `text` in bytes; 0 for a GTID without a tag.
  - id: text
    size: len_text.value
    type: str
    encoding: ASCII
    doc: |
      The tag: lowercase letters, digits and underscores.

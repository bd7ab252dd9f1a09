meta:
  id: gtid_tag
  title: "Binary log: tag of a GTID"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - varlen_integer
  endian: le
doc: A name of up to 32 characters that groups transactions (MySQL 8.3 on).
doc-ref: https://dev.mysql.com/doc/refman/en/replication-gtids-concepts.html
-webide-representation: "{text}"
-columnar: [text]
seq:
  - id: len_text
    type: varlen_integer
    valid:
      expr: _.value <= 32
  - id: text
    size: len_text.value
    type: str
    encoding: ASCII

meta:
  id: binlog_bitmap_msb
  title: "Bitmap, highest bit first"
  license: Apache-2.0
  ks-version: "0.11"
doc: A bitmap with the first item in the highest bit of the first byte.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{bits:sep= }"
-columnar-text: {value: bits}
seq:
  - id: bytes
    size-eos: true
    doc: Bytes of the bitmap.
  - id: bits
    type: bitmap_msb_bit((bytes[_index / 8] >> (7 - _index % 8)) & 1 == 1)
    repeat: expr
    repeat-expr: bytes.size * 8
    doc: The bits, by item. The last byte may have bits without an item.
instances:
  handle:
    type: bitmap_msb_handle
    doc: Reference to this bitmap, for other structures.
types:
  bitmap_msb_handle:
    doc: |
      Reference to a bitmap, which is its `_parent`. It is empty itself (see
      `table_map_event::table_map_handle`).
  bitmap_msb_bit:
    doc: A bit.
    -webide-representation: "{is_set}"
    -columnar-text: {value: is_set}
    params:
      - id: is_set
        type: bool
        doc: Whether the bit is set.

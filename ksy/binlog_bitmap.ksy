meta:
  id: binlog_bitmap
  title: "Bitmap, lowest bit first"
  license: Apache-2.0
  ks-version: "0.11"
doc: A bitmap with the first item in the lowest bit of the first byte.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{bits:sep= }"
-columnar: [num_set, bits]
-columnar-text: {value: bits}
params:
  - id: num_bits
    type: s8
    doc: Number of items.
seq:
  - id: bytes
    size: (num_bits + 7) / 8
    valid:
      expr: num_bits <= 4096
    doc: Bytes of the bitmap. A table has at most 4096 columns.
  - id: bits
    type: |
      bitmap_bit(
        (bytes[_index / 8] >> (_index % 8)) & 1 == 1,
        _index == 0 ? 0 : bits[_index - 1].num_set
      )
    repeat: expr
    repeat-expr: num_bits
    doc: The bits, by item.
    -columnar: {is_set: is_set, num_set_before: num_set_before}
instances:
  handle:
    type: bitmap_handle
    doc: Reference to this bitmap, for other structures.
  num_set:
    value: 'num_bits == 0 ? 0 : bits.last.num_set'
    doc: Number of bits that are set.
types:
  bitmap_handle:
    doc: |
      Reference to a bitmap, which is its `_parent`. It is empty itself (see
      `table_map_event::table_map_handle`).
  bitmap_bit:
    doc: A bit, with the number of set bits before it.
    -webide-representation: "{is_set}"
    -columnar: [is_set, num_set_before, num_set]
    -columnar-text: {value: is_set}
    params:
      - id: is_set
        type: bool
        doc: Whether the bit is set.
      - id: num_set_before
        type: s8
        doc: Number of set bits before this one.
    instances:
      num_set:
        value: 'num_set_before + (is_set ? 1 : 0)'
        doc: Number of set bits up to this one.

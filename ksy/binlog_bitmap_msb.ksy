meta:
  id: binlog_bitmap_msb
  title: "Bitmap, highest bit first"
  license: Apache-2.0
  ks-version: "0.11"
doc: A bit for each of a list of things, the first in the highest bit.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{bits:sep= }"
seq:
  - id: bytes
    size-eos: true
  - id: bits
    type: bitmap_msb_bit((bytes[_index / 8] >> (7 - _index % 8)) & 1 == 1)
    repeat: expr
    repeat-expr: bytes.size * 8
instances:
  handle:
    type: bitmap_msb_handle
types:
  bitmap_msb_handle:
    doc: |
      Stands for the bitmap where it is handed on, as
      `table_map_event::table_map_handle` does for a table map.
  bitmap_msb_bit:
    -webide-representation: "{is_set}"
    params:
      - id: is_set
        type: bool

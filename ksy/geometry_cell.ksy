meta:
  id: geometry_cell
  title: "Cell: GEOMETRY"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc-ref: https://dev.mysql.com/doc/refman/en/gis-data-formats.html
-webide-representation: "{value}"
-columnar: [value.srid, value.wkb]
params:
  - id: pack_length
    type: s8
seq:
  - id: len_value
    type: integer_le(pack_length)
  - id: value
    size: len_value.value
    type: geometry_value
types:
  geometry_value:
    -webide-representation: "SRID {srid:dec}, {wkb:hex}"
    -columnar: [srid, wkb]
    seq:
      - id: srid
        type: u4
      - id: wkb
        size-eos: true

meta:
  id: geometry_cell
  title: "Cell: GEOMETRY"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
  endian: le
doc: A geometry in the form in which both servers store it.
doc-ref: https://dev.mysql.com/doc/refman/en/gis-data-formats.html
-webide-representation: "{value}"
-columnar: [value.has_srid, value.srid, value.wkb]
params:
  - id: pack_length
    type: s8
    doc: Length of `len_value` in bytes, 1 to 4.
seq:
  - id: len_value
    type: integer_le(pack_length)
    doc: Length of `value` in bytes.
  - id: value
    size: len_value.value
    type: geometry_value
    doc: The geometry.
types:
  geometry_value:
    doc: |
      A geometry and its spatial reference system. It is empty if MariaDB,
      without strict mode, inserted a row that lacks a value of a NOT NULL
      column.
    -webide-representation: "SRID {srid:dec}, {wkb:hex}"
    -columnar: [has_srid, srid, wkb]
    seq:
      - id: srid
        type: u4
        if: has_srid
        doc: Id of the spatial reference system; 0 for none.
      - id: wkb
        size-eos: true
        doc: The geometry as Well-Known Binary of the OGC.
    instances:
      has_srid:
        value: not _io.eof
        doc: Whether the geometry has any bytes.
